"""The end of a deal on the page: a scene that tells what happened and stays until it is left."""

from __future__ import annotations

import pytest

import pioche
from tests.page.driving import Browser

PHONE = {"width": 390, "height": 780}


@pytest.mark.parametrize(("game", "lang", "size"), [("hawthorn", "fr", {}), ("goblin_poker", "en", PHONE)])
def test_the_end_of_a_deal_is_a_scene(
    browser: Browser, human_house: str, game: str, lang: str, size: dict[str, int]
) -> None:
    assert browser.check("ending", human_house, game=game, lang=lang, **size)


@pytest.mark.campaign
@pytest.mark.parametrize("size", [{}, PHONE, {"width": 360, "height": 640}])
@pytest.mark.parametrize("game", pioche.games())
def test_every_game_ends_its_deals_in_a_scene(browser: Browser, human_house: str, game: str, size: dict[str, int]) -> None:
    for lang in ("en", "fr"):
        assert browser.check("ending", human_house, game=game, lang=lang, **size)


def test_agnes_turns_every_card_up(browser: Browser, human_house: str) -> None:
    assert browser.check("all_cards_up", human_house) >= 8
