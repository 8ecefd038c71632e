"""What people are told about a tournament, by role: its lists, its view, what concerns one person alone.

Scores are exact fractions, written as text ("15/4", "3", "-1/2"): whoever shows them rounds to two decimals (TR40).
Times are whole seconds since 1970, rounds are numbers (finals go on counting), tables are numbered from 1, seats from 0.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from pioche.house.protocol.bodies import Code
from pioche.house.protocol.messages import Said
from pioche.house.protocol.tournament_bodies import Exact, Place, Status, TableStatus, TableWishes, TournamentPhase


class TournamentCard(Struct, frozen=True):
    """A tournament in a list."""

    code: str
    title: str
    game: str
    game_title: Said
    phase: TournamentPhase
    public: bool
    last: int  # seconds since 1970
    entrants: int
    round: int  # the last one that was started; 0 before round 1
    rounds: int  # 0 while TR66 has not decided
    role: str = ""  # among mine: organiser, referee, entrant or spectator


class Tournaments(Struct, frozen=True):
    mine: list[TournamentCard]
    public: list[TournamentCard]


class EntrantInfo(Struct, frozen=True):
    name: str
    club: str
    rating: int | None
    kind: Literal["person", "bot"]
    status: Status
    lot: int | None  # from round 1 on
    here: bool  # somebody of the house is this entrant; others are typed in for
    former: list[str]  # TR75
    penalties: list[tuple[Exact, str]]  # points and reason
    warnings: list[str] | None = None  # for referees


class ResultInfo(Struct, frozen=True):
    raw: list[int]
    second: list[int] | None
    units: int
    lines: list[list[int]] | None
    scores: list[Exact] | None  # what it brings, by seat; None while it is not final


class TournamentTable(Struct, frozen=True):
    """One table of a round. To whoever does not sit there and is no referee, a proposed result looks like none."""

    number: int
    seats: list[str]  # names by seat
    fillers: list[int]  # which seats are fillers
    place: Place
    status: TableStatus
    code: str  # of the table in the house; empty: none, or not to be seen from here
    link: str  # to look on; empty: nobody may
    unit: int | None  # being played; None: not known, or not to be seen from here
    over: bool  # the match in the house is over
    result: ResultInfo | None
    forfeits: list[str]
    excused: list[str]
    corrections: list[str]  # reasons
    confirmed: list[str] | None = None  # for referees, as what follows
    objections: list[tuple[str, str]] | None = None  # name and reason
    lapses: int | None = None  # when the proposed result becomes final by itself (TR32)
    absent: list[str] | None = None  # have not been at the table yet


class TournamentRound(Struct, frozen=True):
    number: int
    kind: Literal["round", "semi", "final"]
    state: Literal["seated", "playing", "closed"]
    game: str
    units: int
    seating: int  # how many times it was seated
    tables: list[TournamentTable]
    byes: list[str]
    absent: list[str]  # did not come (TR34)
    changed: list[str]  # who sits elsewhere than in the seating before
    cost: tuple[int, int]
    started: int | None
    ends: int | None  # no new unit after that (TR33); None: no clock
    grace: int | None  # from then on somebody may be declared absent (TR34)


class ScoreCell(Struct, frozen=True):
    round: int
    kind: Literal["table", "bye", "missed", "forfeit", "waiting"]
    score: Exact
    table: int | None


class StandingRow(Struct, frozen=True):
    place: int
    name: str
    club: str
    status: Status
    score: Exact
    wins: Exact
    raw: Exact
    second: Exact | None
    opp: Exact | None
    met: int
    lot: int | None
    rounds: list[ScoreCell]
    penalties: list[tuple[Exact, str]]


class RankingRow(Struct, frozen=True):
    place: int
    name: str
    by: Literal["final", "semi", "standings"]


class Counts(Struct, frozen=True):
    """For whoever prepares the next round."""

    registered: int
    active: int
    paused: int
    sizes: list[int]  # of its tables, if it were seated now
    byes: int
    suggested: int  # rounds (TR66)


class CallInfo(Struct, frozen=True):
    """Somebody asks for the referee; `call` answers it."""

    call: int
    name: str
    reason: str
    at: int | None
    table: int | None


class RefereeInfo(Struct, frozen=True):
    who: int
    name: str


class SubstituteLink(Struct, frozen=True):
    name: str  # whose place
    link: str


class Links(Struct, frozen=True):
    """For the organiser. The secret stands in the fragment: /tournament/<code>#<secret>"""

    entrants: str
    referees: str
    substitutes: list[SubstituteLink]


class TournamentView(Struct, frozen=True):
    """The tournament as everybody sees it, or as organiser and referees do (`staff`)."""

    code: str
    title: str
    game: str
    game_title: Said
    phase: TournamentPhase
    settings: dict[str, Any]  # all options of section 7
    second: str  # the secondary value; may be empty
    by_line: bool
    public: bool
    place: Place
    tables: TableWishes
    registration: bool  # open
    round: int  # the last one that was seated; 0 before round 1
    rounds: int  # qualifying rounds; 0 while TR66 has not decided
    entrants: list[EntrantInfo]
    history: list[TournamentRound]  # oldest first; one that is only seated is for organiser and referees
    standings: list[StandingRow]
    provisional: bool  # tables are still playing
    ranking: list[RankingRow]  # when it is finished
    log_open: bool  # may the asker have the log?
    staff: bool = False
    counts: Counts | None = None  # the following for organiser and referees
    calls: list[CallInfo] | None = None
    referees: list[RefereeInfo] | None = None
    absent: list[str] | None = None  # whom the house offers to declare absent


class MyPlace(Struct, frozen=True):
    """You play at table 3, seat 1, against …"""

    round: int
    table: int
    seat: int
    against: list[str]
    place: Place
    code: str
    link: str  # /t/<code>; empty with real cards, and while the table is being opened
    status: TableStatus
    over: bool
    result: ResultInfo | None  # proposed or final
    confirmed: list[str]
    i_confirmed: bool
    objections: list[tuple[str, str]]
    lapses: int | None


class MyTournament(Struct, frozen=True):
    """What one person is in a tournament, and what concerns nobody else."""

    role: Literal["organiser", "referee", "entrant", "spectator"]  # the highest
    name: str | None  # in the tournament, for whoever takes part
    status: Status | None
    place: MyPlace | None  # in the round that is played
    bye: bool  # in the round that is played
    warnings: list[str]
    calls: list[int]  # mine, unanswered
    may: list[str]  # actions of `act` worth a button now; whether one is right is for the rules to say
    links: Links | None = None  # for the organiser


class TournamentAnswer(Struct, frozen=True):
    """`version` grows with everything that changes for the asker; `events` tells it. `now` is the house's clock."""

    version: int
    now: int
    you: MyTournament
    view: TournamentView


class TournamentMade(Struct, frozen=True):
    code: Code
    links: Links


class Explained(Struct, frozen=True):
    """Why everybody sits where they sit, or why one of them does."""

    round: int
    reasons: list[Said]


class Compared(Struct, frozen=True):
    """What one entrant did with the cards of a seat."""

    name: str
    table: int
    raw: int
    second: int | None
    units: int


class SameCards(Struct, frozen=True):
    """Tables of one size have played the same shuffles: by seat, the best first."""

    size: int
    tables: list[int]
    seats: list[list[Compared]]


class Comparison(Struct, frozen=True):
    round: int
    groups: list[SameCards]
