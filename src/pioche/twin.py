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
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from pioche import chance, match, verbs
from pioche.rulebook import Rulebook

PLAIN_ONLY = {  # verb at a table -> what the compiled twin takes for it
    "below": "seeded_below",
    "pick": "seeded_pick",
    "top": "seeded_top",
    "note": "silent_note",
    "tell": "silent_tell",
    "opens": "silent_opens",
    "copy_table": "copy_row",
}
INLINED = 500  # bytes of code up to which a rule becomes part of its caller; more only lengthens compilation
TALLIES = {"note": "tally_note", "tell": "tally_tell", "collect": "tally_collect"}


def modules_of(rules: Rulebook) -> list[ModuleType]:
    """The modules whose functions make up a game, the most general first: later names win."""
    from pioche.lab import kernels

    found = [chance, verbs, match, kernels]
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
        for name, value in vars(module).items():
            if isinstance(value, FunctionType):
                if _is_rule(value):
                    space[name] = value
            elif isinstance(value, int) or (isinstance(value, tuple) and _ints(value)):
                space[name] = value
    space["SETS_TOLD"] = tuple(
        sum(1 << place for place, (_, kind) in enumerate(event.fields) if kind == "seats") for event in rules.events.kinds
    )
    return space


def _ints(value: tuple[Any, ...]) -> bool:
    return all(isinstance(item, int) or (isinstance(item, tuple) and _ints(item)) for item in value)


def _rebound(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    return FunctionType(function.__code__, space, function.__name__, function.__defaults__)


def plain_engine(rules: Rulebook) -> SimpleNamespace:
    """The game in ordinary Python: no compilation, debugger and coverage work."""
    space: dict[str, Any] = {"__builtins__": __builtins__}
    for name, value in assemble(rules).items():
        space[name] = _rebound(value, space) if isinstance(value, FunctionType) else value
    return SimpleNamespace(**{name: value for name, value in space.items() if name != "__builtins__"})


def compiled_engine(rules: Rulebook, tally: bool = False) -> SimpleNamespace:
    """The same game as machine code on rows of records. Each function compiles when first called.

    Only the kernels are called from Python and kept on disk; what they call is compiled into them.
    With `tally` every event is counted in the field `tally` of a row.
    """
    import numba

    from pioche.lab import kernels

    found = assemble(rules)
    swaps = PLAIN_ONLY | (TALLIES if tally else {})
    space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": rules.module}
    outside = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(rules, tally))
    try:
        for name, value in found.items():
            if not isinstance(value, FunctionType):
                space[name] = value
                continue
            function = found[swaps.get(name, name)]
            twin = _rebound(function, space)
            twin.__module__ = rules.module
            if function.__module__ == kernels.__name__:
                space[name] = numba.njit(nogil=True, cache=True, error_model="numpy")(twin)
            else:
                small = len(function.__code__.co_code) < INLINED
                space[name] = _for_any_number(
                    numba.njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=small)(twin)
                )
    finally:
        numba.config.CACHE_DIR = outside
    space |= _one_instruction_verbs()
    if not tally:
        space |= _silent_verbs()
    return SimpleNamespace(**{name: value for name, value in space.items() if not name.startswith("__")})


def _for_any_number(dispatcher: Any) -> Any:
    """Compile a rule once for all integers, not once more for every constant it is called with."""
    from numba import types

    asked = dispatcher.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        return asked(tuple(types.unliteral(argument) for argument in arguments), keywords)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _one_instruction_verbs() -> dict[str, Any]:
    """Two verbs the processor knows in one instruction."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]  # numba has no stubs
    def first_of(context, those):  # type: ignore[no-untyped-def]  # a signature Numba prescribes
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

        return types.int64(types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def how_many(context, those):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), code

    return {"first_of": first_of, "how_many": how_many}


def _silent_verbs() -> dict[str, Any]:
    """Nobody listens in the lab: telling compiles to nothing."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def silent(context, *told):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return context.get_dummy_value()

        return types.void(types.StarArgTuple(told)), code

    return {"note": silent, "tell": silent}


# -- the disk cache --------------------------------------------------------------------------------


def digest(rules: Rulebook) -> str:
    """Of every source a game is made of: Numba itself does not notice edits in imported modules."""
    import numba

    seal = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    from pioche import position, words

    for module in (*modules_of(rules), position, words):
        if getattr(module, "__file__", None):
            seal.update(Path(str(module.__file__)).read_bytes())
    for function in assemble(rules).values():
        if isinstance(function, FunctionType):  # rules typed into a notebook have no file
            seal.update(function.__code__.co_code + repr(function.__code__.co_consts).encode())
    return seal.hexdigest()[:16]


def cache_folder(rules: Rulebook, tally: bool) -> Path:
    """Where the compiled code of exactly these rules lies; folders of older rules are swept away."""
    root = Path(os.environ.get("PIOCHE_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pioche")
    folder = root / f"{rules.id}{'-tally' if tally else ''}-{digest(rules)}"
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
