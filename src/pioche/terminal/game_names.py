"""A game by any of its names: its id, a variant's, or a title in either language."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from pioche import text
from pioche.engine.game import HOUSE_GAMES, Game, load, presets, rulebooks
from pioche.terminal import refusal

ARTICLE = re.compile(r"^(l['’]|le |la |les |the )")


def load_named(name: str, **options: Any) -> Game:
    """`hawthorn`, `Aubépine` and `l'aubepine` are the same game."""
    return load(_id(name), **_from_nought(_id(name), options))


def _from_nought(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """People count seats from 1, programs from 0: `--option first=2` is the seat 1."""
    known = rulebooks()
    rules = known.get(name) or known.get(presets().get(name, ("", {}))[0])
    found = dict(options)
    if rules is None:
        return found  # `load` knows what to say
    last = int(options.get("seats") or rules.position.usual)
    for option in rules.options:
        value = str(options.get(option.id, "random")).strip().lower()
        if option.kind == "seat" and value != "random":
            if not (value.isdecimal() and 1 <= int(value) <= last):
                raise refusal("errors.seat_option", what=option.id, value=value, last=last)
            found[option.id] = int(value) - 1
    return found


def _id(name: str) -> str:
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    if wanted in HOUSE_GAMES or wanted in presets() or wanted in rulebooks():
        return wanted
    for rules in rulebooks().values():
        for known in ("", *rules.presets):
            if any(_bare(name) == _bare(text.title(rules, lang, known)) for lang in text.LANGUAGES):
                return known or rules.id
    return name  # `load` knows what to say


def _bare(title: str) -> str:
    """Without capitals, accents, article and punctuation."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", title.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]", "", ARTICLE.sub("", letters.replace("_", " ").strip()))
