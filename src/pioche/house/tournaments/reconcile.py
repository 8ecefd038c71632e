"""What a tournament has to do at its tables, and when: open them, take their results, end them when time is up.

Nothing here is remembered. What is wanted follows from the tournament, what is there from the tables, and the difference
is done; so it may be asked for at any time, by a worker that has just woken up as well.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Iterator
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
from pioche.house.tournaments.house_parts import Tended
from pioche.house.tournaments.openings import Orders
from pioche.house.tournaments.role_views import Progress
from pioche.house.tournaments.tournament_state import LinkedTable, TournamentState
from pioche.tournament.model import CANCELLED, CLOSED, FINISHED, PLAYING, PROPOSED, RUNNING, Round, Table
from pioche.tournament.profiles import Profile, profile_of
from pioche.tournament.results import LAPSE_SECONDS

log = logging.getLogger("pioche.house")
AT_ONCE = 8  # tables made at the same time
LOOK = 10.0  # seconds between two looks at the tables while they play
ORDER = "tournament table"  # the kind of a notice to the worker that plays a table
NEWS = "tournament"  # and of one to the worker that has the tournament


def missing_links(state: TournamentState) -> list[tj.AnyTournamentEntry]:
    """Tables of the round being played that are to be played here and have no table of the house for those who sit there."""
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
    """Tables of the house where the round is played."""
    model = state.model.state
    if model.rounds and model.phase not in (FINISHED, CANCELLED) and model.current.state == PLAYING:
        for table in model.current.live:
            link = state.link_of(model.current, table)
            if link is not None:
                yield model.current, table, link


async def tend(room: Tended) -> None:
    """Do whatever is due."""
    await room.store(missing_links(room.state))
    await _make(room)
    for one, table, link in list(_wanted(room.state)):
        if link.made and not link.settled and not _has_told(room, table, link):
            await _look_at(room, one, table, link)
    await _clear_up(room)
    await _lapse(room)


async def look_at_some(room: Tended, codes: set[str]) -> None:
    """What is due at these tables alone; whatever else may be due has its time."""
    for one, table, link in list(_wanted(room.state)):
        if link.code in codes and link.made and not link.settled:
            await _look_at(room, one, table, link)
    await _make(room)  # where bots have come to an end others begin


# -- opening tables --------------------------------------------------------------------------------


async def _make(room: Tended) -> None:
    """Make the tables that are not there yet. Each was written down before, so none is made twice."""
    todo = [link for _, table, link in _wanted(room.state) if not link.made and table.status == RUNNING]
    if bots := {link.code for link in todo if _is_of_bots(room.state, link)}:
        places = _places_for_bots(room)
        todo = [link for link in todo if link.code not in bots or (places := places - 1) >= 0]
    if not todo:
        return
    codes = [link.code for link in todo]
    there = await room.house.writer.look(lambda store: {code for code in codes if store.table(code) is not None})
    for link in todo:
        link.made = link.code in there
    todo = [link for link in todo if not link.made]
    for first in range(0, len(todo), AT_ONCE):
        await asyncio.gather(*(_make_one(room, link) for link in todo[first : first + AT_ONCE]))
        await asyncio.sleep(0)


def _is_of_bots(state: TournamentState, link: LinkedTable) -> bool:
    return all(state.person_of(number) is None for number in link.seats)


def _places_for_bots(room: Tended) -> int:
    """How many more tables may begin where only bots play. They need nobody, so whoever makes them by the hundred has them
    played a few at a time; one is played at any time, however many others have."""
    state = room.state
    here = [link for _, table, link in _wanted(state) if link.made and table.status == RUNNING and _is_of_bots(state, link)]
    tables = [far.state for far in room.house.rooms.values() if far.state.opened.tournament and far.state.phase == "playing"]
    in_all = sum(all(chair.who is None for chair in table.chairs) for table in tables)
    return max(1 - len(here), min(limits.MAX_BOT_TABLES_PER_TOURNAMENT - len(here), limits.MAX_BOT_TABLES - in_all))


async def _make_one(room: Tended, link: LinkedTable) -> None:
    try:
        table, entries, people = openings.new_table(room.state, link, digest(link.secret))
    except PiocheError as no:  # never seen: the settings were tried when the tournament was made
        log.error("a table cannot be made", extra={"table": link.code, "error": type(no).__name__})
        return
    await room.house.store_new_table(table, entries, people)
    link.made = True


# -- looking at them -------------------------------------------------------------------------------


async def _state(room: Tended, link: LinkedTable) -> TableState | None:
    """The table, awake where it is played: here, unless another worker has it."""
    try:
        found = room.house.rooms.get(link.code) or await room.house.room(link.code)
        return found.state
    except Elsewhere:
        return await room.house.table_state(link.code)
    except Refusal:
        return None


def _has_told(room: Tended, table: Table, link: LinkedTable) -> bool:
    """Its match is over and its result is here. It sleeps as long as the round lasts: to look at it would wake it."""
    known = room.progress.get(link.code)
    return known is not None and known.over and table.status != RUNNING


async def _look_at(room: Tended, one: Round, table: Table, link: LinkedTable) -> None:
    state = await _state(room, link)
    if state is None:
        return
    _note(room, one, link, state)
    if state.phase == "over":
        if state.table is not None and state.table.over and table.status == RUNNING:
            await _propose(room, one, table, state)
        return
    await order(room, link, _orders(room, one, table, link))


def glance(room: Tended) -> None:
    """Note how far the tables are that are awake here."""
    for one, _, link in _wanted(room.state):
        far = room.house.rooms.get(link.code)
        if far is not None:
            _note(room, one, link, far.state)


def _note(room: Tended, one: Round, link: LinkedTable, state: TableState) -> None:
    """What the views tell about it."""
    unit = None if state.table is None else openings.unit_of(state.table, one.plan.profile)
    here = room.house.rooms.get(link.code)
    there = here.clocks.presence.present if here is not None else set()
    present = set()
    for seat, number in enumerate(link.seats):
        chair = state.chairs[seat]
        if chair.who is not None and (chair.who in there or _has_moved(state, seat)):
            present.add(number)
    link.seen |= present
    units = one.plan.units
    room.progress[link.code] = Progress(
        None if unit is None else min(unit, units), state.phase == "over", present, unit is None or unit == 1
    )


def _has_moved(state: TableState, seat: int) -> bool:
    """By themselves, not by the clock."""
    return state.table is not None and state.chairs[seat].who in state.asked


def _orders(room: Tended, one: Round, table: Table, link: LinkedTable) -> Orders:
    state = room.state
    model, retired, holders = state.model.state, [], {}
    for seat, number in enumerate(link.seats):
        if number in table.forfeits or number in table.excused:
            retired.append(seat)
        elif number >= 0 and (person := state.person_of(number)) is not None:
            holders[seat] = person, model.name(number)
    ends = state.ends(one)
    up = ends is not None and room.now >= ends
    return Orders(retired, holders, one.plan.game if up else "")


async def order(room: Tended, link: LinkedTable, orders: Orders) -> None:
    """Have it done at the table, here or by the worker that plays it."""
    try:
        far = room.house.rooms.get(link.code) or await room.house.room(link.code)
    except Elsewhere:
        state = await room.house.table_state(link.code)
        if openings.due(state, orders, _profile(orders)):
            told = json.dumps({"code": link.code, "orders": asdict(orders)})
            await room.house.writer.do(lambda store: store.notice(ORDER, told))
        return
    if openings.due(far.state, orders, _profile(orders)):
        await far.ask(far.do, openings.due, orders, _profile(orders))


def _profile(orders: Orders) -> Profile | None:
    return profile_of(orders.time_up) if orders.time_up else None


async def carry_out(far: Room, told: dict[str, Any]) -> None:
    """Another worker's tournament orders something at a table that is played here."""
    holders = {int(seat): (person, name) for seat, (person, name) in told["holders"].items()}
    orders = Orders(**{**told, "holders": holders})
    await far.ask(far.do, openings.due, orders, _profile(orders))


async def _propose(room: Tended, one: Round, table: Table, state: TableState) -> None:
    """TR30, TR32: the result of a finished match arrives by itself."""
    model = room.state.model
    before = len(model.entries)
    found = openings.result_of(state, one.plan.profile, one.plan.units)
    try:
        model.result(table.number, **found, by="house", at=room.now)
    except PiocheError as no:
        log.error("a result cannot be taken", extra={"table": state.code, "error": str(no)})
        return
    await room.store([tj.Done(line=dict(line)) for line in model.entries[before:]])


async def _lapse(room: Tended) -> None:
    """TR32: five minutes without an objection."""
    model = room.state.model
    if not model.state.rounds or model.state.current.state != PLAYING or model.phase in (FINISHED, CANCELLED):
        return
    at = room.now
    if any(_lapses(table) <= at for table in model.state.current.live if table.status == PROPOSED):
        before = len(model.entries)
        model.lapse(at=at)
        await room.store([tj.Done(line=dict(line)) for line in model.entries[before:]])


def _lapses(table: Table) -> float:
    return float("inf") if table.proposed_at is None else table.proposed_at + LAPSE_SECONDS


async def _clear_up(room: Tended) -> None:
    """Tables that were given up are called off; those of a closed round may be looked at."""
    state = room.state
    wanted = {link.code for _, _, link in _wanted(state)}
    over = state.model.phase in (FINISHED, CANCELLED)
    for link in list(state.by_code.values()):
        if link.settled or link.code in wanted:
            continue
        ended = over or state.model.state.round(link.round).state == CLOSED
        with suppress(Refusal, Conflict, StoreFailed):
            row = await room.house.writer.look(methodcaller("table", link.code))
            if row is not None and (row.phase != "over" or state.model.settings.duplicate):
                await order(room, link, Orders(called_off=True))
                if ended:
                    await order(room, link, Orders(released=True))
            link.settled = ended or not state.model.settings.duplicate


async def beyond(room: Tended, given: list[int]) -> list[int]:
    """TR34: tables that have begun their second unit; those with real cards are named by whoever asks."""
    found = set(given)
    for one, table, link in list(_wanted(room.state)):
        found.discard(table.number)
        state = await _state(room, link) if link.made else None
        if (
            state is not None
            and state.table is not None
            and (openings.unit_of(state.table, one.plan.profile) > 1 or state.phase == "over")
        ):
            found.add(table.number)
    return sorted(found)


def next_look(state: TournamentState, now: int) -> float | None:
    """Seconds of the tournament until something may be due by itself; None: nothing."""
    model = state.model.state
    if not model.rounds or model.phase in (FINISHED, CANCELLED) or model.current.state != PLAYING:
        return None
    one = model.current
    waits = [LOOK] if any(True for _ in _wanted(state)) else []
    ends = state.ends(one)
    if ends is not None and ends > now:
        waits.append(ends - now)
    waits += [max(0.0, _lapses(table) - now) for table in one.live if table.status == PROPOSED]
    waits = [wait for wait in waits if wait != float("inf")]
    return min(waits) if waits else None
