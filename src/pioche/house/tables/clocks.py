"""Time for a decision: paces, spare time, and who is thinking since when. Games with a clock of their own bypass it.

Nothing here looks at a clock: the room passes in its monotonic time in milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pioche.house.protocol.messages import Deadline


@dataclass(frozen=True)
class Pace:
    turn: int  # milliseconds for a decision; 0 is unlimited
    bank: int  # spare time for a match
    gone: int  # how long a person may be without a line when it is their turn


PACES = {
    "relaxed": Pace(0, 0, 600_000),
    "normal": Pace(45_000, 120_000, 60_000),
    "quick": Pace(15_000, 30_000, 30_000),
}
KIND = 20_000  # after a restart or a pause nobody has less
AWAY_TURN = 3_000  # what a seat gets that has missed its turns before


@dataclass
class TurnClock:
    """Who is thinking, and until when."""

    pace: Pace
    since: dict[int, int] = field(default_factory=dict)  # seat -> when its decision began
    stopped: int | None = None  # when the clock was stopped

    def think(self, seats: set[int], now: int) -> None:
        """These seats have to decide; whoever was already thinking goes on."""
        self.since = {seat: self.since.get(seat, now) for seat in seats}

    def decided(self, seat: int, now: int) -> int:
        """How long a seat took; its next decision begins afresh."""
        return max(0, now - self.since.pop(seat, now))

    def stop(self, now: int) -> None:
        if self.stopped is None:
            self.stopped = now

    def go_on(self, now: int) -> None:
        """Everybody gets back what they had, and at least a kind minimum of the turn."""
        if self.stopped is not None:
            gone = now - self.stopped
            least = now - max(0, self.pace.turn - KIND)
            self.since = {seat: max(start + gone, least) for seat, start in self.since.items()}
            self.stopped = None

    def left(self, seat: int, bank: int, away: bool, now: int) -> int | None:
        """Milliseconds until the time of a thinking seat is up; None when it has all the time in the world."""
        if seat not in self.since:
            return None
        allowed = AWAY_TURN if away else self.pace.turn + bank if self.pace.turn else None
        if allowed is None:
            return None
        now = self.stopped if self.stopped is not None else now
        return max(0, self.since[seat] + allowed - now)

    def deadline(self, seat: int, bank: int, away: bool, now: int) -> Deadline | None:
        left = self.left(seat, bank, away, now)
        return None if left is None else Deadline(seat, left, bank)

    def spend(self, bank: int, spent: int) -> int:
        """What is left of the spare time after a decision."""
        return max(0, bank - max(0, spent - self.pace.turn)) if self.pace.turn else bank


@dataclass
class MatchClock:
    """The time of a match in milliseconds, fed by a monotonic clock in seconds. It stands still while nobody plays."""

    base: int = 0
    since: float | None = None  # when it began to run; None: it stands

    @property
    def running(self) -> bool:
        return self.since is not None

    def at(self, moment: float) -> int:
        if self.since is None:
            return self.base
        return self.base + max(0, int((moment - self.since) * 1000))

    def run(self, moment: float) -> None:
        if self.since is None:
            self.since = moment

    def stop(self, moment: float) -> None:
        self.base, self.since = self.at(moment), None

    def moment(self, at: int) -> float | None:
        """When a match time will come, if the clock runs on."""
        return None if self.since is None else self.since + (at - self.base) / 1000
