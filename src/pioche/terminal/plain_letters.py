"""A terminal that has no accents and no suits: each letter it cannot show becomes the nearest one it can."""

from __future__ import annotations

import codecs
import unicodedata

NAME = "pioche-letters"
NEAREST = {
    "♠": "s", "♥": "h", "♦": "d", "♣": "c", "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "…": "...",
    "–": "-", "—": "-", "−": "-", "·": "-", "•": "*", "×": "x", "±": "+/-", "→": "->", "↳": "->", "✓": "v", "✗": "x",
    "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "≥": ">=", "≤": "<=", "─": "-", "━": "-", "═": "=", "│": "|", "┃": "|",
    "█": "#", "▉": "#", "░": ".", "▒": ":", "▓": "#",
}  # fmt: skip


def nearest(letter: str) -> str:
    """What stands for a letter in plain ASCII; a question mark where nothing does."""
    if letter in NEAREST:
        return NEAREST[letter]
    if unicodedata.category(letter) == "Zs":
        return " "
    if unicodedata.category(letter) in ("Cf", "Mn"):
        return ""
    if "BOX DRAWINGS" in unicodedata.name(letter, ""):
        return "+"
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare or "?"


def _replace(wrong: UnicodeError) -> tuple[str, int]:
    if not isinstance(wrong, UnicodeEncodeError):
        raise wrong
    return "".join(map(nearest, wrong.object[wrong.start : wrong.end])), wrong.end


codecs.register_error(NAME, _replace)
