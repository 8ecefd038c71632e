"""Refusals of a tournament, in both languages and with the number of the rule."""

from __future__ import annotations

from functools import partial
from typing import Any

from pioche import text
from pioche.errors import Illegal

CATALOGUE = "tournament"
WORDS = ("state", "status", "role", "action", "what")  # values that have a word in each language


class Refused(Illegal):
    """An action the tournament rules do not allow now. `rule` is its TR number, `reason` the key of the sentence."""


say = partial(text.say, CATALOGUE)


def refused(reason: str, rule: str, **values: Any) -> Refused:
    """`raise refused("not_seated", "TR25", state="playing")`. Words for states and statuses are translated."""
    sentences = []
    for lang in text.LANGUAGES:
        words = text.catalogue(CATALOGUE, lang)["words"]
        told = {name: words.get(one, one) if name in WORDS else one for name, one in values.items()}
        sentences.append(say(f"refusals.{reason}", lang, **told))
    return Refused(sentences[0], sentences[1], rule, reason)
