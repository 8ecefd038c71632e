"""Games small enough to be solved exactly: one module a game, found by the game's name."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

SOLVED = {"rocket": "rocket_for_one", "pairs": "pairs_for_two"}
MOST_DECKS = 8

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Row:
    """Who plays (and against whom), what comes of it exactly, and by play: mean and standard error."""

    who: tuple[str, ...]
    exact: float
    played: tuple[float, float] | None = None


@dataclass(frozen=True)
class Solution:
    """Words are keys of the section `odds` of the terminal's texts."""

    head: str  # the sentence above the figures
    columns: tuple[str, ...]  # names of `who`, then of what is exact
    rows: list[Row]
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)  # sentences below

    def as_json(self) -> list[dict[str, Any]]:
        return [
            dict(zip(self.columns, (*row.who, row.exact), strict=True))
            | {"played": row.played and row.played[0], "se": row.played and row.played[1]}
            for row in self.rows
        ]


def is_solved(game: str, decks: int) -> bool:
    return game in SOLVED and (not decks or (decks <= MOST_DECKS and _module(game).WITH_DECKS))


def minutes(game: str) -> tuple[int, int]:
    """How long the solution takes, from a quick machine to a slow one; noughts when it is there at once."""
    found: tuple[int, int] = _module(game).MINUTES
    return found


def solve(game: str, decks: int, rounds: int, seed: int, progress: Progress | None = None) -> Solution:
    """The exact figures of a game, beside `rounds` rounds of play."""
    found: Solution = _module(game).solution(decks, rounds, seed, progress)
    return found


def _module(game: str) -> Any:
    return importlib.import_module(f"pioche.lab.solved.{SOLVED[game]}")
