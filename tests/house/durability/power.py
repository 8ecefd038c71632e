"""Cut the power of a playing house at any moment, and look whether it kept its word.

A house plays and writes down what it asks of its disk (`disk_log`). From that follows what may be on the disk at any
moment: everything up to the last sync of a file, and of what was written since then any part, in pieces of a sector. Each
such disk is opened by the store and folded by the house's own code. Whatever people had been told by then must be there.

The disk is one that keeps its word: what is synced stays. That a new file has its name from the moment it is made is
taken for granted.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pioche.client import Client, Sitting
from pioche.house.stores import recovery
from pioche.house.stores.house_file import companions
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.store import StoreFailed
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState
from tests.house.durability import disk_log
from tests.house.durability.disk_log import ENDS, Asked
from tests.house.durability.kills import GAMES, Report, play_on
from tests.house.players import Player, table_for
from tests.house.running import Running, many, run

RECORDED = ("-m", "tests.house.durability.recorded")
SECTOR = 512  # bytes a disk writes whole or not at all


class Listening(Sitting):
    """A page that notes when it was told each of its numbers."""

    def __init__(self, client: Client, code: str) -> None:
        super().__init__(client, code, 0)
        self.told: list[tuple[int, int]] = []  # (nanoseconds, number)

    def _note(self, message: dict[str, Any], text: str) -> None:
        super()._note(message, text)
        if message["t"] == "news":
            self.told.append((time.monotonic_ns(), self.n))


@dataclass
class Page:
    """What one person was told at one table, and when."""

    code: str
    who: int
    seat: int
    told: list[tuple[int, int]]
    acked: list[tuple[int, str]]  # (nanoseconds, id) of moves
    token: str = ""

    def heard(self, when: int) -> int:
        return max((n for at, n in self.told if at < when), default=0)


@dataclass
class Recording:
    """A house that played, and everything its disk was asked."""

    asked: list[Asked]
    pages: list[Page]
    made: dict[str, int]  # code of a table -> when its maker was told
    journals: dict[str, list[bytes]]  # as they stood in the end

    @property
    def checkpoints(self) -> int:
        """How often the log was carried over into the file."""
        return sum(a.file == 0 and a.kind == "sync" for a in self.asked)


@dataclass
class Found:
    cuts: int = 0
    moves: int = 0  # acknowledged by the time of a cut, over all cuts
    within: int = 0  # cuts while something was written and not yet synced
    lost: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)  # damaged, done twice, or another story

    @property
    def good(self) -> bool:
        return not (self.lost or self.strange)


def play(folder: Path, seconds: float, seed: int, games: tuple[str, ...] = GAMES, **env: str) -> Recording:
    """Let people play at a house of their own; then it is killed."""
    log = folder / "disk.log"
    house = Running(
        folder,
        "--tempo",
        "0.02",
        "--loose",
        "10000",
        "--no-backups",
        program=RECORDED,
        env={"PIOCHE_DISK_LOG": str(log), **env},
    )
    try:
        made, pages = run(_play(house, seconds, seed, games), 120 + 2 * seconds)
    finally:
        house.kill()
    journals = {code: _bodies(house.data, code) for code in made}
    return Recording(list(disk_log.read(log)), pages, made, journals)


def _bodies(path: Path, code: str) -> list[bytes]:
    store = SQLiteStore(path)
    store.open()
    try:
        return store.journal(code)
    finally:
        store.close()


async def _play(house: Running, seconds: float, seed: int, games: tuple[str, ...]) -> tuple[dict[str, int], list[Page]]:
    clients = [Client(house.address, f"P{k}") for k in range(2 * len(games))]
    made: dict[str, int] = {}
    async with many(*clients):
        players = []
        for k, game in enumerate(games):
            pair = clients[2 * k : 2 * k + 2]
            code = (await table_for(pair[0], [pair[1]], game, {"pace": "relaxed"}))["code"]
            made[code] = time.monotonic_ns()
            for place, client in enumerate(pair):
                players.append(Player(Listening(client, code), random.Random(f"{seed} {k} {place}")))
        stop, report = asyncio.Event(), Report()
        playing = [asyncio.create_task(play_on(player, k % 2 == 0, stop, report)) for k, player in enumerate(players)]
        await asyncio.sleep(seconds)
        stop.set()
        await asyncio.gather(*playing)
        assert report.good, report
        return made, [_page(player) for player in players]


def _page(player: Player) -> Page:
    at = player.at
    assert isinstance(at, Listening)
    acked = [(int(acked.when * 1e9), acked.id) for acked in player.acks if not acked.late]
    return Page(at.code, at.you["who"], at.you["seat"], at.told, acked, at.client.token)


class Disk:
    """Files as they are for certain, and what was asked since their last sync."""

    def __init__(self) -> None:
        self.certain = [bytearray() for _ in ENDS]
        self.waiting: list[list[Asked]] = [[] for _ in ENDS]

    def ask(self, asked: Asked) -> None:
        if asked.kind == "sync":
            for before in self.waiting[asked.file]:
                _do(self.certain[asked.file], before)
            self.waiting[asked.file] = []
        else:
            self.waiting[asked.file].append(asked)

    def cut(self, dice: random.Random) -> list[bytearray]:
        """What may be found afterwards. Sometimes a disk writes in the order it was asked, sometimes in any."""
        files = []
        for certain, waiting in zip(self.certain, self.waiting, strict=True):
            file, in_order = bytearray(certain), dice.random() < 0.5
            upto = dice.randint(0, len(waiting))
            for k, asked in enumerate(waiting):
                fate = (
                    ("kept" if k < upto else "torn" if k == upto else "lost")
                    if in_order
                    else dice.choice(("kept", "torn", "lost"))
                )
                if fate == "kept" or (fate == "torn" and asked.kind == "truncate" and dice.random() < 0.5):
                    _do(file, asked)
                elif fate == "torn" and asked.kind == "write":
                    for piece in _sectors(asked):
                        if dice.random() < 0.5:
                            _do(file, piece)
            files.append(file)
        return files


def _do(file: bytearray, asked: Asked) -> None:
    if asked.kind == "truncate":
        del file[asked.offset :]
    end = asked.offset + len(asked.data)
    file.extend(bytes(max(0, end - len(file))))  # what was never written is zero
    file[asked.offset : end] = asked.data


def _sectors(asked: Asked) -> Iterator[Asked]:
    at, end = asked.offset, asked.offset + len(asked.data)
    while at < end:
        upto = min(end, (at // SECTOR + 1) * SECTOR)
        yield asked._replace(offset=at, data=asked.data[at - asked.offset : upto - asked.offset])
        at = upto


def cut_often(recording: Recording, folder: Path, cuts: int, seed: int, told: Any = None) -> Found:
    """Cut the power `cuts` times, at moments chosen by the dice; `told` is called after each."""
    dice, found = random.Random(seed), Found()
    moments = sorted(dice.choices(range(1, len(recording.asked)), k=cuts))
    disk, at = Disk(), 0
    for moment in moments:
        while at < moment:
            disk.ask(recording.asked[at])
            at += 1
        found.cuts += 1
        found.within += any(disk.waiting)
        _open(recording, folder, disk.cut(dice), recording.asked[moment].when, dice, found)
        if told is not None:
            told(found)
    return found


def come_back(recording: Recording, folder: Path, seed: int) -> int:
    """One cut in the second half, opened by a real house: everybody comes back and every table is played on. Returns how
    many people found all they had been told."""
    dice, disk = random.Random(seed), Disk()
    moment = dice.randrange(len(recording.asked) // 2, len(recording.asked))
    for asked in recording.asked[:moment]:
        disk.ask(asked)
    folder.mkdir()
    _lay(folder / "house.db", disk.cut(dice), dice)
    house = Running(folder, "--tempo", "0", "--loose", "10000", "--no-backups")
    try:
        return run(_come_back(house, recording.pages, recording.asked[moment].when, dice))
    finally:
        house.stop()


async def _come_back(house: Running, pages: list[Page], when: int, dice: random.Random) -> int:
    clients = [Client(house.address, token=page.token) for page in pages]
    async with many(*clients):
        stop, report, found = asyncio.Event(), Report(), 0
        players = [
            Player(client.at(page.code), random.Random(dice.random())) for client, page in zip(clients, pages, strict=True)
        ]
        playing = [asyncio.create_task(play_on(player, k % 2 == 0, stop, report)) for k, player in enumerate(players)]
        async with asyncio.timeout(60):
            while not all(players[k].acks or players[k + 1].acks for k in range(0, len(players), 2)):
                await asyncio.sleep(0.05)
        stop.set()
        await asyncio.gather(*playing)
        assert report.good, report
        for player, page in zip(players, pages, strict=True):
            found += await _finds(player.at, page.heard(when))
        return found


async def _finds(at: Sitting, n: int) -> bool:
    """They were stopped wherever they were, some before they had read all that they knew before the cut."""
    await at.connect()
    with suppress(TimeoutError):
        await at.until(lambda: at.n >= n, 10)
    at.cut()
    return at.n >= n


def _lay(path: Path, files: list[bytearray], dice: random.Random) -> None:
    for one in (path, *companions(path)):
        one.unlink(missing_ok=True)
    for end, data in zip(ENDS, files, strict=True):
        path.with_name(path.name + end).write_bytes(data)
    path.with_name(path.name + "-shm").write_bytes(dice.randbytes(32_768))  # whatever a page of it held


def _open(recording: Recording, folder: Path, files: list[bytearray], when: int, dice: random.Random, found: Found) -> None:
    """Open what is left as a house would, and compare it with what people know."""
    path = folder / "cut.db"
    _lay(path, files, dice)
    store = SQLiteStore(path)
    try:
        store.open()
        journals = {code: store.journal(code) for code in recording.journals}
        store.close()
        recovery.check_health(path)
    except StoreFailed as wrong:
        found.strange.append(f"cut {found.cuts}: {wrong}")
        return
    finally:
        store.close()
    for code, kept in journals.items():
        if kept != recording.journals[code][: len(kept)]:
            found.strange.append(f"cut {found.cuts}: table {code} holds what was never done")
        elif not kept:
            if recording.made[code] < when:
                found.lost.append(f"cut {found.cuts}: table {code}")
        else:
            state = TableState.of(kept)
            for page in recording.pages:
                if page.code == code:
                    _compare(page, kept, state, when, found)


def _compare(page: Page, kept: list[bytes], state: TableState, when: int, found: Found) -> None:
    ids = [entry.id for entry in map(j.read, kept) if entry.who == page.who and entry.id]
    if len(ids) != len(set(ids)):
        found.strange.append(f"cut {found.cuts}: a wish of {page.who} at {page.code} was done twice")
    there = set(ids)
    acked = [id for at, id in page.acked if at < when]
    found.moves += len(acked)
    found.lost += [f"cut {found.cuts}: move {id} at {page.code}" for id in acked if id not in there]
    told = page.heard(when)
    if told > len(state.streams[page.seat]):
        found.lost.append(
            f"cut {found.cuts}: seat {page.seat} of {page.code} had heard {told}, kept are {len(state.streams[page.seat])}"
        )
