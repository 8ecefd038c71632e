"""What SQLite asks of the disk, in the order it asks: every write, truncation and sync of a database and its log.

SQLite reaches files through a table of functions. `record` puts others in front of three of them, which write down what
they are asked and pass it on. No other program is needed, and nothing of the house is changed.
"""

from __future__ import annotations

import _sqlite3
import ctypes as c
import os
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

HEAD = struct.Struct("<BBQQI")  # what, which file, when, where, how many bytes follow
KINDS: tuple[Literal["write", "truncate", "sync"], ...] = ("write", "truncate", "sync")
ENDS = ("", "-wal")  # the files that count: after a power cut SQLite makes the index of the log (-shm) anew

Open = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_int, c.c_void_p)  # SQLite keeps the name itself
Write = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_void_p, c.c_int, c.c_int64)
Truncate = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64)
Sync = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int)


class Vfs(c.Structure):
    """The beginning of `sqlite3_vfs`."""

    _fields_ = [
        ("version", c.c_int), ("file_size", c.c_int), ("longest_name", c.c_int), ("next", c.c_void_p), ("name", c.c_char_p),
        ("data", c.c_void_p), ("open", c.c_void_p),
    ]  # fmt: skip


class Methods(c.Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = [
        ("version", c.c_int), ("close", c.c_void_p), ("read", c.c_void_p), ("write", c.c_void_p), ("truncate", c.c_void_p),
        ("sync", c.c_void_p), ("others", c.c_void_p * 13),
    ]  # fmt: skip


class Asked(NamedTuple):
    """One wish of SQLite. `when`: nanoseconds of the machine's monotonic clock, just before it was passed on."""

    kind: Literal["write", "truncate", "sync"]
    file: int  # place in ENDS
    when: int
    offset: int
    data: bytes


def record(into: Path, database: Path) -> None:
    """From now on write down whatever this process does to the database."""
    library = c.CDLL(getattr(_sqlite3, "__file__", None))  # its symbols, and those of the SQLite it is linked with
    if not hasattr(library, "sqlite3_vfs_find"):
        raise RuntimeError(
            "this Python hides its SQLite: run the test with one that is linked with the library of the system"
        )
    library.sqlite3_vfs_find.restype = c.POINTER(Vfs)
    library.sqlite3_vfs_find.argtypes = [c.c_char_p]
    vfs = library.sqlite3_vfs_find(None).contents
    log = os.open(into, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    names = {str(database) + end: number for number, end in enumerate(ENDS)}
    numbers: dict[int, int] = {}  # open files
    real_open = Open(vfs.open)
    kept: list[Any] = []  # what C points to must not be collected
    changed: dict[int, Methods] = {}

    def note(kind: str, file: int, offset: int, data: bytes = b"") -> None:
        head = HEAD.pack(KINDS.index(kind), numbers[file], time.monotonic_ns(), offset, len(data))
        os.write(log, head + data)

    def around(methods: Methods) -> Methods:
        write, truncate, sync = Write(methods.write), Truncate(methods.truncate), Sync(methods.sync)

        def on_write(file: int, data: int, length: int, offset: int) -> int:
            note("write", file, offset, c.string_at(data, length))
            return int(write(file, data, length, offset))

        def on_truncate(file: int, size: int) -> int:
            note("truncate", file, size)
            return int(truncate(file, size))

        def on_sync(file: int, flags: int) -> int:
            done = int(sync(file, flags))
            note("sync", file, 0)  # what stands before it is on the disk
            return done

        mine = Methods.from_buffer_copy(methods)
        for name, function in (("write", Write(on_write)), ("truncate", Truncate(on_truncate)), ("sync", Sync(on_sync))):
            setattr(mine, name, c.cast(function, c.c_void_p).value)
            kept.append(function)
        return mine

    def on_open(this: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        done = int(real_open(this, name, file, flags, out))
        number = names.get(c.string_at(name).decode()) if name else None
        methods = c.cast(file, c.POINTER(c.c_void_p))
        if done == 0 and number is not None and methods[0]:
            numbers[file] = number
            if methods[0] not in changed:
                changed[methods[0]] = around(Methods.from_address(methods[0]))
            methods[0] = c.addressof(changed[methods[0]])
        return done

    mine = Open(on_open)
    kept += [mine, changed]
    _KEPT.append(kept)
    vfs.open = c.cast(mine, c.c_void_p).value


_KEPT: list[Any] = []


def read(log: Path) -> Iterator[Asked]:
    data = log.read_bytes()
    at = 0
    while at + HEAD.size <= len(data):
        kind, file, when, offset, length = HEAD.unpack_from(data, at)
        at += HEAD.size
        yield Asked(KINDS[kind], file, when, offset, data[at : at + length])
        at += length
