"""The judgement of the games with a clock: cards are chosen well, and quick hands win."""

from __future__ import annotations

import pytest

from tests.bots.judging import (
    JUDGED,
    Setting,
    grows_with_the_level,
    is_legal_and_leaves_the_table_as_it_was,
    knows_only_what_its_seat_knows,
    name_of,
)

SETTINGS: list[Setting] = [
    ("pig", {}),
    ("pig_with_stock", {"seats": 2}),
    ("five_card_pig", {"seats": 6}),
    ("spoons", {}),
    ("vatra", {}),
    ("magarac", {"seats": 3}),
    ("agnes", {}),
    ("agnes", {"seats": 2}),
]
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=name_of)


@every_setting
@pytest.mark.parametrize("level", JUDGED)
def test_every_answer_is_legal_and_leaves_the_table_as_it_was(setting: Setting, level: int) -> None:
    is_legal_and_leaves_the_table_as_it_was(setting, level)


@every_setting
def test_no_level_knows_what_its_seat_does_not(setting: Setting) -> None:
    assert knows_only_what_its_seat_knows(setting) > 10


@pytest.mark.parametrize(
    "name", ["pig", *(pytest.param(name, marks=pytest.mark.campaign) for name in ("spoons", "vatra", "agnes"))]
)
def test_every_level_beats_the_one_below_against_the_clock(name: str) -> None:
    grows_with_the_level((name, {}), 100, (("regular", "novice"), ("expert", "regular")))
