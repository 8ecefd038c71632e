"""Is a house whole, and how to put a copy in its place. Nothing is ever deleted: what was there is moved aside."""

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

    StoreDamaged when nothing of it can be read, PagesDamaged when some of it can; StoreFailed when a later version wrote
    it, or no Pioche did."""
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
    """Put a copy in the place of a house that is closed: check the copy, move aside what is there, with everything
    SQLite left beside it, and let clients know by the epoch that history has changed. Returns what was moved aside.

    The new house is made whole beside the old one. Only then does it get a name under which no house opens before the
    old one is aside and it stands in its place: wherever this is cut off, it may be done again and finishes."""
    backup, path = real(backup), real(path)
    refuse_what_is_no_file(path)
    refuse_foreign(path)
    health = look(backup)
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
    """A house that needs nothing any more but its name."""
    for one in _scraps(fresh):  # of one that was cut off: beside a new file they would destroy it
        one.unlink(missing_ok=True)
    copy(backup, fresh)
    with closing(sqlite3.connect(fresh, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=MEMORY")  # nobody needs it if this is cut off
        db.execute("UPDATE house SET value=? WHERE name='epoch'", (str(epoch),))
    after = look(fresh)
    if after.tables < health.tables or after.entries < health.entries or after.epoch != epoch:  # more: it plays on
        raise StoreDamaged(f"{after.entries} of {health.entries} entries arrived")
    sync(fresh)


def _epoch(path: Path) -> int:
    """Of a house that is about to be replaced, and may be past reading: clients have seen this number."""
    try:
        with closing(read_only(path)) as store:
            assert store.db is not None
            return int(store.db.execute("SELECT value FROM house WHERE name='epoch'").fetchone()[0])
    except (sqlite3.Error, OSError, TypeError, ValueError):
        return 0


def _scraps(fresh: Path) -> list[Path]:
    """What a copy that was cut off leaves beside its file."""
    part = fresh.with_name(fresh.name + ".part")
    return [part, *companions(part), *companions(fresh)]


def _swap(fresh: Path, path: Path, stamp: str) -> list[Path]:
    """The old house goes aside, the new one takes its name. What fails on the way is undone."""
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
    """A stamp under which nothing lies that would be written over."""
    for more in count(2):
        if not any(_aside(path, stamp, one).exists() for one in there):
            break
        stamp = f"{stamp[:17]}-{more}"
    return stamp
