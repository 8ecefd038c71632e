"""What was told at a table, and to whom.

What was told is kept as one stream for every seat and one for spectators. A stream is numbered from 1 without gaps. It
follows from the journal alone, so that a client can come back to any number after anything, and two seats can never
learn from their numbers that a third was told something.

What is behind a table takes little room: an evening is hundreds of matches, and few look back.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, msgpack

from pioche.engine.table import Table
from pioche.house.protocol.messages import Said

Watcher = int | None  # a seat, or None for spectators
_write = msgpack.Encoder().encode
_read_log = msgpack.Decoder(list[tuple[Any, ...]]).decode
_read_lines = msgpack.Decoder(list[dict[str, Any]]).decode


class StoredEvent(Struct, frozen=True, gc=False):
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


class EventStore:
    """Everything told at a table, by its place. Happenings are kept as numbers: an evening has tens of thousands."""

    def __init__(self) -> None:
        self.logged = array("i")  # the place in the log of the match; -1: it was said
        self.audience = array("b")
        self.since: list[int] = []  # the places from which another match, or another list of names, was valid
        self.valid: list[tuple[int, int]] = []  # which
        self.said: dict[int, StoredEvent] = {}


class Stream:
    """What one watcher has been told, by its place in the story."""

    def __init__(self, generation: int) -> None:
        self.generation = generation
        self.places = array("I")  # an evening at a table is tens of thousands of them, for each who listens
        self.made_in = -1  # the match in which the watcher became another one
        self.of_match = array("I")  # numbers under which happenings of the present match were told, in a game with a clock

    def __len__(self) -> int:
        return len(self.places)

    def number_in_match(self, n: int) -> int:
        """How many happenings of the present match stand among the first n: what the engine calls `seen`."""
        return bisect_right(self.of_match, n)

    def for_another(self, public: Stream, private: list[int], match: int) -> Stream:
        """What somebody reads who takes this seat: what all were told, and `private`, what the seat alone was told in this
        match."""
        fresh = Stream(self.generation + 1)
        fresh.made_in = match
        fresh.places, fresh.of_match = public.places[:], public.of_match[:]
        if private and self.made_in == match:  # as the one before, who came in this match, too
            fresh.places, fresh.of_match = self.places[:], self.of_match[:]
        elif private:
            of_match = {*private, *(public.places[n - 1] for n in public.of_match)}
            fresh.places = array("I", sorted([*public.places, *private]))
            fresh.of_match = array("I", [n for n, place in enumerate(fresh.places, 1) if place in of_match])
        return fresh


class PastMatch:
    """The log and the lines of a match that is over."""

    __slots__ = ("_lines", "_log", "game", "version")

    def __init__(self, table: Table) -> None:
        self.game, self.version = table.game, table.version
        self._log = zlib.compress(_write(table.s.log), 1)
        self._lines = zlib.compress(_write(table.moves), 1)

    def table(self) -> Table:
        """Good for telling what happened and for its record; nobody plays on there."""
        table = Table(self.game, self.game.blank(), self.version)
        table.s.log = _read_log(zlib.decompress(self._log))
        table.moves = _read_lines(zlib.decompress(self._lines))
        return table


class PastMatches:
    """Of one table. Whoever reads an old one reads on in it: the last one is kept at hand."""

    def __init__(self) -> None:
        self._packed: list[PastMatch] = []
        self._at_hand: tuple[int, Table] | None = None

    def add(self, table: Table) -> None:
        self._packed.append(PastMatch(table))

    def table(self, match: int) -> Table:
        if self._at_hand is None or self._at_hand[0] != match:
            self._at_hand = match, self._packed[match - 1].table()
        return self._at_hand[1]
