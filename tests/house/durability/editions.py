"""Other editions of Pioche on the file of a playing house: real copies of the package, with other rules or another store.

A house is closed or killed in mid-match, opened by another edition, played on, and so forth. After every change it is
compared with what people were told before: a match is told as it was, or kept and not told at all.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pioche
from pioche.client import Client, Sitting
from pioche.engine.record import Record
from pioche.house.tables import journal as j
from tests.house.durability.kills import Report, play_on
from tests.house.players import Player, table_for
from tests.house.running import Running, many

Change = tuple[str, str, str]  # file, what stands there, what shall stand there
GAMES = ("pairs", "hawthorn", "sweep")

# Pairs with a rule changed: the first seat begins every round. It cannot play its first version any more.
OTHER_PAIRS: tuple[Change, ...] = (
    ("rules/pairs.py", "to_move(s, lowest_shown(s, everybody(s)))", "to_move(s, 0)"),
    ("rules/pairs.py", '    "pairs", 1, __name__', '    "pairs", 2, __name__'),
)
# Hawthorn with a rule changed: to pass costs one more. It still plays its first version.
OTHER_HAWTHORN: tuple[Change, ...] = (
    ("rules/hawthorn.py", "from pioche.kit import (\n", "from pioche.kit import (\n    inner,\n"),
    ("rules/hawthorn.py", "    button = seat()\n", "    button = seat()\n    cheap = inner()\n"),
    ("rules/hawthorn.py", "price = lowest_in_play(s, s.playing)\n", "price = lowest_in_play(s, s.playing) + 1 - s.cheap\n"),
    ("rules/hawthorn.py", '    "hawthorn", 1, __name__', '    "hawthorn", 2, __name__'),
    ("rules/hawthorn.py", '    length="deals",\n', '    length="deals", earlier={1: {"cheap": 1}},\n'),
)
# A store that keeps one thing more.
OTHER_STORE: tuple[Change, ...] = (
    (
        "house/stores/sqlite.py",
        "VERSION = max(SCHEMA)\n",
        'SCHEMA[max(SCHEMA) + 1] = "CREATE TABLE later (x TEXT);"\nVERSION = max(SCHEMA)\n',
    ),
)
# A mutant: whatever version a match is of, these rules play it.
CARELESS: tuple[Change, ...] = (
    ("engine/rulebook.py", "return version == self.version or version in self.earlier", "return True"),
)


@dataclass(frozen=True)
class Edition:
    """`plays`: which versions of a game it can play; the highest is its own."""

    name: str
    env: dict[str, str]
    plays: dict[str, set[int]]


def today() -> Edition:
    return Edition("today", {}, {"pairs": {1}, "hawthorn": {1}, "sweep": {1}})


def edition(name: str, folder: Path, *changes: Change) -> Edition:
    """A copy of the package with some lines changed."""
    source, goal = Path(pioche.__file__).parent, folder / name / "pioche"
    shutil.copytree(source, goal, ignore=shutil.ignore_patterns("__pycache__", "page"))
    for file, old, new in changes:
        text = (goal / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has changed: {old!r} must stand there once"
        (goal / file).write_text(text.replace(old, new), encoding="utf-8")
    other = OTHER_PAIRS[0] in changes
    plays = {"pairs": {2}, "hawthorn": {1, 2}, "sweep": {1}} if other else today().plays
    return Edition(name, {"PYTHONPATH": str(folder / name)}, plays)


@dataclass
class Walk:
    """A house that is opened by one edition after another."""

    folder: Path
    seed: int
    wrong: list[str] = field(default_factory=list)
    changes: int = 0
    kept: int = 0  # matches of rules that could not be played, found as they should be
    told: int = 0  # matches of other versions that were told as before
    acked: int = 0

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.house: Running | None = None
        self.tokens: list[str] = []
        self.codes: list[str] = []
        self.heard: dict[tuple[int, str, int], list[Any]] = {}  # (page, code, match) -> happenings
        self.journals: dict[str, list[bytes]] = {}

    def open(self, by: Edition) -> None:
        if self.house is None:
            self.house = Running(self.folder, "--tempo", "0", "--loose", "10000", "--no-backups", env=by.env)
        else:
            self.house.env = by.env
            self.house.start()

    def leave(self) -> None:
        """In the middle of whatever is going on: properly, or not."""
        assert self.house is not None
        if self.dice.random() < 0.5:
            self.house.kill()
        else:
            self.house.stop()

    def clients(self) -> list[Client]:
        assert self.house is not None
        return [
            Client(self.house.address, f"P{k}", token=token) for k, token in enumerate(self.tokens or [""] * 2 * len(GAMES))
        ]

    async def visit(self, by: Edition, seconds: float) -> None:
        """Everybody comes, looks whether all is as it was, and plays on for a while."""
        clients = self.clients()
        async with many(*clients):
            if not self.tokens:
                self.tokens = [client.token for client in clients]
                for k, game in enumerate(GAMES):
                    pair = clients[2 * k : 2 * k + 2]
                    options = {"deals": 30} if game == "hawthorn" else {"games": 20} if game == "pairs" else {}
                    made = await table_for(pair[0], [pair[1]], game, {"pace": "relaxed"}, **options)
                    self.codes.append(made["code"])
            for k, client in enumerate(clients):
                await self._look(by, k, client)
            if self.wrong:
                return
            await self._play(by, clients, seconds)

    async def _look(self, by: Edition, k: int, client: Client) -> None:
        code, game = self.codes[k // 2], GAMES[k // 2]
        page = client.at(code, since=0)
        async with page:
            await page.until(lambda: page.welcome and page.n >= page.welcome["n"])
            began = self._began(code)
            if began and (page.table["phase"] == "gathering") == (began[-1] in by.plays[game]):
                self.wrong.append(f"{game} {code}, opened by {by.name}: in phase {page.table['phase']} with rules {began}")
            for match, rules in enumerate(began, 1):
                mine = f"{game} {code}, match {match} of rules {rules}, opened by {by.name}"
                told = _happenings(page, match)
                before = self.heard.get((k, code, match), [])
                if rules in by.plays[game]:
                    if told[: len(before)] != before:
                        self.wrong.append(f"{mine}: told otherwise than before")
                    self.told += rules != max(by.plays[game])
                    continue
                if told:
                    self.wrong.append(f"{mine}: told though it cannot be played")
                said = [
                    event for event in page.events if event["kind"] == "earlier_rules" and event["about"]["match"] == match
                ]
                if [event["about"]["rules"] for event in said] != [rules] or not (said[0]["en"] and said[0]["fr"]):
                    self.wrong.append(f"{mine}: not said that it is kept")
                record = Record.loads(await client.get(f"/api/tables/{code}/record", match=match))
                if record.rules != rules or record.moves != self._lines(code, match):
                    self.wrong.append(f"{mine}: its record is another one")
                self.kept += 1

    async def _play(self, by: Edition, clients: list[Client], seconds: float) -> None:
        """Sometimes nobody begins a new match: one that cannot be played here waits for an edition that can."""
        report, stop, begin = Report(), asyncio.Event(), self.dice.random() < 0.6
        players = [
            Player(client.at(self.codes[k // 2]), random.Random(self.dice.random())) for k, client in enumerate(clients)
        ]
        playing = [
            asyncio.create_task(play_on(player, begin and k % 2 == 0, stop, report)) for k, player in enumerate(players)
        ]
        await asyncio.sleep(seconds)
        stop.set()
        await asyncio.gather(*playing)
        self.wrong += report.retold
        for k, player in enumerate(players):
            self.acked += len(player.acks)
            for match in {event["match"] for event in player.at.events if event["by"] == "game"}:
                self.heard[k, player.at.code, match] = _happenings(player.at, match)

    def compare(self, by: Edition) -> None:
        """The journals, once the house is closed: nothing of before is missing, and new matches name the rules of today."""
        assert self.house is not None
        for game, code in zip(GAMES, self.codes, strict=True):
            before, now = self.journals.get(code, []), [j.write(entry) for entry in self.house.journal(code)]
            if now[: len(before)] != before:
                self.wrong.append(f"{game} {code}: the journal is another one")
            for entry in map(j.read, now[len(before) :]):
                if isinstance(entry, j.Began) and entry.rules != max(by.plays[game]):
                    self.wrong.append(f"{game} {code}: began under rules {entry.rules}, opened by {by.name}")
            self.journals[code] = now

    def _began(self, code: str) -> list[int]:
        return [entry.rules for entry in map(j.read, self.journals.get(code, [])) if isinstance(entry, j.Began)]

    def _lines(self, code: str, match: int) -> list[dict[str, Any]]:
        lines: list[list[dict[str, Any]]] = [[]]
        for entry in map(j.read, self.journals[code]):
            if isinstance(entry, j.Began):
                lines.append([])
            elif isinstance(entry, j.Line):
                lines[-1].append(entry.line)
        return lines[match]


def _happenings(page: Sitting, match: int) -> list[Any]:
    """What the game told of a match."""
    return [
        (event["kind"], event["about"], event["at"])
        for event in page.events
        if event["by"] == "game" and event["match"] == match
    ]


async def change(walk: Walk, editions: list[Edition], times: int, seconds: float, told: Any = None) -> None:
    """Open the house by each edition in turn, `times` changes in all."""
    for k in range(times + 1):
        by = editions[k % len(editions)]
        await asyncio.to_thread(walk.open, by)
        try:
            await walk.visit(by, walk.dice.uniform(0.3, 1.0) * seconds)
        finally:
            await asyncio.to_thread(walk.leave)
        walk.compare(by)
        if walk.wrong:
            return
        walk.changes = k
        if told is not None:
            told()


def refuses(house: Running, by: Edition) -> str:
    """Open it by an edition that should not; what it says."""
    house.env = by.env
    try:
        house.start()
    except AssertionError:
        assert house.process is not None
        code = house.process.wait(15)
        house._reap()
        said = [line for line in house.log.read_text().splitlines() if not re.match(r"\s*\{", line)]
        return f"{code}: {said[-1]}"
    house.stop()
    return "it opened"
