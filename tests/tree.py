"""The source tree as it is: its folders, its files, and which package imports which.

`python -m tests.tree` prints what docs/architecture.md shows, to be pasted there when something has moved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "pioche"


@dataclass(frozen=True)
class Import:
    """`at_once`: when the module is loaded, and not only when a function runs."""

    of: str
    at_once: bool


@dataclass(frozen=True)
class Tree:
    """The package under `source`, by default ours. Modules are named by their path: engine/game, bots/__init__."""

    source: Path = SOURCE
    planted: dict[str, str] = field(default_factory=dict)  # module -> text to read instead of its file

    @cached_property
    def modules(self) -> dict[str, Path]:
        return {path.relative_to(self.source).with_suffix("").as_posix(): path for path in sorted(self.source.rglob("*.py"))}

    @cached_property
    def folders(self) -> dict[str, list[str]]:
        """Folder -> the names of its modules."""
        found: dict[str, list[str]] = {}
        for module in self.modules:
            found.setdefault(folder_of(module), []).append(module.rpartition("/")[2])
        return found

    @cached_property
    def imports(self) -> dict[str, list[Import]]:
        return {module: list(self._imports(module)) for module in self.modules}

    def _imports(self, module: str) -> Iterator[Import]:
        """The modules of ours that a module imports. What is imported for types alone does not count."""
        text = self.planted.get(module) or self.modules[module].read_text(encoding="utf-8")
        tree = ast.parse(text)
        blocks = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test)]
        for_types = {id(inner) for block in blocks for inner in ast.walk(block)}
        at_once = {id(node) for node in tree.body}
        for node in ast.walk(tree):
            if id(node) not in for_types:
                yield from (Import(name, id(node) in at_once) for name in self._named(node) if name != module)

    def _named(self, node: ast.AST) -> Iterator[str]:
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.partition(".")[0] == "pioche":
                yield self._module(name.split(".")[1:])

    def _module(self, parts: list[str]) -> str:
        """`engine.game.Game` stands in engine/game, `bots.Bot` in bots/__init__."""
        for k in range(len(parts), 0, -1):
            path = "/".join(parts[:k])
            if path in self.modules:
                return path
            if f"{path}/__init__" in self.modules:
                return f"{path}/__init__"
        return "__init__"

    def between_packages(self) -> dict[str, set[str]]:
        """Package -> the packages it imports, at once or later."""
        found: dict[str, set[str]] = {package_of(module): set() for module in self.modules}
        for module, imports in self.imports.items():
            own = package_of(module)
            found[own] |= {package_of(wanted.of) for wanted in imports} - {own, "__init__"}
        return found


def folder_of(module: str) -> str:
    return module.rpartition("/")[0]


def package_of(module: str) -> str:
    """Modules directly under src/pioche, engine, house and tournament stand for themselves: some are low, some are high."""
    return module if folder_of(module) in ("", "engine", "house", "tournament") else folder_of(module)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A way that leads back to where it began, or nothing."""
    done: set[str] = set()

    def walk(name: str, above: list[str]) -> list[str]:
        if name in above:
            return [*above[above.index(name) :], name]
        if name not in done:
            for other in sorted(graph.get(name, ())):
                if found := walk(other, [*above, name]):
                    return found
            done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := walk(name, []))), [])


if __name__ == "__main__":
    real = Tree()
    for folder, names in real.folders.items():
        print(f"{'  ' * folder.count('/')}{folder.rpartition('/')[2]}/ {', '.join(n for n in names if n != '__init__')}")
    for package, others in real.between_packages().items():
        print(f"| `{package}` | {', '.join(f'`{other}`' for other in sorted(others))} |")
