"""TR60-TR65: semi-finals, final, and the final ranking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pioche.tournament.model import (
    ACTIVE,
    CANCELLED,
    CLOSED,
    DISQUALIFIED,
    FINALS,
    FINISHED,
    LAST,
    PLAYING,
    RUNNING,
    SEMI,
    Round,
    State,
    Table,
)  # fmt: skip
from pioche.tournament.refusals import refused
from pioche.tournament.scoring import ranks
from pioche.tournament.seating.sizes import snake
from pioche.tournament.standings import Row, standings


@dataclass(frozen=True)
class Placed:
    """One line of the final ranking; `by` says what decided it: the final, a semi-final or the standings."""

    place: int
    name: str
    by: str
    row: Row

    def as_json(self) -> dict[str, Any]:
        return {"place": self.place, "name": self.name, "by": self.by, "standings": self.row.as_json()}


def in_line(state: State) -> list[int]:
    """Return the active entrants in order of the standings, without those who declined."""
    rows = standings(state)
    return [row.number for row in rows if row.status == ACTIVE and row.number not in state.declined]


def semi_tables(active: int, k: int, kmin: int) -> int:
    """TR61: return the number of semi-finals; 0 for none."""
    if active >= k * k:
        return k
    return 2 if active >= 2 * k and 2 * (k // 2) >= kmin else 0


def check_finals(state: State) -> None:
    if state.phase in (FINISHED, CANCELLED):
        raise refused("over", "TR84", state=state.phase)
    if state.phase != CLOSED or len(state.qualifying) < state.total:
        raise refused("finals_when", "TR60", state=state.phase)
    if state.settings.final == "none":
        raise refused("no_finals", "TR60")
    if len(in_line(state)) < state.settings.final_plan().kmin:
        raise refused("too_few", "V12", active=len(in_line(state)), kmin=state.settings.final_plan().kmin)


def start_finals(state: State, entry: Mapping[str, Any]) -> None:
    """TR60: the best of the active entrants; seats by the standings."""
    check_finals(state)
    line = in_line(state)
    plan = state.settings.final_plan()
    state.qualified = [row.number for row in standings(state)]
    semis = semi_tables(len(line), plan.k, plan.kmin) if state.settings.final == "semis" else 0
    if semis:
        groups = [[line[i] for i in table] for table in snake(semis * plan.k, (plan.k,) * semis)]  # TR62
        _open(state, SEMI, groups, entry.get("at"))
    else:
        _open(state, LAST, [line[: plan.k]], entry.get("at"))
    state.phase = FINALS


def _open(state: State, kind: str, groups: list[list[int]], at: int | None) -> None:
    tables = [Table(place, group) for place, group in enumerate(groups, 1)]
    order = [number for group in groups for number in group]
    plan = state.settings.final_plan()
    state.rounds.append(Round(len(state.rounds) + 1, kind, plan, tables, [], (0, 0), order, state=PLAYING, started_at=at))


def decided(state: State, table: Table) -> list[int]:
    """TR63: return the order at a table of the finals; ties by the qualifying standings as they were."""
    place = ranks(table)
    return sorted(place, key=lambda number: (place[number], state.qualified.index(number)))


def after(state: State) -> None:
    """Seat the final when the semi-finals are closed. TR65: one who cannot play is replaced by the next of that table."""
    semi = state.current
    if semi.kind != SEMI:
        return
    each = semi.plan.k // len(semi.tables)
    finalists: list[int] = []
    for table in semi.tables:
        able = [n for n in decided(state, table) if state.entrants[n].status == ACTIVE and n not in state.declined]
        finalists += able[:each]
    if len(finalists) >= semi.plan.kmin:
        _open(state, LAST, [sorted(finalists, key=state.qualified.index)], semi.started_at)


def decline(state: State, entry: Mapping[str, Any]) -> None:
    """TR60, TR65: before a table of the finals has a result, the next in line takes the place of one who declines."""
    one = state.entrant(entry["name"])
    if state.phase == CLOSED and len(state.qualifying) == state.total and state.settings.final != "none":
        if one.number in state.declined:
            raise refused("declined_before", "TR60", name=one.name)
        state.declined.append(one.number)
        return
    if state.phase != FINALS or state.current.state != PLAYING:
        raise refused("decline_when", "TR60", state=state.phase)
    now = state.current
    table = now.table_of(one.number)
    if table is None:
        raise refused("not_in_round", "TR60", name=one.name, round=now.number)
    if table.status != RUNNING or table.result is not None:
        raise refused("decline_late", "TR60", name=one.name)
    state.declined.append(one.number)
    new = _next(state, now, one.number)
    seats = [number for number in table.seats if number != one.number] + ([new] if new is not None else [])
    table.seats = sorted(seats, key=state.qualified.index)


def _next(state: State, now: Round, gone: int) -> int | None:
    """Return the replacement of an entrant: from the same semi-final (TR65), else the next in the standings (TR60)."""
    seated = {number for table in now.tables for number in table.seats}
    semi = next((one for one in state.rounds if one.kind == SEMI), None)
    line = state.qualified
    if now.kind == LAST and semi is not None:
        line = next(decided(state, table) for table in semi.tables if gone in table.seats)
    able = [n for n in line if state.entrants[n].status == ACTIVE and n not in state.declined and n not in seated]
    return able[0] if able else None


def ranking(state: State) -> list[Placed]:
    """TR64: rank finalists, other semi-finalists, then the rest as in the standings."""
    rows = {row.number: row for row in standings(state)}
    found: list[Placed] = []
    done: set[int] = set()

    def put(number: int, by: str) -> None:
        if number not in done and number in rows and state.entrants[number].status != DISQUALIFIED:
            done.add(number)
            found.append(Placed(len(found) + 1, state.name(number), by, rows[number]))

    for kind in (LAST, SEMI):
        one = next((one for one in state.rounds if one.kind == kind and one.state == CLOSED), None)
        if one is not None:
            orders = [decided(state, table) for table in one.tables]
            places = [(place, state.qualified.index(n), n) for order in orders for place, n in enumerate(order)]
            for _, _, number in sorted(places):
                put(number, kind)
    rest = [row for row in rows.values() if row.number not in done]
    ahead = len(found)
    for row in rest:
        place = ahead + 1 + sum(other.place < row.place for other in rest)
        found.append(Placed(place, row.name, "standings", row))
    return found
