"""TR50-TR53: the standings, always computed from the results, never stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any

from pioche.tournament.model import CLOSED, DISQUALIFIED, FINAL, OPEN, PLAYING, REGISTERED, WITHDRAWN, State
from pioche.tournament.scoring import by_raw, by_win, ranks, round_scores

TABLE, BYE, MISSED, FORFEIT, WAITING = "table", "bye", "missed", "forfeit", "waiting"
NOUGHT = Fraction(0)


@dataclass(frozen=True)
class Cell:
    """One round of one entrant: at a table, with a bye, missed, forfeited, or still playing."""

    round: int
    kind: str
    score: Fraction
    table: int | None = None


@dataclass
class Row:
    """One line of the standings. `second` and `opp` are None when there is nothing to divide by."""

    place: int
    name: str
    club: str
    status: str
    score: Fraction
    wins: Fraction
    raw: Fraction
    second: Fraction | None
    opp: Fraction | None
    lot: int | None
    rounds: list[Cell]
    penalties: list[tuple[Fraction, str]]
    number: int
    met: int = 0
    byes: int = 0

    def as_json(self) -> dict[str, Any]:
        """Fractions as text, so that nothing is rounded."""
        plain = {"place": self.place, "name": self.name, "club": self.club, "status": self.status, "lot": self.lot}
        exact = {name: getattr(self, name) for name in ("score", "wins", "raw", "second", "opp")}
        told = {name: None if value is None else str(value) for name, value in exact.items()}
        cells = [{"round": c.round, "kind": c.kind, "score": str(c.score), "table": c.table} for c in self.rounds]
        return {**plain, **told, "met": self.met, "rounds": cells, "penalties": [[str(x), why] for x, why in self.penalties]}


@dataclass
class Tally:
    """Sums of one entrant over the qualifying rounds."""

    score: Fraction = NOUGHT
    wins: Fraction = NOUGHT
    raw: Fraction = NOUGHT
    second: int = 0
    units: int = 0
    byes: int = 0
    cells: list[Cell] = field(default_factory=list)


def tallies(state: State) -> dict[int, Tally]:
    """Return TR46 and the sums behind the tie-breaks for every entrant."""
    scoring = state.settings.scoring
    found = {one.number: Tally() for one in state.entrants}
    for one in state.qualifying:
        if one.state not in (PLAYING, CLOSED):
            continue
        scores = round_scores(one, scoring)
        tables = {number: table for table in one.live for number in table.entrants}
        for number, tally in found.items():
            table = tables.get(number)
            score = scores.get(number, NOUGHT)
            if number in one.byes:
                tally.byes += 1
                tally.cells.append(Cell(one.number, BYE, score))
            elif table is None or number in table.excused:
                tally.cells.append(Cell(one.number, MISSED, NOUGHT))
            else:
                kind = WAITING if table.status != FINAL else FORFEIT if number in table.forfeits else TABLE
                tally.cells.append(Cell(one.number, kind, score, table.number))
            tally.score += score
        for table in one.live:
            if table.status == FINAL and table.result is not None:
                wins, raw = by_win(table), by_raw(table, one.plan.k)
                for seat, number in enumerate(table.seats):
                    if number >= 0 and number not in table.excused:
                        tally = found[number]
                        tally.wins += wins[number]
                        tally.raw += raw[number]
                        if table.result.second is not None:
                            tally.second += table.result.second[seat]
                            tally.units += table.result.units
    for entrant in state.entrants:
        found[entrant.number].score -= sum((x for x, _ in entrant.penalties), NOUGHT)
    return found


def opponents(state: State) -> dict[int, list[int]]:
    """TR21, TR52: return the opponents of every entrant, once for each table where both have a table score."""
    met: dict[int, list[int]] = defaultdict(list)
    for _, table in state.meetings(10**9):
        there = [number for number in table.entrants if number not in table.excused]
        for number in there:
            met[number] += [other for other in there if other != number]
    return met


def score_now(state: State, number: int) -> Fraction:
    return tallies(state)[number].score


def standings(state: State) -> list[Row]:
    """Return the rows of all who have taken part, best first; dropped ones too, disqualified ones not."""
    found, met = tallies(state), opponents(state)
    frozen = {one.number: one.frozen for one in state.entrants if one.frozen is not None}
    scores = {number: frozen.get(number, tally.score) for number, tally in found.items()}
    rows = []
    for one in state.entrants:
        begun = one.lot is not None or (state.phase == OPEN and one.status != REGISTERED)
        if one.status in (DISQUALIFIED, WITHDRAWN) or not begun:
            continue
        tally = found[one.number]
        others = met[one.number]
        opp = sum((scores[other] for other in others), NOUGHT) / len(others) if others else None
        second = Fraction(tally.second, tally.units) if tally.units else None
        rows.append(
            Row(0, one.name, one.club, one.status, tally.score, tally.wins, tally.raw, second, opp, one.lot, tally.cells,
                one.penalties, one.number, byes=tally.byes)
        )  # fmt: skip
    return _placed(state, rows)


def _placed(state: State, rows: list[Row]) -> list[Row]:
    """TR50, TR51: group after group by one criterion after another; the lot orders those who share a place."""
    lower = state.settings.plan(0).lower_second
    groups = [rows]
    for criterion in state.settings.tiebreaks:
        if criterion == "lot":
            continue
        groups = [part for group in groups for part in _split(group, _values(state, group, criterion, lower))]
    placed: list[Row] = []
    for group in groups:
        for row in group:
            row.place = len(placed) + 1
        placed += sorted(group, key=lambda row: (row.lot is None, row.lot or 0, row.number))
    return placed


def _split(group: list[Row], values: Mapping[int, Any]) -> list[list[Row]]:
    """Best first; values of None come last."""

    def key(row: Row) -> tuple[bool, Any]:
        value = values[row.number]
        return value is None, 0 if value is None else -value

    return [list(part) for _, part in groupby(sorted(group, key=key), key)]


def _values(state: State, group: Sequence[Row], criterion: str, lower: bool) -> Mapping[int, Any]:
    if criterion == "met":
        found = _among(state, {row.number for row in group}) if len(group) > 1 else {row.number: 0 for row in group}
        for row in group:
            row.met = found[row.number]
        return found
    if criterion == "second" and lower:
        return {row.number: None if row.second is None else -row.second for row in group}
    return {row.number: getattr(row, criterion) for row in group}


def _among(state: State, tied: set[int]) -> dict[int, int]:
    """TR52 `met`: encounters among the tied, won minus lost by the rank at the table."""
    found = dict.fromkeys(tied, 0)
    for _, table in state.meetings(10**9):
        place = {number: rank for number, rank in ranks(table).items() if number in tied}
        for number, mine in place.items():
            found[number] += sum((mine < other) - (mine > other) for other in place.values())
    return found
