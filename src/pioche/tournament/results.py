"""TR31, TR32, TR80-TR83: results, from the proposal to the correction, and decisions of referees."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pioche.tournament.actions import Entry, not_over
from pioche.tournament.model import (
    DISPUTED,
    DISQUALIFIED,
    FINAL,
    FINALS,
    PLAYING,
    PROPOSED,
    SEATED,
    Result,
    Round,
    State,
    Table,
)  # fmt: skip
from pioche.tournament.presence import leave_table, settle
from pioche.tournament.refusals import refused
from pioche.tournament.roles import ENTRANT, role
from pioche.tournament.standings import score_now

LAPSE_SECONDS = 5 * 60  # TR32: seconds without objection


def playing(state: State) -> Round:
    not_over(state)
    if state.phase not in (PLAYING, FINALS) or state.current.state != PLAYING:
        raise refused("not_playing", "TR32", state=state.phase)
    return state.current


def reason_of(entry: Entry) -> str:
    reason = entry.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise refused("needs_reason", "TR84")
    return reason


# -- reading a result ----------------------------------------------------------------------------------------------


def check_lines(lines: Sequence[Sequence[int]], size: int) -> list[int]:
    """TR31: a sheet of Agnès, one line for each manche; the totals."""
    for place, line in enumerate(lines, 1):
        if len(line) != size:
            raise refused("line_length", "TR31", line=place, wanted=size, given=len(line))
        if any(value not in (-1, 0, 1) for value in line):
            raise refused("line_values", "TR31", line=place)
        if 1 not in line:
            raise refused("line_winner", "TR31", line=place)
        if sum(value == -1 for value in line) > 1:
            raise refused("line_calls", "TR31", line=place)
    return [sum(line[seat] for line in lines) for seat in range(size)]


def read(now: Round, table: Table, entry: Entry, before: Result | None = None) -> Result:
    """Read the result of an entry. What a correction leaves out stays as it was."""
    size = len(table.seats)
    lines = entry.get("lines")
    if lines is not None:
        if not now.plan.profile.by_line:
            raise refused("no_lines", "TR31", game=now.plan.game)
        raw = check_lines(lines, size)
        units: Any = len(lines)
    else:
        raw = _numbers(entry.get("raw"), size, "raw")
        units = entry.get("units")
        if units is None:
            units = before.units if before else now.plan.units
    if isinstance(units, bool) or not isinstance(units, int) or not 1 <= units <= now.plan.units:
        raise refused("units", "TR33", units=units, most=now.plan.units)
    second = entry.get("second")
    if second is not None:
        second = _numbers(second, size, "second")
    elif before is not None:
        second = before.second
    return Result(raw, second, units, [list(line) for line in lines] if lines is not None else None)


def _numbers(given: Any, size: int, what: str) -> list[int]:
    if not isinstance(given, list | tuple) or any(isinstance(one, bool) or not isinstance(one, int) for one in given):
        raise refused("whole_numbers", "TR40", what=what)
    if len(given) != size:
        raise refused("how_many", "TR40", what=what, wanted=size, given=len(given))
    return list(given)


# -- proposing, confirming, ruling -----------------------------------------------------------------------------------


def result(state: State, entry: Entry) -> None:
    """TR32: a proposal, by the server or the table. An entrant who proposes it has confirmed it."""
    now = playing(state)
    table = state.table(entry["table"])
    who, name = role(entry["by"])
    if table.status == FINAL:
        raise refused("is_final", "TR80", table=table.number)
    if table.status == DISPUTED and who == ENTRANT:
        raise refused("disputed", "TR32", table=table.number)
    table.result = read(now, table, entry)
    table.status, table.proposed_at = PROPOSED, entry.get("at")
    table.confirmed = [state.entrant(name).number] if who == ENTRANT else []
    settle(state, table)


def _voice(state: State, entry: Entry) -> tuple[Table, int]:
    """Return the table and number of a seated person who confirms or objects."""
    playing(state)
    table = state.table(entry["table"])
    number = state.entrant(entry["name"]).number
    if number not in table.seats:
        raise refused("not_at_table", "TR32", name=entry["name"], table=table.number)
    if table.status == FINAL:
        raise refused("is_final", "TR80", table=table.number)
    if table.result is None:
        raise refused("no_result", "TR32", table=table.number)
    return table, number


def confirm(state: State, entry: Entry) -> None:
    table, number = _voice(state, entry)
    if table.status == DISPUTED:
        raise refused("disputed", "TR32", table=table.number)
    if number in table.confirmed:
        raise refused("confirmed_before", "TR32", name=entry["name"], table=table.number)
    table.confirmed.append(number)
    settle(state, table)


def object_(state: State, entry: Entry) -> None:
    table, number = _voice(state, entry)
    reason = reason_of(entry)
    table.objections.append((number, reason))
    table.status = DISPUTED


def rule(state: State, entry: Entry) -> None:
    """TR32, TR85: make a result final for the referee, the proposed one or another."""
    now = playing(state)
    table = state.table(entry["table"])
    if table.status == FINAL:
        raise refused("is_final", "TR80", table=table.number)
    if entry.get("raw") is not None or entry.get("lines") is not None:
        table.result = read(now, table, entry, table.result)
    if table.result is None:
        raise refused("no_result", "TR32", table=table.number)
    table.status = FINAL


def lapse(state: State, entry: Entry) -> None:
    """TR32: make proposals final that stood for five minutes without objection."""
    now, at = playing(state), entry.get("at")
    if at is None:
        raise refused("needs_time", "TR32")
    for table in now.live:
        if table.status == PROPOSED and table.proposed_at is not None and at >= table.proposed_at + LAPSE_SECONDS:
            table.status = FINAL


# -- the referee ---------------------------------------------------------------------------------------------------


def correct(state: State, entry: Entry) -> None:
    """TR80: of a final result, at any time before the end."""
    not_over(state)
    now = state.round(entry["round"])
    table = state.table(entry["table"], now.number)
    reason = reason_of(entry)
    if table.status != FINAL or table.result is None:
        raise refused("not_final", "TR80", table=table.number, round=now.number)
    table.result = read(now, table, entry, table.result)
    table.corrections.append(reason)


def penalty(state: State, entry: Entry) -> None:
    """TR81."""
    not_over(state)
    one, reason = state.entrant(entry["name"]), reason_of(entry)
    points = Fraction(entry["points"])
    if points <= 0:
        raise refused("penalty_positive", "TR81", points=entry["points"])
    if one.status == DISQUALIFIED:
        raise refused("has_left", "TR83", name=one.name, status=one.status)
    one.penalties.append((points, reason))


def warn(state: State, entry: Entry) -> None:
    not_over(state)
    one, reason = state.entrant(entry["name"]), reason_of(entry)
    one.warnings.append(reason)


def _place(state: State, entry: Entry) -> tuple[Table, int]:
    """Return the table and number of an entrant in the round named, or in the current one."""
    not_over(state)
    now = state.round(entry.get("round"))
    if now.state == SEATED:
        raise refused("not_playing", "TR82", state=now.state)
    one = state.entrant(entry["name"])
    table = now.table_of(one.number)
    if table is None:
        raise refused("not_in_round", "TR82", name=one.name, round=now.number)
    return table, one.number


def forfeit(state: State, entry: Entry) -> None:
    """TR82."""
    table, number = _place(state, entry)
    if number in table.forfeits:
        raise refused("forfeited_before", "TR82", name=entry["name"], table=table.number)
    table.excused = [one for one in table.excused if one != number]
    table.forfeits.append(number)
    settle(state, table)


def excuse(state: State, entry: Entry) -> None:
    """TR35: turn a forfeit into a missed round; the table counts without the entrant."""
    table, number = _place(state, entry)
    if number in table.excused:
        raise refused("excused_before", "TR35", name=entry["name"], table=table.number)
    table.forfeits = [one for one in table.forfeits if one != number]
    table.excused.append(number)
    settle(state, table)


def disqualify(state: State, entry: Entry) -> None:
    """TR83: disqualify; opponents keep their results, and for `opp` the score stays as it is now."""
    not_over(state)
    one = state.entrant(entry["name"])
    reason_of(entry)
    if one.status == DISQUALIFIED:
        raise refused("has_left", "TR83", name=one.name, status=one.status)
    one.frozen = score_now(state, one.number)
    leave_table(state, one.number)
    one.status = DISQUALIFIED
