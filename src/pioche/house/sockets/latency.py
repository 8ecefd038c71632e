"""The round trip of a connection, as far as a race may give it back (T12).

Two measures are put together. Pings are answered by the program at the far end, which can wait before it answers.
The kernel there acknowledges what it gets by itself: a program cannot delay that, and it can make neither measure
smaller than the round trip. What is credited is the least of the two. Where the kernel cannot be asked (a proxy holds the
connection, another worker, a system without such measures), less is credited. docs/decisions/0015 has the reasons.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from pioche.house.tables.services import Measured

SAMPLES = 8  # round trips a median is taken of
MIN_KERNEL_SAMPLES = 3  # before the kernel's median counts
GROWTH_MS = 30  # by which a connection may have got slower since it was measured only once
MAX_UNMEASURED_MS = 100  # the most that is credited where no kernel can be asked
LATE_MS = 60  # answers that lag behind the kernel's measure by more are reported


class RoundTrips:
    """The measures of one connection, in milliseconds."""

    def __init__(self) -> None:
        self.answers: deque[float] = deque(maxlen=SAMPLES)  # from ping to pong
        self.kernel: deque[float] = deque(maxlen=SAMPLES)  # from ping to the kernel's own acknowledgement
        self.reported: float | None = None  # by the proxy or worker that holds the connection, when it was opened
        self.least: Callable[[], float | None] | None = None  # the least the kernel has seen; None: it cannot be asked
        self.inside = False  # it does not leave this machine

    def measured(self) -> Measured:
        """Return what may be credited; nothing while no ping has been answered."""
        if not self.answers:
            return Measured(0, 0, False)
        least = self.least() if self.least is not None else None
        kernel = self._kernel_median(least)
        answer = sorted(self.answers)[len(self.answers) // 2]
        credit = MAX_UNMEASURED_MS if kernel is None else kernel
        surely = least if least is not None else max(0.0, self.reported - GROWTH_MS) if self.reported is not None else 0.0
        late = kernel is not None and answer - kernel > LATE_MS
        return Measured(int(min(answer, credit)), int(min(answer, surely)), late, int(answer))

    def _kernel_median(self, least: float | None) -> float | None:
        """Return the kernel's measure; None where there is none."""
        if least is not None and self.inside:
            return least
        if len(self.kernel) >= MIN_KERNEL_SAMPLES:
            return sorted(self.kernel)[(len(self.kernel) - 1) // 2]
        once = least if least is not None else self.reported
        return None if once is None else once + GROWTH_MS
