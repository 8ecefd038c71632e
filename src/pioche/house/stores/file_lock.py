"""One house to a file: a lock that ends with the process that holds it, however that ends."""

from __future__ import annotations

import os
from pathlib import Path

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
        self.path = path.with_name(path.name + ".lock")
        self._handle: int | None = None

    def take(self) -> None:
        """StoreInUse when somebody else holds it."""
        if self._handle is not None:
            return
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
