"""Rules stand on the kit alone, `import pioche` is light, and every game brings all that a game needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pioche
from pioche import text
from tests.strategies import GAMES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "pioche"

# What rules may import besides their families; pyproject.toml holds the order of the packages ([tool.importlinter]).
PYTHON = {"__future__", "collections.abc", "typing"}  # for the types of `check`
POSITIONS = "pioche.rules.positions"
SHARED_POSITIONS = {f"{POSITIONS}.pig", f"{POSITIONS}.port"}  # Spoons and Starboard have those of their family


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    """`pioche/rules/pairs.py` is rules.pairs, `pioche/text/__init__.py` is text, `pioche/__init__.py` is __init__."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[str]:
    """The modules a file imports, wherever in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "pioche":
            yield from (f"pioche.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def in_families(name: str) -> bool:
    return name.startswith("pioche.families.")


RULES = [path for path in modules() if path.is_relative_to(SOURCE / "rules") or path.is_relative_to(SOURCE / "families")]


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_import_the_kit_their_families_and_their_positions(path: Path) -> None:
    own = SHARED_POSITIONS | ({POSITIONS} if path.parent.name == "positions" else {f"{POSITIONS}.{path.stem}"})
    others = [name for name in imported(path) if name not in PYTHON | {"pioche.kit"} | own and not in_families(name)]
    assert not others, f"{path.name} imports {others}"


def test_every_family_belongs_to_a_game() -> None:
    found: set[str] = set()
    waiting = list((SOURCE / "rules").glob("*.py"))
    while waiting:
        new = {name for name in imported(waiting.pop()) if in_families(name)} - found
        found |= new
        waiting += [SOURCE / "families" / f"{name.rpartition('.')[2]}.py" for name in new]
    assert found == {f"pioche.{name_of(path)}" for path in modules() if path.parent.name == "families"} - {"pioche.families"}


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
