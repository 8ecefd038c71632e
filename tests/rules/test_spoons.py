"""Spoons, rule by rule: docs/games/spoons.md. What it shares with Pig is tested there."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pioche
from pioche import Game, Illegal, Table
from pioche.text import action_label, narrate
from tests.rules.racing import acting, at_play, deals_of, ended, kinds, places, seen_all
from tests.rules.told import told

ACES, KINGS, QUEENS = "AS AH AD AC", "KS KH KD KC", "QS QH QD QC"
OTHERS = ("JS JH TS TH", "JD JC TD 9S", "TC 9H 9D 8S", "9C 8H 8D 7S", "8C 7H 7D 6S")


def spoons(**options: Any) -> Game:
    return pioche.load("spoons", **options)


def centre(table: Table) -> tuple[int, list[int]]:
    """(spoons in the centre, who holds one) as everybody sees it."""
    view = table.view(None)
    return view["spoons"], view["holding"]


# -- the examples of the rulebook ------------------------------------------------------------------------


@pytest.mark.parametrize(("stock", "in_use"), [(False, 16), (True, 52)])
def test_e1_one_spoon_fewer_than_players(stock: bool, in_use: int) -> None:
    table = spoons(seats=5, stock=stock, lives="immediate").table(seed=2)
    assert centre(table) == (4, [])
    table.advance(3000)
    table.act(3, "resign", at=3000)
    table.advance(7000)
    assert centre(table) == (3, [])
    position = table.position()
    assert sum(map(len, position["hand"])) + len(position["draw_pile"]) == in_use


def stampede() -> Table:
    table = at_play(spoons(), *OTHERS[:3], QUEENS)
    table.act(3, "grab", at=8000)
    return table


def test_e2_stampede() -> None:
    table = stampede()
    assert centre(table) == (2, [3])
    table.act(0, "grab", at=8240)
    table.act(1, "pass:Jd", at=8260)
    table.act(2, "grab", at=8300)
    assert [e["left"] for e in told(table, "grabbed")] == [2, 1, 0]
    assert ended(table) == (3, [1], "race")
    assert centre(table) == (0, [0, 2, 3])
    assert table.scores == [3, 2, 3, 3]


def test_s6_a_seat_with_a_spoon_moves_no_more_cards() -> None:
    table = stampede()
    for word in ("pass:Qs", "pick", "grab"):
        with pytest.raises(Illegal, match="can’t do anything now") as refused:
            table.act(3, word, at=8100)
        assert "rien faire maintenant" in refused.value.fr


def test_e3_the_slow_owner_of_a_set_loses() -> None:
    table = at_play(spoons(seats=3), ACES, OTHERS[0], KINGS)
    table.act(0, "grab", at=5000)
    table.act(1, "grab", at=5200)
    assert ended(table) == (0, [2], "race")
    assert {e["card"] for e in told(table, "showed")} == {"A♠", "A♥", "A♦", "A♣"}


def test_e4_premature() -> None:
    table = at_play(spoons(), "QS QH TS TH", "JS JH JD KS", *OTHERS[2:4], dealer=3)
    table.act(1, "grab", at=2500)
    assert kinds(table)[:3] == ["spoon_returned", "false_start", "letter"]
    assert centre(table) == (3, [])
    assert ended(table) == (None, [1], "false_start")
    table.advance(6500)
    assert table.position()["dealer"] == 3


def test_e5_feints() -> None:
    table = at_play(spoons(feints="on"), *OTHERS[:4])
    table.act(0, "feint", at=3000)
    assert told(table, "feint") == [{"kind": "feint", "t": 3000, "seat": 0}]
    with pytest.raises(Illegal, match="S11") as refused:
        table.act(0, "feint", at=3200)
    assert (refused.value.reason, "attendez" in refused.value.fr) == ("feint_too_soon", True)
    other = table.clone()
    table.act(2, "grab", at=3400)
    assert ended(table) == (None, [2], "false_start")
    other.advance(4999)
    assert "feint" not in other.legal(0)
    other.act(0, "feint", at=5000)
    assert len(told(other, "feint")) == 1


def test_s11_feints_only_where_allowed_and_while_the_race_is_closed() -> None:
    table = at_play(spoons(), ACES, *OTHERS[:3])
    with pytest.raises(Illegal, match="without feints"):
        table.act(1, "feint", at=10)
    table = at_play(spoons(feints="on"), ACES, *OTHERS[:3])
    assert "feint" in table.legal(1)
    table.act(0, "grab", at=10)
    assert "feint" not in table.legal(1)
    with pytest.raises(Illegal, match="too late"):
        table.act(1, "feint", at=20)


def test_s11_a_menu_grows_again_when_the_hand_has_cooled() -> None:
    """Blocked, and waiting for a card: a seat with nothing but feints is an actor only when it may feint."""
    game = spoons(seats=3, feints="on", false_start="blocked")
    table = at_play(game, "JS JH TS", OTHERS[1], OTHERS[2], slot=[1, 0, 0], on_the_way=["2♠"])
    assert table.legal(0) == ["feint"]
    assert table.default_action(0) == "feint"
    table.act(0, "feint", at=100)
    assert 0 not in table.actors
    assert table.next_timer == (2100, "unlock")
    table.advance(2100)
    assert table.legal(0) == ["feint"]


def test_e6_the_last_spoon() -> None:
    hands = ["", "2S 3S 4S 5S", "", "", "6S 6H 6D"]
    more: dict[str, Any] = {"live": [1, 4], "dealer": 4, "draw_pile": ["6♣"], "exits": 3, "exit": [1, 0, 2, 3, 0]}
    table = at_play(spoons(seats=5, stock=True), *hands, **more)
    assert centre(table) == (1, [])
    table.act(4, "draw", at=10)
    table.act(4, "grab", at=20)
    assert table.over
    assert places(table) == [[4], [1], [3], [2], [0]]


def test_e7_a_milder_table() -> None:
    table = at_play(spoons(false_start="letter"), *OTHERS[:4])
    table.act(1, "grab", at=2500)
    assert (table.scores, centre(table)) == ([3, 2, 3, 3], (3, []))
    table.act(0, "grab", at=2900)
    table.act(0, "grab", at=3999)
    assert table.scores == [3, 2, 3, 3]
    table.act(0, "grab", at=4000)
    assert table.scores == [2, 2, 3, 3]
    assert table.position()["phase"] == "play"


def test_e8_blocked() -> None:
    table = at_play(spoons(seats=3, false_start="blocked"), ACES, *OTHERS[:2])
    table.act(2, "grab", at=1000)
    table.act(0, "grab", at=1500)
    table.act(2, "grab", at=1700)
    assert [e["until"] for e in told(table, "signal_refused", seat=2)] == [2000, 2000]
    assert centre(table) == (1, [0])
    table.act(2, "grab", at=2000)
    assert ended(table) == (0, [1], "race")


def test_e9_photo_finish() -> None:
    table = at_play(spoons(seats=3, latency="fair"), ACES, *OTHERS[:2], clock=3000)
    table.act(0, "grab", at=4000)
    table.act(1, "grab", at=4210, rtt=20, since_open=195, seen=seen_all(table, 1))
    assert table.position()["stamp"][1] == 4195
    assert (centre(table), table.next_timer) == ((0, [0, 1]), (4495, "close"))
    table.act(2, "grab", at=4330, rtt=150, since_open=190, seen=seen_all(table, 2))
    assert table.position()["stamp"][2] == 4190
    assert ended(table) == (0, [1], "race")
    assert centre(table) == (0, [0, 2])
    assert told(table, "spoon_returned") == [{"kind": "spoon_returned", "t": 4330, "seat": 1}]


def test_e10_one_deal() -> None:
    table = at_play(spoons(seats=6, match="one_deal"), ACES, *OTHERS)
    for number, seat in enumerate((0, 3, 1, 4, 2)):
        table.act(seat, "grab", at=100 * number)
    assert table.over
    assert places(table) == [[0, 1, 2, 3, 4], [5]]


def test_s10_stragglers() -> None:
    table = stampede()
    table.act(0, "grab", at=8240)
    table.advance(38_000)
    assert ended(table) == (3, [1, 2], "straggler")
    assert centre(table) == (1, [0, 3])


@pytest.mark.parametrize(("lives", "most"), [("three", 3), ("immediate", 1), ("SPOONS", 6)])
def test_s13_lives(lives: str, most: int) -> None:
    assert spoons(lives=lives).table(seed=1).scores == [most] * 4


def test_presets_and_words() -> None:
    assert pioche.load("forks").options["theme"] == "forks"
    assert pioche.load("spoons_with_stock").title("fr") == "Cuillères avec pioche"
    table = stampede()
    assert action_label(table, "grab", "fr") == "Attraper une cuillère"
    assert (
        narrate(table, table.events(0)[-1], "fr", ["", "", "", "Odile"])
        == "Odile attrape une cuillère\u00a0: il en reste 2."
    )


# -- invariants (section 11) -----------------------------------------------------------------------------


TABLES: list[dict[str, Any]] = [
    {"feints": "on"},
    {"seats": 3, "latency": "fair"},
    {"seats": 4, "stock": True, "latency": "fair", "false_start": "letter", "cards": 3},
    {"seats": 6, "false_start": "blocked", "feints": "on", "cards": 3},
]


def check_spoons(position: dict[str, Any], before: dict[str, Any]) -> None:
    there, holding = position["spoons"], position["holding"]
    assert there >= 0
    assert set(holding) <= set(position["live"])
    if position["phase"] == "play":
        assert there + len(holding) == len(position["live"]) - 1
        assert holding == position["signalled"]
        if (before["phase"], before["deal"]) == ("play", position["deal"]):
            assert set(before["holding"]) <= set(holding), "a valid grab is never undone while play goes on"


@pytest.mark.parametrize("options", TABLES)
def test_spoons_are_counted_at_every_moment(options: dict[str, Any]) -> None:
    ends = 0
    for seed in range(3):
        table = spoons(stalemate_rounds=20, max_voids=2, **options).table(seed=seed)
        before = table.position()
        for _ in acting(table, random.Random(seed), nerves=0.002, leave=0.002, most=900):
            position = table.position()
            check_spoons(position, before)
            before = position
        ends += sum(deal["cause"] == "race" for deal in deals_of(table))
    assert ends > 2


def test_after_a_photo_finish_the_best_stamps_hold_the_spoons() -> None:
    dice, finishes = random.Random(4), 0
    for _ in range(40):
        table = at_play(spoons(seats=5, latency="fair"), ACES, *OTHERS[:4], clock=1000)
        table.act(0, "grab", at=2000, rtt=10)
        for seat in dice.sample(range(1, 5), 4):
            lag = dice.randrange(0, 300)
            shown = {"seen": seen_all(table, seat), "rtt": lag, "since_open": dice.randrange(100, 260)}
            table.act(seat, "grab", at=table.s.clock + dice.randrange(0, 90), **shown)
            if table.position()["phase"] != "play":
                break
        table.advance(table.s.clock + 2000)
        position = table.position()
        late = [(position["stamp"][p], position["order"][p], p) for p in position["signalled"]]
        if len(late) == 5:
            assert ended(table)[1] == [max(late)[2]]
            finishes += max(late)[1] != 5
        assert centre(table)[1] == [p for p in range(5) if p not in ended(table)[1]]
    assert finishes > 3, "no photo finish ever changed the order of arrival"
