"""Every game in a real Chromium against a real house: a person plays a full deal with the mouse.

The checks themselves are written where the page is, in web/tests.
"""

from __future__ import annotations

import pytest

import pioche
from tests.page.driving import Browser

TIMED = [game for game in pioche.games() if pioche.load(game).rules.timed]


@pytest.mark.parametrize("game", [game for game in pioche.games() if game not in TIMED])
def test_a_person_plays_a_full_deal_with_the_mouse(browser: Browser, house: str, game: str) -> None:
    assert browser.check("deal", house, game=game) >= 1


@pytest.mark.parametrize("game", TIMED)
def test_a_person_plays_a_full_deal_against_the_clock(browser: Browser, human_house: str, game: str) -> None:
    assert browser.check("deal", human_house, game=game) >= 1
