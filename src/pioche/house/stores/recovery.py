"""Check a house, and restore one from a copy. Nothing is ever deleted: the files that were there are renamed."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from pioche.errors import PiocheError
from pioche.house.stores.backup import STAMP, copy
from pioche.house.stores.damage import PagesDamaged, damaged_pages, journals, refuse_strange
from pioche.house.stores.file_lock import FileLock
from pioche.house.stores.house_file import (
    UNFINISHED,
    companions,
    make_folder,
    owned_like,
    real,
    refuse_what_is_no_file,
    sync,
    unfinished,
)
from pioche.house.stores.sqlite import VERSION, failure, read_only, refuse_foreign
from pioche.house.stores.store import JournalDamaged, Problem, Store, StoreDamaged, StoreFailed


@dataclass
class Health:
    """The result of a check of a house."""

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
        """Check one journal."""
        self.tables += 1
        try:
            journal = store.journal(code)
            self.entries += len(journal)
            fold(journal)
        except (JournalDamaged, PiocheError):
            self.broken.append(code)


def check_health(path: Path, fold: Callable[[list[bytes]], object] = len) -> Health:
    """Read the whole house, entry by entry, also while a server uses it. Nothing is written. `fold` is called with every
    journal, and raises PiocheError when it is damaged.

    Raise StoreDamaged when nothing can be read, PagesDamaged when some of it can, StoreFailed when a later version wrote
    it, or it is not a file of Pioche."""
    try:
        with closing(read_only(path)) as store:
            db, path = store.db, store.path
            assert db is not None
            found = Health(refuse_strange(db))
            if found.version > VERSION:
                raise StoreFailed(f"it is of version {found.version}, this house reads version {VERSION}", Problem.NEWER)
            found.epoch = int(db.execute("SELECT value FROM house WHERE name='epoch'").fetchone()[0])
            found.size = sum(one.stat().st_size for one in (path, *companions(path)) if one.exists())
            wrong = damaged_pages(db)
            for code in journals(db, bool(wrong)):
                found.add(store, code, fold)
            if wrong:
                raise PagesDamaged("; ".join(wrong), found)
            found.people = db.execute("SELECT count(*) FROM people").fetchone()[0]
            return found
    except (sqlite3.Error, OSError) as wrong_file:
        raise failure(wrong_file, path) from wrong_file


def put_back(backup: Path, path: Path, now: float | None = None) -> list[Path]:
    """Restore a house that is closed from a copy: check the copy, rename the files that are there, with those SQLite left
    beside them, and increase the epoch, which tells clients that history has changed. Return the renamed files.

    The new file is completed beside the old one. It then gets a name (UNFINISHED) with which no server starts until the
    old one is renamed and the new one has its place: wherever this is interrupted, it can be run again and finishes."""
    backup, path = real(backup), real(path)
    refuse_what_is_no_file(path)
    refuse_foreign(path)
    health = check_health(backup)
    if not health.whole:
        raise StoreDamaged(", ".join(health.broken))
    make_folder(path.parent)
    lock = FileLock(path)
    lock.take()
    try:
        fresh = path.with_name(path.name + ".restored")
        try:
            before = [one for one in (path, *unfinished(path)) if one.exists()]
            _make(fresh, backup, health, 1 + max(health.epoch, *map(_epoch, before), 0))
            owned_like(fresh, before[0] if before else path.parent)
            return _swap(fresh, path, time.strftime(STAMP, time.localtime(now)))
        finally:
            for one in _scraps(fresh):
                one.unlink(missing_ok=True)
            if fresh != backup:
                fresh.unlink(missing_ok=True)
    finally:
        lock.leave()


def _make(fresh: Path, backup: Path, health: Health, epoch: int) -> None:
    """Make a complete house under a temporary name."""
    for one in _scraps(fresh):  # of an interrupted restore: beside a new file they would destroy it
        one.unlink(missing_ok=True)
    copy(backup, fresh)
    with closing(sqlite3.connect(fresh, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=MEMORY")  # the file is of no use if this is interrupted
        db.execute("UPDATE house SET value=? WHERE name='epoch'", (str(epoch),))
    after = check_health(fresh)
    if (
        after.tables < health.tables or after.entries < health.entries or after.epoch != epoch
    ):  # more: the server may be running on the source
        raise StoreDamaged(f"{after.entries} of {health.entries} entries arrived")
    sync(fresh)


def _epoch(path: Path) -> int:
    """Return the epoch of a house that is about to be replaced, which clients have seen; 0 when it cannot be read."""
    try:
        with closing(read_only(path)) as store:
            assert store.db is not None
            return int(store.db.execute("SELECT value FROM house WHERE name='epoch'").fetchone()[0])
    except (sqlite3.Error, OSError, TypeError, ValueError):
        return 0


def _scraps(fresh: Path) -> list[Path]:
    """Return the files an interrupted copy leaves beside its file."""
    part = fresh.with_name(fresh.name + ".part")
    return [part, *companions(part), *companions(fresh)]


def _swap(fresh: Path, path: Path, stamp: str) -> list[Path]:
    """Rename the old files and give the new one its name. Undo everything when a step fails."""
    before = unfinished(path)
    there = [one for one in (path, *companions(path)) if one.exists()]
    stamp = _free(path, there, before[-1].name.removeprefix(path.name + UNFINISHED) if before else stamp)
    ready = path.with_name(path.name + UNFINISHED + stamp)
    moved: list[tuple[Path, Path]] = [(fresh, ready)]
    try:
        fresh.replace(ready)
        sync(path.parent)
        for one in there:
            moved.append((one, _aside(path, stamp, one)))
            one.rename(moved[-1][1])
            sync(path.parent)
        moved.append((ready, path))
        ready.rename(path)
        sync(path.parent)
    except BaseException:
        for one, goal in reversed(moved if not before else moved[1:]):
            if goal.exists():
                goal.rename(one)
        raise
    for old in before:
        old.unlink(missing_ok=True)
    return [goal for one in (path, *companions(path)) if (goal := _aside(path, stamp, one)).exists()]


def _aside(path: Path, stamp: str, one: Path) -> Path:
    return path.with_name(f"{path.name}.before-restore-{stamp}{one.name.removeprefix(path.name)}")


def _free(path: Path, there: list[Path], stamp: str) -> str:
    """Return a stamp with which no existing file would be overwritten."""
    for more in count(2):
        if not any(_aside(path, stamp, one).exists() for one in there):
            break
        stamp = f"{stamp[:17]}-{more}"
    return stamp
