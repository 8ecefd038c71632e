"""Pairs, rule by rule: docs/games/pairs.md. A to E are seats 0 to 4; deck lists start after the burn."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import Illegal, Table
from pioche.text import narrate
from tests.rules.told import told

A, B, C, D, E = range(5)
OPTIONS = ("continuous", "money", "stake", "losing_score", "games")


def pairs(seats: int = 4, **options: Any) -> pioche.Game:
    return pioche.load("pairs", seats=seats, **options)


def in_play(pile: list[list[int]], turn: int, cards: str = "", points: str = "", **more: Any) -> Table:
    """The middle of a game. Points are made of penalty cards: "9+5 0 2"."""
    options = {name: more.pop(name) for name in OPTIONS if name in more}
    kept = [[int(rank) for rank in hand.split("+") if rank != "0"] for hand in points.split()] or [[] for _ in pile]
    position = {"phase": "turn", "turn": turn, "pile": pile, "kept": kept, "points": [sum(hand) for hand in kept]}
    return pairs(len(pile), **options).at({**position, **more}, cards=cards)


def ended(points: str, fold: int, **options: Any) -> Table:
    """A folds for the last points of the game and loses."""
    others = len(points.split()) - 1
    table = in_play([[fold], *[[10]] * others], A, points=points, **options)
    table.act(A, "fold")
    assert told(table, "game_end") == [{"kind": "game_end", "loser": A}]
    return table


def deck_without(*ranks: int) -> list[int]:
    cards = [rank for rank in range(1, 11) for _ in range(rank)]
    for rank in ranks:
        cards.remove(rank)
    return cards


# -- the examples of the rulebook ------------------------------------------------------------------


def test_e1_a_pair_of_nines_scores_nine() -> None:
    table = pairs().table(cards="7 3 9 5 | 8 9")
    assert table.actors == (B,)  # R4 the lowest card starts
    table.act(B, "hit")
    assert table.position()["pile"][B] == [3, 8]
    assert table.actors == (C,)
    table.act(C, "hit")
    assert told(table, "pair", "score") == [
        {"kind": "pair", "seat": C, "rank": 9},
        {"kind": "score", "seat": C, "points": 9, "total": 9},
    ]
    assert table.position()["points"] == [0, 0, 9, 0]
    assert table.position()["kept"] == [[], [], [9], []]
    assert table.position()["discard"] == [3, 5, 7, 8, 9]
    assert len(told(table, "deal")) == 8  # R9 a new round


def test_e2_a_fold_takes_the_lowest_card_in_any_pile() -> None:
    table = in_play([[8], [2, 6], [9, 10]], C)
    table.act(C, "fold")
    assert told(table, "fold") == [{"kind": "fold", "seat": C, "rank": 2, "from": B}]
    assert table.position()["points"] == [0, 0, 2]
    assert table.position()["discard"] == [6, 8, 9, 10]
    assert told(table, "round_end") == [{"kind": "round_end"}]


def test_e3_a_tie_for_low_is_broken_by_new_cards() -> None:
    table = pairs(3).table(cards="4 4 9 | 4 6 8")
    assert [(e["seat"], e["rank"], e["kept"]) for e in told(table, "tie_break")] == [
        (A, 4, False), (A, 6, True), (B, 8, True),
    ]  # fmt: skip
    assert table.actors == (A,)
    assert table.position()["pile"] == [[4, 6], [4, 8], [9]]
    assert table.position()["points"] == [0, 0, 0]
    assert table.position()["discard"] == [4]


def test_e4_a_second_tie() -> None:
    table = pairs(2).table(cards="5 5 | 7 7 | 9 2")
    assert table.actors == (B,)
    assert table.position()["pile"] == [[5, 7, 9], [2, 5, 7]]


def test_e5_reaching_the_losing_score_is_enough() -> None:
    table = in_play([[8], [9], [10], [2, 7]], D, points="0 0 0 9+5")
    table.act(D, "fold")
    assert table.over
    assert table.position()["points"][D] == 16
    assert told(table, "game_end") == [{"kind": "game_end", "loser": D}]
    assert table.ranking == [1, 1, 1, 4]  # R25


def test_e6_a_reshuffle_in_the_middle_of_a_deal() -> None:
    """One card in the deck; when A has folded, the piles make the discards thirty."""
    rest = deck_without(2, 8, 9, 10, 5)
    table = pairs(3, losing_score=60).at(
        phase="turn", turn=A, pile=[[2, 8], [9], [10]], deck=[5], left=1, discard=rest[23:],
        kept=[[], rest[:23:2], rest[1:23:2]], cards="5 8 9",
    )  # fmt: skip
    table.act(A, "fold")
    assert told(table, "reshuffle") == [{"kind": "reshuffle", "count": 30, "burned": 5}]
    assert [event["rank"] for event in told(table, "deal")] == [5, 8, 9]
    assert table.view(None)["deck"] == 23
    assert table.view(None)["burned"] == 5


def test_e7_a_continuous_fold_chooses_its_victim() -> None:
    table = in_play([[2, 7], [5], [2, 9]], B, continuous=True)
    assert table.legal(B) == ["hit", "fold:0", "fold:2"]
    table.act(B, "fold:2")
    assert told(table, "fold") == [{"kind": "fold", "seat": B, "rank": 2, "from": C}]
    position = table.position()
    assert position["points"] == [0, 2, 0]
    assert position["pile"] == [[2, 7], [], [9]]
    assert position["discard"] == [5]
    assert table.actors == (C,)


def test_e8_without_a_pile_one_must_hit() -> None:
    table = in_play([[2, 7], [], [9]], B, "7", continuous=True)
    assert table.legal(B) == ["hit"]
    table.act(B, "hit")
    assert table.position()["pile"][B] == [7]
    assert table.position()["points"] == [0, 0, 0]


def test_e9_a_continuous_pair_leaves_the_other_piles() -> None:
    table = in_play([[6, 10], [3], [4, 8]], A, "10", continuous=True)
    table.act(A, "hit")
    position = table.position()
    assert position["points"] == [10, 0, 0]
    assert position["kept"][A] == [10]
    assert position["pile"] == [[], [3], [4, 8]]
    assert position["discard"] == [6, 10]
    assert table.actors == (B,)


def test_e10_seattle() -> None:
    table = ended("9+3 0 0 4 0", 1, money="seattle")
    assert table.scores == [-4, 1, 1, 1, 1]
    assert len(told(table, "payment")) == 4
    assert table.position()["pot"] == 0


@pytest.mark.parametrize(
    ("points", "stake", "purses", "carry"),
    [("9+6 4 4 9", None, [-6, 3, 3, 0], 0), ("9+6 4 4 3+1", None, [-6, 2, 2, 2], 0), ("9+6 4 4 9", 7, [-7, 3, 3, 0], 1)],
)
def test_e11_tacoma(points: str, stake: int | None, purses: list[int], carry: int) -> None:
    table = ended(points, 2, money="tacoma", stake=stake)
    assert table.position()["points"][A] == 17
    assert table.scores == purses
    assert table.position()["pot"] == carry


def test_e11_tacoma_adds_the_carry_to_the_next_prize() -> None:
    table = ended("9+6 4 4 9", 2, money="tacoma", stake=7, pot=1)
    assert table.scores == [-7, 4, 4, 0]
    assert [event["amount"] for event in told(table, "payment")] == [4, 4]
    assert table.position()["pot"] == 0


def test_e12_olympia() -> None:
    table = ended("8+9 6 8+3 6", 2, money="olympia", losing_score=19)
    assert table.position()["points"] == [19, 6, 11, 6]
    assert table.scores == [-13, 6, 0, 6]
    assert table.position()["pot"] == 1


def test_e13_portland() -> None:
    table = ended("8+9 6 8+3 6", 2, money="portland", losing_score=19)
    assert table.scores == [-34, 13, 8, 13]
    assert [(e["from"], e["to"], e["amount"]) for e in told(table, "payment")] == [(A, B, 13), (A, C, 8), (A, D, 13)]


# -- rules -----------------------------------------------------------------------------------------


def test_r1_the_losing_score_follows_the_seats() -> None:
    assert [pairs(n).options["losing_score"] for n in range(2, 9)] == [31, 21, 16, 13, 11, 11, 11]


def test_r2_five_cards_are_burned_unseen() -> None:
    table = pairs().table(cards="7 3 9 5")
    assert told(table, "game_start", "burn") == [{"kind": "game_start", "losing_score": 16}, {"kind": "burn", "count": 5}]
    assert table.view(A)["deck"] == 46
    assert table.view(A)["burned"] == 5


def test_c4_what_is_burned_comes_back_and_never_the_last_card_is_burned() -> None:
    table = in_play([[8], [9], [10]], A, "3", deck=[1, 3], left=0, burned=2, discard=[], losing_score=60)
    table.act(A, "hit")
    assert told(table, "reshuffle") == [{"kind": "reshuffle", "count": 2, "burned": 1}]
    assert table.position()["left"] == 0
    assert table.position()["deck"] == [1]


def test_r6_without_a_card_one_can_only_fold() -> None:
    table = in_play([[8], [9], [10]], A, deck=[], discard=[])
    assert table.legal(A) == ["fold"]


def test_r7_the_own_pile_comes_first_then_clockwise() -> None:
    for piles, victim in (([[3], [3], [3]], B), ([[3], [4], [3]], C), ([[3], [4], [5]], A)):
        table = in_play(piles, B)
        table.act(B, "fold")
        assert told(table, "fold")[0]["from"] == victim


def test_r14_without_any_card_the_turn_is_skipped() -> None:
    table = in_play([[2, 7], [], [9]], B, continuous=True, deck=[], discard=[])
    assert table.legal(B) == ["skip"]
    table.act(B, "skip")
    assert told(table, "skip") == [{"kind": "skip", "seat": B}]
    assert table.actors == (C,)


def test_r19_to_r22_stakes_multiply() -> None:
    to_19 = {"losing_score": 19}
    assert ended("8+9 6 8+3 6", 2, money="seattle", stake=5, **to_19).scores == [-15, 5, 5, 5]
    assert ended("8+9 6 8+3 6", 2, money="portland", stake=2, **to_19).scores == [-68, 26, 16, 26]
    assert ended("8+9 6 8+3 6", 2, money="olympia", stake=2, **to_19).scores == [-26, 13, 0, 13]
    assert ended("8+9 6 8+3 6", 2, money="none", **to_19).position()["purse"] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("points", "totals", "loser"),
    [
        (  # B has 50 points, and D, who scores last, gets the fiftieth: the last scorer loses
            "10+9+9+7+6+5 10+10+8+7+6+5+4 10+9+9+7+6+4+2 10+9+9+8+6+4+3 "
            "10+9+8+7+7+4+3 10+9+8+8+6+5+2 10+10+8+7+6+5+3 10+9+8+8+7+5",
            [46, 50, 47, 50, 48, 48, 49, 47], D,
        ),
        (  # C and F have 50 points, D scores last and has 49: the lowest seat of the two loses
            "10+9+9+7+6+4+3 10+9+8+7+6+5+2 10+10+8+7+6+5+4 10+10+8+8+7+3+2 "
            "10+9+8+8+7+4 10+9+9+7+6+5+4 10+9+8+8+6+5+3 10+9+9+7+6+5",
            [48, 47, 50, 49, 46, 50, 49, 46], C,
        ),
    ],
)  # fmt: skip
def test_r11_when_every_card_is_kept_most_points_lose_and_ties_go_to_the_last_scorer(
    points: str, totals: list[int], loser: int
) -> None:
    piles: list[list[int]] = [[], [], [], [1], [], [], [], []]
    table = in_play(piles, D, points=points, losing_score=60, deck=[], discard=[])
    table.act(D, "fold")
    assert table.position()["points"] == totals
    assert told(table, "game_end") == [{"kind": "game_end", "loser": loser}]
    assert table.over


def test_r23_the_loser_never_shares_a_prize() -> None:
    table = in_play([[1], [10], [10]], A, points="3+2 0 0", money="tacoma", losing_score=6)
    table.s.points[1:3] = [6, 8]  # not even a game that runs out of cards comes here: A has six points as well
    table.act(A, "fold")
    assert table.scores == [-6, 6, 0]


def test_r24_a_new_game_gathers_all_cards() -> None:
    table = in_play([[2], [9], [10]], A, points="9+10 0 0", games=2, money="tacoma", stake=7, pot=0)
    table.act(A, "fold")
    assert not table.over
    position = table.position()
    assert position["kept"] == [[], [], []]
    assert position["points"] == [0, 0, 0]
    assert position["lost"] == [1, 0, 0]
    assert position["purse"] == [-7, 3, 3]
    assert position["pot"] == 1  # carried into the next game
    assert len(position["deck"]) + len(position["discard"]) + sum(map(len, position["pile"])) == 55


def test_r25_fewest_lost_games_then_fewest_points() -> None:
    game = pairs(3, games=3)
    assert game.at(lost=[1, 1, 1], total=[40, 21, 30], over=True).ranking == [3, 1, 2]
    assert game.at(lost=[0, 2, 1], total=[40, 60, 30], over=True).ranking == [1, 3, 2]
    assert pairs(3, money="seattle", games=3).at(purse=[1, 5, 1], lost=[0, 2, 1], over=True).ranking == [2, 1, 2]


def test_a_deck_eaten_by_penalty_cards_is_dealt_as_far_as_it_goes() -> None:
    """Four cards are left among eight players. A takes them one by one; then the most points lose."""
    rest = deck_without(7, 8, 9, 10)
    kept = [[], *(rest[n::7] for n in range(7))]
    points = [sum(hand) for hand in kept]
    assert max(points) < 60
    table = pairs(8, losing_score=60).at(
        phase="turn", turn=A, pile=[[7, 8], [9], [10], *[[]] * 5], kept=kept, points=points,
        deck=[], discard=[], cards="8 9 10 | 9 10 | 10",
    )  # fmt: skip
    for _ in range(4):
        assert table.legal(A) == ["fold"]
        table.act(A, "fold")
    assert [event["seat"] for event in told(table, "deal")] == [A, B, C, A, B, A]
    assert table.over
    assert told(table, "game_end") == [{"kind": "game_end", "loser": points.index(max(points))}]
    assert table.position()["points"][A] == 34


# -- refusals and defaults -------------------------------------------------------------------------


NO_CARD: dict[str, Any] = {"deck": [], "discard": []}
CONTINUOUS = {"continuous": True}


@pytest.mark.parametrize(
    ("own", "more", "word", "reason", "rule", "en", "fr"),
    [
        ([8], NO_CARD, "hit", "no_card_left", "R6", "No card", "Aucune carte"),
        ([8], {}, "skip", "cards_left", "R14", "only skip when", "plus de carte"),
        ([8], {}, "fold:1", "only_continuous", "R15", "Continuous Pairs", "Pairs continu"),
        ([], CONTINUOUS, "fold:1", "empty_pile", "R14", "Without a card", "Sans carte"),
        ([8], CONTINUOUS, "fold", "choose_pile", "R15", "whose card", "à qui"),
        ([8], CONTINUOUS, "fold:1", "not_lowest", "R15", "lowest card", "plus petite carte"),
    ],
)
def test_refusals_say_why(own: list[int], more: dict[str, Any], word: str, reason: str, rule: str, en: str, fr: str) -> None:
    with pytest.raises(Illegal) as refused:
        in_play([own, [9]], A, **more).act(A, word)
    assert (refused.value.reason, refused.value.rule) == (reason, rule)
    assert en in refused.value.en
    assert fr in refused.value.fr


def test_time_out_folds_if_legal_else_hits() -> None:
    assert in_play([[8], [9]], A).default_action(A) == "fold"
    assert in_play([[8], [2], [9]], A, continuous=True).default_action(A) == "fold:1"
    assert in_play([[], [9]], A, continuous=True).default_action(A) == "hit"
    assert in_play([[], [9]], A, continuous=True, **NO_CARD).default_action(A) == "skip"


def test_a_fold_is_told_in_both_languages() -> None:
    table = in_play([[8], [2, 6], [9, 10]], C)
    table.act(C, "fold")
    fold = next(event for event in table.events(C) if event["kind"] == "fold")
    names = ["Ann", "Anna", "Cleo"]
    assert narrate(table, fold, "en", names) == "Cleo folds and takes a 2 from Anna."
    assert narrate(table, fold, "fr", names) == "Cleo passe et prend un 2 dans la pile d’Anna."
    assert narrate(table, fold, "fr", names, me=C) == "Vous passez et prenez un 2 dans la pile d’Anna."
