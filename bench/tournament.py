"""`python -m bench.tournament`: two hundred people at fifty tables of one round, the house on one core with a file.

Everybody comes by the invitation, checks in, is seated, and plays over a socket of their own; the organiser seats the next
round. Measured: how long a move waits for its answer, how long a seating takes, and whether anything that was acknowledged
is missing after the house is killed without a word.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pioche import load
from pioche.client import LOST, Client, Refused
from pioche.house.seated_bots.roster import AnyMove
from pioche.house.stores.sqlite import read_only
from pioche.house.tables import journal as j

RESULTS = Path(__file__).parent / "results"
SERVER, DRIVER = 0, 1  # cores


@dataclass
class Measured:
    entrants: int
    tables: int = 0
    moves: int = 0
    lost: int = 0
    refused: int = 0
    p50: float = 0.0  # milliseconds from a move to its answer
    p99: float = 0.0
    longest: float = 0.0
    opening: float = 0.0  # seconds from `start` to all tables open
    seatings: list[float] = field(default_factory=list)  # seconds
    views: float = 0.0  # milliseconds to fetch the view, the slowest of one for each entrant at once
    load: float = 0.0
    processor: float = 0.0  # seconds of the house, without what it started


class Evening:
    def __init__(self, address: str, entrants: int, units: int, pace: float) -> None:
        self.address, self.units, self.pace = address, units, pace
        self.names = [f"P{k:03}" for k in range(entrants)]
        self.people: dict[str, Client] = {}
        self.acked: dict[str, list[str]] = {}
        self.waits: list[float] = []
        self.found = Measured(entrants)
        self.path = ""
        self.playing = True

    async def run(self, rounds: int) -> None:
        async with contextlib.AsyncExitStack() as stack:
            organiser = await stack.enter_async_context(Client(self.address, "Olga"))
            wish = {"game": "agnes", "rounds": rounds + 1, "units": self.units, "final": "none", "round_minutes": 0}
            made = await organiser.post("/api/tournaments", wish)
            self.path = f"/api/tournaments/{made['code']}"
            secret = made["links"]["entrants"].partition("#")[2]
            for name in self.names:
                client = self.people[name] = await stack.enter_async_context(Client(self.address, name))
                await client.post(f"{self.path}/join", {"secret": secret, "name": name})
            await self.act(organiser, "check_in", names=self.names)
            for _ in range(rounds):
                await self.timed_seating(organiser)
                began = time.monotonic()
                started = await self.act(organiser, "start")
                self.found.opening = max(self.found.opening, time.monotonic() - began)
                self.found.tables = len(started["view"]["history"][-1]["tables"])
                await asyncio.gather(*(self.sit(name) for name in self.names))
                await self.settle(organiser)
                await self.act(organiser, "close")
            await self.timed_seating(organiser)

    async def act(self, client: Client, do: str, **told: Any) -> Any:
        return await client.post(f"{self.path}/act", {"id": f"{time.monotonic_ns()}", "do": do, **told})

    async def timed_seating(self, organiser: Client) -> None:
        began = time.monotonic()
        await self.act(organiser, "seat")
        self.found.seatings.append(round(time.monotonic() - began, 3))

    async def sit(self, name: str) -> None:
        began = time.monotonic()
        place = (await self.people[name].get(self.path))["you"]["place"]
        self.found.views = max(self.found.views, 1000 * (time.monotonic() - began))
        if place is None:
            return
        dice = random.Random(name)
        await asyncio.sleep(self.pace * dice.random())  # everybody has heard of it at once, and presses a button
        async with self.people[name].at(place["code"], since=None) as at:
            mind: AnyMove | None = None
            while at.table.get("phase", "playing") != "over":
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(5):
                        await at.hear()
                if not at.menu or at.view is None or at.table.get("phase") != "playing":
                    continue
                mind = mind or AnyMove(load(at.table["game"]), dice.getrandbits(32))
                await asyncio.sleep(self.pace * dice.random())
                if at.menu and at.view is not None:
                    await self.move(at, mind, place["code"])

    async def move(self, at: Any, mind: AnyMove, code: str) -> None:
        word = mind.choose(at.view, [choice["do"] for choice in at.menu], [], {})
        id, began = f"{random.getrandbits(64):016x}", time.monotonic()
        try:
            ack = await at.move(word, id, seen=at.n, deal=at.view["deal"])
        except Refused:
            self.found.refused += 1
            at.menu = None
            return
        self.waits.append(1000 * (time.monotonic() - began))
        if not ack.get("late"):
            self.acked.setdefault(code, []).append(id)

    async def settle(self, organiser: Client) -> None:
        """The referee makes every result final."""
        while True:
            tables = (await organiser.get(self.path))["view"]["history"][-1]["tables"]
            for table in tables:
                if table["status"] == "proposed":
                    with contextlib.suppress(Refused):
                        await self.act(organiser, "rule", table=table["number"])
            if all(table["status"] == "final" for table in tables):
                return
            await asyncio.sleep(0.5)


def measure(entrants: int, rounds: int, units: int, pace: float) -> Measured:
    with tempfile.TemporaryDirectory(prefix="tournament-") as folder:
        data = Path(folder) / "house.db"
        command = [sys.executable, "-u", "-m", "pioche.house.serve", "--no-browser", "--no-backups", "--loose", "1000",
                   "--port", "0", "--data", str(data)]  # fmt: skip
        house = subprocess.Popen(["taskset", "-c", str(SERVER), *command], stdout=subprocess.PIPE, text=True)
        try:
            assert house.stdout is not None
            address = next(word for line in house.stdout for word in line.split() if word.startswith("http://127."))
            os.sched_setaffinity(0, {DRIVER})
            evening = Evening(address.rstrip("/"), entrants, units, pace)
            asyncio.run(evening.run(rounds))
            evening.found.processor = _processor(house.pid)
        finally:
            house.send_signal(signal.SIGKILL)
            house.wait()
        return _counted(evening, data)


def _processor(pid: int) -> float:
    """Seconds of the processor a process has used."""
    used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return round((int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK"), 1)


def _counted(evening: Evening, data: Path) -> Measured:
    found, waits = evening.found, sorted(evening.waits)
    store = read_only(data)
    for code, ids in evening.acked.items():
        kept = {entry.id for entry in map(j.read, store.journal(code))}
        found.lost += len(set(ids) - kept)
    store.close()
    found.moves, found.longest = len(waits), round(waits[-1], 1)
    found.p50, found.p99 = round(waits[len(waits) // 2], 1), round(waits[int(len(waits) * 0.99)], 1)
    found.load = round(os.getloadavg()[0], 1)
    found.opening, found.views = round(found.opening, 2), round(found.views, 1)
    return found


def page(found: Measured, command: str) -> str:
    seatings = ", ".join(f"{seconds:.2f} s" for seconds in found.seatings)
    return f"""# A tournament in one house

{found.entrants} people at {found.tables} tables of Agnès at once, the house on one core with SQLite, everybody over a
socket of their own, driven from another core.

| what | asked | measured |
|---|---|---|
| moves | none lost | {found.moves:,}, {found.lost} lost after kill -9 |
| from a move to its answer | p99 100 ms | p50 {found.p50} ms, p99 {found.p99} ms, longest {found.longest} ms |
| seating of a round | 1 s | {seatings} |
| from `start` to all tables open | | {found.opening} s |
| the view, fetched by everybody at once | | the slowest {found.views} ms |
| processor time of the house, from its start to its end | | {found.processor} s |
| load of the machine, on {os.cpu_count()} cores | | {found.load} |

`{command}` measures it again.
"""


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.tournament", description=__doc__)
    parser.add_argument("--entrants", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=2, help="that are played; one more is seated")
    parser.add_argument("--units", type=int, default=2, help="manches of a match")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds somebody thinks at most")
    parser.add_argument("--out", type=Path, default=None, metavar="FOLDER", help=f"where results go: {RESULTS.name}")
    asked = parser.parse_args(argv)
    try:
        found = measure(asked.entrants, asked.rounds, asked.units, asked.pace)
    except LOST as lost:
        print(f"the house was lost: {lost!r}", file=sys.stderr)
        return 1
    told = f"--entrants {asked.entrants} --rounds {asked.rounds} --units {asked.units} --pace {asked.pace}"
    text = page(found, f"python -m bench.tournament {told}")
    print(text)
    if asked.out is not None:
        asked.out.mkdir(parents=True, exist_ok=True)
        (asked.out / "tournament.md").write_text(text, encoding="utf-8")
        (asked.out / "tournament.json").write_text(json.dumps(asdict(found), indent=1) + "\n", encoding="utf-8")
    return 0 if not found.lost else 1


if __name__ == "__main__":
    sys.exit(main())
