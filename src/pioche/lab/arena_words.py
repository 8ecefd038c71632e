"""The words of the arena."""

from __future__ import annotations

from functools import partial

from pioche import text
from pioche.bots import LEVELS, seconds_of
from pioche.bots.own_bots import LEARNT

say = partial(text.say, "arena")


def name_of(level: str, lang: str) -> str:
    """`search:0.1` is called search (0.1 s); guests have the names they bring."""
    own = level.partition(":")[0]
    if level == LEARNT:
        return say("levels.learnt", lang)
    if own not in LEVELS:
        return level
    if own == "search":
        return say("levels.search", lang, seconds=text.localized(f"{seconds_of(level):g}", lang))
    return say(f"levels.{own}", lang)
