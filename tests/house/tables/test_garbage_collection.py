"""Python's own collector is on, tuned, and everything is collected while nobody does anything."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from pioche.house.operations.garbage_collection import THRESHOLDS, Collector


class Couple:
    """Two that only hold each other."""

    def __init__(self) -> None:
        self.other = self


def lost() -> weakref.ref[Couple]:
    return weakref.ref(Couple())


@pytest.fixture
def collector() -> Iterator[Collector]:
    before = gc.get_threshold()
    found = Collector()
    yield found
    found.stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_cycles_are_found_without_being_asked_for(collector: Collector) -> None:
    assert gc.isenabled()
    couple = lost()
    kept = [Couple() for _ in range(2 * THRESHOLDS[0])]
    assert couple() is None, len(kept)


def test_everything_is_collected_when_nobody_does_anything(collector: Collector) -> None:
    old = Couple()
    couple = weakref.ref(old)
    gc.collect()  # it is no young object any more
    del old
    assert not collector.collect_if_idle(0)  # nothing has happened yet
    assert not collector.collect_if_idle(100)  # people play
    assert not collector.collect_if_idle(200)
    assert couple() is not None
    assert collector.collect_if_idle(200)  # nobody has done anything since
    assert couple() is None
    assert not collector.collect_if_idle(200)  # once is enough


def test_what_is_loaded_for_ever_is_not_looked_at_again(collector: Collector) -> None:
    frozen = gc.get_freeze_count()
    assert frozen > 10_000
    kept = [Couple() for _ in range(1_000)]
    assert not collector.collect_if_idle(100)
    assert collector.collect_if_idle(100)
    assert gc.get_freeze_count() == frozen
    assert not collector.collect_if_idle(200, loaded=True)
    assert collector.collect_if_idle(200, loaded=True)
    assert gc.get_freeze_count() >= frozen + len(kept)
