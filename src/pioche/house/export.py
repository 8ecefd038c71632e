"""Write the finished matches of a house as record files, for replay, the lab and other programs."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from pioche.engine.fair.shown import shown
from pioche.engine.record import Record
from pioche.errors import BadRecord
from pioche.house.maintenance_commands import FAILED, say, unread, unreadable, unwritable
from pioche.house.stores.damage import damaged_pages, journals, refuse_strange
from pioche.house.stores.house_file import data_file
from pioche.house.stores.sqlite import SQLiteStore, failure, read_only
from pioche.house.stores.store import JournalDamaged, StoreDamaged, StoreFailed
from pioche.house.stores.unreadable import Unreadable
from pioche.house.tables.state import TableState
from pioche.house.tournaments.all_tournaments import begins_a_tournament
from pioche.house.workers import cluster

if TYPE_CHECKING:
    from pioche.house.stores.postgres import PostgresStore


def main(
    folder: str | Path, data: str | Path | None = None, lang: str = "en", unfinished: bool = False, store: str = ""
) -> int:
    """Write one file for each match; return the exit code. Of persons only the names of seats are written."""
    path, goal = Path(data) if data is not None else data_file(), Path(folder)
    if not store and (wrong := unreadable(path)):
        return say(lang, wrong, FAILED, file=path)
    count = 0
    broken: list[str] = []
    try:
        with cluster.read(store) if store else closing(read_only(path)) as kept:
            codes, damaged = _codes(kept)
            found = records(kept, codes, unfinished, broken)
            first = next(found, None)  # a house that cannot be read leaves no folder behind
            _make(goal)
            for name, record in chain([first] if first else [], found):
                with suppress(BadRecord):  # one of other rules is written as it was stored
                    record = shown(record)
                _write(goal / name, record)
                count += 1
    except cluster.Unusable as no:
        return say(lang, no.sentence, FAILED, **no.words)
    except FileExistsError:
        return say(lang, "not_a_folder", FAILED, file=goal)
    except OSError as refused:
        return unwritable(lang, failure(refused), goal)
    except (StoreFailed, sqlite3.Error) as wrong:
        return unread(lang, wrong if isinstance(wrong, StoreFailed) else failure(wrong), path)
    say(lang, "exported", 0, records=count, folder=goal)
    if broken:
        say(lang, "not_exported", FAILED, tables=len(broken), codes=", ".join(broken))
    if damaged:
        where = cluster.shown(store) if store else path
        return say(lang, "pg_pages" if store else "doctor_pages", FAILED, file=where)
    return FAILED if broken else 0


def _make(folder: Path) -> None:
    """Make a folder and its parents; raise FileExistsError when one of them is a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except NotADirectoryError as wrong:
        raise FileExistsError(str(wrong)) from wrong


def _write(path: Path, record: Record) -> None:
    """Write a record only its owner can read: a running match is written with its keys."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(record.dumps())
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    part.replace(path)


def records(
    store: SQLiteStore | PostgresStore, codes: list[str], unfinished: bool, broken: list[str]
) -> Iterator[tuple[str, Record]]:
    """Yield the name and the record of every match that can be read; add the codes of other tables to `broken`."""
    for code in codes:
        try:
            journal = store.journal(code)
            if begins_a_tournament(journal):
                continue
            state = TableState.of(journal)
        except (JournalDamaged, Unreadable):
            broken.append(code)
            continue
        for match in range(1, state.match + 1):
            if match < state.match or state.ended or unfinished:
                yield f"{state.game.id}-{code}-{match}.jsonl", state.record(match)


def _codes(store: SQLiteStore | PostgresStore) -> tuple[list[str], bool]:
    """Return the codes of all journals that are found, and whether pages are damaged: then some may be missing."""
    if not isinstance(store, SQLiteStore):
        return store.all_journals(), store.damaged
    assert store.db is not None
    with suppress(StoreDamaged):
        refuse_strange(store.db)
    damaged = bool(damaged_pages(store.db))
    return journals(store.db, damaged), damaged


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))
