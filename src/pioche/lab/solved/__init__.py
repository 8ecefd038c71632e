"""Games small enough to be solved exactly. Each module solves one of them: `GAME` is its id, and `solved` tells what came
out, beside the same by play; `MINUTES` is how long that takes, from a quick machine to a slow one."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

Progress = Callable[[int, int], None]
Said = tuple[str, Mapping[str, Any]]  # a sentence of the catalogue, and its numbers


@dataclass(frozen=True)
class Row:
    """A player (and an opponent), its exact share, and the mean and standard error where it was played."""

    who: tuple[str, ...]
    exact: float
    played: tuple[float, float] | None


@dataclass(frozen=True)
class Solution:
    """The exact solution of a game. Names are those of the catalogue, as are the keys of its figures."""

    head: Said
    who: tuple[str, ...]  # the columns of `Row.who`
    share: str  # what the share is of
    rows: Sequence[Row]
    figures: list[dict[str, Any]]
    notes: Sequence[Said] = field(default_factory=list)


def solver(game: str) -> ModuleType | None:
    """The module that solves a game."""
    for found in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{found.name}")
        if game == module.GAME:
            return module
    return None


def solve(game: str, decks: int, rounds: int, seed: int, progress: Progress | None = None) -> Solution | None:
    """Return the exact solution of a game with so many decks (0: endless ones), with `rounds` played beside it; None if
    there is none."""
    module = solver(game)
    found: Solution | None = module.solved(decks, rounds, seed, progress) if module else None
    return found
