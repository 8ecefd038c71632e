"""Is a house whole, and how to put a copy in its place. Nothing is ever deleted: what was there is moved aside."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pioche.errors import PiocheError
from pioche.house.stores.backup import STAMP, copy
from pioche.house.stores.file_lock import FileLock
from pioche.house.stores.sqlite import VERSION, SQLiteStore, companions, failure, read_only
from pioche.house.stores.store import JournalDamaged, Store, StoreDamaged, StoreNewer


@dataclass
class Health:
    """What a look at a house finds."""

    version: int = 0
    epoch: int = 0
    tables: int = 0
    entries: int = 0
    people: int = 0
    size: int = 0  # bytes, with what SQLite keeps beside the file
    broken: list[str] = field(default_factory=list)  # codes of tables whose journal is damaged

    @property
    def whole(self) -> bool:
        return not self.broken

    def add(self, store: Store, code: str, fold: Callable[[list[bytes]], object]) -> None:
        """Look at one table."""
        self.tables += 1
        try:
            journal = store.journal(code)
            self.entries += len(journal)
            fold(journal)
        except (JournalDamaged, PiocheError):
            self.broken.append(code)


def look(path: Path, fold: Callable[[list[bytes]], object] = len) -> Health:
    """Read the whole house, entry by entry, beside an open one or without. Nothing is written. `fold`: what a journal
    must stand; PiocheError when it cannot be read.

    StoreDamaged when the file itself is; StoreNewer when a later version wrote it."""
    store = read_only(path)
    try:
        db = store.db
        assert db is not None
        wrong = [row[0] for row in db.execute("PRAGMA integrity_check(5)")]
        if wrong != ["ok"]:
            raise StoreDamaged("; ".join(wrong))
        kept = dict(db.execute("SELECT name, value FROM house"))
        if int(kept["version"]) > VERSION:
            raise StoreNewer(f"it is of version {kept['version']}, this house reads version {VERSION}")
        found = Health(int(kept["version"]), int(kept["epoch"]))
        found.people = db.execute("SELECT count(*) FROM people").fetchone()[0]
        found.size = sum(one.stat().st_size for one in (path, *companions(path)) if one.exists())
        for (code,) in db.execute("SELECT DISTINCT code FROM entries ORDER BY code").fetchall():
            found.add(store, code, fold)
        return found
    except (sqlite3.Error, OSError, KeyError, ValueError) as wrong_file:
        raise failure(wrong_file) if isinstance(wrong_file, sqlite3.Error | OSError) else StoreDamaged(
            str(wrong_file)
        ) from wrong_file
    finally:
        store.close()


def put_back(backup: Path, path: Path, now: float | None = None) -> list[Path]:
    """Put a copy in the place of a house that is closed: check the copy, move aside what is there, with everything
    SQLite left beside it, and let clients know by the epoch that history has changed. Returns what was moved aside."""
    health = look(backup)
    if not health.whole:
        raise StoreDamaged(", ".join(health.broken))
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path)
    lock.take()
    try:
        fresh = path.with_name(path.name + ".restored")
        copy(backup, fresh)
        aside = _move_aside(path, time.strftime(STAMP, time.localtime(now)))
        fresh.replace(path)
    finally:
        lock.leave()
    store = SQLiteStore(path)
    store.open()
    try:
        store.begin()
        store.next_epoch()
        store.commit()
    finally:
        store.close()
    after = look(path)
    if (after.tables, after.entries) != (health.tables, health.entries):
        raise StoreDamaged(f"{after.entries} of {health.entries} entries arrived")
    return aside


def _move_aside(path: Path, stamp: str) -> list[Path]:
    moved = []
    for one in (path, *companions(path)):
        if one.exists():
            end = one.name.removeprefix(path.name)
            goal = path.with_name(f"{path.name}.before-restore-{stamp}{end}")
            one.rename(goal)
            moved.append(goal)
    return moved
