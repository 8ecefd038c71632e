"""Which tables the battery plays: games, options and seats, and hypothesis strategies over them.

Everything is found through the public door, so a new game is in the battery the moment it is registered.
`PIOCHE_TEST_GAMES=pairs,hawthorn` restricts a run to some games.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from hypothesis import strategies as st

import pioche
from pioche.testing.covering import Choice, covering, met, named, pairwise, possible, seat_counts, spread, values

__all__ = [
    "GAMES",
    "Choice",
    "choices",
    "covering",
    "games",
    "met",
    "named",
    "pairwise",
    "possible",
    "seeds",
    "spread",
    "values",
]

GAMES = [name for name in os.environ.get("PIOCHE_TEST_GAMES", "").split(",") if name] or pioche.games()


# -- hypothesis --------------------------------------------------------------------------------------


@st.composite
def choices(draw: st.DrawFn, name: str) -> Choice:
    """Any combination of options and seats the rulebook allows."""
    seats = draw(st.sampled_from(list(seat_counts(name))))
    row: Choice = {"seats": seats}
    for option in pioche.load(name).rules.options:
        trial = row | {option.id: draw(st.sampled_from([None, *values(option, seats)]))}
        if possible(name, trial):
            row = trial
    return row if possible(name, row) else {"seats": None}


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**64 - 1)


def games(names: Iterable[str] = GAMES) -> st.SearchStrategy[str]:
    return st.sampled_from(list(names))
