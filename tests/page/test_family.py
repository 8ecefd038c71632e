"""Faces, reactions, what bots say, and the matches one has played."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

import pytest

import pioche
from tests.house.running import Running
from tests.page.driving import NODE, QUICK, WEB, Browser, missing


def test_what_bots_say_follows_from_what_all_have_seen() -> None:
    if missing():
        pytest.skip(missing())
    done = subprocess.run([NODE, "tests/chatter.mjs"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("remarks\n")


def test_a_face_is_chosen_by_one_tap_and_a_reaction_by_two(browser: Browser, house: str) -> None:
    browser.check("faces", house)


def test_bots_can_be_quiet(browser: Browser, still: str) -> None:
    browser.check("quietBots", still)


def test_a_match_is_found_again_exported_and_deleted(browser: Browser, house: str) -> None:
    browser.check("myMatches", house)


def test_one_stray_tap_costs_no_penalty(browser: Browser, still: str) -> None:
    """Agnès: a card that is slammed is tapped twice."""
    options = {"seats": 3, "turn_time": 0, "slam_window": 10000}
    table = pioche.load("agnes", **options).table(seed=4)
    for move in ("0 draw", "0 keep:1", "1 pass", "2 pass", "0 end", "1 draw", "1 keep:1"):
        table.act(int(move[0]), move[2:])
    assert any(word.startswith("slam") for word in table.legal(0))
    laid = {"game": "agnes", "options": options, "position": table.position(), "sit": 0, "start": True}
    laid |= {"bots": {"1": "random", "2": "random"}, "settings": {"pace": "relaxed"}}
    assert "penalty" in browser.check("strayTap", still, table=laid)


def test_a_variant_chosen_on_the_card_is_what_one_invites_to(browser: Browser, house: str) -> None:
    browser.check("invitedVariant", house)


def test_the_log_opens_at_its_newest_line(browser: Browser, house: str) -> None:
    browser.check("newestLine", house)


def test_nobody_is_next_while_cards_are_turned_over(browser: Browser, human_house: str) -> None:
    """Everybody's choices are resolved one by one; Rocket's dealer chooses nothing, and is told what is waited for."""
    browser.check("whoIsNext", human_house, game="goblin_poker", seats=3)
    assert browser.check("whoIsNext", human_house, game="rocket", seats=4) >= 1


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_whoever_invites_is_asked_before_phones_are_let_in(browser: Browser, tmp_path: Path, lang: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(("192.0.2.1", 9))  # sends nothing: by which address would one leave?
        except OSError:
            pytest.skip("this machine is in no network")
    house = Running(tmp_path, *QUICK, at_home=True)
    try:
        assert browser.check("open_the_door", house.address, lang=lang).startswith("http://")
    finally:
        house.stop()
