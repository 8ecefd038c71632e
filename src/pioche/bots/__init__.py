"""What a bot is: it gets what its seat sees, what its seat may do and what its seat would remember, and answers
with an action. Nothing else reaches it.

Levels: `random`; `novice`, `regular` and `expert`, judgement written for each game; `search`, which thinks ahead on the
compiled twin. Other packages offer bots under the entry point `pioche.bots`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from pioche.errors import BadOption
from pioche.game import Game

LEVELS = ("random", "novice", "regular", "expert", "search")
ENTRY_POINTS = "pioche.bots"


class Bot(Protocol):
    """A player. `events` are those since it was last asked; `memory` is `Table.memory` of its seat."""

    def choose(
        self,
        view: Mapping[str, Any],
        legal: Sequence[str],
        events: Sequence[Mapping[str, Any]],
        memory: Mapping[str, Any],
    ) -> str: ...


class RandomBot:
    """Any legal move, all equally likely."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(
        self,
        view: Mapping[str, Any],
        legal: Sequence[str],
        events: Sequence[Mapping[str, Any]],
        memory: Mapping[str, Any],
    ) -> str:
        return self.rng.choice(legal)


class Judgement:
    """A level of a game's own judgement, in plain Python: it answers at once, also on a cold start.

    The judgement is a rule function on a position; the bot makes that position from its view. What the view
    does not show is filled at random, and judgement that depended on it would fail a test.
    """

    def __init__(self, game: Game, level: str, seed: int) -> None:
        self.game = game
        self.engine = game.engine("plain_bots")
        self.level = LEVELS.index(level)
        self.rng = Random(seed)
        self.dice = [self.rng.getrandbits(31) + 1, self.rng.getrandbits(31)]

    def choose(
        self,
        view: Mapping[str, Any],
        legal: Sequence[str],
        events: Sequence[Mapping[str, Any]],
        memory: Mapping[str, Any],
    ) -> str:
        from pioche.bots.worlds import Worlds
        from pioche.table import MENU

        if len(legal) == 1:
            return legal[0]
        s = Worlds(self.game, view, memory).draw(self.rng)
        action = self.engine.decide(s, view["seat"], self.level, [0] * MENU, self.dice)
        word = self.game.rules.actions.write(action)
        return word if word in legal else self.rng.choice(legal)


class SearchBot:
    """Search, with judgement while the compiled twin warms up."""

    def __init__(self, game: Game, seed: int, seconds: float) -> None:
        from pioche.bots.search import Search

        self.search = Search(game, seed, seconds)

    def choose(
        self,
        view: Mapping[str, Any],
        legal: Sequence[str],
        events: Sequence[Mapping[str, Any]],
        memory: Mapping[str, Any],
    ) -> str:
        return self.search.choose(view, legal, memory)


def make(level: str, game: Game, seed: int = 0, seconds: float = 1.0) -> Bot:
    """A bot for a game. Its luck comes from the seed alone and never touches the cards."""
    if level == "random":
        return RandomBot(seed)
    if level == "search":
        return SearchBot(game, seed, seconds)
    if level in LEVELS:
        return Judgement(game, level, seed)
    if " " in level or "/" in level:  # a command line
        from pioche.bots.program import ProgramBot

        return ProgramBot(level)
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS):
        if point.name == level:
            bot: Bot = point.load()(game, seed)
            return bot
    raise BadOption(
        f"No bot is called {level}; there are {', '.join(LEVELS)}.",
        f"Aucun robot ne s'appelle {level} ; il y a {', '.join(LEVELS)}.",
    )
