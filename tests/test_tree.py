"""docs/architecture.md shows the tree as it is, imports point one way, folders and files stay small."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from bench import walk

from tests.tree import ROOT, SOURCE, Tree, circle, folder_of, package_of

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
TREE = Tree()
MOST_FILES = 16
ONE_FILE_A_GAME = {"rules", "rules/positions", "bots/judgement"}  # as many files as games
# A game opens its compiled engine and its tables, a table writes its record: each inside a function.
LATE = {("engine/game", "engine/compiled"), ("engine/game", "engine/table"), ("engine/table", "engine/record")}
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
        elif module := re.match(r" {2}(\w+)\.py {2,}", line):
            found[""].add(module[1])
        else:
            found["/".join(above)] |= set(line.replace(",", " ").split())
    return found


def test_the_page_shows_the_real_tree() -> None:
    real = {folder: {name for name in names if name != "__init__"} for folder, names in TREE.folders.items()}
    real[""].add("__init__")
    assert shown_tree() == real


def shown_order() -> list[str]:
    block = re.search(r"^```order\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert block, "the page shows no order"
    return block[1].replace(",", " ").split()


def test_the_order_names_every_package_once() -> None:
    doors = {"engine/__init__", "house/__init__"}  # empty
    assert sorted(shown_order()) == sorted(set(TREE.between_packages()) - doors)


# -- imports point one way ---------------------------------------------------------------------------------


def wrong_ways(tree: Tree) -> list[str]:
    """Imports against the order of the page, and circles between modules as they are loaded."""
    place = {package: k for k, package in enumerate(shown_order())}
    found = [
        f"{package} imports {other}"
        for package, others in tree.between_packages().items()
        for other in others
        if place.get(other, -1) > place.get(package, -1) and (package, other) not in LATE
    ]
    modules = {module: {wanted.of for wanted in imports if wanted.at_once} for module, imports in tree.imports.items()}
    return [*found, *circle(modules)]


def test_imports_point_one_way_between_and_inside_packages() -> None:
    assert wrong_ways(TREE) == []


def test_what_goes_the_other_way_does_so_inside_a_function() -> None:
    for package, other in LATE:
        wanted = [one for module, imports in TREE.imports.items() if package_of(module) == package for one in imports]
        assert {one.at_once for one in wanted if package_of(one.of) == other} == {False}


def planted() -> list[tuple[str, str]]:
    """For every package a wrong import: one of its modules imports what stands right behind it in the order."""
    order = shown_order()
    found = []
    for package, above in pairwise(order):
        module = next(module for module in TREE.modules if package_of(module) == package)
        if (package, above) not in LATE and above != "__init__":  # the door is open to everybody
            found.append((module, next(m for m in TREE.modules if package_of(m) == above)))
    return found


@pytest.mark.parametrize(("module", "above"), planted())
def test_a_planted_wrong_import_is_found(module: str, above: str) -> None:
    wrong = f"def wrong():\n    import pioche.{above.removesuffix('/__init__').replace('/', '.')}\n"
    text = TREE.modules[module].read_text(encoding="utf-8")
    assert wrong_ways(Tree(planted={module: f"{text}\n\n{wrong}"}))


def test_a_circle_inside_a_package_is_found() -> None:
    text = TREE.modules["bots/worlds"].read_text(encoding="utf-8")
    assert wrong_ways(Tree(planted={"bots/worlds": f"import pioche.bots.search\n{text}"}))


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


# -- the three walks ---------------------------------------------------------------------------------------


def shown_walk(heading: str) -> list[str]:
    section = PAGE.partition(f"### {heading}\n")[2].partition("\n#")[0]
    return re.findall(r"^\d+\. `([\w/]+\.py)`: ", section, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "heading"),
    [("move", "A move at a table"), ("simulate", "`pioche simulate hawthorn`"), ("search", "A bot that thinks")],
)
def test_the_page_tells_the_walk_as_it_is(name: str, heading: str) -> None:
    """The files that are passed, in order. `python -m bench.walk` prints them."""
    assert shown_walk(heading) == walk.WALKS[name]().files
