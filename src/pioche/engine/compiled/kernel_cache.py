"""Kernels on disk: machine code that was made once is loaded in a moment, without loading Numba.

Numba's own cache has to load all of Numba before it can load anything else. A kernel takes numbers and arrays, asks nobody
for memory and calls nothing but itself, so its machine code is all there is to keep: LLVM puts it into memory, and it is
called by its address, with one word after another: a number is one word, an array is what `words_of` says.

That is how Numba passes arrays today, and it is checked three times. What is made must take exactly these words, says LLVM.
What is loaded was made by the same releases of Numba and LLVM for the same processor (the names of folder and file), and is
whole (the seal inside). And made or loaded, it is first tried on a known position. What does not pass is compiled again, and
what cannot be had this way at all is left to Numba, which compiles and calls it by its public means, in every process again.
"""

from __future__ import annotations

import ctypes
import gc
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from operator import index
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

NO_RESULT = -2  # how a kernel without a result says that all is well
ALLOWED_CALLS = frozenset({"memcpy", "memmove", "memset"})  # what a kernel may call: every process has them
PLAY = 0  # the first word of a kernel: play, or be tried with this seed

# Of an argument: `int`; for an array its dtype, its dimensions and whether it is contiguous; for a bundle, a NamedTuple of
# numbers and arrays, its class and the kinds of its fields.
Kind = Any
Run = Callable[[list[int], tuple[Any, ...]], int]  # with the words, and with the arguments they were made of


class Recipe(Protocol):
    """How a kernel is compiled and tried. Its first argument is PLAY or a seed to be tried with."""

    def bare(self, kinds: Sequence[Kind]) -> Any:
        """A Numba function that takes words only; made with what Numba has inside."""

    def public(self) -> Any:
        """A Numba function without that first argument, made by public means."""

    def trial(self, kinds: Sequence[Kind]) -> tuple[tuple[Any, ...], Callable[[int], bool]]:
        """Arguments of these flat kinds to try a kernel with, and what says of its answer whether all is well."""


class Kernel:
    """A compiled rule, called like a function with whole numbers, arrays and bundles (NamedTuples) of both.

    At the first call it is loaded from disk, or compiled and kept there; without a folder it is kept nowhere.
    """

    def __init__(self, name: str, folder: Path | None, recipe: Recipe) -> None:
        self.name, self.folder, self.recipe = name, folder, recipe
        self.entries: dict[str, Run] = {}
        self.last: tuple[list[Kind], Any] = [], None  # what it was called with, and what runs for that
        self.trouble: Exception | None = None  # why it was left to Numba
        self.loading = Lock()

    def __call__(self, *given: Any) -> int:
        kinds, words = kinds_and_words(given)
        known, run = self.last  # read together: another thread may call with something else
        if kinds != known:
            run = self._entry(kinds)
        return int(run([PLAY, *words], given))

    def machine_code(self, *given: Any) -> Entry | None:
        """Return what is called for arguments like these; None when the kernel is left to Numba."""
        return getattr(self._entry(kinds_and_words(given)[0]), "entry", None)

    def _entry(self, kinds: list[Kind]) -> Run:
        seal = _seal(processor(), *map(str, kinds))
        with self.loading:
            if seal not in self.entries:
                file = self.folder / f"{self.name}-{seal}.kernel" if self.folder else None
                self.entries[seal] = self._loaded(file, kinds) or self._compiled(file, kinds) or self._left_to_numba()
            self.last = kinds, self.entries[seal]
            return self.entries[seal]

    def _loaded(self, file: Path | None, kinds: list[Kind]) -> Run | None:
        kept = file and read(file)
        run = self._tried(kept, kinds) if kept else None
        if file and kept and not run:
            file.unlink(missing_ok=True)
        return run

    def _compiled(self, file: Path | None, kinds: list[Kind]) -> Run | None:
        """Made and kept; None when Numba looks different inside from what is known here."""
        from pioche.engine.compiled.late_linking import machine_code

        collecting = gc.isenabled()
        gc.disable()  # very many small objects are made, and nearly all are kept until the end
        try:
            code, symbol, takes, outside = machine_code(self.recipe.bare(kinds), _types([int, *flat(kinds)]))
            if not outside <= ALLOWED_CALLS:
                raise ValueError(f"{self.name} calls {', '.join(sorted(outside - ALLOWED_CALLS))}")
            if ["ptr" if one.endswith("*") else one for one in takes] != expected_words([int, *flat(kinds)]):
                raise ValueError(f"{self.name} takes {', '.join(takes)}")
            run = self._tried((code, symbol), kinds)
            if not run:
                raise ValueError(f"{self.name} does not play by the rules")
        except Exception as trouble:  # whatever another release may do
            self.trouble = trouble
            return None
        finally:
            if collecting:
                gc.enable()
        if file:
            keep(file, code, symbol)
        return run

    def _left_to_numba(self) -> Run:
        function = self.recipe.public()
        return lambda words, given: function(*map(_as_numba_takes_it, given)) or 0

    def _tried(self, kept: tuple[bytes, str], kinds: list[Kind]) -> Run | None:
        """Machine code as something to call, if it does what it should with a known position."""
        entry = Entry(*kept, [int, *flat(kinds)])
        arguments, is_well = self.recipe.trial(flat(kinds))
        words = kinds_and_words(arguments)[1]
        try:
            return self._running(entry) if is_well(self._running(entry)(words, ())) else None
        except RuntimeError:
            return None

    def _running(self, entry: Entry) -> Run:
        name, call = self.name, entry.call

        def run(words: list[int], given: tuple[Any, ...]) -> int:
            result, trouble = ctypes.c_int64(), ctypes.c_void_p()
            status = call(ctypes.byref(result), ctypes.byref(trouble), *words)
            if status not in (0, NO_RESULT):
                raise RuntimeError(f"{name} stopped with status {status}")
            return result.value

        run.entry = entry  # type: ignore[attr-defined]  # what LLVM owns stays as long as it can be called
        return run


# -- arguments as words ----------------------------------------------------------------------------


def kinds_and_words(given: tuple[Any, ...]) -> tuple[list[Kind], list[int]]:
    """Return the kinds of arguments, and the arguments as words. A number is a word; an array is its owner, its parent,
    how many items of which size lie where, shape and strides; a bundle is its fields one after the other."""
    kinds: list[Kind] = []
    words: list[int] = []
    for one in given:
        if hasattr(one, "ctypes"):
            kinds.append((one.dtype, one.ndim, one.flags.c_contiguous))
            words += (0, 0, one.size, one.itemsize, one.ctypes.data, *one.shape, *one.strides)
        elif isinstance(one, tuple):
            fields, inside = kinds_and_words(one)
            kinds.append((type(one), fields))
            words += inside
        else:
            kinds.append(int)
            words.append(index(one))
    return kinds, words


def is_bundle(kind: Kind) -> bool:
    return kind is not int and isinstance(kind[0], type)


def flat(kinds: Sequence[Kind]) -> list[Kind]:
    """Return the kinds of arguments with the fields of bundles in their place."""
    return [one for kind in kinds for one in (flat(kind[1]) if is_bundle(kind) else [kind])]


def _as_numba_takes_it(one: Any) -> Any:
    return one if hasattr(one, "ctypes") or isinstance(one, tuple) else index(one)


def expected_words(kinds: Sequence[Kind]) -> list[str]:
    """The same as LLVM tells it: where the result goes, where trouble goes, and the words."""
    words = ["ptr", "ptr"]
    for kind in kinds:
        words += ["i64"] if kind is int else ["ptr", "ptr", "i64", "i64", "ptr", *["i64"] * (2 * kind[1])]
    return words


def _types(kinds: Sequence[Kind]) -> tuple[Any, ...]:
    from numba import from_dtype, types

    return tuple(
        types.int64 if kind is int else types.Array(from_dtype(kind[0]), kind[1], "C" if kind[2] else "A") for kind in kinds
    )


class Entry:
    """Machine code in memory, apart from all other: names may be the same in two kernels."""

    def __init__(self, code: bytes, symbol: str, kinds: Sequence[Kind]) -> None:
        from llvmlite import binding

        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        system = binding.get_process_triple() + ("-elf" if sys.platform == "win32" else "")
        machine = binding.Target.from_triple(system).create_target_machine(jit=True)
        self.memory = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
        self.memory.add_object_file(binding.ObjectFileRef.from_data(code))
        self.memory.finalize_object()
        takes = [ctypes.c_void_p] * 2 + [ctypes.c_int64] * (len(expected_words(kinds)) - 2)
        self.call = ctypes.CFUNCTYPE(ctypes.c_int32, *takes)(self.memory.get_function_address(symbol))


# -- files -----------------------------------------------------------------------------------------


def read(file: Path) -> tuple[bytes, str] | None:
    """Machine code and its name; None if there is none, or a damaged one."""
    try:
        seal, symbol, code = file.read_bytes().split(b"\n", 2)
    except (OSError, ValueError):
        return None
    return (code, symbol.decode()) if seal == _seal(symbol, code).encode() else None


def keep(file: Path, code: bytes, symbol: str) -> None:
    try:
        handle, half_written = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as pen:
            pen.write(b"\n".join((_seal(symbol.encode(), code).encode(), symbol.encode(), code)))
        os.replace(half_written, file)
    except OSError:
        pass  # a full disk: it will be compiled again another time


def _seal(*parts: str | bytes) -> str:
    seal = hashlib.sha256()
    for part in parts:
        seal.update(part if isinstance(part, bytes) else part.encode())
    return seal.hexdigest()[:16]


@cache
def processor() -> str:
    """Return what machine code depends on beside the rules: the processor, LLVM, and the settings of Numba."""
    import llvmlite
    from llvmlite import binding

    told = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    return f"{llvmlite.__version__} {binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()} {told}"
