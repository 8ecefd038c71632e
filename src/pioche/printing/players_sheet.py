"""A rule sheet in players' words, for paper and for pages without a server: no word of the command line is left."""

from __future__ import annotations

import re

from pioche import text
from pioche.engine.rulebook import Rulebook
from pioche.printing import option_words
from pioche.printing.sheet_blocks import Block, Run, Runs, Sheet, plain, read_sheet

SCREEN_ONLY = re.compile(r"\w+_ms|seats|latency|show_relay|alert|latency_credit|slam_window|turn_time|memory_aid|race")
SEATS = "seats"  # how many may play stands at the head of the sheet
MILLISECONDS = re.compile(r" ?[^.;]*[“«]\s?ms\s?[”»][^.]*\.")


def for_players(rules: Rulebook, lang: str) -> Sheet:
    sheet = read_sheet(text.sheet(rules, lang))
    for place, (title, blocks) in enumerate(sheet.sections):
        told = [more for block in blocks for more in _told(block, rules, lang)]
        sheet.sections[place] = title, told
    return sheet


def _told(block: Block, rules: Rulebook, lang: str) -> list[Block]:
    if block.kind == "p" and "ms" in plain(block.text):
        block.text = _without_milliseconds(block.text)
    block.text = option_words.without_values(rules, lang, block.text)
    block.items = [option_words.without_values(rules, lang, item) for item in block.items]
    if block.kind == "table" and len(block.rows[0]) == 4 and block.rows[1][0][0].kind == "code":
        return _options(block, rules, lang)
    return [block]


def _without_milliseconds(told: Runs) -> Runs:
    """The sentence about options that are times goes with them."""
    return [Run(run.kind, MILLISECONDS.sub("", run.text)) for run in told]


def _options(block: Block, rules: Rulebook, lang: str) -> list[Block]:
    """What options are called, and what there is to choose. What only a screen knows is left out, and a note says so."""
    words = text.catalogue("print", lang)
    rows: list[list[Runs]] = [[[Run("text", name)] for name in words["options_head"]]]
    left_out = False
    for name, values, usual, effect in block.rows[1:]:
        option = plain(name)
        if SCREEN_ONLY.fullmatch(option):
            left_out = left_out or option != SEATS
        else:
            choices = option_words.choices(rules, lang, option, plain(values), plain(usual))
            effect = option_words.without_values(rules, lang, effect, option)
            rows.append([[Run("text", option_words.label(rules, lang, option))], choices, effect])
    found = [Block("table", rows=rows, role="options")]
    if left_out:
        told = text.fill(words["screen_only"], {"id": rules.id}, lang)
        found.append(Block("p", text=[Run("text", told)], role="note"))
    return found
