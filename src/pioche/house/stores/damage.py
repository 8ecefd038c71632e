"""What is damaged in the file of a house, and what of it can still be read."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pioche.house.stores.sqlite import SQLiteStore, failure, read_only
from pioche.house.stores.store import JournalDamaged, StoreDamaged

PAUSE = 0.0005  # seconds from one journal to the next: people play meanwhile
LISTS = ("SELECT code FROM tables", "SELECT code FROM tournaments")  # what else tells that there is a journal


class PagesDamaged(StoreDamaged):
    """SQLite cannot read some of the pages. `found`: what there is all the same, see `recovery.look`."""

    def __init__(self, wrong: str, found: Any) -> None:
        super().__init__(wrong)
        self.found = found


@dataclass(frozen=True)
class Damage:
    """False where everything is whole."""

    pages: bool = False  # SQLite finds some of its pages damaged
    codes: tuple[str, ...] = ()  # of tables whose journal is damaged
    tables: int = 0  # all of them

    def __bool__(self) -> bool:
        return self.pages or bool(self.codes)


def damage(path: Path) -> Damage:
    """Look at every page and at every entry of every journal."""
    try:
        with closing(read_only(path)) as store:
            db = store.db
            assert db is not None
            pages = bool(damaged_pages(db))
            codes = journals(db, pages)
            return Damage(pages, tuple(code for code in codes if not _whole(store, code)), len(codes))
    except (sqlite3.Error, OSError):
        return Damage(pages=True)


def damaged_pages(db: sqlite3.Connection) -> list[str]:
    """What SQLite has to say against its pages."""
    try:
        return [row[0] for row in db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
    except sqlite3.DatabaseError as wrong:  # it gives up over some of them
        if not isinstance(failure(wrong), StoreDamaged):
            raise
        return [str(wrong)]


def journals(db: sqlite3.Connection, damaged: bool) -> list[str]:
    """The codes of all journals. Where pages are damaged they are looked for from both ends, and in the lists."""
    if not damaged:
        return [code for (code,) in db.execute("SELECT DISTINCT code FROM entries ORDER BY code")]
    found: set[str] = set()
    for codes in (_one_by_one(db, "min", ">"), _one_by_one(db, "max", "<"), *(_rows(db, query) for query in LISTS)):
        try:
            for (code,) in codes:
                found.add(code)
        except sqlite3.DatabaseError as wrong:
            if not isinstance(failure(wrong), StoreDamaged):
                raise
    return sorted(found)


def _one_by_one(db: sqlite3.Connection, end: str, beyond: str) -> Iterator[tuple[str]]:
    """A search for each: a reader of many rows would lose those it has read ahead when it comes to a damaged page."""
    query = f"SELECT {end}(code) FROM entries"
    last: tuple[str, ...] = ()
    while (row := db.execute(query, last).fetchone()) and row[0] is not None:
        yield row
        query, last = f"SELECT {end}(code) FROM entries WHERE code {beyond} ?", row


def _rows(db: sqlite3.Connection, query: str) -> Iterator[tuple[str]]:
    yield from db.execute(query)


def _whole(store: SQLiteStore, code: str) -> bool:
    time.sleep(PAUSE)
    try:
        return bool(store.journal(code))
    except JournalDamaged:
        return False
