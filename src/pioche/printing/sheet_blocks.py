"""A rule sheet taken apart: headings, paragraphs, lists and tables, each with its runs of text.

The sheets use a small part of Markdown (`pioche.text.sheets`); what is not part of it is refused and not guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pioche.text import rule_sheets

Kind = Literal["text", "strong", "em", "code", "rule", "mark"]


class Run(NamedTuple):
    """Some words of one kind; `rule` are rule numbers such as R11 or T10–T16, without their brackets, `mark` is no word but
    the name of a place the index leads to."""

    kind: Kind
    text: str


Runs = list[Run]


@dataclass
class Block:
    """`kind`: heading, p, ul or table. A table has its head as the first row. `role`: the table of options, or a note."""

    kind: Literal["heading", "p", "ul", "table"]
    level: int = 0
    text: Runs = field(default_factory=list)
    items: list[Runs] = field(default_factory=list)
    rows: list[list[Runs]] = field(default_factory=list)
    role: Literal["", "options", "note"] = ""

    def parts(self) -> list[Runs]:
        """Return all its runs of text: its text, its items, its cells."""
        return [self.text, *self.items, *(cell for row in self.rows for cell in row)]


RULE_NUMBER = re.compile(rule_sheets.RULE_NUMBER)
COUNTED = re.compile(r"(?<=\d)(\*{0,2}) (?=(?:pièce|point|carte|joueur|coin|card|player)s?\b)")
_INLINE = re.compile(rf"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|{rule_sheets.RULE_NUMBERS.pattern}")


def runs(text: str) -> Runs:
    found: Runs = []
    text = COUNTED.sub("\\1\N{NO-BREAK SPACE}", text)  # a number stays on the line of what it counts
    last = 0
    for match in _INLINE.finditer(text):
        if match.start() > last:
            found.append(Run("text", text[last : match.start()]))
        strong, em, code, rule = match.groups()
        kinds: list[tuple[Kind, str | None]] = [("strong", strong), ("em", em), ("code", code), ("rule", rule)]
        found += [Run(kind, words) for kind, words in kinds if words is not None]
        last = match.end()
    if last < len(text):
        found.append(Run("text", text[last:]))
    return found


def plain(text: Runs) -> str:
    return "".join(run.text for run in text if run.kind != "mark")


def _cells(line: str) -> list[Runs]:
    return [runs(cell.strip()) for cell in line.strip().strip("|").split("|")]


def blocks(sheet: str) -> list[Block]:
    """Split a sheet into its blocks, in order."""
    found: list[Block] = []
    for line in sheet.splitlines():
        line = line.rstrip()
        heading = re.match(r"(#+) (.*)", line)
        last = found[-1] if found else None
        if not line:
            found.append(Block("p"))  # the next line starts a new block
        elif heading:
            found.append(Block("heading", len(heading[1]), runs(heading[2])))
        elif line.startswith("|"):
            if last is None or last.kind != "table":
                last = Block("table")
                found.append(last)
            if not re.fullmatch(r"[|\s:-]+", line):
                last.rows.append(_cells(line))
        elif line.startswith("- "):
            if last is None or last.kind != "ul":
                last = Block("ul")
                found.append(last)
            last.items.append(runs(line[2:]))
        elif last is not None and last.kind == "ul":
            last.items[-1] += runs(" " + line.strip())
        elif last is not None and last.kind == "p":
            last.text += runs((" " if last.text else "") + line)
        else:
            found.append(Block("p", text=runs(line)))
    return [block for block in found if block.text or block.items or block.rows]


@dataclass
class Sheet:
    """A rule sheet by its parts: title, pitch, the table of facts, sections by heading."""

    title: str
    pitch: Runs
    facts: list[list[Runs]]
    sections: list[tuple[str, list[Block]]]
    credit: Runs

    def rule_numbers(self) -> list[str]:
        """Return every rule number of the sheet, in reading order."""
        told = [Block("table", rows=self.facts), *(block for _, blocks in self.sections for block in blocks)]
        numbered = [run.text for block in told for part in block.parts() for run in part if run.kind == "rule"]
        return [number for text in numbered for number in RULE_NUMBER.findall(text)]


def read_sheet(sheet: str) -> Sheet:
    """Parse a sheet: title, pitch, facts, sections, and a credit where there is one after the example."""
    title, pitch, facts, *rest = blocks(sheet)
    sections: list[tuple[str, list[Block]]] = []
    for block in rest:
        if block.kind == "heading":
            sections.append((plain(block.text), []))
        else:
            sections[-1][1].append(block)
    credit: Runs = []
    last = sections[-1][1]
    if len(last) > 1 and "James Ernest" in plain(last[-1].text):
        credit = last.pop().text
    return Sheet(plain(title.text), pitch.text, facts.rows, sections, credit)
