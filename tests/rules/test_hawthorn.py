"""Hawthorn, rule by rule: docs/games/hawthorn.md. A, B, C are seats 0, 1, 2; deck lists are top first."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pioche
from pioche import Illegal, Record, Table
from pioche.text import narrate
from tests.rules.told import cards_in, told, wandering

A, B, C = range(3)


def hawthorn(seats: int = 3, **options: Any) -> pioche.Game:
    return pioche.load("hawthorn", seats=seats, **options)


def in_play(pile: list[list[int]], turn: int, kind: str = "deck", cards: str = "", **more: Any) -> Table:
    """The middle of a deal: everybody with a pile is in, the button is with the player to move."""
    position = {
        "phase": f"{kind}_round", "turn": turn, "button": turn, "pile": pile,
        "playing": [p for p, cards in enumerate(pile) if cards],
    }  # fmt: skip
    return hawthorn(len(pile)).at({**position, **more}, cards=cards)


def choose(table: Table, *ranks: int) -> Table:
    for seat, rank in enumerate(ranks):
        table.act(seat, f"choose:{rank}")
    return table


# -- the examples of the rulebook ------------------------------------------------------------------


def test_e1_the_lowest_first_card_starts() -> None:
    table = choose(hawthorn().table(cards="6 2 9"), 6, 2, 9)
    assert table.position()["button"] == B
    assert table.actors == (B,)
    assert table.position()["pot"] == 3
    assert table.position()["phase"] == "deck_round"
    table.act(B, "pass")
    assert told(table, "pass") == [{"kind": "pass", "seat": B, "paid": 2}]


def test_e2_a_tie_is_broken_by_cards_from_the_deck() -> None:
    hands = "4 9 4 | 10 10 10 | 9 9 9 | 8 8 8 | 7 7 7"
    table = choose(hawthorn().table(cards=hands + "| 4 8 3"), 4, 9, 4)
    assert table.position()["button"] == C
    assert table.position()["pile"] == [[4, 8], [9], [3, 4]]
    assert table.position()["discard"] == [4]
    assert table.position()["purse"] == [-1, -1, -1]  # nobody pays for it
    table.act(C, "pass")
    assert told(table, "pass")[0]["paid"] == 3


def test_e3_a_pair_from_the_deck_costs_its_rank() -> None:
    table = in_play([[7], [5, 8], [9]], B, cards="8")
    table.act(B, "hit")
    assert told(table, "pair") == [{"kind": "pair", "seat": B, "rank": 8, "paid": 8}]
    assert table.position()["purse"] == [0, -8, 0]
    assert table.position()["playing"] == [A, C]
    assert table.position()["discard"] == [5, 8, 8]


def test_e4_a_low_card_lowers_the_price_for_all() -> None:
    table = in_play([[7, 10], [6], [9]], B, "hand", hand=[[2], [1], [3]])
    table.act(B, "play:1")
    table.act(C, "pass")
    table.act(A, "pass")
    assert [event["paid"] for event in told(table, "pass")] == [1, 1]


def test_e5_the_price_rises_when_a_pile_is_turned_down() -> None:
    table = in_play([[2, 9], [5, 7], [6, 8]], A)
    table.act(A, "pass")
    table.act(B, "pass")
    assert [event["paid"] for event in told(table, "pass")] == [2, 5]


def test_e6_rounds_begin_at_the_button_and_the_last_one_in_wins_at_once() -> None:
    table = in_play([[7], [4], [9]], B, cards="8 10", hand=[[1], [2], [3]], pot=3, purse=[-1, -1, -1])
    table.act(B, "hit")
    table.act(C, "pass")
    table.act(A, "hit")
    assert told(table, "round") == [{"kind": "round", "deck": False}]
    assert table.position()["phase"] == "hand_round"
    assert table.actors == (B,)
    table.act(B, "pass")
    assert told(table, "pot") == [{"kind": "pot", "winner": A, "amount": 3 + 4 + 4}]
    assert table.position()["deal"] == 1


def test_e7_a_deal_for_two() -> None:
    table = hawthorn(2, deals=1).table(cards="3 4 5 4 8 6 9 7 10 10 | 9 6 10")
    choose(table, 3, 7)
    for seat, word in ((A, "hit"), (B, "hit"), (A, "play:5"), (B, "play:4"), (A, "hit"), (B, "pass")):
        assert table.actors == (seat,)
        table.act(seat, word)
    assert told(table, "pass") == [{"kind": "pass", "seat": B, "paid": 3}]
    assert told(table, "pot") == [{"kind": "pot", "winner": A, "amount": 5}]
    assert table.scores == [4, -4]
    assert table.over


def test_e8_a_hand_of_pairs_only() -> None:
    for word, paid in (("pass", 2), ("play:6", 6)):
        table = in_play([[9], [2, 6, 10], [7]], B, "hand", hand=[[3], [6, 6], [4]])
        assert table.legal(B) == ["play:6", "pass"]
        table.act(B, word)
        assert table.position()["purse"][B] == -paid
        assert B not in table.position()["playing"]


def test_e9_a_winner_without_a_turn() -> None:
    table = in_play([[4], [5], [9]], A)
    table.act(A, "pass")
    table.act(B, "pass")
    assert told(table, "pot") == [{"kind": "pot", "winner": C, "amount": 9}]


# -- rules -----------------------------------------------------------------------------------------


def test_r1_r2_antes_and_hands() -> None:
    table = hawthorn(4, ante=5).table(seed=1)
    assert table.position()["pot"] == 20
    assert table.position()["purse"] == [-5] * 4
    assert [len(hand) for hand in table.position()["hand"]] == [5] * 4
    assert table.view(None)["deck"] == 35
    mine = sorted(event["rank"] for event in told(table, "hand", seat=2))
    assert mine == table.position()["hand"][2]
    assert told(table, "hand") == []  # a spectator is told nothing


def test_r3_first_cards_are_secret_until_all_have_chosen() -> None:
    table = hawthorn().table(cards="6 2 9")
    table.act(B, "choose:2")
    assert table.actors == (A, C)
    for seat in (A, C, None):
        assert table.view(seat)["hand"][B] == [None] * 4
        assert table.view(seat)["choice"][B] in (None, [None])
        assert told(table, "chosen", "reveal", seat=seat) == [{"kind": "chosen", "seat": B}]
    assert table.view(B)["choice"][B] == [2]
    table.act(C, "choose:9")
    table.act(A, "choose:6")
    assert [(e["seat"], e["rank"]) for e in told(table, "reveal")] == [(A, 6), (B, 2), (C, 9)]


def test_c5e_when_no_new_rank_can_be_drawn_the_lowest_seat_starts() -> None:
    hands = [[4, 5], [9], [4, 5]]
    waiting = [A, B, C]
    table = hawthorn().at(phase="choose", waiting=waiting, playing=waiting, hand=hands, deck=[], discard=[])
    choose(table, 4, 9, 4)
    assert table.actors == (A,)
    assert told(table, "tie_break") == []


def test_q3_a_round_begins_left_of_a_button_holder_who_is_out() -> None:
    table = in_play([[7], [4], [9]], B, cards="8 10", hand=[[1], [2], [3]])
    table.act(B, "pass")
    table.act(C, "hit")
    table.act(A, "hit")
    assert table.position()["phase"] == "hand_round"
    assert table.position()["button"] == B
    assert table.actors == (C,)


def test_r7_the_discards_become_the_deck() -> None:
    table = in_play([[7], [4], [9]], B, deck=[], discard=[8, 10])
    table.act(B, "hit")
    assert told(table, "reshuffle") == [{"kind": "reshuffle", "count": 2, "burned": 0}]
    assert table.position()["left"] == 1


def test_r7_without_a_card_one_can_only_pass() -> None:
    assert in_play([[7], [4], [9]], B, deck=[], discard=[]).legal(B) == ["pass"]


def test_r8_with_an_empty_hand_one_can_only_pass() -> None:
    assert in_play([[7], [4], [9]], B, "hand", hand=[[1], [], [3]]).legal(B) == ["pass"]


def test_r11_hands_of_players_out_stay_secret() -> None:
    table = in_play([[7], [4], [9]], B, hand=[[1], [2, 3], [8]])
    table.act(B, "pass")
    assert table.position()["discard"] == [2, 3, 4]
    assert table.view(A)["discard"] == 3
    assert told(table, "out") == [{"kind": "out", "seat": B}]
    assert table.position()["hand"][B] == []


def test_r14_a_match_is_a_number_of_deals() -> None:
    table = hawthorn(2, deals=3).table(seed=4)
    while not table.over:
        table.act(table.actors[0], table.default_action(table.actors[0]))
    assert len(told(table, "pot")) == 3
    assert len(told(table, "ante")) == 6
    assert sum(table.scores) == 0


# -- refusals and defaults -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "more", "word", "reason", "rule", "en", "fr"),
    [
        ("deck", {}, "play:1", "deck_round", "R7", "deck round", "tour de paquet"),
        ("deck", {"deck": [], "discard": []}, "hit", "no_card_left", "R7", "No card", "Aucune carte"),
        ("hand", {}, "hit", "hand_round", "R8", "hand round", "tour de main"),
        ("hand", {}, "play:10", "not_in_hand", "R8", "do not hold", "pas cette carte en main"),
        ("deck", {}, "choose:1", "already_chosen", "R3", "already lie", "déjà sur la table"),
    ],
)
def test_refusals_say_why(kind: str, more: dict[str, Any], word: str, reason: str, rule: str, en: str, fr: str) -> None:
    table = in_play([[7], [4], [9]], B, kind, hand=[[2], [1, 5], [8]], **more)
    with pytest.raises(Illegal) as refused:
        table.act(B, word)
    assert (refused.value.reason, refused.value.rule) == (reason, rule)
    assert en in refused.value.en
    assert fr in refused.value.fr


def test_r3_refusals_before_the_reveal() -> None:
    table = hawthorn(2).table(cards="3 4 5 4 8 6 9 7 10 10")
    for word, reason in (("hit", "choose_first"), ("pass", "choose_first"), ("choose:4", "not_in_hand")):
        with pytest.raises(Illegal) as refused:
            table.act(A, word)
        assert (refused.value.reason, refused.value.rule) == (reason, "R3")
    table.act(A, "choose:3")
    with pytest.raises(Illegal) as refused:
        table.act(A, "choose:5")
    assert refused.value.reason == "not_your_turn"


def test_time_out_chooses_the_lowest_and_passes() -> None:
    table = hawthorn(2).table(cards="9 4 5 4 8 6 3 7 10 10")
    assert table.default_action(A) == "choose:3"
    choose(table, 3, 7)
    assert table.default_action(A) == "pass"
    assert in_play([[7], [4]], B, "hand", hand=[[2], [1]]).default_action(B) == "pass"


def test_rounds_are_told_in_both_languages() -> None:
    table = choose(hawthorn().table(cards="6 2 9"), 6, 2, 9)
    opened = next(event for event in table.events(A) if event["kind"] == "round")
    assert narrate(table, opened, "en").startswith("Deck round")
    assert narrate(table, opened, "fr").startswith("Tour de paquet")


# -- what always holds (section 11) ------------------------------------------------------------------

tables = st.fixed_dictionaries({"seats": st.integers(2, 6), "ante": st.sampled_from([1, 100]), "deals": st.integers(1, 3)})
seeds = st.integers(0, 2**32)
few = settings(max_examples=30, deadline=None)


@few
@given(tables, seeds)
def test_cards_coins_and_hands_at_every_decision(options: dict[str, Any], seed: int) -> None:
    table = hawthorn(**options).table(seed=seed)
    acted, deal = [0] * options["seats"], 0
    for seat, _ in wandering(table, seed):
        position = table.position()
        zones = ("deck", "discard", "pile", "hand", "choice")
        assert cards_in(position, *zones) == {rank: rank for rank in range(1, 11)}
        assert sum(position["purse"]) + position["pot"] == 0
        if position["deal"] > deal:
            acted, deal = [0] * options["seats"], position["deal"]
        if position["phase"] == "choose":
            for p, hand in enumerate(position["hand"]):
                assert len(hand) == 4 + (p in table.actors)
            continue
        assert table.actors == (seat,)
        assert len(position["playing"]) > 1
        for p in position["playing"]:
            assert len(position["hand"][p]) == 4 - acted[p]
            assert position["pile"][p]
        acted[seat] += position["phase"] == "hand_round"


@few
@given(tables, seeds)
def test_every_deal_ends_in_time_and_pays_one_winner(options: dict[str, Any], seed: int) -> None:
    table = hawthorn(**options).table(seed=seed)
    for _ in wandering(table, seed):
        pass
    outs = rounds = turns = 0
    won: list[int] = []
    shown: dict[int, set[int]] = {}
    for event in table.events(None):
        kind = event["kind"]
        if kind == "reveal":
            shown[event["seat"]] = {event["rank"]}
        elif kind == "tie_break" and event["kept"]:
            shown[event["seat"]].add(event["rank"])
        elif kind == "round":
            rounds, turns = rounds + 1, 0
        elif kind == "turn":
            turns += 1
            assert turns <= options["seats"]
        elif kind in ("hit", "play"):
            low = min(min(pile) for pile in shown.values())
            if event["rank"] not in shown[event["seat"]]:
                shown[event["seat"]].add(event["rank"])
        elif kind == "pair":
            assert event["paid"] == event["rank"] >= low  # never less than passing would have cost
        elif kind == "pass":
            assert event["paid"] == min(min(pile) for pile in shown.values())  # R6
            assert 1 <= event["paid"] <= 10
        elif kind == "out":
            outs += 1
            del shown[event["seat"]]
        elif kind == "pot":
            assert outs == options["seats"] - 1
            assert rounds <= 9
            assert list(shown) == [event["winner"]]
            won.append(event["winner"])
            outs, rounds, shown = 0, 0, {}
    assert len(won) == options["deals"]
    assert table.position()["pot"] == 0
    assert sum(table.scores) == 0


@few
@given(tables, seeds, st.integers(0, 40), st.data())
def test_a_view_never_depends_on_hidden_cards(options: dict[str, Any], seed: int, moves: int, data: st.DataObject) -> None:
    table = hawthorn(**options).table(seed=seed)
    for count, _ in enumerate(wandering(table, seed)):
        if count == moves:
            break
    seat = data.draw(st.integers(0, options["seats"] - 1))
    position = table.position()
    hidden = [position["deck"], position["discard"], *(h for p, h in enumerate(position["hand"]) if p != seat)]
    cards = data.draw(st.permutations([rank for zone in hidden for rank in zone]))
    for zone in hidden:
        zone[:] = [cards.pop() for _ in zone]
    assert table.game.at(position).view(seat) == table.game.at(table.position()).view(seat)


@few
@given(tables, seeds, st.integers(0, 40))
def test_a_table_is_its_record_and_its_position(options: dict[str, Any], seed: int, moves: int) -> None:
    table = hawthorn(**options).table(seed=seed)
    for count, _ in enumerate(wandering(table, seed)):
        if count == moves:
            break
    again = Record.loads(table.record().dumps()).table()
    assert again.position() == table.position()
    assert again.history() == table.history()
    assert table.game.at(table.position()).position() == table.position()
