"""People who have a seat but no connection: since when, and how long the others wait for them."""

from __future__ import annotations

from collections.abc import Mapping

from pioche.house.seated_bots import roster
from pioche.house.tables import journal as j
from pioche.house.tables.news import Reader
from pioche.house.tables.state import TableState

GONE_IN_A_RACE = 15_000  # milliseconds: a game with a clock cannot wait longer for a lost line
HOST_GONE = 120_000  # then somebody else is host
SEAT_GONE = 300_000  # before a match: then somebody else may sit there, if all other seats are taken


class Absences:
    """Times are those of the turns, in milliseconds."""

    def __init__(self, state: TableState, readers: Mapping[Reader, None]) -> None:
        self.state, self.readers = state, readers
        self.since: dict[int, int] = {}  # person -> since when without a line

    @property
    def present(self) -> set[int]:
        return {reader.who for reader in self.readers}

    def note(self, now: int) -> None:
        """Who has a seat but no line is waited for from now on."""
        present = self.present
        for chair in self.state.chairs:
            if chair.who is not None and chair.who not in present:
                self.since.setdefault(chair.who, now)

    def went(self, reader: Reader, now: int) -> None:
        if reader.who not in self.present:
            self.since[reader.who] = now

    # -- when somebody has been waited for long enough ---------------------------------------------

    def dues(self, thinking: Mapping[int, int] | None) -> list[int]:
        """When somebody will have been away too long. `thinking`: seats whose turn it is since when; None: time stands."""
        found = [] if thinking is None else [since + self._patience for since in self._lost(thinking).values()]
        if self.state.host in self.since:
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
        here = [who for who in sorted(self.present) if self.state.seat_of(who) is not None]
        return [j.Hosted(whom=here[0])] if here else []

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
