"""Finds the texts of the house and of its games: what stands where in a catalogue."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pioche.engine.options import Option
    from pioche.engine.rulebook import Rulebook

LANGUAGES = ("en", "fr")
EVERY_GAME = "games/every_game"
FOLDER = files("pioche.text")


@cache
def catalogue(name: str, lang: str) -> Mapping[str, Any]:
    """The texts of a game, or of the house."""
    path = FOLDER / lang / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def texts(rules: Rulebook, lang: str) -> Mapping[str, Any]:
    return rules.text[lang] if rules.text is not None else catalogue(f"games/{rules.id}", lang)


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Words with some of them changed, in their sections."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        merged[key] = laid_over(under, value) if isinstance(value, Mapping) and isinstance(under, Mapping) else value
    return merged


def find(rules: Rulebook, lang: str, *path: str) -> str:
    """A text of the game, else of the house, else an empty string; as it reads at a table with the usual options."""
    found = look_up(rules, lang, *path)
    if "{" in found:
        for slot, said in by_option(rules, {}, lang).items():
            found = found.replace(f"{{{slot}}}", said)
    return found


def look_up(rules: Rulebook, lang: str, *path: str) -> str:
    for place in (texts(rules, lang), catalogue(EVERY_GAME, lang)):
        value: Any = place
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        if isinstance(value, str):
            return value
    return ""


def by_option(rules: Rulebook, options: Mapping[str, Any], lang: str) -> dict[str, str]:
    """Slots whose words depend on an option: a fork is no spoon."""
    words: dict[str, str] = {}
    found: Mapping[str, Any] = texts(rules, lang).get("by_option", {})
    for option in rules.options if found else ():
        if option.id in found:
            words |= found[option.id][options.get(option.id, option.default)]
    return words


def title(rules: Rulebook, lang: str, preset: str = "") -> str:
    return (find(rules, lang, "presets", preset) if preset else "") or find(rules, lang, "title") or rules.id


def sheet(rules: Rulebook, lang: str) -> str:
    """The rule sheet for players, in Markdown. A game from elsewhere has it among its words, as `sheet`."""
    path = FOLDER / "sheets" / lang / f"{rules.id}.md"
    return str(texts(rules, lang).get("sheet", "")) or (path.read_text(encoding="utf-8") if path.is_file() else "")


def listed(rules: Rulebook) -> dict[str, frozenset[str]]:
    """The events that are told in one sentence when they follow each other, with the slots in which they may differ."""
    items = {kind.name: look_up(rules, "en", "items", kind.name) for kind in rules.events.kinds}
    return {name: frozenset(re.findall(r"\w+", item)) for name, item in items.items() if item}


def life_word(rules: Rulebook, options: Mapping[str, Any], lang: str) -> str:
    """The word lost letter by letter at this table; empty where lives are only counted, or there are none."""
    option = rules.option(rules.lives.option) if rules.lives else None
    return spelling(rules, option, str(options[option.id]), lang) if option and option.matters(options) else ""


def spelling(rules: Rulebook, option: Option, value: str, lang: str) -> str:
    """The word that a table with this option spells, letter by letter; empty when lives are only counted."""
    return look_up(rules, lang, "options", option.id, "spelled", value) or ("" if value in option.lives else value)
