"""Pig: what holds at every moment of every match (docs/games/pig.md, section 11), Spoons included."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import pioche
from pioche import Table
from tests.rules.racing import acting, deals_of
from tests.rules.told import told
from tests.rules.walking import check_round_trip

ZONES = ("on_the_way", "draw_pile", "discard", "aside", "winning_hand")
QUICK = {"stalemate_rounds": 12, "max_voids": 2}
TABLES: list[dict[str, Any]] = [
    {},
    {"seats": 3, "latency": "fair"},
    {"seats": 7, "cards": 3, "idle_ms": 700, "match": "one_deal"},
    {"seats": 5, "cards": 5, "false_start": "letter", "latency": "fair"},
    {"seats": 4, "stock": True, "recycle": "as_is", "talk_rule": "on"},
    {"seats": 2, "stock": True, "false_start": "letter", "final": "lives"},
    {"seats": 6, "stock": True, "false_start": "blocked", "latency": "fair", "cards": 5},
    {"seats": 26, "lives": "immediate", "stock": True, "stalemate_rounds": 2},
    {"seats": 14, "lives": "immediate", "talk_rule": "on", "next_dealer": "winner", "stalemate_rounds": 4},
]
GAMES = [("pig", options) for options in TABLES] + [("spoons", {**TABLES[0], "feints": "on"}), ("spoons", TABLES[3])]


def lying(position: dict[str, Any]) -> list[str]:
    """Every card on the table."""
    return [card for row in position["hand"] for card in row] + [card for zone in ZONES for card in position[zone]]


def check_cards(table: Table, position: dict[str, Any], in_use: set[str]) -> None:
    found = lying(position)
    assert len(found) == len(set(found)), "a card lies twice"
    assert set(found) == in_use, "cards are lost or made in a deal"
    if position["phase"] != "play":
        return
    full = table.game.options["cards"]
    sizes = Counter(len(position["hand"][p]) for p in position["live"])
    assert set(sizes) <= {full, full - 1}
    assert sum(position["slot"]) == len(position["on_the_way"])
    if not table.game.options["stock"]:
        assert sum(position["slot"]) == sizes[full - 1]
    if not position["race_open"]:
        moves = [w for p in position["live"] for w in table.legal(p) if w.startswith(("pass", "pick", "draw"))]
        assert moves, "nobody can move a card"
        limit = table.game.options["stalemate_rounds"] * len(position["live"])
        assert position["passes"] < limit


def check_lives(table: Table, position: dict[str, Any]) -> None:
    lives = table.game.rules.options[0].number(table.game.options["lives"])
    assert position["live"]
    assert all(0 <= n <= lives for n in position["letters"])
    assert set(position["signalled"]) <= set(range(table.game.seats))
    assert position["unsafe"] == [] or position["phase"] == "play"
    if position["phase"] == "play":
        assert sorted(position["unsafe"] + position["signalled"]) == position["live"]


def check_views(table: Table, position: dict[str, Any]) -> None:
    """Section 8: nothing but the own hand and the hand of the winner is ever seen."""
    shown = set(position["winning_hand"])
    for seat in (None, *range(table.game.seats)):
        view = table.view(seat)
        own = set() if seat is None else set(position["hand"][seat])
        faces = {card for row in view["hand"] for card in row if card is not None}
        assert faces == own
        assert view["winning_hand"] == position["winning_hand"]
        for zone in ("on_the_way", "draw_pile", "discard", "aside"):
            assert view[zone] == len(position[zone])
        legal = {word.removeprefix("pass:") for word in view.get("legal", []) if word.startswith("pass:")}
        assert legal <= own
        assert "with_set" not in view
    assert not shown & {card for row in position["hand"] for card in row}


def check_deals(table: Table) -> None:
    """Each deal that is not void has one loser, or stragglers, or one removal; a winner never loses its deal."""
    options, events = table.game.options, table.events(None)
    for deal in deals_of(table):
        assert deal["winner"] not in deal["losers"]
        few = {"race": 1, "false_start": 1, "stalemate": 0, "resign": 0, "talk": 0}
        if deal["cause"] == "straggler":
            assert len(deal["losers"]) >= 2
        else:
            assert len(deal["losers"]) == few[deal["cause"]]
        if deal["cause"] in ("race", "straggler"):
            assert deal["winner"] is not None
    lives = table.game.rules.options[0].number(options["lives"])
    assert len(deals_of(table)) <= options["max_voids"] * (1 + options["seats"] * lives)
    times = [event["t"] for event in events]
    assert times == sorted(times)
    if options["false_start"] != "letter":
        losers = sum(len(deal["losers"]) for deal in deals_of(table))
        assert len(told(table, "letter")) == losers


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_at_every_moment(name: str, options: dict[str, Any]) -> None:
    for seed in range(1 if options.get("seats", 4) > 10 else 3):
        table = pioche.load(name, **QUICK | options).table(seed=seed)
        dice, clock, deal, in_use = random.Random(seed), 0, -1, set[str]()
        for count, _ in enumerate(acting(table, dice, leave=0.003)):
            position = table.position()
            if position["deal"] != deal:
                deal, in_use = position["deal"], set(lying(position))
            check_cards(table, position, in_use)
            check_lives(table, position)
            if count % 11 == 0:
                check_views(table, position)
            assert table.s.clock >= clock
            clock = table.s.clock
        assert table.over
        check_deals(table)
        check_end(table)


def check_end(table: Table) -> None:
    """R29-R32, R35: the winners are live, share the first place, and nobody else has it."""
    position, ranking = table.position(), table.ranking
    winners = [seat for seat, place in enumerate(ranking) if place == 1]
    last = deals_of(table)[-1]
    one_deal = table.game.options["match"] == "one_deal"
    lost = last["losers"] if one_deal else []
    assert winners == [p for p in position["live"] if p not in lost]
    drawn = position["voids"] >= table.game.options["max_voids"]
    if not drawn and not one_deal:
        assert len(winners) <= 2
    order = sorted((p for p in range(table.game.seats) if p not in position["live"]), key=lambda p: -position["exit"][p])
    assert [ranking[p] for p in order] == sorted(ranking[p] for p in order)


@pytest.mark.parametrize("options", TABLES[:7])
def test_races_do_happen_in_these_matches(options: dict[str, Any]) -> None:
    """The random players above are good enough for the checks to mean something."""
    causes: Counter[str] = Counter()
    for seed in range(4):
        table = pioche.load("pig", **options | {"stalemate_rounds": 60}).table(seed=seed)
        for _ in acting(table, random.Random(seed), nerves=0.0, most=1500):
            pass
        causes.update(deal["cause"] for deal in deals_of(table))
    assert causes["race"] + causes["straggler"] > 3, causes


@pytest.mark.parametrize(("name", "options"), GAMES[:7:2] + GAMES[-2:])
def test_records_and_positions_lead_back(name: str, options: dict[str, Any]) -> None:
    for seed in range(2):
        table = pioche.load(name, **QUICK | options).table(seed=seed)
        for count, _ in enumerate(acting(table, random.Random(seed), leave=0.01, most=300)):
            if count % 40 == 0:
                check_round_trip(table)
                timers = list(table.s.timer)
                assert table.game.at(table.position()).s.timer == timers, "timers follow from what is written"
        check_round_trip(table)


@pytest.mark.parametrize("seats", [3, 8, 20])
def test_the_first_deal_does_not_depend_on_the_players(seats: int) -> None:
    """T22: bots roll their own dice."""
    tables = [pioche.load("pig", seats=seats, false_start=rule).table(seed=9) for rule in ("ends_deal", "blocked")]
    assert tables[0].position()["hand"] == tables[1].position()["hand"]
    other = pioche.load("pig", seats=seats).table(seed=10)
    assert other.position()["hand"] != tables[0].position()["hand"]
