"""Rocket solved exactly: the figures of its rulebook, and the same by play."""

from __future__ import annotations

import pytest

from pioche.lab.solved import solve, solver
from pioche.lab.solved.rocket_for_one import POLICIES, play_endless, play_engine, rocket


def test_the_dealers_edge_is_that_of_the_rulebook():
    assert round(100 * rocket("optimal").edge, 1) == 3.5
    assert round(100 * rocket("never_pass").edge, 1) in (5.4, 5.5)
    assert round(100 * rocket("coin_flip").edge) == 35


def test_the_first_decision_passes_only_six_or_more_against_a_one_and_eight_or_more_against_a_two():
    expected = [(a, 1) for a in range(6, 11)] + [(a, 2) for a in range(8, 11)]

    assert expected == rocket("optimal").first_passes()


def test_perfect_play_gives_the_dealer_least():
    for decks in (0, 1, 2, 8):
        edges = [rocket(policy, decks).edge for policy in POLICIES]

        assert edges == sorted(edges)


@pytest.mark.parametrize("policy", POLICIES)
def test_play_from_an_endless_shoe_agrees_within_three_standard_errors(policy):
    mean, error = play_endless(policy, 40_000, seed=11)

    assert abs(mean - rocket(policy).edge) < 3 * error


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("decks", [1, 4])
def test_play_in_the_engine_agrees_within_three_standard_errors(policy, decks):
    mean, error = play_engine(policy, decks, 6_000, seed=5)

    assert abs(mean - rocket(policy, decks).edge) < 3 * error


def test_a_solution_is_found_by_the_game_it_names() -> None:
    assert [solver(name).GAME for name in ("rocket", "pairs")] == ["rocket", "pairs"]
    assert solver("hawthorn") is None
    assert solve("hawthorn", 0, 100, 1) is None
    assert solve("rocket", 9, 100, 1) is None
    assert solve("pairs", 1, 100, 1) is None


def test_a_solution_tells_exact_shares_beside_those_by_play() -> None:
    found = solve("rocket", 0, 500, 1)

    assert found is not None
    assert found.head == ("endless", {"decks": 0, "rounds": 500})
    assert [row.who for row in found.rows] == [(policy,) for policy in POLICIES]
    assert [row.exact for row in found.rows] == [rocket(policy).edge for policy in POLICIES]
    assert [row.played for row in found.rows] == [play_endless(policy, 500) for policy in POLICIES]
    assert [figure["edge"] for figure in found.figures] == [row.exact for row in found.rows]
    assert ("leave", {"dealer": 1, "own": 6}) in found.notes
