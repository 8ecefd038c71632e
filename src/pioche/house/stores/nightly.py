"""The copies a running server makes by itself: one a night, in a folder beside its file."""

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
COPY_INTERVAL_SECONDS = 86_400.0
NIGHT_ENDS_SECONDS = 4 * 3600  # after midnight: a new day begins when few people play
FIRST_COPY_SECONDS = 30.0  # after the start, whose first visitors would wait for the disk otherwise
COPY_CHECK_SECONDS = 600.0  # between two checks whether a copy is due; also after a failure
MAX_LOGGED_CODES = 10  # of damaged tables in a line of the log


@dataclass(frozen=True)
class NightlyCopies:
    """When copies are made, and where. `every` other than a day is for tests."""

    path: Path  # the file of the house
    every: float = COPY_INTERVAL_SECONDS

    @property
    def folder(self) -> Path:
        return folder_beside(self.path)

    async def run(self) -> None:
        """Make copies until cancelled, in a thread, so that the loop does not wait."""
        await asyncio.sleep(min(FIRST_COPY_SECONDS, self.every / 10))
        while True:
            await asyncio.to_thread(self.copy_if_due)
            await asyncio.sleep(min(COPY_CHECK_SECONDS, self.every / 10))

    def copy_if_due(self, now: float | None = None) -> bool:
        """Make a copy unless one was made since the night; return whether it did. Failures are only logged."""
        now = time.time() if now is None else now
        try:
            if not self.due(now):
                return False
            made = backup.copy_into(self.path, self.folder, now=now)
            self._report(made.damage)
            return True
        except (sqlite3.Error, OSError, StoreFailed) as wrong:
            why = wrong if isinstance(wrong, StoreFailed) else failure(wrong, self.folder / "copy")
            log.warning("the copy of the night failed", extra={"error": type(why).__name__})
            return False

    def _report(self, found: Damage) -> None:
        """Log the copy. A damaged one is logged every night: the operator may have an earlier, whole copy."""
        counts.copy_damage.set(len(found.codes) or int(found.pages))
        if found:
            codes = ", ".join(found.codes[:MAX_LOGGED_CODES]) + (", …" if len(found.codes) > MAX_LOGGED_CODES else "")
            log.error("the copy of the night is damaged: pioche doctor says more", extra={"table": codes})
        else:
            log.info("copied for the night")

    def due(self, now: float) -> bool:
        """Return whether no copy was made since the night. One dated in the future does not count: a clock was wrong."""
        dates = [backup.dated(one) or 0.0 for one in backup.copies(self.folder, now)]
        made = max((date for date in dates if date <= now + backup.MAX_CLOCK_ERROR_SECONDS), default=None)
        return made is None or self._night(made) < self._night(now)

    def _night(self, moment: float) -> int:
        """Return the number of the night before a moment, by local time."""
        return int((moment + time.localtime(moment).tm_gmtoff - NIGHT_ENDS_SECONDS) // self.every)


def folder_beside(path: Path) -> Path:
    """Return the folder of the copies a server makes by itself."""
    return path.parent / "backups"
