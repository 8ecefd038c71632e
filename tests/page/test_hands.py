"""Keys alone, one thumb, two people, a lost line: whoever comes, however they come."""

from __future__ import annotations

from pathlib import Path

import pytest

import pioche
from pioche import text
from tests.house.running import Running
from tests.page.driving import QUICK, Browser


def test_one_game_entirely_by_keyboard(browser: Browser, house: str) -> None:
    browser.check("keyboard", house)


def test_cards_are_played_with_the_arrows(browser: Browser, house: str) -> None:
    browser.check("arrows", house)


def test_one_thumb_on_a_phone_360_pixels_wide(browser: Browser, house: str) -> None:
    browser.check("thumb", house)


def test_two_browsers_play_each_other_with_a_reload_in_the_middle(browser: Browser, house: str) -> None:
    browser.check("two_browsers", house)


def test_a_rematch_is_a_question_and_leaving_leaves(browser: Browser, house: str) -> None:
    browser.check("again_and_away", house)


def test_the_language_changes_in_mid_game(browser: Browser, house: str) -> None:
    browser.check("language", house)


def test_a_lost_line_is_told_and_comes_back_by_itself(browser: Browser, house: str) -> None:
    browser.check("lost_line", house)


def test_a_house_that_stands_still_is_noticed(browser: Browser, tmp_path: Path) -> None:
    """Its socket stays open, no byte comes: the page asks, hears nothing, and says so."""
    running = Running(tmp_path, *QUICK)
    try:
        assert running.process is not None
        waited = browser.check("silent_house", running.address, pid=running.process.pid)
        assert waited < 20
    finally:
        running.stop()


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


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("calm", [False, True])
def test_the_lowest_card_takes_the_highest_rank_even_if_it_is_its_own(
    browser: Browser, still: str, lang: str, calm: bool
) -> None:
    """R12 of Sweep: what the lowest card takes may be higher, equal or lower; only the others take below."""
    game = pioche.load("sweep", seats=3)
    for seed in range(2000):
        table = game.table(seed=seed)
        if table.actors != (1,):
            continue
        for seat in (1, 2):
            table.act(seat, f"play:{max(table.position()['hand'][seat])}")
        laid = table.position()
        others = [cards[0] for cards in laid["played"] if cards]
        small = [rank for rank in laid["hand"][0] if max(laid["centre"]) <= rank < min(others)]
        if small and len(set(others)) == 2:
            break
    else:
        raise AssertionError("no deal shows it")
    bots = {"1": "random", "2": "random"}
    table_ = {"game": "sweep", "options": {"seats": 3}, "position": laid, "bots": bots, "sit": 0, "start": True}
    told = browser.check("captures", still, table=table_, lang=lang, rank=small[0], calm=calm)
    words = text.catalogue("page", lang)["captures"]
    assert told == [words["lowest"], words["below"]], told


@pytest.mark.parametrize(
    ("game", "lives", "lost", "told"),
    [
        ("pig", "pig", 2, {"en": "(P)(I)G", "fr": "(N)(E)Z"}),
        ("pig", "donkey", 4, {"en": "(D)(O)(N)(K)EY", "fr": "(B)(A)(U)(D)ET"}),
        ("pig", "hog", 2, {"en": "pig ×2", "fr": "cochon ×2"}),
        ("spoons", "three", 1, {"en": "(♥)♥♥", "fr": "(♥)♥♥"}),
        ("spoons", "cutlery", 3, {"en": "(C)(U)(T)LERY", "fr": "(C)(U)(T)LERY"}),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_lives_are_told_as_the_scheme_wants(
    browser: Browser, still: str, game: str, lives: str, lost: int, told: dict[str, str], lang: str
) -> None:
    """R24 and E11 of Pig: a word letter by letter, hearts where there is none; a hog was a pig twice before."""
    options = {"seats": 3, "lives": lives}
    position = pioche.load(game, **options).table(seed=1).position()
    position["letters"] = [0, lost, 0]
    bots = {"1": "random", "2": "random"}
    table = {"game": game, "options": options, "position": position, "bots": bots, "sit": 0, "start": True}
    plates = browser.check("lives", still, table=table, lang=lang)
    assert plates["1"] == told[lang], plates
    assert "(" not in plates["0"]
    assert "×" not in plates["0"]
