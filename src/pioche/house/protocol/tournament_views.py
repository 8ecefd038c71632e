"""Answers to requests about tournaments: lists, the view of a role, the data of one person.

Scores are exact fractions, written as text ("15/4", "3", "-1/2"); clients round them to two decimals (TR40). Times are
whole seconds since 1970, rounds are numbers (finals continue the count), tables are numbered from 1, seats from 0.
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
    rounds: int  # 0 until TR66 decides
    role: str = ""  # of the person: organiser, referee, entrant or spectator


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
    here: bool  # the entrant is a person of the server; results of others are typed in
    former: list[str]  # earlier names (TR75)
    penalties: list[tuple[Exact, str]]  # points and reason
    warnings: list[str] | None = None  # for referees


class ResultInfo(Struct, frozen=True):
    raw: list[int]
    second: list[int] | None
    units: int
    lines: list[list[int]] | None
    scores: list[Exact] | None  # table scores by seat; null until the result is final


class TournamentTable(Struct, frozen=True):
    """A table of a round. A proposed result is shown only to its players, organiser and referees."""

    number: int
    seats: list[str]  # names by seat
    fillers: list[int]  # seats of fillers
    place: Place
    status: TableStatus
    code: str  # of the table on the server; empty: none, or hidden from this person
    link: str  # for spectators; empty: there may be none
    unit: int | None  # being played; null: not known, or hidden from this person
    over: bool  # the match on the server is over
    result: ResultInfo | None
    forfeits: list[str]
    excused: list[str]
    corrections: list[str]  # reasons
    confirmed: list[str] | None = None  # this and the following: for organiser and referees
    objections: list[tuple[str, str]] | None = None  # name and reason
    lapses: int | None = None  # time at which the proposed result becomes final by itself (TR32)
    absent: list[str] | None = None  # entrants who have not been at the table yet


class TournamentRound(Struct, frozen=True):
    number: int
    kind: Literal["round", "semi", "final"]
    state: Literal["seated", "playing", "closed"]
    game: str
    units: int
    seating: int  # number of seatings so far
    tables: list[TournamentTable]
    byes: list[str]
    absent: list[str]  # no-shows (TR34)
    changed: list[str]  # entrants with another table than in the seating before
    cost: tuple[int, int]  # (A, B) of TR21 and TR22
    started: int | None
    ends: int | None  # time after which no new unit begins (TR33); null: no clock
    grace: int | None  # time from which on entrants may be declared absent (TR34)


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
    """Figures for the next round, if it were seated now."""

    registered: int
    active: int
    paused: int
    sizes: list[int]  # of its tables
    byes: int
    suggested: int  # number of rounds (TR66)


class CallInfo(Struct, frozen=True):
    """An unanswered call for the referee; `call` is its number, for `answer`."""

    call: int
    name: str
    reason: str
    at: int | None
    table: int | None


class RefereeInfo(Struct, frozen=True):
    who: int
    name: str


class SubstituteLink(Struct, frozen=True):
    name: str  # of the entrant whose place it gives
    link: str


class Links(Struct, frozen=True):
    """Links for the organiser to pass on, with the secret in the fragment: /tournament/<code>#<secret>"""

    entrants: str
    referees: str
    substitutes: list[SubstituteLink]


class TournamentView(Struct, frozen=True):
    """A tournament as everyone sees it, or as organiser and referees do (`staff`)."""

    code: str
    title: str
    game: str
    game_title: Said
    phase: TournamentPhase
    settings: dict[str, Any]  # all options of section 7
    second: str  # name of the secondary value; may be empty
    by_line: bool
    public: bool
    place: Place
    tables: TableWishes
    registration: bool  # registration is open
    round: int  # the last one that was seated; 0 before round 1
    rounds: int  # qualifying rounds; 0 until TR66 decides
    entrants: list[EntrantInfo]
    history: list[TournamentRound]  # oldest first; a round that has not started is shown to organiser and referees only
    standings: list[StandingRow]
    provisional: bool  # tables are still playing
    ranking: list[RankingRow]  # empty until the tournament is finished
    log_open: bool  # this person may have the log
    staff: bool = False
    counts: Counts | None = None  # this and the following: for organiser and referees
    calls: list[CallInfo] | None = None
    referees: list[RefereeInfo] | None = None
    absent: list[str] | None = None  # entrants who may be declared absent now


class MyPlace(Struct, frozen=True):
    """Table, seat and opponents of a person in the present round."""

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
    """The role of one person in a tournament, and the data only this person sees."""

    role: Literal["organiser", "referee", "entrant", "spectator"]  # the highest
    name: str | None  # as an entrant
    status: Status | None
    place: MyPlace | None  # in the present round
    bye: bool  # in the present round
    warnings: list[str]
    calls: list[int]  # numbers of this person's unanswered calls
    may: list[str]  # actions of `act` to offer now; the rules may still refuse one
    links: Links | None = None  # for the organiser


class TournamentAnswer(Struct, frozen=True):
    """A tournament for one person. `version` grows with every change for this person, as the route `events` reports;
    `now` is the server's time."""

    version: int
    now: int
    you: MyTournament
    view: TournamentView


class TournamentMade(Struct, frozen=True):
    code: Code
    links: Links


class Explained(Struct, frozen=True):
    """The reasons for a seating, or for the place of one entrant."""

    round: int
    reasons: list[Said]


class Compared(Struct, frozen=True):
    """The result of one entrant with the cards of a seat."""

    name: str
    table: int
    raw: int
    second: int | None
    units: int


class SameCards(Struct, frozen=True):
    """Tables of one size, which played the same shuffles: their results by seat, best first."""

    size: int
    tables: list[int]
    seats: list[list[Compared]]


class Comparison(Struct, frozen=True):
    round: int
    groups: list[SameCards]
