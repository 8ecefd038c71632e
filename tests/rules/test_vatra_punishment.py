"""Vatra: punishments (docs/games/vatra.md, V23-V26), and what holds at every moment (section 11)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import pioche
from pioche import Game, Illegal, Table
from tests.rules.racing import acting, at_play, cards, deals_of
from tests.rules.told import told
from tests.rules.walking import check_round_trip

PACK = "KH AS QC AD QS KC AH QH KD KS AC QD"
HANDS = ("AS AH QD QC", "KS KD KC AC", "AD QS QH KH", "JS JH JD JC")
STROKES = ("hammer", "pat", "twist", "cross")


def vatra(**options: Any) -> Game:
    return pioche.load("vatra", **{"look_ms": 0, "game": "vatra", **options})


def punished(game: Game, pack: str, **more: Any) -> Table:
    """Seat 0 is about to name a card."""
    return game.at({"phase": "punish", "turn": 0, "to_punish": [0], "pack": cards(pack), "losers": [0], **more})


def strokes(table: Table, seat: int) -> dict[str, int]:
    return dict(zip(STROKES, table.position()["strokes"][seat], strict=True))


@pytest.mark.parametrize(
    ("end", "cost"), [("top", dict.fromkeys(STROKES, 1)), ("bottom", {"hammer": 1, "pat": 2, "twist": 2, "cross": 2})]
)
def test_e11_punishment(end: str, cost: dict[str, int]) -> None:
    table = punished(vatra(seats=3), PACK)
    table.act(0, f"name:Qs.{end}", at=50)
    assert strokes(table, 0) == cost
    before = [e["card"] for e in told(table, "punished")]
    words = cards(PACK) if end == "top" else cards(PACK)[::-1]
    assert before == words[: words.index("Q♠")]
    assert table.view(None)["turned"] == [*before, "Q♠"]
    assert table.view(0)["pack"] == 12 - len(before) - 1
    assert table.position()["phase"] == "between"
    assert table.next_timer == (4050, "next_deal")  # V29


def test_e12_which_card_to_name() -> None:
    """On average 7.5 of 16 cards come first; naming a heart spares a pat only."""
    spade, heart, runs = Counter[str](), Counter[str](), 400
    for seed in range(runs):
        for named, count in (("As", spade), ("Ah", heart)):
            table = at_play(vatra(), *HANDS, seed=seed)
            table.act(0, "slam", at=0)
            table.act(0, f"name:{named}.top", at=1)
            count.update(strokes(table, 0))
    means = {kind: spade[kind] / runs for kind in STROKES}, {kind: heart[kind] / runs for kind in STROKES}
    assert abs(sum(means[0].values()) - 7.5) < 0.8
    assert abs(means[0]["hammer"] - 1.5) < 0.25
    assert abs(means[0]["pat"] - 2) < 0.25
    assert abs(means[1]["pat"] - 1.5) < 0.25
    assert abs(means[1]["hammer"] - 2) < 0.25


@pytest.mark.parametrize(("seats", "odd", "cost"), [(4, "7D", {"twist": 1, "pat": 1}), (8, "JK", {"pat": 1})])
def test_e13_the_traveller_in_the_pack(seats: int, odd: str, cost: dict[str, int]) -> None:
    first = f"{odd} AH KS KD".split()
    rest = [rank + suit for rank in "AKQJT987"[:seats] for suit in "SHDC" if rank + suit not in first]
    table = punished(vatra(seats=seats, traveller=True), " ".join(first + rest))
    words = table.legal(0)
    assert (len(words), "name:7♦.top" in words) == (8 * seats, seats > 7)
    with pytest.raises(Illegal, match="V24") as refused:
        table.act(0, f"name:{odd}.top", at=1)
    assert "voyageuse" in refused.value.fr
    table.act(0, "name:Ks.top", at=5)
    assert {kind: n for kind, n in strokes(table, 0).items() if n} == cost
    assert [e["stroke"] for e in told(table, "punished")] == (["twist", "pat"] if odd == "7D" else ["nothing", "pat"])


# -- who punishes and who shuffles (V23) -------------------------------------------------------------------


def test_v23_without_a_winner_the_left_neighbour_punishes() -> None:
    table = at_play(vatra(), *HANDS)
    table.act(1, "slam", at=0)
    assert told(table, "punishment") == [{"kind": "punishment", "t": 0, "loser": 1, "punisher": 2, "shuffler": 3}]
    assert (table.actors, table.view(0)["pack"]) == ((1,), 16)


def test_v23_the_winner_punishes_and_several_losers_come_clockwise_from_it() -> None:
    table = at_play(vatra(), *HANDS)
    table.act(3, "slam", at=0)
    table.act(3, "shout", at=10)
    table.act(1, "slam", at=20)
    table.act(1, "shout", at=30)
    table.advance(30_000)
    assert told(table, "punishment")[-1] | {"t": 0} == {
        "kind": "punishment",
        "t": 0,
        "loser": 0,
        "punisher": 3,
        "shuffler": 1,
    }
    table.act(0, "name:As.top", at=30_500)
    assert told(table, "punishment")[-1] | {"t": 0} == {
        "kind": "punishment",
        "t": 0,
        "loser": 2,
        "punisher": 3,
        "shuffler": 0,
    }
    assert (table.actors, table.view(0)["pack"], table.view(0)["turned"]) == ((2,), 16, [])
    table.act(2, "name:As.bottom", at=30_600)
    assert table.next_timer == (34_600, "next_deal")
    assert table.scores == [1, 0, 1, 0]


def test_v26_riffling_keeps_what_was_known() -> None:
    """One riffle of a known order leaves at most two rising sequences; a fair shuffle leaves many."""
    found = []
    for mode in ("riffle", "fair"):
        most = 0
        for seed in range(8):
            table = at_play(vatra(punish_shuffle=mode, riffles=1), *HANDS, seed=seed, dealer=3)
            table.act(1, "slam", at=0)
            assert sorted(table.position()["pack"]) == sorted(cards(" ".join(HANDS)))
            most = max(most, rising(table.position()["pack"], cards(" ".join(HANDS))))
        found.append(most)
    assert found[0] == 2
    assert found[1] > 3


def rising(pack: list[str], gathered: list[str]) -> int:
    """Into how many runs the gathered order (clockwise from the dealer's left, first card on top) has fallen."""
    place = [pack.index(card) for card in gathered]
    return 1 + sum(b < a for a, b in pairwise(place))


def test_v26_the_pack_stays_secret() -> None:
    table = at_play(vatra(), *HANDS)
    table.act(1, "slam", at=0)
    for seat in (None, 0, 1, 2, 3):
        view = table.view(seat)
        assert (view["pack"], view["hand"], view["open_hand"]) == (16, [[]] * 4, [[]] * 4)


def test_t21_late_acts_are_dropped_during_a_punishment() -> None:
    table = at_play(vatra(), *HANDS)
    table.act(1, "slam", at=0)
    before = table.position()
    table.act(3, "slam", at=0)
    table.act(1, "pass:As", at=0)
    assert table.position() == before
    with pytest.raises(Illegal):
        table.act(3, "name:As.top", at=0)


# -- invariants (section 11) -------------------------------------------------------------------------------


TABLES: list[dict[str, Any]] = [
    {"game": "magarac", "word": "OX"},
    {"game": "magarac", "traveller": True, "word": "OX", "latency": "fair"},
    {"game": "magarac", "seats": 3, "false_start": "letter", "traveller": True},
    {"seats": 5, "deals": 4, "punish_shuffle": "riffle", "traveller": True},
    {"seats": 8, "deals": 3, "traveller": True, "latency": "fair", "idle_ms": 400},
    {"seats": 13, "deals": 3, "false_start": "blocked"},
]


def lying(position: dict[str, Any]) -> list[str]:
    found = [card for zone in ("hand", "offer", "open_hand") for row in position[zone] for card in row]
    return [*found, *position["pack"], *position["turned"]]


def check_table(table: Table, position: dict[str, Any], cards_of_deal: set[str]) -> None:
    found = lying(position)
    assert len(found) == len(set(found))
    assert set(found) == cards_of_deal
    if position["phase"] == "play":
        check_hands(table, position)
        check_movers(table, position)


def check_hands(table: Table, position: dict[str, Any]) -> None:
    """V7"""
    seats, turn = table.game.seats, position["turn"]
    starter = (position["dealer"] + 1) % seats
    for p in range(seats):
        own = len(position["hand"][p]) + len(position["offer"][p])
        short = not table.game.options["traveller"] and p == starter
        assert own == (5 if p == turn else 4) - short


def check_movers(table: Table, position: dict[str, Any]) -> None:
    moving = ("pass:", "accept", "refuse")
    movers = [p for p in range(table.game.seats) if any(w.startswith(moving) for w in table.legal(p))]
    assert len(movers) == (0 if position["race_open"] else 1)
    for p in range(table.game.seats):
        own = position["hand"][p] + position["offer"][p]
        if table.engine.entitled(table.s, p):
            assert not {"7♦", "JK"} & set(own) or table.game.seats > 7
            assert max(Counter(card[:-1] for card in own).values()) == 4


def check_views(table: Table, position: dict[str, Any]) -> None:
    for seat in (None, *range(table.game.seats)):
        view = table.view(seat)
        faces = {card for zone in ("hand", "offer") for row in view[zone] for card in row if card is not None}
        assert faces == (set() if seat is None else {*position["hand"][seat], *position["offer"][seat]})
        assert "old_place" not in view
        assert view["pack"] == len(position["pack"])


def check_events(table: Table) -> None:
    for event in table.events(None):
        if event["kind"] == "deal_over":
            assert event["winner"] not in event["losers"]
            if event["cause"] in ("race", "false_alarm"):
                assert len(event["losers"]) == 1
    refusals = [e["kind"] for e in told(table, "offered", "refused_card", "passed", "deal_started")]
    for one, other in pairwise(refusals):
        assert (one, other) not in [("refused_card", "refused_card"), ("refused_card", "offered")]


@pytest.mark.parametrize("options", TABLES)
def test_at_every_moment(options: dict[str, Any]) -> None:
    causes: Counter[str] = Counter()
    for seed in range(2):
        table = vatra(stalemate_rounds=15, max_voids=2, **options).table(seed=seed)
        deal, cards_of_deal, before = -1, set[str](), table.position()
        for count, _ in enumerate(acting(table, random.Random(seed), nerves=0.002)):
            position = table.position()
            if position["deal"] != deal:
                deal, cards_of_deal = position["deal"], set(lying(position))
            check_table(table, position, cards_of_deal)
            if position["race_open"] and not before["race_open"]:  # no card moves after the fire: it is still so
                assert table.engine.entitled(table.s, position["opener"])
            if before["refused"] and position["phase"] == "play" and position["turn"] != before["turn"]:
                banned = before["hand"][before["turn"]][before["old_place"]]
                assert banned not in position["hand"][position["turn"]]
            before = position
            if count % 9 == 0:
                check_views(table, position)
        assert table.over
        check_events(table)
        check_end(table)
        causes.update(deal["cause"] for deal in deals_of(table))
    assert causes["race"] + causes["straggler"] + causes["false_alarm"] + causes["stalemate"] > 2, causes


def check_end(table: Table) -> None:
    """V27, V28"""
    options, played = table.game.options, [deal for deal in deals_of(table) if deal["losers"]]
    seats, length = options["seats"], len(options["word"])
    drawn = table.position()["voids"] >= options["max_voids"]
    if options["game"] == "magarac":
        assert max(table.scores) <= length
        assert len(played) <= seats * (length - 1) + 1
        assert drawn or max(table.scores) == length
    else:
        assert len(played) == options["deals"] or drawn
        strokes_told = sum(e["stroke"] != "nothing" for e in told(table, "punished"))
        assert sum(map(sum, table.position()["strokes"])) == strokes_told
        for_each = len(told(table, "named"))
        assert for_each == sum(len(deal["losers"]) for deal in played)
    if drawn:
        assert set(table.ranking) == {1}


@pytest.mark.parametrize("options", TABLES[1::2])
def test_records_and_positions_lead_back(options: dict[str, Any]) -> None:
    table = vatra(stalemate_rounds=15, max_voids=2, **options).table(seed=3)
    for count, _ in enumerate(acting(table, random.Random(3), most=400)):
        if count % 30 == 0:
            check_round_trip(table)
            assert table.game.at(table.position()).s.timer == table.s.timer
    check_round_trip(table)
