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

__version__ = "0.1.0"
__all__ = [
    "Answer", "BadOption", "BadPosition", "BadRecord", "BadRules", "Game", "Illegal", "PiocheError", "Record", "Table",
    "TooMany", "UnknownGame", "games", "load", "presets", "register", "replay", "simulate",
]  # fmt: skip


def simulate(game: Game | str, matches: int = 10_000, bots: str = "random", seed: int = 1, **how: Any) -> Any:
    """Play many matches on all cores: means and standard errors by seat. See `pioche.lab`."""
    from pioche.lab.simulate import simulate as run

    return run(load(game) if isinstance(game, str) else game, matches, bots, seed, **how)
