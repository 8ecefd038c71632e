"""Compile rules once: as part of the kernels that call them, not each for itself as well.

Numba links everything a function calls into it, optimises the lot and makes machine code of it, for every function
anew: a verb called through five rules is optimised six times. Rules are only ever called by other compiled functions,
so they can wait: each is kept as it was lowered, and the kernel links all of them and optimises the whole once. That
takes more than half off the time a game needs to compile.
This reaches into Numba's engine room; should it look different in another release, nothing is changed and games
merely take longer to compile.
"""

from __future__ import annotations

from typing import Any

MARK = "pioche_rule_"  # how a rule's compiled library is named, so that nobody else's is touched
NEEDLESS = frozenset({  # steps of compilation for what rules never contain: closures, with, array expressions
    "WithLifting", "InlineClosureLikes", "InlineInlinables", "InlineOverloads", "NopythonRewrites", "DeadBranchPrune",
    "MakeFunctionToJitFunction", "LiteralUnroll", "LiteralPropagationSubPipelinePass", "DumpParforDiagnostics",
})  # fmt: skip


def hurry() -> bool:
    """Teach Numba once to let rules wait for their kernel; False when it cannot be taught."""
    from numba.core import codegen

    library: Any = getattr(codegen, "JITCodeLibrary", None)
    machine: Any = getattr(codegen, "JITCPUCodegen", None)
    if not (hasattr(library, "finalize") and hasattr(library, "_get_module_for_linking") and hasattr(machine, "set_env")):
        return False
    if getattr(library, "_pioche", False):
        return True
    finalize, set_env = library.finalize, machine.set_env

    def later(self: Any) -> None:
        if self.name.startswith(MARK):
            self._finalized = True
            return
        self._linking_libraries = _all_called(self._linking_libraries)
        finalize(self)

    def set_if_there(self: Any, name: str, env: Any) -> None:
        if MARK not in name:  # a rule that waits has no place yet for an environment, and needs none
            set_env(self, name, env)

    library.finalize, library._pioche, machine.set_env = later, True, set_if_there
    _say_things_once()
    return True


def _say_things_once() -> None:
    """Numba compares all its settings at every call it types, and spells out a record with all its fields: both are
    long and never change, so they are remembered."""
    from numba.core import targetconfig, types

    settings: Any = targetconfig.TargetConfig
    record: Any = types.Record
    same, spelt = settings.__eq__, record.__repr__
    hashes: dict[type, int] = {}

    def __hash__(self: Any) -> int:
        kind = type(self)
        if kind not in hashes:
            hashes[kind] = hash(tuple(sorted(self.options)))
        return hashes[kind]

    def __eq__(self: Any, other: Any) -> Any:
        alike = type(self) is type(other) and self._values == other._values
        return True if alike else same(self, other)

    def __repr__(self: Any) -> str:
        if "_spelt" not in self.__dict__:
            self.__dict__["_spelt"] = spelt(self)
        return str(self.__dict__["_spelt"])

    if hasattr(settings, "_values"):
        settings.__hash__, settings.__eq__ = __hash__, __eq__
    record.__repr__ = __repr__


def compiler() -> Any:
    """Numba's compiler without the steps that rules do not need."""
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import PassManager

    class RuleCompiler(CompilerBase):  # type: ignore[misc]
        def define_pipelines(self) -> list[Any]:
            whole, few = DefaultPassBuilder.define_nopython_pipeline(self.state), PassManager("rules")
            for step, why in whole.passes:
                if step.__name__ not in NEEDLESS:
                    few.add_pass(step, why)
            few.finalize()
            return [few]

    return RuleCompiler


def _all_called(libraries: list[Any]) -> list[Any]:
    """Those libraries and what the rules among them wait for, each once, callers first: LLVM links no function that
    nobody has asked for yet."""
    found: dict[Any, None] = {}

    def visit(one: Any) -> None:
        if one not in found and one not in open_ones:
            open_ones.add(one)
            for called in reversed(one._linking_libraries if one.name.startswith(MARK) else []):
                visit(called)
            found[one] = None

    open_ones: set[Any] = set()
    for one in reversed(libraries):
        visit(one)
    return list(reversed(found))
