"""Copy the file of a house while the server runs: to one file, or into a folder that keeps the latest copies."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from pioche.house.stores.damage import Damage, damage, refuse_strange
from pioche.house.stores.file_lock import lock_of
from pioche.house.stores.sqlite import failure, for_its_owner, to_read
from pioche.house.stores.store import StoreDamaged, StoreFailed

STAMP = "%Y-%m-%d-%H%M%S"
COPIES_KEPT = 7  # copies in a folder
NAME = re.compile(r"house-\d{4}-\d\d-\d\d-\d{6}\.db")
MAX_INTEGRITY_MESSAGES = 1_000_000  # of SQLite's check: practically all
UNUSED_PAGE = re.compile(r"never used$|^ok$|^\*\*\* in database main")  # messages about pages that belong to nothing
UNFINISHED_COPY_SECONDS = 3600.0  # after which an unfinished copy is removed
MAX_CLOCK_ERROR_SECONDS = 86_400.0  # summer time, a time zone, a fast clock; a copy dated later than that has a wrong date


@dataclass(frozen=True)
class Made:
    """A copy, and the damage it has because the house has it."""

    path: Path
    damage: Damage


def copy(path: Path, goal: Path) -> Made:
    """Copy the file with SQLite's online backup, over a connection that never writes; check the copy before it gets its
    name. Damage in the house is in the copy as well, except in indexes, which are built again.

    Raise StoreFailed when the house cannot be read, sqlite3.Error or OSError when the copy cannot be written."""
    part = goal.with_name(goal.name + ".part")
    try:
        source = sqlite3.connect(to_read(path), uri=True, isolation_level=None)
        source.execute("BEGIN")  # reads one state of the file: otherwise each move in between would make SQLite begin again
        with suppress(StoreDamaged):
            refuse_strange(source)
    except sqlite3.Error as wrong:
        raise failure(wrong) from wrong
    with closing(source):
        part.unlink(missing_ok=True)
        try:
            for_its_owner(part)
            with closing(sqlite3.connect(part)) as made:
                source.backup(made, pages=2048)
                made.execute("PRAGMA journal_mode=DELETE")
            _needs_no_log(part)
            found = damage(part)
            if found.pages:
                found = _without_damaged_indexes(part, found)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    part.replace(goal)
    return Made(goal, found)


def _without_damaged_indexes(part: Path, found: Damage) -> Damage:
    """Build the indexes of a damaged copy again, in a second file; return the damage that is left. If that does not mend
    everything, the copy stays as it is."""
    again = part.with_name(part.name + ".part")
    try:
        for_its_owner(again)
        shutil.copyfile(part, again)
        if _has_new_indexes(again) and not (better := damage(again)):
            again.replace(part)
            return better
        return found
    finally:
        again.unlink(missing_ok=True)


def _has_new_indexes(part: Path) -> bool:
    """Build all indexes again from their rows; return False when something else is damaged. SQLite's REINDEX reads the old
    index, so indexes are removed from the schema first; then only their pages may be unused."""
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as made:
            indexes = [sql for (sql,) in made.execute("SELECT sql FROM sqlite_master WHERE type='index' AND sql <> ''")]
            made.execute("PRAGMA writable_schema=ON")
            made.execute("DELETE FROM sqlite_master WHERE type='index' AND sql <> ''")
        with closing(sqlite3.connect(part, isolation_level=None)) as made:
            left = "\n".join(row[0] for row in made.execute(f"PRAGMA integrity_check({MAX_INTEGRITY_MESSAGES})"))
            if not all(UNUSED_PAGE.search(line) for line in left.splitlines()):
                return False
            made.execute("VACUUM")
            for sql in indexes:
                made.execute(sql)
        return True
    except sqlite3.DatabaseError:
        return False


def _needs_no_log(part: Path) -> None:
    """Mark a copy as complete without a log; raise OSError when that fails. `PRAGMA journal_mode` does not raise when it
    fails, and a copy that still refers to a log (the two bytes at 18 of SQLite's file format) would be incomplete."""
    with part.open("r+b") as file:
        file.seek(18)
        if file.read(2) == b"\2\2":
            file.seek(18)
            file.write(b"\1\1")
            file.flush()
            os.fsync(file.fileno())


def copy_into(path: Path, folder: Path, kept: int = COPIES_KEPT, now: float | None = None) -> Made:
    """Make a copy named after the current time. Remove the oldest copies when there are more than `kept` (0: remove none),
    but neither this one nor the latest undamaged one."""
    now = time.time() if now is None else now
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _sweep(folder, now)
    made = copy(path, folder / f"house-{time.strftime(STAMP, time.localtime(now))}.db")
    others = [one for one in copies(folder, now) if one != made.path]
    gone = others[: -(kept - 1)] if kept > 1 else others
    if kept and gone and made.damage:
        whole = next((one for one in reversed(others) if not damage(one)), None)
        gone = [one for one in gone if one != whole]
    for old in gone if kept else ():
        old.unlink()
    return made


def only_indexes(path: Path) -> bool:
    """Return whether only indexes of this house are damaged: then a copy of it is whole. One is made and thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return not copy(path, Path(folder) / "copy.db").damage
        except (sqlite3.Error, OSError, StoreFailed):
            return False


def _sweep(folder: Path, now: float) -> None:
    """Remove what interrupted copies have left."""
    for part in folder.glob("house-*.db.part*"):
        if now - part.stat().st_mtime > UNFINISHED_COPY_SECONDS:
            part.unlink()


def copies(folder: Path, now: float | None = None) -> list[Path]:
    """Return the copies in a folder, the oldest first. Files with other names are ignored, and so is a copy that was opened
    as a house: it may be in use."""
    now = time.time() if now is None else now
    try:
        found = [path for path in folder.iterdir() if dated(path) is not None and not lock_of(path).exists()]
    except OSError:  # there is no such folder, or it cannot be read
        return []
    return sorted(found, key=lambda path: (*_made(path, now), path.name))


def dated(copied: Path) -> float | None:
    """Return when a copy was made, by its name; None when it has no name of a copy."""
    try:
        return time.mktime(time.strptime(copied.name, f"house-{STAMP}.db")) if NAME.fullmatch(copied.name) else None
    except (ValueError, OverflowError):
        return None


def _made(copied: Path, now: float) -> tuple[float, bool]:
    """Return when a copy was made, and whether that is the date in its name. With a date in the future the time of the file
    counts; if that lies in the future too, the copy counts as the oldest."""
    named = dated(copied) or 0.0
    if named <= now + MAX_CLOCK_ERROR_SECONDS:
        return named, True
    try:
        written = copied.stat().st_mtime
    except OSError:
        return 0.0, False
    return (written // 1 if written <= now + MAX_CLOCK_ERROR_SECONDS else 0.0), False
