"""Imports between packages point one way, in the order docs/architecture.md gives."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.tree import ROOT, Tree, circle, package_of

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
TREE = Tree()
# A game opens its compiled engine and its tables, a table writes its record: each inside a function.
LATE = {("engine/game", "engine/compiled"), ("engine/game", "engine/table"), ("engine/table", "engine/record")}


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
    inside = {
        package for package, others in TREE.between_packages().items() if any(o.split("/")[0] == "house" for o in others)
    }
    assert {package for package in inside if package.split("/")[0] != "house"} == {"terminal/commands"}
