"""The games in a terminal: what the commands of `pioche` print and ask."""

from __future__ import annotations

from functools import partial
from typing import Any

from pioche import text
from pioche.errors import PiocheError

say = partial(text.say, "terminal")


def refusal(key: str, **values: Any) -> PiocheError:
    """A refusal in both languages: `raise refusal("errors.no_seat", value=9, last=3)`."""
    en, fr = (say(key, lang, **values) for lang in text.LANGUAGES)
    return PiocheError(en, fr)
