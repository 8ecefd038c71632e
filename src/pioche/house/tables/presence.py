"""People at a table: who comes, who holds a place, and who has a seat but no connection, since when.

A table has a limited number of places. One is held by each person who sits, has a connection, is host, or was there a
moment ago. A person who only looked in, was banned or is forgotten holds none; they keep their number, and come back while
there is room.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from pioche.house.operations import limits
from pioche.house.operations.limits import Limits
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots import roster
from pioche.house.tables import journal as j
from pioche.house.tables.hosting import forgotten
from pioche.house.tables.news import Reader
from pioche.house.tables.state import TableState

RACE_GONE_MS = 15_000  # how long a game with a clock waits for a lost connection
HOST_GONE_MS = 120_000  # then another person is host
SEAT_GONE_MS = 300_000  # before a match: then the seat is free, if all others are taken
RECONNECT_MS = 10_000  # how long the end of a deal waits for a connection that was lost
END_ALONE_MS = 8_000  # one person among bots looks at the end of a deal, unless they ask for more
END_BRIEF_MS = 8_000  # everybody, at a table that wants it short
END_READY_MS = 60_000  # people who wait for each other
END_SLOW_MS = 180_000  # when one asked for more time

PLACE_KEPT_SECONDS = 120.0  # for a person who has neither seat nor connection


class Presence:
    """People who have a seat but no connection, and since when, in milliseconds of the turns."""

    def __init__(self, readers: Mapping[Reader, None]) -> None:
        self.readers = readers
        self.since: dict[int, int] = {}  # person -> since when without a connection

    @property
    def present(self) -> set[int]:
        return {reader.who for reader in self.readers}

    def expected(self, now: int) -> set[int]:
        """Return who is there, or was a moment ago: a connection broke, or the server was restarted."""
        return self.present | {who for who, since in self.since.items() if now < since + RECONNECT_MS}

    def note(self, state: TableState, now: int) -> None:
        """Begin to wait for people who have a seat but no connection, and for the host."""
        sitting = {chair.who for chair in state.chairs if chair.who is not None}
        for who in {state.host, *sitting} - {0} - self.present:  # 0: a tournament's table has no host
            self.since.setdefault(who, now)

    def went(self, reader: Reader, now: int) -> None:
        if reader.who not in self.present:
            self.since[reader.who] = now

    # -- when somebody has been waited for long enough ---------------------------------------------

    def dues(self, state: TableState, thinking: Mapping[int, int] | None) -> list[int]:
        """Return the times when a person will have been away too long. `thinking`: seat -> since when it is their turn; None
        while time stands."""
        found = [] if thinking is None else [since + self._patience(state) for since in self._lost(state, thinking).values()]
        if state.host in self.since and self._heirs(state):
            found.append(self.since[state.host] + HOST_GONE_MS)
        return found + [since + SEAT_GONE_MS for since in self._kept_for_nobody(state).values()]

    def overdue(self, state: TableState, thinking: Mapping[int, int], now: int) -> list[j.AnyEntry]:
        """Return stand-ins for seats the others have waited for long enough."""
        lost = self._lost(state, thinking).items()
        return [stands_in(state, seat) for seat, since in lost if now >= since + self._patience(state)]

    def new_host(self, state: TableState, now: int) -> list[j.AnyEntry]:
        """Return another host, if the host has been away for too long."""
        host = state.host
        if host not in self.since or now < self.since[host] + HOST_GONE_MS:
            return []
        return [j.Hosted(whom=who) for who in self._heirs(state)[:1]]

    def _heirs(self, state: TableState) -> list[int]:
        """Return who could be host instead: people with a seat and a connection who are to stay, in the order they came."""
        seated = ((who, state.seat_of(who)) for who in sorted(self.present))
        return [who for who, seat in seated if seat is not None and seat not in state.leaving]

    def seats_to_free(self, state: TableState, now: int) -> list[j.AnyEntry]:
        """Return entries that free the seats of people who have been away for too long."""
        kept = self._kept_for_nobody(state).items()
        return [j.Stood(who=state.chairs[seat].who or 0, seat=seat) for seat, since in kept if now >= since + SEAT_GONE_MS]

    def _kept_for_nobody(self, state: TableState) -> dict[int, int]:
        """Return the seats others could have instead: seat -> since when its person is gone."""
        chairs = state.chairs
        if state.phase in ("playing", "paused") or any(chair.who is None for chair in chairs):
            return {}
        return {seat: self.since[chair.who] for seat, chair in enumerate(chairs) if chair.who in self.since}

    def _patience(self, state: TableState) -> int:
        table = state.table
        return RACE_GONE_MS if table is not None and table.rules.timed else state.pace.gone

    def _lost(self, state: TableState, thinking: Mapping[int, int]) -> dict[int, int]:
        """Return the seats the others wait for whose person has no connection: seat -> since when."""
        table = state.table
        found: dict[int, int] = {}
        if not self.since or table is None:
            return found
        for seat, chair in enumerate(state.chairs):
            if chair.who in self.since and not chair.away and seat in table.actors:
                since = self.since[chair.who]
                found[seat] = since if table.rules.timed else max(since, thinking.get(seat, since))
        return found


def awaited(state: TableState, present: set[int]) -> list[int]:
    """Return the seats whose people are there, or will be in a moment, and may look at the end of a deal."""
    return [
        seat
        for seat, chair in enumerate(state.chairs)
        if chair.who is not None and chair.who in present and not chair.away and not chair.retired
    ]


def end_shown(state: TableState, present: set[int]) -> int:
    """Return how many milliseconds the end of this deal is shown at most; 0 when everybody is ready."""
    ending = state.ending
    assert ending is not None
    people = awaited(state, present)
    if people and ending.ready.issuperset(people):
        return 0
    if ending.slow:
        return END_SLOW_MS
    if state.settings.endings == "brief":
        return END_BRIEF_MS
    return END_ALONE_MS if sum(chair.who is not None for chair in state.chairs) <= 1 else END_READY_MS


def stands_in(state: TableState, seat: int) -> j.StandsIn:
    return j.StandsIn(seat=seat, bot=roster.usual(state.game) if state.settings.absent == "bot" else "")


class Places:
    """The places of one table. Who was there a moment ago is in memory only."""

    def __init__(self, readers: Mapping[Reader, None], speed: float, rates: Limits) -> None:
        self.readers, self.rates = readers, rates
        self._kept_for = PLACE_KEPT_SECONDS / speed
        self._kept: dict[int, float] = {}  # person -> until when

    def take(self, state: TableState, who: int) -> None:
        """Take a place for a person who comes, or is about to. Refusal when others hold all of them."""
        holders = self._holders(state)
        if who not in holders and len(holders) >= limits.MAX_PEOPLE:
            raise Refusal("too_many_people")
        self.keep(who)

    def keep(self, who: int) -> None:
        self._kept[who] = asyncio.get_running_loop().time() + self._kept_for

    def bots_wait(self) -> float:
        """Return the seconds until a bot may move here: bots at hundreds of tables would starve all others. They count for
        the address of the first person who is there."""
        first = next(iter(self.readers), None)
        return (
            self.rates.bucket("bots", first.connection.address, first.connection.many).reserve()
            if first is not None
            else 0.0
        )

    def _holders(self, state: TableState) -> set[int]:
        now = asyncio.get_running_loop().time()
        self._kept = {who: until for who, until in self._kept.items() if until > now}
        found = {chair.who for chair in state.chairs if chair.who is not None} | {state.host}
        found.update(reader.who for reader in self.readers)
        found.update(who for who in self._kept if who in state.people and state.people[who].name != forgotten(who))
        return {who for who in found if who in state.people and not state.people[who].banned}
