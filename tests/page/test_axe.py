"""axe-core finds no violation on any screen."""

from __future__ import annotations

from typing import Any

import pytest

import pioche
from tests.page.driving import Browser

LOOKS = [("dark", "fr"), ("light", "en")]
ALL_LOOKS = [(theme, lang) for theme in ("dark", "light") for lang in ("fr", "en")]
SCREENS = 15


def tables(games: list[str]) -> list[tuple[str, int]]:
    return [(game, pioche.load(game).seats) for game in games]


@pytest.mark.parametrize(("theme", "lang"), LOOKS)
def test_axe_finds_nothing_on_any_screen(browser: Browser, house: str, theme: str, lang: str) -> None:
    assert browser.check("axe_screens", house, theme=theme, lang=lang) == SCREENS


@pytest.mark.parametrize("part", range(4))
def test_axe_finds_nothing_on_any_table(browser: Browser, house: str, part: int) -> None:
    """Every game once, half of them in either look; all of them in all looks in the campaign."""
    theme, lang = LOOKS[part % 2]
    games = tables(pioche.games()[part::4])
    assert browser.check("axe_tables", house, theme=theme, lang=lang, games=games) == len(games)


@pytest.mark.campaign
@pytest.mark.parametrize(("theme", "lang"), ALL_LOOKS)
@pytest.mark.parametrize("game", pioche.games())
def test_axe_finds_nothing_in_any_look(browser: Browser, house: str, theme: str, lang: str, game: str) -> None:
    more: dict[str, Any] = {"theme": theme, "lang": lang, "games": tables([game])}
    assert browser.check("axe_tables", house, **more) == 1
