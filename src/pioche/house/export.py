"""The finished matches of a house as record files, for replay, the lab, and whoever comes after us."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pioche.engine.fair.shown import shown
from pioche.engine.record import Record
from pioche.errors import BadRecord
from pioche.house.keeping import FAILED, complain, say
from pioche.house.stores.sqlite import data_file, failure, read_only
from pioche.house.stores.store import JournalDamaged, Store, StoreFailed
from pioche.house.stores.unreadable import Unreadable
from pioche.house.tables.state import TableState
from pioche.house.workers import cluster


def main(
    folder: str | Path,
    data: str | Path | None = None,
    lang: str = "en",
    unfinished: bool = False,
    store: str = "",
) -> int:
    """Write one file a match. Seats are there by name as they were at the table; nothing else about persons is."""
    path, goal = Path(data) if data is not None else data_file(), Path(folder)
    if not store and not path.is_file():
        return say(lang, "no_data", FAILED, file=path)
    count = 0
    broken: list[str] = []
    try:
        goal.mkdir(parents=True, exist_ok=True)
        kept = cluster.database(store, read_only=True) if store else read_only(path)
        for name, record in records(kept, unfinished, broken):
            with suppress(BadRecord):  # one of other rules is written as it was kept
                record = shown(record)
            record.save(goal / name)
            count += 1
    except cluster.Unusable as no:
        return say(lang, no.sentence, FAILED, **no.words)
    except StoreFailed as wrong:
        return complain(lang, wrong, goal)
    except (sqlite3.Error, OSError) as wrong:
        return complain(lang, failure(wrong), goal)
    say(lang, "exported", 0, records=count, folder=goal)
    return say(lang, "not_exported", FAILED, tables=len(broken), codes=", ".join(broken)) if broken else 0


def records(store: Store, unfinished: bool, broken: list[str]) -> Iterator[tuple[str, Record]]:
    """All that can be read; the codes of other tables are added to `broken`."""
    try:
        for row in store.all_tables():
            try:
                state = TableState.of(store.journal(row.code))
            except (JournalDamaged, Unreadable):
                broken.append(row.code)
                continue
            for match in range(1, state.match + 1):
                if match < state.match or state.ended or unfinished:
                    yield f"{state.game.id}-{row.code}-{match}.jsonl", state.record(match)
    finally:
        store.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))
