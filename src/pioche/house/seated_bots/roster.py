"""Bots that keep people company. A bot is given what its seat sees and remembers and what it may do, nothing else.

What a bot is, and how well it plays, is `pioche.bots`' business; here it gets a chair, a name and human reflexes
(T24). `register` is the seam for bots of other makes.
"""

from __future__ import annotations

import math
import os
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import entry_points
from typing import Any

from pioche import bots
from pioche.bots import Bot, warm_start
from pioche.bots.own_bots import LEARNT, learnt_games
from pioche.bots.reflex_bot import ODDS, SKILLS, between_levels, delay
from pioche.engine.game import Game, games, load
from pioche.engine.rulebook import Rulebook

View = Mapping[str, Any]
TAKING = frozenset({"pick", "draw", "accept"})
THINKS = (500, 900, 0.45)  # before an ordinary decision: at least, median on top, spread
LONGEST = 4_000  # milliseconds
LEAST_REACTION = 100
NICE = 10  # the priority of what uses only what the house leaves


@dataclass(frozen=True)
class Level:
    """`heavy` bots think in a process of their own, so that nobody waits for them. `skill` is how quick they are."""

    make: Callable[[Game, int], Bot]  # from a game and a seed of their own
    games: frozenset[str] | None = None  # None: all
    heavy: bool = False
    skill: float = 0.5


class AnyMove:
    """Any legal action, all equally likely. In a race it keeps its hands still until there is something to react to."""

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = random.Random(seed)
        self.signals = game.rules.actions.signals

    def choose(
        self, view: View, legal: Sequence[str], events: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]
    ) -> str:
        signals = [word for word in legal if _name(word) in self.signals]
        others = [word for word in legal if _name(word) not in self.signals]
        if signals and (view.get("race_open") or has_set(view)):
            return self.rng.choice(signals)
        if signals and others and "race_open" not in view and self.rng.random() < 0.1:
            return self.rng.choice(signals)  # a window for quick discards: a slam now and then
        return self.rng.choice(others or signals)


def _name(word: str) -> str:
    return word.partition(":")[0]


def has_set(view: View) -> bool:
    """Does the seat hold what a first signal needs (R2, R14)?"""
    hands, size = view.get("hand"), view["options"].get("cards", 4)
    if not isinstance(hands, list) or view.get("seat") is None or not isinstance(hands[view["seat"]], list):
        return False
    ranks = [card[:-1] for card in hands[view["seat"]] if isinstance(card, str)]
    return any(ranks.count(rank) >= (3 if size == 3 else 4) for rank in set(ranks))


def _of_the_house(level: str, game: Game, seed: int) -> Bot:
    return bots.make(level, game, seed)


_levels: dict[str, Level] = {
    "random": Level(AnyMove),
    **{name: Level(partial(_of_the_house, name), skill=skill) for name, skill in SKILLS.items()},
    "search": Level(partial(_of_the_house, "search"), heavy=True, skill=SKILLS["expert"]),
    LEARNT: Level(partial(_of_the_house, LEARNT), frozenset(learnt_games()), heavy=True, skill=SKILLS["expert"]),
}


@cache
@cache
def register_installed() -> None:
    """Offer what other packages have under the entry point `pioche.bots`; their attribute `games` may name some games."""
    for point in entry_points(group=bots.ENTRY_POINTS):
        if point.name not in _levels:
            named = getattr(point.load(), "games", None)
            _levels[point.name] = Level(partial(_of_the_house, point.name), frozenset(named) if named else None, heavy=True)


def register(name: str, level: Level) -> None:
    """Offer bots under a name; the name is how tables ask for them."""
    _levels[name] = level


def levels(game: str) -> list[str]:
    """The levels that can play a game."""
    register_installed()
    there = _there(game)
    named = [name for name, level in _levels.items() if level.games is None or game in level.games]
    return [name for name in named if name in there or name not in bots.LEVELS]


@cache
def _there(game: str) -> tuple[str, ...]:
    return bots.levels(load(game))


def usual(game: Game) -> str:
    """Return the level that fills a seat by default."""
    return bots.usual(game)


def games_of(name: str) -> list[str]:
    """The games a level can play; none are named where it plays all."""
    every = games()
    found = [game for game in every if name in levels(game)]
    return [] if found == every else found


def level(name: str) -> Level:
    """A bot that is no longer offered is replaced by any: a stored table must always go on."""
    register_installed()
    return _levels.get(name, _levels["random"])


def all_levels() -> dict[str, Level]:
    """Those that can play here: without a compiler nobody searches."""
    register_installed()
    return {name: level for name, level in _levels.items() if any(name in levels(game) for game in games())}


def step_back() -> None:
    """The process of the heavy bots uses what the house leaves: people come first."""
    lower_priority()
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def lower_priority() -> None:
    """Of this process; on Linux of this thread, and of the processes it starts."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, max(NICE, os.getpriority(os.PRIO_PROCESS, 0)))


def _end_with(house: int) -> None:
    """A house that is killed cannot say goodbye: who worked for it goes as well."""
    while os.getppid() == house:
        time.sleep(3)
    os._exit(0)


_pondering: dict[tuple[str, str, int], Bot] = {}  # in the process of the heavy bots


def warm_up(game: str) -> None:
    """Load what search needs before the first question."""
    warm_start.warm_start_of(load(game))


def ponder(
    name: str, game: str, options: dict[str, Any], seed: int, view: View, legal: list[str], events: list[Any], memory: View
) -> str:
    """A heavy bot's decision, in a process of its own. It keeps its thoughts from one decision to the next."""
    key = name, game, seed
    if key not in _pondering:
        if len(_pondering) > 200:
            _pondering.clear()
        _pondering[key] = level(name).make(load(game, **options), seed)
    return _pondering[key].choose(view, legal, events, memory)


# -- how long they take ----------------------------------------------------------------------------


def pause(least: float, median: float, spread: float, rng: random.Random) -> int:
    """T24: a floor and a log-normal on top, in milliseconds."""
    return round(least) + round(median * math.exp(spread * rng.gauss(0, 1)))


def thinking_time(skill: float, view: View, word: str, rules: Rulebook, rng: random.Random) -> int:
    """As people take it: quick to pick up, slower to choose, never quicker than a nerve, absent-minded at times."""
    name = _name(word)
    signal = name in rules.actions.signals
    if not rules.timed or ("race_open" not in view and not signal):
        return min(pause(*THINKS, rng), LONGEST)
    if "race_open" not in view:
        return pause(*delay("spot", skill), rng)
    if not signal:
        return pause(*delay("pick" if name in TAKING else "think", skill), rng)
    if not view["race_open"]:
        return pause(*delay("own", skill), rng)
    lapse = pause(*delay("lapse", skill), rng) if rng.random() < between_levels(skill, *ODDS["lapse_p"]) else 0
    return max(LEAST_REACTION, pause(*delay("react", skill), rng) + lapse)


def attention(view: View) -> tuple[Any, ...]:
    """Return the part of a view whose change makes a bot plan again."""
    return view.get("race_open"), view.get("window"), view.get("phase"), view.get("deal")
