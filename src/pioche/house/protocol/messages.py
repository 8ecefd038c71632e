"""What goes over a table's socket, both ways. docs/protocol.md is the page about it; `schema` exports it.

Every message is one JSON object in one text frame; `t` says which. What a seat receives is built from what
that seat may know and from nothing else, so nothing here carries a number that counts for the whole table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

MADE_UP = "made up by the client, new for every wish"
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w.:-]+$", description=MADE_UP)]
SeatNo = Annotated[int, Meta(ge=0, le=25)]
Who = Annotated[int, Meta(ge=1, le=10_000, description="a person at this table; public, opens nothing")]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Phase = Literal["gathering", "playing", "paused", "over"]


class Said(Struct, frozen=True):
    """One sentence in both languages."""

    en: str
    fr: str


# -- from a player ---------------------------------------------------------------------------------


class Wish(Struct, tag_field="t", forbid_unknown_fields=True, omit_defaults=True):
    """Whatever a client asks for. The same `id` again is the same wish: it happens once, the answer is the same."""


class Hello(Wish, tag="hello"):
    """The first message. `since`: the last number this client has, of the `stream` it names; without it the
    last hundred events are sent."""

    ticket: Annotated[str, Meta(max_length=64)]
    since: Count | None = None
    stream: Annotated[str, Meta(max_length=60)] = ""


class Move(Wish, tag="move"):
    """A game action, by its word. In games with a clock `seen` is the last number drawn on the player's screen and
    `since_open` the milliseconds from drawing the opening of a race to the player's act."""

    id: Id
    do: Annotated[str, Meta(max_length=40)]
    deal: Count | None = None  # the deal it is meant for; in another one it comes too late
    seen: Count | None = None
    since_open: Annotated[int, Meta(ge=0, le=3_600_000)] | None = None


class Say(Wish, tag="say"):
    """Talk, heard by the whole table: free text, or a ready phrase of the house by its name."""

    id: Id
    text: Annotated[str, Meta(max_length=300)] = ""
    phrase: Annotated[str, Meta(max_length=30)] = ""
    to: Annotated[list[SeatNo], Meta(max_length=26)] = []
    reply_to: Count | None = None  # the number of the message it answers
    seen: Count | None = None  # the last number drawn on the speaker's screen


class Sit(Wish, tag="sit"):
    """Take a free seat, or one a bot keeps warm; without `seat` any."""

    id: Id
    seat: SeatNo | None = None


class Stand(Wish, tag="stand"):
    """Leave the seat. In a match a bot plays on."""

    id: Id


class Back(Wish, tag="back"):
    """Take one's own seat back from the bot that stood in."""

    id: Id


class Start(Wish, tag="start"):
    """Begin the match; bots fill the empty seats."""

    id: Id


class Rematch(Wish, tag="rematch"):
    """Another match with the same seats."""

    id: Id


class Pause(Wish, tag="pause"):
    """Stop the clocks and the cards until `resume`."""

    id: Id


class Resume(Wish, tag="resume"):
    id: Id


class Rename(Wish, tag="rename"):
    """Another name at this table, for later sentences."""

    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=20)]


class SeatBot(Wish, tag="bot"):
    """The host puts a bot on a free seat; an empty level takes it away."""

    id: Id
    seat: SeatNo
    level: Annotated[str, Meta(max_length=20)] = "random"


class Lock(Wish, tag="lock"):
    """The host lets nobody new in, or opens again."""

    id: Id
    on: bool


class Mute(Wish, tag="mute"):
    """The host silences a person's free text; ready phrases stay."""

    id: Id
    who: Who
    on: bool


class Kick(Wish, tag="kick"):
    """The host frees a seat: in a match when the deal is over, and a bot plays on."""

    id: Id
    seat: SeatNo


class Penalty(Wish, tag="penalty"):
    """The host, as referee, gives a seat a penalty (games whose rules know one)."""

    id: Id
    seat: SeatNo


class HandOver(Wish, tag="host"):
    """The host makes somebody else host."""

    id: Id
    who: Who


class Relink(Wish, tag="relink"):
    """The host makes the old invitation worthless. The new secret is in the answer."""

    id: Id


class Look(Wish, tag="look"):
    """A spectator asks to look over a seat's shoulder (tables with `spectators: consent`)."""

    id: Id
    seat: SeatNo


class Allow(Wish, tag="allow"):
    """A seat lets a spectator look over its shoulder, or no longer. Everybody is told."""

    id: Id
    who: Who
    on: bool


class AskHint(Wish, tag="hint"):
    """What may come of the moves on my menu? (tables with `hints`)"""

    id: Id


AnyWish = (
    Hello | Move | Say | Sit | Stand | Back | Start | Rematch | Pause | Resume | Rename | SeatBot | Lock | Mute
    | Kick | Penalty | HandOver | Relink | Look | Allow | AskHint
)  # fmt: skip


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


class PersonInfo(Struct, frozen=True):
    """Somebody at the table without a seat."""

    who: int
    name: str
    muted: bool = False
    eyes: int | None = None  # looks over this seat's shoulder


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host chose when the table was made; disclosed to everybody before the start."""

    privacy: Literal["link", "public"] = "link"
    pace: Literal["relaxed", "normal", "quick"] = "normal"
    spectators: Literal["none", "public", "delayed", "consent"] = "none"
    talk: Literal["free", "phrases", "off"] = "free"
    hints: bool = False  # prices and odds beside the actions
    replay: Literal["open", "own"] = "open"  # after the match: every seat's view and the record, or one's own view only
    absent: Literal["bot", "default"] = "bot"  # who plays for a person who is away


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


class You(Struct, frozen=True):
    """Who this socket speaks for."""

    who: int
    name: str
    seat: int | None
    host: bool
    eyes: int | None = None


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


def _written(shape: dict[str, Any]) -> Meta:
    """A part that is encoded once for many readers and put in as it is; this is what it holds."""
    return Meta(extra_json_schema=shape)


OR_NULL = {"type": "null"}
WrittenInfo = Annotated[Raw, _written({"$ref": "#/$defs/TableInfo"})]
WrittenEvent = Annotated[Raw, _written({"$ref": "#/$defs/Event"})]
WrittenView = Annotated[Raw, _written({"anyOf": [{"type": "object"}, OR_NULL]})]
WrittenMenu = Annotated[Raw, _written({"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Choice"}}, OR_NULL]})]
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
    """Somebody would like to look over your shoulder: `allow` answers."""

    who: int
    name: str
    seat: int


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

# Close codes. Whoever is cut may come back with `since`, but for those marked (*).
SLOW, RATE, RESTART = 1013, 4429, 1012
NO_TICKET, NO_ENTRY, REPLACED, MALFORMED = 4401, 4403, 4409, 1008  # (*)

encode = msgspec.json.Encoder().encode
read_wish = msgspec.json.Decoder(AnyWish).decode
