"""The package uses public parts of its dependencies only.

A private name, a module or a base class that a dependency does not document may change in any release. This scan reads the sources;
what it cannot see, such as an attribute of an object whose type is unknown, has to have a private name to be found.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "pioche"

# Public names, but of modules whose documentation does not mention them.
UNDOCUMENTED = (
    "numba.core.codegen", "numba.core.compiler", "numba.core.compiler_machinery", "uvicorn.protocols", "uvicorn.server",
    "websockets.legacy", "websockets.speedups", "websockets.utils",
)  # fmt: skip

# Classes of others that are documented to be derived from, and those of their methods with private names that are documented to be written.
DERIVED: dict[str, set[str]] = {
    "gymnasium.Env": set(),
    "gymnasium.vector.VectorEnv": set(),
    "msgspec.Struct": set(),
    "pettingzoo.AECEnv": {"_accumulate_rewards", "_was_dead_step"},  # called; its page of how to write one shows them
    "pettingzoo.ParallelEnv": set(),
    "pyspiel.Game": set(),
    "pyspiel.State": {"_legal_actions", "_apply_action", "_apply_actions", "_action_to_string"},
    "textarena.Env": set(),
}

DOCUMENTED_THOUGH_PRIVATE = {"_asdict", "_fields", "_make", "_replace", "os._exit"}

# What is used although it is not documented, and why. The list may only become shorter.
EXCEPTIONS = {
    # The compiler: rules are optimised once, inside their kernel. By documented parts alone a game needs five seconds more to
    # open for the first time (docs/decisions/0006): more than the two seconds that such a use has to earn.
    "_final_module": "numba", "class numba.core.codegen.JITCodeLibrary": "numba", "class numba.core.compiler.Compiler": "numba",
    "numba.core.codegen.JITCodeLibrary": "numba", "numba.core.compiler.Compiler": "numba", "numba.core.compiler_machinery.PassManager": "numba",
    # To be removed: time limits of the database.
    "class psycopg.Connection": "psycopg",
}  # fmt: skip


NOT_THIRD_PARTY = {"pioche", *sys.stdlib_module_names}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def defined(path: Path) -> frozenset[str]:
    """The names a file of ours gives to attributes, functions and classes."""
    return frozenset(names_defined(tree(path)))


def names_defined(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and named(node.value) in ("self", "cls"):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value  # of __slots__


def named(node: ast.expr) -> str:
    """`a.b.c` as it is written, "" for what is not a dotted name."""
    if isinstance(node, ast.Name):
        return node.id
    before = named(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{before}.{node.attr}" if before and isinstance(node, ast.Attribute) else ""


@cache
def imports(module: ast.Module) -> dict[str, str]:
    """Name in this module -> the full name of what was imported."""
    found: dict[str, str] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
    return found


def full(node: ast.expr, known: dict[str, str]) -> str:
    """The full name of `np.array` is numpy.array."""
    if isinstance(node, ast.Subscript):
        return full(node.value, known)
    first, dot, rest = named(node).partition(".")
    return known[first] + dot + rest if first in known else ""


@cache
def ours(name: str, again: bool = True) -> frozenset[Path]:
    """The files of ours a full name stands in: a module, its packages, and what their `__init__` passes on."""
    parts = name.split(".")
    if parts[0] != "pioche":
        return frozenset()
    found: set[Path] = set()
    for k in range(1, len(parts) + 1):
        path = SOURCE.joinpath(*parts[1:k])
        package = path / "__init__.py"
        found |= {file for file in (path.with_suffix(".py"), package) if file.is_file()}
        if again and package.is_file():
            found = found.union(*(ours(passed_on, again=False) for passed_on in imports(tree(package)).values()))
    return frozenset(found)


def third_party(name: str) -> bool:
    return bool(name) and name.partition(".")[0] not in NOT_THIRD_PARTY


def private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def undocumented(module: ast.Module) -> Iterator[str]:
    """What a module of ours uses of others although they do not document it."""
    known = imports(module)
    own = set(names_defined(module)).union(*(defined(path) for name in set(known.values()) for path in ours(name)))
    allowed = own.union(DOCUMENTED_THOUGH_PRIVATE, *DERIVED.values())
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if not_public(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module:
            full_names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name for name in full_names if not_public(name))
        elif isinstance(node, ast.Attribute):
            name = full(node, known) or node.attr
            inside = node.attr.startswith(("gi_", "cr_", "ag_"))  # of generators and coroutines
            if inside or (private(node.attr) and not {name, node.attr} & allowed):
                yield node.attr
            elif isinstance(node.ctx, ast.Store | ast.Del) and third_party(full(node.value, known)):
                yield f"{full(node, known)} ="
        elif isinstance(node, ast.Call) and any(named(one).endswith("import_module") for one in (node.func, *node.args)):
            said = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            yield from (name for name in said if not_public(name))
        elif isinstance(node, ast.Call) and named(node.func) in ("setattr", "getattr") and len(node.args) > 1:
            what = node.args[1]
            if (
                isinstance(what, ast.Constant)
                and isinstance(what.value, str)
                and what.value.startswith(("gi_", "cr_", "ag_"))
            ):
                yield what.value
            if named(node.func) == "setattr" and third_party(full(node.args[0], known)):
                yield f"{full(node.args[0], known)} ="
        elif isinstance(node, ast.ClassDef):
            for base in (full(base, known) for base in node.bases):
                if third_party(base) and base not in DERIVED:
                    yield f"class {base}"


def not_public(name: str) -> bool:
    if name.partition(".")[0] in ("pioche", "__future__"):
        return False
    return any(private(part) for part in name.split(".")) or f"{name}.".startswith(tuple(f"{one}." for one in UNDOCUMENTED))


def test_nothing_undocumented_is_used() -> None:
    found = {path.relative_to(SOURCE).as_posix(): set(undocumented(tree(path))) for path in sorted(SOURCE.rglob("*.py"))}
    assert {path: sorted(names - set(EXCEPTIONS)) for path, names in found.items() if names - set(EXCEPTIONS)} == {}
    used = set().union(*found.values())
    assert set(EXCEPTIONS) - used == set(), "these are no longer used: remove them from EXCEPTIONS"


@pytest.mark.parametrize(
    ("planted", "what"),
    [
        ("from h11._util import validate", "h11._util.validate"),
        ("import anyio._backends._asyncio", "anyio._backends._asyncio"),
        ("from uvicorn.protocols.http.h11_impl import H11Protocol", "uvicorn.protocols.http.h11_impl.H11Protocol"),
        ("from websockets import speedups", "websockets.speedups"),
        ("import importlib\nimportlib.import_module('anyio._backends._asyncio')", "anyio._backends._asyncio"),
        ("import h11\nx = h11.Connection(h11.SERVER)._cstate", "_cstate"),
        ("def f(x: object) -> object:\n    return x._secret_of_others", "_secret_of_others"),
        ("def f(x):\n    return x.gi_yieldfrom", "gi_yieldfrom"),
        ("def f(x):\n    return getattr(x, 'gi_frame', None)", "gi_frame"),
        ("import starlette.routing\nstarlette.routing.Router = None", "starlette.routing.Router ="),
        ("import httpx as h\nsetattr(h, 'get', print)", "httpx ="),
        ("import psycopg\nclass C(psycopg.Connection[tuple]):\n    pass", "class psycopg.Connection"),
        ("import argparse\nclass P(argparse.ArgumentParser):\n    def f(self):\n        return self._option_string_actions", "_option_string_actions"),
    ],
)  # fmt: skip
def test_a_planted_use_is_found(planted: str, what: str) -> None:
    assert list(undocumented(ast.parse(planted))) == [what]


@pytest.mark.parametrize(
    "planted",
    [
        "import h11\nx = h11.Connection(h11.SERVER).our_state",
        "class A:\n    def __init__(self):\n        self._x = 1\n\ndef f(a):\n    return a._x",
        "from websockets.frames import Frame\nfrom websockets.protocol import State",
        "import gymnasium\nclass E(gymnasium.Env):\n    pass",
    ],
)
def test_what_is_documented_may_be_used(planted: str) -> None:
    assert list(undocumented(ast.parse(planted))) == []
