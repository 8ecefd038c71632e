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


# -- port for points ---------------------------------------------------------------------------------


def for_points(**options: Any) -> pioche.Game:
    return pioche.load("port_for_points", **{"seats": 4} | options)


def locking_last(**more: Any) -> Table:
    """Example 10, before C locks: A 19, B 21, C 12, D about to pair."""
    written: dict[str, Any] = {
        "pile": [[9, 10], [2, 9, 10], [5, 7], [3, 5]], "playing": [2, 3], "locked": [0, 1], "turn": 2, "points": [0, 0, 0, 0],
    }  # fmt: skip
    return for_points().at(**written | more)


def test_r11_nothing_is_paid_and_there_is_no_button():
    table = for_points().table(cards="6 3 9 4 7")
    table.act(1, "draw")
    shown = table.view(None)
    assert (shown["purse"], shown["pot"], shown["button"]) == ([0, 0, 0, 0], 0, None)
    assert not happened(table, "ante") + happened(table, "button") + happened(table, "draw")


def test_r11_coins_are_the_default_and_burn_nothing():
    game = port()
    assert game.options["played_for"] == "coins"
    table = game.table(seed=1)
    assert (table.position()["burned"], table.view(None)["points"]) == (0, [0, 0, 0])


def test_r12_the_deck_lives_on_and_five_cards_are_burned_at_each_shuffle():
    table = for_points().table(cards="6 3 9 4 | 5 7 8 10")
    assert happened(table, "burn") == [{"count": 5}]
    assert (table.position()["burned"], table.view(None)["deck"]) == (5, 46)
    for p in (1, 2, 3, 0):
        table.act(p, "lock")
    shown = table.view(None)
    assert (shown["deal"], shown["deck"], shown["discard"]) == (1, 42, 4)
    assert len(happened(table, "burn")) == 1


def test_r12_the_discards_are_shuffled_and_burned_when_the_deck_is_empty():
    table = locking_last(deck=[], left=0, burned=0, discard=[1, 2, 4, 4, 6, 6, 8, 8])
    table.act(2, "draw")
    assert happened(table, "reshuffle") == [{"count": 8, "burned": 5}]
    assert (table.position()["burned"], table.position()["left"]) == (5, 2)


def test_e9_r13_one_card_each_and_the_lowest_begins():
    table = for_points().table(cards="6 3 9 3 | 8 5")
    assert table.position()["pile"] == [[6], [3, 8], [9], [3, 5]]
    assert table.view(None)["total"] == [6, 11, 9, 8]
    assert table.actors == (3,)
    assert table.legal(3) == ["draw", "lock"]


def test_r13_one_card_each_and_the_lowest_begins():
    assert for_points().table(cards="6 3 9 4").actors == (1,)


def test_r14_a_card_costs_nothing_and_a_pair_throws_out_who_drew_it():
    table = for_points().table(cards="6 3 9 4 | 3 8")
    table.act(1, "draw")
    assert happened(table, "flip") == [{"seat": 1, "rank": 3}]
    assert happened(table, "out") == [{"seat": 1, "beaten": False}]
    assert (table.position()["playing"], table.view(None)["total"]) == ([0, 2, 3], [6, 0, 9, 4])
    table.act(2, "draw")
    assert table.view(None)["total"] == [6, 0, 17, 4]


@pytest.mark.parametrize("mine", [12, 30])
def test_e10_r15_a_better_lock_throws_nobody_out(mine):
    pile = [5, 7] if mine == 12 else [5, 7, 8, 10]
    table = locking_last(pile=[[9, 10], [2, 9, 10], pile, [3, 5]])
    table.act(2, "lock")
    assert table.position()["locked"] == [0, 1, 2]
    assert happened(table, "out") == []


def test_r15_a_better_lock_throws_nobody_out():
    table = for_points(seats=2, target_score=2).at(pile=[[10, 9], [5]], playing=[0, 1], turn=1)
    table.act(1, "lock")
    table.act(0, "lock")
    assert happened(table, "score") == [{"seat": 0, "points": 2, "total": 2}, {"seat": 1, "points": 1, "total": 1}]


def deal_of_example_11(**more: Any) -> Table:
    table = locking_last(deck=[3], left=1, **more)
    table.act(2, "lock")
    table.act(3, "draw")
    return table


def test_e11_r16_a_point_for_everybody_whose_total_is_not_higher():
    assert happened(deal_of_example_11(), "score") == [
        {"seat": 0, "points": 3, "total": 3},
        {"seat": 1, "points": 4, "total": 4},
        {"seat": 2, "points": 2, "total": 2},
    ]


def test_r16_a_point_for_everybody_whose_total_is_not_higher():
    table = deal_of_example_11(points=[1, 0, 5, 2])
    assert table.view(None)["points"] == [4, 4, 7, 2]  # who is out scores nothing
    assert table.position()["deal"] == 1


def test_e12_equal_totals_score_for_each_other():
    table = locking_last(pile=[[8, 10], [8, 10], [1, 9, 10], [3, 5]], deck=[3], left=1)
    table.act(2, "lock")
    table.act(3, "draw")
    assert [e["points"] for e in happened(table, "score")] == [3, 3, 4]


def test_e13_r17_the_target_ends_the_match():
    table = deal_of_example_11(points=[18, 19, 0, 20])
    assert table.over
    assert (table.scores, table.ranking) == ([21, 23, 2, 20], [2, 1, 4, 3])


def test_r17_the_target_ends_the_match():
    table = deal_of_example_11(points=[17, 16, 0, 20])
    assert not table.over
    assert table.view(None)["points"] == [20, 20, 2, 20]
    again = deal_of_example_11(points=[19, 18, 0, 20])
    assert again.over
    assert again.ranking == [1, 1, 4, 3]  # 22 and 22


def test_r17_targets_are_five_a_player_and_one_more():
    assert [for_points(seats=n).options["target_score"] for n in range(2, 8)] == [11, 16, 21, 26, 31, 36]


def test_r17_a_written_position_with_a_winner_is_refused():
    with pytest.raises(pioche.BadPosition) as refused:
        locking_last(points=[0, 21, 0, 0])
    assert "(R17)" in refused.value.en
    assert "(R17)" in refused.value.fr


def test_q13_the_last_one_locks_and_scores_for_everybody():
    table = for_points(seats=2).table(cards="4 9 4")
    table.act(0, "draw")
    assert happened(table, "lock") == [{"seat": 1, "value": 9, "cards": 1, "auto": True}]
    assert happened(table, "score") == [{"seat": 1, "points": 2, "total": 2}]


def test_q14_with_a_lock_standing_the_last_one_decides():
    table = locking_last(playing=[3], locked=[0], pile=[[9, 10], [], [], [3, 5]], turn=3)
    assert table.legal(3) == ["draw", "lock"]


def test_q19_more_cards_are_worth_more_where_cards_come_first():
    table = for_points(seats=2, scoring="cards_then_points").at(
        pile=[[2, 3, 4, 5], [8, 9, 10]], playing=[1], locked=[0], turn=1
    )
    table.act(1, "lock")
    assert [e["points"] for e in happened(table, "score")] == [2, 1]


@pytest.mark.parametrize("seats", range(2, 8))
def test_invariants_of_a_match_for_points(seats):
    game = for_points(seats=seats)
    for seed in range(8):
        points = [0] * seats
        for table, _, _ in walk(game, seed):
            s = table.position()
            assert sorted(s["deck"] + s["discard"] + flat(s["pile"])) == DECK
            assert s["left"] + s["burned"] == len(s["deck"])
            assert s["total"] == [sum(pile) for pile in s["pile"]]
            assert (set(s["purse"]), s["pot"]) == ({0}, 0)
            assert all(now >= before for now, before in zip(s["points"], points, strict=True))
            points = s["points"]
        assert max(table.scores) >= game.options["target_score"]
        best = [e["points"] for e in happened(table, "score")]
        assert best.count(seats) >= table.position()["deal"]  # the best lock of each deal scores for every player


def test_records_and_positions_for_points_lead_back():
    check_round_trips(for_points(), range(3))


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
