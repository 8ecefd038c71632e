"""Blackstone, by the rules and examples of docs/games/blackstone.md. Seats 0 to 3 are A to D."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import pioche
from pioche import Table
from tests.rules.walking import DECK, check_round_trips, flat, happened, walk

WHITE = [3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7, 9, 9]  # twenty white stones


def blackstone(**options: Any) -> pioche.Game:
    return pioche.load("blackstone", **{"deals": 1} | options)


def in_play(white: int, turn: int, seats: int = 4, cards: str = "", black: tuple[int, ...] = (), **more: Any) -> Table:
    """Everybody has staked 5 and is in; `black` seats hold a black stone."""
    deals = more.pop("deals", 1)
    return blackstone(seats=seats, deals=deals).at(
        {
            "white": WHITE[:white],
            "black": [[10] if p in black else [] for p in range(seats)],
            "stakes": [5] * seats,
            "purse": [-5] * seats,
            "playing": list(range(seats)),
            "turn": turn,
            "minimum": 1,
        }
        | more,
        cards=cards,
    )


# -- examples ----------------------------------------------------------------------------------------


def test_e1_the_lowest_card_starts():
    table = blackstone(seats=4).table(cards="6 10 3 9")
    shown = table.view(None)
    assert (table.actors, shown["minimum"]) == ((2,), 1)
    assert (shown["white"], shown["black"]) == ([3, 6, 9], [[], [10], [], []])
    assert (shown["purse"], shown["stakes"], shown["pot"]) == ([-5] * 4, [5] * 4, 0)
    assert shown["deck"] == 51
    assert happened(table, "starter") == [{"seat": 2}]
    assert table.legal(2) == [f"take:{k}" for k in range(1, 52)] + ["pass"]


def test_e2_a_tie_is_broken_by_new_cards_and_pairs_mean_nothing():
    table = blackstone(seats=3).table(cards="4 7 4 | 4 2")
    assert table.actors == (2,)
    assert table.position()["white"] == [2, 4, 4, 4, 7]
    assert [e["seat"] for e in happened(table, "tie_break")] == [0, 2]
    assert [e["rank"] for e in happened(table, "deal")] == [4, 7, 4]


def test_e3_surplus_tens_go_back_into_the_deck():
    table = blackstone(seats=2).table(cards="10 10 | 10 6")
    s = table.position()
    assert table.actors == (1,)
    assert (s["black"], s["white"], s["left"]) == ([[10], [10]], [6], 52)
    assert s["deck"].count(10) == 8
    assert happened(table, "surplus_ten_returned") == [{"seat": 0, "count": 1}]


def test_e4_the_price_of_passing():
    table = in_play(15, turn=0)
    table.act(0, "pass")
    shown = table.view(None)
    assert (shown["purse"][0], shown["pot"], shown["stakes"], shown["playing"]) == (-13, 13, [0, 5, 5, 5], [1, 2, 3])
    assert happened(table, "pass") == [{"seat": 0, "white": 15, "paid": 8}]


def test_e5_taking_more_raises_the_minimum():
    table = in_play(3, turn=2, cards="8 2 10 5")
    table.act(2, "take:4")
    shown = table.view(None)
    assert (len(shown["white"]), shown["black"][2], shown["minimum"]) == (6, [10], 4)
    assert [e["rank"] for e in happened(table, "reveal")] == [8, 2, 10, 5]
    assert happened(table, "black") == [{"seat": 2, "count": 1}]
    assert table.actors == (3,)
    assert table.legal(3)[0] == "take:4"
    assert table.legal(3)[-1] == "pass"


def test_e6_the_second_ten_stops_the_turning_over():
    table = in_play(6, turn=1, black=(1,), cards="7 10")
    deck = table.view(None)["deck"]
    table.act(1, "take:6")
    assert table.over
    shown = table.view(None)
    assert (len(shown["white"]), shown["black"][1]) == (7, [10, 10])
    assert (shown["burned"], shown["deck"]) == (4, deck - 6)
    assert [e["rank"] for e in happened(table, "reveal")] == [7, 10]  # R9 the rest is shown to nobody
    assert happened(table, "loser") == [{"seat": 1, "white": 7}]


def test_e7_the_loser_pays_for_every_white_stone():
    table = in_play(20, turn=1, black=(1,), cards="10")
    table.act(1, "take:1")
    assert happened(table, "pot") == [{"winners": [0, 2, 3], "share": 8, "carry": 1}]
    assert table.scores == [8, -25, 8, 8]
    assert table.ranking == [1, 4, 1, 1]
    assert (table.position()["stakes"], table.position()["pot"]) == ([0] * 4, 1)


def test_e8_a_player_who_passed_has_no_share():
    table = in_play(9, turn=0, black=(1,), cards="7 7 8 8 8 9 9 9 10")
    table.act(0, "pass")
    assert table.position()["pot"] == 10
    table.act(1, "take:9")
    assert happened(table, "loser") == [{"seat": 1, "white": 17}]
    assert table.scores == [-10, -22, 16, 16]


def test_e9_all_pass_but_one():
    table = blackstone(seats=3).table(cards="2 5 7")
    table.act(0, "pass")  # Q2 even on the very first turn
    table.act(1, "pass")
    assert table.over
    assert table.scores == [-7, -7, 14]
    assert happened(table, "pot") == [{"winners": [2], "share": 14, "carry": 0}]
    assert not happened(table, "take")


def test_e10_a_deck_smaller_than_the_minimum():
    table = in_play(20, turn=0, minimum=12, deck=[7, 7, 8, 8, 9, 9, 10, 10, 10], left=9)
    assert table.legal(0) == ["take:9", "pass"]
    with pytest.raises(pioche.Illegal) as refused:
        table.act(0, "take:12")
    assert (refused.value.rule, refused.value.reason) == ("R8", "whole_deck")
    assert "take the whole deck, or pass" in refused.value.en
    assert "prenez toute la pioche, ou passez" in refused.value.fr
    table.act(0, "take:9")
    assert happened(table, "loser")[0]["seat"] == 0  # Q3


# -- rules -------------------------------------------------------------------------------------------


def test_r1_a_stake_is_not_in_the_pot():
    table = blackstone(seats=2, stake=30).table(seed=1)
    assert (table.position()["pot"], table.position()["purse"]) == (0, [-30, -30])
    assert happened(table, "stake") == [{"seat": 0, "amount": 30}, {"seat": 1, "amount": 30}]
    assert blackstone(seats=2, stake=0).table(seed=1).scores == [0, 0]


def test_r3_those_tied_again_repeat_alone():
    table = blackstone(seats=3).table(cards="4 4 4 | 5 5 9 | 8 7")
    assert table.actors == (1,)
    assert [e["seat"] for e in happened(table, "tie_break")] == [0, 1, 2, 0, 1]


def test_r3_q8_a_ten_dealt_in_a_tie_break_counts_as_ten():
    table = blackstone(seats=2).table(cards="4 4 | 10 9")
    assert table.actors == (1,)
    assert table.position()["black"] == [[10], []]


def test_r3_guard_an_empty_deck_leaves_the_start_to_the_lowest_seat():
    """A and B tie at 2 and then twenty-four times more; the last card is the 1, and none is left for B."""
    pairs = [(rank, rank) for rank in range(10, 2, -1) for _ in range(rank // 2)]
    table = blackstone(seats=6).table(cards="2 2 3 5 7 9 |" + " ".join(f"{a} {b}" for a, b in pairs) + "| 1")
    assert len(happened(table, "tie_break")) == 49
    assert table.actors == (0,)
    s = table.position()
    assert happened(table, "surplus_ten_returned") == [{"seat": 0, "count": 4}, {"seat": 1, "count": 4}]
    assert (s["deck"], s["left"], len(s["white"])) == ([10] * 8, 8, 45)
    assert table.legal(0)[-2:] == ["take:8", "pass"]


def test_r8_a_pass_does_not_change_the_minimum():
    table = in_play(3, turn=0, cards="8 2 5")
    table.act(0, "take:3")
    table.act(1, "pass")
    assert table.position()["minimum"] == 3
    assert table.legal(2)[0] == "take:3"


def test_r8_refusals_in_both_languages():
    table = in_play(3, turn=0, minimum=4)
    for word in ("take:3", "take:0"):
        with pytest.raises(pioche.Illegal) as refused:
            table.act(0, word)
        assert (refused.value.rule, refused.value.reason) == ("R8", "too_few")
        assert refused.value.en.startswith("That is too few: take at least as many cards")
        assert refused.value.fr.startswith("C’est trop peu\u00a0: prenez au moins autant de cartes")
    with pytest.raises(pioche.Illegal) as refused:
        table.act(0, "take:53")
    assert (refused.value.rule, refused.value.reason) == ("R8", "too_many")
    assert refused.value.en.startswith("There are not that many cards left")
    assert refused.value.fr.startswith("Il n’y a plus autant de cartes")
    with pytest.raises(pioche.Illegal) as refused:
        table.act(1, "pass")
    assert refused.value.reason == "not_your_turn"


def test_r9_two_tens_in_one_take_lose_too():
    table = in_play(3, turn=0, cards="10 4 10")
    table.act(0, "take:5")
    assert happened(table, "loser") == [{"seat": 0, "white": 4}]
    assert happened(table, "black") == [{"seat": 0, "count": 1}, {"seat": 0, "count": 2}]
    assert table.position()["burned"] == 2


def test_r11_the_black_stone_of_a_player_who_passed_leaves_the_game():
    table = in_play(3, turn=0, black=(0, 2))
    deck = table.position()["deck"]
    table.act(0, "pass")
    s = table.position()
    assert (s["black"], s["discard"], s["deck"]) == ([[], [], [10], []], [10], deck)
    assert table.view(1)["discard"] == 1


@pytest.mark.parametrize(("white", "price"), [(0, 0), (1, 1), (2, 1), (15, 8), (16, 8)])
def test_q10_the_price_is_rounded_up(white, price):
    table = in_play(white, turn=0)
    table.act(0, "pass")
    assert happened(table, "pass")[0]["paid"] == price


def test_c7_r15_the_carry_waits_in_the_pot_of_the_next_deal():
    table = in_play(20, turn=1, black=(1,), cards="10", deals=2)
    table.act(1, "take:1")
    s = table.position()
    assert (s["deal"], s["pot"], s["minimum"], s["burned"]) == (1, 1, 1, 0)
    assert s["purse"] == [3, -30, 3, 3]  # the new stakes are out already
    assert len(s["white"]) + sum(map(len, s["black"])) + s["left"] == 55


@pytest.mark.parametrize(
    ("minimum", "left", "action"), [(1, 40, "take:1"), (3, 40, "take:3"), (4, 40, "pass"), (3, 2, "take:2")]
)
def test_time_out_takes_up_to_three(minimum, left, action):
    table = in_play(
        3, turn=0, minimum=minimum, deck=[10, 10, *(rank for rank in range(9, 3, -1) for _ in range(rank))][:left]
    )
    assert table.default_action(0) == action
    assert action in table.legal(0)


def test_exact_odds_of_a_single_card():
    table = in_play(0, turn=0, black=(0,), seats=2)
    lost = sum(chance for chance, after in table.outcomes(0, "take:1") if after.over)
    assert lost == pytest.approx(9 / 54)


# -- invariants (section 11) -------------------------------------------------------------------------


def careful(game: pioche.Game, seed: int) -> Iterator[tuple[Table, int, str]]:
    """Like `walk`, but mostly takes as few cards as allowed: deals get long and black stones spread."""
    table, dice = game.table(seed=seed), random.Random(seed)
    while not table.over:
        seat = table.actors[0]
        word = dice.choice(table.legal(seat)[:2] + ["pass"] * (dice.random() < 0.3))
        yield table, seat, word
        table.act(seat, word)


@pytest.mark.parametrize("way", [walk, careful])
@pytest.mark.parametrize("seats", range(2, 9))
def test_invariants_of_a_match(seats, way):
    game = blackstone(seats=seats, deals=8, stake=(0, 5, 100)[seats % 3])
    for seed in range(15):
        before: dict[str, Any] = {"deal": -1}
        for table, seat, _ in way(game, seed):
            s = table.position()
            stones = flat(s["black"])
            assert sorted(s["deck"] + s["white"] + stones + s["discard"]) == DECK
            assert s["left"] == len(s["deck"])
            assert s["burned"] == 0
            assert 10 not in s["white"]
            assert set(stones + s["discard"]) <= {10}
            assert all(len(s["black"][p]) <= 1 for p in range(seats))
            assert all(not s["black"][p] and not s["stakes"][p] for p in range(seats) if p not in s["playing"])
            assert sum(s["purse"]) + sum(s["stakes"]) + s["pot"] == 0
            assert len(s["playing"]) >= 2
            least = min(s["minimum"], s["left"])
            assert table.legal(seat) == [f"take:{k}" for k in range(least, s["left"] + 1)] + ["pass"]
            if s["deal"] == before["deal"]:
                assert s["minimum"] >= before["minimum"]
                assert len(s["white"]) >= len(before["white"])
                assert (len(s["playing"]), s["left"]) < (len(before["playing"]), before["left"])
            before = s
        check_ends(table, seats)


def check_ends(table: Table, seats: int) -> None:
    """One loser and survivors, or one remaining player; every deal is paid in full."""
    s = table.position()
    assert s["stakes"] == [0] * seats
    assert sorted(s["deck"] + s["white"] + flat(s["black"]) + s["discard"]) == DECK
    assert s["left"] + s["burned"] == len(s["deck"])  # unturned cards are a number only
    passes, lost, deals = 0, 0, 0
    for event in table.events(None):
        passes += event["kind"] == "pass"
        lost += event["kind"] == "loser"
        if event["kind"] == "pot":
            assert (lost, len(event["winners"])) == (1, seats - passes - 1) or (lost, passes) == (0, seats - 1)
            assert event["winners"]
            assert 0 <= event["carry"] < len(event["winners"])
            passes, lost, deals = 0, 0, deals + 1
    assert deals == 8
    assert sum(table.scores) + s["pot"] == 0


def test_q3_taking_the_whole_deck_always_loses():
    game = blackstone(seats=8, deals=2)
    for seed in range(40):
        table = game.table(seed=seed)
        for _ in range(seed % 6):
            table.act(table.actors[0], table.legal(table.actors[0])[0])
        seat, deal = table.actors[0], table.position()["deal"]
        table.act(seat, table.legal(seat)[-2])
        assert happened(table, "loser")[deal]["seat"] == seat


def test_nobody_is_told_what_was_not_turned_over():
    """Whatever lies in the deck besides the cards that were seen, no seat sees a difference."""
    views: list[list[Any]] = []
    for deck in ([10] * 8 + [9] * 9, [10] * 8 + [8, 8, 8, 8, 7, 7, 7, 7, 7]):
        table = in_play(6, turn=1, black=(1,), cards="10", deck=deck, left=17)
        table.act(1, "take:6")
        views.append([table.view(p) for p in (0, 1, 2, 3, None)] + [table.events(p) for p in (0, 1, None)])
    assert views[0] == views[1]
    assert views[0][0]["deck"] == 11


def test_records_and_positions_lead_back():
    check_round_trips(blackstone(deals=10, seats=4), range(6))
