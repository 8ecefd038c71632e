"""Rocket solved exactly: the figures of its rulebook, and the same by play."""

from __future__ import annotations

import pytest

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
