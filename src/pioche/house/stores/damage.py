"""Find the damage in the file of a house, and what can still be read."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pioche.house.stores.sqlite import SQLiteStore, failure, read_only, version_of
from pioche.house.stores.store import JournalDamaged, Problem, StoreDamaged, StoreFailed

JOURNAL_PAUSE_SECONDS = 0.0005  # from one journal to the next: the server needs the processor meanwhile
LISTS = ("tables", "tournaments")  # other tables that name journals; the first version had no tournaments


class PagesDamaged(StoreDamaged):
    """Some pages cannot be read by SQLite. `found`: the rest, see `recovery.check_health`."""

    def __init__(self, wrong: str, found: Any) -> None:
        super().__init__(wrong)
        self.found = found


@dataclass(frozen=True)
class Damage:
    """The damage of a file; false when there is none."""

    pages: bool = False  # SQLite finds some of its pages damaged
    codes: tuple[str, ...] = ()  # of tables whose journal is damaged
    tables: int = 0  # all of them

    def __bool__(self) -> bool:
        return self.pages or bool(self.codes)


def refuse_strange(db: sqlite3.Connection) -> int:
    """Return the version of the house that is there; raise StoreFailed when there is none."""
    found = version_of(db)
    if not found:
        raise StoreFailed("it is empty", Problem.FOREIGN)
    return found


def damage(path: Path) -> Damage:
    """Check every page and every entry of every journal; return what is damaged."""
    try:
        with closing(read_only(path)) as store:
            db = store.db
            assert db is not None
            pages = bool(damaged_pages(db))
            codes = journals(db, pages)
            return Damage(pages, tuple(code for code in codes if not _whole(store, code)), len(codes))
    except (sqlite3.Error, OSError, UnicodeDecodeError):  # the last: of a damaged schema, see `version_of`
        return Damage(pages=True)


def damaged_pages(db: sqlite3.Connection) -> list[str]:
    """Return the messages of SQLite's integrity check; none when all pages are whole."""
    try:
        return [row[0] for row in db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
    except sqlite3.DatabaseError as wrong:  # it gives up over some of them
        if not isinstance(failure(wrong), StoreDamaged):
            raise
        return [str(wrong)]


def journals(db: sqlite3.Connection, damaged: bool) -> list[str]:
    """Return the codes of all journals, and of those other tables name. Where pages are damaged, search from both ends of
    the index."""
    found: set[str] = set()
    lists = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'") if name in LISTS]
    ends = _one_by_one(db, "min", ">"), _one_by_one(db, "max", "<")
    for codes in (*(ends if damaged else [_rows(db, "entries")]), *(_rows(db, name) for name in lists)):
        try:
            found.update(code for (code,) in codes if isinstance(code, str))
        except sqlite3.DatabaseError as wrong:
            if not isinstance(failure(wrong), StoreDamaged):
                raise
    return sorted(found)


def _one_by_one(db: sqlite3.Connection, end: str, beyond: str) -> Iterator[tuple[str]]:
    """Yield codes, each by a query of its own: a query for many rows would lose those SQLite has read ahead when it meets a
    damaged page."""
    query = f"SELECT {end}(code) FROM entries"
    last: tuple[str, ...] = ()
    while (row := db.execute(query, last).fetchone()) and row[0] is not None:
        yield row
        query, last = f"SELECT {end}(code) FROM entries WHERE code {beyond} ?", row


def _rows(db: sqlite3.Connection, table: str) -> Iterator[tuple[str]]:
    yield from db.execute(f"SELECT DISTINCT code FROM {table}")


def _whole(store: SQLiteStore, code: str) -> bool:
    time.sleep(JOURNAL_PAUSE_SECONDS)
    try:
        return bool(store.journal(code))
    except JournalDamaged:
        return False
