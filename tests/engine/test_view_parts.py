"""A view is what all have in common and what one has of one's own, and nothing stands in both."""

from __future__ import annotations

import random

import pytest

import pioche


@pytest.mark.parametrize("name", pioche.games())
def test_both_parts_make_the_view(name: str) -> None:
    game = pioche.load(name)
    table = game.table(seed=5)
    dice = random.Random(name)
    for _ in range(40):
        common = table.view_in_common()
        for seat in (None, *range(game.seats)):
            own = table.view_of_own(seat)
            assert not own.keys() & common.keys()
            assert own | common == table.view(seat)
        if table.over:
            break
        if table.rules.timed and (not table.actors or dice.random() < 0.3) and table.next_timer is not None:
            table.advance(max(table.next_timer[0], table.s.clock))
        elif table.actors:
            seat = dice.choice(table.actors)
            table.act(seat, dice.choice(table.legal(seat)))
