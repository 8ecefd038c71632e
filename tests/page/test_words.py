"""The page speaks from the same catalogues as the terminal, and both languages ask for the same things."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pioche import text
from tests.test_text import leaves, slots

WEB = Path(__file__).parents[2] / "web"
WORDS = WEB / "scripts" / "words.py"
ENGLISH, FRENCH = (dict(leaves(text.catalogue("page", lang))) for lang in ("en", "fr"))


def test_the_page_was_given_the_words_of_the_catalogues() -> None:
    done = subprocess.run([sys.executable, str(WORDS), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", ENGLISH, ids=".".join)
def test_both_languages_fill_in_the_same(path: tuple[str, ...]) -> None:
    in_english, in_french = ({name for _, name in slots(said[path])} for said in (ENGLISH, FRENCH))
    assert in_english == in_french


@pytest.mark.parametrize("key", text.catalogue("page", "en"))
def test_no_word_is_left_over(key: str) -> None:
    """Each is asked for somewhere: w.playNow, words().fire, said.dealOf(...)."""
    head, *rest = key.split("_")
    name = head + "".join(part.title() for part in rest)
    sources = (path for path in (WEB / "src").rglob("*") if path.suffix in (".ts", ".svelte") and path.name != "catalogue.ts")
    assert any(re.search(rf"(\bw|\bsaid|\bwords\(\))\.{name}\b", path.read_text(encoding="utf-8")) for path in sources)
