"""The judgement of the bidding games."""

from __future__ import annotations

import pytest

import pioche
from pioche.bots.judgement_engine import judgement_engine
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
    ("sweep", {}),
    ("sweep", {"seats": 6}),
    ("kitty", {}),
    ("kitty", {"seats": 5}),  # soft: two prizes, three cards nobody sees
    ("kitty", {"seats": 4, "partners": "on", "mode": "soft"}),
    ("venture", {"seats": 4}),
    ("venture", {"seats": 6, "draft": "on"}),
    ("five_cards", {"target_score": 40}),
]
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=name_of)


@every_setting
@pytest.mark.parametrize("level", JUDGED)
def test_every_answer_is_legal_and_leaves_the_table_as_it_was(setting: Setting, level: int) -> None:
    is_legal_and_leaves_the_table_as_it_was(setting, level, 25)


@every_setting
def test_no_level_knows_what_its_seat_does_not(setting: Setting) -> None:
    different = knows_only_what_its_seat_knows(setting, 25)
    assert different > 10 or setting[0] == "five_cards"  # there the deck alone is hidden, and it can be counted


def test_the_proof_sees_a_bot_that_peeks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever chose by the hand of the left neighbour would answer differently in two worlds."""
    engine = judgement_engine(pioche.load("kitty"))

    def peek(s, p, level, menu, dice):
        menu[0] = 0
        engine.legal(s, p, menu)
        return menu[1 + s.hand[(p + 1) % s.seats][10] % menu[0]]

    monkeypatch.setattr(engine, "decide", peek)
    is_legal_and_leaves_the_table_as_it_was(("kitty", {}), JUDGED[0], 25)
    with pytest.raises(AssertionError):
        knows_only_what_its_seat_knows(("kitty", {}), 25)


@pytest.mark.parametrize(
    ("name", "tables"),
    [
        ("sweep", [(3, 2000), (4, 2000), (6, 2000)]),
        ("kitty", [(3, 2000), (4, 2000), (6, 2000)]),
        ("venture", [(3, 2000), (5, 2000), (8, 2000)]),
        ("five_cards", [(2, 1000)]),
    ],
)
def test_both_engines_agree_and_every_level_beats_the_one_below(name: str, tables: list[tuple[int, int]]) -> None:
    for setting in SETTINGS:
        if setting[0] == name:
            plays_the_same_in_both_engines(setting, 1)
    for seats, pairs in tables:
        grows_with_the_level((name, {"seats": seats}), pairs)
