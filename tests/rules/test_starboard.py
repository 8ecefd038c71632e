"""Starboard, by the rules and examples of docs/games/starboard.md. Seats 0, 1, 2 are A, B, C."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pioche
from pioche import Table
from tests.rules.walking import DECK, check_round_trips, happened, walk


def starboard(**options: Any) -> pioche.Game:
    return pioche.load("starboard", **{"seats": 3, "first_button": 0, "deals": 1} | options)


def play(table: Table, *moves: str) -> Table:
    """`play(table, "A draw", "B lock")`."""
    for move in moves:
        seat, word = move.split()
        table.act("ABCDEFG".index(seat), word)
    return table


# -- examples ----------------------------------------------------------------------------------------


def test_e1_a_second_card_that_pairs_is_replaced():
    table = starboard().table(cards="6 6 9")
    shown = table.view(None)
    assert (shown["hand"], shown["pot"], shown["discard"], shown["deck"]) == ([6, 9], 3, 1, 52)
    assert happened(table, "hand_card") == [{"rank": 6}, {"rank": 6}, {"rank": 9}]
    assert happened(table, "replaced") == [{"rank": 6}]
    assert (table.actors, table.legal(0)) == ((0,), ["draw", "lock"])


def test_e2_draw_lock_lock():
    table = play(starboard().table(cards="6 9 2"), "A draw")
    assert (table.view(None)["pot"], table.view(None)["hand"]) == (4, [2, 6, 9])
    play(table, "B lock", "C lock")
    assert table.view(None)["lock_size"] == [0, 3, 3]
    play(table, "A lock")
    assert happened(table, "pot") == [{"winners": [0, 1, 2], "share": 1, "carry": 1}]
    assert table.scores == [-1, 0, 0]


def test_e3_a_lock_is_beaten_by_a_bigger_lock_only():
    table = play(starboard().table(cards="6 9 4"), "A lock", "B draw")
    assert table.view(None)["locked"] == [0]
    play(table, "C lock")
    assert table.view(None)["locked"] == [2]
    assert happened(table, "out") == [{"seat": 0, "beaten": True}]
    play(table, "B lock")
    assert table.scores == [-1, 0, 1]


def test_e4_a_pair_takes_both_cards_out_of_the_hand():
    table = starboard().at(hand=[2, 6, 9], playing=[0, 1, 2], turn=1, pot=4, cards="9")
    play(table, "B draw")
    shown = table.view(None)
    assert (shown["hand"], shown["discard"], shown["playing"], table.actors) == ([2, 6], 2, [0, 2], (2,))
    assert happened(table, "pair") == [{"seat": 1, "rank": 9, "hand_size": 2}]
    assert happened(table, "out") == [{"seat": 1, "beaten": False}]


def test_e5_saved_by_a_hand_that_shrank():
    table = play(starboard(deals=2).table(cards="6 9 4 4"), "A lock", "B draw", "C draw")
    shown = table.view(None)
    assert (shown["hand"], shown["pot"], shown["locked"], table.actors) == ([6, 9], 5, [0], (1,))
    play(table, "B lock")
    assert happened(table, "pot") == [{"winners": [0, 1], "share": 2, "carry": 1}]
    assert table.view(None)["pot"] == 4  # the carry and three antes


def test_e5_with_on_draw_the_lock_falls_at_the_draw():
    table = play(starboard(lock_out="on_draw").table(cards="6 9 4 4"), "A lock", "B draw")
    assert happened(table, "out") == [{"seat": 0, "beaten": True}]
    play(table, "C draw")
    assert happened(table, "lock")[-1] == {"seat": 1, "size": 2, "auto": True}
    assert table.over
    assert table.scores == [-1, 3, -2]  # B takes 5


def test_e6_locking_on_a_smaller_hand_gives_up():
    table = starboard().at(
        hand=[2, 6, 9], playing=[1, 2], locked=[0], lock_size=[4, 0, 0], turn=1, purse=[-1, -1, -1], pot=6
    )
    play(table, "B lock")
    assert happened(table, "out") == [{"seat": 1, "beaten": True}]
    assert (table.actors, table.legal(2)) == ((2,), ["draw", "lock"])


def test_e7_the_last_one_locks_without_being_asked():
    table = play(starboard(seats=2).table(cards="6 9 9"), "A draw")
    assert happened(table, "lock") == [{"seat": 1, "size": 1, "auto": True}]
    assert table.over
    assert table.scores == [-2, 2]


def test_e8_outbid_by_the_only_other_player():
    table = play(starboard(seats=2).table(cards="6 9 5"), "A lock", "B draw")
    assert table.actors == (1,)  # A is locked
    play(table, "B lock")
    assert table.scores == [-1, 1]


def test_e9_points_do_not_matter():
    table = starboard(seats=2).at(hand=[8, 9, 10], playing=[1], locked=[0], lock_size=[3, 0], turn=1, purse=[-3, -1], pot=4)
    play(table, "B lock")
    assert happened(table, "pot") == [{"winners": [0, 1], "share": 2, "carry": 0}]


def test_e10_only_the_drawn_card_is_discarded():
    game = starboard(pair_discard="drawn")
    table = play(game.at(hand=[2, 6, 9], playing=[0, 1, 2], turn=1, pot=4, cards="9"), "B draw")
    shown = table.view(None)
    assert (shown["hand"], shown["discard"], shown["playing"]) == ([2, 6, 9], 1, [0, 2])
    assert happened(table, "pair") == [{"seat": 1, "rank": 9, "hand_size": 3}]


# -- rules -------------------------------------------------------------------------------------------


def test_r1_r5_ante_and_price_of_a_card_are_options():
    table = play(starboard(ante=20, draw_cost=3).table(cards="6 9 2"), "A draw")
    assert (table.view(None)["purse"], table.view(None)["pot"]) == ([-23, -20, -20], 63)
    assert happened(table, "draw") == [{"seat": 0, "rank": 2, "paid": 3}]


def test_r2_the_button_starts_and_moves_left():
    table = starboard(deals=4, first_button=2).table(seed=8)
    starts: list[int] = []
    while not table.over:
        if len(starts) == table.position()["deal"]:
            starts.append(table.actors[0])
        table.act(table.actors[0], "lock")
    assert starts == [2, 0, 1, 2]


def test_r3_q8_a_replacement_that_pairs_is_replaced_again():
    assert starboard().table(cards="9 9 9 1").position()["hand"] == [1, 9]


def test_r4_r8_locked_and_out_players_have_no_turn():
    table = play(starboard(seats=4).table(cards="6 9 2 2 5"), "A lock", "B draw", "C draw")
    assert table.actors == (3,)
    play(table, "D draw")
    assert table.actors == (1,)  # A is locked, C is out
    for seat in (0, 2):
        with pytest.raises(pioche.Illegal) as refused:
            table.act(seat, "draw")
        assert refused.value.reason == "not_your_turn"


def test_r6_several_smaller_locks_fall_at_once():
    table = starboard(seats=4).at(hand=[2, 6, 9], playing=[2, 3], locked=[0, 1], lock_size=[2, 2, 0, 0], turn=2, pot=5)
    play(table, "C lock")
    assert happened(table, "out") == [{"seat": 0, "beaten": True}, {"seat": 1, "beaten": True}]


def test_r10_a_full_hand_may_be_drawn_to_and_an_empty_hand_too():
    full = starboard().at(hand=list(range(1, 11)), playing=[0, 1, 2], turn=0, pot=3)
    play(full, "A draw")
    assert len(full.position()["hand"]) == 9
    empty = starboard(seats=2).at(hand=[], playing=[0, 1], turn=0, pot=2, purse=[-1, -1])
    assert empty.legal(0) == ["draw", "lock"]
    play(empty, "A lock", "B lock")
    assert happened(empty, "lock")[0] == {"seat": 0, "size": 0, "auto": False}
    assert empty.scores == [0, 0]


def test_r10_a_hand_can_become_empty_and_its_next_card_cannot_pair():
    table = starboard().at(hand=[9], playing=[0, 1, 2], turn=0, pot=3, cards="9 9")
    play(table, "A draw")
    assert table.position()["hand"] == []
    play(table, "B draw")
    assert table.position()["hand"] == [9]
    assert table.position()["playing"] == [1, 2]


def test_r10_without_any_card_draw_is_refused():
    table = starboard().at(hand=[2, 6], playing=[0, 1, 2], turn=0, deck=[], left=0)
    assert table.legal(0) == ["lock"]
    with pytest.raises(pioche.Illegal) as refused:
        table.act(0, "draw")
    assert (refused.value.rule, refused.value.reason) == ("R10", "no_card_left")
    assert "deck and discards are empty" in refused.value.en
    assert "la pioche et la défausse sont vides" in refused.value.fr


def test_q14_on_draw_a_lock_of_the_same_size_stays():
    table = starboard(lock_out="on_draw").at(
        hand=[1, 2, 3, 4], playing=[1, 2], locked=[0], lock_size=[5, 0, 0], turn=1, pot=5, cards="9 8"
    )
    play(table, "B draw")
    assert table.position()["locked"] == [0]
    play(table, "C draw")
    assert table.position()["locked"] == []


def test_time_out_locks():
    assert starboard().table(seed=1).default_action(0) == "lock"


# -- invariants (section 11) -------------------------------------------------------------------------


def games() -> list[pioche.Game]:
    dice = random.Random(12)
    found = []
    for seats in range(2, 8):
        for lock_out in ("on_lock", "on_draw"):
            for pair_discard in ("both", "drawn"):
                more: dict[str, Any] = {"ante": dice.choice((1, 3, 100)), "draw_cost": dice.choice((0, 1, 7)), "deals": 6}
                more |= {"lock_out": lock_out, "pair_discard": pair_discard}
                found.append(pioche.load("starboard", seats=seats, **more))
    return found


def test_the_chances_of_play_include_long_and_empty_hands():
    """The random matches below would prove little if nothing rare happened in them."""
    sizes = {len(table.position()["hand"]) for game in games() for seed in range(8) for table, _, _ in walk(game, seed)}
    assert sizes >= set(range(7))


@pytest.mark.parametrize("game", games(), ids=lambda g: "-".join(str(v) for v in list(g.options.values())[:3]))
def test_invariants_of_a_match(game):
    strict = game.options["lock_out"] == "on_draw" and game.options["pair_discard"] == "drawn"
    for seed in range(8):
        before: dict[str, Any] = {"deal": -1}
        word, turns = "", 0
        for table, _, next_word in walk(game, seed):
            s = table.position()
            assert sorted(s["deck"] + s["discard"] + s["hand"]) == DECK
            assert len(set(s["hand"])) == len(s["hand"])
            assert sum(s["purse"]) + s["pot"] == 0
            assert not set(s["playing"]) & set(s["locked"])
            sizes = {s["lock_size"][p] for p in s["locked"]}
            assert len(sizes) <= 1
            if strict:
                assert sizes <= {len(s["hand"])}
            if s["deal"] == before["deal"]:
                turns += 1
                assert s["pot"] - before["pot"] == (game.options["draw_cost"] if word == "draw" else 0)
                assert set(s["playing"]) <= set(before["playing"])
                assert set(s["locked"]) <= set(before["locked"]) | set(before["playing"])
            else:
                turns = 1
            assert turns <= 2 * game.seats + 7
            before, word = s, next_word
        pots = happened(table, "pot")
        assert len(pots) == 6
        assert all(0 <= pot["carry"] < len(pot["winners"]) for pot in pots)
        assert sum(table.scores) + pots[-1]["carry"] == 0


def test_records_and_positions_lead_back():
    check_round_trips(starboard(deals=3, seats=4), range(4))
