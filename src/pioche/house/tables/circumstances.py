"""The moment a command is decided in: plain values, read once before the decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct


class Measured(NamedTuple):
    """A connection as the server has measured it, in milliseconds."""

    rtt: int  # the round trip a race may give back
    least: int  # the round trip surely takes that long
    late: bool  # answers came later than the round trip explains
    answer: int = 0  # from a ping to its answer, delays on purpose included


NO_CONNECTION = Measured(0, 0, False)


class Noted(NamedTuple):
    """A promise that waits for a match to begin."""

    match: int
    seat: int
    promise: str


class Circumstances(Struct, frozen=True):
    """The moment a command is decided in."""

    seconds: int  # since 1970
    at: int  # when it arrived, in the time of the match
    connection: Measured
    spent: int  # milliseconds the seat has been thinking
    counting: bool  # a countdown is on
    noted: Mapping[int, Noted]  # promises of the next deal, by person
    readers: Mapping[Any, None]  # the connections, each with `who`
    behind: bool = False  # this person must not know yet how far the match is
    told: int = 0  # the last number a spectator knows of
    steady: int = 0  # since when the time of the match has run without a break

    def present(self) -> set[int]:
        """Return the people who have a connection."""
        return {reader.who for reader in self.readers}
