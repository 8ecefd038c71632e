"""Where everybody lies on a small screen: computed without a browser, and looked at in one."""

from __future__ import annotations

import subprocess

import pytest

from tests.page.driving import WEB, Browser, missing


def test_sizes_are_computed() -> None:
    if missing():
        pytest.skip(missing())
    done = subprocess.run(["node", "tests/layout.mjs"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("tables\n")


@pytest.mark.parametrize(("game", "seats", "width", "least"), [("agnes", 8, 360, 24), ("pig", 13, 390, 0)])
def test_a_crowd_sits_on_a_phone(browser: Browser, still: str, game: str, seats: int, width: int, least: int) -> None:
    assert browser.check("crowd", still, game=game, seats=seats, width=width, least=least) >= 4


@pytest.mark.campaign
@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize(("game", "seats"), [("agnes", 8), ("goblin_poker", 8), ("hawthorn", 6), ("pig", 13), ("agnes", 6)])
def test_every_crowd_sits_on_a_phone(browser: Browser, still: str, game: str, seats: int, width: int) -> None:
    assert browser.check("crowd", still, game=game, seats=seats, width=width, least=24 if game == "agnes" else 0)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rules_are_printed_whole_and_alone(browser: Browser, house: str, lang: str) -> None:
    assert browser.check("rulesOnPaper", house, lang=lang) >= 1
