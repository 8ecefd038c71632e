"""Random damage to a written position: it is refused with a sentence, or the match is played to its end."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.battery.damage import attempt
from tests.strategies import GAMES, choices, covering, games, named, pairwise


@pytest.mark.parametrize("name", GAMES)
def test_damage_is_refused_or_playable(name: str) -> None:
    """Both happen: a check that refuses everything, or nothing, would be no check."""
    tables, ends = covering(name), []
    for seed in range(60):
        dice = random.Random(f"{name} {seed}")
        ends.append(attempt(name, dice.choice(tables), seed, dice.choice((0, 1, 3, 8, 20, 50)))[0])
    assert ends.count("refused") > 15
    assert ends.count("played") > 3


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), name=games(), seed=st.integers(0, 2**32), steps=st.integers(0, 60))
def test_damage_at_any_table(data: st.DataObject, name: str, seed: int, steps: int) -> None:
    attempt(name, data.draw(choices(name)), seed, steps)


@pytest.mark.campaign
@pytest.mark.parametrize("name", GAMES)
def test_damage_at_every_table(name: str) -> None:
    for number, choice in enumerate(pairwise(name)):
        for seed in range(4):
            steps = random.Random(number + seed).randrange(80)
            assert attempt(name, choice, 4 * number + seed, steps), named(choice)
