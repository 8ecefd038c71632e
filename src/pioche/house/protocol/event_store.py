"""Events of a table and their audiences, in memory.

There is one stream of events for every seat and one for spectators, each numbered from 1 without gaps: the numbers reveal
no event of another seat. A stream is derived from the journal alone, so a client can resume at any number after a restart.

Past matches are kept compressed: an evening has hundreds of them, and they are rarely read.
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
    """An event. One of the game is stored as its place in the table's log and worded when it is sent."""

    audience: int
    by: Literal["game", "house", "talk"]
    match: int
    names: int  # index of the list of names that was valid
    place: int  # in the log of the match; -1 for events of the server and talk
    kind: str = ""
    about: Mapping[str, Any] = {}
    said: Said = Said("", "")
    at: int | None = None


class EventStore:
    """All events of a table, by their place. Events of the game are kept as numbers: an evening has tens of thousands."""

    def __init__(self) -> None:
        self.logged = array("i")  # place in the log of the match; -1: the event is in `said`
        self.audience = array("b")
        self.since: list[int] = []  # places from which on another match or list of names is valid
        self.valid: list[tuple[int, int]] = []  # which match and list of names
        self.said: dict[int, StoredEvent] = {}  # events of the server and talk


class Stream:
    """The events of one seat or of spectators, as places in the `EventStore`."""

    def __init__(self, generation: int) -> None:
        self.generation = generation  # counts the people who have had the seat
        self.places = array("I")  # compact: an evening at a table has tens of thousands for each watcher
        self.made_in = -1  # the match in which the seat changed hands
        self.of_match = array("I")  # numbers of events of the present match, in a game with a clock

    def __len__(self) -> int:
        return len(self.places)

    def number_in_match(self, n: int) -> int:
        """Return how many of the first n events are of the game and of the present match: the `seen` of the engine."""
        return bisect_right(self.of_match, n)

    def for_another(self, public: Stream, private: list[int], match: int) -> Stream:
        """Return the stream of the next person at this seat: the public events and `private`, the seat's own events of
        this match."""
        stream = Stream(self.generation + 1)
        stream.made_in = match
        stream.places, stream.of_match = public.places[:], public.of_match[:]
        if private and self.made_in == match:  # the former person took the seat in this match, too: the same events
            stream.places, stream.of_match = self.places[:], self.of_match[:]
        elif private:
            of_match = {*private, *(public.places[n - 1] for n in public.of_match)}
            stream.places = array("I", sorted([*public.places, *private]))
            stream.of_match = array("I", [n for n, place in enumerate(stream.places, 1) if place in of_match])
        return stream


class PastMatch:
    """The compressed log and moves of a match that is over."""

    __slots__ = ("_lines", "_log", "game", "version")

    def __init__(self, table: Table) -> None:
        self.game, self.version = table.game, table.version
        self._log = zlib.compress(_write(table.s.log), 1)
        self._lines = zlib.compress(_write(table.moves), 1)

    def table(self) -> Table:
        """Return a table with the log and the moves, but with a blank state: for wording events and for the record."""
        table = Table(self.game, self.game.blank(), self.version)
        table.s.log = _read_log(zlib.decompress(self._log))
        table.moves = _read_lines(zlib.decompress(self._lines))
        return table


class PastMatches:
    """The past matches of one table. The one read last is kept unpacked, as most readers read on in it."""

    def __init__(self) -> None:
        self._packed: list[PastMatch] = []
        self._unpacked: tuple[int, Table] | None = None

    def add(self, table: Table) -> None:
        self._packed.append(PastMatch(table))

    def table(self, match: int) -> Table:
        """Return the table of a match, counted from 1; see `PastMatch.table`."""
        if self._unpacked is None or self._unpacked[0] != match:
            self._unpacked = match, self._packed[match - 1].table()
        return self._unpacked[1]
