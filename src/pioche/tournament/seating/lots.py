"""TR4, TR6: everything a tournament leaves to chance follows from its one seed.

Each draw has a path of its own ("lots", "round 2, seating 1"), so that one draw more never changes another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from pioche.engine.keystream import Stream

T = TypeVar("T")
SEED_BITS = 53  # a match seed is a number that every JSON reader keeps exactly


class Chance:
    """Unbiased numbers that follow from the seed and a path, the same in every version of Python."""

    def __init__(self, seed: int, *path: str | int) -> None:
        self._stream = Stream(_digest(seed, path))

    def below(self, n: int) -> int:
        return self._stream.below(None, n)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


def match_seed(seed: int, round_number: int, table: int, size: int, duplicate: bool) -> int:
    """TR6: tables of a round differ, unless deals are duplicated: then tables of the same size play the same shuffles."""
    which: tuple[str, int] = ("size", size) if duplicate else ("table", table)
    return _digest(seed, ("match", round_number, *which)) >> (256 - SEED_BITS)


def _digest(seed: int, path: Sequence[str | int]) -> int:
    told = "/".join(["pioche tournament", str(seed), *map(str, path)])
    return int.from_bytes(hashlib.sha256(told.encode()).digest(), "big")
