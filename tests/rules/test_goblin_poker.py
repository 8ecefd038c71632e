"""Goblin Poker, by the rules and examples of docs/games/goblin_poker.md. Seats 0 to 3 are A to D."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import Table
from tests.rules.walking import happened


def goblins(**options: Any) -> pioche.Game:
    return pioche.load("goblin_poker", **{"deals": 1} | options)


def throwing(piles: list[list[int]], throws: list[int], turn: int, cards: str = "", **more: Any) -> Table:
    """A round in which everybody with a pile is in. `throws[p]` is what p has thrown or holds to throw: those from
    `turn` on, clockwise, have yet to act; the others' cards lie on the heap."""
    seats = len(piles)
    options = {k: more.pop(k) for k in ("deals", "pass_cost") if k in more}
    late = [(turn + k) % seats for k in range(more.pop("late", 1))]
    playing = [p for p in range(seats) if piles[p]]
    held = more.pop("held", [])  # further cards everybody in holds
    position = {
        "phase": "throw",
        "round": 5 - len(held),
        "pile": piles,
        "playing": playing,
        "turn": turn,
        "hand": [[*held, throws[p]] if p in late else held if p in playing else [] for p in range(seats)],
        "heap": [throws[p] for p in playing if p not in late],
        "thrown": [0 if p in late else throws[p] for p in range(seats)],
        "purse": [-1] * seats,
        "pot": seats,
    }
    return goblins(seats=seats, **options).at(position | more, cards=cards)


def lowest(*piles: list[int]) -> int:
    """Whose pile is the lowest when the heap is about to be dealt out? A last seat with a 10 never interferes."""
    everybody = [*piles, [10]]
    table = throwing(everybody, [7, 8, 9, 10][-len(everybody) :], turn=len(piles))
    table.act(len(piles), "play:10")
    return happened(table, "lowest")[0]["seat"]


def chosen(first: list[int], cards: str = "") -> Table:
    """A fresh deal in which these ranks are dealt first and chosen; then the given cards leave the deck."""
    seats = len(first)
    deck = sorted([r for r in range(1, 11) for _ in range(r)], reverse=True)
    wanted = [int(word) for word in cards.split()]
    for rank in first + wanted:
        deck.remove(rank)
    hands = " ".join(map(str, first + deck[: 5 * seats]))
    table = goblins(seats=seats).table(cards=f"{hands} {cards}")
    for p, rank in enumerate(first):
        table.act(p, f"choose:{rank}")
    return table


# -- examples ----------------------------------------------------------------------------------------


def test_e1_r4_the_lowest_pile():
    assert lowest([2, 3], [2, 3, 6]) == 1
    assert lowest([2, 3, 6], [2, 3]) == 0
    assert lowest([3, 4], [2, 9]) == 1
    assert lowest([2, 4], [2, 3, 10]) == 1
    assert lowest([5], [2, 3, 4], [1, 9]) == 2


def test_e1_r4_identical_piles_are_a_tie():
    table = throwing([[2, 4], [2, 4], [10]], [7, 8, 9], turn=2, cards="9 5 8 7 9")
    table.act(2, "play:9")
    assert happened(table, "tie_break") == [{"seat": 0, "rank": 9, "kept": True}, {"seat": 1, "rank": 5, "kept": True}]
    assert happened(table, "lowest")[0] == {"seat": 1}


def test_q6_identical_piles_that_are_not_the_lowest_are_not_broken():
    table = throwing([[3, 4], [3, 4], [2]], [7, 8, 9], turn=2)
    table.act(2, "play:9")
    assert happened(table, "tie_break") == []


def test_e2_first_cards_and_tie_break():
    table = chosen([5, 3, 8, 3], cards="3 9 6")
    shown = table.view(None)
    assert shown["pile"] == [[5], [3, 9], [8], [3, 6]]
    assert happened(table, "tie_break") == [
        {"seat": 1, "rank": 3, "kept": False},
        {"seat": 1, "rank": 9, "kept": True},
        {"seat": 3, "rank": 6, "kept": True},
    ]
    assert happened(table, "lowest") == [{"seat": 3}]
    assert happened(table, "round") == [{"number": 1, "first": 3}]
    assert (shown["phase"], shown["round"], shown["pot"]) == ("throw", 1, 4)
    order: list[int] = []
    while table.position()["round"] == 1 and len(order) < 4:
        order += table.actors
        table.act(table.actors[0], table.legal(table.actors[0])[0])
    assert order == [3, 0, 1, 2]


def test_e3_passing_costs_the_pot_and_the_lowest_card():
    table = throwing([[3], [5], [6], [7]], [8, 8, 9, 9], turn=0, late=4, held=[10])
    table.act(0, "pass")
    assert table.view(None)["pot"] == 11
    table.act(1, "pass")
    assert table.view(None)["pot"] == 27
    assert happened(table, "pass") == [
        {"seat": 0, "pot": 4, "low": 3, "paid": 7},
        {"seat": 1, "pot": 11, "low": 5, "paid": 16},
    ]
    assert table.view(None)["purse"] == [-8, -17, -1, -1]


def test_e4_option_low():
    table = throwing([[3], [5], [6], [7]], [8, 8, 9, 9], turn=0, late=4, pass_cost="low")
    table.act(0, "pass")
    table.act(1, "pass")
    assert [e["paid"] for e in happened(table, "pass")] == [3, 5]
    assert table.view(None)["pot"] == 12


def test_e5_dealing_out():
    table = throwing([[4, 8], [2], [6]], [8, 6, 2], turn=2, cards="6 2 8", held=[9])
    table.act(2, "play:2")
    assert happened(table, "deal_out") == [{"seat": 1, "rank": 6}, {"seat": 2, "rank": 2}, {"seat": 0, "rank": 8}]
    assert happened(table, "pair") == [{"seat": 0, "rank": 8, "paid": 8}]
    assert happened(table, "out") == [{"seat": 0}]
    s = table.position()
    assert (s["playing"], s["pot"], s["purse"]) == ([1, 2], 11, [-9, -1, -1])
    assert sorted(s["discard"]) == [4, 8, 8, 9]  # R9, R12 pile, pair and hand
    assert s["heap"] == []


def test_e6_saved_by_the_order():
    table = throwing([[3, 7], [5, 9], []], [7, 9, 0], turn=1, cards="7", held=[10])
    table.act(1, "play:9")
    assert happened(table, "deal_out") == [{"seat": 0, "rank": 7}]
    assert table.over
    assert happened(table, "pot") == [{"winners": [1], "share": 10, "carry": 0}]
    assert table.position()["heap"] == [9]  # R13 it stays unseen
    assert table.view(1)["heap"] == 1


def test_e7_out_in_sequence():
    table = throwing([[1, 6], [2, 9], [4]], [6, 2, 8], turn=2, cards="6 2", pot=10, held=[10])
    table.act(2, "play:8")
    assert happened(table, "out") == [{"seat": 0}, {"seat": 1}]
    assert happened(table, "pot") == [{"winners": [2], "share": 18, "carry": 0}]
    assert [e["seat"] for e in happened(table, "deal_out")] == [0, 1]


def test_e8_everybody_passes():
    table = chosen([2, 6, 9])
    table.act(0, "pass")
    assert table.view(None)["pot"] == 8
    table.act(1, "pass")
    assert table.over
    assert table.scores == [-6, -15, 21]
    assert table.ranking == [2, 3, 1]


def test_e9_three_survivors_share_and_the_rest_waits():
    table = throwing([[4, 8], [2], [6]], [3, 3, 9], turn=2, cards="3 3 9", pot=20, deals=2)
    table.act(2, "play:9")
    assert happened(table, "pot") == [{"winners": [0, 1, 2], "share": 6, "carry": 2}]
    shown = table.view(None)
    assert (shown["pot"], shown["phase"], shown["deal"]) == (5, "choose", 1)
    assert shown["pile"] == [[], [], []]
    assert [len(hand) for hand in shown["hand"]] == [6, 6, 6]


def test_e10_the_lowest_pile_is_looked_for_again():
    table = throwing([[1], [4], [7]], [8, 8, 9], turn=0, late=3, held=[10], cards="8 9")
    table.act(0, "pass")
    table.act(1, "play:8")
    table.act(2, "play:9")
    assert happened(table, "lowest")[0] == {"seat": 1}
    assert happened(table, "deal_out")[0] == {"seat": 1, "rank": 8}


# -- rules -------------------------------------------------------------------------------------------


def test_r2_r3_six_cards_and_a_secret_first_card():
    table = goblins(seats=4, ante=3).table(seed=5)
    assert table.actors == (0, 1, 2, 3)
    shown = table.view(1)
    assert [len(hand) for hand in shown["hand"]] == [6, 6, 6, 6]
    assert (shown["hand"][0], shown["pot"], shown["deck"]) == ([None] * 6, 12, 31)
    mine = table.position()["hand"][1]
    assert shown["hand"][1] == mine
    assert sorted(e["rank"] for e in happened(table, "hand", seat=1)) == mine
    assert happened(table, "hand") == []  # a spectator is told nothing
    assert table.legal(1) == [f"choose:{rank}" for rank in sorted(set(mine))]
    table.act(1, f"choose:{mine[0]}")
    assert table.actors == (0, 2, 3)
    assert (table.view(1)["choice"][1], table.view(0)["choice"][1]) == ([mine[0]], [None])
    assert table.view(None)["pile"] == [[], [], [], []]


def test_r3_the_order_of_choosing_does_not_matter():
    def after(order: tuple[int, ...]) -> Any:
        table = goblins(seats=3).table(seed=9)
        for seat in order:
            table.act(seat, table.legal(seat)[0])
        return table.position()

    assert after((0, 1, 2)) == after((2, 0, 1))


def test_r6_every_rank_in_hand_or_pass():
    table = throwing([[3], [5], [6]], [8, 8, 9], turn=0, late=3, held=[7, 7, 10])
    assert table.legal(0) == ["play:7", "play:8", "play:10", "pass"]
    assert table.legal(1) == []


def test_q12_the_last_card_may_be_kept_by_passing():
    assert throwing([[3], [5], [6]], [8, 8, 9], turn=2).legal(2) == ["play:9", "pass"]


def test_r7_q13_nobody_learns_who_threw_what():
    table = throwing([[3], [5], [6]], [8, 9, 9], turn=0, late=3, held=[10])
    table.act(0, "play:8")
    assert happened(table, "thrown") == [{"seat": 0}]
    assert happened(table, "your_throw", seat=0) == [{"rank": 8}]
    for other in (1, 2, None):
        assert happened(table, "your_throw", seat=other) == []
        shown = table.view(other)
        assert (shown["thrown"][0], shown["heap"]) == (None, 1)
    assert table.view(0)["thrown"] == [8, None, None]
    table.act(1, "play:9")
    table.act(2, "play:9")
    assert table.view(0)["thrown"][0] == 0  # shuffled and dealt


def test_r9_the_cards_of_a_player_who_is_out_are_seen_by_nobody():
    table = throwing([[3], [5], [6]], [8, 8, 9], turn=0, late=3, held=[10])
    table.act(0, "pass")
    for seat in (0, 1, 2, None):
        shown = table.view(seat)
        assert (shown["pile"][0], shown["hand"][0], shown["discard"]) == ([], [], 3)


def test_r10_a_pass_that_leaves_one_ends_the_deal_at_once():
    table = throwing([[3, 9], [5], []], [8, 8, 0], turn=1)
    table.act(1, "pass")
    assert table.over
    assert happened(table, "pot") == [{"winners": [0], "share": 9, "carry": 0}]  # 3, and 3 + 3 for the pass
    assert table.position()["heap"] == [8]


def test_r11_every_order_of_the_heap_is_equally_likely():
    table = throwing([[1], [5], [6]], [7, 8, 9], turn=2, held=[10])
    found: dict[tuple[int, ...], float] = {}
    for chance, after in table.outcomes(2, "play:9"):
        got = tuple(e["rank"] for e in happened(after, "deal_out"))
        found[got] = found.get(got, 0) + chance
    assert len(found) == 6
    assert all(chance == pytest.approx(1 / 6) for chance in found.values())


def test_r14_two_players_left_go_on():
    table = throwing([[4, 8], [2], [6]], [8, 6, 2], turn=2, cards="6 2 8 | 9 3", held=[9])
    table.act(2, "play:2")
    s = table.position()
    assert s["pile"] == [[], [2, 6, 9], [2, 3, 6]]  # B and C tied with 2-6
    assert (s["round"], s["phase"], s["to_act"], table.actors) == (5, "throw", [1, 2], (2,))


def test_q7_c5_tie_breaks_use_the_discards_when_the_deck_is_empty():
    table = throwing([[2, 4], [2, 4], [10]], [7, 8, 9], turn=2, held=[9], cards="3 5", deck=[], left=0, discard=[1, 3, 5])
    table.act(2, "play:9")
    assert happened(table, "reshuffle") == [{"count": 3, "burned": 0}]
    assert happened(table, "lowest")[0] == {"seat": 0}


def test_c5e_without_any_new_rank_the_lowest_seat_is_lowest():
    table = throwing([[10], [3, 4], [3, 4]], [7, 8, 9], turn=2, held=[9], deck=[3], left=1, discard=[4, 4])
    table.act(2, "play:9")
    assert happened(table, "tie_break") == []
    assert happened(table, "lowest")[0] == {"seat": 1}


def test_refusals_in_both_languages():
    table = chosen([2, 6, 9])
    held = table.position()["hand"][0]
    missing = next(rank for rank in range(1, 11) if rank not in held)
    for word, reason, rule, en, fr in (
        (f"play:{missing}", "not_in_hand", "R6", "That rank is not in your hand", "Ce rang n’est pas dans votre main"),
        (f"choose:{held[0]}", "already_chosen", "R3", "The first cards are chosen", "Les premières cartes sont déjà"),
    ):
        with pytest.raises(pioche.Illegal) as refused:
            table.act(0, word)
        assert (refused.value.reason, refused.value.rule) == (reason, rule)
        assert refused.value.en.startswith(en)
        assert refused.value.fr.startswith(fr)
    fresh = goblins(seats=3).table(seed=5)
    held = fresh.position()["hand"][0]
    missing = next(rank for rank in range(1, 11) if rank not in held)
    early = [("pass", "choose_first"), (f"play:{held[0]}", "choose_first")]
    for word, reason in [*early, (f"choose:{missing}", "not_in_hand")]:
        with pytest.raises(pioche.Illegal) as refused:
            fresh.act(0, word)
        assert refused.value.reason == reason
        assert refused.value.en != refused.value.fr


def test_q10_nobody_acts_twice_in_a_round():
    table = throwing([[3], [5], [6]], [8, 8, 9], turn=0, late=3, held=[10])
    table.act(0, "play:8")
    for word in ("pass", "play:10"):
        with pytest.raises(pioche.Illegal) as refused:
            table.act(0, word)
        assert refused.value.reason == "not_your_turn"


def test_time_out_plays_the_lowest_rank():
    table = goblins(seats=3).table(seed=5)
    assert table.default_action(0) == f"choose:{min(table.position()['hand'][0])}"
    table = throwing([[3], [5], [6]], [8, 8, 9], turn=0, late=3, held=[7, 10])
    assert table.default_action(0) == "play:7"
