"""The end of a deal: its result, shown until everybody is ready, and what decided a match.

When a deal ends, the rules have already dealt the next one. The table holds it back: nobody is told of it, no clock runs
and no move is accepted until the people at the table are ready, or their time is over. `Ready` and `Dealt` are entries of
the journal, so that a table that is folded again is where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pioche.engine.table import Table

MAX_DEALS_TOLD = 400  # of which a result tells the standings one by one


@dataclass
class DealEnd:
    """A deal that is over while people look at it."""

    table: Table  # as it lay
    since: int  # the first thing told in that deal, by its place in everything told
    scores: list[int]
    gained: list[int]
    ranking: list[int]
    over: bool  # it was the last one: nothing is held back
    ready: set[int] = field(default_factory=set)  # seats
    slow: bool = False  # somebody asked for more time


def what_decided(standings: Sequence[tuple[list[int], list[int]]]) -> dict[str, Any] | None:
    """Return who won a match of several deals alone, and the deal since which no other seat led; None when several won."""
    if len(standings) < 2:
        return None
    scores, ranking = standings[-1]
    if ranking.count(1) != 1:
        return None
    winner = ranking.index(1)
    since = len(standings)
    while since > 1 and _alone(standings[since - 2][1], winner):
        since -= 1
    second = min((seat for seat in range(len(scores)) if seat != winner), key=lambda seat: (ranking[seat], seat))
    by = abs(scores[winner] - scores[second])
    how = "throughout" if since == 1 else "at_last" if since == len(standings) else "since"
    return {"how": how, "seat": winner, "deal": since, "deals": len(standings), "other": second, "by": by}


def _alone(ranking: list[int], seat: int) -> bool:
    return ranking[seat] == 1 and ranking.count(1) == 1
