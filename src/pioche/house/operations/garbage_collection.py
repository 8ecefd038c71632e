"""Ordinary garbage collection, tuned for a process in which nobody should wait for it.

Python counts how many more objects were made than freed. Young ones are looked at every few thousand, which takes a
fraction of a millisecond; everything is looked at rarely, and preferably while nobody does anything. What was loaded at the
start stays for ever and is never looked at (`gc.freeze`).
"""

from __future__ import annotations

import gc

# Young objects between two collections; such collections between two of the next generation; those between two of all.
THRESHOLDS = (5_000, 10, 50)


class Collector:
    """Asked every few seconds whether it is a good moment to collect everything."""

    def __init__(self) -> None:
        self._before = gc.get_threshold()
        self._jobs = self._collected_at = 0  # how much had been done at the last question and at the last collection
        self._frozen = False
        gc.set_threshold(*THRESHOLDS)
        gc.collect()
        gc.freeze()

    def collect_if_idle(self, jobs: int, loaded: bool = False) -> bool:
        """Collect everything if nothing was done since the last question and something since the last collection; return
        whether it was done. `jobs`: a number that grows with everything that is done; `loaded`: whatever stays in memory
        for ever has been loaded by now."""
        idle = jobs == self._jobs
        self._jobs = jobs
        if not idle or jobs == self._collected_at:
            return False
        self._collected_at = jobs
        gc.collect()
        if loaded and not self._frozen:
            self._frozen = True
            gc.freeze()
        return True

    def stop(self) -> None:
        gc.unfreeze()
        gc.set_threshold(*self._before)
