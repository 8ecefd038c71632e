"""`python -m bench`: measure, print, write."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench import c, ours, peers, report
from bench.race import Entrant, Figure, best, prepare, race, short, stay_on_one_core

PEERS = ("c", "openspiel", "rlcard", "pettingzoo")
RESULTS = Path(__file__).parent / "results"


def main(argv: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(argv)
    console = Console()
    stay_on_one_core()
    random.seed(1)
    skipped: list[str] = []

    def skip(line: str) -> None:
        skipped.append(line)
        console.print(line, style="bold red", markup=False, highlight=False, soft_wrap=True)

    with console.status("getting everybody ready (compiling counts for nobody)"):
        ready = prepare(_entrants(asked.peers), skip)
    figures = best(_measured(race(ready, asked.seconds, asked.laps), len(ready) * asked.laps, console))
    console.print(_figures(figures), _goals(figures))

    names = "all" if asked.peers == PEERS else ",".join(asked.peers) or "none"
    command = f"python -m bench --seconds {asked.seconds:g} --laps {asked.laps} --peers {names}"
    where = report.setting(command, asked.seconds, asked.laps)
    for path in report.write(asked.out, figures, skipped, where):
        console.print(f"wrote {path}", highlight=False, soft_wrap=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=sys.modules["bench"].__doc__)
    parser.add_argument(
        "--seconds", type=_positive, default=2.0, metavar="S", help="CPU seconds for each figure, in each lap (default 2)"
    )
    parser.add_argument(
        "--laps",
        type=int,
        choices=range(1, 21),
        default=3,
        metavar="N",
        help="how often everybody runs; the best lap counts (default 3)",
    )
    parser.add_argument(
        "--peers", type=_peers, default=PEERS, metavar="WHO", help=f"all, none, or some of {','.join(PEERS)} (default all)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=RESULTS,
        metavar="FOLDER",
        help="where the table, the data and the picture go (default bench/results)",
    )
    return parser


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds between 0 and 3600")
    return value


def _peers(text: str) -> tuple[str, ...]:
    if text in ("all", "none"):
        return PEERS if text == "all" else ()
    names = tuple(text.split(","))
    for name in names:
        if name not in PEERS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of all, none, {', '.join(PEERS)}")
    return names


def _entrants(chosen: Sequence[str]) -> list[Entrant]:
    limit = c.entrants() if "c" in chosen else []
    return ours.entrants() + limit + peers.entrants([name for name in chosen if name != "c"])


def _measured(figures: Iterator[Figure], total: int, console: Console) -> Iterator[Figure]:
    """The same figures, with a bar that shows how far the run has come."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=total)
        for figure in figures:
            last = f"{figure.group}, {figure.game}: {short(figure.rate)}/s"
            progress.update(task, advance=1, description=last)
            yield figure


def _figures(figures: Sequence[Figure]) -> Table:
    table = Table("what", "game", title="Random play, one core")
    table.add_column("decisions/s", justify="right")
    table.add_column("ns a decision", justify="right")
    for name, rows in groupby(figures, key=lambda figure: figure.group):
        table.add_section()
        style = "bold yellow" if name == ours.COMPILED else ""
        for f in rows:
            table.add_row(name, f.game, short(f.rate), f"{1e9 / f.rate:,.0f}", style=style)
    return table


def _goals(figures: Sequence[Figure]) -> Table:
    table = Table("ratio", title="What we promise")
    for name in ("measured", "at least", "aim"):
        table.add_column(name, justify="right")
    table.add_column("verdict")
    for goal in report.goals(figures):
        style = {"missed": "red", "not measured": "dim"}.get(goal.verdict, "green")
        table.add_row(*report.goal_row(goal), style=style)
    return table


if __name__ == "__main__":
    sys.exit(main())
