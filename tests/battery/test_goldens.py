"""Every game plays as it did when its golden text was last looked at. `make goldens` writes them anew."""

from __future__ import annotations

import pytest

import pioche
from tests import goldens
from tests.strategies import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_the_game_plays_as_its_golden_says(name: str) -> None:
    path = goldens.FOLDER / f"{name}.txt"
    assert path.exists(), f"{name} has no golden yet: run make goldens and read what it wrote"
    assert goldens.playthrough(name) == path.read_text(encoding="utf-8"), "run make goldens and read the difference"


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_is_short_and_reaches_the_end_of_the_match(name: str) -> None:
    lines = (goldens.FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert 20 < len(lines) < 120
    assert "not over" not in lines[-3]
    assert lines[-3].startswith("after ")


def test_there_is_no_golden_without_a_game() -> None:
    assert {path.stem for path in goldens.FOLDER.glob("*.txt")} <= set(pioche.games())


def test_a_golden_does_not_depend_on_the_version_of_python() -> None:
    dice = goldens.Dice(7)
    assert [dice.choice("abcdefgh") for _ in range(12)] == list("bdcefdgabege")
