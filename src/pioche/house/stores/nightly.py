"""The copies a house makes by itself while it is open: one a night, in a folder beside its file."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from pioche.house.stores import backup

log = logging.getLogger("pioche.house")
DAY = 86_400.0
NIGHT = 4 * 3600  # a new day begins at four in the morning, when few people play
FIRST = 30.0  # seconds after the opening: first of all people come in
LOOKS = 600.0  # seconds between two looks at the clock; after a failure it is tried again then
FORGOTTEN = 3600.0  # seconds after which an unfinished copy is nobody's any more


@dataclass(frozen=True)
class NightlyCopies:
    """When copies are made, and where. `every` other than a day is for tests."""

    path: Path  # the file of the house
    every: float = DAY

    @property
    def folder(self) -> Path:
        return folder_beside(self.path)

    async def run(self) -> None:
        """For as long as the house is open. The copy is made in a thread: nobody waits for it."""
        await asyncio.sleep(min(FIRST, self.every / 10))
        while True:
            await asyncio.to_thread(self.look)
            await asyncio.sleep(min(LOOKS, self.every / 10))

    def look(self, now: float | None = None) -> bool:
        """Make a copy if none was made since the night. What goes wrong is logged, and hurts nobody."""
        now = time.time() if now is None else now
        try:
            if not self.due(now):
                return False
            self._sweep(now)
            backup.copy_into(self.path, self.folder, now=now)
            log.info("copied for the night")
            return True
        except (sqlite3.Error, OSError) as wrong:
            log.warning("the copy of the night failed", extra={"error": type(wrong).__name__})
            return False

    def due(self, now: float) -> bool:
        made = backup.copies(self.folder)
        return not made or self._night(backup.made_at(made[-1])) < self._night(now)

    def _night(self, moment: float) -> int:
        """Nights are numbered by the clock on the wall."""
        return int((moment + time.localtime(moment).tm_gmtoff - NIGHT) // self.every)

    def _sweep(self, now: float) -> None:
        """What is left of copies that were cut off in the middle."""
        for part in self.folder.glob("house-*.db.part"):
            if now - part.stat().st_mtime > FORGOTTEN:
                part.unlink()


def folder_beside(path: Path) -> Path:
    """Where the house keeps the copies it makes by itself."""
    return path.parent / "backups"
