"""Simulation: means with errors, the same whoever plays them."""

from __future__ import annotations

import json
import math

import pytest

import pioche
from pioche.engine.game import COMPILED, PLAIN
from pioche.lab.random_matches import Batch
from pioche.lab.simulate import Mean, simulate
from pioche.lab.sums import plus_minus
from pioche.terminal.cli import main


def test_the_figures_do_not_depend_on_the_number_of_workers():
    game = pioche.load("pairs", seats=3)

    assert simulate(game, 9_000, workers=1).as_json() == simulate(game, 9_000, workers=3).as_json()


def test_match_k_of_a_simulation_is_the_match_of_seed_plus_k():
    game = pioche.load("hawthorn", seats=3, deals=2)
    batch = Batch(game, COMPILED)
    batch.play(40, 3)
    alone = Batch(game, PLAIN)
    alone.play(42, 1)

    assert batch.scores[2].tolist() == alone.scores[0]


def test_coins_are_neither_made_nor_lost_on_average():
    result = simulate(pioche.load("hawthorn", deals=1), 3_000)

    assert sum(seat.total for seat in result.scores) == 0
    assert math.isclose(sum(seat.mean for seat in result.wins), 1.0)


def test_every_kind_of_event_is_counted():
    found = simulate(pioche.load("hawthorn", deals=1), 500).as_json()["events"]

    assert found["ante"]["per_deal"] == 4
    assert found["hand"]["per_match"]["mean"] == 20
    assert found["pot"]["per_match"] == {"mean": 1.0, "se": 0.0, "sd": 0.0, "min": 1.0, "max": 1.0}


def test_split_pots_are_told_by_the_size_of_the_set_of_winners():
    found = simulate(pioche.load("starboard", seats=3, deals=1), 2_000).as_json()["events"]["pot"]["winners"]

    assert 0 < found["several"] < 1
    assert found["mean"] >= 1 + found["several"]


def test_progress_is_told_to_the_end():
    told: list[tuple[int, int]] = []
    simulate(pioche.load("pairs"), 5_000, progress=lambda done, total: told.append((done, total)))

    assert told[-1] == (5_000, 5_000)
    assert len(told) > 1


def test_the_standard_error_is_that_of_the_mean():
    import numpy as np

    mean = Mean()
    mean.add(np.array([1, 2]))
    mean.add(np.array([3, 4]))

    assert (mean.mean, round(mean.error, 6)) == (2.5, 0.645497)


def test_what_is_always_the_same_has_no_error_at_all():
    import numpy as np

    mean = Mean()
    mean.add(np.full(200, 22 / 3))

    assert mean.deviation == mean.error == 0
    assert plus_minus(mean) == "7.333 ± 0"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_result_is_told_in_both_languages(lang):
    lines = simulate(pioche.load("pairs", seats=2), 200).lines(lang)

    assert len(lines) == 18
    assert "{" not in "".join(lines)


def test_one_match_says_nothing_of_others(capsys):
    assert main(["simulate", "starboard", "--matches", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert told["decisions"]["se"] is None
    assert main(["simulate", "starboard", "--matches", "1"]) == 0
    assert "nan" not in capsys.readouterr().out


def test_unknown_bots_and_no_matches_are_refused():
    with pytest.raises(pioche.BadOption, match="random"):
        pioche.simulate("pairs", matches=10, bots="clever")
    with pytest.raises(pioche.BadOption, match="at least one"):
        pioche.simulate("pairs", matches=0)
