"""Catalogues and rule sheets in English avoid the turns of phrase that read like a translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGLISH = Path(__file__).parent.parent / "src" / "pioche" / "text"
FILES = sorted([*(ENGLISH / "en").rglob("*.toml"), *(ENGLISH / "sheets" / "en").glob("*.md")])
TICS = re.compile(
    r"\b(whoever|whichever|whatever|somebody who|any more|anew|the own|by (it|them)self|by themselves"
    r"|(?<!no )one (may|can|sees|could)|says so|says why|by lot|is kept as it is|manche|there is no such)\b|\blies (in|on|there|here)\b",
    re.IGNORECASE,
)
HOUSE = re.compile(r"\b(the|this|a|another|your) house\b", re.IGNORECASE)  # it is a server; the brand says Pioche
CODES = re.compile(r"\([RTCSV]\d+[^)]*\)")  # numbers of rules stay behind the refusal


def tics(text: str, path: Path) -> Iterator[str]:
    """Yield each turn of phrase that may not be there, with its line."""
    for n, line in enumerate(text.splitlines(), 1):
        patterns = [TICS, HOUSE] if path.suffix == ".md" else [TICS, HOUSE, CODES]
        if not line.lstrip().startswith("#") or path.suffix == ".md":
            said = line if path.suffix == ".md" else line.partition("=")[2]
            yield from (f"{path.name}:{n}: {found[0]}" for pattern in patterns for found in pattern.finditer(said))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_english_is_plain(path: Path) -> None:
    assert list(tics(path.read_text(encoding="utf-8"), path)) == []


@pytest.mark.parametrize(
    "planted",
    [
        'text = "Whoever opens this link can register."',
        'text = "The old link opens nothing any more."',
        'text = "This page goes in by itself."',
        'text = "The house does not answer."',
        'text = "You wait for a card (R13)."',
        'text = "There is no such door."',
        'text = "One sees the table half a minute late."',
    ],
)
def test_a_planted_tic_is_found(planted: str) -> None:
    assert len(list(tics(planted, Path("page.toml")))) == 1
