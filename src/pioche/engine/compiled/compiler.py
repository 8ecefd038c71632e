"""The compiled engine: the rule functions of a game as machine code on rows of records.

The same code objects as in the plain engine under Numba, with chance taken from the record alone and nobody listening.
There are two ways. The quick one compiles rules as parts of their kernels and keeps the machine code on disk; it uses what
Numba has inside. The public one asks Numba for nothing but what its manual promises; it is slow and keeps nothing.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

from pioche.engine.compiled import assembly, kernel_cache, late_linking
from pioche.engine.compiled.assembly import Modules
from pioche.engine.compiled.kernel_cache import Kernel, Kind, flat, is_bundle
from pioche.engine.rulebook import Rulebook

PLAIN_ONLY = {  # verb at a table -> what the compiled engine takes for it
    "below": "seeded_below",
    "pick": "seeded_pick",
    "draw_from": "swift_draw_from",
    "top": "seeded_top",
    "note": "silent_note",
    "tell": "silent_tell",
    "deal_ended": "silent_deal_ended",
    "opens": "silent_opens",
    "copy_table": "copy_row",
}
TALLIES = {"note": "tally_note", "tell": "tally_tell", "collect": "tally_collect"}
SHORT_VERBS = frozenset({"add_each", "copy_table", "drawn_at", "first_of", "how_many"})  # for the processor, see below
IN_LOOPS = {  # or as Numba understands them
    "draw_from": "seeded_draw_from", "first_of": "first_by_loop", "how_many": "count_by_loop",
}  # fmt: skip
PUBLIC: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
BARE: dict[str, Any] = PUBLIC | {  # compile to machine code and nothing else: no memory, nothing of Python
    "_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True,
}  # fmt: skip
MAX_INLINED_BYTES = 500  # bytes of code up to which a rule becomes part of its caller; more only lengthens compilation
TRIAL_SEED = 7  # the seed of the match that a kernel is tried on
MASK = 0xFFFFFFFF


Explain = Callable[[Rulebook, Modules, Exception], Exception]  # what to say of rules that Numba cannot compile


def compiled_engine(
    rules: Rulebook, tally: bool = False, more: Modules = (), explain: Explain | None = None
) -> SimpleNamespace:
    """The kernels of a game, each loaded or compiled when first called. What they call is compiled into them.

    With `tally` every event is counted in the field `tally` of a row. `more` modules add functions of their own.
    """
    source = Source(rules, tally, more, explain)
    folder = cache_folder(source)
    modules = [*assembly.modules_of(rules), *assembly.added_modules(rules, more)]
    names = sorted(assembly.declared(modules, "KERNELS"))
    return SimpleNamespace(**{name: Kernel(name, folder, source.recipe(name)) for name in names})


class Source:
    """The text one engine is compiled from. Little of it is needed when all kernels lie on disk."""

    def __init__(self, rules: Rulebook, tally: bool, more: Modules, explain: Explain | None = None) -> None:
        self.rules, self.tally, self.more, self.explain = rules, tally, more, explain
        self.label = ("tally" if tally else "compiled") + ("_more" if more else "")

    def recipe(self, name: str) -> KernelRecipe:
        return KernelRecipe(self, name)

    @cached_property
    def names(self) -> dict[str, Any]:
        return assembly.assemble(self.rules)

    @cached_property
    def added(self) -> dict[str, Any]:
        return assembly.added(self.rules, self.more)

    @cached_property
    def ours(self) -> bool:
        """Tests hold everything of the house to counting from the front of a row; others may count from its end."""
        modules = [*assembly.modules_of(self.rules), *assembly.added_modules(self.rules, self.more)]
        return all(module.__name__.startswith("pioche.") for module in modules)

    @cached_property
    def quick(self) -> dict[str, Any]:
        """Names to compiled functions that wait for their kernel."""
        import numba

        for_rules, _ = late_linking.compilers(self.ours)

        def compiled(function: FunctionType) -> Any:
            small = len(function.__code__.co_code) < MAX_INLINED_BYTES
            return late_linking.for_all_numbers(numba.njit(**BARE, forceinline=small, pipeline_class=for_rules)(function))

        short_verbs = _few_instruction_verbs() | ({} if self.tally else _silent_verbs())
        return self._space(compiled, PLAIN_ONLY, short_verbs)

    @cached_property
    def public(self) -> dict[str, Any]:
        """Names to compiled functions as anybody may have them."""
        import numba

        return self._space(numba.njit(**PUBLIC), PLAIN_ONLY | IN_LOOPS, {})

    def _space(self, compiled: Callable[..., Any], swaps: dict[str, str], short_verbs: dict[str, Any]) -> dict[str, Any]:
        swaps = swaps | (TALLIES if self.tally else {})
        space: dict[str, Any] = {"__builtins__": __builtins__, "__name__": self.rules.module}

        def compile_all(names: dict[str, Any], part: str) -> None:
            for name, value in names.items():
                if isinstance(value, FunctionType):
                    value = compiled(self.twin(names[swaps.get(name, name)], f"{part}_{name}", space))
                space[name] = value
            space.update(short_verbs)

        compile_all(self.names, self.label)
        if self.more:
            space = dict(space)  # what is added never reaches the rules
            compile_all(self.added, f"{self.label}_added")
        return space

    def twin(self, function: FunctionType, name: str, space: dict[str, Any]) -> FunctionType:
        """The same function in another namespace. Its name tells the part of which engine it is: two engines in one
        process would otherwise give the same name to different code."""
        twin = assembly.rebound(function, space)
        twin.__module__, twin.__qualname__ = self.rules.module, name
        return twin


class KernelRecipe:
    """How one kernel of an engine is compiled and tried."""

    def __init__(self, source: Source, name: str) -> None:
        self.source, self.name = source, name

    def bare(self, kinds: Sequence[Kind]) -> Any:
        import numba

        _, for_kernels = late_linking.compilers(self.source.ours)
        space = self.source.quick
        made: dict[str, Any] = {}
        exec(kernel_text(self.name, kinds), made)  # the text is ours
        space = space | {f"bundle{place}": kind[0] for place, kind in enumerate(kinds) if is_bundle(kind)}
        kernel = self.source.twin(made["kernel"], f"{self.source.label}_{self.name}_kernel", space)
        return numba.njit(**BARE, pipeline_class=for_kernels)(kernel)

    def public(self) -> Any:
        """Compiled when first called: what is outside the subset comes to light there."""
        from numba.core.errors import NumbaError

        function, source = self.source.public[self.name], self.source

        def called(*given: Any) -> Any:
            try:
                return function(*given)
            except NumbaError as trouble:
                if source.explain is None:
                    raise
                raise source.explain(source.rules, source.more, trouble) from trouble

        return called

    def trial(self, kinds: Sequence[Kind]) -> tuple[tuple[Any, ...], Callable[[int], bool]]:
        """The first position of a match, which the plain engine opens too."""
        import numpy as np

        from pioche.engine.game import Game

        game, shape = Game(self.source.rules, {}), self.source.rules.shape
        blank = game.blank()
        rows = np.zeros(2, kinds[0][0])
        shape.write_row(blank, rows[0])
        others = [3 + place if kind is int else _numbers(kind, place) for place, kind in enumerate(kinds[1:])]
        arguments = (TRIAL_SEED, rows, *others)

        def is_well(answer: int) -> bool:
            table = [blank, blank]
            game.plain.open_match(table, 1, TRIAL_SEED)
            return answer == _seen(arguments) and not shape.same(table[1], rows[1])

        return arguments, is_well


def kernel_text(name: str, kinds: Sequence[Kind]) -> str:
    """Return the text of the function that Python calls. When it is tried it opens a match in the first rows, and returns
    a digest of the other arguments, which shows that each has arrived."""
    each = flat(kinds)
    given = [f"a{place}" for place in range(len(each))]
    waiting, bundled = iter(given), []
    for place, kind in enumerate(kinds):
        fields = flat([kind])
        taken = ", ".join(next(waiting) for _ in fields)
        bundled.append(f"bundle{place}({taken})" if is_bundle(kind) else taken)
    text = f"""
def kernel(trial, {", ".join(given)}):
    if trial == 0:
        return {name}({", ".join(bundled)})
    open_match(a0, 1, trial)
    seen = trial
"""
    for one, kind in zip(given, each, strict=True):
        told = [one] if kind is int else [f"{one}.shape[{k}]" for k in range(kind[1])]
        if kind is not int and not kind[0].names:
            told.append(f"int({one}[{', '.join('1' * kind[1])}])")
        text += "".join(f"    seen = (seen * 31 + {word}) & {MASK}\n" for word in told)
    return f"{text}    return seen\n"


def _seen(arguments: tuple[Any, ...]) -> int:
    """Return the digest of `kernel_text` as Python computes it."""
    seen = int(arguments[0])
    for one in arguments[1:]:
        if isinstance(one, int):
            told = [one]
        else:
            told = [*one.shape, *([] if one.dtype.names else [int(one[(1,) * one.ndim])])]
        for word in told:
            seen = (seen * 31 + word) & MASK
    return seen


def _numbers(kind: Kind, place: int) -> Any:
    """A small array of a kind with different numbers in it."""
    import numpy as np

    dtype, dimensions, in_one_piece = kind
    shape = tuple(2 + (place + k) % 3 for k in range(dimensions))
    if in_one_piece:
        return np.arange(place, place + np.prod(shape)).reshape(shape).astype(dtype)
    spread = np.zeros([2 * n for n in shape], dtype)[(slice(None, None, 2),) * dimensions]
    spread[:] = np.arange(place, place + np.prod(shape)).reshape(shape)
    return spread


def _few_instruction_verbs() -> dict[str, Any]:
    """Verbs the processor does in one instruction, or in a few where the text needs a loop."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    BYTE, HALF, WORD = ir.IntType(8), ir.IntType(16), ir.IntType(64)

    def number(n: int) -> Any:
        return ir.Constant(WORD, n)

    ONES = number(0x0101010101010101)

    def words_of_row(context: Any, builder: Any, kind: Any, row: Any) -> tuple[Any, Any]:
        """Return the addresses of the counts of ranks 1 to 8, and of those of 9 and 10."""
        data = builder.bitcast(context.make_array(kind)(context, builder, row).data, BYTE.as_pointer())
        places = ((1, WORD), (9, HALF))
        one, other = (builder.bitcast(builder.gep(data, [number(n)]), width.as_pointer()) for n, width in places)
        return one, other

    @intrinsic
    def copy_table(context, rows, i, j):  # type: ignore[no-untyped-def]
        """The whole row at once; Numba would take it apart byte by byte."""

        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            to, of = (cgutils.get_item_pointer(context, builder, signature.args[0], array, [k]) for k in arguments[1:])
            cgutils.raw_memcpy(builder, to, of, number(1), signature.args[0].dtype.size)
            return context.get_dummy_value()

        return types.void(rows, types.int64, types.int64), code

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
    def drawn_at(context, counts, k):  # type: ignore[no-untyped-def]
        """Ranks 1 to 8 are eight bytes: one product makes running totals of them, one difference compares them all, and
        one difference takes the card away. Bytes are read as they were last written, or the processor has to wait."""

        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            upto_eight, last_two = words_of_row(context, builder, signature.args[0], arguments[0])
            eight, two = builder.load(upto_eight, align=1), builder.zext(builder.load(last_two, align=1), WORD)
            guards, totals = number(0x8080808080808080), builder.mul(eight, ONES)
            next_card = builder.mul(builder.add(arguments[1], number(1)), ONES)
            above = builder.and_(builder.sub(builder.or_(totals, guards), next_card), guards)
            taken = builder.lshr(builder.and_(above, builder.neg(above)), number(7))
            builder.store(builder.sub(eight, taken), upto_eight, align=1)
            upto_nine = builder.add(builder.lshr(totals, number(56)), builder.and_(two, number(255)))
            below_ten = builder.icmp_signed(">", upto_nine, arguments[1])
            of_two = builder.select(below_ten, number(1), number(256))
            of_two = builder.select(builder.icmp_signed("==", above, number(0)), of_two, number(0))
            builder.store(builder.trunc(builder.sub(two, of_two), HALF), last_two, align=1)
            return builder.sub(builder.sub(number(10), builder.ctpop(above)), builder.zext(below_ten, WORD))

        return types.int64(counts, types.int64), code

    @intrinsic
    def add_each(context, zone, those):  # type: ignore[no-untyped-def]
        """Bits 1 to 8 become eight bytes: each keeps its own bit of a copy of all, then is 1 if it has it."""

        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            upto_eight, last_two = words_of_row(context, builder, signature.args[0], arguments[0])
            ranks = arguments[1]
            copies = builder.mul(builder.and_(builder.lshr(ranks, number(1)), number(255)), ONES)
            own = builder.and_(copies, number(0x8040201008040201))
            eight = builder.and_(builder.lshr(builder.add(own, number(0x7F7F7F7F7F7F7F7F)), number(7)), ONES)
            nine, ten = (builder.and_(builder.lshr(ranks, number(n)), number(m)) for n, m in ((9, 1), (2, 256)))
            for place, more in ((upto_eight, eight), (last_two, builder.trunc(builder.or_(nine, ten), HALF))):
                builder.store(builder.add(builder.load(place, align=1), more), place, align=1)
            return context.get_dummy_value()

        return types.void(zone, types.int64), code

    return {
        "add_each": add_each, "copy_table": copy_table, "drawn_at": drawn_at, "first_of": first_of, "how_many": how_many,
    }  # fmt: skip


def _silent_verbs() -> dict[str, Any]:
    """Return verbs that compile to nothing, for what is told where nobody listens."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def silent(context, *told):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return context.get_dummy_value()

        return types.void(types.StarArgTuple(told)), code

    return {"note": silent, "tell": silent, "deal_ended": silent}


# -- the disk cache --------------------------------------------------------------------------------


def digest(source: Source) -> str:
    """Of every text a game is made of: Numba itself does not notice edits in imported modules."""
    from pioche.engine import position, words

    seal = hashlib.sha256(f"{version('numba')} {sys.version}".encode())
    rules = source.rules
    modules = [*assembly.modules_of(rules), *assembly.added_modules(rules, source.more)]
    for module in (*modules, position, words, assembly, kernel_cache, late_linking, sys.modules[__name__]):
        if getattr(module, "__file__", None):
            seal.update(Path(str(module.__file__)).read_bytes())
    for name, function in (source.names | source.added).items():
        if isinstance(function, FunctionType):  # rules typed into a notebook have no file
            code = function.__code__
            told = (code.co_consts, code.co_names, code.co_varnames, function.__defaults__)
            seal.update(name.encode() + code.co_code + repr(told).encode())
        else:
            seal.update(f"{name}={function}".encode())
    return seal.hexdigest()[:16]


def cache_folder(source: Source) -> Path | None:
    """Return the folder with the compiled code of exactly these rules, and remove those of older rules. None where
    nothing can be written: every process then compiles for itself."""
    shared = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    root = Path(os.environ.get("PIOCHE_CACHE") or shared / "pioche")
    folder = root / f"{source.rules.id}-{source.label}-{digest(source)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
    except OSError:
        return None
    month_ago = time.time() - 30 * 86400
    for other in root.glob(f"{source.rules.id}-*-????????????????"):
        try:
            if other != folder and other.stat().st_mtime < month_ago:
                shutil.rmtree(other, ignore_errors=True)
        except OSError:
            pass  # another process was quicker
    return folder
