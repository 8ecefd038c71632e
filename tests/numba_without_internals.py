"""A Numba whose inside cannot be reached: `pytest -p tests.numba_without_internals` plays with what its manual promises alone.

What is taken away is what Pioche asks for and Numba itself no longer looks up by name once it is loaded.
"""

from __future__ import annotations

import importlib
from operator import attrgetter

INTERNALS = {
    "JITCodeLibrary": "codegen",
    "Compiler": "compiler",
    "PassManager": "compiler_machinery",
    "_get_compiled_object": "codegen.CPUCodeLibrary",
}


def hide(*names: str) -> None:
    """Take away some of these names, or all."""
    numba = importlib.import_module("numba")
    numba.njit(lambda number: number + 1)(1)  # Numba loads its last parts when it first compiles
    for name in names or INTERNALS:
        module, _, inner = INTERNALS[name].partition(".")
        holder = importlib.import_module(f"numba.core.{module}")
        holder = attrgetter(inner)(holder) if inner else holder
        for one in getattr(holder, "__mro__", [holder]):
            if name in vars(one):
                delattr(one, name)


def pytest_configure() -> None:
    hide()
