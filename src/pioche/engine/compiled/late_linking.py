"""Compile rules once: as part of the kernel that calls them, not each for itself as well.

Numba links everything a function calls into it, optimises the lot and makes machine code of it, again for every function:
a verb called through five rules is optimised six times. Rules are only ever called by other compiled functions, so they
can wait. Each is kept as it was lowered, and the kernel links all of them and optimises the whole once. That halves the time
a game needs to compile.

Numba is not changed: classes of its compiler are derived from, and functions ask for the derived ones by the public option
`pipeline_class`. What is derived from is not public, though. Should it look different in another release, something here
raises an exception, and the caller takes the public way instead, which needs more time.
"""

from __future__ import annotations

from functools import cache
from typing import Any

NEEDED = ("finalize", "get_pointer_to_function", "enable_object_caching", "_get_module_for_linking", "_get_compiled_object")

NEEDLESS = frozenset({  # steps of compilation for what rules never contain: closures, with, array expressions
    "WithLifting", "InlineClosureLikes", "InlineInlinables", "InlineOverloads", "NopythonRewrites", "DeadBranchPrune",
    "MakeFunctionToJitFunction", "LiteralUnroll", "LiteralPropagationSubPipelinePass", "DumpParforDiagnostics",
})  # fmt: skip


@cache
def compilers(from_the_front: bool) -> tuple[Any, Any]:
    """Return the compiler of rules and that of kernels. Raise an exception when Numba looks different inside.
    `from_the_front`: no index is negative."""
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler
    from numba.core.compiler_machinery import PassManager

    missing = [name for name in NEEDED if not hasattr(JITCodeLibrary, name)]
    if missing or not hasattr(Compiler, "compile_extra"):
        raise AttributeError(f"Numba's libraries have no {', '.join(missing) or 'compiler'}")

    class NoEnvironment:
        """A rule that waits has no place yet for an environment, and needs none."""

        def set_env(self, name: str, environment: Any) -> None:
            pass

    class Library(JITCodeLibrary):  # type: ignore[misc]
        def add_ir_module(self, module: Any) -> None:
            if from_the_front:
                count_from_the_front(module)
            super().add_ir_module(module)

    class RuleLibrary(Library):
        codegen = NoEnvironment()

        def finalize(self) -> None:
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            return 0  # nobody calls it from outside

    class KernelLibrary(Library):
        _linking_libraries: list[Any]

        def finalize(self) -> None:
            self._linking_libraries = all_called(self._linking_libraries)
            super().finalize()

    def all_called(libraries: list[Any]) -> list[Any]:
        """Return those libraries and what the rules among them wait for, each once, callers first: LLVM links no function
        that is not needed yet."""
        found: dict[Any, None] = {}
        visited: set[Any] = set()

        def visit(one: Any) -> None:
            if one not in visited:
                visited.add(one)
                for called in reversed(one._linking_libraries if isinstance(one, RuleLibrary) else []):
                    visit(called)
                found[one] = None

        for one in reversed(libraries):
            visit(one)
        return list(reversed(found))

    def compiler(library: Any) -> Any:
        class WithLibrary(Compiler):  # type: ignore[misc]
            def define_pipelines(self) -> list[Any]:
                (whole,) = super().define_pipelines()
                short = PassManager("rules")
                for step, why in whole.passes:
                    if step.__name__ not in NEEDLESS:
                        short.add_pass(step, why)
                short.finalize()
                return [short]

            def compile_extra(self, function: Any) -> Any:
                self.state.library = library(self.state.targetctx.codegen(), function.__qualname__)
                self.state.library.enable_object_caching()
                return super().compile_extra(function)

        return WithLibrary

    return compiler(RuleLibrary), compiler(KernelLibrary)


def count_from_the_front(module: Any) -> None:
    """Drop the test for negative indices. Numba adds the length to a negative index, as Python does; rules of the house
    never use one (a test of all games holds it)."""
    from llvmlite import ir
    from llvmlite.ir.instructions import ICMPInstr, Instruction, SelectInstr

    no = ir.Constant(ir.IntType(1), 0)
    for one in (one for function in module.functions for block in function.blocks for one in block.instructions):
        if isinstance(one, SelectInstr):
            negative, wrapped, index = one.operands
            if (
                isinstance(negative, ICMPInstr) and negative.op == "slt" and negative.operands[0] is index
                and isinstance(wrapped, Instruction) and wrapped.opname == "add" and wrapped.operands[0] is index
            ):  # fmt: skip
                one.operands[0] = no


def for_all_numbers(rule: Any) -> Any:
    """A rule compiles once for all whole numbers, not once more for every constant that it is called with."""
    from numba import types

    asked = rule.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        return asked(tuple(types.unliteral(one) for one in arguments), keywords)

    rule.get_call_template = get_call_template
    return rule


def machine_code(kernel: Any, types: tuple[Any, ...]) -> tuple[bytes, str, list[str], set[str]]:
    """Compile a kernel for arguments of these types: its machine code, its name in there, what it takes word by word as
    LLVM sees it, and the functions outside that it calls."""
    kernel.compile(types)
    made = kernel.overloads[types]
    symbol, module = made.fndesc.llvm_func_name, made.library._final_module
    takes = [str(one.type) for one in module.get_function(symbol).arguments]
    outside = {one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")}
    return made.library._get_compiled_object(), symbol, takes, outside
