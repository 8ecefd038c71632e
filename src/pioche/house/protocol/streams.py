"""What was told at a table, and to whom.

What was told is kept as one stream for every seat and one for spectators. A stream is numbered from 1 without gaps. It
follows from the journal alone, so that a client can come back to any number after anything, and two seats can never
learn from their numbers that a third was told something.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from pioche.house.protocol.messages import Said

Watcher = int | None  # a seat, or None for spectators


class Told(Struct, frozen=True, gc=False):
    """Something told. A happening of the game is kept as its place in the table's log and worded when needed."""

    audience: int
    by: Literal["game", "house", "talk"]
    match: int
    names: int  # which list of names was valid
    place: int  # in the log of the match; -1 for what the house or people say
    kind: str = ""
    about: Mapping[str, Any] = {}
    said: Said = Said("", "")
    at: int | None = None


class Stream:
    """What one watcher has been told, by its place in `told`."""

    def __init__(self, generation: int) -> None:
        self.generation = generation
        self.places = array("I")  # an evening at a table is tens of thousands of them, for each who listens
        self.made_in = -1  # the match in which the watcher became another one
        self.of_match = array("I")  # numbers under which happenings of the present match were told

    def __len__(self) -> int:
        return len(self.places)

    def number_in_match(self, n: int) -> int:
        """How many happenings of the present match stand among the first n: what the engine calls `seen`."""
        return bisect_right(self.of_match, n)
