"""The page's verifier agrees with `pioche verify` on the shared vectors, and its share is no use to a house that cheats."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.engine.fair.vectors import FILE
from tests.page.driving import WEB, Browser


def test_the_page_verifies_as_python_does() -> None:
    if not shutil.which("node") or not (WEB / "node_modules").is_dir():
        pytest.skip("THE PAGE IS NOT TESTED. It needs Node and its tools: make page")
    done = subprocess.run(["node", "tests/fair.mjs"], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(len(json.loads(FILE.read_text("utf-8"))["records"])), "records"]


@pytest.mark.parametrize(("lang", "size"), [("fr", {"width": 390, "height": 780}), ("en", {})])
def test_the_seal_says_what_was_promised_and_whether_it_was_kept(
    browser: Browser, house: str, lang: str, size: dict[str, int]
) -> None:
    assert browser.check("sealed", house, lang=lang, **size) == 5


def test_the_page_finds_a_changed_card_and_a_broken_promise(browser: Browser, house: str) -> None:
    seen, promised, drawn = browser.check("broken_seal", house)
    assert len(seen) == 1
    assert "from what this page was shown" in seen[0]
    assert "not the one it locked in" in promised[0]
    assert len(drawn) == 1
    assert "does not come from the key" in drawn[0]
