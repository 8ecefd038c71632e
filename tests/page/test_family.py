"""Faces, reactions, what bots say, and the matches one has played."""

from __future__ import annotations

import subprocess

import pytest

from tests.page.driving import NODE, WEB, Browser, missing


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
