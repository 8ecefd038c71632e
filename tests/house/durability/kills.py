"""Kill the house at random moments while people play, and look whether it kept its word.

The supervisor keeps its own list of what was acknowledged and compares it with the file afterwards: nothing
acknowledged may be missing, nothing may be there twice, and every page must have been told the same story.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pioche.client import LOST, Client, Refused, Retold
from pioche.house.tables import journal as j
from tests.house.players import Acked, Player, table_for
from tests.house.running import Running, many

LONGEST = 60.0  # seconds anybody waits for a house that does not come back
Told = Callable[[float], None]  # seconds until somebody played again
GAMES = ("pairs", "hawthorn", "venture", "sweep", "five_cards", "pig")


@dataclass
class Report:
    kills: int = 0
    acked: int = 0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    retold: list[str] = field(default_factory=list)  # streams that changed
    back_after: list[float] = field(default_factory=list)  # seconds from the start of the process to the first ack

    @property
    def good(self) -> bool:
        return not (self.lost or self.twice or self.retold)

    def add(self, other: Report) -> None:
        self.kills += other.kills
        self.acked += other.acked
        for mine, more in (
            (self.lost, other.lost), (self.twice, other.twice), (self.retold, other.retold), (self.back_after, other.back_after)
        ):  # fmt: skip
            mine.extend(more)  # type: ignore[arg-type]


async def campaign(house: Running, kills: int, seed: int, everywhere: bool = False, told: Told | None = None) -> Report:
    """`everywhere`: only when every table is played again comes the next kill; else the first move anywhere will do.
    `told` hears of every kill."""
    dice = random.Random(seed)
    report = Report(kills)
    clients = [Client(house.address, f"P{k}") for k in range(2 * len(GAMES))]
    async with many(*clients):
        sittings = []
        for k, game in enumerate(GAMES):
            pair = clients[2 * k : 2 * k + 2]
            made = await table_for(pair[0], [pair[1]], game, {"pace": "relaxed"})
            sittings += [client.at(made["code"]) for client in pair]
        stop = asyncio.Event()
        players = [Player(sitting, random.Random(f"{seed} {k}")) for k, sitting in enumerate(sittings)]
        playing = [asyncio.create_task(play_on(player, k % 2 == 0, stop, report)) for k, player in enumerate(players)]
        for _ in range(kills):
            await asyncio.sleep(dice.uniform(0.05, 0.5))
            await asyncio.to_thread(house.kill)
            began = time.monotonic()
            await asyncio.to_thread(house.start)
            tables = [players[k : k + 2] for k in range(0, len(players), 2)] if everywhere else [players]
            found = [await _first_ack(table, began, report) - began for table in tables]
            report.back_after.append(max(found))
            if told is not None:
                told(max(found))
            if not report.good:
                break
        stop.set()
        await asyncio.gather(*playing)
        await asyncio.to_thread(house.kill)
        await asyncio.to_thread(house.start)
        for player in players:
            _compare(house, player, report)
        for player in players if report.good else []:
            await _same_story(player, report)
    return report


async def by_turns(
    opened: Callable[[int], Running], houses: int, kills: int, seed: int, at_once: int, told: Told | None = None
) -> Report:
    """`houses` houses, each killed `kills` times, `at_once` of them at the same time. Each is a fresh one: a kill costs
    no more in the end than in the beginning."""
    whole, turns = Report(), asyncio.Semaphore(at_once)

    async def one(k: int) -> None:
        async with turns:
            if not whole.good:
                return
            house = await asyncio.to_thread(opened, k)
            try:
                whole.add(await campaign(house, kills, seed + k, told=told))
            finally:
                await asyncio.to_thread(house.stop)

    await asyncio.gather(*(one(k) for k in range(houses)))
    return whole


async def play_on(player: Player, host: bool, stop: asyncio.Event, report: Report) -> None:
    """Match after match, whatever happens to the house."""
    at = player.at
    while not stop.is_set():
        try:
            if at.socket is None:
                await at.connect()
                await at.until(lambda: at.table, 10)
            phase = at.table["phase"]
            if host and phase in ("gathering", "over"):
                await at.wish("start" if phase == "gathering" else "rematch")
                await at.until(lambda: at.table["phase"] == "playing", 5)
            elif phase == "playing":
                await player.play(lambda: stop.is_set() or player.over)
            else:
                async with asyncio.timeout(1):
                    await at.hear()
        except (*LOST, TimeoutError):
            at.cut()
            await asyncio.sleep(0.05)
        except Refused as no:
            if no.reason not in ("not_allowed", "no_such_table", "who_are_you", "moved"):
                raise
            await asyncio.sleep(0.05)
        except Retold as retold:
            report.retold.append(f"{at.code}: {retold}")
            break
    at.cut()


async def _first_ack(players: list[Player], since: float, report: Report) -> float:
    """When the first move after a restart was acknowledged to one of them."""
    while time.monotonic() - since < LONGEST and report.good:
        found = [player.acks[-1].when for player in players if player.acks and player.acks[-1].when > since]
        if found:
            return min(found)
        await asyncio.sleep(0.01)
    return since + LONGEST


def _compare(house: Running, player: Player, report: Report) -> None:
    """Acknowledged moves against the file."""
    who = player.at.you["who"]
    stored: dict[str, list[Any]] = {}
    for entry in house.journal(player.at.code):
        if entry.who == who and entry.id:
            stored.setdefault(entry.id, []).append(entry)
    report.acked += len(player.acks)
    for acked in player.acks:
        entries = stored.get(acked.id, [])
        if (not entries and not acked.late) or (entries and not _is(entries[0], acked)):
            report.lost.append(f"{player.at.code} {acked.id} {acked.word}")
    report.twice += [f"{player.at.code} {id}" for id, entries in stored.items() if len(entries) > 1]


def _is(entry: j.AnyEntry, acked: Acked) -> bool:
    return isinstance(entry, j.Line) and (acked.late or entry.line.get("do") == acked.word)


async def _same_story(player: Player, report: Report) -> None:
    """What the page heard through all the restarts is how the stream begins today."""
    fresh = player.at.client.at(player.at.code, since=0)
    try:
        await fresh.connect()
        await fresh.until(lambda: fresh.n >= player.at.n, 5)
    except (*LOST, TimeoutError, Retold, Refused):
        report.retold.append(f"{player.at.code}: shorter than what was told")
        return
    finally:
        fresh.cut()
    if fresh.stream != player.at.stream or fresh.raw[: player.at.n] != player.at.raw:
        pairs = zip([player.at.stream, *player.at.raw], [fresh.stream, *fresh.raw], strict=False)
        then, now = next(pair for pair in pairs if pair[0] != pair[1])
        report.retold.append(f"{player.at.code}: {then} is told as {now}")
