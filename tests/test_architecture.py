"""Imports point one way, and every game brings all that a game needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import pioche
from pioche import text
from tests.strategies import GAMES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "pioche"

# What rules may stand on; beside it only the families of games, which stand on the same.
PYTHON = {"__future__", "collections.abc", "typing"}  # for the types of `check`
KIT = "pioche.kit"
POSITIONS = "pioche.rules.positions"
SHARED_POSITIONS = {f"{POSITIONS}.pig", f"{POSITIONS}.port"}  # Spoons and Starboard have those of their family
# The engine: nothing of it knows a terminal, a laboratory, a bot or a house.
ENGINE = {"engine", "errors", "text"}
FAMILIES = {"families"}
OUTSIDE = {"bots", "house", "lab", "terminal"}
# Where it is left after all, inside a function: the public door offers simulate.
REACHES_OUT = {"__init__": {"lab"}}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    """`pioche/rules/pairs.py` is rules.pairs, `pioche/text/__init__.py` is text, `pioche/__init__.py` is __init__."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> tuple[list[str], list[str]]:
    """The modules a file imports: (at its top, inside its functions). Imports for types alone do not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top: list[str] = []
    for node in tree.body:
        top += list(imported(node))
    typing_only = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test)]
    skipped = {id(inner) for block in typing_only for inner in ast.walk(block)}
    every = [name for node in ast.walk(tree) if id(node) not in skipped for name in imported(node)]
    for name in top:
        every.remove(name)
    return top, every


def imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module == "pioche":
        yield from (f"pioche.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module


def part(name: str) -> str:
    """`pioche.lab.random_matches` belongs to lab."""
    return name.split(".")[1] if name.startswith("pioche.") else ""


# -- imports point one way -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", [p for p in modules() if p.parent.name in ("rules", "families")], ids=name_of)
def test_rules_stand_on_the_kit_and_nothing_else(path: Path) -> None:
    top, inside = imports(path)
    assert not inside, "a rule imports at the top of its file"
    written = {f"{POSITIONS}.{path.stem}"} | SHARED_POSITIONS  # which written positions can be played
    strangers = [name for name in top if name not in PYTHON | {KIT} | written and part(name) not in FAMILIES]
    assert not strangers, f"{path.name} imports {strangers}"


@pytest.mark.parametrize("path", sorted((SOURCE / "rules" / "positions").glob("*.py")), ids=name_of)
def test_written_positions_stand_on_the_kit_too(path: Path) -> None:
    top, inside = imports(path)
    assert not inside
    own = {POSITIONS} | SHARED_POSITIONS
    strangers = [name for name in top if name not in PYTHON | {KIT} | own and part(name) not in FAMILIES]
    assert not strangers, f"{path.name} imports {strangers}"


def test_every_family_belongs_to_a_game() -> None:
    def wanted(path: Path) -> set[str]:
        return {name for name in imports(path)[0] if part(name) in FAMILIES}

    found: set[str] = set()
    waiting = list((SOURCE / "rules").glob("*.py"))
    while waiting:
        fresh = wanted(waiting.pop()) - found
        found |= fresh
        waiting += [SOURCE / "families" / f"{name.rpartition('.')[2]}.py" for name in fresh]
    assert found == {f"pioche.{name_of(path)}" for path in modules() if path.parent.name == "families"} - {"pioche.families"}


def test_the_engine_does_not_know_what_is_built_on_it() -> None:
    for path in modules():
        own = name_of(path).split(".")[0]
        if own in ENGINE | FAMILIES | {"rules", "__init__"}:
            top, inside = ({part(name) for name in names} & OUTSIDE for names in imports(path))
            assert not top, f"{path.name} imports {top}"
            assert inside <= REACHES_OUT.get(name_of(path), set()), f"{path.name} reaches out to {inside}"


def test_nothing_imports_the_house() -> None:
    """But the house itself, and the command line, which opens its door at the last moment."""
    for path in modules():
        own = name_of(path).split(".")[0]
        top, inside = imports(path)
        if own != "house":
            assert "house" not in {part(n) for n in top}, path
        if own not in ("house", "terminal"):
            assert "house" not in {part(n) for n in inside}, path


def test_imports_make_no_circle() -> None:
    graph = {name_of(path): {own_name(n) for n in imports(path)[0] if part(n)} for path in modules()}

    def walk(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, f"a circle: {' -> '.join((*above, name))}"
        if name not in done:
            for other in graph.get(name, ()):
                walk(other, (*above, name))
            done.add(name)

    done: set[str] = set()
    for name in graph:
        walk(name, ())
    assert len(done) >= len(graph)


def own_name(module: str) -> str:
    """The module an import means: `pioche.engine.cards.RANKS` cannot occur, `pioche.text` is the package."""
    return module.removeprefix("pioche.")


def test_the_door_is_light() -> None:
    """To open a table takes neither NumPy nor Numba nor anything a terminal or a server needs."""
    heavy = ("numpy", "numba", "llvmlite", "rich", "asyncio", "argparse", "pioche.terminal", "pioche.house")
    script = f"import pioche, sys; pioche.load('pairs').table(seed=1); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# -- what a game may not do ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_game_leaves_the_match_to_the_match_layer(name: str) -> None:
    """No game counts deals, ends the match or filters a view: that is derived."""
    tree = ast.parse((SOURCE / "rules" / f"{name}.py").read_text(encoding="utf-8"))
    written = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    assert not written & {"deal", "over", "seats", "rng", "clock", "log", "chance"}
    named = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert not named & {"view", "step", "begin", "carry_on"}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_cites_its_rulebook(name: str) -> None:
    """Every number it cites exists, and it cites plenty."""
    cited = set(re.findall(r"\b[RCTV]\d+\b", (SOURCE / "rules" / f"{name}.py").read_text(encoding="utf-8")))
    pages = [name, "reaction_clock"] if pioche.load(name).rules.timed else [name]
    page = "".join((ROOT / "docs" / "games" / f"{p}.md").read_text(encoding="utf-8") for p in pages)
    known = set(re.findall(r"\b[RCTV]\d+\b", page)) | spelled_out(page)
    assert len(cited) >= 5
    assert cited <= known, f"{sorted(cited - known)} do not stand in docs/games/{name}.md"


def spelled_out(page: str) -> set[str]:
    """R12-R16 stands for five numbers."""
    found = re.findall(r"\b([RCTV])(\d+)\s?[-–]\s?[RCTV]?(\d+)\b", page)
    return {f"{letter}{n}" for letter, low, high in found for n in range(int(low), int(high) + 1)}


# -- what a game brings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_game_brings_everything(name: str) -> None:
    rules = pioche.load(name).rules
    wanted = [ROOT / "docs" / "games" / f"{name}.md", ROOT / "tests" / "goldens" / f"{name}.txt"]
    wanted += [SOURCE / "text" / lang / "games" / f"{name}.toml" for lang in text.LANGUAGES]
    wanted += [SOURCE / "text" / "sheets" / lang / f"{name}.md" for lang in text.LANGUAGES]
    missing = [str(path.relative_to(ROOT)) for path in wanted if not path.exists() or not path.read_text(encoding="utf-8")]
    if not list((ROOT / "tests" / "rules").glob(f"test_{name}*.py")):
        missing.append(f"tests/rules/test_{name}.py")
    assert not missing
    assert rules.id == name
    assert rules.module == f"pioche.rules.{name}"
    assert rules.family in ("pairs", "bidding", "reaction", "memory")
    assert 0 < rules.minutes[0] <= rules.minutes[1]
    low, high = rules.position.seats_range
    assert low <= rules.position.usual <= high


def test_every_house_game_exists() -> None:
    assert set(pioche.engine.game.HOUSE_GAMES) <= set(pioche.games())
    assert {path.stem for path in (SOURCE / "rules").glob("*.py")} - {"__init__"} <= set(pioche.engine.game.HOUSE_GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_are_named_by_rule_or_example(name: str) -> None:
    """At least one test for every other example of the rulebook's section 10 says which one it is."""
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "rules").glob(f"test_{name}*.py"))
    assert len(re.findall(r"def test_(?:[rcetv]|ex|example_?)\d+", tests)) >= 5
