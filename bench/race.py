"""The measuring itself: who takes part, what a figure is, and how a run stays fair."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

Run = Callable[[float], tuple[int, float]]
"""Play at random for about so many CPU seconds; return the decisions made and the CPU seconds taken."""

WARM_UP = 0.05


class Absent(Exception):
    """A peer that is not installed here, with the command that would bring it."""

    def __init__(self, peer: str, remedy: str) -> None:
        super().__init__(f"SKIPPED {peer}: not installed here. To measure it too: {remedy}")
        self.peer = peer


@dataclass(frozen=True)
class Entrant:
    """One game in one library. `prepare` imports, builds and warms up, so that only play is timed."""

    group: str
    game: str
    prepare: Callable[[], Run]


@dataclass(frozen=True)
class Figure:
    """What an entrant did in its best turn."""

    group: str
    game: str
    decisions: int
    seconds: float

    @property
    def rate(self) -> float:
        """Decisions per CPU second."""
        return self.decisions / self.seconds


def short(rate: float) -> str:
    """A rate to three digits, as a person says it: 12.3 M, 456 k."""
    for unit, size in ((" G", 1e9), (" M", 1e6), (" k", 1e3)):
        if rate >= 0.9995 * size:
            return f"{rate / size:.3g}{unit}"
    return f"{rate:.3g}"


def stay_on_one_core() -> None:
    """Pin this process and keep number libraries single-threaded; call before they are imported."""
    for name in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
        os.environ.setdefault(f"{name}_NUM_THREADS", "1")
    if hasattr(os, "sched_setaffinity"):
        with suppress(OSError):  # a container may forbid it; CPU time stays a fair measure
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def playing(play: Callable[[], int]) -> Run:
    """A run out of a function that plays one whole game and returns its decisions."""

    def run(seconds: float) -> tuple[int, float]:
        decisions = 0
        start = now = time.process_time()
        while now - start < seconds:
            decisions += play()
            now = time.process_time()
        return decisions, now - start

    return run


def prepare(entrants: Iterable[Entrant], tell: Callable[[str], None]) -> list[tuple[Entrant, Run]]:
    """Ready everybody before the first measurement, so that what is missing or broken shows at once.

    An absent peer is told once, however many games it would have played.
    """
    ready: list[tuple[Entrant, Run]] = []
    told: set[str] = set()
    for entrant in entrants:
        try:
            run = entrant.prepare()
        except Absent as absent:
            if absent.peer not in told:
                told.add(absent.peer)
                tell(str(absent))
        else:
            run(WARM_UP)
            ready.append((entrant, run))
    return ready


def race(ready: list[tuple[Entrant, Run]], seconds: float, laps: int) -> Iterator[Figure]:
    """Everybody in turn, lap after lap: a machine that slows down for a while slows down all alike.

    Yields each figure as it is taken; `best` keeps the best lap of each.
    """
    for _ in range(laps):
        for entrant, run in ready:
            decisions, taken = run(seconds)
            yield Figure(entrant.group, entrant.game, decisions, taken)


def best(figures: Iterable[Figure]) -> list[Figure]:
    """The fastest figure of each entrant, in the order of the first lap: noise only ever slows down."""
    fastest: dict[tuple[str, str], Figure] = {}
    for figure in figures:
        key = figure.group, figure.game
        if key not in fastest or figure.rate > fastest[key].rate:
            fastest[key] = figure
    return list(fastest.values())
