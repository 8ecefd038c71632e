"""Bodies of HTTP requests and answers. `api.routes` says which route has which."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct

from pioche.house.protocol.display_bodies import ActionInfo, Display, ZoneInfo
from pioche.house.protocol.messages import END, Event, Face, Phase, Said, SeatNo, Settings, TableInfo

Code = Annotated[str, Meta(pattern=r"^[0-9a-z]{10}" + END, description="the public name of a table")]
Name = Annotated[str, Meta(min_length=1, max_length=20)]
Lang = Literal["en", "fr"]
Secret = Annotated[str, Meta(max_length=64)]
Login = Annotated[str, Meta(min_length=3, max_length=30, pattern=r"^[\w.-]+" + END)]
Password = Annotated[str, Meta(min_length=8, max_length=256)]


Key = Annotated[str, Meta(max_length=40)]
Choice = bool | Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=100)]
Value = Choice | None
Cell = TypeVar("Cell")
Row = Annotated[list[Cell], Meta(max_length=200)]
Part = Annotated[dict[Key, Value | Row[Value | Row[Value]]], Meta(max_length=250)]  # of a written position
CredentialValue = None | bool | Annotated[int, Meta(ge=-(2**31), le=2**31)] | Annotated[str, Meta(max_length=40_000)]
Extension = Annotated[dict[Key, CredentialValue], Meta(max_length=20)]  # of WebAuthn


class Body(Struct, forbid_unknown_fields=True):
    """A body sent by a client; unknown fields are refused."""


class Refused(Struct, frozen=True):
    """A refusal, with any status code, in both languages."""

    reason: str
    en: str
    fr: str
    retry: int | None = None  # milliseconds after which the request may succeed
    rule: str = ""  # the number of the rule that forbids it


class Done(Struct, frozen=True):
    ok: bool = True


# -- the house and its games -----------------------------------------------------------------------


class Pace(Struct, frozen=True):
    """Time for a decision and spare time for a match, in milliseconds; 0 is unlimited."""

    id: str
    turn: int
    bank: int
    label: Said


class Phrase(Struct, frozen=True):
    id: str
    said: Said


class BotLevel(Struct, frozen=True):
    id: str
    label: Said
    games: list[str]  # empty: all of them


class Notice(Struct, frozen=True):
    """A page of the operator, at /notices/ID."""

    id: str  # legal, privacy
    title: Said


class HouseInfo(Struct, frozen=True):
    """The server's languages, paces, ready phrases, bots and features."""

    version: str
    languages: list[str]
    paces: list[Pace]
    phrases: list[Phrase]
    bots: list[BotLevel]
    lan: str = ""  # the address for other devices; empty: the server is not open to them
    door: bool = False  # this client may open the server to other devices (`POST /api/door`)
    passkeys: bool = False  # accounts may have passkeys here
    notices: list[Notice] = []  # the operator's pages


class OptionInfo(Struct, frozen=True):
    id: str
    kind: str  # switch, number, choice, seat, word
    label: Said
    help: Said
    default: Any
    low: int | None = None
    high: int | None = None
    step: int | None = None
    values: list[str] | None = None
    value_labels: dict[str, Said] | None = None
    only: dict[str, Any] | None = None  # the option applies only with these values of other options


class PresetInfo(Struct, frozen=True):
    id: str
    title: Said
    options: dict[str, Any]


class GameCard(Struct, frozen=True):
    """A game as lists show it."""

    id: str
    title: Said
    pitch: Said
    family: str
    deck: str  # ranks: the Pairs deck; cards: 52-card packs
    timed: bool
    seats: list[int]  # fewest, most, usual
    minutes: list[int]
    presets: list[PresetInfo]
    lesson: bool = False  # there is a first deal that teaches the game


class GameInfo(Struct, frozen=True):
    """Everything a page needs to draw a table of this game without knowing its rules."""

    card: GameCard
    options: list[OptionInfo]
    zones: dict[str, ZoneInfo]
    phases: dict[str, Said]
    actions: list[ActionInfo]
    events: dict[str, list[str]]  # kind -> names in its `about`
    display: Display
    deal: Said  # the game's word for a deal


class Shelf(Struct, frozen=True):
    games: list[GameCard]


class Sheet(Struct, frozen=True):
    """The rules for players, in Markdown."""

    game: str
    lang: Lang
    markdown: str


# -- people ----------------------------------------------------------------------------------------


class Door(Struct, frozen=True):
    """The server is open to other devices."""

    lan: str  # the address for them


class NewMe(Body):
    """Name and language of the person. Without a session this makes a guest, with one it changes them."""

    name: Name | None = None
    lang: Lang | None = None


class Me(Struct, frozen=True):
    name: str
    lang: str
    login: str = ""  # of an account; empty for guests
    token: str = ""  # for clients that are not browsers, when a session begins
    passkeys: int = 0  # number of this person's passkeys
    password: bool = False  # the person has a password
    before: str = ""  # name of the person this browser can go back to (`POST /api/me/back`)


class Credentials(Body):
    login: Login
    password: Password


class NewPassword(Body):
    old: Password
    new: Password


class PasskeyOptions(Struct, frozen=True):
    """Options for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` in a browser."""

    publicKey: dict[str, Any]


class Passkey(Body):
    """A credential, as `PublicKeyCredential.toJSON` writes it in a browser."""

    id: Annotated[str, Meta(max_length=1400)]
    rawId: Annotated[str, Meta(max_length=1400)]
    type: Literal["public-key"]
    response: Annotated[dict[Key, CredentialValue | Annotated[list[Key], Meta(max_length=20)]], Meta(max_length=20)]
    clientExtensionResults: Annotated[dict[Key, CredentialValue | Extension], Meta(max_length=20)] = {}
    authenticatorAttachment: Annotated[str, Meta(max_length=40)] | None = None


class PlayedMatch(Struct, frozen=True):
    """A match this person has played to its end."""

    match: int
    at: int  # when it began, in seconds since 1970
    seat: int
    players: list[str]
    scores: list[int]
    ranking: list[int]


class MyTable(Struct, frozen=True):
    """A table this person has joined."""

    code: str
    game: str
    title: Said
    phase: Phase
    seat: int | None
    your_turn: bool
    last: int  # last visit, in seconds since 1970
    players: list[str] = []  # of the last finished match, by seat
    scores: list[int] = []  # of the last finished match
    ranking: list[int] = []  # of the last finished match
    match: int = 0  # number of the last finished match
    played: list[PlayedMatch] = []  # matches this person played there to their end, latest first
    closed: Literal["", "banned", "damaged"] = ""  # sent away by the host, or the table cannot be read


class MyTables(Struct, frozen=True):
    tables: list[MyTable]


# -- tables ----------------------------------------------------------------------------------------


class From(Body):
    """Where to continue a finished match: after `at` of its moves. The new table is for practice."""

    code: Code
    match: Annotated[int, Meta(ge=1, le=10_000)] = 1
    at: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


Written = Annotated[dict[Key, Value | Row[Value | Row[Value | Row[Value]]] | Part], Meta(max_length=100)]


class NewTable(Body):
    """A table to make: a game or a preset with its options (`seats` is one of them), bots by seat, the host's settings.

    `seed`, `cards` and `position` fix the cards; the table is then marked as practice for everyone. A setup that cannot
    be played is refused at once (400), even if the match begins later.
    """

    game: Annotated[str, Meta(max_length=40)]
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Choice], Meta(max_length=100)] = {}
    settings: Settings = Settings()
    bots: Annotated[dict[Annotated[str, Meta(max_length=2)], Annotated[str, Meta(max_length=20)]], Meta(max_length=26)] = {}
    sit: SeatNo | None = 0  # seat of the maker; null: none, the maker watches
    start: bool = False  # begin at once, with bots on all empty seats
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None  # of the shuffle
    cards: Annotated[str, Meta(max_length=2000)] = ""  # the next to be drawn; those no longer in the deck are skipped
    position: Written | None = None  # of the cards, as the game writes it
    continues: From | None = None  # a finished match to continue
    face: Face = ""  # of the maker


class Made(Struct, frozen=True):
    """A new table and its invitation. The link has the secret in its fragment: /t/<code>#<secret>"""

    code: str
    secret: str
    link: str
    table: TableInfo


class LobbyTable(Struct, frozen=True):
    """A public table with a free seat, or one that may be watched."""

    code: str
    game: str
    title: Said
    phase: Phase
    host: str
    seats: int
    free: int
    people: list[str]
    pace: str
    spectators: str
    locked: bool


class Lobby(Struct, frozen=True):
    tables: list[LobbyTable]


class Join(Body):
    """Join a table, with the secret of its invitation unless it is public."""

    secret: Secret = ""
    face: Face = ""


class SitDown(Body):
    seat: SeatNo | None = None


class Ticket(Struct, frozen=True):
    """A ticket that opens one socket, once, within half a minute. It is sent in `hello`, never in an address."""

    ticket: str
    expires: int  # milliseconds


class SeatLink(Struct, frozen=True):
    """A private link with which another device becomes this person, once: /s#<token>"""

    token: str
    link: str


class UseSeatLink(Body):
    token: Secret


class LinkedPerson(Struct, frozen=True):
    """The person a private link belongs to; `same`: this device is that person already."""

    name: str
    same: bool


class Frame(Struct, frozen=True):
    """The table after `at` lines of the record, as one reader saw it."""

    at: int
    line: dict[str, Any] | None  # of the record; null at the start, and for moves of other seats
    events: list[Event]
    view: dict[str, Any]


class Replay(Struct, frozen=True):
    match: int
    eyes: int | None  # the seat whose view is shown; null: a spectator's
    moves: int  # lines of the record
    names: list[str]
    frames: list[Frame]
    game: str = ""
    title: Said = Said("", "")


class Shared(Struct, frozen=True):
    """The token of a replay that strangers may see: `GET /api/shared/{code}?match=…&share=…`."""

    share: str


class Health(Struct, frozen=True):
    """Moves can be stored; other faults are in the remaining fields."""

    ok: bool
    unreadable: int  # damaged tables found so far; each is frozen, the others go on. `pioche doctor` lists them
    undurable: list[str]  # settings of the database with which a power cut may lose moves
    damaged: bool  # stored data was found that cannot be read; `pioche doctor` says more


class Picture(Body):
    """An address of at most 300 bytes to draw as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
