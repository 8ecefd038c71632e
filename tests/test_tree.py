"""docs/architecture.md shows the tree as it is, imports point one way, folders and files stay small."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.tree import ROOT, SOURCE, Tree, circle, folder_of, package_of

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
TREE = Tree()
MOST_FILES = 16
ONE_FILE_A_GAME = {"rules", "bots/judgement"}  # as many files as games
# The engine of a table opens tables and records, which know their game: the only circles, all inside functions.
LATE = {("engine", "engine/compiled")}
SAME_NAME = {"__init__", "__main__"}


def shown_tree() -> dict[str, set[str]]:
    """Folder -> modules, as the page prints them: a line for the folder, its modules on the lines below it."""
    block = re.search(r"^```text\nsrc/pioche/\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert block, "the page shows no tree"
    found: dict[str, set[str]] = {"": set()}
    above: list[str] = []
    for line in block[1].splitlines():
        indent = len(line) - len(line.lstrip())
        folder = re.match(r" +(\w+)/( {2,}.*)?$", line)
        if folder:
            above = [*above[: indent // 2 - 1], folder[1]]
            found["/".join(above)] = set()
        elif module := re.match(r"  (\w+)\.py {2,}", line):
            found[""].add(module[1])
        else:
            found["/".join(above)] |= set(line.replace(",", " ").split())
    return found


def test_the_page_shows_the_real_tree() -> None:
    real = {folder: {name for name in names if name != "__init__"} for folder, names in TREE.folders.items()}
    real[""].add("__init__")
    assert shown_tree() == real


def shown_imports() -> dict[str, set[str]]:
    rows = re.findall(r"^\| `([\w/]+)` \| (.*) \|$", PAGE, re.MULTILINE)
    return {package: set(re.findall(r"`([\w/]+)`", others)) for package, others in rows}


def test_the_page_tells_which_package_imports_which() -> None:
    assert shown_imports() == TREE.between_packages()


# -- imports point one way ---------------------------------------------------------------------------------


def wrong_ways(tree: Tree) -> list[str]:
    """Circles between packages, and between modules as they are loaded."""
    packages = tree.between_packages()
    for below, above in LATE:
        packages[below] = packages[below] - {above}
    modules = {module: {wanted.of for wanted in imports if wanted.at_once} for module, imports in tree.imports.items()}
    return [" -> ".join(way) for way in (circle(packages), circle(modules)) if way]


def test_imports_point_one_way_between_and_inside_packages() -> None:
    assert wrong_ways(TREE) == []


def lowest_and_highest() -> list[tuple[str, str]]:
    """For every sub-package one wrong import: a module of a package it depends on imports it."""
    graph = TREE.between_packages()
    found = []
    for package, others in graph.items():
        for other in sorted(others):
            inside = [module for module in TREE.modules if package_of(module) == other]
            if inside and (other, package) not in LATE and (package, other) not in LATE:
                found.append((inside[-1], package))
                break
    return found


@pytest.mark.parametrize(("module", "package"), lowest_and_highest())
def test_a_planted_wrong_import_is_found(module: str, package: str) -> None:
    name = next(m for m in TREE.modules if package_of(m) == package)
    planted = f"def wrong():\n    import pioche.{name.removesuffix('/__init__').replace('/', '.')}\n"
    text = TREE.modules[module].read_text(encoding="utf-8")
    assert wrong_ways(Tree(planted={module: f"{text}\n\n{planted}"}))


def test_nothing_imports_the_house_but_the_command_that_opens_it() -> None:
    inside = {package for package, others in TREE.between_packages().items() if any(o.split("/")[0] == "house" for o in others)}
    assert {package for package in inside if package.split("/")[0] != "house"} == {"terminal/commands"}


# -- folders and names -------------------------------------------------------------------------------------


def source_folders() -> list[tuple[str, int]]:
    kinds = {".py", ".ts", ".svelte"}
    files = [path for top in (SOURCE, ROOT / "web" / "src") for path in top.rglob("*") if path.suffix in kinds]
    count = Counter(path.parent.relative_to(ROOT).as_posix() for path in files)
    apart = {f"src/pioche/{folder}" for folder in ONE_FILE_A_GAME} | {"web/src/skins"}
    return [(folder, n) for folder, n in sorted(count.items()) if folder not in apart]


@pytest.mark.parametrize(("folder", "files"), source_folders())
def test_no_folder_is_crowded(folder: str, files: int) -> None:
    assert files <= MOST_FILES


def test_no_name_stands_for_two_modules() -> None:
    """But for the file of a game, which has the game's name wherever it lies."""
    names = Counter(
        Path(module).name for module in TREE.modules if folder_of(module) not in ONE_FILE_A_GAME
    )
    assert [name for name, times in names.items() if times > 1 and name not in SAME_NAME] == []
