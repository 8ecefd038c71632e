"""The long look through memory waits for a quiet moment, but not for ever."""

from __future__ import annotations

import gc
import weakref

from pioche.house.operations.garbage_collection import PATIENCE, Collector


class Couple:
    """Two that only hold each other."""

    def __init__(self) -> None:
        self.other = self


def test_the_collector_waits_until_nobody_does_anything() -> None:
    before = gc.get_threshold()
    collector = Collector(0.0)
    try:
        assert not collector.ask(5, 0)  # nothing has happened yet
        couple = weakref.ref(Couple())
        gc.collect(1)
        assert not collector.ask(10, 100)  # people play
        assert not collector.ask(15, 200)
        assert collector.ask(20, 200)  # nobody has done anything since
        assert couple() is None
        assert not collector.ask(25, 200)  # once is enough
        assert not collector.ask(30, 300)
        assert collector.ask(20 + PATIENCE + 1, 400)  # it has waited long enough
    finally:
        collector.stop()
    assert gc.get_threshold() == before
