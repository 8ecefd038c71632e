"""Pioche, a card house: play, replay and simulate the games of its rulebooks.

>>> import pioche
>>> table = pioche.load("pairs", seats=3).table(seed=7)
>>> table.legal(table.actors[0])
['hit', 'fold']
"""

from __future__ import annotations

from typing import Any

from pioche.engine.game import Game, games, load, presets, register
from pioche.engine.record import Record, replay
from pioche.engine.table import Table
from pioche.engine.words import Answer
from pioche.errors import BadOption, BadPosition, BadRecord, BadRules, Illegal, PiocheError, TooMany, UnknownGame

__version__ = "0.3.0"
__all__ = [
    "Answer", "BadOption", "BadPosition", "BadRecord", "BadRules", "Game", "Illegal", "PiocheError", "Record", "Table",
    "TooMany", "UnknownGame", "batch", "compare", "games", "load", "presets", "register", "replay", "simulate",
]  # fmt: skip


def simulate(game: Game | str, matches: int = 10_000, bots: Any = "random", seed: int = 1, **how: Any) -> Any:
    """Play many matches on all cores: means and standard errors by seat and by turn order. `bots` is a level such as
    "expert", one for each seat, or bots of your own. See docs/lab.md."""
    from pioche.lab.simulate import simulate as run

    return run(load(game) if isinstance(game, str) else game, matches, bots, seed, **how)


def batch(game: Game | str, n: int, seed: int = 0, **how: Any) -> Any:
    """n tables at once in compiled code, for programs that learn: see `pioche.envs` and docs/research.md."""
    from pioche.envs.batches.batch import batch as made

    return made(game, n, seed, **how)


def compare(*what: Any, by: str = "usual", bots: Any = None, **how: Any) -> Any:
    """What changes when a rule does: settings on the same deals, with intervals. `compare("starboard",
    {"lock_out": "on_lock"}, {"lock_out": "on_draw"})`, or two games or more. See docs/lab.md."""
    from pioche.lab.comparing.compare import compare as run
    from pioche.lab.comparing.sides import settings

    return run(settings(what, bots), by, **how)
