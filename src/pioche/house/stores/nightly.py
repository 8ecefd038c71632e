"""The copies a house makes by itself while it is open: one a night, in a folder beside its file."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from pioche.house.operations.metrics import counts
from pioche.house.stores import backup
from pioche.house.stores.damage import Damage
from pioche.house.stores.sqlite import failure
from pioche.house.stores.store import StoreFailed

log = logging.getLogger("pioche.house")
DAY = 86_400.0
NIGHT = 4 * 3600  # a new day begins at four in the morning, when few people play
FIRST = 30.0  # seconds after the opening: first of all people come in
LOOKS = 600.0  # seconds between two looks at the clock; after a failure it is tried again then
NAMED = 10  # damaged tables in a line of the log


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
            made = backup.copy_into(self.path, self.folder, now=now)
            self._tell(made.damage)
            return True
        except (sqlite3.Error, OSError, StoreFailed) as wrong:
            why = wrong if isinstance(wrong, StoreFailed) else failure(wrong, self.folder / "copy")
            log.warning("the copy of the night failed", extra={"error": type(why).__name__})
            return False

    def _tell(self, found: Damage) -> None:
        """A damaged copy is told every night: by then somebody may have a whole one at hand."""
        counts.copy_damage.set(len(found.codes) or int(found.pages))
        if found:
            codes = ", ".join(found.codes[:NAMED]) + (", …" if len(found.codes) > NAMED else "")
            log.error("the copy of the night is damaged: pioche doctor says more", extra={"table": codes})
        else:
            log.info("copied for the night")

    def due(self, now: float) -> bool:
        """A copy with a date in the future does not count: the clock was wrong when it was made, or is wrong now."""
        dates = [backup.dated(one) or 0.0 for one in backup.copies(self.folder, now)]
        made = max((date for date in dates if date <= now + backup.SLACK), default=None)
        return made is None or self._night(made) < self._night(now)

    def _night(self, moment: float) -> int:
        """Nights are numbered by the clock on the wall."""
        return int((moment + time.localtime(moment).tm_gmtoff - NIGHT) // self.every)


def folder_beside(path: Path) -> Path:
    """Where the house keeps the copies it makes by itself."""
    return path.parent / "backups"
