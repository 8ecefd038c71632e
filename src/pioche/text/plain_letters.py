"""Replacements for letters a terminal cannot show and for control characters.

`ERROR_HANDLER` is an error handler for streams: each letter that a terminal cannot encode becomes the nearest one it can.
`harmless` shows control characters of a name or a file instead of passing them on.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

ERROR_HANDLER = "pioche-letters"
NEAREST = {
    "♠": "s", "♥": "h", "♦": "d", "♣": "c", "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "…": "...",
    "–": "-", "—": "-", "−": "-", "·": "-", "•": "*", "×": "x", "±": "+/-", "→": "->", "↳": "->", "✓": "v", "✗": "x",
    "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "≥": ">=", "≤": "<=", "─": "-", "━": "-", "═": "=", "│": "|", "┃": "|",
    "█": "#", "▉": "#", "░": ".", "▒": ":", "▓": "#",
}  # fmt: skip


# C0 and C1 controls but line feed and tab, DEL, line and paragraph separators, marks that change the direction of writing
OBEYED = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]")
PICTURES = 0x2400  # U+2400 + n is the picture of control character n


def harmless(words: str) -> str:
    """Replace every character that a terminal would obey by one it shows: ESC becomes ␛, U+202E becomes <U+202E>."""
    return OBEYED.sub(_picture, words)


def harmless_json(written: str) -> str:
    """Escape the same characters in JSON, where they can only stand in strings: the value stays what it is."""
    return OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def on_one_line(words: str) -> str:
    """Show line feeds and tabs as well: a name cannot forge a line of its own."""
    return harmless(words).replace("\n", "␊").replace("\t", "␉")


def harmless_values(values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a sentence with foreign text (names, paths, errors) on one line and without controls."""
    foreign = str, Path, Exception
    return {name: on_one_line(str(value)) if isinstance(value, foreign) else value for name, value in values.items()}


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return chr(PICTURES + code)
    return "␡" if code == 0x7F else f"<U+{code:04X}>"


def nearest(letter: str) -> str:
    """Return the nearest plain ASCII for a letter, or a question mark."""
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


codecs.register_error(ERROR_HANDLER, _replace)
