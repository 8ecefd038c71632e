"""The journal of a table: one entry for everything that ever happened there, in order. It is what the store keeps.

A table is the fold of its journal (`state`). `Began` and the `Line`s after it are the record of a match, word for
word; the other entries say who sat where, who spoke, who paused. `who` is the person who wished it (0: the house)
and `id` the wish, so that the same wish is never done twice.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from pioche.house.protocol.messages import Settings


class Entry(Struct, tag_field="k", omit_defaults=True):
    who: int = 0
    id: str = ""


class Opened(Entry, tag="opened", kw_only=True):
    """The table is made. `seed`, `cards` and `position` are only there when its maker laid the cards."""

    code: str
    game: str
    preset: str
    options: dict[str, Any]
    settings: Settings
    seed: str = ""  # as text: JSON readers cut long numbers
    cards: str = ""
    position: dict[str, Any] | None = None
    before: list[dict[str, Any]] = []  # lines of the match it continues
    rules: int = 0  # the version of the rules that match was played under
    practice: bool = False


class Joined(Entry, tag="joined", kw_only=True):
    """A person comes to the table for the first time."""

    person: str  # the house's own name for them, never sent
    name: str


class Sat(Entry, tag="sat", kw_only=True):
    seat: int


class Stood(Entry, tag="stood", kw_only=True):
    """A person leaves a seat; `bot` plays on, if named."""

    seat: int
    bot: str = ""


class BotSat(Entry, tag="bot_sat", kw_only=True):
    seat: int
    bot: str
    name: str


class BotLeft(Entry, tag="bot_left", kw_only=True):
    seat: int


class StandsIn(Entry, tag="stands_in", kw_only=True):
    """The person of a seat is away: a bot plays for them, or (no bot) the rulebook's default."""

    seat: int
    bot: str


class CameBack(Entry, tag="back", kw_only=True):
    seat: int


class Renamed(Entry, tag="renamed", kw_only=True):
    name: str


class Kicked(Entry, tag="kicked", kw_only=True):
    """`later`: when the match is over; with `deal` when the deal is."""

    seat: int
    bot: str = ""
    later: bool = False
    deal: bool = False


class Muted(Entry, tag="muted", kw_only=True):
    whom: int
    on: bool


class Locked(Entry, tag="locked", kw_only=True):
    on: bool


class Hosted(Entry, tag="host", kw_only=True):
    whom: int


class Relinked(Entry, tag="relinked", kw_only=True):
    """A new invitation. Only its digest is kept."""

    digest: str


class Looking(Entry, tag="looking", kw_only=True):
    """A seat lets somebody look over its shoulder, or no longer."""

    whom: int
    seat: int
    on: bool


class Began(Entry, tag="began", kw_only=True):
    """A match begins: the head of its record."""

    match: int
    seed: str
    names: list[str]
    promise: str = ""  # of the seed
    rules: int = 1  # the version of the rules; journals that do not name it are of the first


class Paused(Entry, tag="paused", kw_only=True):
    pass


class Resumed(Entry, tag="resumed", kw_only=True):
    pass


class Line(Entry, tag="line", kw_only=True):
    """One line of the record, and how it came about."""

    line: dict[str, Any]
    by: Literal["player", "bot", "clock", "time", "host"] = "player"
    seat: int = -1
    spent: int = 0  # milliseconds the seat thought
    late: bool = False  # nothing was done but that time has passed


class Spoke(Entry, tag="spoke", kw_only=True):
    at: int  # seconds since 1970
    text: str = ""
    phrase: str = ""
    to: list[int] = []
    reply_to: int | None = None


# fmt: off
AnyEntry = (
    Opened | Joined | Sat | Stood | BotSat | BotLeft | StandsIn | CameBack | Renamed | Kicked | Muted | Locked
    | Hosted | Relinked | Looking | Began | Paused | Resumed | Line | Spoke
)
# fmt: on

write = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(AnyEntry).decode
