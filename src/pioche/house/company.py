"""Bots that keep people company. A bot is given its seat's view and the legal actions, nothing else.

`register` is the seam: other bots join under the name of a level, for all games or for some.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pioche.game import Game

View = Mapping[str, Any]
USUAL = "random"  # who fills a seat when nobody asked for somebody else
THINKS = (500, 900, 0.45)  # a pause before an ordinary decision: at least, median on top, spread


class Bot(Protocol):
    """One bot at one seat for one match. It may keep what its views have shown it."""

    def choose(self, view: View, legal: Sequence[str], rng: random.Random) -> str: ...


@dataclass(frozen=True)
class Level:
    """`heavy` bots think in a thread, so that no other table waits for them."""

    make: Callable[[Game, int], Bot]
    games: frozenset[str] | None = None
    heavy: bool = False
    delay: Callable[[View, str, random.Random], int] | None = None  # milliseconds before the chosen action; None: as people do


class AnyMove:
    """Any legal action, all equally likely; in a race it holds its hands still until it has seen enough."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat

    def choose(self, view: View, legal: Sequence[str], rng: random.Random) -> str:
        return rng.choice(legal)


_levels: dict[str, Level] = {USUAL: Level(AnyMove)}


def register(name: str, level: Level) -> None:
    """Offer bots under a name; the name is how tables ask for them."""
    _levels[name] = level


def levels(game: str) -> list[str]:
    """The levels that can play a game."""
    return [name for name, level in _levels.items() if level.games is None or game in level.games]


def level(name: str) -> Level:
    """A bot that is no longer offered is replaced by the usual one: a stored table must always go on."""
    return _levels.get(name, _levels[USUAL])


def all_levels() -> dict[str, Level]:
    return dict(_levels)


def pause(least: int, median: int, spread: float, rng: random.Random) -> int:
    """A delay as people have it (T24): a floor and a log-normal on top, in milliseconds."""
    import math

    return least + round(median * math.exp(spread * rng.gauss(0, 1)))


def thinking_time(chosen: Level, view: View, word: str, rng: random.Random) -> int:
    if chosen.delay is not None:
        return chosen.delay(view, word, rng)
    return min(pause(*THINKS, rng), 4_000)
