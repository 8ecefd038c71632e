"""Leagues in the lab: the same from the same seed, true to the model, with error bars and a picture."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pioche.errors import BadOption
from pioche.lab.leagues import Bots, SkillModel, league, picture
from tests.terminal.running import pioche


def test_a_league_is_the_same_from_the_same_seed() -> None:
    one, two = (league("agnes", SkillModel(0.8), 8, 3, ("raw",), 6, 4).as_json() for _ in range(2))
    assert one == two
    assert league("agnes", SkillModel(0.8), 8, 3, ("raw",), 6, 5).as_json() != one


def test_more_rounds_and_a_wider_spread_find_the_best_more_often() -> None:
    close = league("agnes", SkillModel(0.1), 8, 6, ("raw",), 40)
    wide = league("agnes", SkillModel(2.0), 8, 6, ("raw",), 40)
    assert wide.found[-1].first.mean > close.found[-1].first.mean + 0.2
    assert wide.found[-1].place.mean <= wide.found[0].place.mean
    assert wide.found[-1].order.mean > wide.found[0].order.mean
    assert all(0 <= one.first.error < 0.1 for one in wide.found)
    assert wide.found[2].repeats.mean == 12  # eight entrants, three rounds


@pytest.mark.parametrize(("game", "levels"), [("hawthorn", ["novice", "expert"]), ("pig", ["novice", "regular", "expert"])])
def test_bots_play_and_the_better_level_scores_more(game: str, levels: list[str]) -> None:
    found = league(game, Bots(game, levels), 8, 3, ("rank",), 6)
    means = {level: mean.mean for (_, level), mean in found.means.items()}
    assert set(means) == set(levels)
    assert means["expert"] > means["novice"]
    assert sum(mean.n for mean in found.means.values()) == 6 * 3 * 8


def test_two_levels_at_least_are_needed() -> None:
    for levels in (["expert"], ["expert", "expert"], ["expert", "genius"]):
        with pytest.raises(BadOption):
            Bots("hawthorn", levels)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_picture(tmp_path: Path, lang: str) -> None:
    found = league("agnes", SkillModel(0.5), 8, 2, ("raw", "win"), 4)
    for name, start in (("league.png", b"\x89PNG"), ("league.svg", b"<?xml")):
        picture(found, lang, str(tmp_path / name))
        assert (tmp_path / name).read_bytes().startswith(start)


def test_without_matplotlib_the_picture_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BadOption, match="plots"):
        picture(league("agnes", SkillModel(0.5), 4, 1, ("raw",), 2), "en", str(tmp_path / "x.png"))
    assert not (tmp_path / "x.png").exists()


def test_the_command(tmp_path: Path) -> None:
    done = pioche(
        "tournament",
        "simulate",
        "--runs",
        "4",
        "--rounds",
        "2",
        "--entrants",
        "8",
        "--scoring",
        "raw",
        "--json",
        state=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(json.loads(done.stdout)["found"]) == 2
    said = pioche(
        "tournament", "simulate", "--runs", "4", "--rounds", "2", "--entrants", "8", "--lang", "fr", state=tmp_path
    ).stdout
    assert "Décompte" in said
    assert " ± " in said
    for words in (
        ["--scoring", "luck"],
        ["--spread", "wide"],
        ["--bots", "expert"],
        ["--picture", "x.doc"],
        ["--picture", "no/such/folder.png"],
    ):
        done = pioche("tournament", "simulate", "--runs", "2", "--rounds", "1", "--entrants", "4", *words, state=tmp_path)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
