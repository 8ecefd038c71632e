"""The judgement of Pairs and of the games of its family in which a pair throws one out."""

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
    ("pairs", {}),
    ("continuous_pairs", {"seats": 3}),
    ("olympia", {"seats": 3}),
    ("portland", {"seats": 5}),
    ("hawthorn", {}),
    ("hawthorn", {"seats": 6}),
    ("goblin_poker", {}),
    ("goblin_poker", {"seats": 8, "pass_cost": "low"}),
    ("rocket", {}),
    ("casino_rocket", {"seats": 3}),
    ("blackstone", {}),
    ("blackstone", {"seats": 8}),
]
SECRET = ("hawthorn", "goblin_poker")  # games with hands; in the others the deck alone is hidden, and it can be counted
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=name_of)


@every_setting
@pytest.mark.parametrize("level", JUDGED)
def test_every_answer_is_legal_and_leaves_the_table_as_it_was(setting: Setting, level: int) -> None:
    is_legal_and_leaves_the_table_as_it_was(setting, level)


@every_setting
def test_no_level_knows_what_its_seat_does_not(setting: Setting) -> None:
    different = knows_only_what_its_seat_knows(setting)
    assert different > 10 or setting[0] not in SECRET


@pytest.mark.parametrize(
    ("name", "tables"),
    [
        ("pairs", [(2, 4000), (4, 4000), (8, 4000)]),
        ("hawthorn", [(2, 1000), (4, 500), (6, 500)]),
        ("rocket", [(2, 6000), (4, 2000), (7, 1000)]),
        ("blackstone", [(4, 500), (8, 500)]),  # between two, chance hides what little an expert adds to a regular
        pytest.param("goblin_poker", [(3, 1000), (5, 1000), (8, 1000)], marks=pytest.mark.campaign),  # slow to compile
    ],
)
def test_both_engines_agree_and_every_level_beats_the_one_below(name: str, tables: list[tuple[int, int]]) -> None:
    for setting in SETTINGS:
        if setting[0] == name:
            plays_the_same_in_both_engines(setting, 1)
    for seats, pairs in tables:
        grows_with_the_level((name, {"seats": seats}), pairs)
