"""A connection to PostgreSQL that never keeps anybody waiting, and what a server says about its durability.

A server may be gone without a word: a cable, a firewall, a machine that stands still. Its own timeouts end nothing
then, and TCP waits for minutes. So every exchange has a deadline by this machine's clock: a thread shuts down the line
of whoever has waited too long, and the driver reports a broken connection.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
import time
from typing import Any, LiteralString

import psycopg
from psycopg import conninfo

DEADLINE = 4.0  # seconds for one exchange with the server
PATIENT = 600.0  # seconds where nobody waits: making or changing the schema, reading everything
TICK = 0.25  # seconds between two looks at the clock
USUAL = {  # unless the address says otherwise
    "application_name": "pioche",
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 4000,
}
SETTINGS: LiteralString = """
SET synchronous_commit = on;
SET default_transaction_isolation = 'read committed';
SET lock_timeout = '2s';
SET statement_timeout = '4s';
SET idle_in_transaction_session_timeout = '4s';
"""  # the last: a worker that is frozen in mid-group lets go of its locks
UNDURABLE: LiteralString = (
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'"
    " ORDER BY name"
)
OVERRIDDEN: LiteralString = (
    "SELECT count(*) FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'on' AND reset_val = 'off'"
)

logging.getLogger("psycopg").addHandler(logging.NullHandler())  # it would quote what was asked
logging.getLogger("psycopg").propagate = False


class TimedConnection(psycopg.Connection[tuple[Any, ...]]):
    """Whatever it waits for, it does not wait longer than `deadline`."""

    deadline = DEADLINE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._due: float | None = None  # when the present exchange has taken too long
        self._cutting = threading.Lock()
        _watch.add(self)

    def wait(self, *args: Any, **kwargs: Any) -> Any:
        self._due = time.monotonic() + self.deadline
        try:
            return super().wait(*args, **kwargs)
        finally:
            with self._cutting:
                self._due = None

    def close(self) -> None:
        _watch.discard(self)
        super().close()

    def cut_if_due(self, now: float) -> None:
        """Called in the thread that looks at the clock; the line stays open for the driver, which finds its end."""
        with self._cutting:
            if self._due is not None and now > self._due:
                self._due = None
                with contextlib.suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.fileno())) as line:
                    line.shutdown(socket.SHUT_RDWR)


class Watch:
    """The thread that looks at the clock, for all connections of this process."""

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
            time.sleep(TICK)
            with self._lock:
                self._connections = {one for one in self._connections if not one.closed}
                if not self._connections:
                    self._thread = None
                    return
                watched = list(self._connections)
            now = time.monotonic()
            for connection in watched:
                connection.cut_if_due(now)


_watch = Watch()


def connect(address: str, patient: bool = False) -> TimedConnection:
    """A connection on which every statement stands for itself, unless BEGIN was said."""
    given: dict[str, Any] = conninfo.conninfo_to_dict(address)
    whole = conninfo.make_conninfo("", **{**USUAL, **given})
    db = TimedConnection.connect(whole, autocommit=True)
    try:
        db.execute(SETTINGS)
        if patient:
            be_patient(db, True)
    except psycopg.Error:
        db.close()
        raise
    return db


def be_patient(db: TimedConnection, patient: bool) -> None:
    """While nobody plays a statement may take its time."""
    db.deadline = PATIENT if patient else DEADLINE
    db.execute("SET statement_timeout = 0; SET lock_timeout = '60s'" if patient else SETTINGS)


def undurable(db: psycopg.Connection[tuple[Any, ...]]) -> list[str]:
    """Settings of the server under which a power cut may cost what was acknowledged, or the whole database."""
    return [f"{name}=off" for (name,) in db.execute(UNDURABLE).fetchall()]


def overridden(db: psycopg.Connection[tuple[Any, ...]]) -> bool:
    """The server would answer a commit before it is on the disk; on our own connections it does not."""
    return db.execute(OVERRIDDEN).fetchone() == (1,)


def shown(address: str) -> str:
    """The name of a database and its machine, and nothing else of its address."""
    parts = conninfo.conninfo_to_dict(address)
    host = str(parts.get("host") or "localhost").rpartition("@")[2]
    return f"PostgreSQL {parts.get('dbname', '')} ({host})"
