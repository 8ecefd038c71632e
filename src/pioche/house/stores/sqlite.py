"""The store of one machine: one SQLite file, one connection, one thread.

WAL with synchronous=FULL: a commit that has returned survives a crash and a power cut. Only the writer's thread
touches it, so that two connections never write or checkpoint at the same time. Entries are chained by digests: a
damaged or edited journal shows.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import sqlite3
from pathlib import Path

from pioche.house.stores.file_lock import IDENTITY, FileLock
from pioche.house.stores.house_file import companions, no_room, real, refuse_half_a_house, refuse_what_is_no_file
from pioche.house.stores.people_rows import SQLitePeople
from pioche.house.stores.store import (
    Append,
    Conflict,
    JournalDamaged,
    NotCommitted,
    Problem,
    StoreDamaged,
    StoreFailed,
    TableRow,
    Undone,
)
from pioche.house.stores.tournament_rows import SQLITE as TOURNAMENTS
from pioche.house.stores.tournament_rows import SQLiteTournaments, as_declared

SCHEMA: dict[int, str] = {
    1: """
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
""",
    2: """
ALTER TABLE tables ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN shown BLOB NOT NULL DEFAULT x'';
CREATE INDEX visits_of ON visits (person, at);
CREATE TABLE leaving (code TEXT NOT NULL, person TEXT NOT NULL, PRIMARY KEY (code, person)) WITHOUT ROWID;
"""
    + TOURNAMENTS,
}  # the steps from nothing to today; a new version adds one and never changes an old one
VERSION = max(SCHEMA)
HOUSE_TABLES = {"house", "tables", "entries"}  # without one of them a house is damaged; a file with only one is foreign
COLUMNS = "code, game, preset, public, phase, made, last, host, shown"  # of a TableRow
KINDS = (str, str, str, int, str, int, int, str, bytes)
MAX_CHAINS = 10_000  # ends of journals kept in memory
MAX_ENTRIES_PER_STATEMENT = 64  # each statement releases the interpreter's lock and waits to get it back
NOTHING_WRITTEN = {  # failures of a single statement that has not begun, or whose commit record was not written
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE,
}  # fmt: skip
PRAGMAS = {
    "temp_store": "MEMORY",  # what undoes half a statement needs no file
    "foreign_keys": "ON",
    "busy_timeout": "5000",
    "wal_autocheckpoint": "4000",  # pages: 16 MB; a page that changes often is carried over to the file less often
    "cache_size": "-8192",  # 8 MB: the last page of every journal that is written to
    "mmap_size": "0",
    "trusted_schema": "OFF",
}


def chained(before: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(before + body, digest_size=8).digest()


def for_its_owner(path: Path) -> None:
    """Let only its owner read the file, from its first byte on: it contains the keys of running matches. SQLite gives the
    files it makes beside it the same permissions; those that exist already are corrected."""
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for one in (path, *companions(path)):
        if one.exists():
            one.chmod(0o600)


def to_read(path: Path) -> str:
    """Return the URI of a file for a connection that never writes, with special characters escaped."""
    return f"{path.absolute().as_uri()}?mode=ro"


def version_of(db: sqlite3.Connection) -> int:
    """Return the schema version of a file, 0 when it is empty; raise StoreFailed when another program made it."""
    every = "SELECT name FROM sqlite_master WHERE type='table' AND substr(name, 1, 7) <> 'sqlite_'"
    try:
        there = {name for (name,) in db.execute(every)}
    except UnicodeDecodeError as wrong:  # SQLite's message about a damaged schema contains damaged bytes
        damaged = sqlite3.DatabaseError("its schema cannot be read")
        damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damaged from wrong
    if not there:
        return 0
    if len(there & HOUSE_TABLES) < 2:
        raise StoreFailed(f"it holds {', '.join(sorted(there)[:3])}", Problem.FOREIGN)
    written = dict(db.execute("SELECT name, value FROM house")) if "house" in there else {}
    for name in ("version", "epoch"):
        if not str(written.get(name, "")).isdigit():
            raise StoreDamaged(f"its {name} is {written[name]!r}" if name in written else f"its {name} is lost")
    return int(written["version"])


def refuse_foreign(path: Path) -> None:
    """Raise StoreFailed for a file of another program, before anything is written to it or beside it. What is only in the
    log is found later."""
    if path.exists() and path.stat().st_size:
        with (
            contextlib.suppress(sqlite3.Error, StoreDamaged),
            contextlib.closing(sqlite3.connect(to_read(path) + "&immutable=1", uri=True)) as db,
        ):
            db.text_factory = _readable
            version_of(db)


def failure(wrong: Exception, path: Path | None = None) -> StoreFailed:
    """Return the StoreFailed for a failure of SQLite or of the disk. For a full disk SQLite often reports only that it
    could not make or read a file: then the free space is checked."""
    whole = getattr(wrong, "sqlite_errorcode", 0)
    code = whole & 0xFF
    if code == sqlite3.SQLITE_FULL or whole == sqlite3.SQLITE_IOERR_SHMSIZE:
        return StoreFailed(str(wrong), Problem.FULL)
    if isinstance(wrong, OSError) and wrong.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFailed(str(wrong), Problem.FULL)
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and path is not None and no_room(path):
        return StoreFailed(str(wrong), Problem.FULL)
    strange = code == sqlite3.SQLITE_ERROR and str(wrong).startswith(("no such ", "unsupported file format"))
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or strange:
        return StoreDamaged(str(wrong))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM) or isinstance(wrong, PermissionError):
        return StoreFailed(str(wrong), Problem.FORBIDDEN)
    return StoreFailed((isinstance(wrong, OSError) and wrong.strerror) or str(wrong))


def _readable(data: bytes) -> str:
    """Decode a text that may be damaged: a list of tables must not fail because of one of them."""
    return data.decode(errors="replace")


class SQLiteStore(SQLitePeople, SQLiteTournaments):
    broken = (sqlite3.Error, OSError)

    def __init__(self, path: str | Path) -> None:
        self.path = real(path)
        self.db: sqlite3.Connection | None = None
        self.epoch = 1
        self.undurable: list[str] = []  # `open` refuses a file that cannot be kept durably
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
            refuse_what_is_no_file(self.path)
            refuse_foreign(self.path)
            self._lock.take()
            refuse_half_a_house(self.path)
            for_its_owner(self.path)
            self._refuse_newer()
            db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            db.text_factory = _readable
            try:
                kept = self._prepare(db)
                self._lock.remember_files()
            except BaseException:
                db.close()
                raise
        except (sqlite3.Error, OSError) as wrong:
            self._lock.leave()
            raise failure(wrong, self.path) from wrong
        except StoreFailed:
            self._lock.leave()
            raise
        self.db, self.epoch, self._chains = db, int(kept["epoch"]), {}

    def _refuse_newer(self) -> None:
        """Raise StoreFailed for a file of a later version, without changing it: a connection that may write would merge the
        log into the file when it closes."""
        if self.path.stat().st_size:
            with contextlib.closing(sqlite3.connect(to_read(self.path), uri=True)) as db:
                found = version_of(db)
            if found > VERSION:
                raise StoreFailed(f"it is of version {found}, this house reads version {VERSION}", Problem.NEWER)

    def _prepare(self, db: sqlite3.Connection) -> dict[str, str]:
        """Set up a connection and bring the schema up to date; return the values of the table `house`."""
        for name, value in PRAGMAS.items():
            db.execute(f"PRAGMA {name}={value}")
        found = version_of(db)
        mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        db.execute("PRAGMA synchronous=FULL")
        if mode != "wal" or db.execute("PRAGMA synchronous").fetchone()[0] != 2:
            raise StoreFailed(f"{self.path} cannot be kept durably (journal mode {mode})")
        if found < VERSION:  # all of it or nothing: the power may be cut in between
            steps = "".join(SCHEMA[step] for step in range(found + 1, VERSION + 1))
            named = f"REPLACE INTO house VALUES ('version', '{VERSION}'); INSERT OR IGNORE INTO house VALUES ('epoch', '1');"
            db.executescript(f"BEGIN IMMEDIATE; {steps} {named} COMMIT;")
        return dict(db.execute("SELECT name, value FROM house"))

    def close(self) -> None:
        if self.db is not None:
            self.db.close()
            self.db = None
        self._lock.leave()

    def next_epoch(self) -> None:
        """Increase the epoch, because history is about to differ from what clients remember."""
        self._db.execute("UPDATE house SET value = value + 1 WHERE name='epoch'")

    def begin(self) -> None:
        self._lock.check()
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Commit; raise NotCommitted when it is certain that nothing counts. A transaction counts by the commit record at
        the end of what is written: it is missing when writing failed, but may be there when only the sync failed."""
        try:
            self._db.execute("COMMIT")
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE):
                raise NotCommitted(str(wrong)) from wrong
            raise

    def rollback(self) -> None:
        self._chains = {}
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def probe(self) -> None:
        self._db.execute("INSERT OR REPLACE INTO house VALUES ('probe', lower(hex(randomblob(8))))")

    # -- journals --------------------------------------------------------------------------------

    def append(self, code: str, first: int, bodies: list[bytes], token: int = 0) -> None:
        (wrong,) = self.append_all([Append(code, first, bodies, token)])
        if wrong is not None:
            raise wrong

    def append_all(self, appends: list[Append]) -> list[Conflict | None]:
        rows, answers = self._rows(appends)
        for start in range(0, len(rows), 4 * MAX_ENTRIES_PER_STATEMENT):
            self._insert(rows[start : start + 4 * MAX_ENTRIES_PER_STATEMENT])
        return answers

    def append_group(self, appends: list[Append]) -> list[Conflict | None] | None:
        """Append with one statement outside of a transaction, which is one itself: it begins, writes and commits without
        this thread waiting for the interpreter's lock in between."""
        if len(appends) > MAX_ENTRIES_PER_STATEMENT:
            return None
        lock, there = self._lock, list[os.stat_result]()
        with contextlib.suppress(OSError):
            there += map(os.stat, lock.paths)
        if [*map(IDENTITY, there)] != lock.identities or there[0].st_size < lock.least_bytes:
            try:
                lock.check()
            except (StoreFailed, OSError) as wrong:
                raise NotCommitted(str(wrong)) from wrong
        rows, answers = self._rows(appends)
        try:
            self._insert(rows)
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode in NOTHING_WRITTEN or wrong.sqlite_errorcode & 0xFF in NOTHING_WRITTEN:
                raise NotCommitted(str(wrong)) from wrong
            raise
        return answers

    def _rows(self, appends: list[Append]) -> tuple[list[str | int | bytes], list[Conflict | None]]:
        """Return the values to be inserted, in one list, and the conflict of each append, or None."""
        rows: list[str | int | bytes] = []
        answers: list[Conflict | None] = []
        if len(self._chains) > MAX_CHAINS:
            self._chains.clear()
        for code, first, bodies, _ in appends:
            at, link = self._chains.get(code) or self._end(code)
            answers.append(None if first == at else Conflict(code))
            if first == at:
                for n, body in enumerate(bodies, first):
                    link = chained(link, body)
                    rows += (code, n, body, link)
                self._chains[code] = first + len(bodies), link
        return rows, answers

    def _insert(self, rows: list[str | int | bytes]) -> None:
        """Insert entries; raise Undone for a number that is taken or a damaged page, which concern one job alone."""
        if not rows:
            return
        many = len(rows) // 4
        try:
            self._db.execute(f"INSERT INTO entries VALUES (?, ?, ?, ?){', (?, ?, ?, ?)' * (many - 1)}", rows)
        except sqlite3.DatabaseError as wrong:
            if not isinstance(wrong, sqlite3.IntegrityError) and not isinstance(failure(wrong), StoreDamaged):
                raise
            raise Undone(str(wrong)) from None

    def _end(self, code: str) -> tuple[int, bytes]:
        row = self._db.execute("SELECT n, chain FROM entries WHERE code=? ORDER BY n DESC LIMIT 1", (code,)).fetchone()
        return (0, b"") if row is None else (row[0] + 1, row[1])

    def journal(self, code: str, first: int = 0) -> list[bytes]:
        bodies: list[bytes] = []
        chain = b""
        try:
            for n, body, link in self._db.execute("SELECT n, body, chain FROM entries WHERE code=? ORDER BY n", (code,)):
                chain = chained(chain, body) if isinstance(body, bytes) else b""
                if n != len(bodies) or link != chain:
                    raise JournalDamaged(code, len(bodies))
                bodies.append(body)
        except sqlite3.Error as wrong:
            if not isinstance(failure(wrong), StoreDamaged):  # else the data is at fault, not the connection
                raise
            raise JournalDamaged(code, len(bodies)) from wrong
        return bodies[first:]

    def opening(self, code: str) -> list[bytes]:
        row = self._db.execute("SELECT body, chain FROM entries WHERE code=? AND n=0", (code,)).fetchone()
        if row is not None and not (isinstance(row[0], bytes) and chained(b"", row[0]) == row[1]):
            raise JournalDamaged(code, 0)
        return [] if row is None else [row[0]]

    def put_table(self, row: TableRow) -> None:
        values = (row.code, row.game, row.preset, row.public, row.phase, row.made, row.last, row.host, row.shown)
        kept = ", ".join(f"{name}=excluded.{name}" for name in COLUMNS.split(", ") if name not in ("code", "made"))
        row_in = f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        self._db.execute(f"{row_in} ON CONFLICT (code) DO UPDATE SET {kept}", values)

    def table(self, code: str) -> TableRow | None:
        found = self._tables("FROM tables WHERE code=?", (code,))
        return found[0] if found else None

    def public_tables(self, since: int, most: int, each: int) -> list[TableRow]:
        latest = "FROM (SELECT *, row_number() OVER (PARTITION BY host ORDER BY last DESC, code) AS place FROM tables"
        latest += " WHERE public=1 AND last>=?) WHERE place<=? OR host='' ORDER BY last DESC, code LIMIT ?"
        return self._tables(latest, (since, each, most))

    def tables_of(self, person: str, most: int) -> list[TableRow]:
        visited = "FROM visits JOIN tables USING (code) WHERE person=? ORDER BY at DESC, code LIMIT ?"
        return self._tables(visited, (person, most))

    def all_tables(self) -> list[TableRow]:
        return self._tables("FROM tables ORDER BY made", ())

    def _tables(self, of: str, values: tuple[object, ...]) -> list[TableRow]:
        rows = (as_declared(row, KINDS) for row in self._db.execute(f"SELECT {COLUMNS} {of}", values))
        return [TableRow(r[0], r[1], r[2], bool(r[3]), *r[4:]) for r in rows if r[0]]

    # -- people ----------------------------------------------------------------------------------

    def notice(self, kind: str, what: str) -> None:
        """Do nothing: there is no other worker."""


def read_only(path: Path) -> SQLiteStore:
    """Return a store to read from while a server may use the file; it never writes nor checkpoints."""
    store = SQLiteStore(path)
    store.db = sqlite3.connect(to_read(path), uri=True, isolation_level=None)
    store.db.text_factory = _readable
    return store
