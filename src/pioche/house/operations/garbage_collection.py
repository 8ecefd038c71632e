"""Garbage collection without keeping anybody waiting.

A full collection of Python's garbage collector takes a third of a second with hundreds of tables, in which nobody's move
is answered. So it waits until nobody has done anything for a while, or until it has waited long enough; the short
collections, over what is new, go on as ever.
"""

from __future__ import annotations

import gc

SHORT = 20_000, 8  # new objects until the newest are looked at; how often that is done until a little more is
LONG = 1_000_000  # the full collection never comes by itself
PATIENCE = 600.0  # seconds until it is made all the same


class Collector:
    """Asked every few seconds whether it is time."""

    def __init__(self, now: float) -> None:
        self._before = gc.get_threshold()
        self._collected = now
        self._deeds = self._collected_at = 0  # how much had happened at the last question, and at the last full collection
        gc.collect()
        gc.freeze()  # modules and rulebooks stay for ever: no need to look at them again
        gc.set_threshold(*SHORT, LONG)

    def ask(self, now: float, deeds: int) -> bool:
        """`deeds`: a number that grows with everything that happens. Has it collected?"""
        quiet = deeds == self._deeds
        self._deeds = deeds
        if deeds == self._collected_at or not (quiet or now - self._collected > PATIENCE):
            return False
        self._collected, self._collected_at = now, deeds
        gc.collect()
        return True

    def stop(self) -> None:
        gc.set_threshold(*self._before)
        gc.unfreeze()
