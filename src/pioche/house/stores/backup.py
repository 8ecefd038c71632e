"""A copy of the house while it plays on: one file, or a folder in which the latest copies are kept."""

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
KEPT = 7  # copies in a folder
NAME = re.compile(r"house-\d{4}-\d\d-\d\d-\d{6}\.db")
MANY = 1_000_000
LEFT_OVER = re.compile(r"never used$|^ok$|^\*\*\* in database main")  # what may be said of pages that belong to nothing
FORGOTTEN = 3600.0  # seconds after which an unfinished copy is nobody's any more
SLACK = 86_400.0  # seconds: summer time, a journey, a clock a little fast. A copy from later than that has a wrong date


@dataclass(frozen=True)
class Made:
    """A copy, and what is damaged in it because it is damaged in the house."""

    path: Path
    damage: Damage


def copy(path: Path, goal: Path) -> Made:
    """SQLite's own online copy, page by page, from a reader that never writes; looked through before it gets its name.
    What is damaged in the house is damaged in the copy, but for indexes: everything else is worth keeping.

    StoreFailed when the house cannot be read; sqlite3.Error or OSError when the copy cannot be written."""
    part = goal.with_name(goal.name + ".part")
    try:
        source = sqlite3.connect(to_read(path), uri=True, isolation_level=None)
        source.execute("BEGIN")  # one moment of the house: each move in between would send SQLite back to the first page
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
    """Tried beside the copy: what else is damaged stays as it is."""
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
    """An index is made anew from the rows it belongs to: where nothing else is damaged, the copy is whole. SQLite's own way
    to it reads the old one, so it is taken out of the schema first; then only its pages may be left over."""
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as made:
            indexes = [sql for (sql,) in made.execute("SELECT sql FROM sqlite_master WHERE type='index' AND sql <> ''")]
            made.execute("PRAGMA writable_schema=ON")
            made.execute("DELETE FROM sqlite_master WHERE type='index' AND sql <> ''")
        with closing(sqlite3.connect(part, isolation_level=None)) as made:
            left = "\n".join(row[0] for row in made.execute(f"PRAGMA integrity_check({MANY})"))
            if not all(LEFT_OVER.search(line) for line in left.splitlines()):
                return False
            made.execute("VACUUM")
            for sql in indexes:
                made.execute(sql)
        return True
    except sqlite3.DatabaseError:
        return False


def _needs_no_log(part: Path) -> None:
    """`PRAGMA journal_mode` does not raise when it fails. A copy that still says that its latest rows may lie in a log (the
    two bytes at 18 of SQLite's file format) would be half of one: they are written here, or what stops it is raised."""
    with part.open("r+b") as file:
        file.seek(18)
        if file.read(2) == b"\2\2":
            file.seek(18)
            file.write(b"\1\1")
            file.flush()
            os.fsync(file.fileno())


def copy_into(path: Path, folder: Path, kept: int = KEPT, now: float | None = None) -> Made:
    """A copy named after the moment it was made. The oldest copies go when there are more than `kept` (0: none goes), but
    never this one, nor the latest that is whole."""
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
    """Is a copy of this damaged house whole? One is made elsewhere, and thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return not copy(path, Path(folder) / "copy.db").damage
        except (sqlite3.Error, OSError, StoreFailed):
            return False


def _sweep(folder: Path, now: float) -> None:
    """What is left of copies that were cut off in the middle."""
    for part in folder.glob("house-*.db.part*"):
        if now - part.stat().st_mtime > FORGOTTEN:
            part.unlink()


def copies(folder: Path, now: float | None = None) -> list[Path]:
    """The copies in a folder, the oldest first. Files with other names are none of our business, nor is a copy that
    somebody has opened: it is a house now, and may be played in."""
    now = time.time() if now is None else now
    try:
        found = [path for path in folder.iterdir() if dated(path) is not None and not lock_of(path).exists()]
    except OSError:  # there is no such folder, or it is not for us
        return []
    return sorted(found, key=lambda path: (*_made(path, now), path.name))


def dated(copied: Path) -> float | None:
    """When a copy was made, by its name. None: it is no copy of ours."""
    try:
        return time.mktime(time.strptime(copied.name, f"house-{STAMP}.db")) if NAME.fullmatch(copied.name) else None
    except (ValueError, OverflowError):
        return None


def _made(copied: Path, now: float) -> tuple[float, bool]:
    """When a copy was really made, and whether its name says so. A date in the future is not believed: then its file
    tells, or it counts as the oldest."""
    named = dated(copied) or 0.0
    if named <= now + SLACK:
        return named, True
    try:
        written = copied.stat().st_mtime
    except OSError:
        return 0.0, False
    return (written // 1 if written <= now + SLACK else 0.0), False
