"""In a busy house only a sample is looked at, which tells whether more has to be; everything when nobody does anything."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from pioche.house.operations.garbage_collection import MOST, SAMPLE, Collector

EVERY = 5.0


class Couple:
    """Two that only hold each other."""

    def __init__(self) -> None:
        self.other = self


def lost() -> weakref.ref[Couple]:
    return weakref.ref(Couple())


@pytest.fixture
def collector() -> Iterator[Collector]:
    assert gc.isenabled()
    found = Collector(EVERY)
    assert not gc.isenabled()
    yield found
    found.stop()
    assert gc.isenabled()


def test_everything_is_looked_at_when_nobody_does_anything(collector: Collector) -> None:
    assert not collector.ask(0)  # nothing has happened yet
    couple = lost()
    assert not collector.ask(100)  # people play
    assert not collector.ask(200)
    assert couple() is not None
    assert collector.ask(200)  # nobody has done anything since
    assert couple() is None
    assert not collector.ask(200)  # once is enough


def test_a_busy_house_looks_at_a_sample_only(collector: Collector) -> None:
    before = lost()
    assert not collector.ask(100)
    within = lost()
    collector.sample()
    assert within() is None
    assert before() is not None


def test_a_sample_full_of_circles_has_everything_looked_at(collector: Collector) -> None:
    before = lost()
    for deeds in range(100, 1_000, 100):
        assert not collector.ask(deeds)
        collector.sample()
    assert before() is not None
    for _ in range(int(MOST * SAMPLE / EVERY) + 1):
        lost()
    collector.sample()
    assert collector.ask(1_000)
    assert before() is None
