"""Metrics of games whose answers are known: exact, not nearly."""

from __future__ import annotations

import numpy as np
import pytest

import pioche
from pioche.lab.game_report.decision_importance import decision_importance, look_back
from pioche.lab.game_report.luck import luck
from pioche.lab.measures.batches import numbered, play
from pioche.lab.measures.match_metrics import measured
from pioche.lab.measures.measured_play import FACT_KEPT, TENTHS, WHOLE_PLACE
from pioche.lab.measures.players import lineup
from pioche.lab.simulate import simulate
from tests.lab.made_game import registered

__all__ = ["registered"]  # a fixture


def made(kind, **options):
    return pioche.load("made", kind=kind, **options)


def one_match(game, bots="expert"):
    return {
        name: float(values[0]) for name, values in measured(game, play(numbered(game, lineup(game, bots), 1, 1))).items()
    }


# -- luck and skill ------------------------------------------------------------------------------------------


def test_a_pure_lottery_is_all_luck():
    found = luck(made("lottery", seats=3), 300)

    assert (found.share.mean, found.share.error) == (1.0, 0.0)


def test_a_race_without_chance_is_no_luck():
    """Regulars say anything, which is luck of a kind; between novices and experts there is none."""
    from pioche.lab.game_report import luck as module

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SEATED", ("novice", "expert"))
        found = luck(made("race", seats=3), 300)

    assert (found.share.mean, found.share.error) == (0.0, 0.0)
    assert found.worth.least > 0


def test_a_real_game_lies_in_between():
    found = luck(pioche.load("starboard", seats=2, deals=4), 2000)

    assert 0.3 < found.share.mean < 1
    assert found.wins["expert"].mean > found.wins["novice"].mean
    assert found.worth.mean > 5 * found.worth.error


# -- decisions -----------------------------------------------------------------------------------------------


def test_no_decision_of_a_lottery_matters():
    found = decision_importance(made("lottery", seats=3), 20, 16)

    assert (found.stake.mean, found.mattered.mean, found.king.mean) == (0.0, 0.0, 0.0)


def test_the_one_decision_of_an_exam_is_worth_everything_and_high_is_right():
    found = decision_importance(made("exam"), 20, 16)

    assert (found.stake.mean, found.mattered.mean, found.good.mean) == (1.0, 1.0, 1.0)
    assert (found.right["high"].mean, found.right["low"].mean) == (1.0, 0.0)


def test_who_cannot_win_and_decides_who_does_makes_a_king():
    game = made("king", seats=3)

    assert decision_importance(game, 30, 16).king.mean == 1.0
    assert one_match(game)["forced"] == pytest.approx(2 / 3)
    assert decision_importance(made("race", seats=3), 20, 16).king.mean == 0.0


@pytest.mark.parametrize(("said", "chance"), [("low", 0.0), ("high", 1.0)])
def test_a_look_back_knows_what_a_move_was_worth(said, chance):
    table = made("exam").table(seed=1)
    table.act(0, said)
    (one,) = look_back(table.record(), times=8)

    assert (one["played"], one["chance"], one["best"], one["best_chance"]) == (said, chance, "high", 1.0)


def test_experts_play_well_where_it_matters():
    found = decision_importance(pioche.load("starboard", seats=2, deals=1), 60, 64)

    assert found.mattered.mean > 0.1
    assert found.good.mean > 0.6


# -- the lead ------------------------------------------------------------------------------------------------


def test_a_match_whose_every_deal_is_known():
    """Points go to 0 1 1 0 0 1: leads are seat 1, both, seat 2, both, seat 1, both. The lead changes twice, and after five of six deals the
    winners (both) do not lead yet."""
    found = one_match(made("script", deals=6))

    assert found["lead_changes"] == 2
    assert found["suspense"] == 5 / 6
    assert found["shared"] == 1
    assert (found["seat1.score"], found["seat2.score"]) == (3, 3)


def test_a_lead_that_is_won_at_the_end_and_one_that_is_never_lost():
    """Points go to 0 1 1 0 0: seat 1 wins three of five, and leads alone for good only at the end."""
    found = one_match(made("script", deals=5))

    assert found["seat1.win"] == 1
    assert found["suspense"] == 4 / 5
    assert found["comebacks"] == 0  # after two deals both have one point
    assert one_match(made("bias", bias=100, deals=5)) | {"suspense": 0, "lead_changes": 0} == one_match(
        made("bias", bias=100, deals=5)
    )


def test_a_comeback_is_a_winner_who_was_last_at_half_time():
    """Of seven deals 0 1 1 0 0 1 0 seat 1 wins four; after three of them it was behind."""
    assert one_match(made("script", deals=7))["comebacks"] == 1


def test_who_leads_at_each_tenth_and_wins():
    game = made("script", deals=5)
    kept = play(numbered(game, lineup(game, "expert"), 1, 1)).facts[0, FACT_KEPT : FACT_KEPT + TENTHS] / WHOLE_PLACE

    assert kept.tolist() == [0.5, 1.0, 1.0, 0.5, 0.5, 0.0, 0.0, 0.5, 0.5, 1.0]


def test_moves_without_a_choice_are_not_taken():
    """Two of three seats can only say low, and the third, a novice, says low too where it might say high."""
    actions = simulate(made("king", seats=3), 5, "novice").as_json()["actions"]

    assert actions["low"]["share"]["mean"] == 1
    assert actions["low"]["taken"]["mean"] == 1
    high = simulate(made("king", seats=3), 5, "expert").as_json()["actions"]
    assert (high["high"]["taken"]["mean"], high["low"]["taken"]["mean"]) == (1, 0)


def test_orders_actions_and_events_of_a_known_game():
    found = one_match(made("bias", bias=100, deals=4), "expert,novice")

    assert (found["order1.gain"], found["order1.top"], found["order2.gain"]) == (1, 1, 0)
    assert (found["action.low"], found["action.high"]) == (0.5, 0.5)
    assert (found["event.said"], found["event.point"]) == (2, 1)
    assert found["minutes"] == pytest.approx((8 * 6 + 4 * 20) / 60)


def test_seat_advantage_of_a_coin():
    found = simulate(made("bias", bias=70), 4000, "novice")

    assert abs(found.wins[0].mean - 0.7) < 4 * found.wins[0].error
    assert np.isclose(sum(seat.mean for seat in found.wins), 1)
