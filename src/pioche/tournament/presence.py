"""TR34, TR35, TR70-TR75: late, leaving, pausing, returning, not there."""

from __future__ import annotations

from pioche.tournament.actions import Entry, add, before_finals, check_late, give_lot, not_over
from pioche.tournament.model import (
    ACTIVE,
    DISQUALIFIED,
    DROPPED,
    FILLER,
    FINAL,
    FINALS,
    OPEN,
    PAUSED,
    PERSON,
    PLAYING,
    PROPOSED,
    REGISTERED,
    RUNNING,
    VOID,
    Round,
    State,
    Table,
)  # fmt: skip
from pioche.tournament.refusals import refused
from pioche.tournament.seating.draft import lot_of


def late(state: State, entry: Entry) -> None:
    """Add an entrant after registration has closed; refuse before that."""
    if state.phase == OPEN:
        raise refused("not_late_yet", "TR70")
    check_late(state, entry)
    known = state.names.get(entry["name"])
    one = state.entrants[known] if known is not None else None
    if one is not None and one.status == REGISTERED:  # TR71
        one.status = ACTIVE
    else:
        one = add(state, entry, ACTIVE)
    give_lot(state, one)


def drop(state: State, entry: Entry) -> None:
    """TR72; TR35: during a match it is a forfeit of that table as well."""
    before_finals(state)
    one = state.entrant(entry["name"])
    if one.status in (DROPPED, DISQUALIFIED):
        raise refused("has_left", "TR72", name=one.name, status=one.status)
    leave_table(state, one.number)
    one.status = DROPPED


def leave_table(state: State, number: int) -> None:
    if state.phase in (PLAYING, FINALS) and state.current.state == PLAYING:
        table = state.current.table_of(number)
        if table is not None and table.status != FINAL and number not in table.forfeits and number not in table.excused:
            table.forfeits.append(number)
            settle(state, table)


def settle(state: State, table: Table) -> None:
    """TR32: make a proposed result final when every person still at the table has confirmed it."""
    if table.status == PROPOSED and not pending(state, table):
        table.status = FINAL


def pending(state: State, table: Table) -> list[int]:
    """Return the persons at a table who have not confirmed the proposed result."""
    people = [number for number in table.entrants if state.entrants[number].kind == PERSON]
    away = {*table.confirmed, *table.forfeits, *table.excused}
    return [number for number in people if number not in away]


def pause(state: State, entry: Entry) -> None:
    """TR73: from the next seating on; a match in progress is played to its end."""
    before_finals(state)
    one = state.entrant(entry["name"])
    if one.status not in (REGISTERED, ACTIVE):
        raise refused("cannot_pause", "TR73", name=one.name, status=one.status)
    one.status = PAUSED


def resume(state: State, entry: Entry) -> None:
    before_finals(state)
    one = state.entrant(entry["name"])
    if one.status != PAUSED:
        raise refused("not_paused", "TR73", name=one.name, status=one.status)
    if one.lot is None and state.phase != OPEN:
        check_late(state, entry)
    one.status = ACTIVE
    give_lot(state, one)


def readmit(state: State, entry: Entry) -> None:
    """TR74: the return of one who dropped out."""
    before_finals(state)
    one = state.entrant(entry["name"])
    if one.status != DROPPED:
        raise refused("not_dropped", "TR74", name=one.name, status=one.status)
    one.status = ACTIVE
    give_lot(state, one)


def substitute(state: State, entry: Entry) -> None:
    """TR75: another person takes over the place; lot, score and encounters stay."""
    before_finals(state)
    one = state.entrant(entry["name"])
    if one.status == DISQUALIFIED:
        raise refused("has_left", "TR75", name=one.name, status=one.status)
    new = entry["new"]
    if new in state.names or not isinstance(new, str) or not new.strip() or new != new.strip() or not new.isprintable():
        raise refused("name_taken" if new in state.names else "bad_name", "TR75", name=new)
    one.former.append((one.name, len(state.qualifying)))
    one.name = new
    state.names[new] = one.number


# -- not there at the start (TR34) -----------------------------------------------------------------------------------


def no_show(state: State, entry: Entry) -> None:
    not_over(state)
    one = state.entrant(entry["name"])
    now = state.current
    if now.state != PLAYING or state.phase != PLAYING:
        raise refused("no_show_when", "TR34", state=state.phase)
    table = now.table_of(one.number)
    if table is None:
        raise refused("not_in_round", "TR34", name=one.name, round=now.number)
    beyond = list(entry.get("beyond", ()))
    if table.number in beyond or table.status != RUNNING:
        raise refused("second_unit", "TR34", table=table.number, name=one.name)
    at, grace = entry.get("at"), 60 * state.settings.grace
    if at is not None and now.started_at is not None and at < now.started_at + grace:
        raise refused("grace", "TR34", grace=state.settings.grace, name=one.name)
    again = _missed_last_table(state, one.number)
    now.absent.append(one.number)
    one.status = DROPPED if again else PAUSED
    _close_the_gap(state, now, table, one.number, beyond)


def _close_the_gap(state: State, now: Round, table: Table, gone: int, beyond: list[int]) -> None:
    """Let the table play on, or seat a filler, or move the others to other tables, or give them byes."""
    plan = now.plan
    left = [number for number in table.seats if number != gone]
    people = [number for number in left if number >= 0]
    if len(left) >= plan.kmin and people:
        table.seats = left
    elif state.settings.filler == "bot" and people:
        table.seats[table.seats.index(gone)] = _filler(state, now)
    else:
        for number in sorted(people, key=lambda n: lot_of(state.entrants[n])):  # V20
            open_ = [one for one in now.live if one is not table and one.status == RUNNING and one.number not in beyond]
            room = [one for one in open_ if len(one.seats) < plan.kmax]
            if room:
                min(room, key=lambda other: (len(other.seats), other.number)).seats.append(number)
            else:
                now.byes.append(number)
        table.seats, table.status = [], VOID


def _filler(state: State, now: Round) -> int:
    """Return the number of a filler who sits nowhere in this round."""
    busy = {number for table in now.live for number in table.seats}
    free = -1
    while free in busy:
        free -= 1
    while len(state.fillers) < -free:
        state.fillers.append(f"{FILLER} {len(state.fillers) + 1}")
    return free


def _missed_last_table(state: State, number: int) -> bool:
    """Whether the last round the entrant should have played was a no-show as well."""
    for one in reversed(state.qualifying[:-1]):
        if number in one.absent:
            return True
        if one.table_of(number) is not None or number in one.byes:
            return False
    return False
