"""The page, the traffic and the accessibility tree of one seat contain no face that the seat may not know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pioche
from tests.house.running import Running
from tests.page.canaries import planted, told_apart
from tests.page.driving import STILL, Browser

LEAKY = ("-m", "tests.page.leaky")
HIDING = ("hawthorn", "goblin_poker", "sweep", "kitty", "venture", "pig", "spoons", "vatra", "agnes")


@pytest.fixture(scope="module")
def leaky(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    house = Running(tmp_path_factory.mktemp("leaky"), *STILL, program=LEAKY)
    yield house.address
    house.stop()


@pytest.mark.parametrize("game", pioche.games())
def test_a_hidden_card_reaches_nobody(browser: Browser, still: str, game: str) -> None:
    pair = planted(game, seed=11)
    assert pair.differ == (game in HIDING), "a canary must sit in every game that hides cards from a seat"
    assert told_apart(browser, still, pair, "fr" if len(game) % 2 else "en") == {}


@pytest.mark.parametrize("game", ["hawthorn", "pig", "agnes"])
def test_a_house_that_shows_a_hidden_card_is_caught(browser: Browser, leaky: str, game: str) -> None:
    found = told_apart(browser, leaky, planted(game, seed=11))
    assert set(found) == {"line", "page", "reader", "faces of world 0", "faces of world 1"}


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20, 30))
@pytest.mark.parametrize("game", HIDING)
def test_a_hidden_card_reaches_nobody_in_many_worlds(browser: Browser, still: str, game: str, seed: int) -> None:
    assert told_apart(browser, still, planted(game, seed)) == {}
