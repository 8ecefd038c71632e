"""A tournament through its screens, in a real browser with a real house: every role by its real controls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pioche.tournament import Tournament
from tests.house.running import Running
from tests.page.driving import QUICK, Browser

LANGUAGES = ("fr", "en")
LOOKS = [("dark", "fr"), ("light", "en")]
OTHER_LOOKS = [("light", "fr"), ("dark", "en")]
SCREENS = 35


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_organiser_runs_a_tournament_of_twelve_to_its_end(browser: Browser, house: str, lang: str) -> None:
    """Create, invite, check in, seat, swap, start, type results, close, finals, finish; the log tells the same tournament."""
    told = browser.check("organiser", house, lang=lang)
    log = [json.loads(line) for line in told["log"].splitlines()]
    t = Tournament.replay(log)
    assert t.state.phase == "finished"
    assert len(t.ranking()) == 12
    assert {"Zoé", "Alice"} <= {row.name for row in t.ranking()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_entrant_plays_on_a_phone_and_the_result_arrives_by_itself(browser: Browser, house: str, lang: str) -> None:
    browser.check("entrant", house, lang=lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_referee_decides_corrects_and_penalises_with_reasons(browser: Browser, house: str, lang: str) -> None:
    browser.check("referee", house, lang=lang)


@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.campaign), "fr"])
def test_the_wall_shows_clock_seats_and_standings(browser: Browser, house: str, lang: str) -> None:
    browser.check("projector", house, lang=lang)


def test_without_the_live_line_the_page_asks_by_itself(browser: Browser, house: str) -> None:
    browser.check("broken_line", house)


def test_a_house_that_stands_still_is_noticed_at_a_tournament(browser: Browser, tmp_path: Path) -> None:
    """Its stream stays open, no byte comes: whoever waits for a table is told."""
    running = Running(tmp_path, *QUICK)
    try:
        assert running.process is not None
        assert browser.check("silent_stream", running.address, pid=running.process.pid) < 20
    finally:
        running.stop()


def test_nothing_typed_is_lost_and_the_focus_stays_when_others_act(browser: Browser, house: str) -> None:
    browser.check("typing", house)


def test_the_same_cards_are_compared_after_the_round(browser: Browser, house: str) -> None:
    browser.check("same_cards", house)


@pytest.mark.parametrize(("theme", "lang"), LOOKS)
def test_axe_finds_nothing_on_any_screen_of_a_tournament(browser: Browser, house: str, theme: str, lang: str) -> None:
    assert browser.check("axe_tournament", house, theme=theme, lang=lang) == SCREENS


@pytest.mark.campaign
@pytest.mark.parametrize(("theme", "lang"), OTHER_LOOKS)
def test_axe_finds_nothing_in_the_other_looks(browser: Browser, house: str, theme: str, lang: str) -> None:
    assert browser.check("axe_tournament", house, theme=theme, lang=lang) == SCREENS
