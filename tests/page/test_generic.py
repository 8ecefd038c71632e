"""A new game from somewhere else, with no skin, is playable at once on the generic table."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.house.running import Running
from tests.page.driving import QUICK, Browser
from tests.test_docs import files_and_runs

GAME = "little_pairs"


def package(folder: Path) -> Path:
    """The game of docs/write-a-game.md, installed the way any package offers its games."""
    rules = files_and_runs()[0][f"{GAME}.py"]
    (folder / "my_package").mkdir()
    (folder / "my_package" / "__init__.py").touch()
    (folder / "my_package" / f"{GAME}.py").write_text(rules, encoding="utf-8")
    info = folder / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[pioche.games]\n{GAME} = my_package.{GAME}:RULES\n")
    return folder


def test_a_game_of_another_package_is_played_to_its_end(browser: Browser, tmp_path: Path) -> None:
    paths = [str(package(tmp_path)), os.environ.get("PYTHONPATH", "")]
    house = Running(tmp_path, *QUICK, env={"PYTHONPATH": os.pathsep.join(path for path in paths if path)})
    try:
        played = (browser.check("stranger", house.address, game=GAME, title="Petit Pairs") for _ in range(4))
        assert any(moves > 0 for moves in played)  # others may end a match before one's turn comes
        assert not house.errors()
    finally:
        house.stop()


@pytest.mark.parametrize("game", ["hawthorn", "five_cards", pytest.param("agnes", marks=pytest.mark.campaign)])
def test_a_game_that_has_lost_its_skin_is_playable(browser: Browser, house: str, game: str) -> None:
    assert browser.check("no_skin", house, game=game) > 0
