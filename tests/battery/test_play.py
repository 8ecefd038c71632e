"""Whole matches of every game at many tables: nothing is lost, they end, and what ends has a result."""

from __future__ import annotations

import random

import pytest

from pioche.testing.steps import MAX_DECISIONS, fresh, playing
from tests.battery.laws import Ledger
from tests.strategies import GAMES, covering, named, pairwise


def play_out(name: str, choices: list[dict[str, object]], seeds: range, most: int) -> int:
    """Play matches with the books open; how many positions were checked."""
    checked = 0
    for choice in choices:
        for seed in seeds:
            table = fresh(name, choice, seed)
            ledger = Ledger(table.rules)
            for _ in playing(table, random.Random(seed), most):
                ledger.check(table.s)
                checked += 1
            ledger.check(table.s)
    return checked


@pytest.mark.parametrize("name", GAMES)
def test_cards_and_coins_are_conserved(name: str) -> None:
    assert play_out(name, covering(name), range(2), 300) > 300


def test_a_lost_card_and_a_lost_coin_would_be_noticed() -> None:
    table = fresh("hawthorn", {}, 1)
    ledger = Ledger(table.rules)
    ledger.check(table.s)
    table.s.purse[0] += 1
    with pytest.raises(AssertionError, match="coins are made or lost"):
        ledger.check(table.s)
    table.s.purse[0] -= 1
    table.s.hand[0][3] += 1
    with pytest.raises(AssertionError, match="cards are lost or doubled"):
        ledger.check(table.s)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_ends_and_has_a_result(name: str) -> None:
    for choice in covering(name):
        table = fresh(name, choice, 3)
        for _ in playing(table, random.Random(3), MAX_DECISIONS):
            pass
        assert table.over, f"{name} {named(choice)}: not over after {MAX_DECISIONS} decisions"
        assert table.actors == ()
        assert table.events(None)[-1]["kind"] == "match_over"
        check_result(table.scores, table.ranking, table.game.seats)
        with pytest.raises(Exception, match="over"):
            table.act(0, table.rules.actions.write(0))


def check_result(scores: list[int], ranking: list[int], seats: int) -> None:
    assert [type(n) for n in scores + ranking] == [int] * (2 * seats)
    assert min(ranking) == 1
    for place in ranking:  # 1, 2, 2, 4: equal results share a place
        assert sum(other < place for other in ranking) == place - 1


@pytest.mark.campaign
@pytest.mark.parametrize("name", GAMES)
def test_conservation_at_every_table(name: str) -> None:
    play_out(name, list(pairwise(name)), range(1), 400)
