"""Pig, rule by rule: docs/games/pig.md. Seats are numbered clockwise; 1 sits at the left of 0."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import pioche
from pioche import BadOption, BadPosition, Game, Illegal, Table
from tests.rules.racing import at_play, cards, ended, hand, kinds, places
from tests.rules.told import told


def pig(**options: Any) -> Game:
    return pioche.load("pig", **options)


def dealt(**options: Any) -> tuple[list[str], dict[str, Any]]:
    """All cards in use in the first deal, and the position."""
    position = pig(**options).table(seed=5).position()
    zones = [*position["hand"], position["draw_pile"], position["aside"]]
    return [card for zone in zones for card in zone], position


def ranks(found: list[str]) -> Counter[str]:
    return Counter(card.rstrip("bcd")[:-1] for card in found)


ACES, KINGS, NOTHING = "AS AH AD AC", "KS KH KD KC", "QS QH JS JH"


# -- E1: cards in use (R2-R6) --------------------------------------------------------------------------


def test_e1_one_rank_for_each_player_from_the_ace_down() -> None:
    found, _ = dealt(seats=7)
    assert ranks(found) == dict.fromkeys(["A", "K", "Q", "J", "10", "9", "8"], 4)
    assert len(set(found)) == 28
    assert set(ranks(dealt(seats=4)[0])) == {"A", "K", "Q", "J"}
    assert len(set(dealt(seats=13)[0])) == 52


def test_e1_fourteen_players_have_eight_aces() -> None:
    found, _ = dealt(seats=14)
    assert len(set(found)) == 56
    assert ranks(found)["A"] == 8
    assert set(ranks(found).values()) == {4, 8}
    assert "A♠b" in found


@pytest.mark.parametrize(("seats", "packs", "stock"), [(12, 1, 4), (13, 2, 52)])
def test_e1_with_stock_at_least_four_cards_are_left(seats: int, packs: int, stock: int) -> None:
    found, position = dealt(seats=seats, stock=True)
    assert len(set(found)) == 52 * packs
    assert len(position["draw_pile"]) == stock


def test_e1_five_cards() -> None:
    found, position = dealt(seats=4, cards=5)
    assert (len(set(found)), position["aside"], len(ranks(found))) == (20, [], 5)
    found, position = dealt(seats=5, cards=5)
    assert (len(set(found)), len(position["aside"]), len(ranks(found))) == (28, 3, 7)


def test_e1_three_cards_without_clubs() -> None:
    found, _ = dealt(seats=4, cards=3)
    assert len(set(found)) == 12
    assert not [card for card in found if "♣" in card]


def test_r3_more_packs_never_fewer() -> None:
    assert len(dealt(seats=3, stock=True, packs=4)[0]) == 208
    assert len(dealt(seats=26, cards=5)[0]) == 132
    with pytest.raises(BadOption, match="at least 2 packs") as refused:
        pig(seats=14, packs=1)
    assert "au moins 2 jeux" in refused.value.fr


def test_r6_r8_one_card_at_a_time_from_the_dealers_left_then_a_look() -> None:
    start = pig(seats=3).table(seed=5)
    first = (start.position()["dealer"] + 1) % 3
    table = pig(seats=3).table(seed=5, cards="As Kh Qd Ah")
    assert table.position()["hand"][first][:2] == ["A♠", "A♥"]
    assert table.position()["hand"][(first + 1) % 3][0] == "K♥"
    assert (table.actors, table.next_timer) == ((), (3000, "go"))
    table.advance(2999)
    assert table.position()["phase"] == "look"
    table.advance(3000)
    assert (table.position()["phase"], table.actors) == ("play", (0, 1, 2))


def test_r7_every_seat_may_deal_first() -> None:
    assert {pig(seats=3).table(seed=seed).position()["dealer"] for seed in range(20)} == {0, 1, 2}


# -- E2-E4: passing and the race (R9-R19) --------------------------------------------------------------


def e2() -> Table:
    table = at_play(pig(seats=3), "AS AH KS QS", "AD KH KD QH", "AC KC QD QC")
    table.act(0, "pass:Qs", at=500)
    return table


def e3() -> Table:
    table = e2()
    table.act(1, "pass:Ad", at=700)
    table.act(1, "pick", at=900)
    table.act(2, "pass:Ac", at=950)
    table.act(0, "pick", at=990)
    table.act(0, "pass:Ks", at=1100)
    table.act(2, "pick", at=1200)
    table.act(2, "pass:Ad", at=1300)
    table.act(0, "pick", at=1400)
    return table


def test_e2_one_in_one_out() -> None:
    table = e2()
    assert (len(table.view(1)["hand"][0]), table.view(1)["slot"]) == (3, [1, 0, 0])
    with pytest.raises(Illegal, match="R11") as refused:
        table.act(1, "pick", at=600)
    assert refused.value.reason == "pass_first"
    assert "passez une carte" in refused.value.fr
    table.act(1, "pass:Ad", at=700)
    table.advance(750)
    assert table.legal(0) == ["touch_nose"]
    table.act(1, "pick", at=900)
    table.act(2, "pass:Ac", at=950)
    table.act(0, "pick", at=990)
    assert hand(table, 0) == sorted(cards("AS AH AC KS"))


def test_e3_running_ahead_first_in_first_out() -> None:
    table = e3()
    assert hand(table, 0) == sorted(cards(ACES))
    assert table.position()["slot"] == [1, 0, 0]
    assert table.position()["on_the_way"] == cards("KS")
    assert hand(table, 1) == sorted(cards("KH KD QH QS"))
    assert told(table, "passed")[-1] == {"kind": "passed", "t": 1300, "seat": 2, "relayed": True, "forced": False}


def test_r11_the_oldest_card_of_a_slot_is_taken() -> None:
    table = at_play(
        pig(seats=4), "AS AH KS QS", "AD KH KD", "AC KC QD", "TS TH TD", slot=[2, 0, 1], on_the_way=cards("JS JH JD")
    )
    table.act(1, "pick")
    assert hand(table, 1) == sorted(cards("AD KH KD JS"))
    assert table.position()["on_the_way"] == cards("JH JD")
    table.act(0, "pass:Qs")
    assert (table.position()["on_the_way"], table.position()["slot"]) == (cards("JH QS JD"), [2, 0, 1, 0])


def test_e4_race() -> None:
    table = e3()
    table.act(0, "touch_nose", at=1700)
    assert (table.position()["race_open"], table.position()["open_t"]) == (True, 1700)
    table.act(1, "pass:Qh", at=1900)  # R17
    for word in ("pick", "pass:As"):  # R16
        with pytest.raises(Illegal, match="can’t do anything now"):
            table.act(0, word, at=1950)
    table.act(1, "touch_nose", at=2010)
    assert ended(table) == (0, [2], "race")
    assert table.scores == [3, 3, 2]
    assert [e["card"] for e in told(table, "showed")] == table.position()["winning_hand"]  # R23
    assert sorted(table.position()["winning_hand"]) == sorted(cards(ACES))
    assert [(e["seat"], e["ms"], e["place"]) for e in told(table, "reaction")] == [(0, 0, 1), (1, 310, 2)]
    assert table.next_timer == (6010, "next_deal")
    table.advance(6010)
    assert table.position()["dealer"] == 1  # R28


# -- E5, E6: false starts and letters ------------------------------------------------------------------


@pytest.mark.parametrize("third", [NOTHING, ACES])
def test_e5_a_false_start_ends_the_deal(third: str) -> None:
    table = at_play(pig(), "TS TH TD 9S", "9H 9D 8S 8H", "KS KH KD QC", third, dealer=2)
    table.act(2, "touch_nose", at=3000)
    assert ended(table) == (None, [2], "false_start")
    assert table.scores == [3, 3, 2, 3]
    assert told(table, "showed") == []
    table.advance(7000)
    assert table.position()["dealer"] == 2


def test_e5_with_one_life_the_offender_is_out() -> None:
    table = at_play(pig(lives="immediate"), "TS TH TD 9S", "9H 9D 8S 8H", "KS KH KD AC", NOTHING)
    table.act(2, "touch_nose", at=3000)
    assert told(table, "out") == [{"kind": "out", "t": 3000, "seat": 2}]
    table.advance(7000)
    position = table.position()
    assert position["live"] == [0, 1, 3]
    assert len({card for row in position["hand"] for card in row}) == 12
    assert position["hand"][2] == []


def test_e6_letters_to_the_end() -> None:
    table = at_play(pig(), ACES, "KS KH KD QS", "KC QH QD QC", "JS JH JD JC", letters=[1, 0, 2, 2])
    for seat, t in ((0, 100), (1, 300), (2, 400)):
        table.act(seat, "touch_nose", at=t)
    assert ended(table) == (0, [3], "race")
    table.advance(table.s.clock + 7000)
    found = [card for row in table.position()["hand"] for card in row]
    assert ranks(found) == {"A": 4, "K": 4, "Q": 4}
    again = pig().at({**table.position(), "hand": [cards(ACES), cards(KINGS), cards("QS QH QD QC"), []]})
    for seat in (0, 1):
        again.act(seat, "touch_nose", at=again.s.clock + 100)
    assert again.over
    assert places(again) == [[0, 1], [2], [3]]


# -- E7: stock -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("recycle", ["shuffle", "as_is"])
def test_e7_the_dealer_draws_and_the_right_neighbour_discards(recycle: str) -> None:
    fall = cards("8S 8H 8D 8C")
    table = at_play(
        pig(seats=3, stock=True, recycle=recycle),
        "2S 3S 4S",
        "5S 6S 7S 9S",
        "5H 6H 7H 9H",
        draw_pile=cards("TC"),
        discard=fall,
    )
    table.act(2, "pass:9h", at=100)
    assert table.position()["slot"] == [0, 0, 0]
    assert table.position()["discard"] == cards("9H 8S 8H 8D 8C")
    table.act(0, "draw", at=200)
    table.act(0, "pass:Tc", at=300)
    assert table.legal(0) == ["draw", "touch_nose"]
    table.act(0, "draw", at=400)
    assert told(table, "recycled") == [{"kind": "recycled", "t": 400, "count": 5}]
    assert (table.view(1)["draw_pile"], table.view(1)["discard"]) == (4, 0)
    drawn = table.events(0)[-1]["card"]
    assert drawn in cards("9H 8S 8H 8D 8C")
    if recycle == "as_is":
        assert drawn == "9♥"


def test_r11_r12_who_picks_and_who_draws() -> None:
    game = pig(seats=3, stock=True)
    table = at_play(game, "2S 3S 4S", "5S 6S 7S", "5H 6H 7H 9D", slot=[0, 1, 0], on_the_way=cards("TC"))
    assert table.legal(0) == ["touch_nose"]  # nothing to draw anywhere
    for seat, word, reason in [
        (0, "pick", "dealer_draws"),
        (1, "draw", "only_dealer_draws"),
        (0, "draw", "nothing_to_draw"),
    ]:
        with pytest.raises(Illegal) as refused:
            table.act(seat, word)
        assert refused.value.reason == reason
    with pytest.raises(Illegal, match="no stock") as refused:
        at_play(pig(seats=3), "AS AH KS", "AD KH KD QH", "AC KC QD QC").act(0, "draw")
    assert "sans pioche" in refused.value.fr


# -- E8-E12 ----------------------------------------------------------------------------------------------


def duel(**options: Any) -> Table:
    jacks, rest = "JS JH JD JC", "2S 3S 4S 5S"
    return at_play(
        pig(seats=3, stock=True, **options), jacks, "", rest, live=[0, 2], letters=[2, 3, 0], exits=1, exit=[0, 1, 0]
    )


def test_e8_a_final_duel_costs_all_lives() -> None:
    table = duel()
    table.act(0, "touch_nose", at=900)
    assert table.over
    assert (told(table, "letter")[-1]["seat"], told(table, "out")[-1]["seat"]) == (2, 2)
    assert places(table) == [[0], [2], [1]]


def test_e8_with_final_lives_they_play_on() -> None:
    table = duel(final="lives")
    table.act(0, "touch_nose", at=900)
    assert not table.over
    assert table.position()["live"] == [0, 2]


def test_r30_two_players_play_a_duel_from_the_start_and_a_void_deal_again() -> None:
    table = at_play(pig(seats=2, stock=True), "2S 3S 4S 6S", "2H 3H 4H 6H", passes=399)
    table.act(0, "pass:2s", at=10)
    assert (ended(table), table.over) == ((None, [], "stalemate"), False)
    with pytest.raises(BadOption, match="stock"):
        pig(seats=2)
    with pytest.raises(BadOption, match="two_winners"):
        pig(seats=2, stock=True, final="two_winners")


def talkers(**more: Any) -> Table:
    hands = ("TS TH TD 9S", ACES, KINGS, "9H 9D 8S 8H", "")
    game = pig(seats=5, talk_rule="on")
    return at_play(
        game, *hands, **{"live": [0, 1, 2, 3], "letters": [0, 0, 0, 0, 3], "exits": 1, "exit": [0, 0, 0, 0, 1], **more}
    )


def test_e9_talking_to_a_pig() -> None:
    table = talkers()
    table.act(1, "touch_nose", at=100)
    table.act(4, "say:2", at=200)  # a pig may say what it likes
    table.act(2, "say:3", at=300)
    assert table.position()["live"] == [0, 1, 2, 3]
    table.act(0, "say:4", at=400)
    assert ended(table) == (1, [], "talk")
    assert table.position()["live"] == [1, 2, 3]
    assert (table.scores, table.over) == ([0, 3, 3, 3, 0], False)


def test_e9_who_has_not_been_shown_the_departure_may_speak() -> None:
    table = talkers(
        live=[0, 1, 2, 3, 4], letters=[0] * 5, hand=[*map(cards, (NOTHING, ACES, KINGS, "9H 9D 8S 8H", "TS TH TD 9S"))]
    )
    table.act(4, "resign", at=100)
    before = next(e["n"] for e in table.events(0) if e["kind"] == "out")
    table.act(0, "say:4", at=200, seen=before - 1)
    assert table.position()["live"] == [0, 1, 2, 3]
    table.act(0, "say:4", at=300, seen=before)
    assert table.position()["live"] == [1, 2, 3]
    assert pioche.Record.loads(table.record().dumps()).table().position() == table.position()


def test_r34_off_talk_is_free() -> None:
    table = at_play(pig(seats=4), NOTHING, ACES, KINGS, "", live=[0, 1, 2], exits=1, exit=[0, 0, 0, 1])
    table.act(0, "say:3", at=10)
    assert table.position()["live"] == [0, 1, 2]
    assert "say:3" not in table.legal(0)


def test_e10_five_cards_and_a_set_that_is_broken() -> None:
    table = at_play(pig(seats=3, cards=5), "7S 7H 7D 7C KD", NOTHING + " AS", "KS KH QD JD AH")
    table.act(0, "pass:Kd", at=10)
    table.act(0, "touch_nose", at=20)
    assert table.position()["race_open"]
    table = at_play(pig(seats=3), "7S 7H 7D 7C", NOTHING, "KS KH QD JD")
    table.act(0, "pass:7c", at=10)
    table.act(0, "touch_nose", at=20)
    assert ended(table) == (None, [0], "false_start")


@pytest.mark.parametrize(("lives", "most"), [("hog", 3), ("donkey", 6), ("pig", 3), ("immediate", 1), ("MOO", 3), ("a", 1)])
def test_e11_schemes_of_lives(lives: str, most: int) -> None:
    table = at_play(pig(seats=4, lives=lives), NOTHING, "TS TH TD 9S", "9H 9D 8S 8H", KINGS, letters=[most - 1, 0, 0, 0])
    assert table.scores == [1, most, most, most]
    table.act(0, "touch_nose", at=5)
    assert 0 not in table.position()["live"]


@pytest.mark.parametrize("letters", [3, 4])
def test_r25_a_written_seat_without_a_life_left_is_not_live(letters: int) -> None:
    hands = ("TS TH TD 9S", "9H 9D 8S 8H", KINGS)
    with pytest.raises(BadPosition, match="R25") as refused:
        at_play(pig(seats=3, lives="hog"), *hands, letters=[0, letters, 0])
    assert "éliminée" in refused.value.fr
    assert at_play(pig(seats=3, lives="hog"), *hands, letters=[0, 2, 0]).scores == [3, 1, 3]


def test_e12_void_deals_end_in_a_draw() -> None:
    hands = ("AS KS QS JS", "AH KH QH JH", "AD KD QD JD")
    table = at_play(pig(seats=3, stalemate_rounds=200), *hands, passes=598, letters=[2, 0, 1], dealer=1)
    table.act(0, "pass:As", at=10)
    assert table.position()["phase"] == "play"
    table.act(1, "pass:Ah", at=20)  # the 600th pass, carried out first
    assert table.position()["slot"] == [1, 1, 0]
    assert ended(table) == (None, [], "stalemate")
    table.advance(20 + 4000)
    assert (table.position()["dealer"], table.scores) == (1, [1, 3, 2])
    drawn = at_play(pig(seats=3), *hands, passes=599, letters=[2, 0, 1], voids=2)
    drawn.act(0, "pass:As", at=10)
    assert (drawn.over, places(drawn)) == (True, [[0, 1, 2]])  # R35


def test_r22_passes_of_an_open_race_do_not_count_and_zero_is_never() -> None:
    hands = (ACES, "KH KD QH JH", "KS QS QD JD", "JS JC 9S TS")
    table = at_play(pig(), *hands, passes=799)
    table.act(0, "touch_nose", at=5)
    table.act(1, "pass:Kh", at=10)
    assert (table.position()["phase"], table.position()["passes"]) == ("play", 799)
    table = at_play(pig(stalemate_rounds=0), *hands, passes=799)
    table.act(1, "pass:Kh", at=10)
    assert (table.position()["phase"], kinds(table)) == ("play", ["passed"])
