"""Garbage collection without keeping anybody waiting.

What is closed in the house is taken apart, so that nothing lies in circles and everything leaves the memory by itself
(`tests/house/doors/test_circles.py`). Python's own collector would look at every new object all the same: a tenth of the
processor under load, and now and then a third of a second in which nobody's move is answered. So it is switched off.

When nobody has done anything for a while, everything is looked at. In a busy house a sample is: whatever was made within
a twentieth of a second. If that tells that much lies in circles after all, everything is looked at then.
"""

from __future__ import annotations

import gc

SAMPLE = 0.05  # seconds
MOST = 500_000  # objects in circles, as estimated: some 50 MB


class Collector:
    """Asked every few seconds (`every`) whether it is time to look at everything; if not, a sample begins."""

    def __init__(self, every: float) -> None:
        self._one_in = every / SAMPLE  # so much of what is made is in a sample
        self._enabled = gc.isenabled()
        self._deeds = self._looked_at = 0  # how much had happened at the last question, and when everything was looked at
        self._lost = 0.0  # objects in circles since then, as estimated
        gc.disable()
        self._look()

    def ask(self, deeds: int) -> bool:
        """`deeds`: a number that grows with everything that happens. Has everything been looked at?"""
        quiet = deeds == self._deeds
        self._deeds = deeds
        if (quiet and deeds != self._looked_at) or self._lost > MOST:
            self._looked_at = deeds
            self._look()
            return True
        gc.freeze()  # what there is now is not in the sample
        return False

    def sample(self) -> None:
        """The end of a sample."""
        self._lost += gc.collect() * self._one_in

    def _look(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._lost = 0.0

    def stop(self) -> None:
        gc.unfreeze()
        if self._enabled:
            gc.enable()
