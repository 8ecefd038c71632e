"""What goes over HTTP: the bodies people send and the answers they get. `api.routes` says which goes where."""

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
Handed = None | bool | Annotated[int, Meta(ge=-(2**31), le=2**31)] | Annotated[str, Meta(max_length=40_000)]
Extension = Annotated[dict[Key, Handed], Meta(max_length=20)]  # by a browser, with a passkey


class Body(Struct, forbid_unknown_fields=True):
    """What a client sends."""


class Refused(Struct, frozen=True):
    """Every refusal, whatever its status code, in both languages."""

    reason: str
    en: str
    fr: str
    retry: int | None = None  # milliseconds
    rule: str = ""  # the number of the rule that speaks against it


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
    """A page of the operator's own, at /notices/ID."""

    id: str  # legal, privacy
    title: Said


class HouseInfo(Struct, frozen=True):
    """What a page must know before anything else."""

    version: str
    languages: list[str]
    paces: list[Pace]
    phrases: list[Phrase]
    bots: list[BotLevel]
    lan: str = ""  # the address for other devices, when the house is open to them
    door: bool = False  # it is not, and whoever sits at its machine may open it (`POST /api/door`)
    passkeys: bool = False  # whether accounts may have them here
    notices: list[Notice] = []  # the operator's own pages


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
    only: dict[str, Any] | None = None  # has a meaning only with these values of other options


class PresetInfo(Struct, frozen=True):
    id: str
    title: Said
    options: dict[str, Any]


class GameCard(Struct, frozen=True):
    """A game as the shelf shows it."""

    id: str
    title: Said
    pitch: Said
    family: str
    deck: str  # ranks: the Pairs deck; cards: 52-card packs
    timed: bool
    seats: list[int]  # fewest, most, usual
    minutes: list[int]
    presets: list[PresetInfo]
    lesson: bool = False  # whether it has a first deal that teaches it


class GameInfo(Struct, frozen=True):
    """Everything a page needs to draw a table of this game without knowing its rules."""

    card: GameCard
    options: list[OptionInfo]
    zones: dict[str, ZoneInfo]
    phases: dict[str, Said]
    actions: list[ActionInfo]
    events: dict[str, list[str]]  # kind -> names of what it is about
    display: Display
    deal: Said  # the game's own word for a deal


class Shelf(Struct, frozen=True):
    games: list[GameCard]


class Sheet(Struct, frozen=True):
    """The rules for players, in Markdown."""

    game: str
    lang: Lang
    markdown: str


# -- people ----------------------------------------------------------------------------------------


class Door(Struct, frozen=True):
    """The house is open to other devices."""

    lan: str  # its address for them


class NewMe(Body):
    """Who I am. The first time this makes a guest; later it renames."""

    name: Name | None = None
    lang: Lang | None = None


class Me(Struct, frozen=True):
    name: str
    lang: str
    login: str = ""  # set when the guest has become an account
    token: str = ""  # only for clients that are not browsers, only when the guest is made or logs in
    passkeys: int = 0  # how many this person has
    password: bool = False  # whether there is one to be changed
    before: str = ""  # the name this browser had before a private link or a login, while it can go back to it


class Credentials(Body):
    login: Login
    password: Password


class NewPassword(Body):
    old: Password
    new: Password


class PasskeyOptions(Struct, frozen=True):
    """What the browser wants: for `parseCreationOptionsFromJSON`, or for `parseRequestOptionsFromJSON`."""

    publicKey: dict[str, Any]


class Passkey(Body):
    """What the browser gives: a credential, as its own `toJSON` writes it."""

    id: Annotated[str, Meta(max_length=1400)]
    rawId: Annotated[str, Meta(max_length=1400)]
    type: Literal["public-key"]
    response: Annotated[dict[Key, Handed | Annotated[list[Key], Meta(max_length=20)]], Meta(max_length=20)]
    clientExtensionResults: Annotated[dict[Key, Handed | Extension], Meta(max_length=20)] = {}
    authenticatorAttachment: Annotated[str, Meta(max_length=40)] | None = None


class PlayedMatch(Struct, frozen=True):
    """A match I have played to its end."""

    match: int
    at: int  # when it began, in seconds since 1970
    seat: int
    players: list[str]
    scores: list[int]
    ranking: list[int]


class MyTable(Struct, frozen=True):
    """A table I have sat at."""

    code: str
    game: str
    title: Said
    phase: Phase
    seat: int | None
    your_turn: bool
    last: int  # seconds since 1970
    players: list[str] = []  # when a match is over: who had each seat,
    scores: list[int] = []  # the result,
    ranking: list[int] = []
    match: int = 0  # and its number
    played: list[PlayedMatch] = []  # every match that I played there to its end, the latest first
    closed: Literal["", "banned", "damaged"] = ""  # the host has sent me away; or it cannot be read


class MyTables(Struct, frozen=True):
    tables: list[MyTable]


# -- tables ----------------------------------------------------------------------------------------


class From(Body):
    """Continue from a finished match at one of its moves, against bots or friends; such a table is for practice."""

    code: Code
    match: Annotated[int, Meta(ge=1, le=10_000)] = 1
    at: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


Written = Annotated[dict[Key, Value | Row[Value | Row[Value | Row[Value]]] | Part], Meta(max_length=100)]


class NewTable(Body):
    """A table to be: a game or a preset with its options (`seats` is one of them), bots by seat, the host's settings.

    `seed`, `cards` and `position` lay the cards as the maker wishes: the table is then marked as practice for all. What
    cannot be played is refused here (400), whether the match begins at once or later.
    """

    game: Annotated[str, Meta(max_length=40)]
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Choice], Meta(max_length=100)] = {}
    settings: Settings = Settings()
    bots: Annotated[dict[Annotated[str, Meta(max_length=2)], Annotated[str, Meta(max_length=20)]], Meta(max_length=26)] = {}
    sit: SeatNo | None = 0  # where the maker sits; null only watches
    start: bool = False  # begin at once, bots on every empty seat
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None  # the cards follow from it
    cards: Annotated[str, Meta(max_length=2000)] = ""  # next to leave the deck; passed over if gone by then
    position: Written | None = None  # how the cards lie, as the game writes it
    continues: From | None = None  # a finished match to go on from
    face: Face = ""  # of the maker, as the others see it


class Made(Struct, frozen=True):
    """A new table and its invitation. The secret belongs into the fragment of the link: /t/<code>#<secret>"""

    code: str
    secret: str
    link: str
    table: TableInfo


class LobbyTable(Struct, frozen=True):
    """A public table somebody may sit down at or watch."""

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
    """Enter a table: with the secret of the invitation, or without it when the table is public."""

    secret: Secret = ""
    face: Face = ""


class SitDown(Body):
    seat: SeatNo | None = None


class Ticket(Struct, frozen=True):
    """Opens one socket, once, within half a minute. Send it in the first message, never in an address."""

    ticket: str
    expires: int  # milliseconds


class SeatLink(Struct, frozen=True):
    """The private way back to one's own seats from another device; works once: /s#<token>"""

    token: str
    link: str


class UseSeatLink(Body):
    token: Secret


class LinkedPerson(Struct, frozen=True):
    """Whom a private link makes of a device; `same`: it is that person already."""

    name: str
    same: bool


class Frame(Struct, frozen=True):
    """The table after `at` lines of the record, as one reader saw it."""

    at: int
    line: dict[str, Any] | None  # what was done; None at the start, and for what this reader may not know
    events: list[Event]
    view: dict[str, Any]


class Replay(Struct, frozen=True):
    match: int
    eyes: int | None
    moves: int  # lines of the record
    names: list[str]
    frames: list[Frame]
    game: str = ""
    title: Said = Said("", "")


class Shared(Struct, frozen=True):
    """A replay that strangers may see: `GET /api/shared/{code}?match=…&share=…`."""

    share: str


class Health(Struct, frozen=True):
    """Moves can be stored. What is wrong all the same stands beside it."""

    ok: bool
    unreadable: int  # tables found damaged so far: each is frozen, and the others play on; `pioche doctor` names them
    undurable: list[str]  # settings of the database under which a power cut may cost moves
    damaged: bool  # stored data was met that cannot be read: `pioche doctor` says more


class Picture(Body):
    """An address to be drawn as a QR code: of at most 300 bytes."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
