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
from collections.abc import KeysView, Mapping
from typing import Any, Literal

from msgspec import Struct, msgpack

from pioche.engine.table import Table
from pioche.house.protocol.messages import Ack, Said

Watcher = int | None  # a seat, or None for spectators
_write = msgpack.Encoder().encode
_read_log = msgpack.Decoder(list[tuple[Any, ...]]).decode
_read_lines = msgpack.Decoder(list[dict[str, Any]]).decode


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


class Story:
    """Everything told at a table, by its place. Happenings are kept as numbers: an evening has tens of thousands."""

    def __init__(self) -> None:
        self._logged = array("i")  # the place in the log of the match; -1: it was said
        self._audience = array("b")
        self._since: list[int] = []  # the places from which another match, or another list of names, was valid
        self._valid: list[tuple[int, int]] = []  # which
        self._said: dict[int, Told] = {}

    def __len__(self) -> int:
        return len(self._logged)

    def __getitem__(self, place: int) -> Told:
        logged = self._logged[place]
        if logged < 0:
            return self._said[place]
        match, names = self._valid[bisect_right(self._since, place) - 1]
        return Told(self._audience[place], "game", match, names, logged)

    def said(self, told: Told) -> range:
        """Something the house or people say. The place it got."""
        place = len(self._logged)
        self._said[place] = told
        self._logged.append(-1)
        self._audience.append(told.audience)
        return range(place, place + 1)

    def happened(self, audience: int, match: int, names: int, first: int, count: int) -> range:
        """So many entries of the log of a match, from the first on, for one audience. The places they got."""
        place = len(self._logged)
        if not self._valid or self._valid[-1] != (match, names):
            self._since.append(place)
            self._valid.append((match, names))
        self._logged.extend(range(first, first + count))
        self._audience.extend((audience,) * count)
        return range(place, place + count)


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


class Answers:
    """What everybody was answered, `most` of it for each person: the latest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: dict[int, dict[str, Ack]] = {}

    @property
    def people(self) -> KeysView[int]:
        return self._of.keys()

    def add(self, who: int, answer: Ack) -> None:
        known = self._of.setdefault(who, {})
        known[answer.id] = answer
        if len(known) > self._most:
            del known[next(iter(known))]

    def __getitem__(self, key: tuple[int, str]) -> Ack:
        return self._of[key[0]][key[1]]

    def get(self, key: tuple[int, str]) -> Ack | None:
        return self._of.get(key[0], {}).get(key[1])
