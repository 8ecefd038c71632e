"""The state of a tournament: entrants, rounds, tables, results. Plain values, derived from the log alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from pioche.tournament.refusals import refused
from pioche.tournament.settings import Plan, Settings

OPEN, SEATED, PLAYING, CLOSED, FINALS, FINISHED, CANCELLED = (
    "open", "seated", "playing", "closed", "finals", "finished", "cancelled",
)  # fmt: skip
REGISTERED, ACTIVE, PAUSED, DROPPED, DISQUALIFIED, WITHDRAWN = (
    "registered", "active", "paused", "dropped", "disqualified", "withdrawn",
)  # fmt: skip
RUNNING, PROPOSED, DISPUTED, FINAL, VOID = "running", "proposed", "disputed", "final", "void"
QUALIFYING, SEMI, LAST = "round", "semi", "final"
PERSON, BOT = "person", "bot"
FILLER = "filler"  # "filler 1": who completes a table without a name


@dataclass
class Entrant:
    number: int  # in order of registration; tables and results refer to it
    name: str
    club: str = ""
    rating: int | None = None
    kind: str = PERSON
    status: str = REGISTERED
    lot: int | None = None
    frozen: Fraction | None = None  # TR83: the score at the moment of disqualification
    penalties: list[tuple[Fraction, str]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    former: list[tuple[str, int]] = field(default_factory=list)  # TR75: earlier names, each until which round

    def copy(self) -> Entrant:
        return replace(self, penalties=self.penalties[:], warnings=self.warnings[:], former=self.former[:])


@dataclass
class Result:
    raw: list[int]
    second: list[int] | None
    units: int
    lines: list[list[int]] | None = None


@dataclass
class Table:
    """Seats hold numbers of entrants; those below 0 are fillers (TR12)."""

    number: int
    seats: list[int]
    status: str = RUNNING
    result: Result | None = None
    forfeits: list[int] = field(default_factory=list)
    excused: list[int] = field(default_factory=list)
    confirmed: list[int] = field(default_factory=list)
    proposed_at: int | None = None
    objections: list[tuple[int, str]] = field(default_factory=list)
    corrections: list[str] = field(default_factory=list)  # the reasons

    def copy(self) -> Table:
        """Results are replaced, never changed: they are shared."""
        return replace(
            self, seats=self.seats[:], forfeits=self.forfeits[:], excused=self.excused[:], confirmed=self.confirmed[:],
            objections=self.objections[:], corrections=self.corrections[:],
        )  # fmt: skip

    @property
    def entrants(self) -> list[int]:
        return [number for number in self.seats if number >= 0]

    @property
    def counted(self) -> list[int]:
        """Seats that are ranked: all but the excused."""
        return [number for number in self.seats if number not in self.excused]


@dataclass
class Round:
    number: int
    kind: str
    plan: Plan
    tables: list[Table]
    byes: list[int]
    cost: tuple[int, int]
    order: list[int]  # TR20: in which order the seated stood
    seating: int = 1  # how many times it was seated
    planned: list[list[int]] = field(default_factory=list)  # the entrants of each table as first seated
    before: list[list[int]] = field(default_factory=list)  # the same in the seating before this one
    absent: list[int] = field(default_factory=list)  # TR34
    exchanged: list[tuple[int, int]] = field(default_factory=list)  # by hand, before the start
    state: str = SEATED
    started_at: int | None = None

    def copy(self) -> Round:
        return replace(
            self, tables=[table.copy() for table in self.tables], byes=self.byes[:], order=self.order[:],
            planned=[seats[:] for seats in self.planned], before=[seats[:] for seats in self.before],
            absent=self.absent[:], exchanged=self.exchanged[:],
        )  # fmt: skip

    def table_of(self, number: int) -> Table | None:
        return next((table for table in self.tables if number in table.seats and table.status != VOID), None)

    @property
    def live(self) -> list[Table]:
        return [table for table in self.tables if table.status != VOID]


@dataclass
class State:
    settings: Settings
    phase: str = OPEN
    entrants: list[Entrant] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)  # qualifying rounds, then semi-finals and final
    total: int = 0  # qualifying rounds, fixed when round 1 is seated
    names: dict[str, int] = field(default_factory=dict)  # every name ever used
    fillers: list[str] = field(default_factory=list)
    lots: int = 0  # given so far
    qualified: list[int] = field(default_factory=list)  # TR63: the order of the standings when the finals began
    declined: list[int] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)  # for the referee, unanswered ones

    def copy(self) -> State:
        return replace(
            self, entrants=[one.copy() for one in self.entrants], rounds=[one.copy() for one in self.rounds],
            names=dict(self.names), fillers=self.fillers[:], qualified=self.qualified[:], declined=self.declined[:],
            calls=[dict(call) for call in self.calls],
        )  # fmt: skip

    # -- looking things up ---------------------------------------------------------------------------

    def entrant(self, name: str) -> Entrant:
        number = self.names.get(name)
        if number is None or self.entrants[number].status == WITHDRAWN:
            raise refused("no_entrant", "TR3", name=name)
        return self.entrants[number]

    def name(self, number: int) -> str:
        return self.entrants[number].name if number >= 0 else self.fillers[-1 - number]

    def number(self, name: str) -> int:
        """An entrant or a filler."""
        if name in self.fillers and name not in self.names:
            return -1 - self.fillers.index(name)
        return self.entrant(name).number

    @property
    def active(self) -> list[Entrant]:
        return [one for one in self.entrants if one.status == ACTIVE]

    @property
    def qualifying(self) -> list[Round]:
        return [one for one in self.rounds if one.kind == QUALIFYING]

    @property
    def current(self) -> Round:
        if not self.rounds:
            raise refused("no_round", "TR1")
        return self.rounds[-1]

    def round(self, number: int | str | None) -> Round:
        """By number, or `semi` and `final`; None is the last one."""
        if number is None:
            return self.current
        for one in self.rounds:
            if one.number == number or (isinstance(number, str) and one.kind == number):
                return one
        raise refused("unknown_round", "TR1", round=number)

    def table(self, number: int, round_number: int | str | None = None) -> Table:
        one = self.round(round_number)
        for table in one.live:
            if table.number == number:
                return table
        raise refused("no_table", "TR1", table=number, round=one.number)

    def meetings(self, before: int) -> Iterator[tuple[Round, Table]]:
        """Tables of qualifying rounds with a final result, in rounds before this one."""
        for one in self.qualifying:
            if one.number < before:
                yield from ((one, table) for table in one.live if table.status == FINAL)
