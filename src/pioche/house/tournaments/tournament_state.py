"""The state of a tournament, folded from its journal: the tournament of the rules, who is who there, which tables it has.

No clock, no socket, no disk: the same entries give the same state.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import Any

from pioche.house.protocol.tournament_bodies import Place
from pioche.house.stores.unreadable import Unreadable
from pioche.house.tournaments import tournament_journal as tj
from pioche.tournament import Tournament
from pioche.tournament.model import FILLER, FINAL, PERSON, PLAYING, SEATED, Round, Table

STAFF_ONLY = frozenset({"seat", "reseat", "swap", "answer"})  # what only organiser and referees see, until a round starts
OF_A_TABLE = frozenset({"result", "confirm", "object"})  # what only its table sees beside them
MAKES_FINAL = frozenset({"rule", "lapse"})
OF_ONE = frozenset({"warn", "call"})


@dataclass
class Guest:
    """A person of the house at the tournament."""

    who: int
    person: str
    name: str
    referee: bool = False
    entrant: int | None = None


@dataclass
class LinkedTable:
    """A table of the house and the seats it was made for."""

    round: int
    table: int
    code: str
    secret: str
    seats: list[int]
    making: int  # 1: the first; later ones were made because somebody did not come
    made: bool = False  # known to be in the store; never stored itself
    settled: bool = False  # nothing is left to be done at it; never stored itself
    seen: set[int] = field(default_factory=set)  # entrants who have been there; never stored itself


class TournamentState:
    """The state of a tournament, entry by entry."""

    def __init__(self, founded: tj.Founded) -> None:
        self.founded, self.code = founded, founded.code
        self.model = Tournament.replay([founded.line])
        self.guests: dict[int, Guest] = {}
        self.numbers: dict[str, int] = {}  # person -> who
        self.takers: dict[int, int] = {}  # entrant -> who
        self.links: dict[str, str] = {}
        self.substitutes: dict[int, str] = {}  # entrant -> secret
        self.places: dict[tuple[int, int], Place] = {}
        self.place = founded.place
        self.wishes = founded.tables
        self.registration = True
        self.extended: dict[int, int] = {}  # round -> minutes
        self.linked: dict[tuple[int, int], list[LinkedTable]] = {}  # (round, table) -> the latest last
        self.by_code: dict[str, LinkedTable] = {}
        self.answers: set[tuple[int, str]] = set()
        self.deeds: Counter[int] = Counter()  # who -> entries they have brought
        self.length = 1
        self.version = 1  # for organiser and referees
        self.public_version = 1
        self.own_versions: dict[int, int] = {}  # entrant -> changes that concern them and not everybody

    @classmethod
    def of(cls, bodies: list[bytes]) -> TournamentState:
        """Unreadable when an entry is not one of ours, or does not fit."""
        at = 0
        try:
            first = tj.read_entry(bodies[0])
            if not isinstance(first, tj.Founded):
                raise ValueError("the journal of a tournament starts with its founding")
            state = cls(first)
            for body in bodies[1:]:
                at += 1
                state.absorb(tj.read_entry(body))
        except Exception as wrong:
            raise Unreadable.at(at, wrong, "unreadable_tournament") from wrong
        return state

    # -- reading ---------------------------------------------------------------------------------

    def guest(self, person: str | None) -> Guest | None:
        who = self.numbers.get(person) if person is not None else None
        return None if who is None else self.guests[who]

    def is_staff(self, guest: Guest | None) -> bool:
        return guest is not None and (guest.who == 1 or guest.referee)

    def name_of(self, guest: Guest) -> str | None:
        """In the tournament."""
        return None if guest.entrant is None else self.model.state.name(guest.entrant)

    def version_for(self, guest: Guest | None) -> int:
        """Grows with what changes for this person, and with nothing else."""
        if self.is_staff(guest):
            return self.version
        own = 0 if guest is None or guest.entrant is None else self.own_versions.get(guest.entrant, 0)
        return self.public_version + own

    def person_of(self, entrant: int) -> str | None:
        who = self.takers.get(entrant)
        return None if who is None else self.guests[who].person

    def is_bot(self, number: int) -> bool:
        """Played by the house: a bot among the entrants, or a filler without a name."""
        if number < 0:
            return self.model.state.name(number).startswith(f"{FILLER} ")
        return self.model.state.entrants[number].kind != PERSON

    def place_of(self, one: Round, table: Table) -> Place:
        """Played here only where everybody is a person of the house or a bot; what has begun here stays here."""
        chosen = self.places.get((one.number, table.number))
        if chosen is None and (one.number, table.number) in self.linked:
            return "house"
        able = all(self.is_bot(number) or number in self.takers for number in table.seats)
        return (chosen or self.place) if able else "real"

    def link_of(self, one: Round, table: Table) -> LinkedTable | None:
        """The table of the house where this table of a round is played now."""
        found = self.linked.get((one.number, table.number))
        return found[-1] if found and found[-1].seats == table.seats and self.place_of(one, table) == "house" else None

    def ends(self, one: Round) -> int | None:
        """TR33, with what the organiser has added."""
        ends = self.model.round_ends(one.number)
        return None if ends is None else ends + 60 * self.extended.get(one.number, 0)

    def with_model(self, model: Tournament) -> TournamentState:
        """Return this state with a draft of the tournament, to be read only."""
        found = copy(self)
        found.model = model
        return found

    # -- the fold --------------------------------------------------------------------------------

    def absorb(self, entry: tj.AnyTournamentEntry) -> None:
        """Add an entry."""
        if isinstance(entry, tj.Done):
            self.model.take(entry.line)
            self._tell(entry.line)
        else:
            self._fold(entry)
        self.length += 1
        self.deeds[entry.who] += 1
        if entry.id:
            self.answers.add((entry.who, entry.id))

    def _tell(self, line: dict[str, Any]) -> None:
        """Raise the versions of those who may notice a line (section 8)."""
        do, model = line["do"], self.model.state
        self.version += 1
        if do in STAFF_ONLY:
            return
        if (do in OF_A_TABLE or do in MAKES_FINAL) and model.rounds:
            secret = bool(model.settings.duplicate) and model.current.state == PLAYING
            tables = [one for one in model.current.tables if line.get("table") in (None, one.number)]
            if secret or (do in OF_A_TABLE and all(one.status != FINAL for one in tables)):
                for number in [number for one in tables for number in one.entrants]:
                    self._tell_one(number)
                return
        if do in OF_ONE:
            self._tell_one(model.names[line["name"]])
            return
        self.public_version += 1

    def _tell_one(self, number: int) -> None:
        self.own_versions[number] = self.own_versions.get(number, 0) + 1

    def _tell_all(self) -> None:
        self.version += 1
        self.public_version += 1

    @singledispatchmethod
    def _fold(self, entry: Any) -> None:
        raise TypeError(f"not an entry of a tournament: {entry!r}")

    @_fold.register
    def _(self, entry: tj.Came) -> None:
        who = len(self.guests) + 1
        self.guests[who] = Guest(who, entry.person, entry.name)
        self.numbers[entry.person] = who

    @_fold.register
    def _(self, entry: tj.Takes) -> None:
        self._unlink(entry.entrant)
        self.takers[entry.entrant] = entry.whom
        self.guests[entry.whom].entrant = entry.entrant
        self.substitutes.pop(entry.entrant, None)
        self._tell_all()

    @_fold.register
    def _(self, entry: tj.Unlinked) -> None:
        self._unlink(entry.entrant)
        self._tell_all()

    def _unlink(self, entrant: int) -> None:
        before = self.takers.pop(entrant, None)
        if before is not None:
            self.guests[before].entrant = None

    @_fold.register
    def _(self, entry: tj.Referees) -> None:
        self.guests[entry.whom].referee = entry.on
        self.version += 1

    @_fold.register
    def _(self, entry: tj.Secret) -> None:
        if entry.link == "substitute":
            self.substitutes[entry.entrant] = entry.secret
        else:
            self.links[entry.link] = entry.secret
        self.version += 1

    @_fold.register
    def _(self, entry: tj.Placed) -> None:
        if entry.table:
            self.places[entry.round, entry.table] = entry.place
        else:
            self.place = entry.place
            self.places = {key: place for key, place in self.places.items() if key[0] != entry.round}
        self.version += 1
        seated = bool(self.model.state.rounds) and self.model.state.current.state == SEATED
        self.public_version += entry.table == 0 and not seated

    @_fold.register
    def _(self, entry: tj.Wished) -> None:
        self.wishes = entry.tables
        self._tell_all()

    @_fold.register
    def _(self, entry: tj.Registration) -> None:
        self.registration = entry.on
        self._tell_all()

    @_fold.register
    def _(self, entry: tj.Extended) -> None:
        self.extended[entry.round] = self.extended.get(entry.round, 0) + entry.minutes
        self._tell_all()

    @_fold.register
    def _(self, entry: tj.TableLinked) -> None:
        before = self.linked.setdefault((entry.round, entry.table), [])
        made = LinkedTable(entry.round, entry.table, entry.code, entry.secret, entry.seats, len(before) + 1)
        before.append(made)
        self.by_code[entry.code] = made
        self._tell_all()
