"""Keys alone, one thumb, two people, a lost line: whoever comes, however they come."""

from __future__ import annotations

from tests.page.driving import Browser


def test_one_game_entirely_by_keyboard(browser: Browser, house: str) -> None:
    browser.check("keyboard", house)


def test_cards_are_played_with_the_arrows(browser: Browser, house: str) -> None:
    browser.check("arrows", house)


def test_one_thumb_on_a_phone_360_pixels_wide(browser: Browser, house: str) -> None:
    browser.check("thumb", house)


def test_two_browsers_play_each_other_with_a_reload_in_the_middle(browser: Browser, house: str) -> None:
    browser.check("two_browsers", house)


def test_the_language_changes_in_mid_game(browser: Browser, house: str) -> None:
    browser.check("language", house)


def test_a_lost_line_is_told_and_comes_back_by_itself(browser: Browser, house: str) -> None:
    browser.check("lost_line", house)


def test_a_wrong_address_is_answered_in_words(browser: Browser, house: str) -> None:
    browser.check("refusal", house)


def test_the_page_asks_nobody_else_and_is_small(browser: Browser, house: str) -> None:
    assert 0 < browser.check("first_visit", house) < 150_000


def test_a_replay_is_scrubbed_and_played_on(browser: Browser, house: str) -> None:
    browser.check("replay", house)
