"""Give memory back: how the C library keeps what is no longer used.

Left alone, glibc learns from every large block that is freed to keep the next ones, up to 32 MB each, and gives every
thread a store of its own: a house that once made a large answer in each of its threads never gets small again.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8  # as malloc.h numbers them
LARGE_BLOCK_BYTES = 128 * 1024  # glibc's own first value, which is held from now on
MAX_ARENAS = 2  # for all threads


def return_freed_memory() -> None:
    """Have large blocks go back to the system when they are free; do nothing where the C library has no such settings."""
    with suppress(OSError, AttributeError, TypeError):  # TypeError: Windows has no library of the process itself
        set_to = ctypes.CDLL(None).mallopt
        for name, value in (
            (TRIM_THRESHOLD, LARGE_BLOCK_BYTES),
            (MMAP_THRESHOLD, LARGE_BLOCK_BYTES),
            (ARENA_MAX, MAX_ARENAS),
        ):
            set_to(name, value)
