"""The judgement of the games in which one locks before a pair comes: everything but the deck lies open."""

from __future__ import annotations

import pytest

from tests.bots.judging import (
    JUDGED,
    Setting,
    grows_with_the_level,
    is_legal_and_leaves_the_table_as_it_was,
    knows_only_what_its_seat_knows,
    name_of,
    plays_the_same_in_both_engines,
)

SETTINGS: list[Setting] = [
    ("port", {}),
    ("port", {"seats": 7, "scoring": "cards_then_points"}),
    ("port", {"played_for": "points"}),
    ("port", {"played_for": "points", "seats": 7, "scoring": "cards_then_points"}),
    ("starboard", {}),
    ("starboard", {"seats": 7, "lock_out": "on_draw"}),
]
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=name_of)


@every_setting
@pytest.mark.parametrize("level", JUDGED)
def test_every_answer_is_legal_and_leaves_the_table_as_it_was(setting: Setting, level: int) -> None:
    is_legal_and_leaves_the_table_as_it_was(setting, level)


@every_setting
def test_no_level_knows_more_than_its_view_and_its_memory(setting: Setting) -> None:
    knows_only_what_its_seat_knows(setting)


@pytest.mark.parametrize("name", ["port", "starboard"])
def test_both_engines_agree_and_every_level_beats_the_one_below(name: str) -> None:
    for setting in SETTINGS:
        if setting[0] == name:
            plays_the_same_in_both_engines(setting)
    for seats in (2, 4, 7):
        grows_with_the_level((name, {"seats": seats}), 500)


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_every_level_beats_the_one_below_for_points(seats: int) -> None:
    grows_with_the_level(("port", {"seats": seats, "played_for": "points"}), 1000)
