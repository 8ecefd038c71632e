"""The first deals in a browser: three of them every day, all of them in the campaign."""

from __future__ import annotations

import gzip

import pytest

import pioche
from tests.page.driving import PAGE, Browser

SAMPLE_BY_KEYS, SAMPLE_BY_TOUCH = ["hawthorn", "five_cards"], ["agnes"]
ALL = pioche.games()
MOST_SCRIPT = 150_000  # bytes of a first visit, squeezed
LOOKS = [("dark", False), ("light", True)]


@pytest.mark.parametrize("game", SAMPLE_BY_KEYS)
def test_a_lesson_is_finished_by_keyboard_alone(browser: Browser, house: str, game: str) -> None:
    browser.check("lessonByKeyboard", house, game=game, lang="en")


@pytest.mark.parametrize("game", SAMPLE_BY_TOUCH)
def test_a_lesson_is_finished_by_touch_on_a_phone(browser: Browser, house: str, game: str) -> None:
    browser.check("lessonByTouch", house, game=game, lang="fr")


def test_another_move_is_refused_and_nothing_is_kept(browser: Browser, house: str) -> None:
    browser.check("lessonRefuses", house)


def test_a_lesson_is_offered_once_and_can_always_be_had(browser: Browser, house: str) -> None:
    browser.check("lessonOffered", house)


def test_the_offer_lies_within_a_small_phone(browser: Browser, house: str) -> None:
    browser.check("doorFits", house)


def test_a_lesson_goes_on_without_movement(browser: Browser, house: str) -> None:
    browser.check("lessonCalm", house)


def test_axe_finds_nothing_in_a_lesson(browser: Browser, house: str) -> None:
    assert browser.check("lessonAxe", house, game="port") == 4


def test_a_first_visit_does_not_pay_for_lessons(browser: Browser) -> None:
    """The part of the page that teaches is a file of its own, fetched when somebody learns."""
    entry = list((PAGE / "assets").glob("index-*.js"))
    assert sum(len(gzip.compress(file.read_bytes())) for file in entry) < MOST_SCRIPT
    assert not any("/lesson`" in file.read_text(encoding="utf-8") for file in entry)
    assert any("/lesson`" in file.read_text(encoding="utf-8") for file in (PAGE / "assets").glob("enter-*.js"))


@pytest.mark.campaign
@pytest.mark.parametrize("game", ALL)
def test_every_lesson_by_keyboard(browser: Browser, house: str, game: str) -> None:
    browser.check("lessonByKeyboard", house, game=game, lang="en")


@pytest.mark.campaign
@pytest.mark.parametrize("game", ALL)
def test_every_lesson_by_touch(browser: Browser, house: str, game: str) -> None:
    browser.check("lessonByTouch", house, game=game, lang="fr")


@pytest.mark.campaign
@pytest.mark.parametrize(("theme", "phone"), LOOKS)
@pytest.mark.parametrize("game", ALL)
def test_axe_finds_nothing_in_any_lesson(browser: Browser, house: str, game: str, theme: str, phone: bool) -> None:
    assert browser.check("lessonAxe", house, game=game, theme=theme, phone=phone) == 4
