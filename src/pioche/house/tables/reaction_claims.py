"""Reaction times players claim in a match, and how far they are believed (T12-T14).

The rules believe a player's own clock within what the round trip can explain. Here is what the rules cannot see: a signal
that came back before its opening can have arrived, and claims no human makes repeatedly. The player who makes them gets no
credit for the round trip from then on, and the photo finish says so to all.
"""

from __future__ import annotations

from statistics import pstdev
from typing import Any, NamedTuple

from pioche.engine.table import Table
from pioche.house.tables import journal as j
from pioche.house.tables.circumstances import Circumstances

FASTEST_REACTION_MS = 80  # no human sees, decides and moves faster
IMPOSSIBLE_CLAIMS = 3  # faster claims, and a third of all, are no accident
REGULAR_CLAIMS, REGULAR_SPREAD_MS = 8, 6.0  # so many claims in a row with less deviation are a program's
ROUNDING_MS = 1  # an opening and a signal, each at a whole one, may look nearer to each other than they were
CLOCK_SKEW_MS = 3  # by which two clocks of this machine may differ


def is_fair(table: Table) -> bool:
    """Return whether races give the round trip back."""
    return bool(table.rules.timed) and table.game.options.get("latency") == "fair"


class Signal(NamedTuple):
    """The last move of a seat."""

    line: dict[str, Any]
    least: int  # its line was surely that long, in milliseconds
    doubt: str  # why its line was not given back
    who: int  # 0: a bot, or nobody


class Claims:
    """The claims of one match."""

    def __init__(self) -> None:
        self.last: dict[int, Signal] = {}  # by seat
        self.made: dict[int, list[int]] = {}  # reactions somebody claimed, by person

    def note(self, entry: j.Line) -> None:
        if entry.seat >= 0 and "do" in entry.line:
            self.last[entry.seat] = Signal(entry.line, entry.least, entry.doubt, entry.who if entry.by == "player" else 0)

    def count(self, seats: list[int]) -> None:
        """Count the claims of the seats that reacted in a race that is over."""
        for seat in seats:
            signal = self.last[seat]
            if signal.who and "since_open" in signal.line:
                self.made.setdefault(signal.who, []).append(signal.line["since_open"])

    def doubt(self, who: int) -> str:
        return doubt_of(self.made.get(who, []))


def doubt_of(claims: list[int]) -> str:
    """Return why these claims are not believed; "" when they are."""
    quick = sum(claim < FASTEST_REACTION_MS for claim in claims)
    if quick >= IMPOSSIBLE_CLAIMS and 3 * quick >= len(claims):
        return "impossible"
    if len(claims) >= REGULAR_CLAIMS and pstdev(claims[-REGULAR_CLAIMS:]) < REGULAR_SPREAD_MS:
        return "regular"
    return ""


def weigh(
    table: Table, claims: Claims, who: int, seat: int, seen: int | None, now: Circumstances
) -> tuple[int | None, int, str]:
    """Return what the rules are told of a player's move: the last event it can have followed, the round trip they may give
    back, and why that is less than the player asked for."""
    if not is_fair(table):
        return seen, now.connection.rtt, ""
    doubt = claims.doubt(who)
    rtt = 0 if doubt else max(0, now.connection.rtt - ROUNDING_MS)
    return could_have_seen(table, seat, seen, now), rtt, doubt or ("late" if now.connection.late else "")


def could_have_seen(table: Table, seat: int, seen: int | None, now: Circumstances) -> int | None:
    """Return the last event the player can have seen: one that was sent a round trip ago or earlier. Time during which the
    match clock stood says nothing."""
    log, told = table.s.log, table.event_places(seat)
    most = len(told) if seen is None else min(seen, len(told))
    n = most
    while n and now.steady <= log[told[n - 1]][2] and now.at - log[told[n - 1]][2] < now.connection.least - CLOCK_SKEW_MS:
        n -= 1
    return seen if n == most else n
