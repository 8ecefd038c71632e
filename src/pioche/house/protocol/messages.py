"""Messages of a table's socket, in both directions. docs/protocol.md describes them; `schema` exports them.

Every message is one JSON object in one text frame; `t` is its kind. Messages to a seat are built only from what that seat
may know, so no message has a number that counts for the whole table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

# Re-exported, so that this module has all messages.
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


# -- parts of a table -----------------------------------------------------------------------------


class SeatInfo(Struct, frozen=True):
    """A seat: the person it belongs to, the bot that plays it, and the person's presence."""

    seat: int
    name: str
    who: int | None = None  # the person it belongs to
    bot: str = ""  # level of the bot that plays it; with `who`, the bot only stands in
    present: bool = False  # the person has an open socket
    away: bool = False  # the person missed turns: a bot or the default action plays quickly
    muted: bool = False
    face: str = ""  # the face this person chose; empty: none


class PersonInfo(Struct, frozen=True):
    """A person at the table without a seat."""

    who: int
    name: str
    muted: bool = False
    eyes: int | None = None  # the seat whose cards the person may see
    approved: bool = False  # may take a seat during this match


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings the host chose when making the table, shown to everyone before the start."""

    privacy: Literal["link", "public"] = "link"
    pace: Literal["relaxed", "normal", "quick"] = "normal"
    spectators: Literal["none", "public", "delayed", "consent"] = "none"
    talk: Literal["free", "phrases", "off"] = "free"
    hints: bool = False  # prices and odds beside the actions
    replay: Literal["open", "own"] = "open"  # after the match: all views and the record, or only one's own view
    absent: Literal["bot", "default"] = "bot"  # plays for a person who is away
    endings: Literal["off", "brief", "ready"] = "off"  # pause after a deal: for some seconds, or until all are ready
    handicap: bool = False  # games of reflexes: bots slow down for people who fall behind and speed up for leaders


class TableInfo(Struct, frozen=True):
    """A table without its cards."""

    code: str
    game: str
    preset: str
    title: Said
    options: dict[str, Any]
    settings: Settings
    phase: Phase
    match: int  # number of the present or last match; 0 before the first
    seats: list[SeatInfo]
    people: list[PersonInfo]
    host: int
    locked: bool = False
    practice: bool = False  # begun from a chosen position or seed, so that cards may be known
    watchers: int = 0
    banned: list[PersonInfo] = []  # sent away by the host
    tournament: str = ""  # code of the tournament the table belongs to
    ready: list[int] = []  # seats that are ready for the next deal or, after a match, for another match


class You(Struct, frozen=True):
    """The person of this socket."""

    who: int
    name: str
    seat: int | None
    host: bool
    eyes: int | None = None  # the seat whose cards the person may see


# -- to a player -----------------------------------------------------------------------------------


class Telling(Struct, tag_field="t"):
    """A message of the server."""


class Event(Struct, frozen=True):
    """An event, numbered from 1 without gaps in its stream. The sentences address this reader (« vous »)."""

    n: int
    by: Literal["game", "house", "talk"]
    kind: str
    match: int
    about: dict[str, Any]  # data of the event; names are the game's: seat, rank, card, amount ...
    en: str
    fr: str
    at: int | None = None  # games with a clock: match time in milliseconds; talk: seconds since 1970


class Choice(Struct, frozen=True):
    """A legal action: the word to send in `move`, and its label."""

    do: str
    en: str
    fr: str


class Hint(Struct, frozen=True):
    """Price and odds of one action, computed from what the seat can know."""

    do: str
    price: dict[str, int] | None  # certain changes: {"purse": -3}; null if they depend on luck
    chances: dict[str, float] | None  # probability of each kind of event for the seat; null if it cannot be computed


class Deadline(Struct, frozen=True):
    """The time a seat has for its decision: milliseconds in all, and the spare time (`bank`) among them."""

    seat: int
    left: int
    bank: int


class Clock(Struct, frozen=True):
    """The clock of a match. `now` is the match time in milliseconds; it does not advance while `running` is false."""

    now: int
    running: bool
    deadlines: list[Deadline]
    next_deal: int | None = None  # milliseconds until the next deal begins by itself, during the pause after a deal


class Ending(Struct, frozen=True):
    """The end of a deal, shown until all are ready. Until then the view is that of the ended deal."""

    deal: int  # 0: the first
    since: int  # number of the first event of that deal in this stream
    scores: list[int]
    gained: list[int]  # in this deal
    ranking: list[int]
    slow: bool = False  # a player asked for more time
    over: bool = False  # the match is over, too: there is no pause


def _written(shape: dict[str, Any]) -> Meta:
    """Describe a part of a message that is encoded once for many readers and inserted as bytes, by its JSON schema."""
    return Meta(extra_json_schema=shape)


OR_NULL = {"type": "null"}
WrittenInfo = Annotated[Raw, _written({"$ref": "#/$defs/TableInfo"})]
WrittenEvent = Annotated[Raw, _written({"$ref": "#/$defs/Event"})]
WrittenView = Annotated[Raw, _written({"anyOf": [{"type": "object"}, OR_NULL]})]
WrittenMenu = Annotated[Raw, _written({"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Choice"}}, OR_NULL]})]
WrittenEnding = Annotated[Raw, _written({"anyOf": [{"$ref": "#/$defs/Ending"}, OR_NULL]})]
WrittenClock = Annotated[Raw, _written({"anyOf": [{"$ref": "#/$defs/Clock"}, OR_NULL]})]


class Welcome(Telling, tag="welcome"):
    """The answer to `hello`. If `stream` is not the one the client had, its events and numbers are no longer valid."""

    you: You
    table: WrittenInfo
    stream: str
    n: int  # number of the last event of the stream
    skipped: int  # events that are not sent, if `since` was not given


class News(Telling, tag="news"):
    """Events and the table after them. Sent only if something changed for this reader."""

    events: list[WrittenEvent]
    view: WrittenView  # all that this seat may know, see `Table.view`, with `facts`; null before the first match
    menu: WrittenMenu  # null for spectators
    clock: WrittenClock
    ending: WrittenEnding  # null while a deal is played
    more: bool = False  # further news follow at once: long histories are sent in parts


class Table(Telling, tag="table"):
    """Seats, people and settings have changed."""

    you: You
    table: WrittenInfo


class Ack(Telling, tag="ack", omit_defaults=True):
    """The command is done and durable; `n` is the number of the last event it caused in this stream."""

    id: str
    n: int
    late: bool = False  # the command was for a deal or a race that is over: nothing has changed
    secret: str = ""  # of the new invitation, after `relink`


class Hints(Telling, tag="hints"):
    """The answer to `hint`."""

    id: str
    hints: list[Hint]


class Asked(Telling, tag="asked"):
    """A request by another person: to see the cards of this seat (answered with `allow`), or, sent to the host, to take a
    seat during a match (answered with `approve`)."""

    who: int
    name: str
    seat: int
    wants: Literal["look", "sit"] = "look"


class No(Telling, tag="no"):
    """The command is refused and nothing has changed."""

    id: str
    reason: str
    en: str
    fr: str
    rule: str = ""


class Bye(Telling, tag="bye"):
    """The server closes the socket. `retry`: milliseconds after which the client may reconnect; null: it must not."""

    reason: str
    en: str
    fr: str
    retry: int | None = None


AnyTelling = Welcome | News | Table | Ack | Hints | Asked | No | Bye

# Close codes. After the first three a client may reconnect with `since`.
SLOW, RATE, RESTART, NO_TICKET, NO_ENTRY, REPLACED, MALFORMED = 1013, 4429, 1012, 4401, 4403, 4409, 1008

encode = msgspec.json.Encoder().encode
read_command = msgspec.json.Decoder(AnyCommand).decode
