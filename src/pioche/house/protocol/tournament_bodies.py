"""Bodies of HTTP requests about tournaments. `tournament_views` has the answers, docs/protocol.md the routes."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pioche.house.protocol.bodies import Choice, Secret
from pioche.house.protocol.messages import END, Id, Said

Entrant = Annotated[str, Meta(min_length=1, max_length=20, description="a name in the tournament")]
MAX_TITLE_LETTERS, MAX_CLUB_LETTERS = 60, 40
Club = Annotated[str, Meta(max_length=MAX_CLUB_LETTERS)]
Reason = Annotated[str, Meta(max_length=300)]
Rating = Annotated[int, Meta(ge=0, le=10_000)]
TableNo = Annotated[int, Meta(ge=1, le=200)]
RoundNo = Annotated[int, Meta(ge=1, le=22)]
RoundKey = Annotated[str, Meta(pattern=r"^[1-9][0-9]?" + END, max_length=2)]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
BySeat = Annotated[list[Points], Meta(max_length=8)]
Exact = str  # a fraction as text
Place = Literal["house", "real"]  # played on this server, or with real cards and results typed in
TournamentPhase = Literal["open", "seated", "playing", "closed", "finals", "finished", "cancelled"]
Status = Literal["registered", "active", "paused", "dropped", "disqualified"]
TableStatus = Literal["running", "proposed", "disputed", "final"]
Link = Literal["entrants", "referees"]

# -- profiles of games ----------------------------------------------------------------------------


class ProfileInfo(Struct, frozen=True):
    """Default table sizes, lengths and scoring of a game in tournaments (TR2), and the reason."""

    game: str
    title: Said
    k: int
    kmin: int
    kmax: int
    seats: list[int]  # fewest and most the game allows
    units: int
    final_units: int
    round_minutes: int
    scoring: str
    unit_option: str  # the option of the game with the number of units; empty: one match is one unit
    second: str  # name of the secondary value; may be empty
    second_lower: bool  # lower secondary values are better
    by_line: bool  # results may be typed unit by unit (TR31)
    why: Said


class Profiles(Struct, frozen=True):
    profiles: list[ProfileInfo]


# -- a new tournament -----------------------------------------------------------------------------


class TableWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of the tables on this server. With duplicate deals there are no spectators, whatever the setting."""

    pace: Literal["relaxed", "normal", "quick"] = "normal"
    spectators: Literal["none", "public", "delayed"] = "none"
    talk: Literal["free", "phrases", "off"] = "phrases"


Options = Annotated[dict[Annotated[str, Meta(max_length=40)], Choice], Meta(max_length=40)]
SmallWhole = Annotated[int, Meta(ge=0, le=1000)]


class RoundGame(Struct, forbid_unknown_fields=True):
    """A different game for one round (TR2)."""

    game: Annotated[str, Meta(max_length=40)]
    game_options: Options = {}
    units: Annotated[int, Meta(ge=1, le=200)] | None = None


class NewTournament(Struct, forbid_unknown_fields=True):
    """The options of section 7 by name; those left out are taken from the profile of the game."""

    game: Annotated[str, Meta(max_length=40)]
    title: Annotated[str, Meta(max_length=MAX_TITLE_LETTERS)] = ""
    privacy: Literal["link", "public"] = "link"  # public: listed, and open to everyone to watch and register
    place: Place = "house"  # default for tables
    tables: TableWishes = TableWishes()
    game_options: Options = {}
    games: Annotated[dict[RoundKey, RoundGame], Meta(max_length=20)] = {}
    k: SmallWhole | None = None
    kmin: SmallWhole | None = None
    kmax: SmallWhole | None = None
    uneven: Literal["smaller", "larger"] | None = None
    filler: Literal["none", "bot"] | None = None
    rounds: SmallWhole | None = None  # 0 or left out: the number TR66 suggests when round 1 is seated
    pairing: Literal["swiss", "random", "manual"] | None = None
    round1: Literal["lot", "snake"] | None = None
    avoid_club: SmallWhole | None = None
    plain_last: SmallWhole | None = None
    scoring: Literal["rank", "raw", "win"] | None = None
    tiebreaks: Annotated[list[Annotated[str, Meta(max_length=10)]], Meta(max_length=10)] | None = None
    units: SmallWhole | None = None
    final_units: SmallWhole | None = None
    final: Literal["none", "table", "semis"] | None = None
    duplicate: SmallWhole | None = None
    round_minutes: SmallWhole | None = None
    grace: SmallWhole | None = None
    late_until: SmallWhole | None = None


class Enter(Struct, forbid_unknown_fields=True):
    """Enter a tournament. With the secret of the invitation: as an entrant if `name` is given, else as a spectator. With
    that of the referees' link: as a referee. With that of a substitute's link: `name` takes over the place (TR75). A person
    who has entered before needs no secret to become an entrant."""

    secret: Secret = ""
    name: Entrant | None = None
    club: Club = ""
    rating: Rating | None = None


# -- actions --------------------------------------------------------------------------------------

Deed = Literal[
    "register", "late", "withdraw", "check_in", "drop", "pause", "resume", "readmit", "substitute", "no_show",
    "seat", "reseat", "swap", "start", "close", "result", "confirm", "object", "rule", "correct", "penalty", "warn",
    "forfeit", "excuse", "disqualify", "call", "answer", "start_finals", "decline", "finish", "cancel",
]  # fmt: skip


class Act(Struct, forbid_unknown_fields=True):
    """An action of section 4.1 with its arguments. An action that is sent again with the same `id` is done once.

    `by`: the role, for a person who has several; by default entrant for actions about oneself, else organiser or referee.
    `register` and `late` add a person who uses no device, or a bot.
    """

    id: Id
    do: Deed
    by: Literal["organiser", "referee", "entrant"] | None = None
    name: Entrant | None = None
    names: Annotated[list[Entrant], Meta(max_length=400)] = []  # several to register or to check in
    other: Entrant | None = None  # swap
    new: Entrant | None = None  # substitute; without it a link is made for the substitute (`links.substitutes`)
    club: Club = ""
    rating: Rating | None = None
    kind: Literal["person", "bot"] | None = None
    consent: bool = False  # late, check_in, resume: the organiser agrees (TR70)
    reason: Reason = ""
    round: RoundNo | None = None  # correct, forfeit, excuse; left out: the last round
    table: TableNo | None = None
    raw: BySeat | None = None
    second: BySeat | None = None
    units: Annotated[int, Meta(ge=1, le=200)] | None = None
    lines: Annotated[list[BySeat], Meta(max_length=200)] | None = None
    points: Annotated[str, Meta(max_length=20, pattern=r"^[0-9]+([./][0-9]+)?" + END)] | None = None
    call: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None  # answer
    tables: Annotated[list[Annotated[list[Entrant], Meta(max_length=8)]], Meta(max_length=200)] | None = None
    fillers: Annotated[list[Entrant], Meta(max_length=200)] = []  # volunteers (TR12)
    beyond: Annotated[list[TableNo], Meta(max_length=200)] = []  # no_show: real tables in their second unit


class Manage(Struct, forbid_unknown_fields=True):
    """A decision of the organiser about the server, not about the rules.

    relink: replace the secret of `link`. place: where `table` (left out: every table) of the round being prepared is played.
    tables: settings of tables opened from now on. registration: open it (`on`) or close it. dismiss: the person `who` stops
    being a referee, and the referees' link is replaced. unlink: the entrant `name` no longer belongs to a person of the
    server; a substitute's link without a new name (`act` substitute) gives the place to a person again. extend: give this
    round `minutes` more.
    """

    id: Id
    do: Literal["relink", "place", "tables", "registration", "dismiss", "unlink", "extend"]
    link: Link | None = None
    place: Place | None = None
    table: TableNo | None = None
    tables: TableWishes | None = None
    on: bool | None = None
    who: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    name: Entrant | None = None
    minutes: Annotated[int, Meta(ge=1, le=240)] | None = None
