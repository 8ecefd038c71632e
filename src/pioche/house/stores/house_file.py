"""The file of a house in its folder: the files beside it, and when it must not be opened."""

from __future__ import annotations

import contextlib
import errno
import glob
import os
from pathlib import Path

from pioche.house.stores.store import Problem, StoreFailed

UNFINISHED = ".restoring-"  # a whole house about to take the place of another, and the stamp of what is moved aside for it
NO_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM}  # not every disk writes folders down one by one
MIN_FREE_BYTES = 65_536  # bytes: the index of a log takes half of it


def named(file: str | Path) -> Path:
    """Return the path; raise StoreFailed when it is written like a folder."""
    if str(file).endswith(("/", os.sep)):
        raise StoreFailed(str(file), Problem.IS_FOLDER)
    return Path(file)


def data_file() -> Path:
    """Return the default file: PIOCHE_DATA, or one in the user's data folder."""
    if os.environ.get("PIOCHE_DATA"):
        return Path(os.environ["PIOCHE_DATA"])
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pioche" / "house.db"


def named_file(data: str | Path | None) -> Path:
    """Return the named file, or the default one; raise StoreFailed when it is written like a folder."""
    return named(data if data is not None else os.environ.get("PIOCHE_DATA") or data_file())


def real(path: str | Path) -> Path:
    """Return the path without symbolic links: all links to a file share its lock and its log."""
    return Path(os.path.realpath(path))


def refuse_what_is_no_file(path: Path) -> None:
    """Raise StoreFailed for a folder, for what is no file, and for a file with a second name, which no lock can know of."""
    if path.is_dir():
        raise StoreFailed(str(path), Problem.IS_FOLDER)
    if path.exists() and not path.is_file():
        raise StoreFailed(str(path), Problem.NO_FILE)
    if path.exists() and path.stat().st_nlink > 1:
        raise StoreFailed(str(path), Problem.LINKED)


def companions(path: Path) -> list[Path]:
    """Return the files SQLite keeps beside a database. With another database they would destroy it."""
    return [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]


def unfinished(path: Path) -> list[Path]:
    """Return the restored files that interrupted restores have left, the latest last."""
    return sorted(path.parent.glob(glob.escape(path.name + UNFINISHED) + "*"))


def refuse_half_a_house(path: Path) -> None:
    """Raise StoreFailed when a restore was interrupted, and when there is a log without its database: SQLite would delete
    it, and with it the latest moves."""
    if unfinished(path):
        raise StoreFailed(str(path), Problem.UNFINISHED)
    log, _, journal = companions(path)
    if not path.exists():
        left = [one for one in (log, journal) if one.exists() and one.stat().st_size]
    else:  # the first page is written before the log, but after the journal
        left = [log] if not path.stat().st_size and log.exists() and log.stat().st_size else []
    if left:
        raise StoreFailed(str(left[0]), Problem.ORPHAN)


def no_room(path: Path) -> bool:
    """Return whether the disk of a file is too full for SQLite; False when that is unknown."""
    try:
        disk = os.statvfs(path.parent)
    except (OSError, AttributeError):
        return False
    return disk.f_bavail * disk.f_frsize < MIN_FREE_BYTES or (disk.f_files > 0 and disk.f_favail == 0)


def owned_like(one: Path, other: Path) -> None:
    """Give a file that root has made the owner of another one, who could not open it otherwise."""
    if os.name != "nt" and os.geteuid() == 0:
        theirs = other.stat()
        os.chown(one, theirs.st_uid, theirs.st_gid, follow_symlinks=False)


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents, each with the owner of the one above."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir()
        owned_like(folder, folder.parent)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt" and path.is_dir():
        return
    with contextlib.ExitStack() as stack:
        try:
            handle = os.open(path, os.O_RDONLY)
            stack.callback(os.close, handle)
            os.fsync(handle)
        except OSError as wrong:
            if wrong.errno not in NO_SYNC:
                raise
