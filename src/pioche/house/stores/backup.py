"""A copy of the house while it plays on, and the way back from one."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from pathlib import Path

from pioche.house.protocol.sentences import said
from pioche.house.stores.sqlite import SQLiteStore, data_file
from pioche.house.stores.store import StoreFailed

FAILED = 2


def main(target: str | Path, data: str | Path | None = None, lang: str = "en", store: str = "") -> int:
    """Copy everything stored so far to a new file. The house need not stop."""
    if store:
        return _say(lang, "pg_dump", FAILED, file=target)
    path, goal = Path(data) if data is not None else data_file(), Path(target)
    if not path.is_file():
        return _say(lang, "no_data", FAILED, file=path)
    if goal.exists():
        return _say(lang, "exists", FAILED, file=goal)
    try:
        tables = copy(path, goal)
    except (sqlite3.Error, OSError) as wrong:
        return _say(lang, "disk", FAILED, file=goal, why=wrong)
    return _say(lang, "backup_done", 0, tables=tables, file=goal)


def copy(path: Path, goal: Path) -> int:
    """SQLite's own online copy, page by page, from a reader that never writes; checked before it gets its name."""
    part = goal.with_name(goal.name + ".part")
    part.unlink(missing_ok=True)
    source = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        made = sqlite3.connect(part)
        try:
            source.backup(made, pages=2048)
            made.execute("PRAGMA journal_mode=DELETE")
            if made.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("the copy is damaged")
            tables = int(made.execute("SELECT count(*) FROM tables").fetchone()[0])
        finally:
            made.close()
    finally:
        source.close()
    part.chmod(0o600)
    part.replace(goal)
    return tables


def restore(backup: str | Path, data: str | Path | None = None, lang: str = "en") -> int:
    """Put a copy in place of a house that is closed. Clients notice by the epoch that history has changed."""
    goal = Path(data) if data is not None else data_file()
    if not Path(backup).is_file():
        return _say(lang, "no_data", FAILED, file=backup)
    if goal.exists():
        return _say(lang, "exists", FAILED, file=goal)
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(backup, goal)
        store = SQLiteStore(goal)
        store.open()
        store.begin()
        store.next_epoch()
        store.commit()
        store.close()
    except (sqlite3.Error, OSError, StoreFailed) as wrong:
        return _say(lang, "disk", FAILED, file=goal, why=wrong)
    return _say(lang, "restored", 0, file=goal, backup=backup)


def _say(lang: str, name: str, code: int, **values: object) -> int:
    sentence = said("serve", name, **values)
    print(sentence.fr if lang == "fr" else sentence.en, file=sys.stderr if code else sys.stdout)
    return code
