"""The store of one machine: one SQLite file, one connection, one thread.

WAL with synchronous=FULL: a commit that has returned survives a crash and a power cut. Only the writer's thread
touches it, so that two connections never write or checkpoint at the same time. Entries are chained by digests: a
damaged or edited journal shows.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
from pathlib import Path

from pioche.house.stores.file_lock import FileLock
from pioche.house.stores.store import Conflict, KeyRow, PersonRow, StoreDamaged, StoreFailed, StoreFull, StoreNewer, TableRow

SCHEMA = """
CREATE TABLE IF NOT EXISTS house (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
    code TEXT PRIMARY KEY, game TEXT NOT NULL, preset TEXT NOT NULL, public INTEGER NOT NULL, phase TEXT NOT NULL,
    made INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    code TEXT NOT NULL, n INTEGER NOT NULL, body BLOB NOT NULL, chain BLOB NOT NULL,
    PRIMARY KEY (code, n)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS people (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, lang TEXT NOT NULL, login TEXT NOT NULL, password TEXT NOT NULL,
    made INTEGER NOT NULL) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS logins ON people (login) WHERE login <> '';
CREATE TABLE IF NOT EXISTS sessions (
    digest TEXT PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sessions_of ON sessions (person);
CREATE TABLE IF NOT EXISTS visits (
    person TEXT NOT NULL, code TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, code)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, public TEXT NOT NULL, count INTEGER NOT NULL, made INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS keys_of ON keys (person);
CREATE INDEX IF NOT EXISTS lobby ON tables (public, last);
"""
VERSION = 1
CHAINS = 10_000  # ends of journals kept at hand
PRAGMAS = {
    "foreign_keys": "ON",
    "busy_timeout": "5000",
    "wal_autocheckpoint": "1000",
    "mmap_size": "0",
    "trusted_schema": "OFF",
}


def chained(before: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(before + body, digest_size=8).digest()


def for_its_owner(path: Path) -> None:
    """Nobody else may read the file, from its first byte on: it holds the keys of running matches. SQLite gives the
    files it makes beside it the same permissions; those left over from before are put right."""
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for one in (path, *companions(path)):
        if one.exists():
            one.chmod(0o600)


def companions(path: Path) -> list[Path]:
    """The files SQLite keeps beside a database. They belong to it: with another one they would destroy it."""
    return [path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal")]


def failure(wrong: Exception) -> StoreFailed:
    """What a failure of SQLite or of the disk means to a person."""
    code = getattr(wrong, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL or (isinstance(wrong, OSError) and wrong.errno in (errno.ENOSPC, errno.EDQUOT)):
        return StoreFull(str(wrong))
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreDamaged(str(wrong))
    return StoreFailed(str(wrong))


class SQLiteStore:
    broken = (sqlite3.Error, OSError)

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.db: sqlite3.Connection | None = None
        self.epoch = 1
        self._chains: dict[str, tuple[int, bytes]] = {}  # code -> (next number, last digest)
        self._lock = FileLock(self.path)

    @property
    def _db(self) -> sqlite3.Connection:
        if self.db is None:
            raise StoreFailed("the store is closed")
        return self.db

    def open(self) -> None:
        """Open or make the file. `PRAGMA journal_mode` does not raise when it fails: the answer is checked."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.take()
            for_its_owner(self.path)
            db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            try:
                kept = self._prepare(db)
            except BaseException:
                db.close()
                raise
        except (sqlite3.Error, OSError) as wrong:
            self._lock.leave()
            raise failure(wrong) from wrong
        except StoreFailed:
            self._lock.leave()
            raise
        self.db, self.epoch, self._chains = db, int(kept["epoch"]), {}

    def _prepare(self, db: sqlite3.Connection) -> dict[str, str]:
        """What the house keeps about itself; a file of another version is left as it is."""
        for name, value in PRAGMAS.items():
            db.execute(f"PRAGMA {name}={value}")
        known = db.execute("SELECT 1 FROM sqlite_master WHERE name='house'").fetchone()
        found = int(dict(db.execute("SELECT name, value FROM house"))["version"]) if known else VERSION
        if found > VERSION:
            raise StoreNewer(f"it is of version {found}, this house reads version {VERSION}")
        mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        db.execute("PRAGMA synchronous=FULL")
        if mode != "wal" or db.execute("PRAGMA synchronous").fetchone()[0] != 2:
            raise StoreFailed(f"{self.path} cannot be kept durably (journal mode {mode})")
        db.executescript(SCHEMA)
        db.execute("INSERT OR IGNORE INTO house VALUES ('version', ?), ('epoch', '1')", (str(VERSION),))
        return dict(db.execute("SELECT name, value FROM house"))

    def close(self) -> None:
        if self.db is not None:
            self.db.close()
            self.db = None
        self._lock.leave()

    def next_epoch(self) -> None:
        """History is about to be another one than clients remember."""
        self._db.execute("UPDATE house SET value = value + 1 WHERE name='epoch'")

    def begin(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._db.execute("COMMIT")

    def rollback(self) -> None:
        self._chains = {}
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def probe(self) -> None:
        self._db.execute("INSERT OR REPLACE INTO house VALUES ('probe', lower(hex(randomblob(8))))")

    # -- journals --------------------------------------------------------------------------------

    def append(self, code: str, first: int, bodies: list[bytes], token: int = 0) -> None:
        at, chain = self._chains.get(code) or self._end(code)
        if first != at:
            raise Conflict(code)
        rows = []
        for body in bodies:
            chain = chained(chain, body)
            rows.append((code, at, body, chain))
            at += 1
        try:
            self._db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
        except sqlite3.IntegrityError:
            raise Conflict(code) from None
        if len(self._chains) > CHAINS:
            self._chains.clear()
        self._chains[code] = at, chain

    def _end(self, code: str) -> tuple[int, bytes]:
        row = self._db.execute(
            "SELECT n, chain FROM entries WHERE code=? ORDER BY n DESC LIMIT 1", (code,)
        ).fetchone()
        return (0, b"") if row is None else (row[0] + 1, row[1])

    def journal(self, code: str, first: int = 0) -> list[bytes]:
        bodies: list[bytes] = []
        chain = b""
        for n, body, link in self._db.execute(
            "SELECT n, body, chain FROM entries WHERE code=? ORDER BY n", (code,)
        ):
            chain = chained(chain, body) if isinstance(body, bytes) else b""
            if n != len(bodies) or link != chain:
                raise StoreDamaged(f"entry {n} of table {code} is damaged")
            bodies.append(body)
        return bodies[first:]

    def put_table(self, row: TableRow) -> None:
        values = (row.code, row.game, row.preset, row.public, row.phase, row.made, row.last)
        kept = "ON CONFLICT (code) DO UPDATE SET phase=excluded.phase, last=excluded.last"
        self._db.execute(f"INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?) {kept}", values)

    def table(self, code: str) -> TableRow | None:
        found = self._tables("WHERE code=?", (code,))
        return found[0] if found else None

    def public_tables(self, since: int, most: int) -> list[TableRow]:
        return self._tables("WHERE public=1 AND last>=? ORDER BY last DESC LIMIT ?", (since, most))

    def all_tables(self) -> list[TableRow]:
        return self._tables("ORDER BY made", ())

    def _tables(self, where: str, values: tuple[object, ...]) -> list[TableRow]:
        rows = self._db.execute(
            f"SELECT code, game, preset, public, phase, made, last FROM tables {where}", values
        )
        return [TableRow(r[0], r[1], r[2], bool(r[3]), r[4], r[5], r[6]) for r in rows]

    # -- people ----------------------------------------------------------------------------------

    def put_person(self, row: PersonRow) -> None:
        values = (row.id, row.name, row.lang, row.login, row.password, row.made)
        kept = "name=excluded.name, lang=excluded.lang, login=excluded.login, password=excluded.password"
        try:
            self._db.execute(
                f"INSERT INTO people VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET {kept}", values
            )
        except sqlite3.IntegrityError:
            raise Conflict(row.login) from None

    def person(self, id: str) -> PersonRow | None:
        return self._person("id=?", id)

    def person_by_login(self, login: str) -> PersonRow | None:
        return self._person("login=?", login)

    def _person(self, where: str, value: str) -> PersonRow | None:
        row = self._db.execute(
            f"SELECT id, name, lang, login, password, made FROM people WHERE {where}", (value,)
        ).fetchone()
        return None if row is None else PersonRow(*row)

    def forget_person(self, id: str) -> None:
        for table, column in (("people", "id"), ("sessions", "person"), ("visits", "person"), ("keys", "person")):
            self._db.execute(f"DELETE FROM {table} WHERE {column}=?", (id,))

    def put_session(self, digest: str, person: str, kind: str, expires: int) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)", (digest, person, kind, expires)
        )

    def session(self, digest: str, kind: str) -> tuple[str, int] | None:
        row = self._db.execute(
            "SELECT person, expires FROM sessions WHERE digest=? AND kind=?", (digest, kind)
        ).fetchone()
        return None if row is None else (row[0], row[1])

    def drop_session(self, digest: str) -> bool:
        return self._db.execute("DELETE FROM sessions WHERE digest=?", (digest,)).rowcount > 0

    def put_visit(self, person: str, code: str, at: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO visits VALUES (?, ?, ?)", (person, code, at))

    def visits(self, person: str, most: int) -> list[str]:
        rows = self._db.execute(
            "SELECT code FROM visits WHERE person=? ORDER BY at DESC LIMIT ?", (person, most)
        )
        return [row[0] for row in rows]

    def put_key(self, row: KeyRow) -> None:
        values = (row.id, row.person, row.public, row.count, row.made)
        self._db.execute("INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?)", values)

    def key(self, id: str) -> KeyRow | None:
        row = self._db.execute("SELECT id, person, public, count, made FROM keys WHERE id=?", (id,)).fetchone()
        return None if row is None else KeyRow(*row)

    def keys(self, person: str) -> list[KeyRow]:
        rows = self._db.execute("SELECT id, person, public, count, made FROM keys WHERE person=? ORDER BY made", (person,))
        return [KeyRow(*row) for row in rows]

    def drop_keys(self, person: str) -> None:
        self._db.execute("DELETE FROM keys WHERE person=?", (person,))

    def notice(self, kind: str, what: str) -> None:
        """One machine, one worker: there is nobody else to tell."""


def read_only(path: Path) -> SQLiteStore:
    """A reader beside a house that may be open; it never writes nor checkpoints."""
    store = SQLiteStore(path)
    store.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    return store
