"""Typst markup of texts: every word is passed as a string, so that no character of it is markup."""

from __future__ import annotations

import re
from fractions import Fraction

from pioche import text
from pioche.printing.chances import Cell
from pioche.printing.sheet_blocks import Block, Run, Runs, plain

KEPT = re.compile(r"(pioche (?:print|rules) \w+|--lang \w+|--\w+|docs/[\w/]+\.md)")  # parts of commands, paths of documents
SPELLED = re.compile(r"\b(?:\w|\d\d)(?:-(?:\w|\d\d))+\b")  # P-I-G, 6-10-3
COUNTED = re.compile(r"((?:\b(?:\w{1,3}|[A-ZÀ-Ý]\w+)|[×+−=])) (?=\d)")  # Anne 7, un 10, 5 × 2
RANGE = re.compile(r"(?<=\d) (?=[×+−=]|(?:à|to)\s\d)")  # 1 à 10, 2 −2
LETTERS_OF_TWO_LINES = 110  # longer items take at least two lines of the booklet
STYLES = {"strong": "strong", "em": "emph", "code": "code", "rule": "rulenr", "mark": "mark"}


def no_break(words: str) -> str:
    """Make breaks impossible within spelled words, ranges and sums, and between a number and its noun."""
    words = SPELLED.sub(lambda word: word[0].replace("-", "\u2011"), words)
    return COUNTED.sub("\\1\u00a0", RANGE.sub("\u00a0", words))


def string(words: str) -> str:
    return '"' + no_break(words).replace("\\", "\\\\").replace('"', '\\"') + '"'


def inline(words: str) -> str:
    """Return words as inline markup. Commands are set as code, without a break within `--lang fr`."""
    parts = [part for part in KEPT.split(words) if part]
    return "".join(f"#box(code({string(part)}))" if KEPT.match(part) else f"#{string(part)}" for part in parts)


def markup(runs: Runs) -> str:
    return "".join(_run(run) for run in runs)


def _run(run: Run) -> str:
    style = STYLES.get(run.kind)
    return f"#{style}({string(run.text)})" if style else inline(run.text)


def call(name: str, *arguments: str) -> str:
    return f"#{name}({', '.join(arguments)})\n"


def content(runs: Runs) -> str:
    return f"[{markup(runs)}]"


def block(one: Block) -> str:
    """Return the markup of a block of a rule sheet."""
    if one.kind == "ul":
        first = 1 if len(plain(one.items[0])) > LETTERS_OF_TWO_LINES else 2
        return call("bullets", f"first: {first}", *(content(item) for item in one.items))
    if one.kind == "table":
        return table(one.rows)
    return f"#par[{markup(one.text)}]\n"


def table(rows: list[list[Runs]], name: str = "facts", *more: str) -> str:
    cells = ", ".join(content(cell) for row in rows for cell in row)
    return call(name, str(len(rows[0])), f"({cells},)", *more)


def options(rows: list[list[Runs]]) -> str:
    """Return the table of options; the wider column goes to the choices where they are longer than the effects."""
    choices, effect = (max(len(plain(row[column])) for row in rows) for column in (1, 2))
    return table(rows, "options", *(["choices: 2.2fr", "effect: 1.55fr"] if choices > effect else []))


def number(value: Cell, lang: str, places: int = 2) -> str:
    """Format a count as it is, a chance in percent (a tiny one as 1 : n), a mean with a number of places."""
    if isinstance(value, Fraction):
        if 0 < value < Fraction(1, 10_000):
            return "1 : " + (text.thousands(1 / value) if lang == "fr" else text.thousands(1 / value, ","))
        return text.percent(float(value), lang, 1 if value >= Fraction(95, 10_000) or not value else 2)
    if isinstance(value, float):
        return text.decimal(value, lang, places)
    return str(value)
