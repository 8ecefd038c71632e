"""What a game tells of its table beside the view: right, and nothing that the view and a perfect memory do not hold."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import pioche
from pioche import Table
from pioche.engine.odds import price
from pioche.engine.table import Table as EngineTable
from pioche.rules import blackstone, rocket
from pioche.testing.steps import fresh, playing
from tests.strategies import covering, spread

TOLD = [game for game in pioche.games() if pioche.load(game).rules.facts]


def moments(name: str, matches: int = 8, steps: int = 60) -> Iterator[Table]:
    for number, choice in enumerate(spread(covering(name), matches)):
        table = fresh(name, choice, 70 + number)
        for _ in playing(table, random.Random(number), steps):
            if not table.over:
                yield table


def facts(table: EngineTable, seat: int | None) -> list[dict[str, Any]]:
    return table.facts(table.view(seat))


def named(table: EngineTable, seat: int | None, name: str) -> dict[str, Any] | None:
    found = [fact for fact in facts(table, seat) if fact.get("name") == name]
    assert len(found) < 2
    return found[0] if found else None


def test_these_games_tell_facts() -> None:
    assert set(TOLD) == {"pairs", "hawthorn", "goblin_poker", "blackstone", "rocket", "port", "starboard", "sweep", "kitty"}


@pytest.mark.parametrize("name", TOLD)
def test_facts_are_plain_data_of_places_that_exist(name: str) -> None:
    shape, verbs, told = pioche.load(name).rules.shape, {k.name for k in pioche.load(name).rules.actions.kinds}, 0
    for table in moments(name):
        for seat in (None, *range(table.game.seats)):
            found = facts(table, seat)
            assert json.loads(json.dumps(found)) == found
            for fact in found:
                told += 1
                assert fact["n"] >= 0
                assert fact.get("do", next(iter(verbs))) in verbs
                assert fact.get("zone", "deck") in shape.fields
                assert -1 <= fact.get("seat", -1) < table.game.seats
    assert told > 0 or name == "kitty"


@pytest.mark.parametrize("name", [name for name in TOLD if name not in ("sweep", "kitty")])
def test_the_price_of_a_move_is_what_the_engine_takes_for_it(name: str) -> None:
    """Stakes that are lost on top of half of the white stones are told beside them (`of`)."""
    compared = 0
    for table in moments(name, 6):
        for seat in table.actors:
            costs = {fact["do"]: fact["n"] + fact.get("of", 0) for fact in facts(table, seat) if "do" in fact}
            for word in table.legal(seat):
                cost = costs.get(word.split(":")[0])
                # a drawn card may change more than its price: the least that is lost for certain is compared elsewhere
                if cost is None or (word == "draw" and price(table, seat, word) is None):
                    continue
                changes = dict(price(table, seat, word) or ())
                taken = changes.get("points") if name == "pairs" else -sum(changes.values())
                if name == "blackstone":  # the stake was taken out of the purse when the deal began
                    taken = -changes.get("purse", 0)
                assert taken == cost, (word, changes, cost, table.position())
                compared += 1
    assert compared > 10


def test_the_dealer_of_rocket_loses_with_the_cards_that_are_left() -> None:
    compared = 0
    for table in moments("rocket"):
        told = named(table, None, "dealer_risk")
        s = table.s
        if told is None:
            assert not s.pile[s.dealing] or not s.left
            continue
        bad = sum(s.deck[rank] for rank in range(1, 11) if rank == rocket.DEADLY or s.pile[s.dealing] >> rank & 1)
        assert told["n"] == bad / s.left
        assert not any(fact.get("counted") for fact in table.facts(table.view(None), counted=False))
        compared += 1
    assert compared > 50


def test_the_shoe_of_rocket_is_shuffled_at_its_mark() -> None:
    table = pioche.load("rocket", decks=2, reshuffle_percent=25).table(seed=1)
    told = named(table, 0, "reshuffle")
    assert told is not None
    assert (told["zone"], told["n"], told["of"]) == ("deck", 27, 110)


def test_the_tens_of_blackstone_that_are_told_are_those_not_seen_yet() -> None:
    compared = 0
    for table in moments("blackstone"):
        told = named(table, None, "tens_left")
        assert told is not None
        assert told["n"] == table.s.deck[blackstone.TEN], table.position()
        compared += 1
    assert compared > 50


def test_the_order_of_sweep_is_the_order_of_the_cards_laid() -> None:
    compared = 0
    for table in moments("sweep"):
        told = {fact["seat"]: fact["n"] for fact in facts(table, None)}
        laid: list[int] = []
        for event in table.events(None):
            if event["kind"] == "round":
                laid = []
            elif event["kind"] in ("play", "skip"):
                laid.append(event["seat"])
        for place, seat in enumerate(laid, 1):
            assert told.get(seat, place) == place
            compared += seat in told
        assert set(told) <= set(laid)
    assert compared > 50


@pytest.mark.parametrize("kind", ["sweep", "venture"])
def test_the_first_capture_of_a_round_is_the_one_of_the_highest_rank(kind: str) -> None:
    """Elsewhere a seat takes only what is lower than its own card."""
    seen = 0
    ((event_, first),) = pioche.load(kind).rules.firsts.items()
    for seed in range(20):
        table = fresh(kind, {}, seed)
        for _ in playing(table, random.Random(seed), 80):
            pass
        since = False
        played: dict[int, int] = {}
        for event in table.events(None):
            if event["kind"] == first.since:
                since, played = True, {}
            elif event["kind"] in ("play", "bids"):
                played[event["seat"]] = event["rank"]
            elif event["kind"] in first.among:
                if event["kind"] == event_ and not since:
                    assert event.get("captured", event["rank"]) < played[event["seat"]]
                elif event["kind"] == event_:
                    assert played[event["seat"]] == min(played.values())
                    seen += 1
                since = False
    assert seen > 20


@pytest.mark.parametrize("name", pioche.games())
def test_nothing_is_told_of_a_match_that_is_over(name: str) -> None:
    table = pioche.load(name).table(seed=3)
    view = table.view(0)
    table.s.over = 1
    assert table.facts(view) == []
