"""TR40-TR46, TR82: table scores, in exact fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pioche.tournament.model import FINAL, Round, Table

FIRST, AVERAGE = 12, Fraction(6)  # TR41: first place, and the mean of a table
Scores = dict[int, Fraction]


def ranks(table: Table) -> dict[int, int]:
    """TR40: 1 + seats with a strictly higher raw score; TR82: a forfeit ranks behind all others."""
    raw = raw_by_seat(table)
    keys = {number: (number not in table.forfeits, 0 if number in table.forfeits else raw[number]) for number in raw}
    return {number: 1 + sum(other > mine for other in keys.values()) for number, mine in keys.items()}


def raw_by_seat(table: Table) -> dict[int, int]:
    if table.result is None:
        return {}
    found = dict(zip(table.seats, table.result.raw, strict=True))
    return {number: raw for number, raw in found.items() if number not in table.excused}


def table_scores(table: Table, scoring: str, k: int) -> Scores:
    """Return the table score of every seat, fillers too; empty while the result is not final."""
    if table.status != FINAL or table.result is None:
        return {}
    by = {"rank": by_rank, "raw": lambda one: by_raw(one, k), "win": by_win}
    return by[scoring](table)


def by_rank(table: Table) -> Scores:
    """TR41: equal seats share the mean of the places they cover."""
    found = ranks(table)
    size = len(found)
    if size == 1:
        return dict.fromkeys(found, AVERAGE)
    scores = {}
    for number, place in found.items():
        equal = sum(other == place for other in found.values())
        mean = place + Fraction(equal - 1, 2)
        scores[number] = FIRST * (size - mean) / (size - 1)
    return scores


def by_raw(table: Table, k: int) -> Scores:
    """TR42; TR82: of a forfeiter's raw score only what is below 0 counts."""
    raw = raw_by_seat(table)
    share = Fraction(len(raw), k)
    return {number: share * (min(one, 0) if number in table.forfeits else one) for number, one in raw.items()}


def by_win(table: Table) -> Scores:
    """TR43."""
    raw = {number: one for number, one in raw_by_seat(table).items() if number not in table.forfeits}
    best = max(raw.values(), default=0)
    winners = [number for number, one in raw.items() if one == best]
    return {n: Fraction(1, len(winners)) if n in winners else Fraction(0) for n in table.counted}


def bye_score(one: Round, scoring: str) -> Fraction:
    """TR44: return what a bye is worth, an average result."""
    if scoring == "rank":
        return AVERAGE
    if scoring == "win":
        return Fraction(1, one.plan.k)
    return _mean(one, scoring)


def _mean(one: Round, scoring: str) -> Fraction:
    """Of the table scores of all entrants seated in the round, as far as they are known."""
    found = [score for table in one.live for n, score in table_scores(table, scoring, one.plan.k).items() if n >= 0]
    return sum(found, Fraction(0)) / len(found) if found else Fraction(0)


def round_scores(one: Round, scoring: str) -> Mapping[int, Fraction]:
    """Return table scores and byes of the entrants of a round; an entrant not in it has missed it (TR45)."""
    found = {n: score for table in one.live for n, score in table_scores(table, scoring, one.plan.k).items() if n >= 0}
    if one.byes:
        bye = bye_score(one, scoring)
        found |= dict.fromkeys(one.byes, bye)
    return found
