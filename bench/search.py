"""`python -m bench.search`: how fast bots that think imagine, and whether they answer in time.

Experts play matches at a default table of four; now and then search is asked what it would do, on one core and with nothing
else to think of. A *move* is one of those it imagines, in the compiled twin, judgement included; all that comes before the
first of them counts as time, too. Beside it OpenSpiel's C++ rollouts, which choose at random, in the same run.
It ends with 1 where a promise is not kept.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import track

from bench import peers, report
from bench.race import best, prepare, race, short, stay_on_one_core

RESULTS = Path(__file__).parent / "results"
NEED = 200_000  # imagined moves a second, on one core
LATE = 1.2  # of its time a search may take


@dataclass(frozen=True)
class Thought:
    """What search did with some decisions of one game."""

    game: str
    seats: int
    decisions: int
    moves: int
    seconds: float  # of the processor
    usual: float  # of its time, what an answer took; by the clock
    slowest: float

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def good(self) -> bool:
        return self.rate >= NEED and self.slowest <= LATE


def decisions(game: Any, rng: Random) -> Iterator[tuple[Any, int]]:
    """Tables of experts, whenever somebody has something to decide; one in three."""
    from pioche.bots import make

    for seed in range(1, 10**6):
        table = game.table(seed=seed)
        experts = [make("expert", game, 64 * seed + seat) for seat in range(game.seats)]
        while not table.over:
            seat = rng.choice(table.actors)
            if len(table.legal(seat)) > 1 and rng.randrange(3) == 0:
                yield table, seat
            table.act(seat, experts[seat].choose(table.view(seat), table.legal(seat), [], table.memory(seat)))


def think(name: str, seconds: float, times: int) -> Thought:
    """Search is asked so many times; the first time is for the cache and does not count."""
    import pioche
    from pioche.bots.search import Search

    game = pioche.load(name) if name == "five_cards" else pioche.load(name, seats=4)  # Five Cards is for two
    search = Search(game, seed=1, seconds=seconds)
    moves, spent, took = 0, 0.0, []
    for turn, (table, seat) in enumerate(decisions(game, Random(1))):
        began, clock = time.process_time(), time.perf_counter()
        search.choose(table.view(seat), table.legal(seat), table.memory(seat))
        if turn:
            spent += time.process_time() - began
            took.append((time.perf_counter() - clock) / seconds)
            moves += search.moves_played
        if len(took) == times:
            break
    return Thought(name, game.seats, times, moves, spent, statistics.median(took), max(took))


PAGE = """# How fast search thinks

Moves that search imagines a second on one core, judgement included, in {times} decisions of experts at a default table.
{need:,} are promised, and answers within {late:.0%} of the {seconds:g} s given; what is settled sooner is answered sooner.
Beside it the median of OpenSpiel's C++ rollouts, which choose at random, in the same run: {peer} moves a second.

{machine}, {date}: `{command}`

| game | seats | moves a second | of OpenSpiel's | usual answer | slowest answer | promise |
|---|---:|---:|---:|---:|---:|---|
{rows}
"""


def page(found: list[Thought], peer: float | None, where: report.Setting) -> str:
    """The table, and how it came about."""
    rows = [
        f"| {t.game} | {t.seats} | {short(t.rate)} | {report.times(t.rate / peer if peer else None)} "
        f"| {t.usual:.0%} | {t.slowest:.0%} | {'kept' if t.good else 'not kept'} |"
        for t in found
    ]
    return PAGE.format(
        times=found[0].decisions, need=NEED, late=LATE, seconds=where.seconds, peer=short(peer) if peer else "not measured,",
        machine=where.machine, date=where.date, command=where.command, rows="\n".join(rows),
    )  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.search", description="How fast bots that think imagine.")
    parser.add_argument("--seconds", type=float, default=1.0, help="a decision may take (default 1)")
    parser.add_argument("--times", type=int, default=20, help="decisions of each game (default 20)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the folder of the results (default bench/results)")
    parser.add_argument("--games", nargs="+", help="only these (default all with turns)")
    asked = parser.parse_args(argv)
    stay_on_one_core()
    import pioche

    console = Console()
    rollouts = [entrant for entrant in peers.entrants(["openspiel"]) if entrant.group == peers.SPIEL_CPP]
    ready = prepare(rollouts, lambda line: console.print(line, style="bold red", markup=False, highlight=False))
    peer = report.spiel_median(best(race(ready, 0.5, 2)))
    names = asked.games or [name for name in pioche.games() if not pioche.load(name).rules.timed]
    found = [think(name, asked.seconds, asked.times) for name in track(names, "thinking", console=console)]
    where = report.setting(f"python -m bench.search --seconds {asked.seconds:g} --times {asked.times}", asked.seconds, 1)
    text = page(found, peer, where)
    console.print(text, markup=False, highlight=False, soft_wrap=True)
    asked.out.mkdir(parents=True, exist_ok=True)
    (asked.out / "search.md").write_text(text, encoding="utf-8")
    figures = {"setting": asdict(where), "openspiel": peer, "games": [asdict(t) | {"rate": t.rate} for t in found]}
    (asked.out / "search.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0 if all(t.good for t in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
