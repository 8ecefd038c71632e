"""Who comes, who holds a place, and who has a seat but no connection: since when, and how long the others wait for them.

A table has room for so many people at a time. A place is held by whoever sits, has a connection, is host, or was there a
moment ago. Whoever only looked in, was sent away or is forgotten holds none; they keep their number, and come back while
there is room.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Protocol

from pioche.house.operations import limits
from pioche.house.operations.limits import Limits
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots import roster
from pioche.house.tables import journal as j
from pioche.house.tables import talk
from pioche.house.tables.commands import may
from pioche.house.tables.hosting import digest, forgotten
from pioche.house.tables.news import Reader
from pioche.house.tables.services import Decision
from pioche.house.tables.state import TableState

GONE_IN_A_RACE = 15_000  # milliseconds: a game with a clock cannot wait longer for a lost line
HOST_GONE = 120_000  # then somebody else is host
SEAT_GONE = 300_000  # before a match: then somebody else may sit there, if all other seats are taken
BLINK = 10_000  # whoever lost the line so lately is coming back: the end of a deal waits for them

LATELY = 120.0  # seconds a place is kept for whoever has neither seat nor line


class Presence:
    """Times are those of the turns, in milliseconds."""

    def __init__(self, state: TableState, readers: Mapping[Reader, None]) -> None:
        self.state, self.readers = state, readers
        self.since: dict[int, int] = {}  # person -> since when without a line

    @property
    def present(self) -> set[int]:
        return {reader.who for reader in self.readers}

    def expected(self, now: int) -> set[int]:
        """Who is there, or was a moment ago: a line that broke, or a house that was opened again."""
        return self.present | {who for who, since in self.since.items() if now < since + BLINK}

    def note(self, now: int) -> None:
        """Who has a seat but no line is waited for from now on, and so is the host."""
        sitting = {chair.who for chair in self.state.chairs if chair.who is not None}
        for who in {self.state.host, *sitting} - {0} - self.present:  # 0: a tournament's table has no host
            self.since.setdefault(who, now)

    def went(self, reader: Reader, now: int) -> None:
        if reader.who not in self.present:
            self.since[reader.who] = now

    # -- when somebody has been waited for long enough ---------------------------------------------

    def dues(self, thinking: Mapping[int, int] | None) -> list[int]:
        """When somebody will have been away too long. `thinking`: seats whose turn it is since when; None: time stands."""
        found = [] if thinking is None else [since + self._patience for since in self._lost(thinking).values()]
        if self.state.host in self.since and self._heirs:
            found.append(self.since[self.state.host] + HOST_GONE)
        return found + [since + SEAT_GONE for since in self._kept_for_nobody().values()]

    def overdue(self, thinking: Mapping[int, int], now: int) -> list[j.AnyEntry]:
        """Seats the others have waited for long enough: somebody stands in."""
        lost = self._lost(thinking).items()
        return [stands_in(self.state, seat) for seat, since in lost if now >= since + self._patience]

    def new_host(self, now: int) -> list[j.AnyEntry]:
        """A host who has left does not take the table along."""
        host = self.state.host
        if host not in self.since or now < self.since[host] + HOST_GONE:
            return []
        return [j.Hosted(whom=who) for who in self._heirs[:1]]

    @property
    def _heirs(self) -> list[int]:
        """Who could be host instead: whoever has a seat and a line and is to stay, the first who came to the table first."""
        seated = ((who, self.state.seat_of(who)) for who in sorted(self.present))
        return [who for who, seat in seated if seat is not None and seat not in self.state.leaving]

    def seats_to_free(self, now: int) -> list[j.AnyEntry]:
        """Nobody holds a table for ever: seats of people who have not been here for long."""
        kept = self._kept_for_nobody().items()
        return [j.Stood(who=self.state.chairs[seat].who or 0, seat=seat) for seat, since in kept if now >= since + SEAT_GONE]

    def _kept_for_nobody(self) -> dict[int, int]:
        """Seats others could have, if their people do not come: seat -> since when they are gone."""
        chairs = self.state.chairs
        if self.state.phase in ("playing", "paused") or any(chair.who is None for chair in chairs):
            return {}
        return {seat: self.since[chair.who] for seat, chair in enumerate(chairs) if chair.who in self.since}

    @property
    def _patience(self) -> int:
        table = self.state.table
        return GONE_IN_A_RACE if table is not None and table.rules.timed else self.state.pace.gone

    def _lost(self, thinking: Mapping[int, int]) -> dict[int, int]:
        """Seats the others wait for whose person has no line: seat -> since when."""
        table = self.state.table
        found: dict[int, int] = {}
        if not self.since or table is None:
            return found
        for seat, chair in enumerate(self.state.chairs):
            if chair.who in self.since and not chair.away and seat in table.actors:
                since = self.since[chair.who]
                found[seat] = since if table.rules.timed else max(since, thinking.get(seat, since))
        return found


def stands_in(state: TableState, seat: int) -> j.StandsIn:
    return j.StandsIn(seat=seat, bot=roster.usual(state.game) if state.settings.absent == "bot" else "")


class Places:
    """The places of one table. What was a moment ago is in memory only."""

    def __init__(self, readers: Mapping[Reader, None], speed: float, rates: Limits) -> None:
        self.readers, self.rates = readers, rates
        self._kept_for = LATELY / speed
        self._kept: dict[int, float] = {}  # person -> until when

    def take(self, state: TableState, who: int) -> None:
        """Somebody comes, or is about to: refused where all places are held by others."""
        holders = self._holders(state)
        if who not in holders and len(holders) >= limits.MAX_PEOPLE:
            raise Refusal("too_many_people")
        self.keep(who)

    def keep(self, who: int) -> None:
        self._kept[who] = asyncio.get_running_loop().time() + self._kept_for

    def bots_wait(self) -> float:
        """Seconds until a bot may move here: those of hundreds of tables would take the house from everybody else. They
        count for the address of whoever came first of those who are there."""
        first = next(iter(self.readers), None)
        return self.rates.bucket("bots", first.line.address, first.line.many).reserve() if first is not None else 0.0

    def _holders(self, state: TableState) -> set[int]:
        now = asyncio.get_running_loop().time()
        self._kept = {who: until for who, until in self._kept.items() if until > now}
        found = {chair.who for chair in state.chairs if chair.who is not None} | {state.host}
        found.update(reader.who for reader in self.readers)
        found.update(who for who in self._kept if who in state.people and state.people[who].name != forgotten(who))
        return {who for who in found if who in state.people and not state.people[who].banned}


class Here(Protocol):
    """What is needed of the room."""

    state: TableState
    places: Places

    async def store(self, decision: Decision) -> None: ...


async def come(here: Here, person: str, name: str, secret: str, face: str, pace: Callable[[], None]) -> None:
    """Somebody comes to the table; whoever has been here before just comes back. `pace` refuses new people who come too
    fast: they need not be people at all."""
    state = here.state
    who = state.numbers.get(person)
    if who is not None:
        may(state, who, "see_table")
        here.places.take(state, who)
        return
    invited = secrets.compare_digest(digest(secret), state.digest)
    if not invited and state.settings.privacy != "public":
        raise Refusal("not_joined", 403)
    if state.locked:
        raise Refusal("table_locked")
    if len(state.people) >= limits.MAX_PEOPLE_EVER:
        raise Refusal("too_many_came")
    who = len(state.people) + 1
    here.places.take(state, who)
    pace()
    free = talk.free_name(name, talk.names_there(state))
    await here.store(Decision([j.Joined(person=person, name=free, face=face.removeprefix("none"))]))
