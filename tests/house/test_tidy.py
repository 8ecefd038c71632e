"""The long look through memory waits for a quiet moment, but not for ever."""

from __future__ import annotations

import gc
import weakref

from pioche.house.garbage_collection import PATIENCE, Broom


class Couple:
    """Two that only hold each other."""

    def __init__(self) -> None:
        self.other = self


def test_the_broom_waits_until_nobody_does_anything() -> None:
    before = gc.get_threshold()
    broom = Broom(0.0)
    try:
        assert not broom.ask(5, 0)  # nothing has happened yet
        couple = weakref.ref(Couple())
        gc.collect(1)
        assert not broom.ask(10, 100)  # people play
        assert not broom.ask(15, 200)
        assert broom.ask(20, 200)  # nobody has done anything since
        assert couple() is None
        assert not broom.ask(25, 200)  # once is enough
        assert not broom.ask(30, 300)
        assert broom.ask(20 + PATIENCE + 1, 400)  # it has waited long enough
    finally:
        broom.away()
    assert gc.get_threshold() == before
