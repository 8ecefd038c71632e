"""Connections to PostgreSQL on which no exchange lasts longer than a deadline, and the durability settings of a server.

A server may disappear silently: a cable, a firewall, a machine that stands still. Its own timeouts end nothing then, and
TCP waits for minutes. So every exchange has a deadline by this machine's clock: a thread shuts down the socket of an
exchange that is overdue, and the driver reports a broken connection.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any, LiteralString

import psycopg
from psycopg import conninfo

EXCHANGE_SECONDS = 4.0  # for one statement or one transaction
UNHURRIED_SECONDS = 600.0  # the same while no play depends on it: making or changing the schema, reading everything
DEADLINE_CHECK_SECONDS = 0.25  # between two checks for overdue exchanges
CONNECTION_DEFAULTS = {  # unless the address says otherwise
    "application_name": "pioche",
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 4000,
}
SESSION_SETTINGS: LiteralString = """
SET synchronous_commit = on;
SET default_transaction_isolation = 'read committed';
SET lock_timeout = '2s';
SET statement_timeout = '4s';
SET idle_in_transaction_session_timeout = '4s';
"""  # the last: a worker that is frozen within a transaction lets go of its locks
UNDURABLE_QUERY: LiteralString = (
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'"
    " ORDER BY name"
)
OVERRIDDEN_QUERY: LiteralString = (
    "SELECT count(*) FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'on' AND reset_val = 'off'"
)

logging.getLogger("psycopg").addHandler(logging.NullHandler())  # its messages quote statements
logging.getLogger("psycopg").propagate = False


class TimedConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection whose statements and transactions have a deadline."""

    exchange_seconds = EXCHANGE_SECONDS
    _overdue_at: float | None = None
    _shutting = threading.Lock()  # shared by all connections: held for moments only

    @contextlib.contextmanager
    def limited(self) -> Iterator[None]:
        """Shut the socket down when the block takes longer than `exchange_seconds`; inside another such block the outer
        one counts."""
        if self._overdue_at is not None:
            yield
            return
        self._overdue_at = time.monotonic() + self.exchange_seconds
        try:
            yield
        finally:
            with self._shutting:
                self._overdue_at = None

    def execute(self, *args: Any, **kwargs: Any) -> psycopg.Cursor[tuple[Any, ...]]:
        with self.limited():
            return super().execute(*args, **kwargs)

    @contextlib.contextmanager
    def transaction(self, *args: Any, **kwargs: Any) -> Iterator[psycopg.Transaction]:
        with self.limited(), super().transaction(*args, **kwargs) as transaction:
            yield transaction

    def close(self) -> None:
        _deadlines.discard(self)
        super().close()

    def shut_down_if_overdue(self, now: float) -> None:
        """Called by the deadline thread. The file descriptor stays open for the driver, which then reads the end."""
        with self._shutting:
            if self._overdue_at is not None and now > self._overdue_at:
                self._overdue_at = None
                with contextlib.suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.fileno())) as copy:
                    copy.shutdown(socket.SHUT_RDWR)


class DeadlineThread:
    """Shuts down overdue exchanges on all connections of this process; runs only while there are connections."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connections: set[TimedConnection] = set()
        self._thread: threading.Thread | None = None

    def add(self, connection: TimedConnection) -> None:
        with self._lock:
            self._connections.add(connection)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="deadlines", daemon=True)
                self._thread.start()

    def discard(self, connection: TimedConnection) -> None:
        with self._lock:
            self._connections.discard(connection)

    def _run(self) -> None:
        while True:
            time.sleep(DEADLINE_CHECK_SECONDS)
            with self._lock:
                self._connections = {one for one in self._connections if not one.closed}
                if not self._connections:
                    self._thread = None
                    return
                watched = list(self._connections)
            now = time.monotonic()
            for connection in watched:
                connection.shut_down_if_overdue(now)


_deadlines = DeadlineThread()


def connect(address: str, unhurried: bool = False) -> TimedConnection:
    """Return an open connection in autocommit mode; raise psycopg.Error when the server cannot be reached."""
    given: dict[str, Any] = conninfo.conninfo_to_dict(address)
    whole = conninfo.make_conninfo("", **{**CONNECTION_DEFAULTS, **given})
    db = TimedConnection.connect(whole, autocommit=True)
    _deadlines.add(db)
    try:
        db.execute(SESSION_SETTINGS)
        if unhurried:
            set_unhurried(db, True)
    except psycopg.Error:
        db.close()
        raise
    return db


def set_unhurried(db: TimedConnection, unhurried: bool) -> None:
    """Let statements take minutes (no play depends on them), or go back to the usual deadlines."""
    db.exchange_seconds = UNHURRIED_SECONDS if unhurried else EXCHANGE_SECONDS
    db.execute("SET statement_timeout = 0; SET lock_timeout = '60s'" if unhurried else SESSION_SETTINGS)


def undurable(db: psycopg.Connection[tuple[Any, ...]]) -> list[str]:
    """Return the server's settings under which a power cut may lose acknowledged moves, or the whole database."""
    return [f"{name}=off" for (name,) in db.execute(UNDURABLE_QUERY).fetchall()]


def overridden(db: psycopg.Connection[tuple[Any, ...]]) -> bool:
    """Return whether the server's synchronous_commit is off, and only on for our own connections."""
    return db.execute(OVERRIDDEN_QUERY).fetchone() == (1,)


def shown(address: str) -> str:
    """Return the name of a database and its machine, and nothing else of its address."""
    parts = conninfo.conninfo_to_dict(address)
    host = str(parts.get("host") or "localhost").rpartition("@")[2]
    return f"PostgreSQL {parts.get('dbname', '')} ({host})"
