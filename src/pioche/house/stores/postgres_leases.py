"""Leases of tables in PostgreSQL, and the notifications between workers.

A living worker increments a counter in its row twice a second. An observer that sees the counter unchanged for the
length of a lease, by its own monotonic clock, deletes the row for good. So no clock of the database or of another
machine decides anything. A lease names a worker and a token, and may be taken when its worker has no row. A worker
whose row was deleted starts again under another name.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import psycopg
from psycopg import sql

from pioche.house.stores.postgres import VERSION
from pioche.house.stores.postgres_connection import TimedConnection, connect
from pioche.house.stores.store import Holding, LeaseRefresh, StoreBusy, StoreFailed, WorkerRow

Result = TypeVar("Result")
NOTICE_SECONDS = 20.0  # a notice is read again for so long: the longest a transaction may take to commit
MAX_LEASE_TRIES = 3
LEASE_RETRY_SECONDS = 2.0  # after which nothing is tried again


class PostgresLeases:
    """Leases over a connection of their own, so that they are renewed while a long group is being written. With a
    `channel` the connection also receives the notifications of that name."""

    def __init__(self, address: str, seconds: float, channel: str = "") -> None:
        self.address, self.seconds, self.channel = address, seconds, channel
        self._db: TimedConnection | None = None
        self._using = threading.Lock()
        self._seen: dict[str, tuple[tuple[object, ...], float]] = {}  # worker -> its counter, and since when it is unchanged
        self._refreshed = 0.0  # when the others were last looked at
        self._numbers: deque[tuple[float, int]] = deque()  # the highest notice at that time
        self._purged = 0.0

    def close(self) -> None:
        with self._using:
            self._disconnect()

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _connected(self) -> TimedConnection:
        if self._db is None:
            self._db = connect(self.address)
            self._db.exchange_seconds = max(1.0, self.seconds / 2)
            if self.channel:
                self._db.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self.channel)))
        return self._db

    def _do(self, work: Callable[[TimedConnection], Result]) -> Result:
        """Run one transaction, on a new connection if the old one is broken; raise StoreBusy or StoreFailed."""
        with self._using:
            wrong: Exception | None = None
            until = time.monotonic() + LEASE_RETRY_SECONDS
            for _ in range(MAX_LEASE_TRIES):
                try:
                    db = self._connected()
                    with db.transaction():
                        return work(db)
                except psycopg.errors.LockNotAvailable as busy:
                    raise StoreBusy(str(busy)) from busy
                except psycopg.errors.DeadlockDetected as busy:
                    wrong = busy
                except (psycopg.Error, OSError) as lost:
                    self._disconnect()
                    wrong = lost
                if time.monotonic() > until:
                    break
            raise StoreFailed(str(wrong)) from wrong

    # -- notifications -----------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Wait for a notification, at most so long; raise StoreFailed when the connection breaks."""
        with self._using:
            try:
                with contextlib.closing(self._connected().notifies(timeout=seconds, stop_after=1)) as notifications:
                    for _ in notifications:
                        pass
            except (psycopg.Error, OSError) as lost:
                self._disconnect()
                raise StoreFailed(str(lost)) from lost

    def notify(self) -> None:
        """Make every worker refresh now."""
        self._do(self._notify)

    def _notify(self, db: TimedConnection) -> None:
        if self.channel:
            db.execute("SELECT pg_notify(%s, '')", (self.channel,))

    # -- workers -----------------------------------------------------------------------------------

    def workers(self) -> list[WorkerRow]:
        return self._do(self._workers)

    @staticmethod
    def _workers(db: TimedConnection) -> list[WorkerRow]:
        rows = db.execute("SELECT id, beat, until FROM workers").fetchall()
        return [WorkerRow(id, (beat, until)) for id, beat, until in rows]

    def register(self, worker: str) -> None:
        """Add a worker. `until` is for people who look at the database: it decides nothing."""
        self._do(
            lambda db: db.execute(
                "INSERT INTO workers (id, until) VALUES (%s, clock_timestamp() + make_interval(secs => %s))",
                (worker, self.seconds),
            )
        )

    def renew(self, worker: str) -> LeaseRefresh:
        """Increment the worker's counter, delete the rows of dead workers and return what changed. With an empty name
        nothing is incremented."""
        before = time.monotonic()
        renewed, rows, newer, notices = self._do(lambda db: self._refresh(db, worker))
        dead = self._dead(rows, worker, before)
        for other in dead:
            self._do(partial(self._remove, other))
        others = frozenset(one.worker for one in rows if one not in dead)
        return LeaseRefresh(renewed, others, notices, newer)

    def _refresh(self, db: TimedConnection, worker: str) -> tuple[bool, list[WorkerRow], bool, list[tuple[int, str, str]]]:
        renewed = db.execute(
            "UPDATE workers SET beat = beat + 1, until = clock_timestamp() + make_interval(secs => %s) WHERE id = %s",
            (self.seconds, worker),
        )
        version = db.execute("SELECT value FROM house WHERE name = 'version'").fetchone()
        newer = version is not None and int(version[0]) > VERSION
        return renewed.rowcount == 1, self._workers(db), newer, self._notices(db)

    def _dead(self, rows: list[WorkerRow], worker: str, now: float) -> list[WorkerRow]:
        """Return the workers whose counter has not changed for a lease. A worker that could not look itself for a while
        saw nothing: it starts to observe all others from now."""
        after = time.monotonic()
        blind = now - self._refreshed > self.seconds / 2
        self._refreshed = after
        seen = {} if blind else self._seen
        self._seen = {}
        dead = []
        for one in rows:
            count, since = seen.get(one.worker, (None, after))
            if count != one.beat:
                since = after
            self._seen[one.worker] = one.beat, since
            if one.worker != worker and now - since >= self.seconds:
                dead.append(one)
        return dead

    def _remove(self, other: WorkerRow, db: TimedConnection) -> None:
        """Delete a dead worker, unless it has incremented its counter meanwhile."""
        row = db.execute("DELETE FROM workers WHERE id = %s AND beat = %s AND until = %s", (other.worker, *other.beat))
        if row.rowcount:
            self._notify(db)

    def _notices(self, db: TimedConnection) -> list[tuple[int, str, str]]:
        """Numbers are given before a transaction is committed, so that one may appear after a later one: those of the last
        seconds are read again. Seconds of this worker, by number: the database's clock decides nothing."""
        now = time.monotonic()
        while len(self._numbers) > 1 and self._numbers[1][0] < now - NOTICE_SECONDS:
            self._numbers.popleft()
        low = self._numbers[0][1] if self._numbers else self._first_notice(db)
        rows = db.execute("SELECT n, kind, what FROM notices WHERE n > %s ORDER BY n", (low,)).fetchall()
        notices = [(n, kind, what) for n, kind, what in rows]
        self._numbers.append((now, max([low, self._numbers[-1][1] if self._numbers else 0, *(n for n, _, _ in notices)])))
        if now - self._purged > NOTICE_SECONDS:
            self._purged = now
            db.execute(
                "DELETE FROM notices WHERE n <= %s AND at < now() - make_interval(secs => %s)", (low, 2 * NOTICE_SECONDS)
            )
        return notices

    @staticmethod
    def _first_notice(db: TimedConnection) -> int:
        """Return the number of the first notice a new worker reads: with nothing in memory it needs only recent ones."""
        row = db.execute("SELECT coalesce(max(n), 0) FROM notices").fetchone()
        return max(0, int(row[0]) - 1000) if row else 0

    def resign(self, worker: str) -> None:
        """Delete this worker: all its tables are free at once."""

        def work(db: TimedConnection) -> None:
            db.execute("DELETE FROM workers WHERE id = %s", (worker,))
            self._notify(db)

        self._do(work)

    # -- tables ------------------------------------------------------------------------------------

    def owner(self, code: str) -> str:
        """Return the living worker that owns a table, or an empty name."""
        query = "SELECT w.id FROM leases l JOIN workers w ON w.id = l.worker WHERE l.code = %s"
        row = self._do(lambda db: db.execute(query, (code,)).fetchone())
        return row[0] if row is not None else ""

    def request(self, code: str, worker: str) -> None:
        """Ask the owner of a table to hand it over: a notice that every worker reads."""

        def work(db: TimedConnection) -> None:
            db.execute("INSERT INTO notices (kind, what) VALUES ('wanted', %s)", (f"{code} {worker}",))
            self._notify(db)

        self._do(work)

    def hold(self, code: str, worker: str, afresh: bool = False) -> Holding | None:
        def work(db: TimedConnection) -> Holding | None:
            row = db.execute(
                "SELECT w.id, l.token FROM (SELECT code FROM tables UNION ALL SELECT code FROM tournaments) t"
                " LEFT JOIN leases l USING (code) LEFT JOIN workers w ON w.id = l.worker WHERE t.code = %s",
                (code,),
            ).fetchone()
            if row is None:
                return None
            owner, token = row
            if owner is not None and not (afresh and owner == worker):
                return Holding(owner, token)
            return self._take(db, code, worker) if worker else Holding("", 0)

        return self._do(work)

    @staticmethod
    def _take(db: TimedConnection, code: str, worker: str) -> Holding:
        """Step by step, as each statement sees what was committed before it: first lock the lease, then check whether its
        worker lives. A lease that is being written under is not waited for: other questions wait behind this one."""
        db.execute("SET LOCAL lock_timeout = '200ms'")
        db.execute("INSERT INTO leases VALUES (%s, '', 0) ON CONFLICT DO NOTHING", (code,))
        held = db.execute("SELECT worker, token FROM leases WHERE code = %s FOR UPDATE", (code,)).fetchone()
        owner, token = held or ("", 0)
        living = {id for (id,) in db.execute("SELECT id FROM workers WHERE id IN (%s, %s)", (owner, worker))}
        if owner in living and owner != worker:
            return Holding(owner, token)
        if worker not in living:  # this worker was removed itself, and learns of it soon
            return Holding("", token)
        db.execute("UPDATE leases SET worker = %s, token = %s WHERE code = %s", (worker, token + 1, code))
        return Holding(worker, token + 1)

    def found(self, code: str, worker: str) -> Holding:
        """Return the lease of a new table. A worker that died before the table was stored may have left a lease behind:
        its token no longer counts."""
        taken = (
            "INSERT INTO leases VALUES (%s, %s, 1)"
            " ON CONFLICT (code) DO UPDATE SET worker = excluded.worker, token = leases.token + 1 RETURNING token"
        )
        token = self._do(lambda db: db.execute(taken, (code, worker)).fetchone())
        return Holding(worker, token[0] if token is not None else 1)

    def release(self, code: str, token: int) -> None:
        """Free a table that is held under this token."""
        self._do(
            lambda db: db.execute(
                "UPDATE leases SET worker = '', token = token + 1 WHERE code = %s AND token = %s", (code, token)
            )
        )

    def hand_over(self, code: str, worker: str) -> None:
        """Free a table of this worker, whatever its token, and wake the worker that waits for it."""

        def work(db: TimedConnection) -> None:
            query = "UPDATE leases SET worker = '', token = token + 1 WHERE code = %s AND worker = %s"
            if db.execute(query, (code, worker)).rowcount:
                self._notify(db)

        self._do(work)
