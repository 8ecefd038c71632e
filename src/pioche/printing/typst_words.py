"""Text for the typesetter: every word goes over as a string, so that no sign of ours is a sign of its language."""

from __future__ import annotations

import re
from fractions import Fraction

from pioche import text
from pioche.printing.chances import Cell
from pioche.printing.sheet_blocks import Block, Run, Runs

OPTION = re.compile(r"(--lang \w+|--\w+)")  # of a command, with the language it asks for
STYLES = {"strong": "strong", "em": "emph", "code": "code", "rule": "rulenr"}


def string(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def said(words: str) -> str:
    """Words in markup. No line ends within `--lang fr`."""
    parts = [part for part in OPTION.split(words) if part]
    return "".join(f"#box({string(part)})" if OPTION.match(part) else f"#{string(part)}" for part in parts)


def written(runs: Runs) -> str:
    return "".join(_run(run) for run in runs)


def _run(run: Run) -> str:
    style = STYLES.get(run.kind)
    return f"#{style}({string(run.text)})" if style else said(run.text)


def call(name: str, *arguments: str) -> str:
    return f"#{name}({', '.join(arguments)})\n"


def content(runs: Runs) -> str:
    return f"[{written(runs)}]"


def block(one: Block) -> str:
    """A block of a rule sheet."""
    if one.kind == "ul":
        return call("bullets", *(content(item) for item in one.items))
    if one.kind == "table":
        return table(one.rows)
    return f"#par[{written(one.text)}]\n"


def table(rows: list[list[Runs]], name: str = "facts") -> str:
    cells = ", ".join(content(cell) for row in rows for cell in row)
    return call(name, str(len(rows[0])), f"({cells},)")


def number(value: Cell, lang: str, places: int = 2) -> str:
    """A count as it is, a chance in percent (a tiny one as 1 in so many), a mean with a number of places."""
    if isinstance(value, Fraction):
        if 0 < value < Fraction(1, 10_000):
            return f"1 : {_thousands(1 / value, lang)}"
        percent = 100 * float(value)
        return text.figure(f"{percent:.{1 if percent >= 0.95 or not percent else 2}f}\u202f%", lang)
    if isinstance(value, float):
        return text.figure(f"{value:.{places}f}", lang)
    return str(value)


def _thousands(value: Fraction, lang: str) -> str:
    return f"{round(value):,}".replace(",", "\u202f" if lang == "fr" else ",")
