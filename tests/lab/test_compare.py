"""Comparisons: null ones are called different as seldom as they say, planted differences are found."""

from __future__ import annotations

import json
import math
import re
import sys

import numpy as np
import pytest

import pioche
from pioche.engine.game import Game
from pioche.lab.comparing.compare import Verdicts, compare
from pioche.lab.comparing.sequential import MIN_NONZERO_DIFFERENCES, Differences, half_width, holm, p_values, tuning
from pioche.lab.comparing.sides import settings
from pioche.terminal.cli import main
from tests.lab.made import RULES
from tests.lab.made_game import registered

__all__ = ["registered"]  # a fixture
BIASED = Game(RULES, {"kind": "bias"})


def test_two_hundred_null_comparisons_are_called_different_as_seldom_as_they_say():
    """The same setting twice, on deals of its own. Nobody stops before it is clear or 8000 matches are played."""
    called = 0
    for run in range(200):
        sides = settings([BIASED, "bias=50", "bias=50"])
        called += bool(compare(sides, matches=8000, common=False, seed=1 + 1_000_000 * run, workers=1).different)

    assert called <= 200 * 0.05


def test_null_comparisons_of_a_real_game_are_called_different_as_seldom_as_they_say():
    called = 0
    for run in range(40):
        sides = settings(["starboard", "seats=2+deals=1", "seats=2+deals=1"])
        called += bool(compare(sides, "all", matches=4000, common=False, seed=1 + 1_000_000 * run, workers=1).different)

    assert called <= 4  # 40 · 5 %, and two standard errors


@pytest.mark.parametrize(("metrics", "looks"), [(1, 120), (12, 30)])
def test_neither_many_looks_nor_many_metrics_find_what_is_not_there(metrics, looks):
    """The verdicts themselves, on three hundred streams of pure noise. Without the correction for looks the first would find
    something in a third of them, without that for metrics the second in far more than the stated 5 %."""
    rng, called = np.random.default_rng(metrics), 0
    for _ in range(300):
        seen, real = Differences(metrics), False
        for _ in range(looks):
            seen.add(rng.normal(0.0, 1.0, (100, metrics)))
            real |= bool(Verdicts([seen], np.ones(metrics), 0.05, 0.05).real.any())
        called += real

    assert called <= 300 * 0.05


def test_planted_differences_are_found_and_measured():
    """docs/lab.md: a tenth of a standard deviation is found in 100,000 matches with a chance above 95 %. The planted one
    is 0.1 standard deviations of a coin: 50 % against 55 %."""
    found, inside = 0, 0
    for run in range(20):
        sides = settings([BIASED, "bias=50", "bias=55"])
        told = compare(sides, "seat", common=False, seed=1 + 1_000_000 * run, workers=1)
        row = next(row for row in told.rows if row["metric"] == "seat1.win")
        found += row["verdict"] == "different"
        inside += row["low"] <= 0.05 <= row["high"]

    assert found >= 19
    assert inside >= 19


def test_a_clear_answer_takes_fewer_matches_than_a_close_one():
    far, near = (
        compare(settings([BIASED, "bias=50", change]), "seat", common=False, workers=1).matches
        for change in ("bias=90", "bias=54")
    )

    assert far == 1024 < near < 100_000


def test_what_is_alike_is_called_alike_in_the_end():
    told = compare(settings([BIASED, "bias=50", "bias=50"]), "seat", common=False, workers=1, seed=7)

    assert told.clear
    assert {row["verdict"] for row in told.rows} == {"alike"}


def test_common_deals_make_intervals_narrow():
    sides = settings(["hawthorn", "ante=1", "ante=2"], seats=3, deals=2)
    wide, narrow = (
        next(row for row in compare(sides, "game", matches=1024, common=common).rows if row["metric"] == "decisions")
        for common in (False, True)
    )

    assert narrow["high"] - narrow["low"] < 0.7 * (wide["high"] - wide["low"])


def test_a_mean_is_inside_its_interval_at_every_look():
    """Two thousand looks at each of 200 streams: the true mean leaves the interval in at most 5 % of them."""
    rng, left = np.random.default_rng(5), 0
    for _ in range(200):
        values = rng.exponential(1.0, 200_000) - 1.0
        n = np.arange(1, 2001) * 100
        total, squares = values.cumsum()[n - 1], (values * values).cumsum()[n - 1]
        mean, variance = total / n, (squares - total * total / n) / (n - 1)
        wide = np.array([half_width(v, int(k), 0.05, tuning(0.05)) for v, k in zip(variance[9:], n[9:], strict=True)])
        left += bool((np.abs(mean[9:]) > wide).any())

    assert left <= 10


def test_an_interval_leaves_nought_outside_exactly_when_p_is_below_its_level():
    seen = Differences(3)
    seen.add(np.random.default_rng(2).normal([0.0, 0.06, 0.2], 1.0, (4000, 3)))
    rho = tuning(0.01)
    for level in (0.001, 0.01, 0.1):
        outside = np.abs(seen.mean) > half_width(seen.variance, seen.n, level, rho)
        assert outside.tolist() == (p_values(seen, rho) < level).tolist()


def test_holm_steps_down():
    real, levels = holm(np.array([0.04, 0.001, 0.02, 0.012]), 0.05)

    assert real.tolist() == [True, True, True, True]
    assert [round(one, 4) for one in levels] == [0.05, 0.0125, 0.025, 0.0167]
    assert holm(np.array([0.04, 0.03]), 0.05)[0].tolist() == [False, False]


def test_rare_differences_prove_nothing():
    seen = Differences(1)
    values = np.zeros((100_000, 1))
    values[: MIN_NONZERO_DIFFERENCES - 1] = 1.0
    seen.add(values)

    assert p_values(seen, tuning(0.05)).tolist() == [1.0]


def test_what_never_varies_and_differs_is_different():
    told = compare(settings(["starboard", "deals=2", "deals=3"], seats=2), "game", matches=1024)

    assert "deals" in told.different


def test_the_figures_do_not_depend_on_the_number_of_workers():
    sides = settings(["starboard", "draw_cost=1", "draw_cost=2"], seats=2, deals=2)
    one, three = (compare(sides, matches=3000, seconds=1e6, workers=n).as_json() for n in (1, 3))

    assert one == three


# -- settings ------------------------------------------------------------------------------------------------


def test_settings_in_words_as_mappings_and_as_games():
    words = settings(["starboard", "lock_out=on_draw+seats=3", "bots=novice"])
    mappings = settings(["starboard", {"lock_out": "on_draw", "seats": 3}, {"bots": "novice"}])
    games = settings([pioche.load("starboard"), pioche.load("port")])

    assert [side.game.options for side in words] == [side.game.options for side in mappings]
    assert [side.lineup.named for side in words] == ["expert", "novice"]
    assert [side.name for side in games] == ["starboard", "port"]


def test_a_single_change_is_compared_with_the_game_as_it_is():
    assert [side.name for side in settings(["starboard", "draw_cost=2"])] == ["starboard", "draw_cost=2"]


def test_a_range_runs_through_its_values():
    swept = settings(["starboard", "draw_cost=1..5:2"])

    assert [(side.at, side.game.options["draw_cost"]) for side in swept] == [(1, 1), (3, 3), (5, 5)]


@pytest.mark.parametrize(
    "given", [[], ["starboard"], ["starboard", "lock_out"], ["starboard", "draw_cost=5..1"], ["starboard", "ante=1..2+draw_cost=1..2"],
              ["starboard", "lock_out=never"], ["starboard", "bots=clever"]],
)  # fmt: skip
def test_bad_settings_are_refused_in_both_languages(given):
    with pytest.raises(pioche.PiocheError) as refused:
        settings(given)
    assert refused.value.en != refused.value.fr


# -- what is shown ---------------------------------------------------------------------------------------------


def test_the_question_of_the_lock_out_is_answered_in_one_command(tmp_path, capsys, monkeypatch):
    """With experts the option changes nothing worth the name. The picture comes unasked."""
    monkeypatch.chdir(tmp_path)
    command = "compare starboard lock_out=on_lock lock_out=on_draw --bots expert --by order --lang en"
    assert main(command.split()) == 0

    said = capsys.readouterr().out
    assert "No difference was found." in said
    assert re.search(r"gain of turn 4 .* alike", said)
    drawn = re.search(r"Drew (.*\.svg)", said)[1]
    assert (tmp_path / drawn).read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_picture_is_written_as_its_name_ends(ending, begins, tmp_path, capsys):
    out = tmp_path / "new" / f"answer.{ending}"
    command = ["compare", "starboard", "seats=2+deals=1", "seats=3+deals=1", "--by", "order", "--matches", "1024", "--json"]
    assert main([*command, "--out", str(out)]) == 0

    assert out.read_bytes().startswith(begins)
    json.loads(capsys.readouterr().out)  # and nothing else


def test_a_picture_nobody_can_draw_is_refused_before_anything_is_played(capsys):
    assert main(["compare", "starboard", "draw_cost=2", "--out", "answer.gif"]) == 2
    assert ".png" in capsys.readouterr().err


def test_every_setting_has_its_own_rows_and_its_own_verdict():
    """The second changes nothing, the third much; two of them have the same name."""
    found = compare(settings(["starboard", "draw_cost=1", "draw_cost=1", "draw_cost=3"], seats=2), "order", matches=2000)
    lines = found.lines("en")

    assert [sum(line.startswith("gain of turn 1") for line in lines[a:b]) for a, b in ((0, 9), (9, 16))] == [1, 1]
    assert "draw_cost=1: Every single match went the same way." in lines
    assert any(line.startswith("draw_cost=3: Really different: gain of turn") for line in lines)
    assert {row["changed"] for row in found.rows if row["setting"] == "draw_cost=1"} == {0}
    assert sum("the same in every match" in line for line in lines) == 4


def test_who_sits_at_one_table_only_is_drawn_too():
    """Turns 1 and 2 can be compared, turn 3 is there in one setting."""
    found = compare(settings(["starboard", "seats=2", "seats=3"], deals=1), "order", matches=1024)

    assert "order3.gain" not in found.metrics
    assert found.means[1]["order3.gain"].n == 1024
    assert re.search(r">3</text>", found.picture())


def test_random_players_would_have_answered_otherwise(capsys):
    assert (
        main(["compare", "starboard", "lock_out=on_lock", "lock_out=on_draw", "--bots", "random", "--by", "order", "--json"])
        == 0
    )

    rows = {row["metric"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    assert rows["order4.gain"]["verdict"] == "different"
    assert rows["order4.gain"]["low"] > 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_is_told_and_drawn_in_both_languages(lang):
    found = compare(settings(["starboard", "draw_cost=1..3"], seats=2), matches=1024)
    lines = found.lines(lang)

    assert "{" not in "".join(lines)
    assert "<svg" in found.picture(lang)
    assert "<table>" in found._repr_html_()
    for by in ("order", "game"):
        assert "<svg" in compare(settings(["starboard", "draw_cost=2"], seats=2), by, matches=1024).picture(lang)


def test_a_table_for_pandas_and_polars(monkeypatch):
    class Frames:
        @staticmethod
        def DataFrame(rows):
            return rows

    monkeypatch.setitem(sys.modules, "pandas", Frames)
    monkeypatch.setitem(sys.modules, "polars", Frames)
    found = pioche.compare("starboard", {"draw_cost": 2}, matches=1024, by="game")

    assert found.to_pandas() == found.to_polars() == found.rows
    assert {"metric", "difference", "low", "high", "p", "verdict"} <= set(found.rows[0])
    assert all(math.isfinite(row["difference"]) for row in found.rows)
