"""Reconcile the tables of a tournament with what it wants: open them, take their results, end them when time is up.

No duty is remembered. What is wanted follows from the tournament, what is there from the tables, and the difference is
carried out; so it may be asked for at any time, also by a worker that has just started.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import asdict
from operator import methodcaller
from typing import Any

from pioche.errors import PiocheError
from pioche.house.operations import limits
from pioche.house.ownership.leases import Elsewhere
from pioche.house.people.identity import new_code
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Conflict, StoreFailed
from pioche.house.tables.hosting import digest
from pioche.house.tables.room import Room
from pioche.house.tables.state import TableState
from pioche.house.tournaments import openings
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.entering import Lines, lines_since
from pioche.house.tournaments.openings import Orders
from pioche.house.tournaments.role_views import Progress
from pioche.house.tournaments.services import TournamentServices
from pioche.house.tournaments.tournament_state import LinkedTable, TournamentState
from pioche.tournament.model import CANCELLED, CLOSED, FINISHED, PLAYING, PROPOSED, RUNNING, Round, Table
from pioche.tournament.profiles import Profile, profile_of
from pioche.tournament.results import LAPSE_SECONDS

log = logging.getLogger("pioche.house")
TABLES_AT_ONCE = 8  # made at the same time
LOOK_SECONDS = 10.0  # between two looks at the tables while they play
ORDER = "tournament table"  # the kind of a notice to the worker that plays a table
NEWS = "tournament"  # and of one to the worker that has the tournament


def missing_links(state: TournamentState) -> list[tj.AnyTournamentEntry]:
    """Return links for tables of the current round that are to be played on the server and have none for their seats."""
    model = state.model.state
    if not model.rounds or model.current.state != PLAYING:
        return []
    one = model.current
    found: list[tj.AnyTournamentEntry] = []
    for table in one.live:
        if table.status == RUNNING and state.place_of(one, table) == "house" and state.link_of(one, table) is None:
            code = new_code()
            secret = secrets.token_urlsafe(16)
            found.append(
                tj.TableLinked(round=one.number, table=table.number, code=code, secret=secret, seats=list(table.seats))
            )
    return found


def _wanted(state: TournamentState) -> Iterator[tuple[Round, Table, LinkedTable]]:
    """Yield the tables of the server where the current round is played."""
    model = state.model.state
    if model.rounds and model.phase not in (FINISHED, CANCELLED) and model.current.state == PLAYING:
        for table in model.current.live:
            link = state.link_of(model.current, table)
            if link is not None:
                yield model.current, table, link


class Reconciler:
    """The tables of one tournament: what is known of them, and what has to be done there. Lines to write are yielded."""

    def __init__(self, house: TournamentServices) -> None:
        self.house = house
        self.progress: dict[str, Progress] = {}  # by the code of a table

    def now(self, state: TournamentState) -> int:
        """Return the seconds since 1970; a server in a hurry has faster ones."""
        made = state.founded.at
        return int(made + (time.time() - made) * self.house.speed)

    async def tend(self, state: TournamentState) -> AsyncIterator[Lines]:
        """Do what is due, and yield what is to be written; `state` has absorbed it when the next is asked for."""
        yield Lines(missing_links(state))
        await self._make(state)
        for one, table, link in list(_wanted(state)):
            if link.made and not link.settled and not self._is_reported(table, link):
                yield await self._look_at(state, one, table, link)
        await self._clear_up(state)
        yield self._lapse(state)

    async def tend_some(self, state: TournamentState, codes: set[str]) -> AsyncIterator[Lines]:
        """Do what is due at these tables alone."""
        for one, table, link in list(_wanted(state)):
            if link.code in codes and link.made and not link.settled:
                yield await self._look_at(state, one, table, link)
        await self._make(state)  # where bots have finished others begin

    # -- opening tables ------------------------------------------------------------------------

    async def _make(self, state: TournamentState) -> None:
        """Make the tables that are not there yet. Each is in the journal already, so none is made twice."""
        todo = [link for _, table, link in _wanted(state) if not link.made and table.status == RUNNING]
        if bots := {link.code for link in todo if _is_of_bots(state, link)}:
            places = self._places_for_bots(state)
            todo = [link for link in todo if link.code not in bots or (places := places - 1) >= 0]
        if not todo:
            return
        codes = [link.code for link in todo]
        there = await self.house.writer.read(lambda store: {code for code in codes if store.table(code) is not None})
        for link in todo:
            link.made = link.code in there
        todo = [link for link in todo if not link.made]
        for first in range(0, len(todo), TABLES_AT_ONCE):
            await asyncio.gather(*(self._make_one(state, link) for link in todo[first : first + TABLES_AT_ONCE]))
            await asyncio.sleep(0)

    def _places_for_bots(self, state: TournamentState) -> int:
        """Return how many more tables may begin where only bots play. Hundreds of them are played a few at a time; one can
        be played at any time, however many others have."""
        running = [link for _, table, link in _wanted(state) if link.made and table.status == RUNNING]
        here = [link for link in running if _is_of_bots(state, link)]
        rooms = self.house.rooms.values()
        tables = [far.state for far in rooms if far.state.opened.tournament and far.state.phase == "playing"]
        in_all = sum(all(chair.who is None for chair in table.chairs) for table in tables)
        return max(1 - len(here), min(limits.MAX_BOT_TABLES_PER_TOURNAMENT - len(here), limits.MAX_BOT_TABLES - in_all))

    async def _make_one(self, state: TournamentState, link: LinkedTable) -> None:
        try:
            table, entries, people = openings.new_table(state, link, digest(link.secret))
        except PiocheError as no:  # never seen: the settings were tried when the tournament was made
            log.error("a table cannot be made", extra={"table": link.code, "error": type(no).__name__})
            return
        await self.house.store_new_table(table, entries, people)
        link.made = True

    # -- looking at them -----------------------------------------------------------------------

    async def _table(self, link: LinkedTable) -> TableState | None:
        """Return a table, woken where it is played: here, unless another worker has it. None when it cannot be had."""
        try:
            found = self.house.rooms.get(link.code) or await self.house.room(link.code)
            return found.state
        except Elsewhere:
            return await self.house.table_state(link.code)
        except Refusal:
            return None

    def _is_reported(self, table: Table, link: LinkedTable) -> bool:
        """Return whether the match is over and its result is here. Its table sleeps: to look at it would wake it."""
        known = self.progress.get(link.code)
        return known is not None and known.over and table.status != RUNNING

    async def _look_at(self, state: TournamentState, one: Round, table: Table, link: LinkedTable) -> Lines:
        far = await self._table(link)
        if far is None:
            return Lines([])
        self._note(one, link, far)
        if far.phase != "over":
            await self.order(link, self._orders(state, one, table, link))
        elif far.table is not None and far.table.over and table.status == RUNNING:
            return self._propose(state, one, table, far)
        return Lines([])

    def glance(self, state: TournamentState) -> None:
        """Note the progress of the tables that are in memory here."""
        for one, _, link in _wanted(state):
            room = self.house.rooms.get(link.code)
            if room is not None:
                self._note(one, link, room.state)

    def _note(self, one: Round, link: LinkedTable, far: TableState) -> None:
        """Note what the views tell about a table."""
        unit = None if far.table is None else openings.unit_of(far.table, one.plan.profile)
        here = self.house.rooms.get(link.code)
        there = here.clocks.presence.present if here is not None else set()
        present = set()
        for seat, number in enumerate(link.seats):
            chair = far.chairs[seat]
            if chair.who is not None and (chair.who in there or _has_moved(far, seat)):
                present.add(number)
        link.seen |= present
        units = one.plan.units
        self.progress[link.code] = Progress(
            None if unit is None else min(unit, units), far.phase == "over", present, unit is None or unit == 1
        )

    def _orders(self, state: TournamentState, one: Round, table: Table, link: LinkedTable) -> Orders:
        model, retired, holders = state.model.state, [], {}
        for seat, number in enumerate(link.seats):
            if number in table.forfeits or number in table.excused:
                retired.append(seat)
            elif number >= 0 and (person := state.person_of(number)) is not None:
                holders[seat] = person, model.name(number)
        ends = state.ends(one)
        up = ends is not None and self.now(state) >= ends
        return Orders(retired, holders, one.plan.game if up else "")

    async def order(self, link: LinkedTable, orders: Orders) -> None:
        """Have orders carried out at a table, here or by the worker that plays it."""
        try:
            room = self.house.rooms.get(link.code) or await self.house.room(link.code)
        except Elsewhere:
            far = await self.house.table_state(link.code)
            if openings.due(far, orders, _profile(orders)):
                told = json.dumps({"code": link.code, "orders": asdict(orders)})
                await self.house.writer.do(lambda store: store.notice(ORDER, told))
            return
        if openings.due(room.state, orders, _profile(orders)):
            await room.ask(room.do, openings.due, orders, _profile(orders))

    def _propose(self, state: TournamentState, one: Round, table: Table, far: TableState) -> Lines:
        """TR30, TR32: the result of a finished match."""
        model, before = state.model.draft(), len(state.model.entries)
        found = openings.result_of(far, one.plan.profile, one.plan.units)
        try:
            model.result(table.number, **found, by="house", at=self.now(state))
        except PiocheError as no:
            log.error("a result cannot be taken", extra={"table": far.code, "error": str(no)})
            return Lines([])
        return Lines(lines_since(model, before), model)

    def _lapse(self, state: TournamentState) -> Lines:
        """TR32: results without an objection for five minutes are final."""
        model = state.model
        if not model.state.rounds or model.state.current.state != PLAYING or model.phase in (FINISHED, CANCELLED):
            return Lines([])
        at = self.now(state)
        if not any(_lapses(table) <= at for table in model.state.current.live if table.status == PROPOSED):
            return Lines([])
        model, before = model.draft(), len(model.entries)
        model.lapse(at=at)
        return Lines(lines_since(model, before), model)

    async def _clear_up(self, state: TournamentState) -> None:
        """Call off tables that were given up; release the replays of those of a closed round."""
        wanted = {link.code for _, _, link in _wanted(state)}
        over = state.model.phase in (FINISHED, CANCELLED)
        for link in list(state.by_code.values()):
            if link.settled or link.code in wanted:
                continue
            ended = over or state.model.state.round(link.round).state == CLOSED
            with suppress(Refusal, Conflict, StoreFailed):
                row = await self.house.writer.read(methodcaller("table", link.code))
                if row is not None and (row.phase != "over" or state.model.settings.duplicate):
                    await self.order(link, Orders(called_off=True))
                    if ended:
                        await self.order(link, Orders(released=True))
                link.settled = ended or not state.model.settings.duplicate

    async def beyond(self, state: TournamentState, given: list[int]) -> list[int]:
        """TR34: return the tables that have begun their second unit; those with real cards are `given` by a person."""
        found = set(given)
        for one, table, link in list(_wanted(state)):
            found.discard(table.number)
            far = await self._table(link) if link.made else None
            if far is not None and far.table is not None:
                if openings.unit_of(far.table, one.plan.profile) > 1 or far.phase == "over":
                    found.add(table.number)
        return sorted(found)


def _is_of_bots(state: TournamentState, link: LinkedTable) -> bool:
    return all(state.person_of(number) is None for number in link.seats)


def _has_moved(state: TableState, seat: int) -> bool:
    """Return whether the person of a seat has acted, and not only the clock."""
    return state.table is not None and state.chairs[seat].who in state.asked


def _profile(orders: Orders) -> Profile | None:
    return profile_of(orders.time_up) if orders.time_up else None


async def carry_out(far: Room, told: dict[str, Any]) -> None:
    """Carry out orders of another worker's tournament at a table that is played here."""
    holders = {int(seat): (person, name) for seat, (person, name) in told["holders"].items()}
    orders = Orders(**{**told, "holders": holders})
    await far.ask(far.do, openings.due, orders, _profile(orders))


def _lapses(table: Table) -> float:
    return float("inf") if table.proposed_at is None else table.proposed_at + LAPSE_SECONDS


def next_look(state: TournamentState, now: int) -> float | None:
    """Return the seconds of the tournament until something may be due by itself; None when nothing will be."""
    model = state.model.state
    if not model.rounds or model.phase in (FINISHED, CANCELLED) or model.current.state != PLAYING:
        return None
    one = model.current
    waits = [LOOK_SECONDS] if any(True for _ in _wanted(state)) else []
    ends = state.ends(one)
    if ends is not None and ends > now:
        waits.append(ends - now)
    waits += [max(0.0, _lapses(table) - now) for table in one.live if table.status == PROPOSED]
    waits = [wait for wait in waits if wait != float("inf")]
    return min(waits) if waits else None
