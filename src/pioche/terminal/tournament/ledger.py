"""The file of a tournament: its log, one JSON object a line. What was acknowledged is on the disk.

An action is appended and flushed to the disk before anything is printed. A process that dies in the middle of a line
leaves a torn one: the next command cuts it off and says so. While a command works, the file is locked.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from pioche.errors import BadRecord, PiocheError
from pioche.terminal import show
from pioche.tournament import Tournament
from pioche.tournament.refusals import say

LOCK_TIMEOUT_SECONDS = 10.0  # wait for another command on the same file
LOCKED_BYTE = 1 << 40  # offset of the byte that Windows locks; the file never grows so far


def problem(key: str, kind: type[PiocheError] = PiocheError, **values: Any) -> PiocheError:
    return kind(say(f"file.{key}", "en", **values), say(f"file.{key}", "fr", **values))


def create(path: Path, t: Tournament) -> None:
    """Write a new file, whole or not at all; raise if there is one already."""
    if path.exists():
        raise problem("exists", file=path)
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with draft.open("wb") as file:
            file.write(_lines(t.log))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)  # fails where a file of this name has appeared meanwhile
        except FileExistsError:
            raise problem("exists", file=path) from None
        except OSError:  # a disk without links
            draft.rename(path)
    except OSError as wrong:
        raise problem("cannot_write", file=path, why=os.strerror(wrong.errno or errno.EIO)) from wrong
    finally:
        draft.unlink(missing_ok=True)
    _flush_folder(path.parent)


def _lines(entries: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for entry in entries)


def _flush_folder(folder: Path) -> None:
    """Flush a folder, so that the name of a new file survives a power cut, where the system can."""
    with suppress(OSError):
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


class Ledger:
    """An open, locked file and the tournament in it. `commit` appends what has happened since."""

    def __init__(self, path: Path, lang: str) -> None:
        self.path, self.lang = path, lang

    def __enter__(self) -> Ledger:
        try:
            self.fd = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except FileNotFoundError:
            raise problem("missing", file=self.path) from None
        except OSError as wrong:
            raise problem("cannot_write", file=self.path, why=os.strerror(wrong.errno or errno.EIO)) from wrong
        try:
            _lock(self.fd, self.path)
            self.t = Tournament.replay(self._read())
        except BaseException:
            os.close(self.fd)
            raise
        self.kept = len(self.t.log)
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self.fd)  # gives the lock back as well

    def _read(self) -> list[dict[str, Any]]:
        found = b""
        while part := os.read(self.fd, 1 << 20):
            found += part
        entries: list[dict[str, Any]] = []
        place = 0
        for number, line in enumerate(found.splitlines(keepends=True), 1):
            try:
                entries.append(json.loads(line))
            except ValueError:
                if place + len(line) < len(found) or line.endswith(b"\n") or not entries:
                    raise problem("damaged", BadRecord, file=self.path, line=number) from None
                self._cut(place)
                show(say("file.torn", self.lang, file=self.path), error=True)
                return entries
            place += len(line)
        if not entries:
            raise problem("damaged", BadRecord, file=self.path, line=1)
        if not found.endswith(b"\n"):  # whole, but its end of line is missing
            self._append(b"\n")
        return entries

    def _cut(self, length: int) -> None:
        os.ftruncate(self.fd, length)
        os.fsync(self.fd)

    def _append(self, data: bytes) -> None:
        end = os.lseek(self.fd, 0, os.SEEK_END)
        try:
            rest = data
            while rest:
                rest = rest[os.write(self.fd, rest) :]
            os.fsync(self.fd)
        except OSError as wrong:
            with suppress(OSError):
                self._cut(end)
            raise problem("cannot_write", file=self.path, why=os.strerror(wrong.errno or errno.EIO)) from wrong

    def commit(self) -> None:
        fresh = self.t.log[self.kept :]
        if fresh:
            self._append(_lines(fresh))
            self.kept += len(fresh)


@contextmanager
def opened(path: Path, lang: str) -> Iterator[Ledger]:
    """Open the file of a tournament; actions made before a refusal are kept."""
    with Ledger(path, lang) as ledger:
        try:
            yield ledger
        finally:
            ledger.commit()


def _lock(fd: int, path: Path) -> None:
    until = time.monotonic() + LOCK_TIMEOUT_SECONDS
    while not _try_lock(fd):
        if time.monotonic() > until:
            raise problem("busy", file=path)
        time.sleep(0.05)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(fd: int) -> bool:
        os.lseek(fd, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(fd, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _try_lock(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
