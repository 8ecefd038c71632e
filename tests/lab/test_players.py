"""Who plays in the lab: any level, one for each seat, bots that think and bots of one's own; all measured alike."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.engine.game import PLAIN
from pioche.lab.measures.batches import Measurements, numbered, play
from pioche.lab.measures.measured_play import FACT_DEALS, FACT_DECISIONS, FACT_ORDERED, WHOLE_PLACE
from pioche.lab.measures.players import lineup
from pioche.lab.random_matches import Batch as RandomBatch
from pioche.lab.reflex_matches import ReflexBatch
from pioche.lab.simulate import simulate
from pioche.terminal.cli import main

TOLD = ("facts", "scores", "standings", "gains", "tops", "chosen", "offered", "tallies")


class Careful:
    """A bot of one's own: the last move of the menu."""

    def __init__(self, game, seed):
        self.seed = seed

    def choose(self, view, legal, events, memory):
        return legal[-1]


class Same:
    """Plays what the compiled engine played."""

    def __init__(self, moves):
        self.moves = moves

    def __call__(self, game, seed):
        return self

    def choose(self, view, legal, events, memory):
        return self.moves.pop(0)


@pytest.mark.parametrize("name", ["starboard", "hawthorn", "pig"])
def test_experts_play_the_same_in_both_engines(name):
    game = pioche.load(name)
    job = numbered(game, lineup(game, "expert"), 3, 2)
    compiled, plain = play(job), play(job, PLAIN)

    for told in TOLD[:-1]:  # nobody counts events in the plain engine
        assert np.array_equal(getattr(compiled, told), getattr(plain, told)), told


def test_random_play_is_the_play_there_always_was():
    game = pioche.load("hawthorn", seats=3)
    batch, before = play(numbered(game, lineup(game, "random"), 40, 50)), RandomBatch(game)
    before.play(40, 50)

    assert np.array_equal(batch.scores, before.scores)
    assert np.array_equal(batch.facts[:, FACT_DECISIONS], before.lengths)


def test_reflexes_are_the_reflexes_there_always_were():
    game = pioche.load("pig")
    batch, before = play(numbered(game, lineup(game, "expert"), 5, 20)), ReflexBatch(game, "expert")
    before.play(5, 20)

    assert np.array_equal(batch.scores, before.scores)
    assert np.array_equal(batch.facts[:, FACT_DEALS], before.deals)


def test_experts_win_more_than_novices_who_sit_beside_them():
    found = simulate(pioche.load("starboard"), 2000, "expert,novice,novice,novice")

    assert found.wins[0].mean > 0.4
    assert found.bots == "expert, novice, novice, novice"


def test_what_deals_bring_by_turn_order_adds_up_to_the_results():
    game = pioche.load("starboard")
    batch = play(numbered(game, lineup(game, "expert"), 1, 200))

    assert np.array_equal(batch.gains.sum(axis=1), batch.scores.sum(axis=1))
    assert np.array_equal(batch.tops.sum(axis=1), WHOLE_PLACE * batch.facts[:, FACT_ORDERED])


def test_the_first_in_turn_is_who_decides_first_after_the_button():
    game = pioche.load("port", deals=1, first_button=1)
    batch = play(numbered(game, lineup(game, "expert"), 1, 100))
    first = game.table(seed=1).actors[0]

    assert np.array_equal(np.roll(batch.gains, first, axis=1), batch.scores)


def test_a_game_of_secret_choices_alone_has_no_turn_order():
    found = simulate(pioche.load("venture"), 200)

    assert found.as_json()["orders"] == []
    assert not any("turn " in line for line in found.lines())


def test_bots_at_tables_are_measured_like_compiled_ones():
    game = pioche.load("starboard", seats=2, deals=2)
    job = numbered(game, lineup(game, "regular"), 8, 1, room=200)
    compiled = play(job)
    words = [
        (int(seat), game.actions.write(int(move))) for seat, move, _ in compiled.trace[: compiled.facts[0][FACT_DECISIONS]]
    ]
    bots = [Same([word for p, word in words if p == seat]) for seat in range(2)]
    at_table = play(numbered(game, lineup(game, bots), 8, 1))

    for told in TOLD:
        assert np.array_equal(getattr(compiled, told), getattr(at_table, told)), told


def test_own_classes_and_own_names_play(monkeypatch):
    game = pioche.load("starboard", seats=2, deals=1)
    here = simulate(game, 6, [Careful, "expert"], workers=1)
    monkeypatch.setitem(sys.modules, "careful_bots", sys.modules[__name__])
    named = simulate(game, 6, "careful_bots:Careful,expert", workers=1)

    assert here.as_json()["seats"] == named.as_json()["seats"]
    assert here.as_json()["actions"] == named.as_json()["actions"]


def test_programs_play_in_processes_of_their_own(tmp_path):
    program = tmp_path / "first.py"
    program.write_text(
        "import json, sys\nfor line in sys.stdin:\n    print(json.dumps({'do': json.loads(line)['legal'][0]}), flush=True)\n"
    )
    game = pioche.load("starboard", seats=2, deals=1)
    found = simulate(game, 6, f"{sys.executable} {program},novice", workers=2)

    assert found.matches == 6
    assert str(program) in found.bots


def test_levels_of_a_game_without_judgement_play_at_tables():
    from tests.guests.auction import RULES

    pioche.register(RULES)
    game = pioche.load(RULES.id)

    assert lineup(game, "random").how == "levels"
    assert lineup(game, "expert").how == "tables"
    assert simulate(game, 2, "novice", workers=1).matches == 2


def test_a_player_there_is_not_is_refused():
    for bots in ("clever", "no.such:Bot", "expert,novice"):
        with pytest.raises(pioche.PiocheError):
            simulate(pioche.load("starboard"), 4, bots)
    with pytest.raises(pioche.BadOption, match="clock"):
        simulate(pioche.load("pig"), 4, "search")


def test_a_bot_that_wants_something_illegal_is_named():
    class Wrong(Careful):
        def choose(self, view, legal, events, memory):
            return "fly"

    with pytest.raises(pioche.PiocheError, match="seat 1 wants 'fly'"):
        simulate(pioche.load("starboard", seats=2), 1, Wrong, workers=1)


def test_every_figure_has_an_error():
    def without(found, path=""):
        if isinstance(found, dict):
            if "mean" in found and not {"se"} <= set(found):
                yield path
            if "per_deal" in found and "per_deal_se" not in found:
                yield path
            for key, value in found.items():
                yield from without(value, f"{path}.{key}")
        elif isinstance(found, list):
            for place, value in enumerate(found):
                yield from without(value, f"{path}[{place}]")

    assert list(without(simulate(pioche.load("starboard"), 300, "regular").as_json())) == []


def test_the_error_of_a_ratio_is_that_of_matches_drawn_anew():
    """The figures of many small simulations spread as each of them says."""
    from pioche.lab.sums import Ratio

    rng, spread, said = np.random.default_rng(1), [], []
    for _ in range(400):
        below = rng.integers(1, 9, 200)
        ratio = Ratio()
        ratio.add(rng.binomial(below, 0.3), below)
        spread.append(ratio.mean)
        said.append(ratio.error)

    assert abs(np.std(spread) / np.mean(said) - 1) < 0.12


def test_quantiles_and_bars_of_a_known_spread():
    from pioche.lab.sums import Spread

    spread = Spread()
    spread.add(np.arange(1, 101))

    assert spread.quantiles() == [5, 25, 50, 75, 95]
    assert sum(share for _, _, share in spread.bars()) == pytest.approx(1)
    assert len(spread.bars()) <= 25


def test_minutes_count_a_secret_choice_of_all_once():
    from pioche.lab.measures.match_metrics import Pace, minutes
    from pioche.lab.measures.measured_play import FACT_ROUNDS, FACT_TURNS

    game = pioche.load("hawthorn", deals=1)  # all choose a first card together, then play in turn
    batch = play(numbered(game, lineup(game, "random"), 1, 30))
    turns = batch.facts[:, FACT_DECISIONS] - game.seats

    assert set(batch.facts[:, FACT_ROUNDS]) == {1}
    assert np.array_equal(batch.facts[:, FACT_TURNS], turns)
    assert minutes(game, batch, Pace(60, 60, 60)).tolist() == (turns + 2).tolist()


def test_batches_join():
    game = pioche.load("starboard")
    players = lineup(game, "novice")
    parts = [play(numbered(game, players, first, 10)) for first in (1, 11)]

    assert np.array_equal(Measurements.joined(parts).scores, play(numbered(game, players, 1, 20)).scores)


def test_a_bot_in_the_folder_one_is_in_is_found(tmp_path, monkeypatch, capsys):
    """Also by the processes that play."""
    made = "class Last:\n    def __init__(self, game, seed): ...\n    def choose(self, view, legal, events, memory): return legal[-1]\n"
    (tmp_path / "bots_lying_here.py").write_text(made)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert (
        main(
            [
                "simulate",
                "starboard",
                "--seats",
                "2",
                "-o",
                "deals=1",
                "--bots",
                "bots_lying_here:Last,expert",
                "--matches",
                "8",
            ]
        )
        == 0
    )

    assert "bots_lying_here:Last, expert" in capsys.readouterr().out


def test_ctrl_c_ends_the_processes_that_think_without_a_word():
    """In a terminal all of them hear it."""
    command = [
        sys.executable,
        "-m",
        "pioche",
        "simulate",
        "starboard",
        "--seats",
        "2",
        "-o",
        "deals=1",
        "--bots",
        "search:0.02",
        "--matches",
        "100000",
    ]
    told: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    told["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # a suite in the background does not hear it
    with subprocess.Popen(command, **told) as running:
        said = running.stderr.readline()  # how far it is: the processes are at work
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)

    assert "%" in said
    assert running.returncode == 130
    assert "Traceback" not in out + err
