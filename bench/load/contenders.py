"""Who is put under load: how each is started, and what it has kept when it is killed without a word."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pioche.house.stores.sqlite import read_only
from pioche.house.stores.store import Store
from pioche.house.tables import journal as j

HERE = Path(__file__).parent
Told = list[dict[str, Any]]  # by table: its name, and the moves that were acknowledged there


@dataclass(frozen=True)
class Contender:
    """A server. `kept` counts the acknowledged moves that are still there after it was killed."""

    name: str
    driver: str
    storage: str
    command: Callable[[int, Path], list[str]]
    opens: str  # the line of its output that says it is open
    kept: Callable[[Path, Told], int]
    database: bool = False  # it needs a PostgreSQL, whose address stands in the file `database` of its folder


def _serve(port: int, *more: str) -> list[str]:
    # Everybody comes from one address here, which the limits of a house for people would not allow.
    options = ["--no-browser", "--no-backups", "--loose", "1000", "--port", str(port), *more]
    return [sys.executable, "-u", "-m", "pioche.house.serve", *options]


def _house(port: int, folder: Path) -> list[str]:
    return _serve(port, "--data", str(folder / "house.db"))


def _house_in_database(port: int, folder: Path) -> list[str]:
    return _serve(port, "--store", _address(folder))


def _address(folder: Path) -> str:
    return (folder / "database").read_text(encoding="utf-8")


def _kept_in_file(folder: Path, tables: Told) -> int:
    return _kept_by_house(read_only(folder / "house.db"), tables)


def _kept_in_database(folder: Path, tables: Told) -> int:
    from pioche.house.stores.postgres import PostgresStore

    store = PostgresStore(_address(folder))
    store.open_to_read()
    return _kept_by_house(store, tables)


def _kept_by_house(store: Store, tables: Told) -> int:
    with contextlib.closing(store):
        kept = 0
        for table in tables:
            stored = {entry.id for entry in map(j.read, store.journal(table["name"])) if isinstance(entry, j.Line)}
            kept += len(stored.intersection(table["acked"]))
        return kept


def _peer(port: int, folder: Path) -> list[str]:
    return ["node", str(HERE / "peer.cjs"), str(port)]


def _peer_on_disk(port: int, folder: Path) -> list[str]:
    return [*_peer(port, folder), str(folder / "matches")]


def _kept_in_files(folder: Path, tables: Told) -> int:
    """Its states are numbered by moves: a file that is behind has lost some, and one cut in the middle has lost all."""
    numbers: dict[str, int] = {}
    for file in (folder / "matches").iterdir():
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            continue
        if isinstance(found.get("value"), dict) and "_stateID" in found["value"]:
            numbers[found["key"]] = found["value"]["_stateID"]
    return sum(min(len(table["acked"]), numbers.get(table["name"], 0)) for table in tables)


def _nothing(folder: Path, tables: Told) -> int:
    return 0


PIOCHE = Contender("pioche", "house", "SQLite, every move on the disk before it is told", _house, "http://", _kept_in_file)
DATABASE = Contender(
    "pioche, PostgreSQL", "house", "the same with a PostgreSQL", _house_in_database, "http://", _kept_in_database,
    database=True,
)  # fmt: skip
FILES = Contender(
    "boardgame.io, files", "boardgame.io", "its FlatFile storage, told before it is written", _peer_on_disk, "open",
    _kept_in_files,
)  # fmt: skip
MEMORY = Contender("boardgame.io, memory", "boardgame.io", "its in-memory storage", _peer, "open", _nothing)
CONTENDERS = {contender.name: contender for contender in (PIOCHE, DATABASE, FILES, MEMORY)}
