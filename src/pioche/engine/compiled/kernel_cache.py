"""Kernels on a shelf: machine code that was made once is loaded in a moment, without waking Numba.

Numba's own cache has to load all of Numba before it can load anything else. A kernel takes numbers and arrays, asks
nobody for memory and calls nothing but itself, so its machine code is all there is to keep: LLVM puts it into memory,
and it is called by its address.
"""

from __future__ import annotations

import ctypes
import gc
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from operator import index
from pathlib import Path
from threading import Lock
from typing import Any

NOTHING = -2  # how a kernel without a result says that all is well
ALONE = frozenset({"memcpy", "memmove", "memset"})  # what a kernel may call: every process has them


class Kernel:
    """Called like a function, with whole numbers and arrays. At the first call it is taken from the shelf, or compiled
    and put there."""

    def __init__(self, name: str, folder: Path, make: Callable[[], Any]) -> None:
        self.name, self.folder, self.make = name, folder, make
        self.entries: dict[str, Any] = {}
        self.last: tuple[list[Any], Any] = [], None  # what it was called with, and the machine code for that
        self.loading = Lock()

    def __call__(self, *given: Any) -> int:
        kinds: list[Any] = []
        words: list[int] = []
        for one in given:
            if hasattr(one, "ctypes"):
                kinds.append((one.dtype, one.ndim, one.flags.c_contiguous))
                words += (0, 0, one.size, one.itemsize, one.ctypes.data, *one.shape, *one.strides)
            else:
                kinds.append(int)
                words.append(index(one))
        known, entry = self.last  # read together: another thread may call with something else
        if kinds != known:
            entry = self._entry(kinds, given)
        result, trouble = ctypes.c_int64(), ctypes.c_void_p()
        status = entry(ctypes.byref(result), ctypes.byref(trouble), *words)
        if status not in (0, NOTHING):
            raise RuntimeError(f"{self.name} stopped with status {status}")
        return result.value

    def _entry(self, kinds: list[Any], given: tuple[Any, ...]) -> Any:
        """The machine code as something to call: where the result goes, where trouble goes, and one word after another."""
        seal = _seal(processor(), *map(str, kinds))
        with self.loading:
            if seal not in self.entries:
                file = self.folder / f"{self.name}-{seal}.kernel"
                address = _from_shelf(file) or self._compiled(file, given)
                words = sum(1 if kind is int else 5 + 2 * kind[1] for kind in kinds)
                takes = [ctypes.c_void_p] * 2 + [ctypes.c_int64] * words
                self.entries[seal] = ctypes.CFUNCTYPE(ctypes.c_int32, *takes)(address)
            self.last = kinds, self.entries[seal]
            return self.entries[seal]

    def _compiled(self, file: Path, given: tuple[Any, ...]) -> int:
        import numba

        kernel, types = self.make(), tuple(numba.typeof(one) for one in given)
        collecting = gc.isenabled()
        gc.disable()  # very many small objects are made, and nearly all are kept until the end
        try:
            kernel.compile(types)
        finally:
            if collecting:
                gc.enable()
        made = kernel.overloads[types]
        if all(one.name in ALONE for one in made.library._final_module.functions if _is_outside(one)):
            _keep(file, made.library._get_compiled_object(), made.fndesc.llvm_func_name)
        return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


def _from_shelf(file: Path) -> int:
    """The address of a kernel on the shelf; 0 if there is none, or a damaged one."""
    try:
        seal, symbol, code = file.read_bytes().split(b"\n", 2)
    except (OSError, ValueError):
        return 0
    return _address(code, symbol.decode()) if seal.decode() == _seal(symbol, code) else 0


def _keep(file: Path, code: bytes, symbol: str) -> None:
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


def _is_outside(function: Any) -> bool:
    return bool(function.is_declaration) and not function.name.startswith("llvm.")


@cache
def processor() -> str:
    """What machine code depends on beside the rules: the processor, LLVM, and how Numba was told to compile."""
    import llvmlite
    from llvmlite import binding

    told = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    return f"{llvmlite.__version__} {binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()} {told}"


def _address(code: bytes, symbol: str) -> int:
    """Put it into memory, apart from all others: names may be the same in two kernels."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    system = binding.get_process_triple() + ("-elf" if sys.platform == "win32" else "")
    machine = binding.Target.from_triple(system).create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _in_memory.append(engine)
    return int(engine.get_function_address(symbol))


_in_memory: list[Any] = []  # what LLVM owns stays as long as the process
