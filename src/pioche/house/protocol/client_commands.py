"""What a client may ask of a table. `messages` holds the answers and everything else that goes over the socket."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

# The end of a text in a pattern. Python lets a line feed stand behind `$`, and `\Z` is known to Python alone; `schema`
# writes `$`, which is the end for everybody else.
END = r"(?![\s\S])"
MADE_UP = "made up by the client, new for every wish"
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w.:-]+" + END, description=MADE_UP)]
SeatNo = Annotated[int, Meta(ge=0, le=25)]
Who = Annotated[int, Meta(ge=1, le=10_000, description="a person at this table; public, opens nothing")]
Face = Annotated[str, Meta(max_length=12, pattern=r"^[a-z]*" + END, description="a face the page draws")]
HEX = r"^[0-9a-f]{64}" + END
Hash = Annotated[str, Meta(min_length=64, max_length=64, pattern=HEX, description="32 bytes in hexadecimal")]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Command(Struct, tag_field="t", forbid_unknown_fields=True, omit_defaults=True):
    """Whatever a client asks for. The same `id` again is the same wish: it happens once, the answer is the same."""


class Hello(Command, tag="hello"):
    """The first message. `since`: the last number this client has, of the `stream` it names; without it the
    last hundred events are sent."""

    ticket: Annotated[str, Meta(max_length=64)]  # as `POST /api/tables/{code}/ticket` gave it
    since: Count | None = None  # 0: everything
    stream: Annotated[str, Meta(max_length=60)] = ""  # where `since` was counted


class Move(Command, tag="move"):
    """A game action, by its word. In games with a clock `seen` is the last number drawn on the player's screen and
    `since_open` the milliseconds from drawing the opening of a race to the player's act."""

    id: Id
    do: Annotated[str, Meta(max_length=40)]  # a word of the menu
    deal: Count | None = None  # the deal it is meant for; in another one it comes too late
    seen: Count | None = None  # the last number drawn on the player's screen
    since_open: Annotated[int, Meta(ge=0, le=3_600_000)] | None = None  # milliseconds, on the client's own clock


class Say(Command, tag="say"):
    """Talk, heard by the whole table: free text, or a ready phrase of the house by its name."""

    id: Id
    text: Annotated[str, Meta(max_length=300)] = ""
    phrase: Annotated[str, Meta(max_length=30)] = ""  # one of those at `/api/house`, instead of a text
    to: Annotated[list[SeatNo], Meta(max_length=26)] = []  # seats it is addressed to
    reply_to: Count | None = None  # the number of the message it answers
    seen: Count | None = None  # the last number drawn on the speaker's screen


class Sit(Command, tag="sit"):
    """Take a free seat, or one a bot keeps warm; without `seat` any."""

    id: Id
    seat: SeatNo | None = None


class Stand(Command, tag="stand"):
    """Leave the seat. In a match a bot plays on."""

    id: Id


class Back(Command, tag="back"):
    """Take one's own seat back from the bot that stood in."""

    id: Id


class Start(Command, tag="start"):
    """Begin the match; bots fill the empty seats."""

    id: Id


class Rematch(Command, tag="rematch"):
    """Another match with the same seats. At tables with `endings` it begins when all who are there have asked for it; the
    host may ask twice."""

    id: Id


class Promise(Command, tag="promise"):
    """A promise of one's share of the chance for the next match: docs/fair-spec.md. It is kept in memory only: send it again
    after every welcome, and when seat or match have changed."""

    id: Id
    match: Count  # the one to come: `match` of the table, and one
    promise: Hash


class Reveal(Command, tag="reveal"):
    """The share that was promised, shown once the list of promises is fixed (`promised`). It counts if `started` has it."""

    id: Id
    match: Count
    share: Hash


class Pause(Command, tag="pause"):
    """Stop the clocks and the cards until `resume`."""

    id: Id


class Resume(Command, tag="resume"):
    """Go on after a pause."""

    id: Id


class Ready(Command, tag="ready"):
    """The end of a deal has been seen: go on with the next one when the others are ready, too. `on: false` asks for more
    time instead."""

    id: Id
    deal: Count | None = None  # the deal it is meant for; later it changes nothing
    on: bool = True


class Rename(Command, tag="rename"):
    """Another name at this table, for later sentences; another face."""

    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=20)]
    face: Face = ""  # empty: as before; "none": an initial instead


class SeatBot(Command, tag="bot"):
    """The host puts a bot on a free seat; an empty level takes it away."""

    id: Id
    seat: SeatNo
    level: Annotated[str, Meta(max_length=20)] = "random"


class Lock(Command, tag="lock"):
    """The host lets nobody new in, or opens again."""

    id: Id
    on: bool


class Mute(Command, tag="mute"):
    """The host silences a person's free text; ready phrases stay."""

    id: Id
    who: Who
    on: bool


class Kick(Command, tag="kick"):
    """The host frees a seat: in a match when the deal is over, and a bot plays on."""

    id: Id
    seat: SeatNo


class Ban(Command, tag="ban"):
    """The host sends a person away from the table, with or without a seat, or lets them back."""

    id: Id
    who: Who
    on: bool


class Approve(Command, tag="approve"):
    """The host lets a person take a seat in this match, or no longer. Everybody is told."""

    id: Id
    who: Who
    on: bool


class Penalty(Command, tag="penalty"):
    """The host, as referee, gives a seat a penalty (games whose rules know one)."""

    id: Id
    seat: SeatNo


class HandOver(Command, tag="host"):
    """The host makes somebody else host."""

    id: Id
    who: Who


class Relink(Command, tag="relink"):
    """The host makes the old invitation worthless. The new secret is in the answer."""

    id: Id


class Look(Command, tag="look"):
    """A spectator asks to look over a seat's shoulder (tables with `spectators: consent`)."""

    id: Id
    seat: SeatNo


class Allow(Command, tag="allow"):
    """A seat lets a spectator look over its shoulder, or no longer. Everybody is told."""

    id: Id
    who: Who
    on: bool


class AskHint(Command, tag="hint"):
    """What may come of the moves on my menu? (tables with `hints`)"""

    id: Id


class There(Command, tag="there"):
    """Is anybody there? Acknowledged in its turn. Whoever has heard nothing for a while asks: a page sees no pings."""

    id: Id


AnyCommand = (
    Hello | Move | Say | Sit | Stand | Back | Start | Rematch | Pause | Resume | Rename | SeatBot | Lock | Mute
    | Kick | Ban | Approve | Penalty | HandOver | Relink | Look | Allow | AskHint | There | Ready | Promise | Reveal
)  # fmt: skip
