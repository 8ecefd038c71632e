"""What goes over a table's socket, both ways. docs/protocol.md is the page about it; `schema` exports it.

Every message is one JSON object in one text frame; `t` says which. What a seat receives is built from what
that seat may know and from nothing else, so nothing here carries a number that counts for the whole table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

# `messages` has the whole language: what clients send, beside what the server sends.
from pioche.house.protocol.client_commands import END as END
from pioche.house.protocol.client_commands import Allow as Allow
from pioche.house.protocol.client_commands import AnyCommand as AnyCommand
from pioche.house.protocol.client_commands import Approve as Approve
from pioche.house.protocol.client_commands import AskHint as AskHint
from pioche.house.protocol.client_commands import Back as Back
from pioche.house.protocol.client_commands import Ban as Ban
from pioche.house.protocol.client_commands import Count as Count
from pioche.house.protocol.client_commands import Face as Face
from pioche.house.protocol.client_commands import HandOver as HandOver
from pioche.house.protocol.client_commands import Hash as Hash
from pioche.house.protocol.client_commands import Hello as Hello
from pioche.house.protocol.client_commands import Id as Id
from pioche.house.protocol.client_commands import Kick as Kick
from pioche.house.protocol.client_commands import Lock as Lock
from pioche.house.protocol.client_commands import Look as Look
from pioche.house.protocol.client_commands import Move as Move
from pioche.house.protocol.client_commands import Mute as Mute
from pioche.house.protocol.client_commands import Pause as Pause
from pioche.house.protocol.client_commands import Penalty as Penalty
from pioche.house.protocol.client_commands import Promise as Promise
from pioche.house.protocol.client_commands import Ready as Ready
from pioche.house.protocol.client_commands import Relink as Relink
from pioche.house.protocol.client_commands import Rematch as Rematch
from pioche.house.protocol.client_commands import Rename as Rename
from pioche.house.protocol.client_commands import Resume as Resume
from pioche.house.protocol.client_commands import Reveal as Reveal
from pioche.house.protocol.client_commands import Say as Say
from pioche.house.protocol.client_commands import SeatBot as SeatBot
from pioche.house.protocol.client_commands import SeatNo as SeatNo
from pioche.house.protocol.client_commands import Sit as Sit
from pioche.house.protocol.client_commands import Stand as Stand
from pioche.house.protocol.client_commands import Start as Start
from pioche.house.protocol.client_commands import There as There
from pioche.house.protocol.client_commands import Who as Who

Phase = Literal["gathering", "playing", "paused", "over"]


class Said(Struct, frozen=True):
    """One sentence in both languages."""

    en: str
    fr: str


# -- what a table looks like -----------------------------------------------------------------------


class SeatInfo(Struct, frozen=True):
    """One chair: who owns it, who plays it now, and whether anybody is there."""

    seat: int
    name: str
    who: int | None = None  # the person it belongs to
    bot: str = ""  # the level of the bot that plays it; with `who` it only stands in
    present: bool = False  # the person has a socket open
    away: bool = False  # missed turns: a bot or the default action is quick for this seat
    muted: bool = False
    face: str = ""  # the drawn face this person chose, or nothing


class PersonInfo(Struct, frozen=True):
    """Somebody at the table without a seat."""

    who: int
    name: str
    muted: bool = False
    eyes: int | None = None  # looks over this seat's shoulder
    approved: bool = False  # may take a seat in this match


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chose when the table was made; disclosed to everybody before the start."""

    privacy: Literal["link", "public"] = "link"
    pace: Literal["relaxed", "normal", "quick"] = "normal"
    spectators: Literal["none", "public", "delayed", "consent"] = "none"
    talk: Literal["free", "phrases", "off"] = "free"
    hints: bool = False  # prices and odds beside the actions
    replay: Literal["open", "own"] = "open"  # after the match: every seat's view and the record, or one's own view only
    absent: Literal["bot", "default"] = "bot"  # who plays for a person who is away
    endings: Literal["off", "brief", "ready"] = "off"  # the end of a deal: for some seconds, or until all are ready
    handicap: bool = False  # games of reflexes: bots get slower when people fall behind, and quicker when they lead


class TableInfo(Struct, frozen=True):
    """Everything about a table but the cards."""

    code: str
    game: str
    preset: str
    title: Said
    options: dict[str, Any]
    settings: Settings
    phase: Phase
    match: int  # 1 is the first; 0 before it
    seats: list[SeatInfo]
    people: list[PersonInfo]
    host: int
    locked: bool = False
    practice: bool = False  # begun from a known position or seed: somebody may know the cards
    watchers: int = 0
    banned: list[PersonInfo] = []  # sent away by the host, until let back
    tournament: str = ""  # the code of the tournament it is a table of
    ready: list[int] = []  # seats that have seen enough of the end of a deal; after a match: that would like another


class You(Struct, frozen=True):
    """Who this socket speaks for."""

    who: int
    name: str
    seat: int | None
    host: bool
    eyes: int | None = None  # the seat over whose shoulder one looks


# -- to a player -----------------------------------------------------------------------------------


class Telling(Struct, tag_field="t"):
    """Whatever the house sends."""


class Event(Struct, frozen=True):
    """A happening, numbered from 1 without gaps for each stream. The sentences are meant for this reader (« vous »)."""

    n: int
    by: Literal["game", "house", "talk"]
    kind: str
    match: int
    about: dict[str, Any]  # the game's own names: seat, rank, card, amount ...
    en: str
    fr: str
    at: int | None = None  # games with a clock: match time in milliseconds; talk: seconds since 1970


class Choice(Struct, frozen=True):
    """A legal action: the word to send back, and what a button says."""

    do: str
    en: str
    fr: str


class Hint(Struct, frozen=True):
    """What may come of one action, counted on what the seat can know."""

    do: str
    price: dict[str, int] | None  # what it certainly brings: {"purse": -3}; None when that depends on luck
    chances: dict[str, float] | None  # how likely each kind of event happens to the seat; None when it cannot be counted


class Deadline(Struct, frozen=True):
    """A seat that is thinking: milliseconds until its time is up, spare time included."""

    seat: int
    left: int
    bank: int


class Clock(Struct, frozen=True):
    """`now` is the match time in milliseconds; it stands still while `running` is false."""

    now: int
    running: bool
    deadlines: list[Deadline]
    next_deal: int | None = None  # while the end of a deal is shown: milliseconds until the next one begins by itself


class Ending(Struct, frozen=True):
    """A deal that is over, shown until everybody is ready. The view is that of the ended deal meanwhile."""

    deal: int  # 0 is the first
    since: int  # the number of the first event of that deal in this stream
    scores: list[int]
    gained: list[int]  # in this deal
    ranking: list[int]
    slow: bool = False  # somebody asked for more time
    over: bool = False  # the match is over, too: nothing waits


def _written(shape: dict[str, Any]) -> Meta:
    """A part that is encoded once for many readers and put in as it is; this is what it holds."""
    return Meta(extra_json_schema=shape)


OR_NULL = {"type": "null"}
WrittenInfo = Annotated[Raw, _written({"$ref": "#/$defs/TableInfo"})]
WrittenEvent = Annotated[Raw, _written({"$ref": "#/$defs/Event"})]
WrittenView = Annotated[Raw, _written({"anyOf": [{"type": "object"}, OR_NULL]})]
WrittenMenu = Annotated[Raw, _written({"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Choice"}}, OR_NULL]})]
WrittenEnding = Annotated[Raw, _written({"anyOf": [{"$ref": "#/$defs/Ending"}, OR_NULL]})]
WrittenClock = Annotated[Raw, _written({"anyOf": [{"$ref": "#/$defs/Clock"}, OR_NULL]})]


class Welcome(Telling, tag="welcome"):
    """The answer to hello. Numbers belong to a `stream`: under another name, forget the old ones."""

    you: You
    table: WrittenInfo
    stream: str
    n: int  # the last number of the stream
    skipped: int  # events before those about to be sent, when `since` was not given


class News(Telling, tag="news"):
    """What has happened and how the table looks after it. Sent only when something changed for this reader."""

    events: list[WrittenEvent]
    view: WrittenView  # all this seat may know, as `Table.view` gives it; null before the first match
    menu: WrittenMenu  # null for spectators
    clock: WrittenClock
    ending: WrittenEnding  # null while a deal is played
    more: bool = False  # further news follow at once: long histories come in pieces


class Table(Telling, tag="table"):
    """Seats, people and settings as they are now."""

    you: You
    table: WrittenInfo


class Ack(Telling, tag="ack", omit_defaults=True):
    """The wish is done and durable; `n` is the last number it told this stream."""

    id: str
    n: int
    late: bool = False  # meant for a deal or a race that is over: nothing happened, no harm done
    secret: str = ""  # of a new invitation


class Hints(Telling, tag="hints"):
    """The answer to `hint`."""

    id: str
    hints: list[Hint]


class Asked(Telling, tag="asked"):
    """Somebody would like to look over your shoulder: `allow` answers. Or, put to the host, somebody would like to take a
    seat in mid-match: `approve` answers."""

    who: int
    name: str
    seat: int
    wants: Literal["look", "sit"] = "look"


class No(Telling, tag="no"):
    """The wish is refused and nothing has changed."""

    id: str
    reason: str
    en: str
    fr: str
    rule: str = ""


class Bye(Telling, tag="bye"):
    """The socket is about to be closed. `retry`: milliseconds after which coming back makes sense, None: do not."""

    reason: str
    en: str
    fr: str
    retry: int | None = None


AnyTelling = Welcome | News | Table | Ack | Hints | Asked | No | Bye

# Close codes. Whoever is cut may come back with `since`, but for the last four.
SLOW, RATE, RESTART, NO_TICKET, NO_ENTRY, REPLACED, MALFORMED = 1013, 4429, 1012, 4401, 4403, 4409, 1008

encode = msgspec.json.Encoder().encode
read_command = msgspec.json.Decoder(AnyCommand).decode
