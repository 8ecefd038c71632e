"""One text of the rules, two engines.

The rules of a game are plain functions spread over its file and the shared verbs. An engine is those
functions brought together in one namespace, so that the match layer calls this game's `deal` and the
verbs see this game's constants. *Plain*: the functions as they are. *Compiled*: the same code objects
under Numba, with chance taken from the record alone and nobody listening.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from pioche.engine import chance, match, verbs
from pioche.engine.compiled.kernel_cache import Kernel
from pioche.engine.compiled.numba_patches import MARK, SILENT, compiler, hurry, quick
from pioche.engine.rulebook import Rulebook

PLAIN_ONLY = {  # verb at a table -> what the compiled twin takes for it
    "below": "seeded_below",
    "pick": "swift_pick",
    "top": "seeded_top",
    "note": "silent_note",
    "tell": "silent_tell",
    "opens": "silent_opens",
    "copy_table": "copy_row",
}
BARE: dict[str, Any] = {  # compile to machine code and nothing else: no memory, no exceptions, nothing of Python
    "nogil": True, "error_model": "numpy", "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True,
}  # fmt: skip
KERNEL = " as a kernel"
KERNELS = frozenset({  # called from Python, and kept on disk
    "random_matches", "open_match", "league_matches", "weigh", "both_ways", "stray_moves", "reflex_matches",
})  # fmt: skip
SHORT_VERBS = frozenset({"first_of", "how_many", "rank_at"})  # written anew for the processor, see below
INLINED = 500  # bytes of code up to which a rule becomes part of its caller; more only lengthens compilation
TALLIES = {"note": "tally_note", "tell": "tally_tell", "collect": "tally_collect"}


def modules_of(rules: Rulebook) -> list[ModuleType]:
    """The modules whose functions make up a game, the most general first: later names win."""
    from pioche.engine.compiled import random_play

    found = [chance, verbs, match, random_play]
    for module in _imported(rules.source):
        if module not in found:
            found.append(module)
    found.remove(rules.source)
    return [*found, rules.source]


def _imported(module: ModuleType, seen: set[str] | None = None) -> Iterator[ModuleType]:
    """The module and, before it, those whose functions it imports."""
    seen = seen if seen is not None else set()
    if module.__name__ in seen:
        return
    seen.add(module.__name__)
    for value in list(vars(module).values()):
        if isinstance(value, FunctionType) and _is_rule(value) and value.__module__ != module.__name__:
            yield from _imported(sys.modules[value.__module__], seen)
    yield module


def _is_rule(value: FunctionType) -> bool:
    """Rule functions are untyped on purpose; everything typed belongs to the engine room."""
    return not value.__annotations__ and not value.__closure__ and value.__name__ != "<lambda>"


def assemble(rules: Rulebook) -> dict[str, Any]:
    """Names to functions and constants, as this game sees them."""
    space: dict[str, Any] = {}
    for module in modules_of(rules):
        space |= _names(module)
    space["SETS_TOLD"] = tuple(
        sum(1 << place for place, (_, kind) in enumerate(event.fields) if kind == "seats") for event in rules.events.kinds
    )
    return space


def _names(module: ModuleType) -> dict[str, Any]:
    """The rule functions and constants of a module."""
    return {
        name: value
        for name, value in vars(module).items()
        if (isinstance(value, FunctionType) and _is_rule(value))
        or isinstance(value, int | float)
        or (isinstance(value, tuple) and _ints(value))
    }


def _ints(value: tuple[Any, ...]) -> bool:
    return all(isinstance(item, int) or (isinstance(item, tuple) and _ints(item)) for item in value)


def _rebound(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    return FunctionType(function.__code__, space, function.__name__, function.__defaults__)


def judgement(rules: Rulebook) -> dict[str, Any]:
    """What the bots of a game add: the shared kernels, and the game's own levels."""
    from pioche.bots import playouts
    from pioche.bots.judgement import judgement_module

    own = judgement_module(rules)
    there = {module.__name__ for module in modules_of(rules)} - {own.__name__ if own else ""}

    def is_ours(module: str) -> bool:  # verbs and rules they import are there already, perhaps as their compiled twins
        return module.startswith("pioche.bots.") or (not module.startswith("pioche.") and module not in there)

    space = _names(playouts)
    for module in _imported(own) if own else ():
        space |= _names(module) if is_ours(module.__name__) else {}
    return {n: value for n, value in space.items() if not isinstance(value, FunctionType) or is_ours(value.__module__)}


def plain_engine(rules: Rulebook, kind: str = "plain") -> SimpleNamespace:
    """The game in ordinary Python: no compilation, debugger and coverage work."""
    space: dict[str, Any] = {"__builtins__": __builtins__}
    for name, value in assemble(rules).items():
        space[name] = _rebound(value, space) if isinstance(value, FunctionType) else value
    if kind == "plain_bots":
        space = dict(space)  # a bot's names never reach the rules
        for name, value in judgement(rules).items():
            space[name] = _rebound(value, space) if isinstance(value, FunctionType) else value
    return SimpleNamespace(**{name: value for name, value in space.items() if name != "__builtins__"})


def compiled_engine(rules: Rulebook, kind: str = "compiled") -> SimpleNamespace:
    """The same game as machine code on rows of records: its kernels, each compiled when first called.

    What they call is compiled into them. Kind `tally` counts every event in the field `tally` of a row; kind `bots` has
    the levels and search; `tally_bots` does both.
    """
    folder = cache_folder(rules, kind)
    space = cache(lambda: _compiled_space(rules, kind))  # not needed for what lies on the shelf

    def kernel(name: str) -> Kernel:
        return Kernel(name, folder, lambda: space()[f"{name}{KERNEL}"])

    names = assemble(rules) | (judgement(rules) if "bots" in kind else {})
    return SimpleNamespace(**{name: kernel(name) for name in names if name in KERNELS})


def _compiled_space(rules: Rulebook, kind: str) -> dict[str, Any]:
    """Names to compiled functions; kernels that others call are there twice, as a rule and to be called from outside."""
    swaps = PLAIN_ONLY | (TALLIES if "tally" in kind else {})
    short_verbs = _few_instruction_verbs() | ({} if "tally" in kind else _silent_verbs())
    space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": rules.module}

    def compile_all(functions: dict[str, Any], part: str) -> None:
        for name, value in functions.items():
            if isinstance(value, FunctionType):
                value = _compiled(functions[swaps.get(name, name)], name, space, rules, part)
                if name in KERNELS:
                    space[f"{name}{KERNEL}"] = _kernel(functions[name], name, space, rules, part)
            space[name] = value
        space.update(short_verbs)

    compile_all(assemble(rules), kind)
    if "bots" in kind:
        space = dict(space)
        compile_all(judgement(rules), f"{kind}_judged")
    return space


def _twin(function: FunctionType, name: str, space: dict[str, Any], rules: Rulebook) -> FunctionType:
    twin = _rebound(function, space)
    twin.__module__, twin.__qualname__ = rules.module, name
    return twin


def _kernel(function: FunctionType, name: str, space: dict[str, Any], rules: Rulebook, part: str) -> Any:
    """What Python calls: made of everything below it."""
    import numba

    return numba.njit(**BARE)(_twin(function, f"{part}_{name}", space, rules))


def _compiled(function: FunctionType, name: str, space: dict[str, Any], rules: Rulebook, part: str) -> Any:
    """What kernels call. The name tells the part of which engine it is: two engines in one process would otherwise give
    the same name to different code."""
    import numba

    small = len(function.__code__.co_code) < INLINED
    if not hurry():
        return numba.njit(**BARE, forceinline=small)(_twin(function, f"{part}_{name}", space, rules))
    rule = _twin(function, f"{MARK}{part}_{name}", space, rules)
    return quick(numba.njit(**BARE, forceinline=small, pipeline_class=compiler())(rule))


def _few_instruction_verbs() -> dict[str, Any]:
    """Verbs the processor does in one instruction, or in a few where the text needs a loop."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def first_of(context, those):  # type: ignore[no-untyped-def]  # a signature Numba prescribes
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

        return types.int64(types.int64), code

    @intrinsic
    def how_many(context, those):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), code

    @intrinsic
    def rank_at(context, counts, k):  # type: ignore[no-untyped-def]
        """Ranks 1 to 8 are eight bytes: one product makes running totals of them, one difference compares them all."""

        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            word, byte = ir.IntType(64), ir.IntType(8)
            ones, guards = ir.Constant(word, 0x0101010101010101), ir.Constant(word, 0x8080808080808080)
            one, row = ir.Constant(word, 1), context.make_array(signature.args[0])(context, builder, arguments[0])
            data = builder.bitcast(row.data, byte.as_pointer())
            eight = builder.load(builder.bitcast(builder.gep(data, [one]), word.as_pointer()), align=1)
            nine = builder.zext(builder.load(builder.gep(data, [ir.Constant(word, 9)])), word)
            totals = builder.mul(eight, ones)
            next_card = builder.mul(builder.add(arguments[1], one), ones)
            above = builder.and_(builder.sub(builder.or_(totals, guards), next_card), guards)
            upto_nine = builder.add(builder.lshr(totals, ir.Constant(word, 56)), nine)
            below_ten = builder.zext(builder.icmp_signed(">", upto_nine, arguments[1]), word)
            return builder.sub(builder.sub(ir.Constant(word, 10), builder.ctpop(above)), below_ten)

        return types.int64(counts, types.int64), code

    return {"first_of": first_of, "how_many": how_many, "rank_at": rank_at}


def _silent_verbs() -> dict[str, Any]:
    """Nobody listens in the lab: telling compiles to nothing."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def silent(context, *told):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return context.get_dummy_value()

        return types.void(types.StarArgTuple(told)), code

    SILENT.append(silent)
    return {"note": silent, "tell": silent}


# -- the disk cache --------------------------------------------------------------------------------


def digest(rules: Rulebook, kind: str = "compiled") -> str:
    """Of every source a game is made of: Numba itself does not notice edits in imported modules."""
    from pioche.engine import position, words
    from pioche.engine.compiled import kernel_cache, numba_patches

    seal = hashlib.sha256(f"{version('numba')} {sys.version}".encode())

    for module in (*modules_of(rules), position, words, numba_patches, kernel_cache, sys.modules[__name__]):
        if getattr(module, "__file__", None):
            seal.update(Path(str(module.__file__)).read_bytes())
    for name, function in (assemble(rules) | (judgement(rules) if "bots" in kind else {})).items():
        if isinstance(function, FunctionType):  # rules typed into a notebook have no file
            code = function.__code__
            seal.update(name.encode() + code.co_code + repr((code.co_consts, code.co_names)).encode())
        else:
            seal.update(f"{name}={function}".encode())
    return seal.hexdigest()[:16]


def cache_folder(rules: Rulebook, kind: str) -> Path:
    """Where the compiled code of exactly these rules lies; folders of older rules are swept away."""
    shared = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    root = Path(os.environ.get("PIOCHE_CACHE") or shared / "pioche")
    folder = root / f"{rules.id}-{kind}-{digest(rules, kind)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
    except OSError:  # a home that cannot be written to: compile for this session only
        return Path(tempfile.mkdtemp(prefix="pioche-"))
    month_ago = time.time() - 30 * 86400
    for other in root.glob(f"{rules.id}*-????????????????"):
        if other != folder and other.stat().st_mtime < month_ago:
            shutil.rmtree(other, ignore_errors=True)
    return folder
