"""The match layer: who leads, when a target is reached, and what the loser of a game pays."""

from __future__ import annotations

import pytest

import pioche
from pioche.engine.match import NO_MONEY, OLYMPIA, PORTLAND, SEATTLE, TACOMA
from tests.engine.toy import peek


def settled(rule: int, points: list[int], stake: int, pot: int = 0) -> tuple[list[int], int, list[tuple[int, ...]]]:
    """(purses, pot, payments) after the first seat has lost with these points."""
    game = pioche.load("pairs", seats=len(points))
    s = game.blank()
    s.money, s.stake, s.pot = rule, stake, pot
    s.points[: len(points)] = points
    paid = game.rules.events.kinds.index(next(kind for kind in game.rules.events.kinds if kind.name == "payment"))
    game.plain.settle(s, 0, paid)
    return s.purse[: len(points)], s.pot, [entry[3:6] for entry in s.log]


@pytest.mark.parametrize(
    ("rule", "points", "stake", "pot", "purses", "carry"),
    [
        (NO_MONEY, [17, 4, 4, 9], 6, 0, [0, 0, 0, 0], 0),
        (SEATTLE, [14, 1, 2, 3, 4], 1, 0, [-4, 1, 1, 1, 1], 0),
        (TACOMA, [17, 4, 4, 9], 6, 0, [-6, 3, 3, 0], 0),
        (TACOMA, [17, 4, 4, 4], 6, 0, [-6, 2, 2, 2], 0),
        (TACOMA, [17, 4, 4, 9], 7, 0, [-7, 3, 3, 0], 1),
        (TACOMA, [17, 4, 5, 9], 7, 1, [-7, 8, 0, 0], 0),
        (OLYMPIA, [19, 6, 11, 6], 1, 0, [-13, 6, 0, 6], 1),
        (PORTLAND, [19, 6, 11, 6], 1, 0, [-34, 13, 8, 13], 0),
        (PORTLAND, [19, 6, 11, 6], 2, 5, [-68, 26, 16, 26], 5),
        (TACOMA, [31, 40], 6, 0, [-6, 6], 0),
    ],
)
def test_settlements(rule: int, points: list[int], stake: int, pot: int, purses: list[int], carry: int) -> None:
    """R17-R23, with the figures of the rulebook's examples 10 to 13."""
    assert settled(rule, points, stake, pot)[:2] == (purses, carry)
    assert sum(purses) + carry == pot


def test_payments_are_told() -> None:
    assert settled(SEATTLE, [14, 1, 2], 3)[2] == [(0, 1, 3), (0, 2, 3)]
    assert settled(TACOMA, [14, 1, 1], 6)[2] == [(0, 1, 3), (0, 2, 3)]


def test_leaders_and_targets() -> None:
    engine = peek().plain
    s = peek(seats=4).blank()
    s.purse[:] = [3, 7, 7, 1]
    assert engine.leaders(s) == 0b0110
    assert not engine.leads_alone(s)
    assert engine.reached(s, 7)
    assert not engine.reached(s, 8)
    s.purse[1] = 8
    assert engine.leads_alone(s)


def test_a_game_without_hooks_takes_the_defaults() -> None:
    engine = peek().plain
    s = peek(seats=2, deals=3).blank()
    assert [engine.match_over(s), engine.standing(s, 1), engine.unlisted(s, 0, -1)] == [False, 0, 0]
    s.deal = 3
    assert engine.match_over(s)
    moves = [0] * 10
    engine.referee(s, moves)
    assert moves[0] == 0


def test_verbs_over_sets() -> None:
    engine, s = peek().plain, peek(seats=4).blank()
    assert [engine.how_many(0b1011), engine.first_of(0b1000), engine.everybody(s)] == [3, 3, 15]
    assert [engine.alone(0), engine.alone(4), engine.alone(6)] == [False, True, False]
    assert [engine.left_of(s, 3), engine.next_of(s, 1, 0b0011), engine.next_of(s, 1, 0b0010)] == [0, 0, 1]
    assert [engine.lowest(0b1100), engine.lowest(0)] == [2, 11]


def test_odd_coins_stay_in_the_pot() -> None:
    engine, s = peek().plain, peek(seats=3).blank()
    s.pot = 11
    assert engine.split_pot(s, 0b101) == 5
    assert (s.purse, s.pot) == ([5, 0, 5, 0], 1)
