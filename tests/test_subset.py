"""Rules keep to the subset both engines understand, and the lint that says so notices what does not."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import pioche
from pioche.engine.compiled import assembly, subset
from tests.strategies import GAMES

HEAD = """
from pioche.engine.match import NO_MONEY
from pioche.engine.verbs import bit, draw, has, note, to_move

TABLE = (3, 1, 4)
NESTED = ((1, 2), (3, 4))
NAMES = ("a", "b")
WORDS = {1: "one"}


class Thing:
    pass


def helper(s, p):
    return p


def typed(s: object) -> int:
    return 1

"""


def lint(tmp_path: Path, source: str) -> list[str]:
    """What the lint says of a module made of some source."""
    path = tmp_path / "draft.py"
    path.write_text(HEAD + source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("draft", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["draft"] = module
    try:
        spec.loader.exec_module(module)
        return subset.problems(module)
    finally:
        del sys.modules["draft"]


def rule_modules() -> list[ModuleType]:
    """Every module whose functions are rules: games, their families, the verbs."""
    found = {m.__name__: m for name in GAMES for m in assembly.modules_of(pioche.load(name).rules)}
    return [module for name, module in sorted(found.items()) if not name.startswith("pioche.engine.compiled.")]


@pytest.mark.parametrize("module", rule_modules(), ids=lambda module: module.__name__)
def test_rules_keep_to_the_subset(module: ModuleType) -> None:
    assert subset.problems(module) == []


def test_the_lint_reads_the_shared_verbs_and_every_game() -> None:
    names = {module.__name__ for module in rule_modules()}
    assert {"pioche.engine.verbs", "pioche.engine.match"} <= names
    assert {f"pioche.rules.{name}" for name in GAMES} <= names


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_has_a_name(name: str) -> None:
    """The name of a refusal begins with its reason, and its value is its place among the refusals."""
    rules = pioche.load(name).rules
    names = assembly.assemble(rules)
    for place, (reason, _) in enumerate(rules.refusals):
        assert [one for one, value in names.items() if one.startswith(reason.upper()) and value == place], reason


def test_refusals_are_returned_by_name(tmp_path: Path) -> None:
    rule = "TOO_FEW = 0\n\n\ndef why_not(s, p, a):\n    if a:\n        return -1\n    return TOO_FEW if p else {}\n"
    assert lint(tmp_path, rule.format("TOO_FEW")) == []
    assert "by its number" in lint(tmp_path, rule.format("4 if a > 2 else -1"))[0]


def test_what_the_subset_allows(tmp_path: Path) -> None:
    source = '''
def fine(s, p, extra=0):
    """Say what it does."""
    total, low = 0, -1
    for q in range(s.seats):
        if q == p or not has(s.waiting, q):
            continue
        total += s.purse[q] if s.pot > 3 else TABLE[q % 3]
    while total and low < 0:
        total //= 2
        if total < 4:
            break
    s.points[p] = s.grid[p][1] = max(total, abs(low)) ^ bit(p)
    helper(s, NESTED[0][1])
    return total, low == NO_MONEY


def typed_things_are_free(s: object) -> list[str]:
    return [str(x) for x in {1: "one"}]
'''
    assert lint(tmp_path, source) == []


VIOLATIONS = {
    "a string": ("note(s, 'hello')", "a string"),
    "an f-string": ("x = f'{p}'", "a string"),
    "a list": ("x = [1, 2]", "a list"),
    "a dict": ("x = {1: 2}", "a dict"),
    "a set": ("x = {1, 2}", "bits"),
    "a list comprehension": ("x = min([q for q in range(3)])", "comprehension"),
    "a generator": ("x = max(q for q in range(3))", "for loop"),
    "a yield": ("yield 3", "a generator"),
    "try": ("try:\n        helper(s, p)\n    except ValueError:\n        pass", "try"),
    "raise": ("raise ValueError", "why_not"),
    "assert": ("assert p", "test"),
    "with": ("with s:\n        pass", "the table"),
    "a closure": ("def inner(q):\n        return q + p\n    inner(1)", "top level"),
    "a lambda": ("x = lambda q: q", "a lambda"),
    "a keyword call": ("note(s, 3, b=1)", "keyword"),
    "a star call": ("helper(*TABLE)", "a star"),
    "None": ("s.turn = None", "-1 stand"),
    "is": ("x = p is s", "=="),
    "in": ("x = p in TABLE", "has"),
    "a float": ("x = 0.5", "whole numbers"),
    "a true division": ("x = p / 2", "//"),
    "a true division in place": ("p /= 2", "//"),
    "a power": ("x = p ** 2", "<<"),
    "a slice": ("x = TABLE[1:]", "a slice"),
    "a negative index": ("x = TABLE[-1]", "negative"),
    "a double index": ("x = s.grid[p, 1]", "s.grid[p][i]"),
    "a walrus": ("x = (y := p)", "line of its own"),
    "a loop over a tuple": ("for q in TABLE:\n        helper(s, q)", "range"),
    "a for with else": ("for q in range(3):\n        pass\n    else:\n        p = 1", "else"),
    "range as a value": ("x = range(3)", "range outside"),
    "sum": ("x = sum(TABLE)", "a call of sum"),
    "sorted": ("x = sorted(TABLE)", "a call of sorted"),
    "len": ("x = len(TABLE)", "a call of len"),
    "print": ("print(p)", "a call of print"),
    "a method": ("s.log.append(3)", "no name of its own"),
    "a function as a value": ("x = helper", "passed as a value"),
    "a class": ("x = Thing()", "a class"),
    "a typed function": ("x = typed(s)", "engine room"),
    "a string constant": ("x = NAMES[0]", "NAMES"),
    "a dict constant": ("x = WORDS[1]", "WORDS"),
    "a name that does not exist": ("x = WHATEVER", "not defined"),
    "a function that does not exist": ("whatever(s)", "if a module has it, import it"),
    "a call of an argument": ("p(s)", "passed in"),
    "global": ("global TABLE\n    x = 1", "field"),
    "an import": ("import math\n    x = 1", "top of the file"),
    "del": ("del p", "empty value"),
    "match": ("match p:\n        case 1:\n            pass", "if and elif"),
    "an annotation": ("x: int = 3", "no types"),
    "recursion": ("rule(s, p)", "a loop"),
    "a long way": ("x = helper(s, p).seats", "a detour"),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_a_violation_is_named_with_its_line_and_a_remedy(name: str, tmp_path: Path) -> None:
    body, remedy = VIOLATIONS[name]
    found = lint(tmp_path, f"def rule(s, p):\n    {body}\n")
    line = HEAD.count("\n") + 2
    assert len(found) >= 1, f"{name} went unnoticed"
    assert any(said.startswith(f"draft.py:{at}: ") for said in found for at in (line - 1, line, line + 1)), found
    assert any(remedy in said for said in found), found


@pytest.mark.parametrize(
    ("source", "remedy"),
    [
        ("def rule(s, *more):\n    return 1\n", "one by one"),
        ("def rule(s, *, p):\n    return 1\n", "one by one"),
        ("def rule(s, p=None):\n    return p\n", "-1"),
        ("async def rule(s, p):\n    return p\n", "time arrives"),
        ("def wrap(f: object) -> object:\n    return f\n\n@wrap\ndef rule(s):\n    return 1\n", "decorator"),
        ("def one(s):\n    return two(s)\n\ndef two(s):\n    return one(s)\n", "comes back to itself"),
    ],
)
def test_a_violation_in_the_signature(source: str, remedy: str, tmp_path: Path) -> None:
    assert any(remedy in said for said in lint(tmp_path, source))


def test_a_field_that_nobody_declared_is_named(tmp_path: Path) -> None:
    """Only a game says which fields there are."""
    source = Path(str(sys.modules["pioche.rules.hawthorn"].__file__)).read_text(encoding="utf-8")
    source = source.replace("from __future__ import annotations", "").replace("s.button = lowest", "s.buton = lowest")
    found = lint(tmp_path, source)
    assert [said.split(": ", 1)[1] for said in found] == [
        "choose holds s.buton, which is neither a field of the table nor an option."
    ]
