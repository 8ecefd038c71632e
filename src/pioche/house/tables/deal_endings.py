"""The end of a deal: what it came to, shown until everybody is ready, and what decided a match.

The next deal is already in the rules when a deal ends. The table holds it back: nobody sees or hears of it, no clock runs
and nobody may move until the people at the table are ready, or their time is over. `Ready` and `Dealt` are entries of the
journal, so that a table that is folded again stands where it stood.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pioche.engine.table import Table
from pioche.house.protocol import messages as p

ALONE = 8_000  # milliseconds one person among bots has, unless they ask for more
BRIEF = 8_000  # everybody, at a table that wants it short
READY = 60_000  # people who wait for each other
LONGEST = 180_000  # when somebody asked for more
MOST_DEALS = 400  # of which a result tells the standings one by one


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


class Chair(Protocol):
    who: int | None
    away: bool
    retired: bool


class Told(Protocol):
    """What one watcher has been told."""

    places: array[int]


class Holder(Protocol):
    """What a table must have to hold a deal back."""

    settings: p.Settings
    version: int
    ending: DealEnd | None
    deal_since: int
    start: list[int]
    standings: list[tuple[list[int], list[int]]]

    @property
    def chairs(self) -> Sequence[Chair]: ...
    @property
    def streams(self) -> Mapping[int | None, Told]: ...
    def tell_log(self, table: Table, until: int | None = None) -> None: ...


def deal_is_over(state: Holder, table: Table) -> None:
    """The rules have gone on to the next deal, or ended the match: tell what belongs to the old one."""
    found = table.end_of_deal
    if found is None:
        state.tell_log(table)
        return
    laid, told = found
    scores, ranking = laid.scores, laid.ranking
    before = state.standings[-1][0] if state.standings else state.start
    state.standings.append((scores, ranking))
    if state.settings.endings == "off":
        state.tell_log(table)
        return
    gained = [score - earlier for score, earlier in zip(scores, before, strict=True)]
    over = bool(table.s.over)
    state.ending = DealEnd(laid, state.deal_since, scores, gained, ranking, over)
    state.tell_log(table, None if over else told)
    state.version += 1


def awaited(state: Holder, present: set[int]) -> list[int]:
    """The seats whose people are there (or will be in a moment) and may look as long as they like."""
    return [
        seat
        for seat, chair in enumerate(state.chairs)
        if chair.who is not None and chair.who in present and not chair.away and not chair.retired
    ]


def patience(state: Holder, present: set[int]) -> int:
    """How long the end of this deal is shown at most, in milliseconds; 0 when everybody is ready."""
    ending = state.ending
    assert ending is not None
    people = awaited(state, present)
    if people and ending.ready.issuperset(people):
        return 0
    if ending.slow:
        return LONGEST
    if state.settings.endings == "brief":
        return BRIEF
    return ALONE if sum(chair.who is not None for chair in state.chairs) <= 1 else READY


def as_told(state: Holder, watcher: int | None) -> p.Ending | None:
    """The end of a deal as one watcher hears of it."""
    ending = state.ending
    if ending is None:
        return None
    since = bisect_left(state.streams[watcher].places, ending.since) + 1
    deal = int(ending.table.s.deal)
    return p.Ending(deal, since, ending.scores, ending.gained, ending.ranking, ending.slow, ending.over)


def what_decided(standings: Sequence[tuple[list[int], list[int]]]) -> dict[str, Any] | None:
    """Who won a match of several deals alone, and the deal since which nobody stood before them. None where there is no
    such thing to tell."""
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
