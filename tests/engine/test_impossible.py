"""Positions that cannot be played are refused, each with a sentence that says what is wrong, in both languages."""

from __future__ import annotations

import time
from typing import Any

import pytest

import pioche
from pioche import BadPosition

LAYOUTS: dict[str, Any] = {"layout": [["A♠", "2♠", "3♠", "4♠"], ["A♥", "2♥", "3♥", "4♥"]], "turn": 0}


def refused(game: str, en: str, fr: str, options: dict[str, Any] | None = None, **position: Any) -> BadPosition:
    with pytest.raises(BadPosition) as why:
        pioche.load(game, **{"seats": 2, **(options or {})}).at(position)
    assert en in why.value.en
    assert fr in why.value.fr.replace("\u00a0", " ")
    return why.value


# -- cards -------------------------------------------------------------------------------------------


def test_a_card_twice() -> None:
    refused(
        "agnes", "A♠ lies in layout and in discard; there is one", "dans layout et dans discard", **LAYOUTS, discard=["A♠"]
    )
    refused("agnes", "A♠ lies twice in layout", "deux fois dans layout", layout=[["A♠"], ["A♠"]], turn=0)


def test_more_cards_of_a_rank_than_there_are() -> None:
    refused("pairs", "too many 1s", "trop de 1", pile=[[1], [1]], turn=0)
    refused("pairs", "too many 2s", "trop de 2", pile=[[5], [6]], turn=0, deck=[2, 2, 2], left=3)


def test_a_card_of_the_second_pack_in_a_game_with_one() -> None:
    refused("agnes", "A♠b is not in this game", "A♠b n’est pas dans ce jeu", layout=[["A♠b"], ["A♥"]], turn=0)
    pioche.load("agnes", seats=2, decks=2).at(layout=[["A♠b"], ["A♥"]], turn=0)


def test_a_deck_without_left_is_counted() -> None:
    table = pioche.load("pairs", seats=2).at(pile=[[5], [6]], turn=0, deck=[3, 7, 8])
    assert table.s.left == 3
    table.act(0, "hit")
    assert not table.over


@pytest.mark.parametrize("left", [99, -3, 2])
def test_left_that_contradicts_the_deck(left: int) -> None:
    refused("pairs", "the deck holds 3 cards", "la pioche a 3 cartes", pile=[[5], [6]], turn=0, deck=[3, 7, 8], left=left)


def test_left_without_a_deck_sets_the_other_cards_aside() -> None:
    table = pioche.load("pairs", seats=2).at(pile=[[5], [6]], turn=0, left=7)
    assert (table.s.left, table.s.burned, sum(table.s.deck)) == (7, 46, 53)
    refused("pairs", "left says 99", "left dit 99", pile=[[5], [6]], turn=0, left=99)


def test_a_size_that_contradicts_its_pile() -> None:
    refused("agnes", "stock_left says 5, but stock holds 1", "stock_left dit 5", **LAYOUTS, stock=["5♦"], stock_left=5)
    refused("agnes", "stock: there is a gap", "stock : il y a un trou", **LAYOUTS, stock=["5♦", None, "6♦"])


# -- who acts ----------------------------------------------------------------------------------------


def test_nobody_can_act() -> None:
    refused("hawthorn", "needs turn", "a besoin de turn", pile=[[5], [6]], playing=[0, 1], phase="deck_round", button=0)
    refused("venture", "Nobody can act", "Personne ne peut jouer", {"seats": 3}, phase="bid", hand=[[2], [3], [4]], left=0)


def test_somebody_acts_who_is_not_in() -> None:
    refused(
        "hawthorn", "Seat 2 may act, but is not in", "La place 2 doit jouer", {"seats": 3},
        pile=[[5], [6], []], playing=[0, 1], phase="deck_round", button=0, turn=2,
    )  # fmt: skip


def test_who_has_chosen_does_not_wait() -> None:
    hands: dict[str, Any] = {"hand": [[2, 3], [4, 5]], "phase": "choose", "playing": [0, 1]}
    refused("hawthorn", "Seat 1 has chosen", "La place 1 a choisi", **hands, waiting=[0, 1], choice=[[], [7]])
    refused("hawthorn", "Seat 1 has not chosen", "La place 1 n’a pas choisi", **hands, waiting=[0])


def test_a_match_that_is_over_waits_for_nobody() -> None:
    refused("pairs", "The match is over", "La partie est finie", over=True, turn=0)
    refused("pairs", "write over", "écrivez over", phase="over")


# -- what a phase needs ------------------------------------------------------------------------------


def test_port_without_playing() -> None:
    refused("port", "needs playing", "a besoin de playing", pile=[[5, 6], [7, 8]], turn=0)


def test_rocket_without_dealing() -> None:
    refused(
        "rocket", "needs dealing", "a besoin de dealing", pile=[[5], [6]], bet=[10, 0], playing=[0], turn=0, phase="turn"
    )


def test_agnes_slam_without_discards() -> None:
    refused("agnes", "In the phase slam a position of Agnès needs discard", "a besoin de discard", **LAYOUTS, phase="slam")


def test_agnes_power_without_a_rank() -> None:
    refused("agnes", "needs power", "a besoin de power", **LAYOUTS, phase="power", discard=["9♦"])


def test_agnes_caller_without_turns_left() -> None:
    refused("agnes", "Beside caller a position of Agnès needs turns_left", "a besoin de turns_left", **LAYOUTS, caller=1)
    refused("agnes", "there are 1 turns to come", "il reste 1 tours", **LAYOUTS, caller=1, turns_left=2)
    pioche.load("agnes", seats=2).at(**LAYOUTS, caller=1, turns_left=1)


def test_pairs_kept_makes_the_points() -> None:
    table = pioche.load("pairs", seats=2).at(pile=[[5], [6]], turn=0, kept=[[9, 10], []])
    assert table.position()["points"] == [19, 0]
    refused("pairs", "make 19 (R10)", "font 19 (R10)", pile=[[5], [6]], turn=0, kept=[[9, 10], []], points=[7, 0])
    refused("pairs", "has lost already", "a déjà perdu", pile=[[5], [6]], turn=0, points=[31, 0])


def test_a_player_without_what_the_phase_needs() -> None:
    refused(
        "hawthorn", "needs pile for seat 1", "a besoin de pile pour la place 1",
        phase="deck_round", turn=0, button=0, playing=[0, 1], pile=[[4], []],
    )  # fmt: skip


# -- values ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "en", "fr"),
    [
        ({"layout": [["A♠"], ["zz"]]}, "layout: zz is not a card", "layout : zz n’est pas une carte"),
        ({"layout": [["A♠"], ["A♥"], ["A♦"]]}, "3 rows where there is room for 2", "3 rangées là où il y en a au plus 2"),
        ({"layout": 7}, "a list is expected, not 7", "il faut une liste, pas 7"),
        ({"layout": "A♠"}, "a list is expected, not A♠", "il faut une liste"),
        ({"turn": 2}, "nobody sits at 2; seats are 0 to 1", "personne n’est assis à la place 2"),
        ({"turn": True}, "nobody sits at true", "personne n’est assis"),
        ({"turn": 0.0}, "nobody sits at 0.0", "personne n’est assis"),
        ({"waiting": [0, 0]}, "0 stands there twice", "0 y figure deux fois"),
        ({"phase": "nap"}, "there is no phase nap; there are draw", "il n’y a pas de phase nap"),
        ({"points": [1.5, 0]}, "a whole number is expected, not 1.5", "il faut un nombre entier"),
        ({"clock": -1}, "-1 is outside 0 to", "-1 n’est pas entre 0 et"),
        ({"power": 14}, "14 is outside 0 to 13", "14 n’est pas entre 0 et 13"),
        ({"gap": "5.1"}, "5.1 is no place of a card", "5.1 n’est pas l’emplacement"),
        ({"shuffled": "yes"}, "true or false is expected", "il faut true ou false"),
        ({"eyes": [1]}, "cards with their seats are expected", "il faut des cartes avec leurs places"),
    ],
    ids=str,
)
def test_a_wrong_value_is_named(wrong: dict[str, Any], en: str, fr: str) -> None:
    refused("agnes", en, fr, **{**LAYOUTS, **wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 10**10}, {"seats": 2**53}, {"seats": 10**400}, {"seats": -1}, {"seats": None}, {"seats": 2.0}, {"seats": "2"},
        {"turn": 10**30}, {"waiting": [10**10]}, {"waiting": list(range(10**6))}, {"pile": [[5] * 10**6, []]},
        {"deck": [1] * 10**6}, {"points": [10**400, 0]}, {"clock": 10**300}, {"pile": [[10**100], []]}, {"pile": ["9" * 10**6, []]},
        {"deal": float("inf")}, {"deal": float("nan")}, {"purse": [[[[[[1]]]]]]}, {"pile": {"0": [5]}}, {5: 1},
    ],
    ids=lambda wrong: str(wrong)[:40],
)  # fmt: skip
def test_a_monstrous_position_is_refused_at_once(wrong: dict[Any, Any]) -> None:
    game = pioche.load("pairs", seats=2)
    game.table()
    start = time.perf_counter()
    with pytest.raises(BadPosition) as why:
        game.at({"pile": [[5], [6]], "turn": 0, **wrong})
    assert time.perf_counter() - start < 0.5
    assert len(why.value.en) < 400
    assert len(why.value.fr) < 400


def test_deep_nesting_is_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    refused("pairs", "is not a rank", "n’est pas un rang", pile=[deep, []], turn=0)


@pytest.mark.parametrize("position", [[], "turn", 7, [("turn", 0)]])
def test_a_position_is_made_of_named_fields(position: Any) -> None:
    with pytest.raises(BadPosition, match="named fields"):
        pioche.load("pairs").at(position)


# -- the net below -----------------------------------------------------------------------------------


def test_rules_that_break_on_a_position_refuse_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What neither the declaration nor the game foresees is found by trying the moves."""
    game = pioche.load("pairs", seats=2)
    position = game.table(seed=1).position()

    def broken(s: Any, p: int, a: int) -> None:
        raise IndexError("list index out of range")

    def endless(s: Any, p: int, a: int) -> None:
        while True:
            pass

    for step in (broken, endless):
        monkeypatch.setattr(game.plain, "step", step)
        with pytest.raises(BadPosition, match="could not move") as why:
            game.at(position)
        assert "ne peut pas être jouée" in why.value.fr


def test_a_written_waiting_stands_beside_a_turn_and_must_name_that_seat() -> None:
    position: dict[str, Any] = {"phase": "turn", "turn": 1, "pile": [[4], [7], [9]]}
    for waiting in ([2], [1, 2], []):
        with pytest.raises(BadPosition) as why:
            pioche.load("pairs", seats=3).at(position, waiting=waiting)
        assert "waiting" in why.value.en, "the words that were written are judged, not others in their place"
    assert pioche.load("pairs", seats=3).at(position, waiting=[1]).actors == (1,)
    assert pioche.load("pairs", seats=3).at(position).actors == (1,)
