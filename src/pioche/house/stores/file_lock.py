"""One house to a file: a lock that ends with the process that holds it, however that ends."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from pioche.house.stores.house_file import owned_like
from pioche.house.stores.store import StoreInUse

if os.name == "nt":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A file of its own beside the house's: SQLite drops its own locks when somebody else closes the same file."""

    def __init__(self, path: Path) -> None:
        self.house, self.path = path, path.with_name(path.name + ".lock")
        self._handle: int | None = None

    def take(self) -> None:
        """StoreInUse when somebody else holds it."""
        if self._handle is not None:
            return
        if not self.path.exists():
            with contextlib.suppress(FileExistsError):  # another house was faster
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
                owned_like(self.path, self.house if self.house.exists() else self.house.parent)
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle)
        except OSError as wrong:
            os.close(handle)
            raise StoreInUse(f"{self.path} is locked") from wrong
        self._handle = handle

    def leave(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
