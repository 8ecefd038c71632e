"""The journal of a tournament: the lines of its log, and between them what only the house has to know.

`who` is the person who did it (0: the house) and `id` their wish, so that the same wish is never done twice.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from pioche.house.protocol.tournament_bodies import Place, TableWishes


class TournamentEntry(Struct, tag_field="k", omit_defaults=True, forbid_unknown_fields=True):
    who: int = 0
    id: str = ""


class Founded(TournamentEntry, tag="founded", kw_only=True):
    """The first entry. `line` is the first of the log, with all settings. `key` is mixed into the seeds of the matches: who
    knows the settings, the seed of the tournament among them, does not know the cards."""

    code: str
    line: dict[str, Any]
    public: bool
    place: Place
    tables: TableWishes
    key: str
    at: int


class Came(TournamentEntry, tag="came", kw_only=True):
    """A person of the house comes to the tournament for the first time; they are numbered from 1, the organiser first."""

    person: str  # the house's own name for them, never sent
    name: str


class Done(TournamentEntry, tag="done", kw_only=True):
    """One line of the log, word for word."""

    line: dict[str, Any]


class Takes(TournamentEntry, tag="takes", kw_only=True):
    """A person is this entrant from now on."""

    whom: int
    entrant: int  # by number


class Unlinked(TournamentEntry, tag="unlinked", kw_only=True):
    """An entrant is no longer linked to a person."""

    entrant: int


class Referees(TournamentEntry, tag="referees", kw_only=True):
    """A person is a referee, or no longer."""

    whom: int
    on: bool


class Secret(TournamentEntry, tag="secret", kw_only=True):
    """A link is worth something from now on, and the one before it no longer. A substitute's link is of one entrant."""

    link: Literal["entrants", "referees", "substitute"]
    secret: str
    entrant: int = -1


class Placed(TournamentEntry, tag="placed", kw_only=True):
    """Where a table of a round is played; table 0 stands for every table, of later rounds too."""

    round: int
    table: int
    place: Place


class Wished(TournamentEntry, tag="wished", kw_only=True):
    """How tables are set from now on."""

    tables: TableWishes


class Registration(TournamentEntry, tag="registration", kw_only=True):
    on: bool


class Extended(TournamentEntry, tag="extended", kw_only=True):
    round: int
    minutes: int


class TableLinked(TournamentEntry, tag="table", kw_only=True):
    """A table of the house is, or is about to be, this table of the round. Seats hold numbers of entrants, below 0 fillers.
    It is written before the table is made, so that it is made once, whatever happens in between."""

    round: int
    table: int
    code: str
    secret: str
    seats: list[int]


AnyTournamentEntry = (
    Founded | Came | Done | Takes | Unlinked | Referees | Secret | Placed | Wished | Registration | Extended | TableLinked
)

write_entry = msgspec.json.Encoder().encode
read_entry = msgspec.json.Decoder(AnyTournamentEntry).decode
