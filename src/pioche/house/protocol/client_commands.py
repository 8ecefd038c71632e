"""Commands of clients to a table. `messages` has the answers and all other messages of the socket."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

# The end of a text in a pattern. In Python `$` also matches before a final line feed, and only Python has `\Z`; `schema`
# writes `$`, which means the end in JSON Schema.
END = r"(?![\s\S])"
MADE_UP = "chosen by the client, a new one for every command"
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\w.:-]+" + END, description=MADE_UP)]
SeatNo = Annotated[int, Meta(ge=0, le=25)]
Who = Annotated[int, Meta(ge=1, le=10_000, description="number of a person at this table; public, gives no access")]
Face = Annotated[str, Meta(max_length=12, pattern=r"^[a-z]*" + END, description="name of a face the page draws")]
HEX = r"^[0-9a-f]{64}" + END
Hash = Annotated[str, Meta(min_length=64, max_length=64, pattern=HEX, description="32 bytes in hexadecimal")]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class Command(Struct, tag_field="t", forbid_unknown_fields=True, omit_defaults=True):
    """A message of a client. A command that is sent again with the same `id` is done once and gets the same answer."""


class Hello(Command, tag="hello"):
    """The first message of a socket. `since` is the number of the last event the client has of `stream`; without it the
    last hundred events are sent."""

    ticket: Annotated[str, Meta(max_length=64)]  # from `POST /api/tables/{code}/ticket`
    since: Count | None = None  # 0: send all events
    stream: Annotated[str, Meta(max_length=60)] = ""  # in which `since` was counted


class Move(Command, tag="move"):
    """An action of the game. In games with a clock, `seen` is the number of the last event drawn on the player's screen,
    and `since_open` the milliseconds from drawing the event that opened a race to the player's act."""

    id: Id
    do: Annotated[str, Meta(max_length=40)]  # `do` of a choice of the menu
    deal: Count | None = None  # the deal it is meant for; in a later one it is `late`
    seen: Count | None = None  # number of the last event drawn on the player's screen
    since_open: Annotated[int, Meta(ge=0, le=3_600_000)] | None = None  # milliseconds, by the client's clock


class Say(Command, tag="say"):
    """Talk to the whole table: free text, or a ready phrase by its name."""

    id: Id
    text: Annotated[str, Meta(max_length=300)] = ""
    phrase: Annotated[str, Meta(max_length=30)] = ""  # one of `GET /api/house`, instead of a text
    to: Annotated[list[SeatNo], Meta(max_length=26)] = []  # seats it is addressed to; everyone can read it
    reply_to: Count | None = None  # number of the message it answers
    seen: Count | None = None  # number of the last event drawn on the speaker's screen


class Sit(Command, tag="sit"):
    """Take a free seat or one that a bot holds; without `seat`, any of them."""

    id: Id
    seat: SeatNo | None = None


class Stand(Command, tag="stand"):
    """Leave the seat. During a match a bot takes it."""

    id: Id


class Back(Command, tag="back"):
    """Take one's seat back from the bot that stood in."""

    id: Id


class Start(Command, tag="start"):
    """Begin the match, with bots on the empty seats."""

    id: Id


class Rematch(Command, tag="rematch"):
    """Begin another match with the same seats. At tables with `endings` it begins when all who are present have asked for
    it, or when the host asks twice."""

    id: Id


class Promise(Command, tag="promise"):
    """Promise a share of the randomness of the next match: docs/fair-spec.md. The server keeps it in memory only: send it
    again after every `welcome`, and when seat or match have changed."""

    id: Id
    match: Count  # the next one: `match` of the table plus 1
    promise: Hash


class Reveal(Command, tag="reveal"):
    """Show the promised share, after the event `promised` has fixed the list. It was used if the event `started` has it."""

    id: Id
    match: Count
    share: Hash


class Pause(Command, tag="pause"):
    """Stop clocks and moves until `resume`."""

    id: Id


class Resume(Command, tag="resume"):
    """End a pause."""

    id: Id


class Ready(Command, tag="ready"):
    """Agree to go on to the next deal; it begins when all are ready. `on: false` asks for more time instead."""

    id: Id
    deal: Count | None = None  # the deal it is meant for; in a later one nothing happens
    on: bool = True


class Rename(Command, tag="rename"):
    """Change one's name at this table, for later sentences, and one's face."""

    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=20)]
    face: Face = ""  # empty: unchanged; "none": an initial instead


class SeatBot(Command, tag="bot"):
    """Put a bot on a free seat, or remove it with an empty level (host)."""

    id: Id
    seat: SeatNo
    level: Annotated[str, Meta(max_length=20)] = "random"


class Lock(Command, tag="lock"):
    """Close the table to new people, or open it again (host)."""

    id: Id
    on: bool


class Mute(Command, tag="mute"):
    """Forbid or allow a person free text; ready phrases stay allowed (host)."""

    id: Id
    who: Who
    on: bool


class Kick(Command, tag="kick"):
    """Free a seat; during a match at the end of the deal, and a bot takes it (host)."""

    id: Id
    seat: SeatNo


class Ban(Command, tag="ban"):
    """Send a person away from the table, or let them come back (host)."""

    id: Id
    who: Who
    on: bool


class Approve(Command, tag="approve"):
    """Let a person take a seat during this match, or no longer (host). The whole table is told."""

    id: Id
    who: Who
    on: bool


class Penalty(Command, tag="penalty"):
    """Give a seat a penalty, in games whose rules have one (host)."""

    id: Id
    seat: SeatNo


class HandOver(Command, tag="host"):
    """Make another person host (host)."""

    id: Id
    who: Who


class Relink(Command, tag="relink"):
    """Replace the invitation; the answer has the new secret (host)."""

    id: Id


class Look(Command, tag="look"):
    """Ask a seat for leave to see its cards, at tables with `spectators: consent`."""

    id: Id
    seat: SeatNo


class Allow(Command, tag="allow"):
    """Let a spectator see one's cards, or no longer. The whole table is told."""

    id: Id
    who: Who
    on: bool


class AskHint(Command, tag="hint"):
    """Ask for prices and odds of the moves on the menu, at tables with `hints`."""

    id: Id


class There(Command, tag="there"):
    """Check that the connection works; it is acknowledged. For pages, which cannot see WebSocket pings."""

    id: Id


AnyCommand = (
    Hello | Move | Say | Sit | Stand | Back | Start | Rematch | Pause | Resume | Rename | SeatBot | Lock | Mute
    | Kick | Ban | Approve | Penalty | HandOver | Relink | Look | Allow | AskHint | There | Ready | Promise | Reveal
)  # fmt: skip
