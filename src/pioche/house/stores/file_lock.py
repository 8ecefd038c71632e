"""The lock that lets one server at a time use a file; it ends with its process, however that ends. And the check that the
files are still those the server has opened."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

from pioche.house.stores.house_file import companions, owned_like
from pioche.house.stores.store import Problem, StoreFailed

if os.name == "nt":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


IDENTITY: Callable[[os.stat_result], tuple[int, ...]] = attrgetter("st_dev", "st_ino")


def lock_of(path: Path) -> Path:
    """Return the name of the lock file. It is made when the house is opened, and stays."""
    return path.with_name(path.name + ".lock")


class FileLock:
    """A lock on a separate file: a POSIX lock on the database would end when any other handle on it is closed."""

    def __init__(self, path: Path) -> None:
        self.house, self.path = path, lock_of(path)
        self._handle: int | None = None
        self._files: list[tuple[Path, os.stat_result]] = []
        self._left = False
        self.paths: list[str] = []  # the same files, and the lock
        self.identities: list[tuple[int, ...]] = []  # device and inode of each
        self.least_bytes = 0  # the size of the first when it was opened: it never shrinks

    def take(self) -> None:
        """Take the lock; raise StoreFailed when another process holds it. If the file was deleted, a second house may have
        it: then it is taken again, or that house keeps it."""
        if self._handle is not None:
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._handle), os.stat(self.path)):
                    return
            self.leave()
        self._left = self._left or not all(_is_there(*one) for one in self._files[:1])
        if self._left:
            raise StoreFailed(str(self.house), Problem.MOVED)
        self.house.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            with contextlib.suppress(FileExistsError):  # another house was faster
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
                owned_like(self.path, self.house if self.house.exists() else self.house.parent)
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle)
        except OSError as wrong:
            os.close(handle)
            raise StoreFailed(f"{self.path} is locked", Problem.IN_USE) from wrong
        self._handle = handle

    def leave(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def remember_files(self) -> None:
        """Remember the files of a house that has just been opened, for `check`."""
        self._files = [(one, os.stat(one)) for one in (self.house, *companions(self.house)) if one.exists()]
        self.paths = [*(str(one) for one, _ in self._files), str(self.path)]
        found = [*map(os.stat, self.paths)]
        self.identities, self.least_bytes = [*map(IDENTITY, found)], found[0].st_size

    def check(self) -> None:
        """Check the files before anything is written: a process writes on into a file that was deleted or replaced, and all
        of it is gone when the process ends. Raise StoreFailed, as moved and for good, when another file lies there; and
        when a file beside it is gone, which opening it again puts right."""
        for one, was in self._files:
            if not _is_there(one, was):
                self._left = one == self.house
                raise StoreFailed(str(one), Problem.MOVED) if self._left else StoreFailed(f"{one} is gone")
        self.take()
        if self._files:
            self.remember_files()


def _is_there(one: Path, was: os.stat_result) -> bool:
    """Return whether this is still the same file and no shorter; only logs may be cut short."""
    try:
        now = os.stat(one)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return os.path.samestat(now, was) and (now.st_size >= was.st_size or one.name.endswith(("-wal", "-shm")))
