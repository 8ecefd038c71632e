"""Tidying up memory without keeping anybody waiting.

Python looks through everything it holds now and then, for objects that only hold each other. With hundreds of tables
that takes a third of a second, in which nobody's move is answered. So the long look waits until nobody has done anything
for a while, or until it has waited long enough; the short ones, over what is new, go on as ever.
"""

from __future__ import annotations

import gc

SHORT, LONG = (20_000, 50), 1_000_000  # new objects until a short look; the long one never comes by itself
PATIENCE = 600.0  # seconds until it is made all the same


class Broom:
    """Asked every few seconds whether it is time."""

    def __init__(self, now: float) -> None:
        self._before = gc.get_threshold()
        self._swept = now
        self._deeds = self._swept_at = 0  # how much had happened at the last question, and at the last long look
        gc.collect()
        gc.freeze()  # modules and rulebooks stay for ever: no need to look at them again
        gc.set_threshold(*SHORT, LONG)

    def ask(self, now: float, deeds: int) -> bool:
        """`deeds`: a number that grows with everything that happens. Has it swept?"""
        quiet = deeds == self._deeds
        self._deeds = deeds
        if deeds == self._swept_at or not (quiet or now - self._swept > PATIENCE):
            return False
        self._swept, self._swept_at = now, deeds
        gc.collect()
        return True

    def away(self) -> None:
        gc.set_threshold(*self._before)
        gc.unfreeze()
