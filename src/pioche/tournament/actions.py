"""Section 4.1: registration, seating, start and close of rounds. Every function checks first and changes the state last.

`entry` is one line of the log: plain data with names, never with numbers of entrants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pioche.tournament.finals import after
from pioche.tournament.model import (
    ACTIVE,
    CANCELLED,
    CLOSED,
    FILLER,
    FINAL,
    FINALS,
    FINISHED,
    OPEN,
    PERSON,
    PLAYING,
    QUALIFYING,
    REGISTERED,
    SEATED,
    WITHDRAWN,
    Entrant,
    Round,
    State,
    Table,
)  # fmt: skip
from pioche.tournament.refusals import refused
from pioche.tournament.roles import ORGANISER, role
from pioche.tournament.seating.sizes import suggested_rounds
from pioche.tournament.settings import MAX_ENTRANTS

Entry = Mapping[str, Any]
OVER = (FINISHED, CANCELLED)


def not_over(state: State) -> None:
    if state.phase in OVER:
        raise refused("over", "TR84", state=state.phase)


def in_phase(state: State, phase: str, reason: str, rule: str) -> None:
    not_over(state)
    if state.phase != phase:
        raise refused(reason, rule, state=state.phase)


def before_finals(state: State) -> None:
    not_over(state)
    if state.phase == FINALS:
        raise refused("finals_run", "TR60")


def check_late(state: State, entry: Entry) -> None:
    """TR70: before the seating of round `late_until`; afterwards only if the organiser says so."""
    before_finals(state)
    until = min(state.settings.late_until, max(state.total, 1)) if state.total else state.settings.late_until
    if len(state.qualifying) >= until and not (entry.get("consent") and role(entry["by"])[0] == ORGANISER):
        raise refused("too_late", "TR70", until=until)


# -- registration ------------------------------------------------------------------------------------------------


def register(state: State, entry: Entry) -> None:
    in_phase(state, OPEN, "registration_closed", "TR70")
    add(state, entry, REGISTERED)


def add(state: State, entry: Entry, status: str) -> Entrant:
    """TR3: add an entrant; the name must not be, or have been, another's."""
    name = entry["name"]
    if not isinstance(name, str) or not name.strip() or name != name.strip() or len(name) > 60 or not name.isprintable():
        raise refused("bad_name", "TR3", name=name)
    if name.startswith(f"{FILLER} ") or name in state.fillers:
        raise refused("bad_name", "TR3", name=name)
    known = state.names.get(name)
    if known is not None and state.entrants[known].status != WITHDRAWN:
        raise refused("name_taken", "TR3", name=name)
    full = len(state.entrants) >= MAX_ENTRANTS
    if full and sum(one.status != WITHDRAWN for one in state.entrants) >= MAX_ENTRANTS:
        raise refused("too_many", "TR3", most=MAX_ENTRANTS)
    rating = entry.get("rating")
    if rating is not None and (isinstance(rating, bool) or not isinstance(rating, int)):
        raise refused("bad_rating", "TR3", name=name, rating=rating)
    one = Entrant(len(state.entrants), name, entry.get("club") or "", rating, entry.get("kind") or PERSON, status)
    state.entrants.append(one)
    state.names[name] = one.number
    return one


def withdraw(state: State, entry: Entry) -> None:
    in_phase(state, OPEN, "withdraw_later", "TR72")
    state.entrant(entry["name"]).status = WITHDRAWN


def check_in(state: State, entry: Entry) -> None:
    """TR71; later it is the arrival of a late entrant."""
    one = state.entrant(entry["name"])
    not_over(state)
    if one.status != REGISTERED:
        raise refused("not_registered", "TR71", name=one.name, status=one.status)
    if state.phase != OPEN:
        check_late(state, entry)
    one.status = ACTIVE
    give_lot(state, one)


def give_lot(state: State, one: Entrant) -> None:
    """TR4: give the next free number to an entrant who joins after round 1 was seated."""
    if state.lots and one.lot is None and one.status == ACTIVE:
        state.lots += 1
        one.lot = state.lots


# -- rounds ------------------------------------------------------------------------------------------------------


def check_seat(state: State) -> int:
    """Return the number of the next round; refuse if it cannot be seated now."""
    not_over(state)
    if state.phase not in (OPEN, CLOSED):
        raise refused("seat_when", "TR1", state=state.phase)
    number = len(state.qualifying) + 1
    if state.phase == CLOSED and number > state.total:
        raise refused("all_rounds_played", "TR1", rounds=state.total)
    kmin = state.settings.plan(number).kmin
    if len(state.active) < kmin:
        raise refused("too_few", "V12", active=len(state.active), kmin=kmin)
    return number


def set_lots(state: State, names: Sequence[str]) -> None:
    for name in names:
        state.lots += 1
        state.entrant(name).lot = state.lots


def fix_total(state: State) -> None:
    """TR66: fix the number of rounds when round 1 is seated."""
    if not state.total:
        state.total = state.settings.rounds or suggested_rounds(len(state.active))


def seat(state: State, entry: Entry) -> None:
    number = check_seat(state)
    set_lots(state, entry.get("lots", ()))
    fix_total(state)
    state.rounds.append(_round(state, entry, number, 1))
    state.phase = SEATED


def check_reseat(state: State) -> Round:
    in_phase(state, SEATED, "not_seated", "TR25")
    kmin = state.current.plan.kmin
    if len(state.active) < kmin:
        raise refused("too_few", "V12", active=len(state.active), kmin=kmin)
    return state.current


def reseat(state: State, entry: Entry) -> None:
    before = check_reseat(state)
    set_lots(state, entry.get("lots", ()))
    state.rounds[-1] = _round(state, entry, before.number, before.seating + 1)
    state.current.before = before.planned


def _round(state: State, entry: Entry, number: int, seating: int) -> Round:
    state.fillers = [*dict.fromkeys([*state.fillers, *entry.get("fillers", ())])]  # those of earlier rounds keep their names
    tables = [Table(place, [state.number(name) for name in names]) for place, names in enumerate(entry["tables"], 1)]
    byes = [state.entrant(name).number for name in entry["byes"]]
    order = [state.entrant(name).number for name in entry["order"]]
    a, b = entry["cost"]
    planned = [table.entrants for table in tables]
    return Round(number, QUALIFYING, state.settings.plan(number), tables, byes, (a, b), order, seating, planned)


def swap(state: State, entry: Entry) -> None:
    """Exchange two entrants; one of them may have the bye."""
    in_phase(state, SEATED, "not_seated", "TR25")
    one, other = state.entrant(entry["name"]), state.entrant(entry["other"])
    now = state.current
    if one is other:
        raise refused("swap_self", "TR25", name=one.name)
    for who in (one, other):
        if now.table_of(who.number) is None and who.number not in now.byes:
            raise refused("not_in_round", "TR25", name=who.name, round=now.number)
    exchange = {one.number: other.number, other.number: one.number}
    for table in now.tables:
        table.seats = [exchange.get(number, number) for number in table.seats]
    now.planned = [[exchange.get(number, number) for number in table] for table in now.planned]
    now.byes = [exchange.get(number, number) for number in now.byes]
    now.exchanged.append((one.number, other.number))
    a, b = entry["cost"]
    now.cost = (a, b)


def start(state: State, entry: Entry) -> None:
    """J1, J10: exactly those who are active play."""
    in_phase(state, SEATED, "start_when", "TR1")
    now = state.current
    there = [number for table in now.tables for number in table.entrants] + now.byes
    gone = [state.name(number) for number in there if state.entrants[number].status != ACTIVE]
    if gone:
        raise refused("gone_since", "TR3", names=gone)
    fresh = [one.name for one in state.active if one.number not in there]
    if fresh:
        raise refused("fresh_since", "TR70", names=fresh)
    now.state = PLAYING
    now.started_at = entry.get("at")
    state.phase = PLAYING


def close(state: State, entry: Entry) -> None:
    not_over(state)
    if state.phase not in (PLAYING, FINALS) or state.current.state != PLAYING:
        raise refused("close_when", "TR1", state=state.phase)
    now = state.current
    waiting = [str(table.number) for table in now.live if table.status != FINAL]
    if waiting:
        raise refused("waiting_tables", "V6", tables=waiting, count=len(waiting))
    now.state = CLOSED
    if state.phase == FINALS:
        after(state)
    else:
        state.phase = CLOSED


# -- the end -----------------------------------------------------------------------------------------------------


def finish(state: State, entry: Entry) -> None:
    """End the tournament after the last qualifying round, with or without finals, or when too few are left to seat (V12)."""
    not_over(state)
    played = state.total > 0 and len(state.qualifying) == state.total
    final_done = state.phase == FINALS and state.current.state == CLOSED
    between = state.phase == CLOSED or final_done
    enough = len(state.active) >= state.settings.plan(0).kmin
    if not between or (enough and not (final_done or played)):
        raise refused("finish_when", "TR60", state=state.phase)
    state.phase = FINISHED


def cancel(state: State, entry: Entry) -> None:
    not_over(state)
    state.phase = CANCELLED


def call(state: State, entry: Entry) -> None:
    """Record a call for the referee."""
    not_over(state)
    one = state.entrant(entry["name"])
    state.calls.append({"n": entry["n"], "name": one.name, "reason": entry.get("reason", ""), "at": entry.get("at")})


def answer(state: State, entry: Entry) -> None:
    found = next((one for one in state.calls if one["n"] == entry["call"]), None)
    if found is None:
        raise refused("no_call", "TR5", call=entry["call"])
    state.calls.remove(found)
