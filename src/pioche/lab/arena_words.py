"""The words of the arena."""

from __future__ import annotations

from typing import Any

from pioche import text
from pioche.bots import LEVELS, seconds_of
from pioche.bots.own_bots import LEARNT


def say(key: str, lang: str, **values: Any) -> str:
    """A sentence of the arena: `say("page.title", "fr")`."""
    value: Any = text.catalogue("arena", lang)
    for part in key.split("."):
        value = value[part]
    return text.fill(value, values, lang)


def name_of(level: str, lang: str) -> str:
    """`search:0.1` is called search (0.1 s); guests have the names they bring."""
    own = level.partition(":")[0]
    if level == LEARNT:
        return say("levels.learnt", lang)
    if own not in LEVELS:
        return level
    if own == "search":
        return say("levels.search", lang, seconds=number(f"{seconds_of(level):g}", lang))
    return say(f"levels.{own}", lang)


def number(written: str, lang: str) -> str:
    """A number as the language writes it."""
    return written.replace(".", ",") if lang == "fr" else written
