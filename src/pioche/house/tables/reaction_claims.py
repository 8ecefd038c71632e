"""What players say about their own time in a match, and how far it is believed (T12-T14).

A player's own clock is believed within what the line can explain; that bound is the rules'. Here is what the rules cannot
see: a signal that came back before its opening can have arrived, and claims that no human being makes again and again.
Who makes them gets nothing back for the line from then on, and the photo finish says so to all.
"""

from __future__ import annotations

from statistics import pstdev
from typing import TYPE_CHECKING, Any, NamedTuple

from pioche.engine.table import Table

if TYPE_CHECKING:
    from pioche.house.tables import journal as j
    from pioche.house.tables.services import Circumstances

HUMAN = 80  # milliseconds: nobody sees, decides and moves faster
AGAIN = 3  # such claims, and a third of all, are no accident
REGULAR, SPREAD = 8, 6.0  # so many claims in a row that differ by so few milliseconds are a program's
ROUNDING = 1  # millisecond: an opening and a signal, each at a whole one, may look nearer to each other than they were
SLACK = 3  # milliseconds by which two clocks of this machine may differ


def is_fair(table: Table) -> bool:
    """Is the line given back in races?"""
    return bool(table.rules.timed) and table.game.options.get("latency") == "fair"


class Signal(NamedTuple):
    """The last move of a seat."""

    line: dict[str, Any]
    least: int  # its line was surely that long, in milliseconds
    doubt: str  # why its line was not given back
    who: int  # 0: a bot, or nobody


class Claims:
    """Of one match."""

    def __init__(self) -> None:
        self.last: dict[int, Signal] = {}  # by seat
        self.made: dict[int, list[int]] = {}  # reactions somebody claimed, by person

    def note(self, entry: j.Line) -> None:
        if entry.seat >= 0 and "do" in entry.line:
            self.last[entry.seat] = Signal(entry.line, entry.least, entry.doubt, entry.who if entry.by == "player" else 0)

    def count(self, seats: list[int]) -> None:
        """A race is over in which these seats reacted."""
        for seat in seats:
            signal = self.last[seat]
            if signal.who and "since_open" in signal.line:
                self.made.setdefault(signal.who, []).append(signal.line["since_open"])

    def doubt(self, who: int) -> str:
        return doubt_of(self.made.get(who, []))


def doubt_of(claims: list[int]) -> str:
    """Why somebody who has claimed these reactions is not believed any more; "": they are."""
    quick = sum(claim < HUMAN for claim in claims)
    if quick >= AGAIN and 3 * quick >= len(claims):
        return "impossible"
    if len(claims) >= REGULAR and pstdev(claims[-REGULAR:]) < SPREAD:
        return "regular"
    return ""


def weigh(
    table: Table, claims: Claims, who: int, seat: int, seen: int | None, now: Circumstances
) -> tuple[int | None, int, str]:
    """What the rules are told of a player's move: the last event it can have followed, the line they may give back, and
    why that is less than the player would have it."""
    if not is_fair(table):
        return seen, now.line.rtt, ""
    doubt = claims.doubt(who)
    rtt = 0 if doubt else max(0, now.line.rtt - ROUNDING)
    return could_have_seen(table, seat, seen, now), rtt, doubt or ("late" if now.line.late else "")


def could_have_seen(table: Table, seat: int, seen: int | None, now: Circumstances) -> int | None:
    """An event cannot have been seen before it went there and its answer came back. (Time that stood still says nothing.)"""
    log, told = table.s.log, table.event_places(seat)
    most = len(told) if seen is None else min(seen, len(told))
    n = most
    while n and now.steady <= log[told[n - 1]][2] and now.at - log[told[n - 1]][2] < now.line.least - SLACK:
        n -= 1
    return seen if n == most else n
