"""Keys alone, one thumb, two people, a lost line: whoever comes, however they come."""

from __future__ import annotations

import pytest

import pioche
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


def test_a_replay_remembers_who_showed_the_traveller(browser: Browser, house: str) -> None:
    told = browser.check("traveller_again", house)
    assert 1 in told["badges"], told


def test_a_replay_is_scrubbed_and_played_on(browser: Browser, house: str) -> None:
    browser.check("replay", house)


@pytest.mark.parametrize(
    ("lang", "name"), [("en", "you have seen it: 4 of clubs"), ("fr", "vous l’avez vue\u00a0: 4 de trèfle")]
)
def test_the_memory_aid_of_agnes_is_written_on_the_backs(browser: Browser, still: str, lang: str, name: str) -> None:
    """R93: what the person kept and what everybody saw somebody take, and nothing without the option."""
    told = {}
    for aided in (True, False):
        options = {"seats": 3, "memory_aid": aided, "turn_time": 0}
        table = pioche.load("agnes", **options).table(seed=4)
        for move in ("0 draw", "0 keep:1", "1 pass", "2 pass", "0 end", "1 take:2"):
            table.act(int(move[0]), move[2:])
        laid = {"game": "agnes", "options": options, "position": table.position(), "sit": 0, "start": True}
        laid |= {"bots": {"1": "random", "2": "random"}, "settings": {"pace": "relaxed"}}
        told[aided] = browser.check("labels", still, table=laid, lang=lang)

    labelled = {(spot, slot): (label, aloud) for spot, slot, label, aloud in told[True] if label}
    assert set(labelled) == {("layout.0", "1"), ("layout.1", "2")}
    assert labelled["layout.0", "1"][0] == "4♣"
    assert name in labelled["layout.0", "1"][1]
    assert len(told[False]) == len(told[True]) == 12
    assert not any(label for _, _, label, _ in told[False])
