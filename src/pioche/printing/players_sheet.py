"""A rule sheet for paper and for pages without a server: without the options that only a screen knows."""

from __future__ import annotations

import re

from pioche import text
from pioche.engine.rulebook import Rulebook
from pioche.printing.sheet_blocks import Block, Run, Sheet, plain, read_sheet

SCREEN_ONLY = re.compile(rf"{text.TECHNICAL.pattern}|alert|turn_time|memory_aid|race")


def for_players(rules: Rulebook, lang: str) -> Sheet:
    on_paper = [option for option in rules.options if not SCREEN_ONLY.fullmatch(option.id)]
    table = text.options_table(rules, lang, on_paper)
    sheet = read_sheet(text.sheet(rules, lang).replace(text.OPTIONS_LINE, table))
    head = text.catalogue("rule_sheet", lang)["options_head"]
    for _, blocks in sheet.sections:
        for place, block in enumerate(blocks):
            if block.kind == "table" and [plain(cell) for cell in block.rows[0]] == head:
                block.role = "options"
                if len(on_paper) < len(rules.options):
                    blocks.insert(place + 1, _left_out(rules, lang))
                break
    return sheet


def _left_out(rules: Rulebook, lang: str) -> Block:
    """Say in a note that there are more options, and where."""
    told = text.fill(text.catalogue("print", lang)["screen_only"], {"id": rules.id}, lang)
    return Block("p", text=[Run("text", told)], role="note")
