"""What an author's own test asks: is anything wrong with this game?"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pioche
from pioche.engine.game import registered
from pioche.lab.trial import faults
from tests import guests
from tests.engine.test_declaration import no_guests, written  # noqa: F401


def found(*changes: tuple[str, str]) -> str:
    pioche.register(written(*changes).RULES)
    return " ".join(faults(pioche.load("duel"), matches=2))


def test_nothing_is_wrong_with_a_sound_game() -> None:
    assert found() == ""


@pytest.fixture
def guest_games() -> Iterator[None]:
    with registered(*guests.GUESTS.values(), alone=True):
        yield


@pytest.mark.parametrize("name", ["ambush", "auction", "riddle_told", "pairs", "pig"])
def test_nothing_is_wrong_with_these(name: str, guest_games: None) -> None:
    assert faults(pioche.load(name), matches=1) == []


def test_a_secret_no_declaration_explains(guest_games: None) -> None:
    assert "imagine(s, p)" in faults(pioche.load("riddle"), matches=1)[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([("    may(moves, BID + 1)\n    may(moves, BID + 2)", "    return")], "legal gives it no move"),
        ([("    if s.waiting == 0:\n        end_deal(s)", "    return")], "Nobody may act"),
        ([("    s.waiting ^= bit(p)\n", "")], "not over after 20000 decisions"),
        ([("    s.waiting ^= bit(p)\n", "    s.waiting ^= bit(p)\n    s.hand[p][0] = 7 + p\n")], "Cards were lost or made"),
        ([("    s.waiting ^= bit(p)\n", "    s.waiting ^= bit(p)\n    s.hand[0][p] = 7\n    s.face[0][0] = 7\n")], "in two places"),
        ([("def score(s", "def time_out(s, p):\n    return BID + 7\n\ndef score(s")], "time_out plays 7 for seat 0"),
        ([("s.points[p] += a - BID", "s.points[p] += ((a - BID) << 62) * 4 >> 62")], "the field points is not the same in both engines"),
    ],
)  # fmt: skip
def test_a_fault_is_found(changes: list[tuple[str, str]], said: str) -> None:
    assert said in found(*changes)


def test_a_menu_that_gives_a_hidden_card_away() -> None:
    three = ("usual=2", "usual=3")
    dealt = (
        "    s.phase = TURN\n",
        "    turned = below(s, 3)\n    for p in range(s.seats):\n        s.hand[p][0] = (p + turned) % 3\n    s.phase = TURN\n",
    )
    leak = ("    may(moves, BID + 2)", "    if s.hand[(p + 1) % 3][0] == 2:\n        may(moves, BID + 2)")
    imported = ("Rulebook, all_choose,", "Rulebook, all_choose, below,")
    assert found(three, imported, dealt) == ""
    assert "hand" in found(three, imported, dealt, leak)
