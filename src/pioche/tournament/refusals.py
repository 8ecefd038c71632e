"""What a tournament refuses, in both languages and with the number of the rule."""

from __future__ import annotations

from typing import Any

from pioche import text
from pioche.errors import Illegal

CATALOGUE = "tournament"
WORDS = ("state", "status", "role", "action", "what")  # values that have a word in each language


class Refused(Illegal):
    """An action the tournament rules do not allow now. `rule` is its TR number, `reason` the key of the sentence."""


def say(key: str, lang: str, **values: Any) -> str:
    """A sentence of the tournament: `say("explain.plain", "fr")`."""
    value: Any = text.catalogue(CATALOGUE, lang)
    for part in key.split("."):
        value = value[part]
    return text.fill(str(value), {name: _said(one, lang) for name, one in values.items()}, lang)


def _said(value: Any, lang: str) -> Any:
    """Lists are told as « a, b et c »."""
    return text.listing([str(one) for one in value], lang) if isinstance(value, list | tuple) else value


def refused(reason: str, rule: str, **values: Any) -> Refused:
    """`raise refused("not_seated", "TR25", state="playing")`. Words for states and statuses are translated."""
    sentences = []
    for lang in text.LANGUAGES:
        words = text.catalogue(CATALOGUE, lang)["words"]
        told = {name: words.get(one, one) if name in WORDS else one for name, one in values.items()}
        sentences.append(say(f"refusals.{reason}", lang, **told))
    return Refused(sentences[0], sentences[1], rule, reason)
