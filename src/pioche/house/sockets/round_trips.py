"""How long a line is, as far as a race may give it back (T12).

Two measures are put together. Pings are answered by the program at the far end, which can wait before it answers.
The kernel there acknowledges what it gets by itself: a program cannot delay that, and it can make neither measure
smaller than the line. What is credited is the least of the two. Where the kernel's measure is not ours to take (a proxy
holds the line, another worker, a system without it), less is credited. docs/decisions/0015 has the reasons.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from pioche.house.tables.services import Measured

TRIPS = 8  # round trips a median is taken of
ENOUGH = 3  # of the kernel's, before their median counts
RISE = 30  # milliseconds a line may have grown since it was measured only once
UNMEASURED = 100  # the most that is credited to a line whose kernel nobody has asked
LATE = 60  # milliseconds by which answers may lag behind the line before it is said to all


class RoundTrips:
    """The measures of one line, in milliseconds."""

    def __init__(self) -> None:
        self.answers: deque[float] = deque(maxlen=TRIPS)  # from ping to pong
        self.kernel: deque[float] = deque(maxlen=TRIPS)  # from ping to the kernel's own acknowledgement
        self.told: float | None = None  # by whoever holds the line, when it was opened
        self.least: Callable[[], float | None] | None = None  # the least the kernel has seen; None: the line is not ours
        self.inside = False  # it does not leave this machine

    def measured(self) -> Measured:
        """Nothing is credited while nothing has been answered."""
        if not self.answers:
            return Measured(0, 0, False)
        least = self.least() if self.least is not None else None
        line = self._line(least)
        said = sorted(self.answers)[len(self.answers) // 2]
        credit = UNMEASURED if line is None else line
        surely = least if least is not None else max(0.0, self.told - RISE) if self.told is not None else 0.0
        late = line is not None and said - line > LATE
        return Measured(int(min(said, credit)), int(min(said, surely)), late, int(said))

    def _line(self, least: float | None) -> float | None:
        """What the kernel says; None when it says nothing."""
        if least is not None and self.inside:
            return least
        if len(self.kernel) >= ENOUGH:
            return sorted(self.kernel)[(len(self.kernel) - 1) // 2]
        once = least if least is not None else self.told
        return None if once is None else once + RISE
