"""Rule sheets as players read them: options by their labels, technical ones at the end, without numbers of rules.

The files keep the numbers of rules, which tests look up in the rulebooks, and have the line `{options}` where the table
of options belongs; it is made from the catalogue, so that an option is described once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pioche.text.catalogues import catalogue, find, sheet
from pioche.text.telling import fill

if TYPE_CHECKING:
    from pioche.engine.options import Option
    from pioche.engine.rulebook import Rulebook

OPTIONS_LINE = "{options}"
TECHNICAL = re.compile(r"\w+_ms|latency|latency_credit|slam_window|show_relay")
RULE_NUMBER = r"(?:[RCSTV]\d+[a-z]?)"
RULE_NUMBERS = re.compile(rf"\s?\(({RULE_NUMBER}(?:(?:,\s|–|\sà\s|\sto\s|\set\s|\sand\s){RULE_NUMBER})*)\)")
MOST_IN_A_RANGE = 10_000  # a larger limit is no limit for players


def players_sheet(rules: Rulebook, lang: str, numbers: bool = False, cited: str = "") -> str:
    """Return the rule sheet in Markdown; with `numbers` of rules, or only with the number of a cited rule."""
    told = sheet(rules, lang)
    if OPTIONS_LINE in told:
        technical = [option for option in rules.options if TECHNICAL.fullmatch(option.id)]
        others = [option for option in rules.options if option not in technical]
        told = told.replace(OPTIONS_LINE, options_table(rules, lang, others))
        if technical:
            words = catalogue("rule_sheet", lang)
            table = options_table(rules, lang, technical)
            told = f"{told.rstrip()}\n\n## {words['technical']}\n\n{words['technical_why']}\n\n{table}\n"
    return told if numbers else without_rule_numbers(told, cited)


def without_rule_numbers(markdown: str, cited: str = "") -> str:
    """Take the numbers of rules, such as (R1, C5), out of a text, with their brackets; only a cited one stays."""

    def kept(found: re.Match[str]) -> str:
        return f" ({cited})" if cited and cited in re.findall(RULE_NUMBER, found[1]) else ""

    return RULE_NUMBERS.sub(kept, markdown)


def options_table(rules: Rulebook, lang: str, options: Iterable[Option]) -> str:
    """Return a table of options in Markdown: label, choices with the usual one in bold, effect."""
    head = catalogue("rule_sheet", lang)["options_head"]
    rows = [head, ["---"] * len(head)]
    for option in options:
        label, effect = (find(rules, lang, "options", option.id, key) for key in ("label", "help"))
        rows.append([label or option.id, " · ".join(choices(rules, option, lang)), effect])
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)


def choices(rules: Rulebook, option: Option, lang: str) -> list[str]:
    """List what there is to choose, the usual choice in bold."""
    words = catalogue("rule_sheet", lang)
    usual = None if callable(option.default) else option.default
    offered: dict[str, str] = {}  # values with the words for them
    if option.kind == "switch":
        offered = {"False": words["values"]["no"], "True": words["values"]["yes"]}
    elif option.kind in ("choice", "word"):
        offered = {value: value_label(rules, option, value, lang) for value in (*option.values, *option.lives)}
        if option.kind == "word":
            offered.setdefault(str(usual), str(usual))
            offered["a word"] = words["word"]
    elif option.kind == "seat":
        offered = {"random": words["chance"], "a seat": words["seat"]}
    else:
        kind = "numbers" if option.high <= MOST_IN_A_RANGE else "at_least"
        values = {"low": option.low, "high": option.high, "step": option.step}
        offered = {"a number": fill(words["steps" if option.step > 1 else kind], values, lang), str(usual): str(usual)}
    if usual is None:
        offered.pop("None", None)
        return [*offered.values(), f"**{words['by_table']}**"]
    return [f"**{said}**" if value == str(usual) else said for value, said in offered.items()]


def value_label(rules: Rulebook, option: Option, value: str, lang: str) -> str:
    """Return the words for a value of an option."""
    found = find(rules, lang, "options", option.id, "values", value) or find(rules, lang, "values", value)
    return found or catalogue("rule_sheet", lang)["values"].get(value, value)
