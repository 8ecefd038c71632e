"""Every game in a real Chromium against a real house: a person plays a full deal with the mouse.

The checks themselves are written where the page is, in web/tests.
"""

from __future__ import annotations

import pytest

import pioche
from tests.page.driving import Browser

PRICED = {
    "pairs": "fold", "hawthorn": "pass", "goblin_poker": "pass", "blackstone": "pass", "rocket": "pass", "port": "draw",
    "starboard": "draw",
}  # fmt: skip
TIMED = [game for game in pioche.games() if pioche.load(game).rules.timed]


@pytest.mark.parametrize("game", [game for game in pioche.games() if game not in TIMED])
def test_a_person_plays_a_full_deal_with_the_mouse(browser: Browser, house: str, game: str) -> None:
    assert browser.check("deal", house, game=game) >= 1


@pytest.mark.parametrize("game", TIMED)
def test_a_person_plays_a_full_deal_against_the_clock(browser: Browser, human_house: str, game: str) -> None:
    assert browser.check("deal", human_house, game=game) >= 1


@pytest.mark.parametrize("game", PRICED)
def test_the_price_on_the_table_is_what_the_house_reckons(browser: Browser, house: str, game: str) -> None:
    assert browser.check("priced", house, game=game, seats=3, verb=PRICED[game]) > 0
