"""The outcomes of a command at a table. A refusal is raised; everything else is one of these."""

from __future__ import annotations

from collections.abc import Generator
from typing import Literal

from msgspec import Struct

from pioche.engine.table import Table
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables import journal as j

By = Literal["player", "bot", "clock", "time", "host"]


class Entries(Struct):
    """Entries for the journal. Without a reply the answer is an acknowledgement with the number they lead to."""

    entries: list[j.AnyEntry]
    reply: p.Ack | None = None


class Moved(Struct):
    """A move, or the time that passed when one was refused: its entries, and the engine's table as it is after them."""

    entries: list[j.AnyEntry]
    table: Table  # a draft, which the state adopts
    by: By
    seat: int = -1  # which has moved
    late: bool = False  # nothing was done but that time has passed
    refused: Refusal | None = None  # the answer is no; that time has passed is written all the same


class Spoken(Struct):
    """A message, and the seats it was meant for: some rules judge that."""

    entries: list[j.AnyEntry]
    to: list[int]


class Deferred(Struct):
    """Entries whose command is answered later: when the match has begun."""

    entries: list[j.AnyEntry]


class Answered(Struct):
    """Nothing to write."""

    reply: p.Ack | None = None


class Question(Struct):
    """A question for another person at the table; nothing is written."""

    asks: p.Asked
    asked: int  # whom
    refused: Refusal | None = None  # what the one who asked is told meanwhile


class HintAsked(Struct):
    """A hint for a seat, to be computed step by step."""

    seat: int
    steps: Generator[None, None, list[p.Hint]]


class ShareNoted(Struct):
    """A page has promised its share of the next deal. Kept in memory until the list is fixed."""

    who: int
    match: int
    seat: int
    promise: str


class ShareShown(Struct):
    """A page has shown its share. Kept in memory until the match begins."""

    seat: int
    share: str


Written = Entries | Moved | Spoken | Deferred  # what is appended to the journal
Outcome = Written | Answered | Question | HintAsked | ShareNoted | ShareShown
