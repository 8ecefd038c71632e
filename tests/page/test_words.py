"""The page speaks from the same catalogues as the terminal, and both languages ask for the same things."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from pioche import text
from tests.test_text import leaves, slots

WEB = Path(__file__).parents[2] / "web"
WORDS = WEB / "scripts" / "words.py"
CATALOGUES = ("page", "page_tournament")
ENGLISH, FRENCH = (
    {(name, *path): said for name in CATALOGUES for path, said in leaves(text.catalogue(name, lang))}
    for lang in ("en", "fr")
)


@pytest.mark.parametrize("name", CATALOGUES)
def test_the_page_is_given_the_words_of_the_catalogues(name: str) -> None:
    written = runpy.run_path(str(WORDS))["typescript"](name)
    for sentences in (ENGLISH, FRENCH):
        told = [said for (catalogue, *_), said in sentences.items() if catalogue == name]
        assert told
        assert not [said for said in told if json.dumps(said, ensure_ascii=False) not in written]


@pytest.mark.parametrize("path", ENGLISH, ids=".".join)
def test_both_languages_fill_in_the_same(path: tuple[str, ...]) -> None:
    in_english, in_french = ({name for _, name in slots(said[path])} for said in (ENGLISH, FRENCH))
    assert in_english == in_french


def asked_for(key: str, where: str, calls: str) -> bool:
    """Somewhere among the sources: w.playNow, words().fire, said.dealOf(...)."""
    head, *rest = key.split("_")
    name = head + "".join(part.title() for part in rest)
    sources = (path for path in (WEB / "src" / where).rglob("*") if path.suffix in (".ts", ".svelte"))
    texts = (path.read_text(encoding="utf-8") for path in sources if not path.name.endswith("catalogue.ts"))
    return any(re.search(rf"({calls})\.{name}\b", text) for text in texts)


@pytest.mark.parametrize("key", text.catalogue("page", "en"))
def test_no_word_is_left_over(key: str) -> None:
    assert asked_for(key, "", r"\bw|\bsaid|\bwords\(\)")


@pytest.mark.parametrize("key", text.catalogue("page_tournament", "en"))
def test_no_word_of_a_tournament_is_left_over(key: str) -> None:
    assert asked_for(key, "tournament", r"\bw|\bspoken\(\)")
