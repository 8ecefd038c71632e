"""What holds at every decision of every game: menus, refusals, views and numbered events."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pioche.testing.every_moment import (
    absent,
    accepted,
    check_refusal,
    copies,
    events,
    menus,
    moments,
    refused,
    strangers,
    unlisted_words,
    views,
)  # fmt: skip
from tests.strategies import GAMES, Choice, covering, pairwise


@pytest.mark.parametrize("check", [menus, copies, accepted, absent, strangers, views, events])
@pytest.mark.parametrize("name", GAMES)
def test_it_holds_at_every_moment(name: str, check: Callable[[str, Sequence[Choice]], Any]) -> None:
    check(name, covering(name))


@pytest.mark.parametrize("name", GAMES)
def test_an_unlisted_action_is_refused_and_changes_nothing(name: str) -> None:
    assert refused(name, covering(name)) > 100


@pytest.mark.campaign
@pytest.mark.parametrize("name", GAMES)
def test_menus_and_refusals_at_every_table(name: str) -> None:
    dice = random.Random(name)
    for table in moments(name, list(pairwise(name)), every=30):
        for seat in range(table.game.seats):
            words = table.legal(seat)
            assert bool(words) == (seat in table.actors)
            assert len(set(words)) == len(words)
            if words:
                assert table.default_action(seat) in words
            if not table.rules.timed:
                for word in unlisted_words(table, seat, dice):
                    check_refusal(table, seat, word)
