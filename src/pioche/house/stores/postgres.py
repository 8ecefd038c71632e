"""The store of many machines: a PostgreSQL database, one connection, one thread.

The same word is kept as on one machine: `commit` returns when the server has it on its disk (synchronous_commit), or
nothing happened. Several workers may write; each table is written by the one that holds its lease, and the token of
that lease is compared inside every append. Only this module knows psycopg; a house with a file never loads it.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from typing import Any, LiteralString

import psycopg
from psycopg import conninfo, errors
from psycopg.abc import Params

from pioche.house.stores.sqlite import CHAINS, chained
from pioche.house.stores.store import Conflict, Fenced, KeyRow, PersonRow, StoreFailed, TableRow, Undone

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
}  # the steps from nothing to today; a new version adds one and never changes an old one
VERSION = max(SCHEMA)
LOCK = 8_421_001  # of everybody who makes or changes the schema
USUAL = {  # unless the address says otherwise
    "application_name": "pioche",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
SETTINGS: LiteralString = """
SET synchronous_commit = on;
SET default_transaction_isolation = 'read committed';
SET lock_timeout = '2s';
SET statement_timeout = '10s';
SET idle_in_transaction_session_timeout = '5s';
"""  # the last: a worker that is frozen in mid-group lets go of its locks
ONE_JOB = (  # what speaks against one job, or for trying it again: not against the connection
    errors.IntegrityError,
    errors.DataError,
    errors.DeadlockDetected,
    errors.SerializationFailure,
    errors.LockNotAvailable,
)


logging.getLogger("psycopg").addHandler(logging.NullHandler())  # it would quote what was asked
logging.getLogger("psycopg").propagate = False


def connect(address: str) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection on which every statement stands for itself, unless BEGIN was said."""
    given: dict[str, Any] = conninfo.conninfo_to_dict(address)
    whole = conninfo.make_conninfo("", **{**USUAL, **given})
    db = psycopg.connect(whole, autocommit=True)
    try:
        db.execute(SETTINGS)
    except psycopg.Error:
        db.close()
        raise
    return db


def shown(address: str) -> str:
    """An address without its password."""
    parts = conninfo.conninfo_to_dict(address)
    return f"PostgreSQL {parts.get('dbname', '')} ({parts.get('host') or 'localhost'})"


class PostgresStore:
    broken = (psycopg.Error, OSError)

    def __init__(self, address: str) -> None:
        self.address = address
        self.epoch = 1
        self.name = ""  # of this house: a bus may serve several
        self.relay = ""  # by which its workers know each other
        self.db: psycopg.Connection[tuple[Any, ...]] | None = None
        self._inside = False  # a group has begun
        self._chains: dict[str, tuple[int, int, bytes]] = {}  # code -> (token, next number, last digest)

    def open(self) -> None:
        try:
            self.db = connect(self.address)
            self._chains, self._inside = {}, False
            self._migrate(self.db)
        except (psycopg.Error, OSError) as wrong:
            self.close()
            raise StoreFailed(_sentence(wrong)) from wrong
        except StoreFailed:
            self.close()
            raise

    def open_to_read(self) -> None:
        """Beside workers that play on; nothing is made or changed."""
        try:
            self.db = connect(self.address)
            self.db.execute("SET default_transaction_read_only = on")
            if self.db.execute("SELECT to_regclass('entries')").fetchone() == (None,):
                raise StoreFailed("there is no house in this database")
        except (psycopg.Error, OSError) as wrong:
            self.close()
            raise StoreFailed(_sentence(wrong)) from wrong

    def close(self) -> None:
        if self.db is not None:
            self.db.close()
            self.db = None

    def _migrate(self, db: psycopg.Connection[tuple[Any, ...]]) -> None:
        """Bring the schema up to date, one worker at a time."""
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            db.execute("CREATE TABLE IF NOT EXISTS house (name text PRIMARY KEY, value text NOT NULL)")
            kept = dict(db.execute("SELECT name, value FROM house").fetchall())
            found = int(kept.get("version", 0))
            if found > VERSION:
                raise StoreFailed(f"the database is of version {found}; this house reads version {VERSION}")
            for version in range(found + 1, VERSION + 1):
                db.execute(SCHEMA[version])
            if found == VERSION:
                now = kept
            else:
                now = {"epoch": "1", "name": secrets.token_hex(8), "relay": secrets.token_urlsafe(32), **kept}
            now = {**now, "version": str(VERSION), "origin": self._origin(db)}
            if "origin" in kept and kept["origin"] != now["origin"]:
                # Restored from a dump, or taken over by a standby: history may be another one than clients remember.
                now["epoch"] = str(int(kept["epoch"]) + 1)
            if now != kept:
                _put(db, now)
        self.epoch, self.name, self.relay = int(now["epoch"]), now["name"], now["relay"]

    @staticmethod
    def _origin(db: psycopg.Connection[tuple[Any, ...]]) -> str:
        """Which cluster, which of its timelines, which incarnation of the journals."""
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
        self.open()  # the server was started again while nothing was being written: begin afresh
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
        """One statement finds the lease, holds on to it until the commit, and writes. Whoever takes the table over
        waits for that commit, and reads what it wrote; whoever comes after them finds another token."""
        known = self._chains.get(code)
        at, chain = known[1:] if known is not None and known[0] == token else self._end(code)
        if first != at:
            self._chains.pop(code, None)
            raise Conflict(code)
        links = []
        for body in bodies:
            chain = chained(chain, body)
            links.append(chain)
        written = self._ask(
            "WITH lease AS (SELECT 1 FROM leases WHERE code = %(code)s AND token = %(token)s FOR SHARE)"
            " INSERT INTO entries SELECT %(code)s, %(first)s + new.k::int - 1, new.body, new.chain"
            " FROM lease, unnest(%(bodies)s::bytea[], %(links)s::bytea[]) WITH ORDINALITY AS new (body, chain, k)",
            {"code": code, "token": token, "first": first, "bodies": bodies, "links": links},
        )
        if written.rowcount != len(bodies):
            self._chains.pop(code, None)
            raise Fenced(code)
        if len(self._chains) > CHAINS:
            self._chains.clear()
        self._chains[code] = token, at + len(bodies), chain

    def _end(self, code: str) -> tuple[int, bytes]:
        row = self._ask("SELECT n, chain FROM entries WHERE code = %s ORDER BY n DESC LIMIT 1", (code,)).fetchone()
        return (0, b"") if row is None else (row[0] + 1, row[1])

    def journal(self, code: str, first: int = 0) -> list[bytes]:
        bodies: list[bytes] = []
        chain = b""
        at = max(0, first - 1)  # the one before, for its link
        for n, body, link in self._ask(
            "SELECT n, body, chain FROM entries WHERE code = %s AND n >= %s ORDER BY n", (code, at)
        ):
            if n < first:
                chain = link
                at += 1
                continue
            chain = chained(chain, body)
            if n != at or link != chain:
                raise StoreFailed(f"entry {n} of table {code} is damaged")
            bodies.append(body)
            at += 1
        return bodies

    def put_table(self, row: TableRow) -> None:
        self._ask(
            "INSERT INTO tables VALUES (%s, %s, %s, %s, %s, %s, %s)"
            " ON CONFLICT (code) DO UPDATE SET phase = excluded.phase, last = excluded.last",
            (row.code, row.game, row.preset, row.public, row.phase, row.made, row.last),
        )

    def table(self, code: str) -> TableRow | None:
        found = self._tables("SELECT * FROM tables WHERE code = %s", (code,))
        return found[0] if found else None

    def public_tables(self, since: int, most: int) -> list[TableRow]:
        query: LiteralString = "SELECT * FROM tables WHERE public AND last >= %s ORDER BY last DESC LIMIT %s"
        return self._tables(query, (since, most))

    def all_tables(self) -> list[TableRow]:
        return self._tables("SELECT * FROM tables ORDER BY made", ())

    def _tables(self, query: LiteralString, values: Sequence[object]) -> list[TableRow]:
        return [TableRow(*row) for row in self._ask(query, values)]

    # -- people ----------------------------------------------------------------------------------

    def put_person(self, row: PersonRow) -> None:
        self._ask(
            "INSERT INTO people VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO UPDATE SET name = excluded.name,"
            " lang = excluded.lang, login = excluded.login, password = excluded.password",
            (row.id, row.name, row.lang, row.login, row.password, row.made),
        )

    def person(self, id: str) -> PersonRow | None:
        return self._person("SELECT * FROM people WHERE id = %s", id)

    def person_by_login(self, login: str) -> PersonRow | None:
        return self._person("SELECT * FROM people WHERE login = %s", login)

    def _person(self, query: LiteralString, value: str) -> PersonRow | None:
        row = self._ask(query, (value,)).fetchone()
        return None if row is None else PersonRow(*row)

    def forget_person(self, id: str) -> None:
        self._ask("DELETE FROM people WHERE id = %s", (id,))
        self._ask("DELETE FROM sessions WHERE person = %s", (id,))
        self._ask("DELETE FROM visits WHERE person = %s", (id,))
        self._ask("DELETE FROM keys WHERE person = %s", (id,))

    def put_session(self, digest: str, person: str, kind: str, expires: int) -> None:
        self._ask(
            "INSERT INTO sessions VALUES (%s, %s, %s, %s) ON CONFLICT (digest) DO UPDATE SET person = excluded.person,"
            " kind = excluded.kind, expires = excluded.expires",
            (digest, person, kind, expires),
        )

    def session(self, digest: str, kind: str) -> tuple[str, int] | None:
        row = self._ask(
            "SELECT person, expires FROM sessions WHERE digest = %s AND kind = %s", (digest, kind)
        ).fetchone()
        return None if row is None else (row[0], row[1])

    def drop_session(self, digest: str) -> bool:
        return self._ask("DELETE FROM sessions WHERE digest = %s", (digest,)).rowcount > 0

    def put_visit(self, person: str, code: str, at: int) -> None:
        self._ask(
            "INSERT INTO visits VALUES (%s, %s, %s) ON CONFLICT (person, code) DO UPDATE SET at = excluded.at",
            (person, code, at),
        )

    def visits(self, person: str, most: int) -> list[str]:
        rows = self._ask("SELECT code FROM visits WHERE person = %s ORDER BY at DESC LIMIT %s", (person, most))
        return [row[0] for row in rows]

    def put_key(self, row: KeyRow) -> None:
        self._ask(
            "INSERT INTO keys VALUES (%s, %s, %s, %s, %s) ON CONFLICT (id) DO UPDATE SET count = excluded.count",
            (row.id, row.person, row.public, row.count, row.made),
        )

    def key(self, id: str) -> KeyRow | None:
        row = self._ask("SELECT id, person, public, count, made FROM keys WHERE id = %s", (id,)).fetchone()
        return None if row is None else KeyRow(*row)

    def keys(self, person: str) -> list[KeyRow]:
        rows = self._ask("SELECT id, person, public, count, made FROM keys WHERE person = %s ORDER BY made", (person,))
        return [KeyRow(*row) for row in rows]

    def drop_keys(self, person: str) -> None:
        self._ask("DELETE FROM keys WHERE person = %s", (person,))

    def notice(self, kind: str, what: str) -> None:
        self._ask("INSERT INTO notices (kind, what) VALUES (%s, %s)", (kind, what))


def _put(db: psycopg.Connection[tuple[Any, ...]], values: dict[str, str]) -> None:
    for name, value in values.items():
        db.execute(
            "INSERT INTO house VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (name, value)
        )


def _sentence(wrong: Exception) -> str:
    """The first line: the others repeat the statement, which may hold names."""
    return (str(wrong).strip().splitlines() or [type(wrong).__name__])[0]
