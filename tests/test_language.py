"""Names and sentences of the source are plain: one value a constant, docstrings that say what a function does.

CONTRIBUTING.md says how code is worded; this holds what a program can see.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "pioche"
HOUSE = SOURCE / "house"

RIDDLE = re.compile(r"(who|what|whoever|whatever|somebody|nobody|is it)\b", re.IGNORECASE)
DIALECT = re.compile(r"\b(whoever|any more|anew|is told so)\b", re.IGNORECASE)


def sources(folder: Path) -> dict[str, str]:
    return {path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))}


def constants(source: str) -> Iterator[tuple[str, str]]:
    """The module constants of a text that are numbers, times or sizes: (name, value as it is written)."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            target, value = node.target, node.value
        else:
            continue
        if isinstance(target, ast.Name) and re.fullmatch(r"_?[A-Z][A-Z0-9_]*", target.id) and is_number(value):
            yield target.id, ast.unparse(value)


def is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)


def with_two_values(texts: dict[str, str]) -> dict[str, dict[str, str]]:
    """Name -> file -> value, of constants that are not the same everywhere."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for path, source in texts.items():
        for name, value in constants(source):
            found[name][path] = value
    return {name: places for name, places in found.items() if len(set(places.values())) > 1}


def riddles(source: str) -> Iterator[str]:
    """Docstrings that begin with a pronoun or a question."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(node) or ""
            if RIDDLE.match(said):
                yield said.splitlines()[0]


def test_a_constant_of_the_server_has_one_value() -> None:
    assert with_two_values(sources(HOUSE)) == {}


def test_docstrings_of_the_server_say_what_it_does() -> None:
    found = {path: list(riddles(source)) for path, source in sources(HOUSE).items()}
    assert {path: said for path, said in found.items() if said} == {}


def test_sentences_are_plain_english() -> None:
    found = {
        path: [line for line in source.splitlines() if DIALECT.search(line)] for path, source in sources(SOURCE).items()
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("LEASE_SECONDS = 3", "LEASE_SECONDS = 5", True),
        ("LEASE_SECONDS: Final = 3", "LEASE_SECONDS = 60 * 2", True),
        ("LEASE_SECONDS = 3", "LEASE_SECONDS = 3", False),
        ("LOG = get('a')", "LOG = get('b')", False),
        ("def f():\n    SECONDS = 3", "SECONDS = 4", False),
    ],
)
def test_a_constant_with_two_values_is_found(one: str, other: str, found: bool) -> None:
    assert bool(with_two_values({"a.py": one, "b.py": other})) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Whoever may not be here is disconnected.", True),
        ("Is it so?", True),
        ("What a reader gets.", True),
        ("Disconnect a reader who lost access.", False),
        ("Whole numbers only.", False),
    ],
)
def test_a_riddle_is_found(said: str, found: bool) -> None:
    assert bool(list(riddles(f'def f():\n    """{said}"""'))) == found
    assert bool(list(riddles(f'class A:\n    """{said}"""'))) == found


def test_a_word_of_the_dialect_is_found() -> None:
    assert DIALECT.search("# A row written anew.")
    assert not DIALECT.search("# A new row.")
