"""Port, by the rules and examples of docs/games/port.md. Seats 0, 1, 2 are A, B, C."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pioche
from pioche import Table
from tests.rules.walking import DECK, check_round_trips, flat, happened, walk


def port(**options: Any) -> pioche.Game:
    return pioche.load("port", **{"seats": 3, "first_button": 0, "deals": 1} | options)


def first_deal(more: str = "", **options: Any) -> Table:
    """Example 1, and the cards that follow."""
    return port(**options).table(cards="4 9 6 | 4 10 2 5 |" + more)


# -- examples ----------------------------------------------------------------------------------------


def test_e1_a_second_card_that_pairs_is_replaced():
    table = first_deal()
    shown = table.view(None)
    assert shown["pile"] == [[4, 10], [2, 9], [5, 6]]
    assert shown["total"] == [14, 11, 11]
    assert (shown["pot"], shown["purse"]) == (3, [-1, -1, -1])
    assert (shown["discard"], shown["deck"]) == (1, 48)
    assert table.actors == (0,)
    assert table.legal(0) == ["draw", "lock"]
    dealt = [(e["seat"], e["rank"]) for e in happened(table, "deal")]
    assert dealt == [(0, 4), (1, 9), (2, 6), (0, 4), (0, 10), (1, 2), (2, 5)]
    assert happened(table, "replaced") == [{"seat": 0, "rank": 4}]


def test_e2_e3_e4_draw_pair_lock_and_beaten_lock():
    table = first_deal("7 9")
    table.act(0, "draw")
    assert (table.view(None)["total"][0], table.view(None)["pot"], table.actors) == (21, 4, (1,))
    table.act(1, "draw")
    shown = table.view(None)
    assert (shown["pile"][1], shown["pot"], shown["playing"]) == ([], 5, [0, 2])
    assert shown["discard"] == 4  # 4, 2, 9 and the second 9
    assert happened(table, "out") == [{"seat": 1, "beaten": False}]
    table.act(2, "lock")
    assert (table.view(None)["locked"], table.actors) == ([2], (0,))
    table.act(0, "lock")
    assert table.over
    assert happened(table, "out")[1:] == [{"seat": 2, "beaten": True}]
    assert happened(table, "lock") == [
        {"seat": 2, "value": 11, "cards": 2, "auto": False},
        {"seat": 0, "value": 21, "cards": 3, "auto": False},
    ]
    assert happened(table, "pot") == [{"winners": [0], "share": 5, "carry": 0}]
    assert table.scores == [3, -2, -1]
    assert table.ranking == [1, 3, 2]


def test_e5_locking_below_the_best_lock_gives_up():
    table = port(seats=2).at(pile=[[8, 10], [5, 7]], playing=[1], locked=[0], turn=1, button=0, purse=[-1, -1], pot=2)
    assert table.legal(1) == ["draw", "lock"]  # Q7 not alone: a free choice
    table.act(1, "lock")
    assert happened(table, "out") == [{"seat": 1, "beaten": True}]
    assert table.scores == [1, -1]


def test_e6_equal_locks_share_and_the_odd_coin_waits():
    table = port(deals=2).at(
        pile=[[9, 10], [], [2, 7, 10]], playing=[2], locked=[0], turn=2, button=0, purse=[-2, -3, -2], pot=7
    )
    table.act(2, "lock")
    assert happened(table, "pot") == [{"winners": [0, 2], "share": 3, "carry": 1}]
    shown = table.view(None)
    assert (shown["pot"], shown["purse"]) == (4, [0, -4, 0])  # the carry and three antes
    assert (shown["deal"], shown["button"], table.actors) == (1, 1, (1,))  # R2


def test_e7_the_last_one_locks_without_being_asked():
    table = port(seats=2).table(cards="4 9 6 2 4")
    table.act(0, "draw")
    assert happened(table, "lock") == [{"seat": 1, "value": 11, "cards": 2, "auto": True}]
    assert table.over
    assert table.scores == [-2, 2]  # Q11 for nothing


@pytest.mark.parametrize(("second", "winner"), [([8, 9, 10], 0), ([1, 2, 3, 10], 1)])
def test_e8_cards_then_points(second, winner):
    game = port(seats=2, scoring="cards_then_points")
    table = game.at(
        pile=[[2, 3, 4, 5], second], playing=[1], locked=[0], turn=1, button=0, purse=[-1, -1], pot=2,
        deck=[6], left=1,
    )  # fmt: skip
    table.act(1, "lock")
    assert happened(table, "pot")[0]["winners"] == [winner]


def test_e8_with_points_the_three_high_cards_would_win():
    table = port(seats=2).at(pile=[[2, 3, 4, 5], [8, 9, 10]], playing=[1], locked=[0], turn=1, purse=[-1, -1], pot=2)
    table.act(1, "lock")
    assert happened(table, "pot")[0]["winners"] == [1]


# -- rules -------------------------------------------------------------------------------------------


def test_r1_r5_ante_and_price_of_a_card_are_options():
    table = first_deal("7", ante=10, draw_cost=4)
    assert table.view(None)["pot"] == 30
    table.act(0, "draw")
    assert (table.view(None)["purse"], table.view(None)["pot"]) == ([-14, -10, -10], 34)
    assert happened(table, "draw") == [{"seat": 0, "rank": 7, "paid": 4}]
    free = first_deal("7", draw_cost=0)
    free.act(0, "draw")
    assert free.view(None)["pot"] == 3


def test_r2_the_button_moves_left_after_every_deal():
    table = port(deals=5, first_button=1).table(seed=3)
    buttons: list[int] = []
    while not table.over:
        if len(buttons) == table.position()["deal"]:
            buttons.append(table.actors[0])
        table.act(table.actors[0], "lock")
    assert buttons == [1, 2, 0, 1, 2]
    assert [e["seat"] for e in happened(table, "button")] == buttons


def test_r2_a_random_button_can_be_anywhere():
    game = port(first_button="random")
    assert {game.table(seed=seed).actors for seed in range(30)} == {(0,), (1,), (2,)}


def test_r3_cards_are_dealt_clockwise_from_the_button():
    table = port(first_button=2).table(cards="4 9 6 7 10 8")
    assert table.position()["pile"] == [[9, 10], [6, 8], [4, 7]]
    assert table.actors == (2,)


def test_r3_a_replacement_that_pairs_is_replaced_again():
    table = port(seats=2).table(cards="9 8 9 9 1 7")
    assert table.position()["pile"] == [[1, 9], [7, 8]]
    assert table.position()["discard"] == [9, 9]


def test_r5_without_any_card_only_a_lock_is_left():
    table = port(seats=2).at(pile=[[8, 10], [5, 7]], playing=[0, 1], turn=0, deck=[], left=0)
    assert table.legal(0) == ["lock"]
    with pytest.raises(pioche.Illegal) as refused:
        table.act(0, "draw")
    assert refused.value.rule == "R5"
    assert refused.value.en.startswith("No card can be drawn: deck and discards are empty. You may: lock")
    assert refused.value.fr.startswith("Impossible de piocher\u00a0: la pioche et la défausse sont vides.")


def test_c4_the_discards_become_the_deck():
    table = port(seats=2).at(pile=[[8, 10], [5, 7]], playing=[0, 1], turn=0, deck=[], left=0, discard=[3, 4])
    assert table.legal(0) == ["draw", "lock"]
    table.act(0, "draw")
    assert happened(table, "reshuffle") == [{"count": 2, "burned": 0}]
    assert len(table.position()["pile"][0]) == 3


def test_q9_ten_ranks_in_one_pile_may_still_draw_and_always_pair():
    table = port().at(pile=[list(range(1, 11)), [5, 7], [6, 8]], playing=[0, 1, 2], turn=0, pot=3)
    table.act(0, "draw")
    assert happened(table, "out") == [{"seat": 0, "beaten": False}]
    assert table.position()["pile"][0] == []
    assert table.actors == (1,)


def test_r6_a_new_best_lock_beats_every_lower_one():
    table = port(seats=4).at(pile=[[9, 10], [9, 10], [10, 8, 7], [1, 2]], playing=[2, 3], locked=[0, 1], turn=2, pot=4)
    table.act(2, "lock")
    assert happened(table, "out") == [{"seat": 0, "beaten": True}, {"seat": 1, "beaten": True}]
    assert (table.position()["locked"], table.actors) == ([2], (3,))


def test_not_your_turn_and_unknown_actions_are_refused_in_both_languages():
    table = first_deal()
    with pytest.raises(pioche.Illegal) as refused:
        table.act(1, "draw")
    assert "Seat 1" in refused.value.en
    assert "Place 1" in refused.value.fr
    with pytest.raises(pioche.Illegal) as refused:
        table.act(0, "hit")
    assert "draw a card or lock" in refused.value.en
    assert "piocher une carte ou verrouiller" in refused.value.fr


def test_time_out_locks():
    assert first_deal().default_action(0) == "lock"


def test_c8_a_last_carry_belongs_to_nobody():
    table = port().at(pile=[[9, 10], [], [2, 7, 10]], playing=[2], locked=[0], turn=2, purse=[-2, -3, -2], pot=7)
    table.act(2, "lock")
    assert table.over
    assert (table.scores, table.position()["pot"], table.ranking) == ([1, -3, 1], 1, [1, 3, 1])


# -- invariants (section 11) -------------------------------------------------------------------------


def games() -> list[pioche.Game]:
    dice = random.Random(11)
    found = []
    for seats in range(2, 8):
        for scoring in ("points", "cards_then_points"):
            more = {"ante": dice.choice((1, 3, 100)), "draw_cost": dice.choice((0, 1, 7))}
            found.append(pioche.load("port", seats=seats, scoring=scoring, deals=6, **more))
    return found


def value(game: pioche.Game, pile: list[int]) -> tuple[int, ...]:
    return (sum(pile),) if game.options["scoring"] == "points" else (len(pile), sum(pile))


@pytest.mark.parametrize("game", games(), ids=lambda g: f"{g.seats}-{g.options['scoring']}")
def test_invariants_of_a_match(game):
    for seed in range(12):
        before: dict[str, Any] = {"deal": -1}
        turns = 0
        for table, _, _ in walk(game, seed):
            s = table.position()
            piles = s["pile"]
            assert sorted(s["deck"] + s["discard"] + flat(piles)) == DECK
            assert s["left"] == len(s["deck"])
            assert all(len(set(pile)) == len(pile) for pile in piles)
            assert s["total"] == [sum(pile) for pile in piles]
            assert sum(s["purse"]) + s["pot"] == 0
            assert all(len(piles[p]) >= 2 for p in s["playing"])
            assert not set(s["playing"]) & set(s["locked"])
            assert all(not piles[p] for p in range(game.seats) if p not in s["playing"] + s["locked"])
            assert len({value(game, piles[p]) for p in s["locked"]}) <= 1
            if s["deal"] == before["deal"]:
                assert s["pot"] >= before["pot"]
                assert set(s["playing"]) <= set(before["playing"])
                for p in set(s["locked"]) & set(before["locked"]):
                    assert piles[p] == before["pile"][p]
                turns += 1
            else:
                turns = 1
            assert turns <= 9 * game.seats
            assert table.legal(table.actors[0]) == ["draw", "lock"]
            before = s
        pots = happened(table, "pot")
        assert len(pots) == 6
        assert all(pot["winners"] and pot["carry"] < len(pot["winners"]) for pot in pots)
        assert sum(table.scores) + pots[-1]["carry"] == 0


def test_records_and_positions_lead_back():
    check_round_trips(port(deals=2, seats=4), range(4))
