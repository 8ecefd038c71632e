"""A copy of the house while it plays on: one file, or a folder in which the latest copies are kept."""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path

from pioche.house.stores.sqlite import for_its_owner, to_read

STAMP = "%Y-%m-%d-%H%M%S"
KEPT = 7  # copies in a folder
NAME = re.compile(r"house-\d{4}-\d\d-\d\d-\d{6}\.db")


def copy(path: Path, goal: Path) -> int:
    """SQLite's own online copy, page by page, from a reader that never writes; checked before it gets its name.
    Returns the number of tables in it."""
    part = goal.with_name(goal.name + ".part")
    part.unlink(missing_ok=True)
    for_its_owner(part)
    source = sqlite3.connect(to_read(path), uri=True)
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
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    finally:
        source.close()
    part.replace(goal)
    return tables


def copy_into(path: Path, folder: Path, kept: int = KEPT, now: float | None = None) -> tuple[Path, int]:
    """A copy named after the moment it was made; the oldest copies go when there are more than `kept` (0: none goes)."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    goal = folder / f"house-{time.strftime(STAMP, time.localtime(now))}.db"
    tables = copy(path, goal)
    for old in copies(folder)[:-kept] if kept else ():
        old.unlink()
    return goal, tables


def copies(folder: Path) -> list[Path]:
    """The copies in a folder, the oldest first. Files with other names are none of our business."""
    return sorted(path for path in folder.glob("house-*.db") if NAME.fullmatch(path.name)) if folder.is_dir() else []


def made_at(copied: Path) -> float:
    """When a copy was made, by its name."""
    return time.mktime(time.strptime(copied.stem.removeprefix("house-"), STAMP))
