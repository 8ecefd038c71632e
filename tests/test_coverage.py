"""docs/coverage.md and the list of games in docs/learn.md name nothing that is not there, and leave nothing out."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import pioche
from pioche.text import catalogue
from tests.strategies import GAMES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
LEARN = (ROOT / "docs" / "learn.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ")]
OPTIONS = ROWS.index("| game | original | reading | table |")
TRACED = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in ROWS[:OPTIONS]]
PASSAGES = [cells for cells in TRACED if len(cells) == 4 and cells[0] != "passage"]


@cache
def names_in(path: Path) -> set[str]:
    """What a file defines: functions, classes, constants."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def missing(cell: str, folder: Path) -> list[str]:
    """References `file.py: one, two` of a cell that lead nowhere."""
    lost = []
    for file, names in re.findall(r"`([\w/]+\.py): ([\w, ]+)`", cell):
        path = folder / file
        known = names_in(path) if path.exists() else set()
        lost += [f"{file}: {name}" for name in names.split(", ") if name not in known]
    return lost


@cache
def rulebook(name: str) -> str:
    path = ROOT / "docs" / "games" / f"{name}.md"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def test_all_code_named_on_the_page_exists() -> None:
    assert [lost for _, _, code, _ in PASSAGES for lost in missing(code, ROOT / "src" / "pioche")] == []


def test_all_tests_named_on_the_page_exist() -> None:
    assert [lost for *_, tests in PASSAGES for lost in missing(tests, ROOT / "tests")] == []


def test_all_rules_named_on_the_page_exist() -> None:
    """Numbers after the name of a rulebook stand in it; rulings without a rulebook are those of the row's code."""
    lost = []
    for passage, rule, code, _ in PASSAGES:
        named = re.findall(r"\b([a-z_]+) (?=[CRSV]\d|section|E\d)", rule) or re.findall(r"rules/(\w+)\.py", code)
        books = "\n".join(rulebook(name) for name in [*named, "reaction_clock"])
        for number in re.findall(r"\b[CRSVTEQ]\d+\b", rule):
            example = rf"(?m)^{number[1:]}\. \*\*" if number.startswith("E") else "$^"  # some books just count them
            if not re.search(rf"\b{number}\b", books) and not re.search(example, books):
                lost.append(f"{passage}: {number}")
    assert lost == []


def test_every_passage_is_traced_or_explained() -> None:
    assert len(PASSAGES) > 300
    for passage, rule, code, tests in PASSAGES:
        assert rule, passage
        assert (code == "—") == (tests == "—"), f"code without test, or the other way round: {passage}"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_option_and_variant_is_on_the_page(name: str) -> None:
    rules = pioche.load(name).rules
    row = next(row for row in ROWS[OPTIONS:] if row.startswith(f"| `{name}` |"))
    assert [option.id for option in rules.options if option.id != "seats" and f"`{option.id}`" not in row] == []
    assert f"rules/{name}.py: " in PAGE
    assert f"rules/test_{name}" in PAGE


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_is_listed_in_both_languages(name: str) -> None:
    for preset in pioche.load(name).rules.presets:
        row = next((line for line in LEARN.splitlines() if line.startswith(f"| `{preset}` |")), "")
        for lang in ("en", "fr"):
            assert f"| {catalogue(f'games/{name}', lang)['presets'][preset]} |" in row, f"{preset} ({lang})"
