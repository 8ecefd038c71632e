"""Rocket, rule by rule: docs/games/rocket.md. A, B, C, D are seats 0 to 3; deck lists are top first."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from pioche import BadOption, Game, Illegal, Table
from pioche.text import narrate
from tests.rules.told import told

A, B, C, D = range(4)


def rocket(**options: Any) -> Game:
    return pioche.load("rocket", **{"first_dealer": A, **options})


def in_play(
    pile: list[list[int]], bets: list[int], turn: int, game: Game | None = None, cards: str = "", **more: Any
) -> Table:
    """A is the dealer, the players with a bet are still in; their bets have left their purses."""
    players = {"playing": [p for p, bet in enumerate(bets) if bet], "purse": [-bet for bet in bets]}
    position = {"phase": "turn", "turn": turn, "dealing": A, "pile": pile, "bet": bets}
    return (game or rocket()).at({**position, **players, **more}, cards=cards)


def betting(cards: str, **more: Any) -> Table:
    """A deals, B, C and D are about to bet; the lowest card gets the button."""
    position = {"phase": "bet", "waiting": [B, C, D], "playing": [B, C, D], "dealing": A}
    return rocket(first_player="lowest_card").at({**position, **more}, cards=cards)


def bet(table: Table, **bets: int) -> None:
    for name, amount in bets.items():
        table.act("ABCDEFG".index(name), f"bet:{amount}")


def purses(table: Table) -> Any:
    return table.position()["purse"]


def shoe(cards_left: int, decks: int, **piles: list[int]) -> dict[str, Any]:
    """A shoe with that many cards left, the rest of the cards in the discards."""
    cards = [rank for rank in range(1, 11) for _ in range(rank * decks)]
    for pile in piles.values():
        for rank in pile:
            cards.remove(rank)
    return {"deck": cards[:cards_left], "left": cards_left, "discard": cards[cards_left:]}


# -- the examples of the rulebook ------------------------------------------------------------------


def test_e1_passing_costs_the_lowest_card_of_both_piles_in_units() -> None:
    table = in_play([[4, 10], [6, 9], [], []], [0, 20, 0, 0], B)
    table.act(B, "pass")
    assert told(table, "pass") == [{"kind": "pass", "seat": B, "low": 4, "paid": 8}]
    assert purses(table) == [8, -8, 0, 0]


def test_e2_a_players_pair_costs_its_rank_in_units() -> None:
    table = in_play([[4], [5, 8], [9], []], [0, 20, 10, 0], B, cards="8")
    table.act(B, "continue")
    assert told(table, "continue") == [{"kind": "continue", "seat": B, "rank": 8}]
    assert told(table, "pair") == [{"kind": "pair", "seat": B, "rank": 8, "paid": 16}]
    assert purses(table) == [16, -16, -10, 0]
    assert table.position()["playing"] == [C]


def test_e3_the_dealers_pair_pays_its_rank_to_whoever_is_still_in() -> None:
    table = in_play([[7, 9], [4], [], []], [0, 50, 0, 0], B, cards="10 7")
    table.act(B, "continue")
    assert told(table, "dealer_loses") == [{"kind": "dealer_loses", "rank": 7, "cause": 1}]
    assert told(table, "payment") == [{"kind": "payment", "from": A, "to": B, "amount": 35}]
    assert purses(table) == [-35, 35, 0, 0]


def test_e4_a_first_3_loses_at_once() -> None:
    table = rocket().table(cards="10 10 4 3")
    bet(table, B=10, C=100, D=30)
    assert purses(table) == [-42, 3, 30, 9]
    assert told(table, "turn", "dealer_draw") == []
    assert told(table, "dealer_loses") == [{"kind": "dealer_loses", "rank": 3, "cause": 3}]
    assert table.position()["deal"] == 1
    assert table.position()["phase"] == "bet"


def test_e5_a_drawn_3_counts_like_a_pair_of_3s() -> None:
    table = in_play([[6, 2], [], [9], []], [0, 0, 40, 0], C, cards="10 3")
    table.act(C, "continue")
    assert told(table, "dealer_loses") == [{"kind": "dealer_loses", "rank": 3, "cause": 2}]
    assert purses(table) == [-12, 0, 12, 0]


def test_e6_a_3_does_a_player_no_harm_and_lowers_the_price() -> None:
    table = in_play([[9], [8], [5], []], [0, 20, 10, 0], B, cards="3 10")
    table.act(B, "continue")
    assert table.position()["pile"][B] == [3, 8]
    assert B in table.position()["playing"]
    table.act(C, "pass")  # the dealer draws the 10
    table.act(B, "pass")
    assert told(table, "pass")[-1] == {"kind": "pass", "seat": B, "low": 3, "paid": 6}


def test_e7_a_whole_round() -> None:
    table = rocket().table(cards="8 5 10 6 | 8 9 2 | 4 | 7 10 | 6")
    bet(table, B=10, C=20, D=50)
    for seat in (B, C, D, C, D):
        assert table.actors == (seat,)
        table.act(seat, "continue")
    assert purses(table) == [46, -8, 12, -50]
    assert [event["rank"] for event in told(table, "dealer_draw")] == [4, 6]
    assert told(table, "round_end") == [{"kind": "round_end", "cause": 3}]


def test_e8_when_all_are_done_the_dealer_does_not_draw() -> None:
    table = in_play([[2], [7], [9], [10]], [0, 10, 10, 10], B, cards="9 10")
    table.act(B, "pass")
    table.act(C, "continue")
    table.act(D, "continue")
    assert purses(table) == [21, -2, -9, -10]
    assert told(table, "dealer_draw") == []
    assert told(table, "round_end") == [{"kind": "round_end", "cause": 2}]


def test_e9_a_tie_for_the_button_goes_clockwise_from_the_last_holder() -> None:
    table = betting("4 4 9 6 | 10 8 5 | 7", button=C)
    bet(table, B=10, C=10, D=10)
    assert told(table, "button") == [{"kind": "button", "seat": B}]
    for seat in (B, C, D, B):
        assert table.actors == (seat,)
        table.act(seat, "continue")
    assert len(told(table, "dealer_draw")) == 1


@pytest.mark.parametrize(("decks", "mark"), [(1, 11), (8, 88)])
def test_e10_at_twenty_per_cent_everything_is_shuffled(decks: int, mark: int) -> None:
    for left in (mark, mark + 1):
        game = rocket(decks=decks)
        table = in_play([[4], [9], [], []], [0, 10, 0, 0], B, game, **shoe(left, decks, dealer=[4], b=[9]))
        table.act(B, "pass")
        shuffled = left <= mark
        assert told(table, "shuffle") == ([{"kind": "shuffle", "count": 55 * decks}] if shuffled else [])
        assert table.position()["left"] == (55 * decks if shuffled else left)
        assert len(table.position()["discard"]) == (0 if shuffled else 55 * decks - left)


# -- the shoe --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("percent", "mark"), [(5, 2), (50, 27)])
def test_r2_the_mark_follows_the_option(percent: int, mark: int) -> None:
    for left in (mark, mark + 1):
        game = rocket(reshuffle_percent=percent)
        table = in_play([[4], [9], [], []], [0, 10, 0, 0], B, game, **shoe(left, 1, dealer=[4], b=[9]))
        table.act(B, "pass")
        assert table.position()["left"] == (55 if left <= mark else left)


def test_r3_a_shoe_that_runs_dry_is_filled_from_the_discards() -> None:
    table = in_play([[4], [9], [6], []], [0, 10, 10, 0], B, deck=[], left=0, discard=[5, 8, 8, 10])
    table.act(B, "continue")
    assert told(table, "reshuffle") == [{"kind": "reshuffle", "count": 4, "burned": 0}]
    position = table.position()
    assert position["left"] == 3
    assert position["discard"] == []
    assert position["pile"][A] == [4]
    assert 9 in position["pile"][B]


@pytest.mark.parametrize("deck", [[], [10]])
def test_r3_without_any_card_the_round_is_called_off(deck: list[int]) -> None:
    """No card for the player, or one for the player and none for the dealer."""
    table = in_play([[4], [9], [], []], [0, 20, 0, 0], B, deck=deck, left=len(deck), discard=[])
    table.act(B, "continue")
    assert purses(table) == table.position()["bet"] == [0, 0, 0, 0]
    assert [event["rank"] for event in told(table, "continue")] == deck
    assert told(table, "round_end", "payment", "dealer_loses") == [{"kind": "round_end", "cause": 1}]


def test_r15_the_cards_of_a_finished_player_are_discarded_at_once() -> None:
    table = in_play([[4], [6, 9], [5], []], [0, 10, 10, 0], B)
    table.act(B, "pass")
    assert table.position()["discard"] == [6, 9]
    assert table.position()["pile"][B] == []
    assert table.view(C)["discard"] == 2  # its size; who wants to can have counted its cards


def test_r23_shoe_and_discards_live_on() -> None:
    table = rocket().table(cards="10 10 4 3")
    bet(table, B=10, C=10, D=10)
    assert table.position()["left"] == 51
    assert table.position()["discard"] == [3, 4, 10, 10]


# -- dealer, bets, first player --------------------------------------------------------------------


def test_r4_the_deal_moves_to_the_left() -> None:
    table = rocket(seats=3, first_dealer=2).table(cards="10 9 3 | 10 9 3 | 10 9")
    for dealer in (2, 0, 1):
        assert table.position()["dealing"] == dealer
        assert table.actors == tuple(p for p in range(3) if p != dealer)
        for seat in table.actors:
            table.act(seat, "bet:10")
    assert [event["seat"] for event in told(table, "dealer")] == [2, 0, 1]


def test_r4_chance_names_the_first_dealer() -> None:
    found = {pioche.load("rocket").table(seed=seed).position()["dealing"] for seed in range(40)}
    assert found == {0, 1, 2, 3}


def test_r6_bets_are_secret_until_all_are_in() -> None:
    table = rocket().table(cards="10 9 8 7")
    table.act(C, "bet:70")
    assert table.view(C)["secret_bet"] == [None, None, 70, None]
    for seat in (A, B, D, None):
        assert table.view(seat)["secret_bet"][C] is None
        assert table.view(seat)["bet"] == table.view(seat)["purse"] == [0] * 4
        assert "70" not in str(table.events(seat))
    assert table.actors == (B, D)
    table.act(D, "bet:10")
    table.act(B, "bet:20")
    assert table.view(None)["bet"] == [0, 20, 70, 10]
    assert purses(table) == [0, -20, -70, -10]  # R7
    assert [(e["seat"], e["amount"]) for e in told(table, "bets")] == [(B, 20), (C, 70), (D, 10)]
    assert [e["seat"] for e in told(table, "bet_placed")] == [C, D, B]


def test_r6_bets_go_up_in_tens_to_the_table_limit() -> None:
    table = rocket(max_bet=40).table()
    assert table.legal(B) == ["bet:10", "bet:20", "bet:30", "bet:40"]
    assert table.legal(A) == []  # R5 the dealer places no bet


def test_r8_the_dealer_is_dealt_last() -> None:
    table = rocket(first_dealer=C).table(cards="1 2 4 5")
    bet(table, A=10, B=10, D=10)
    assert [(e["seat"], e["rank"]) for e in told(table, "deal")] == [(D, 1), (A, 2), (B, 4), (C, 5)]
    assert table.actors == (D,)  # R10 left of the dealer


def test_r9_a_first_3_leaves_the_button_where_it_is() -> None:
    table = betting("1 10 10 3", button=C)
    bet(table, B=10, C=10, D=10)
    assert table.position()["button"] == C
    assert told(table, "button") == []


def test_r10_the_first_button_counts_from_the_left_of_the_dealer() -> None:
    table = rocket(first_player="lowest_card", first_dealer=B).table(cards="5 4 4 1")
    bet(table, A=10, C=10, D=10)
    assert table.position()["button"] == D  # C 5, D 4, A 4: D is met first, and the dealer's 1 does not count
    assert table.actors == (D,)


def test_r10_the_last_holder_comes_last_among_equals() -> None:
    table = betting("9 6 6 8", button=D)
    bet(table, B=10, C=10, D=10)
    assert table.position()["button"] == C


def test_r11_the_dealer_comes_last_whoever_starts() -> None:
    table = rocket(first_player="lowest_card").table(cards="9 7 2 10 | 5 6 8 | 4")
    bet(table, B=10, C=10, D=10)
    for seat in (D, B, C):  # the dealer is skipped between D and B
        assert table.actors == (seat,)
        assert told(table, "dealer_draw") == []
        table.act(seat, "continue")
    assert told(table, "dealer_draw") == [{"kind": "dealer_draw", "rank": 4}]
    assert table.actors == (D,)


def test_r17_the_next_lap_skips_a_button_that_is_out() -> None:
    table = rocket(first_player="lowest_card").table(cards="9 2 7 10 | 5 6 | 4")
    bet(table, B=10, C=10, D=10)
    assert (table.position()["button"], table.actors) == (C, (C,))
    for seat, word in ((C, "pass"), (D, "continue"), (B, "continue")):
        assert table.actors == (seat,)
        table.act(seat, word)
    assert told(table, "dealer_draw") == [{"kind": "dealer_draw", "rank": 4}]
    assert table.actors == (D,)  # C keeps the button, but is out: the lap starts with the next one still in


def test_r17_the_next_lap_starts_with_the_next_one_still_in() -> None:
    table = in_play([[4], [9], [8], [7]], [0, 10, 10, 10], B, cards="10 10 6")
    table.act(B, "pass")
    table.act(C, "continue")
    table.act(D, "continue")  # the dealer draws a 6
    assert table.actors == (C,)


def test_r20_who_is_done_gets_nothing_more() -> None:
    table = in_play([[2], [9], [8], []], [0, 10, 10, 0], B, cards="10 3")
    table.act(B, "pass")
    table.act(C, "continue")
    assert purses(table) == [2 - 3, -2, 3, 0]


def test_q18_a_pair_of_1s_costs_one_unit() -> None:
    table = in_play([[4], [1], [8], []], [0, 50, 10, 0], B, rocket(decks=2), cards="1")
    table.act(B, "continue")
    assert told(table, "pair") == [{"kind": "pair", "seat": B, "rank": 1, "paid": 5}]


# -- the house -------------------------------------------------------------------------------------


def test_r4_the_house_has_the_last_seat_and_never_acts() -> None:
    table = rocket(dealer="house", seats=3).table(cards="10 9 3 | 10 9 3")
    for _ in range(2):
        assert table.position()["dealing"] == 2
        assert table.actors == (0, 1)
        bet(table, A=10, B=20)
    assert [(e["seat"], e["rank"]) for e in told(table, "deal")][:3] == [(0, 10), (1, 9), (None, 3)]
    assert told(table, "payment")[0] == {"kind": "payment", "from": None, "to": 0, "amount": 3}
    assert purses(table) == [6, 12, -18]
    assert [event["seat"] for event in told(table, "dealer")] == [None]


def test_q15_one_player_against_the_house() -> None:
    table = rocket(dealer="house", seats=2).table(cards="10 4 | 8 4")
    bet(table, A=10)
    table.act(0, "continue")
    assert purses(table) == [4, -4]
    assert table.actors == (0,)


def test_r22_rounds_of_a_match() -> None:
    for game, rounds in ((rocket(seats=3, laps_of_table=2), 6), (rocket(dealer="house", rounds=5), 5)):
        table = game.table(seed=1)
        while not table.over:
            table.act(table.actors[0], table.default_action(table.actors[0]))
        assert len(told(table, "round_end")) == rounds
        assert told(table, "match_over")


@pytest.mark.parametrize("house_purse", [-100, 500])
def test_r24_the_house_is_not_ranked(house_purse: int) -> None:
    game = rocket(dealer="house")
    table = game.at(purse=[30, -40, 30, house_purse], dealing=3, over=True, phase="over")
    assert table.ranking == [1, 3, 1, 4]
    assert table.scores == [30, -40, 30, house_purse]
    friends = rocket().at(purse=[30, -40, 30, house_purse], dealing=3, over=True)
    assert friends.ranking == ([1, 3, 1, 4] if house_purse < 0 else [2, 4, 2, 1])


def test_the_casino_preset() -> None:
    game = pioche.load("casino_rocket")
    assert game.title("en") == "Casino Rocket"
    assert game.title("fr") == "Rocket de casino"
    assert (game.options["dealer"], game.options["first_player"]) == ("house", "lowest_card")
    assert game.table().position()["left"] == 440


# -- refusals and defaults -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "reason", "en", "fr"),
    [
        ("bet:110", "over_limit", "table limit", "mise maximale"),
        ("bet:15", "bet_in_tens", "10, 20, 30", "10, 20, 30"),
        ("bet:0", "bet_in_tens", "10, 20, 30", "10, 20, 30"),
        ("continue", "bet_first", "bet first", "d’abord votre mise"),
    ],
)
def test_r6_refused_bets_say_why(word: str, reason: str, en: str, fr: str) -> None:
    with pytest.raises(Illegal) as refused:
        rocket().table().act(B, word)
    assert (refused.value.reason, refused.value.rule) == (reason, "R6")
    assert en in refused.value.en
    assert fr in refused.value.fr


def test_r6_no_second_bet() -> None:
    table = in_play([[4], [9], [8], []], [0, 10, 10, 0], B)
    with pytest.raises(Illegal) as refused:
        table.act(B, "bet:20")
    assert refused.value.reason == "bets_are_down"
    with pytest.raises(Illegal) as refused:
        table.act(A, "continue")  # R5
    assert refused.value.reason == "not_your_turn"


@pytest.mark.parametrize("limit", [15, 5, 0, 4010])
def test_q17_a_table_limit_is_a_multiple_of_ten(limit: int) -> None:
    with pytest.raises(BadOption) as refused:
        rocket(max_bet=limit)
    assert "multiple of 10" in refused.value.en
    assert "multiple de 10" in refused.value.fr


def test_time_out_bets_ten_and_passes() -> None:
    table = rocket().table(cards="10 9 8 7")
    assert table.default_action(B) == "bet:10"
    bet(table, B=10, C=10, D=10)
    assert table.default_action(B) == "pass"


def test_the_bank_is_named_in_both_languages() -> None:
    table = rocket(dealer="house", seats=2).table(cards="10 3")
    bet(table, A=10)
    paid = next(event for event in table.events(0) if event["kind"] == "payment")
    assert narrate(table, paid, "en", ["Ann"]) == "Ann wins 3 coins from the bank."
    assert narrate(table, paid, "fr", ["Ann"]) == "Ann reçoit 3 pièces de la banque."
