"""Give memory back: how the C library keeps what is no longer used.

Left alone, glibc learns from every large block that is freed to keep the next ones, up to 32 MB each, and gives every
thread a store of its own: a house that once made a large answer in each of its threads never gets small again.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

TRIM, MMAP, STORES = -1, -3, -8  # the names of malloc.h
LARGE = 128 * 1024  # bytes: glibc's own first values, which are held from now on
THREADS = 2  # stores for all threads


def give_back() -> None:
    """Large blocks go back to the system when they are free. Where the C library has no such settings nothing is set."""
    with suppress(OSError, AttributeError, TypeError):  # TypeError: Windows has no library of the process itself
        set_to = ctypes.CDLL(None).mallopt
        for name, value in ((TRIM, LARGE), (MMAP, LARGE), (STORES, THREADS)):
            set_to(name, value)
