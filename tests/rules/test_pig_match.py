"""Pig: lives, dealers, departures and the end of a match (docs/games/pig.md, R23-R35), and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import Game, Illegal, Table
from pioche.text import action_label, narrate
from tests.rules.racing import at_play, cards, ended, kinds, places
from tests.rules.told import told

ACES, OTHERS = "AS AH AD AC", ("KS KH QS QH", "QD JS JH TS", "JD TH 9S 9H", "8S 8H 7S 7H")


def pig(**options: Any) -> Game:
    return pioche.load("pig", **options)


def lose_the_race(table: Table, *order: int) -> None:
    for seat in order:
        table.act(seat, "touch_nose", at=table.s.clock + 100)


# -- dealers (R28) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "dealer"),
    [({}, 3), ({"stock": True}, 1), ({"next_dealer": "winner"}, 1), ({"stock": True, "next_dealer": "rotate"}, 3)],
)
def test_r28_the_next_dealer(options: dict[str, Any], dealer: int) -> None:
    table = at_play(pig(**options), OTHERS[0], ACES, *OTHERS[1:3], dealer=2)
    lose_the_race(table, 1, 0, 2)
    table.advance(table.s.clock + 4000)
    assert table.position()["dealer"] == dealer
    assert told(table, "deal_started")[-1]["dealer"] == dealer


def test_r28_a_dealer_who_is_out_hands_on() -> None:
    table = at_play(pig(lives="immediate"), *OTHERS[:3], ACES, dealer=2)
    lose_the_race(table, 3, 2, 0)
    assert ended(table) == (3, [1], "race")
    table.advance(table.s.clock + 4000)
    assert (table.position()["dealer"], table.position()["live"]) == (3, [0, 2, 3])
    table = at_play(pig(lives="immediate"), *OTHERS, dealer=2)
    table.act(2, "touch_nose", at=10)  # false start of the dealer: the same again, but it is out
    table.advance(4010)
    assert table.position()["dealer"] == 3


def test_r28_the_pause() -> None:
    table = at_play(pig(pause_ms=0, look_ms=0), ACES, *OTHERS[:3])
    lose_the_race(table, 0, 1, 2)
    assert table.position()["phase"] == "between"
    table.advance(table.s.clock)
    assert (table.position()["phase"], table.position()["deal"]) == ("play", 1)


# -- the end (R29-R32) ---------------------------------------------------------------------------------


def test_r29_one_is_left_when_several_go_out_together() -> None:
    table = at_play(pig(seats=3, lives="a"), ACES, *OTHERS[:2])
    table.act(0, "touch_nose", at=0)
    table.advance(30_000)
    assert table.over
    assert places(table) == [[0], [1, 2]]


def test_r30_two_winners_with_stock() -> None:
    table = at_play(pig(seats=3, stock=True, final="two_winners", lives="a"), ACES, *OTHERS[:2])
    lose_the_race(table, 0, 1)
    assert table.over
    assert places(table) == [[0, 1], [2]]


def test_r31_a_match_of_one_deal() -> None:
    table = at_play(pig(seats=5, match="one_deal"), ACES, *OTHERS)
    lose_the_race(table, 0, 4, 2, 1)
    assert table.over
    assert places(table) == [[0, 1, 2, 4], [3]]
    assert table.position()["live"] == [0, 1, 2, 3, 4]
    table = at_play(pig(seats=3, match="one_deal", stalemate_rounds=1), ACES, *OTHERS[:2], passes=2)
    table.act(1, "pass:Ks", at=10)
    assert not table.over  # a void deal does not count


def test_r31_who_leaves_does_not_win() -> None:
    table = at_play(pig(seats=4, match="one_deal"), ACES, *OTHERS[:3])
    table.act(2, "resign", at=10)
    assert table.over
    assert places(table) == [[0, 1, 3], [2]]


# -- removal (R33) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("opened", "winner"), [(False, None), (True, 0)])
def test_r33_who_resigns_ends_the_deal_and_nobody_pays(opened: bool, winner: int | None) -> None:
    table = at_play(pig(), ACES, *OTHERS[:3], dealer=3)
    if opened:
        table.act(0, "touch_nose", at=5)
    assert "resign" not in table.legal(1)
    table.act(1, "resign", at=10)
    assert ended(table) == (winner, [], "resign")
    assert (table.scores, table.position()["live"]) == ([3, 3, 3, 3], [0, 2, 3])
    table.advance(4010)
    assert table.position()["dealer"] == (0 if opened else 3)


def test_r33_the_opener_may_leave_as_winner() -> None:
    table = at_play(pig(stock=True), ACES, *OTHERS[:3], dealer=3)
    table.act(0, "touch_nose", at=5)
    table.act(0, "resign", at=10)
    assert ended(table) == (0, [], "resign")
    assert sorted(table.position()["winning_hand"]) == sorted(cards(ACES))
    table.advance(4010)
    assert table.position()["dealer"] == 1


def test_r33_in_every_phase() -> None:
    table = pig().table(seed=1)
    table.act(3, "resign", at=10)  # look
    assert ended(table) == (None, [], "resign")
    table.act(0, "resign", at=20)  # between: two are left
    assert table.over
    assert places(table) == [[1, 2], [0], [3]]
    assert table.next_timer is None
    with pytest.raises(Illegal, match="over"):
        table.act(1, "resign", at=30)


def test_r26_an_eliminated_seat_sees_nothing_private() -> None:
    table = at_play(pig(lives="a"), *OTHERS)
    table.act(1, "touch_nose", at=10)
    assert table.view(1)["hand"][1] == []
    assert table.view(None)["aside"] == 4
    with pytest.raises(Illegal):
        table.act(1, "resign", at=20)
    table.advance(10_000)
    assert table.view(1)["hand"][1] == []
    assert table.legal(1) == []


# -- refusals and sentences ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "word", "reason", "rule", "en", "fr"),
    [
        (1, "pass:As", "not_in_hand", "R10", "do not hold", "n’est pas dans votre main"),
        (0, "pass:As", "take_first", "R10", "one card short", "manque une carte"),
        (0, "pick", "nothing_waiting", "R11", "No card is waiting", "Aucune carte"),
        (1, "pick", "pass_first", "R11", "full", "complète"),
        (1, "draw", "no_stock", "R12", "no stock", "sans pioche"),
        (1, "fold", "unknown_action", "", "not a move", "n’est pas un coup"),
    ],
)
def test_refusals_say_why(seat: int, word: str, reason: str, rule: str, en: str, fr: str) -> None:
    table = at_play(pig(), "AS AH AD", *OTHERS[:3])
    before = table.position()
    with pytest.raises(Illegal) as refused:
        table.act(seat, word)
    assert (refused.value.reason, refused.value.rule) == (reason, rule)
    assert en in refused.value.en
    assert fr in refused.value.fr
    assert table.position() == before


def test_cards_have_french_faces() -> None:
    table = at_play(pig(), ACES, *OTHERS[:3])
    assert action_label(table, "pass:K♠", "en") == "Pass K♠"
    assert action_label(table, "pass:Q♠", "fr") == "Passer la D♠"
    table.act(0, "touch_nose", at=5)
    event = table.events(1)[-1]
    assert narrate(table, event, "fr", ["Anne"]) == "Anne a le doigt sur le nez."
    assert narrate(table, event, "en", me=0) == "Your finger is on your nose."


def test_r10_equal_cards_of_two_packs_are_two_cards() -> None:
    table = at_play(
        pig(seats=3, stock=True, packs=2),
        "AS AH AD KC",
        *OTHERS[:2],
        hand=[["A♠", "A♠b", "A♥", "A♥b"], *map(cards, OTHERS[:2])],
    )
    assert table.legal(0)[:2] == ["pass:A♠", "pass:A♠b"]
    table.act(0, "touch_nose", at=1)  # R2 two equal cards may belong to one set
    assert kinds(table) == ["nose"]


def test_show_relay_off_hides_relays() -> None:
    for show, relayed in (("on", True), ("off", False)):
        table = at_play(pig(show_relay=show), "AS AH AD", *OTHERS[:3], slot=[0, 0, 0, 1], on_the_way=["2♠"])
        table.act(0, "pick", at=1)
        table.act(0, "pass:2s", at=2)
        assert told(table, "passed")[-1]["relayed"] is relayed
