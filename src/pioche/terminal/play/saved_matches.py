"""Where unfinished matches wait for their player: a folder of the user's own, or the file the player named.

The last finished match lies there too, in a folder of its own, until the next one is over.
"""

from __future__ import annotations

import os
from pathlib import Path

from pioche.engine.record import Record
from pioche.terminal import refusal

SUFFIX = ".jsonl"


def folder() -> Path:
    if os.environ.get("PIOCHE_STATE"):
        return Path(os.environ["PIOCHE_STATE"])
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "pioche"


def latest_or_none() -> Path | None:
    """The match left last."""
    found = sorted(folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    return found[-1] if found else None


def latest() -> Path:
    found = latest_or_none()
    if found is None:
        raise refusal("play.nothing_kept")
    return found


def last_finished() -> Path:
    return folder() / "finished" / f"last{SUFFIX}"


def last_match() -> Path:
    """The match played last, finished or not."""
    found = [path for path in (last_finished(), latest_or_none()) if path is not None and path.exists()]
    if not found:
        raise refusal("replay.nothing_kept")
    return max(found, key=lambda path: path.stat().st_mtime)


def writable(name: str) -> Path:
    """The file a player wants the match in, if it can be written."""
    path = Path(name)
    if not path.parent.is_dir():
        raise refusal("errors.no_folder", file=path, folder=path.parent)
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise refusal("errors.not_writable", file=path)
    return path


def keep(record: Record, file: Path | None, over: bool, played: bool) -> Path | None:
    """Write the match where it belongs: an unfinished one always, a finished one where the player asked for it,
    else where `pioche replay` finds it.

    A finished match that waited in the folder leaves it.
    """
    own = file is None or file.parent == folder()
    if file is None and not played:
        return None
    path = last_finished() if own and over else file or folder() / f"{record.game}-{record.seed}{SUFFIX}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        record.save(path)
    except OSError:
        raise refusal("play.not_kept", file=path) from None
    if own and over and file is not None:
        file.unlink(missing_ok=True)
    return path
