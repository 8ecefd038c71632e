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


class Entry(Struct, tag_field="k", omit_defaults=True, forbid_unknown_fields=True):
    """An entry. A field of a later version is not ignored: such a journal cannot be folded."""

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
    tournament: str = ""  # the code of the tournament it is a table of
    sealed: bool = False  # nobody sees a replay before `Released`


class Joined(Entry, tag="joined", kw_only=True):
    """A person comes to the table for the first time."""

    person: str  # the house's own name for them, never sent
    name: str
    face: str = ""


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


class Retired(Entry, tag="retired", kw_only=True):
    """The person of a seat has left a tournament's match: the rulebook's default is played to its end."""

    seat: int


class Renamed(Entry, tag="renamed", kw_only=True):
    """Another name, another face, or both; also written when a person is forgotten."""

    name: str
    face: str = ""  # another face; "none" removes it


class Kicked(Entry, tag="kicked", kw_only=True):
    """`later`: when the match is over; with `deal` when the deal is. `ban`: the person does not come back before the
    host lets them."""

    seat: int
    bot: str = ""
    later: bool = False
    deal: bool = False
    ban: bool = False


class Banned(Entry, tag="banned", kw_only=True):
    """A person without a seat is banned, or a banned one is let back."""

    whom: int
    on: bool


class Approved(Entry, tag="approved", kw_only=True):
    """The host lets somebody take a seat in this match, or no longer."""

    whom: int
    on: bool


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


class Share(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A seat's share of the chance: promised, and shown unless it stayed silent."""

    seat: int
    promise: str
    share: str | None = None


class Promised(Entry, tag="promised", kw_only=True):
    """A match is about to begin: who has promised what is fixed. The shares are shown now."""

    match: int
    deal: str  # its name
    secret: str  # of the house
    promise: str  # of the house
    shares: list[Share]
    wish: str = ""  # the id of the wish to begin; it is answered when the match has begun


class Deal(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The parts of the key of the cards."""

    name: str
    promise: str  # of the house
    secret: str  # of the house
    shares: list[Share] = []


class Began(Entry, tag="began", kw_only=True):
    """A match begins: the head of its record."""

    match: int
    seed: str
    names: list[str]
    promise: str = ""  # of the house; without a `deal` of the seed itself
    rules: int = 1  # the version of the rules; journals that do not name it are of the first
    at: int = 0  # seconds since 1970; 0: of a version that did not write it down
    deal: Deal | None = None  # whose key the seed is


class Paused(Entry, tag="paused", kw_only=True):
    pass


class Resumed(Entry, tag="resumed", kw_only=True):
    """By nobody: the pause was long enough."""


class Ready(Entry, tag="ready", kw_only=True):
    """A seat has seen the end of a deal, or (not `on`) asks for more time to look at it."""

    seat: int
    on: bool = True


class Again(Entry, tag="again", kw_only=True):
    """A seat would like another match; it begins when all who are there would."""

    seat: int


class Dealt(Entry, tag="dealt", kw_only=True):
    """The end of a deal has been shown for long enough: the next one is played."""


class Line(Entry, tag="line", kw_only=True):
    """One line of the record, and how it came about."""

    line: dict[str, Any]
    by: Literal["player", "bot", "clock", "time", "host"] = "player"
    seat: int = -1
    spent: int = 0  # milliseconds the seat thought
    late: bool = False  # nothing was done but that time has passed
    least: int = 0  # in a fair race: milliseconds the line was surely long
    doubt: str = ""  # why a race gave nothing back for the line, or only a part: late, impossible or regular


class Shortened(Entry, tag="shortened", kw_only=True):
    """The time of a tournament's round is over: the match has these options from now on, so that it ends sooner."""

    options: dict[str, Any]


class Released(Entry, tag="released", kw_only=True):
    """A round with the same cards at several tables is closed: replays are open."""


class CalledOff(Entry, tag="called_off", kw_only=True):
    """A match of a tournament ends without a result: it is played again elsewhere, or not at all."""


class Spoke(Entry, tag="spoke", kw_only=True):
    at: int  # seconds since 1970
    text: str = ""
    phrase: str = ""
    to: list[int] = []
    reply_to: int | None = None


# fmt: off
AnyEntry = (
    Opened | Joined | Sat | Stood | BotSat | BotLeft | StandsIn | CameBack | Renamed | Kicked | Muted | Locked
    | Banned | Approved | Hosted | Relinked | Looking | Began | Paused | Resumed | Line | Spoke | Retired | Shortened
    | Released | CalledOff | Ready | Dealt | Again | Promised
)
# fmt: on

write = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(AnyEntry).decode
