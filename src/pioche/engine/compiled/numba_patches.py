"""Compile rules once: as part of the kernels that call them, not each for itself as well.

Numba links everything a function calls into it, optimises the lot and makes machine code of it, for every function
anew: a verb called through five rules is optimised six times. Rules are only ever called by other compiled functions,
so they can wait: each is kept as it was lowered, and the kernel links all of them and optimises the whole once. That
takes more than half off the time a game needs to compile.
This reaches into Numba's engine room; should it look different in another release, nothing is changed and games
merely take longer to compile.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

MARK = "pioche_rule_"  # how a rule's compiled library is named, so that nobody else's is touched
NEEDLESS = frozenset({  # steps of compilation for what rules never contain: closures, with, array expressions
    "WithLifting", "InlineClosureLikes", "InlineInlinables", "InlineOverloads", "NopythonRewrites", "DeadBranchPrune",
    "MakeFunctionToJitFunction", "LiteralUnroll", "LiteralPropagationSubPipelinePass", "DumpParforDiagnostics",
})  # fmt: skip

SILENT: list[Any] = []  # verbs that say something at a table and nothing here


@cache
def hurry() -> bool:
    """Teach Numba once to let rules wait for their kernel; False when it cannot be taught."""
    try:
        from numba.core import codegen
        from numba.core.compiler_machinery import _pass_registry  # noqa: F401
        from numba.core.ir_utils import build_definitions  # noqa: F401
    except ImportError:
        return False
    library: Any = getattr(codegen, "JITCodeLibrary", None)
    machine: Any = getattr(codegen, "JITCPUCodegen", None)
    if not (hasattr(library, "finalize") and hasattr(library, "_get_module_for_linking") and hasattr(machine, "set_env")):
        return False
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

    library.finalize, machine.set_env = later, set_if_there
    _say_things_once()
    return True


def _say_things_once() -> None:
    """What Numba asks thousands of times and always answers alike: whether two sets of settings are the same, how a
    record with all its fields is spelt, what an operator makes of these operands. Answers are remembered."""
    from numba.core import ir, targetconfig, types

    settings: Any = targetconfig.TargetConfig
    record: Any = types.Record
    function: Any = types.Function
    line: Any = ir.Inst
    same, spelt, typed, listed = settings.__eq__, record.__repr__, function.get_call_type, line._rec_list_vars
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

    tuples: Any = types.containers.BaseTuple
    data = (types.Number, types.Boolean, types.IntegerLiteral, types.Array, types.Record, tuples)

    def get_call_type(self: Any, context: Any, operands: Any, keywords: Any) -> Any:
        built_in = getattr(self.typing_key, "__module__", "") in ("_operator", "builtins")
        if keywords or not built_in or not all(isinstance(one, data) for one in operands):
            return typed(self, context, operands, keywords)
        known = self.__dict__.setdefault("_known", {})
        if (context, operands) not in known:
            known[context, operands] = typed(self, context, operands, keywords)
        return known[context, operands]

    no_variable = frozenset({str, int, float, bool, type(None), ir.Loc})

    def _rec_list_vars(self: Any, value: Any) -> Any:
        return [] if type(value) in no_variable else listed(self, value)

    if hasattr(settings, "_values"):
        settings.__hash__, settings.__eq__ = __hash__, __eq__
    record.__repr__ = __repr__
    function.get_call_type, line._rec_list_vars = get_call_type, _rec_list_vars


@cache
def compiler() -> Any:
    """Numba's compiler with the steps that rules need, and nobody to time or to check each of them."""
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import PassManager, _pass_registry

    class Steps(PassManager):  # type: ignore[misc]
        def run(self, state: Any) -> None:
            for step, _ in self.passes:
                one = _pass_registry.get(step).pass_inst
                one.analysis = self._analysis
                one.run_initialization(state)
                one.run_pass(state)
                one.run_finalizer(state)
                if step.__name__ == "TranslateByteCode":
                    _hush(state.func_ir)

    steps = Steps("rules")

    class RuleCompiler(CompilerBase):  # type: ignore[misc]
        def __init__(self, typing: Any, target: Any, *others: Any) -> None:
            typing.refresh = target.refresh = lambda: None  # the kernel has looked for news already
            try:
                super().__init__(typing, target, *others)
            finally:
                del typing.refresh, target.refresh

        def define_pipelines(self) -> list[Any]:
            if not steps.finalized:
                for step, why in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
                    if step.__name__ not in NEEDLESS:
                        steps.add_pass(step, why)
                steps.finalize()
            return [steps]

    return RuleCompiler


def _hush(rule: Any) -> None:
    """Nobody listens in the lab: what would be told is taken out before anybody works out its types."""
    from numba.core import ir, ir_utils

    lines = [one for block in rule.blocks.values() for one in block.body if isinstance(one, ir.Assign)]
    tellers = {one.target.name for one in lines if isinstance(one.value, ir.Global) and one.value.value in SILENT}
    if not tellers:
        return
    used = Counter(name for block in rule.blocks.values() for one in block.body for name in _read(one))
    for block in rule.blocks.values():
        kept = []
        for one in reversed(block.body):
            if isinstance(one, ir.Assign) and one.target.name.startswith("$"):
                value = one.value
                if isinstance(value, ir.Expr) and value.op == "call" and value.func.name in tellers:
                    used.subtract(_read(one))
                    one = ir.Assign(ir.Const(None, one.loc), one.target, one.loc)
                if not used[one.target.name] and _only_looks(one.value):
                    used.subtract(_read(one))
                    continue
            kept.append(one)
        block.body = kept[::-1]
    rule._definitions = ir_utils.build_definitions(rule.blocks)


def _read(line: Any) -> list[str]:
    names = [var.name for var in line.list_vars()]
    if type(line).__name__ == "Assign":
        names.remove(line.target.name)
    return names


def _only_looks(value: Any) -> bool:
    from numba.core import ir

    looks = {"getattr", "getitem", "static_getitem", "binop", "unary", "build_tuple"}
    return (isinstance(value, ir.Expr) and value.op in looks) or isinstance(value, ir.Const | ir.Global | ir.Var)


def quick(dispatcher: Any) -> Any:
    """A rule compiles once for all integers, not once more for every constant it is called with, and untimed."""
    from numba import types

    asked = dispatcher.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        return asked(tuple(types.unliteral(argument) for argument in arguments), keywords)

    def compile_rule(arguments: Any) -> Any:
        if arguments not in dispatcher.overloads:
            with dispatcher._compiling_counter:
                dispatcher.add_overload(dispatcher._compiler.compile(arguments, None))
        return dispatcher.overloads[arguments].entry_point

    dispatcher.get_call_template, dispatcher.compile = get_call_template, compile_rule
    return dispatcher


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
