"""What a bot is: it gets what its seat sees, what its seat may do and what its seat would remember, and answers
with an action. Nothing else reaches it.

Levels: `random`; `novice`, `regular` and `expert`, judgement written for each game, or a short look ahead where none is
written; `search`, which thinks ahead on the compiled twin (`search:0.1` for a tenth of a second a move). Bots of your own
and players that were learnt have names too (`own_bots.py`); other packages offer bots under the entry point `pioche.bots`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.judgement import judgement_module
from pioche.engine.game import Game, has_compiler
from pioche.errors import BadOption, NeedsCompiler, PiocheError

if TYPE_CHECKING:
    from pioche.bots.search import Search

LEVELS = ("random", "novice", "regular", "expert", "search")
DEFAULT_LEVEL = "regular"  # who plays when nobody asked for somebody else
ENTRY_POINTS = "pioche.bots"
COMPILE_WAIT_SECONDS = 0.5  # seconds search waits for its compiled twin, which is soon there when it comes from the cache


class Bot(Protocol):
    """A player. `events` are those since it was last asked; `memory` is `Table.memory` of its seat."""

    def choose(
        self, view: Mapping[str, Any], legal: Sequence[str], events: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]
    ) -> str: ...


class RandomBot:
    """Any legal move, all equally likely."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(
        self, view: Mapping[str, Any], legal: Sequence[str], events: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]
    ) -> str:
        return self.rng.choice(legal)


class Judgement:
    """A level of a game's own judgement, in plain Python: it answers at once, also on a cold start.

    The judgement is a rule function on a position; the bot makes that position from its view. What the view
    does not show is filled at random, and judgement that depended on it would fail a test.
    """

    def __init__(self, game: Game, level: str, seed: int) -> None:
        self.game = game
        self.engine = judgement_engine(game)
        self.level = LEVELS.index(level)
        self.rng = Random(seed)
        self.dice = [self.rng.getrandbits(31) + 1, self.rng.getrandbits(31)]
        self.illegal_choices = 0

    def choose(
        self, view: Mapping[str, Any], legal: Sequence[str], events: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]
    ) -> str:
        from pioche.bots.world_sampling import WorldSampler
        from pioche.engine.table import MENU_SIZE

        if len(legal) == 1:
            return legal[0]
        s = WorldSampler(self.game, view, memory).draw(self.rng)
        action = self.engine.decide(s, view["seat"], self.level, [0] * MENU_SIZE, self.dice)
        word = self.game.rules.actions.write(action)
        if word not in legal:  # judgement at fault must not stop a table; tests see to it that it never is
            self.illegal_choices += 1
            return self.rng.choice(legal)
        return word


class SearchBot:
    """Search. While the compiled twin of its game warms up, the expert answers: nobody waits for it."""

    def __init__(self, game: Game, seed: int, seconds: float, measured: bool = False) -> None:
        self.game, self.seed, self.seconds, self.measured = game, seed, seconds, measured
        self.meanwhile = make("expert", game, seed)
        self.search: Search | None = None

    def choose(
        self, view: Mapping[str, Any], legal: Sequence[str], events: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]
    ) -> str:
        if len(legal) == 1:
            return legal[0]
        if self.search is None:
            from pioche.bots import warm_start

            if self.measured:
                warm_start.compile_here(self.game)
            elif not warm_start.warm_start_of(self.game).ready.wait(min(self.seconds, COMPILE_WAIT_SECONDS)):
                return self.meanwhile.choose(view, legal, events, memory)
            self.search = self._search()
        return self.search.choose(view, legal, memory)

    def _search(self) -> Search:
        from pioche.bots.search import Search

        if self.measured:
            return Search(self.game, self.seed, self.seconds, clock=time.thread_time)
        return Search(self.game, self.seed, self.seconds, threads=os.cpu_count() or 1)


def seconds_of(level: str, usual: float = 1.0) -> float:
    """Return how many seconds a bot may think for a move: `search:0.1` contains it."""
    name, _, seconds = level.partition(":")
    try:
        return float(seconds) if name == "search" and seconds else usual
    except ValueError:
        return 0.0


def levels(game: Game) -> tuple[str, ...]:
    """The levels there are for a game: all of them, or only `random` where nobody can tell what a seat does not see.
    Reflexes need not imagine anything."""
    from pioche.bots.reflex_bot import by_reflexes
    from pioche.bots.world_check import why_not

    if not by_reflexes(game) and why_not(game):
        return LEVELS[:1]
    return LEVELS if has_compiler() else LEVELS[:-1]


def usual(game: Game) -> str:
    """The level that plays a game when nobody asked for another."""
    return DEFAULT_LEVEL if DEFAULT_LEVEL in levels(game) else LEVELS[0]


def make(level: str, game: Game, seed: int = 0, seconds: float = 1.0, measured: bool = False) -> Bot:
    """A bot for a game. Its luck comes from the seed alone and never touches the cards.

    A bot that is `measured` and thinks waits for its compiled twin, uses one core, and counts what it uses of it.
    """
    if level == "random":
        return RandomBot(seed)
    if level in LEVELS or (level.startswith("search:") and seconds_of(level) > 0):
        return _of_the_house(level, game, seed, seconds, measured)
    if is_program(level):
        from pioche.bots.programs import ProgramBot

        return ProgramBot(level)
    from pioche.bots.own_bots import LEARNT, as_bot, is_own, make_own

    if level == LEARNT or is_own(level):
        own: Bot = make_own(level, game, seed)
        return own
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS):
        if point.name == level:
            bot: Bot = as_bot(point.load(), game, seed)
            return bot
    names = ", ".join(levels(game))
    raise BadOption(f"No bot is called {level}; there are {names}.", f"Aucun robot ne s’appelle {level} ; il y a {names}.")


def _of_the_house(level: str, game: Game, seed: int, seconds: float, measured: bool) -> Bot:
    """A level that must imagine what its seat cannot see."""
    from pioche.bots.world_check import why_not

    cannot = why_not(game)
    if cannot:
        raise PiocheError(cannot.en, cannot.fr)
    if level.startswith("search"):
        if not has_compiler():
            raise NeedsCompiler
        return SearchBot(game, seed, seconds_of(level, seconds), measured)
    if judgement_module(game.rules):
        return Judgement(game, level, seed)
    from pioche.bots.lookahead import Lookahead

    return Lookahead(game, level, seed)


def is_program(level: str) -> bool:
    """A command line, not a name; a model is a file, wherever it lies."""
    from pioche.bots.own_bots import is_own

    return (" " in level or "/" in level) and not is_own(level)


def offered(level: str, game: Game) -> bool:
    """Return whether a game has a bot of this name: a level, a learnt player, an own one, or one of another package."""
    from importlib.metadata import entry_points

    from pioche.bots.own_bots import LEARNT, has_learnt, is_own

    if level == LEARNT:
        return has_learnt(game)
    own = level in levels(game) or is_program(level) or is_own(level)
    thinks = level.startswith("search:") and seconds_of(level) > 0
    return own or thinks or any(point.name == level for point in entry_points(group=ENTRY_POINTS))
