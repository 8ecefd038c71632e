"""The store of many machines: a PostgreSQL database, one connection, one thread.

As on one machine, `commit` returns when the data is on the database's disk (synchronous_commit), or nothing happened.
Several workers may write; each table is written by the one that holds its lease, and the token of that lease is compared
inside every append. psycopg is imported by the `postgres` modules alone; a house with a file never loads it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, LiteralString

import psycopg
from psycopg import errors
from psycopg.abc import Params

from pioche.house.stores.people_rows import PostgresPeople
from pioche.house.stores.postgres_connection import TimedConnection, connect, overridden, set_unhurried, undurable
from pioche.house.stores.sqlite import MAX_CHAINS, chained
from pioche.house.stores.store import Append, Conflict, Fenced, JournalDamaged, Problem, StoreFailed, TableRow, Undone
from pioche.house.stores.tournament_rows import POSTGRES as TOURNAMENTS
from pioche.house.stores.tournament_rows import PostgresTournaments

SCHEMA: dict[int, LiteralString] = {
    1: """
CREATE TABLE tables (
    code text PRIMARY KEY, game text NOT NULL, preset text NOT NULL, public boolean NOT NULL, phase text NOT NULL,
    made bigint NOT NULL, last bigint NOT NULL);
CREATE INDEX lobby ON tables (public, last);
CREATE TABLE entries (
    code text NOT NULL, n integer NOT NULL, body bytea NOT NULL, chain bytea NOT NULL, PRIMARY KEY (code, n));
CREATE TABLE people (
    id text PRIMARY KEY, name text NOT NULL, lang text NOT NULL, login text NOT NULL, password text NOT NULL,
    made bigint NOT NULL);
CREATE UNIQUE INDEX logins ON people (login) WHERE login <> '';
CREATE TABLE sessions (
    digest text PRIMARY KEY, person text NOT NULL, kind text NOT NULL, expires bigint NOT NULL);
CREATE INDEX sessions_of ON sessions (person);
CREATE TABLE visits (person text NOT NULL, code text NOT NULL, at bigint NOT NULL, PRIMARY KEY (person, code));
CREATE TABLE workers (id text PRIMARY KEY, address text NOT NULL, until timestamptz NOT NULL);
CREATE TABLE leases (code text PRIMARY KEY, worker text NOT NULL, token bigint NOT NULL);
CREATE TABLE notices (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(),
    kind text NOT NULL, what text NOT NULL);
CREATE INDEX notices_at ON notices (at);
""",
    2: """
CREATE TABLE keys (
    id text PRIMARY KEY, person text NOT NULL, public text NOT NULL, count bigint NOT NULL, made bigint NOT NULL);
CREATE INDEX keys_of ON keys (person);
""",
    3: """
ALTER TABLE workers ADD COLUMN beat bigint NOT NULL DEFAULT 0, ADD COLUMN machine text NOT NULL DEFAULT '';
DROP INDEX notices_at;
ALTER TABLE tables ADD COLUMN host text NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN shown bytea NOT NULL DEFAULT '';
CREATE INDEX visits_of ON visits (person, at);
CREATE TABLE leaving (code text NOT NULL, person text NOT NULL, PRIMARY KEY (code, person));
"""
    + TOURNAMENTS,
    4: """
ALTER TABLE workers DROP COLUMN address, DROP COLUMN machine;
DELETE FROM house WHERE name = 'relay';
""",
}  # the steps from nothing to today; a new version adds one and never changes an old one
VERSION = max(SCHEMA)
COLUMNS: LiteralString = "code, game, preset, public, phase, made, last, host, shown"  # of a TableRow
JOURNALS: tuple[LiteralString, ...] = (
    "SELECT DISTINCT code FROM entries", "SELECT code FROM tables", "SELECT code FROM tournaments",
)  # fmt: skip
DAMAGED = (errors.DataCorrupted, errors.IndexCorrupted)  # some of its pages
SCHEMA_LOCK = 8_421_001  # the advisory lock for making or changing the schema
ONE_JOB = (  # failures of one job, which may be tried again; the connection is good
    errors.IntegrityError,
    errors.DataError,
    errors.DeadlockDetected,
    errors.SerializationFailure,
    errors.LockNotAvailable,
)


class PostgresStore(PostgresPeople, PostgresTournaments):
    broken = (psycopg.Error, OSError)

    def __init__(self, address: str) -> None:
        self.address = address
        self.epoch = 1
        self.name = ""  # of this house: a database may hold several, each in a schema of its own
        self.db: TimedConnection | None = None
        self.undurable: list[str] = []  # settings of the server under which a power cut may cost moves
        self.version = VERSION
        self.overridden = False  # the server's synchronous_commit is off, but not for this house
        self.damaged = False  # some of its pages were met that cannot be read, see `all_journals`
        self._inside = False  # a group has begun
        self._chains: dict[str, tuple[int, int, bytes]] = {}  # code -> (token, next number, last digest)

    def open(self) -> None:
        first = not self.name  # there are no tables in memory yet, and the schema may have to be made
        try:
            self.db = connect(self.address, unhurried=first)
            self._chains, self._inside = {}, False
            self._migrate(self.db)
            self.undurable, self.overridden = undurable(self.db), overridden(self.db)
            if first:
                set_unhurried(self.db, False)
        except (psycopg.Error, OSError) as wrong:
            self.close()
            raise StoreFailed(_sentence(wrong)) from wrong
        except StoreFailed:
            self.close()
            raise

    def open_to_read(self) -> None:
        """Open to read only, while workers may be running; nothing is made or changed."""
        try:
            self.db = connect(self.address, unhurried=True)
            self.db.execute("SET default_transaction_read_only = on")
            if self.db.execute("SELECT to_regclass('entries')").fetchone() == (None,):
                raise StoreFailed("there is no house in this database", Problem.EMPTY)
            self.undurable = undurable(self.db)
            self.version = _version(dict(self.db.execute("SELECT name, value FROM house").fetchall()))
            if self.version > VERSION:
                raise StoreFailed(
                    f"the database is of version {self.version}; this house reads version {VERSION}", Problem.NEWER
                )
        except (psycopg.Error, OSError) as wrong:
            self.close()
            raise StoreFailed(_sentence(wrong)) from wrong
        except StoreFailed:
            self.close()
            raise

    def all_journals(self) -> list[str]:
        """Return the codes of all journals; where pages are damaged, those that other tables name."""
        found: set[str] = set()
        for query in JOURNALS:
            try:
                found.update(row[0] for row in self._ask(query))
            except DAMAGED:
                self.damaged = True
        return sorted(found)

    def count_people(self) -> int:
        row = self._ask("SELECT count(*) FROM people").fetchone()
        return int(row[0]) if row else 0

    def close(self) -> None:
        if self.db is not None:
            self.db.close()
            self.db = None

    def _migrate(self, db: psycopg.Connection[tuple[Any, ...]]) -> None:
        """Bring the schema up to date, one worker at a time."""
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
            db.execute("CREATE TABLE IF NOT EXISTS house (name text PRIMARY KEY, value text NOT NULL)")
            kept = dict(db.execute("SELECT name, value FROM house").fetchall())
            found = _version(kept) if kept else 0
            if found > VERSION:
                raise StoreFailed(f"the database is of version {found}; this house reads version {VERSION}", Problem.NEWER)
            for version in range(found + 1, VERSION + 1):
                db.execute(SCHEMA[version])
            if found == VERSION:
                now = kept
            else:
                now = {"epoch": "1", "name": secrets.token_hex(8), **kept}
                now.pop("relay", None)
            now = {**now, "version": str(VERSION), "origin": self._origin(db)}
            if "origin" in kept and kept["origin"] != now["origin"]:
                # Restored from a dump, or taken over by a standby: history may be another one than clients remember.
                now["epoch"] = str(int(kept["epoch"]) + 1)
            if now != kept:
                _put(db, now)
        self.epoch, self.name = int(now["epoch"]), now["name"]

    @staticmethod
    def _origin(db: psycopg.Connection[tuple[Any, ...]]) -> str:
        """Return an identity that changes when the database was restored: its cluster, timeline and journal table."""
        row = db.execute(
            "SELECT system_identifier, timeline_id, 'entries'::regclass::oid"
            " FROM pg_control_system(), pg_control_checkpoint()"
        ).fetchone()
        return ":".join(str(part) for part in row or ())

    # -- transactions ----------------------------------------------------------------------------

    def _ask(self, query: LiteralString, values: Params | None = None) -> psycopg.Cursor[tuple[Any, ...]]:
        if self.db is None:
            raise StoreFailed("the store is closed")
        try:
            return self.db.execute(query, values)
        except ONE_JOB as undone:
            raise Undone(_sentence(undone)) from undone
        except psycopg.OperationalError:
            if self._inside or not self.db.closed or not query.startswith(("BEGIN", "SELECT")):
                raise
        self.open()  # the database was restarted while nothing was being written: begin again
        return self.db.execute(query, values)

    def begin(self) -> None:
        self._ask("BEGIN")
        self._inside = True

    def commit(self) -> None:
        """PostgreSQL answers the COMMIT of a broken transaction by ROLLBACK, without an error: the answer is read."""
        self._inside = False
        if self.db is None:
            raise StoreFailed("the store is closed")
        if (said := self.db.execute("COMMIT").statusmessage) != "COMMIT":
            raise StoreFailed(f"the database answered COMMIT by {said}")

    def rollback(self) -> None:
        self._chains, self._inside = {}, False
        if self.db is not None and self.db.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            self._ask("ROLLBACK")

    def probe(self) -> None:
        if self.db is not None:
            _put(self.db, {"probe": secrets.token_hex(8)})

    # -- journals --------------------------------------------------------------------------------

    def append(self, code: str, first: int, bodies: list[bytes], token: int = 0) -> None:
        (wrong,) = self.append_all([Append(code, first, bodies, token)])
        if wrong is not None:
            raise wrong

    def append_group(self, appends: list[Append]) -> None:
        """Do nothing: leases must be checked inside a transaction."""

    def append_all(self, appends: list[Append]) -> list[Conflict | None]:
        """Write with one statement, which locks the leases until the commit and inserts only under those that match. A
        worker that takes a table over waits for that commit and reads its entries; later appends under the old token find
        another one."""
        codes = [append.code for append in appends]
        if len(set(codes)) < len(codes):
            raise Undone("two appends to one table")
        ends: dict[str, tuple[int, int, bytes]] = {}
        rows: list[tuple[str, int, bytes, bytes]] = []
        for code, first, bodies, token in appends:
            known = self._chains.pop(code, None)
            at, chain = known[1:] if known is not None and known[0] == token else self._end(code)
            if first == at:
                for n, body in enumerate(bodies, first):
                    chain = chained(chain, body)
                    rows.append((code, n, body, chain))
                ends[code] = token, first + len(bodies), chain
        written = self._insert([(code, end[0]) for code, end in ends.items()], rows) if rows else set()
        if len(self._chains) > MAX_CHAINS:
            self._chains.clear()
        self._chains |= {code: ends[code] for code in written}
        return [None if code in written else Fenced(code) if code in ends else Conflict(code) for code in codes]

    def _insert(self, leases: list[tuple[str, int]], rows: list[tuple[str, int, bytes, bytes]]) -> set[str]:
        """Insert entries of the tables whose latest token is the one given; return the codes of those tables. Values are
        sent in binary (%b): journals as text would be twice as long and slow to write."""
        codes, tokens = zip(*leases, strict=True)
        of, numbers, bodies, links = zip(*rows, strict=True)
        found = self._ask(
            "WITH lease AS (SELECT held.code FROM unnest(%b::text[], %b::bigint[]) AS held (code, token)"
            " JOIN leases ON leases.code = held.code AND leases.token = held.token FOR SHARE OF leases)"
            " INSERT INTO entries SELECT new.code, new.n, new.body, new.chain FROM lease JOIN"
            " unnest(%b::text[], %b::int[], %b::bytea[], %b::bytea[]) AS new (code, n, body, chain)"
            " ON new.code = lease.code RETURNING code",
            [list(codes), list(tokens), list(of), list(numbers), list(bodies), list(links)],
        )
        return {row[0] for row in found}

    def _end(self, code: str) -> tuple[int, bytes]:
        row = self._ask("SELECT n, chain FROM entries WHERE code = %s ORDER BY n DESC LIMIT 1", (code,)).fetchone()
        return (0, b"") if row is None else (row[0] + 1, row[1])

    def journal(self, code: str, first: int = 0) -> list[bytes]:
        bodies: list[bytes] = []
        chain = b""
        at = max(0, first - 1)  # the one before, for its link
        try:
            rows = self._ask("SELECT n, body, chain FROM entries WHERE code = %s AND n >= %s ORDER BY n", (code, at))
        except DAMAGED as wrong:
            raise JournalDamaged(code, at) from wrong
        for n, body, link in rows:
            if n < first:
                chain = link
                at += 1
                continue
            chain = chained(chain, body)
            if n != at or link != chain:
                raise JournalDamaged(code, n)
            bodies.append(body)
            at += 1
        return bodies

    def opening(self, code: str) -> list[bytes]:
        try:
            rows = list(self._ask("SELECT body, chain FROM entries WHERE code = %s AND n = 0", (code,)))
        except DAMAGED as wrong:
            raise JournalDamaged(code, 0) from wrong
        if any(chained(b"", body) != link for body, link in rows):
            raise JournalDamaged(code, 0)
        return [body for body, _ in rows]

    def put_table(self, row: TableRow) -> None:
        self._ask(
            "INSERT INTO tables (code, game, preset, public, phase, made, last, host, shown)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (code) DO UPDATE"
            " SET game = excluded.game, preset = excluded.preset, public = excluded.public, phase = excluded.phase,"
            " last = excluded.last, host = excluded.host, shown = excluded.shown",
            (row.code, row.game, row.preset, row.public, row.phase, row.made, row.last, row.host, row.shown),
        )

    def table(self, code: str) -> TableRow | None:
        found = self._tables("SELECT " + COLUMNS + " FROM tables WHERE code = %s", (code,))
        return found[0] if found else None

    def public_tables(self, since: int, most: int, each: int) -> list[TableRow]:
        query: LiteralString = (
            "SELECT " + COLUMNS + " FROM (SELECT *, row_number() OVER (PARTITION BY host ORDER BY last DESC, code) AS place"
            " FROM tables WHERE public AND last >= %s) AS latest WHERE place <= %s OR host = ''"
            " ORDER BY last DESC, code LIMIT %s"
        )
        return self._tables(query, (since, each, most))

    def tables_of(self, person: str, most: int) -> list[TableRow]:
        query: LiteralString = (
            "SELECT " + COLUMNS + " FROM visits JOIN tables USING (code) WHERE person = %s ORDER BY at DESC, code LIMIT %s"
        )
        return self._tables(query, (person, most))

    def all_tables(self) -> list[TableRow]:
        return self._tables("SELECT " + COLUMNS + " FROM tables ORDER BY made", ())

    def _tables(self, query: LiteralString, values: Sequence[object]) -> list[TableRow]:
        return [TableRow(*row) for row in self._ask(query, values)]

    # -- other workers ---------------------------------------------------------------------------

    @property
    def channel(self) -> str:
        """The name of the notifications between the workers of this house."""
        return f"pioche_{self.name}"

    def notice(self, kind: str, what: str) -> None:
        """Store a notice; the commit that holds it notifies the other workers."""
        self._ask("INSERT INTO notices (kind, what) VALUES (%s, %s)", (kind, what))
        self._ask("SELECT pg_notify(%s, '')", (self.channel,))


def _put(db: psycopg.Connection[tuple[Any, ...]], values: dict[str, str]) -> None:
    for name, value in values.items():
        db.execute(
            "INSERT INTO house VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (name, value)
        )


def _sentence(wrong: Exception) -> str:
    """Return the first line of a message: the others repeat the statement, which may contain names."""
    return (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]


def _version(kept: dict[str, str]) -> int:
    """Return the schema version; raise StoreFailed when the database has none."""
    if not kept.get("version", "").isdigit():
        raise StoreFailed("its version is lost")
    return int(kept["version"])
