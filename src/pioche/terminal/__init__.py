"""The games in a terminal: what the commands of `pioche` print and ask."""

from __future__ import annotations

from typing import Any

from pioche import text
from pioche.errors import PiocheError


def say(key: str, lang: str, **values: Any) -> str:
    """A sentence of the terminal: `say("play.quit", "fr")`."""
    value: Any = text.catalogue("terminal", lang)
    for part in key.split("."):
        value = value[part]
    return text.fill(value, values, lang)


def refusal(key: str, **values: Any) -> PiocheError:
    """A refusal in both languages: `raise refusal("errors.no_seat", value=9, last=3)`."""
    en, fr = (say(key, lang, **values) for lang in text.LANGUAGES)
    return PiocheError(en, fr)
