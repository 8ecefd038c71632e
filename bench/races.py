"""`python -m bench.races`: what a cheat wins in a fair race, and what an honest player loses. Into bench/results/races.md.

All of it is real: a house in its own process, players with real sockets, lines of a real length that both kernels see
(bench/wire.py), and races of Pig at tables with ten seats, judged by the house. A reaction is what the player's own clock
measured from reading the opening to sending the signal; the gain is that less what the house counted.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal as signals
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Opcode

from bench import wire
from bench.races_report import report
from bench.wire import Length
from pioche.client import Client, Sitting

RESULTS = Path(__file__).parent / "results" / "races.md"
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
DELAYS = (0, 20, 40, 80, 150, 200, 300, 400)  # milliseconds a cheat holds back its pongs
HONEST = (5, 40, 80, 150, 220, 300)  # round trips of honest players, in milliseconds
SOONEST, LATEST = 0.18, 0.42  # seconds, a human reaction
TABLES = 6
RETRY = 30.0
LAST = 10**6


@dataclass(frozen=True)
class Player:
    line: Length
    held: int | None = None  # None: honest. Milliseconds its pongs are held back; it claims to have reacted at once

    @property
    def name(self) -> str:
        return "honest" if self.held is None else f"{self.held} ms"


@dataclass
class Race:
    """By seat: what the player's own clock measured, and what the house counted."""

    true: dict[int, float] = field(default_factory=dict)
    counted: dict[int, int] = field(default_factory=dict)
    doubts: dict[int, str] = field(default_factory=dict)


class Cheat(ClientConnection):
    """Answers pings late."""

    held = 0.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        send: Callable[[Any], None] = self.protocol.send_frame

        def later(frame: Any) -> None:
            if frame.opcode is not Opcode.PONG or not self.held:
                send(frame)
                return

            def now() -> None:
                with contextlib.suppress(Exception):
                    send(frame)
                    self.send_data()

            self.loop.call_later(self.held, now)

        self.protocol.send_frame = later  # type: ignore[method-assign]


class Far(Sitting):
    """A player at the end of a line of ours."""

    player = Player(Length(0))
    place = -1
    tls: Any = None  # of a door that needs it
    lies: Any = None  # headers it sends besides

    async def connect(self, address: str = "") -> None:
        ticket = (await self.client.post(f"/api/tables/{self.code}/ticket"))["ticket"]
        base = (address or self.client.address).replace("http", "ws", 1)
        kind = type("Held", (Cheat,), {"held": (self.player.held or 0) / 1000})
        there = {"local_addr": (wire.address(self.place), 0)} if self.place >= 0 else {}
        self.socket = await connect(
            f"{base}/t/{self.code}/ws", compression=None, max_size=2**24, max_queue=None, ping_interval=None,
            proxy=None, create_connection=kind, ssl=self.tls if base.startswith("wss") else None,
            additional_headers=self.lies, **there,  # type: ignore[arg-type]
        )  # fmt: skip
        await self.send({"t": "hello", "ticket": ticket, "stream": self.stream, "since": self.n})


def hands(seats: int) -> list[list[str]]:
    """The first has a set; everybody else lacks one card."""
    names = RANKS[:seats]
    dealt = [[f"{rank}♠", f"{rank}♥", f"{rank}♦", f"{names[1 + k % (seats - 1)]}♣"] for k, rank in enumerate(names)]
    dealt[0][3] = f"{names[0]}♣"
    return dealt


@contextlib.asynccontextmanager
async def table(address: str, players: Sequence[Player], first: int, doors: Sequence[str] = ()) -> Any:
    """A table with these players, the first of whom opens every race. Lines are numbered from `first`; -1: none.
    `doors`: where each comes in, if not at the house's own address."""
    async with contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(address, f"P{k}")) for k in range(len(players))]
        position = {"phase": "play", "hand": hands(len(players))}
        options = {"latency": "fair", "match": "one_deal", "look_ms": 0, "idle_ms": 0, "pause_ms": 0}
        more = {"sit": 0, "position": position}
        settings = {"pace": "relaxed", "endings": "off"}
        made = await people[0].make("pig", settings, more, seats=len(players), **options)
        sittings = []
        for k, (person, player) in enumerate(zip(people, players, strict=True)):
            if k:
                await person.join(made["code"], made["secret"])
                await person.sit(made["code"], k)
            sitting = Far(person, made["code"])
            sitting.player, sitting.place = player, first + k if first >= 0 else -1
            await sitting.connect(doors[k] if doors else "")
            await sitting.until(lambda sitting=sitting: sitting.table)
            sittings.append(sitting)
        yield sittings
        for sitting in sittings:
            sitting.cut()


async def play(sittings: Sequence[Far], races: int, dice: random.Random, done: Callable[[Race], None]) -> None:
    """So many races. Lines are measured before the first one, as in any match: during the look at the cards."""
    for k in range(races):
        race = Race()
        for sitting in sittings:
            sitting.events = []
        await sittings[0].wish("rematch" if k else "start")
        if k == 0:
            longest = max(one.player.line.rtt + (one.player.held or 0) for one in sittings)
            await listen(sittings, 8 * (0.16 + longest / 1000) + 0.5)
        everybody = [_one(sitting, race, dice.uniform(SOONEST, LATEST)) for sitting in sittings]
        async with asyncio.timeout(RETRY):
            await asyncio.gather(*everybody)
        done(race)
        if k % 5 == 4:
            await listen(sittings, 2.2)  # the house measures between races


async def listen(sittings: Sequence[Far], seconds: float) -> None:
    async def hear(sitting: Far) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await sitting.hear()

    await asyncio.gather(*map(hear, sittings))


def _told(sitting: Far, kind: str) -> dict[str, Any] | None:
    return next((event for event in sitting.events if event["kind"] == kind), None)


async def _one(sitting: Far, race: Race, reaction: float) -> None:
    seat = int(sitting.you["seat"])
    await sitting.until(lambda: sitting.menu and sitting.table["phase"] == "playing")
    if seat == 0:
        await asyncio.sleep(0.05)
        await sitting.send({"t": "move", "id": f"o{sitting.n}", "do": "touch_nose", "seen": sitting.n})
    else:
        await sitting.until(lambda: _told(sitting, "nose"))
        seen = time.perf_counter()
        opening = _told(sitting, "nose")
        assert opening is not None
        await asyncio.sleep(reaction)
        true = 1000 * (time.perf_counter() - seen)
        claim = round(true) if sitting.player.held is None else 0
        signal = {"t": "move", "id": f"r{sitting.n}", "do": "touch_nose", "seen": opening["n"], "since_open": claim}
        await sitting.send(signal)
        race.true[seat] = true
    await sitting.until(lambda: _told(sitting, "photo_finish") and sitting.table["phase"] == "over")
    if seat == 0:
        finish = _told(sitting, "photo_finish")
        assert finish is not None
        race.counted = {row["seat"]: row["reaction"] for row in finish["about"]["finish"]}
        race.doubts = {row["seat"]: row.get("doubt", "") for row in finish["about"]["finish"]}


# -- many tables ---------------------------------------------------------------------------------------


async def tables(address: str, players: Sequence[Player], races: int, seed: int, far: bool = True) -> list[Race]:
    """So many races of these players, at several tables at once."""
    found: list[Race] = []

    async def one(k: int) -> None:
        dice, mine = random.Random(100 * seed + k), 0

        def done(race: Race) -> None:
            nonlocal mine
            mine += 1
            found.append(race)
            print(f"\r{len(found)} of {races}", end="", file=sys.stderr, flush=True)

        share = races // TABLES + (k < races % TABLES)
        while mine < share:
            with contextlib.suppress(TimeoutError, OSError):
                async with table(address, players, k * len(players) if far else -1) as sittings:
                    await play(sittings, share - mine, dice, done)

    await asyncio.gather(*map(one, range(TABLES)))
    print(file=sys.stderr)
    return found


def gains(races: Sequence[Race], seat: int, beside: int) -> list[float]:
    """Milliseconds by which a seat was counted quicker than it was, beside another one in the same race: how long the house
    itself took before it told the opening is the same for both."""
    both = [race for race in races if {seat, beside} <= race.counted.keys() & race.true.keys()]
    return [race.true[seat] - race.counted[seat] - race.true[beside] + race.counted[beside] for race in both]


def doubts(races: Sequence[Race], seat: int) -> set[str]:
    """What the photo finishes said of a seat, where it was counted: whoever comes after all others is not."""
    return {race.doubts[seat] for race in races if seat in race.doubts}


def ahead(race: Race, a: int, b: int) -> bool:
    """Was a counted quicker than b? Whoever was not counted came too late."""
    return (race.counted.get(a, LAST), race.true[a]) < (race.counted.get(b, LAST), race.true[b])


def cheats(line: float) -> list[Player]:
    return [Player(Length(line)), Player(Length(line)), *(Player(Length(line), held) for held in DELAYS)]


def cheat_rows(line: float, races: Sequence[Race]) -> list[str]:
    rows = []
    for seat, player in enumerate(cheats(line)):
        if seat >= 2:
            got = gains(races, seat, 1)
            won = sum(ahead(race, seat, 1) for race in races) / len(races)
            deserved = sum(race.true[seat] < race.true[1] for race in races) / len(races)
            mean, error = statistics.fmean(got), statistics.stdev(got) / len(got) ** 0.5
            alone = [race.true[seat] - race.counted[seat] for race in races if seat in race.counted]
            rows.append(
                f"| {line:g} | {player.held} | {len(races)} | {mean:.1f} ± {3 * error:.1f} | {max(alone):.0f} | "
                f"{100 * deserved:.0f} % | {100 * won:.0f} % |"
            )
    return rows


def honest_players(jitter: bool, lines: Sequence[float] = HONEST) -> list[Player]:
    """Somebody to open, and one on each line."""
    more = [Player(Length(80, 30)), Player(Length(80, 30)), Player(Length(80, 60))] if jitter else []
    return [Player(Length(5)), *(Player(Length(line)) for line in lines), *more]


def honest_rows(races: Sequence[Race], players: Sequence[Player]) -> tuple[list[str], list[str]]:
    """What each line costs, and each pairing: races won beside races deserved."""
    costs, pairs = [], []
    for seat, player in enumerate(players):
        if seat > 1:
            lost = [-gain for gain in gains(races, seat, 1)]
            late = sum(one > 5 for one in lost) / len(lost)
            error = 3 * statistics.stdev(lost) / len(lost) ** 0.5
            mean = statistics.fmean(lost)
            costs.append(f"| {title(player)} | {len(lost)} | {mean:.1f} ± {error:.1f} | {100 * late:.1f} % |")
    for a in range(1, len(players)):
        for b in range(a + 1, len(players)):
            n = len(races)
            deserved = sum(race.true[a] < race.true[b] for race in races)
            won = sum(ahead(race, a, b) for race in races)
            error = 300 * (deserved / n * (1 - deserved / n) / n) ** 0.5
            apart = 100 * (won - deserved) / n
            pairs.append(
                f"| {title(players[a])} | {title(players[b])} | {n} | {100 * deserved / n:.1f} % | {100 * won / n:.1f} % | "
                f"{apart:+.1f} | {error:.1f} | {'yes' if abs(apart) <= error else 'NO'} |"
            )
    return costs, pairs


def title(player: Player) -> str:
    line = player.line
    return f"{line.rtt:g} ± {line.jitter:g}" if line.jitter else f"{line.rtt:g}"


# -- the command -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def world(lengths: Sequence[Length], source: str, seed: int = 1) -> Any:
    """A house at the far end of these lines; yields its address. This process is among the players from now on."""
    house = wire.house_side()
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, **({"PYTHONPATH": source} if source else {})}
        serve = [sys.executable, "-m", "pioche.house.serve", "--no-browser", "--host", wire.HOUSE, "--port", "8421"]
        serve += ["--data", f"{folder}/house.db", "--tempo", "0", "--loose", "10000", "--log", "warning"]
        process = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, env=env)
        players = wire.players_side(lengths)
        pump = wire.carry(house, players, lengths, seed)
        try:
            assert process.stdout is not None
            process.stdout.readline()
            yield f"http://{wire.HOUSE}:8421"
        finally:
            process.terminate()
            process.wait(20)
            os.kill(pump, signals.SIGKILL)
            os.waitpid(pump, 0)


def lengths_of(players: Sequence[Player]) -> list[Length]:
    return [player.line for _ in range(TABLES) for player in players]


def measure(what: str, line: float, races: int, source: str, honest: Sequence[float] = HONEST) -> list[str]:
    """Rows of one part, made in a process that is left afterwards: it cannot leave its namespace."""
    players = cheats(line) if what == "cheat" else honest_players(what == "jitter", honest)
    with world(lengths_of(players), source) as address:
        found = asyncio.run(tables(address, players, races, seed=int(line) + 1))
    if what == "cheat":
        return cheat_rows(line, found)
    costs, pairs = honest_rows(found, players)
    return [*costs, "", *pairs]


def _lines(text: str) -> tuple[float, ...]:
    return tuple(map(float, text.split(",")))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.races", description=__doc__)
    parser.add_argument("--races", type=int, default=1000, help="of each kind")
    parser.add_argument("--lines", default="5,40,150,300", help="round trips cheats are measured on")
    parser.add_argument("--old", default="", help="the src folder of an earlier version, measured as well")
    parser.add_argument("--part", default="", help=argparse.SUPPRESS)
    parser.add_argument("--source", default="", help=argparse.SUPPRESS)
    parser.add_argument("--honest", type=_lines, default=HONEST, help="with --part jitter: round trips of honest players")
    parser.add_argument("--out", type=Path, default=RESULTS)
    asked = parser.parse_args(argv)
    if asked.part:
        what, _, line = asked.part.partition(":")
        print("\n".join(measure(what, float(line or 0), asked.races, asked.source, asked.honest)))
        return 0
    why = wire.possible()
    if why:
        print(f"no lines of a real length here: {why}", file=sys.stderr)
        return 1

    def part(name: str, races: int, source: str = "") -> list[str]:
        print(f"{name}{' (earlier version)' if source else ''}", file=sys.stderr)
        command = [sys.executable, "-m", "bench.races", "--part", name, "--races", str(races), "--source", source]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()

    cheat = [row for line in asked.lines.split(",") for row in part(f"cheat:{line}", asked.races)]
    honest = part("jitter", asked.races)
    old_cheat = part("cheat:40", max(20, asked.races // 10), asked.old) if asked.old else []
    old_honest = part("jitter", asked.races, asked.old) if asked.old else []
    command = f"python -m bench.races --races {asked.races} --lines {asked.lines}{' --old SRC' if asked.old else ''}"
    how = f"{TABLES} tables at once. Reactions are uniform between {1000 * SOONEST:.0f} and {1000 * LATEST:.0f} ms"
    asked.out.write_text(report(command, how, cheat, honest, old_cheat, old_honest), encoding="utf-8")
    print(asked.out.read_text(encoding="utf-8"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
