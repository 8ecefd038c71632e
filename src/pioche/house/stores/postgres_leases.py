"""Who owns which table, written down in PostgreSQL.

A worker lives as long as its row says; it moves that moment on while it works. A lease names a worker and a token. It
may be taken when its worker has no row: so whoever finds a row that has run out strikes it first, for good. A worker
that finds itself struck is dead to the others, however well it feels, and starts again under another name. All
times are those of the database: no worker's clock decides anything.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg

from pioche.house.stores.postgres import connect
from pioche.house.stores.store import Holding, Morning, StoreFailed

Result = TypeVar("Result")
Connection = psycopg.Connection[tuple[Any, ...]]
KEPT = 20  # seconds a notice is read again, and the longest a transaction may be late
TRIES = 3


class PostgresLeases:
    """A connection of its own: a lease is renewed while a long group is being written."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address, self.seconds = address, seconds
        self._db: Connection | None = None
        self._turn = threading.Lock()

    def close(self) -> None:
        with self._turn:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _do(self, work: Callable[[Connection], Result]) -> Result:
        """One transaction; a connection that broke is opened again."""
        with self._turn:
            wrong: Exception | None = None
            for _ in range(TRIES):
                try:
                    if self._db is None:
                        self._db = connect(self.address)
                    with self._db.transaction():
                        return work(self._db)
                except (psycopg.errors.DeadlockDetected, psycopg.errors.LockNotAvailable) as busy:
                    wrong = busy
                except (psycopg.Error, OSError) as lost:
                    self._hang_up()
                    wrong = lost
            raise StoreFailed(str(wrong)) from wrong

    def register(self, worker: str, address: str) -> None:
        self._do(
            lambda db: db.execute(
                "INSERT INTO workers VALUES (%s, %s, clock_timestamp() + make_interval(secs => %s))",
                (worker, address, self.seconds),
            )
        )

    def renew(self, worker: str) -> Morning:
        def work(db: Connection) -> Morning:
            renewed = db.execute(
                "UPDATE workers SET until = clock_timestamp() + make_interval(secs => %s) WHERE id = %s",
                (self.seconds, worker),
            )
            self._strike_the_dead(db, worker)
            others = db.execute("SELECT id FROM workers").fetchall()
            db.execute("DELETE FROM notices WHERE at < clock_timestamp() - make_interval(secs => %s)", (2 * KEPT,))
            notices = db.execute(
                "SELECT n, kind, what FROM notices WHERE at > clock_timestamp() - make_interval(secs => %s) ORDER BY n",
                (KEPT,),
            ).fetchall()
            return Morning(
                renewed.rowcount == 1, frozenset(row[0] for row in others), [(n, kind, what) for n, kind, what in notices]
            )

        return self._do(work)

    @staticmethod
    def _strike_the_dead(db: Connection, worker: str) -> None:
        """Not oneself; and one that renews itself at this very moment holds its row and is passed by."""
        db.execute(
            "DELETE FROM workers WHERE id IN"
            " (SELECT id FROM workers WHERE until < clock_timestamp() AND id <> %s FOR UPDATE SKIP LOCKED)",
            (worker,),
        )

    def resign(self, worker: str) -> None:
        self._do(lambda db: db.execute("DELETE FROM workers WHERE id = %s", (worker,)))

    def hold(self, code: str, worker: str) -> Holding | None:
        def work(db: Connection) -> Holding | None:
            row = db.execute(
                "SELECT l.worker, w.address, l.token, w.until > clock_timestamp() FROM tables t"
                " LEFT JOIN leases l USING (code) LEFT JOIN workers w ON w.id = l.worker WHERE t.code = %s",
                (code,),
            ).fetchone()
            if row is None:
                return None
            return Holding(*row[:3]) if row[3] else self._take(db, code, worker)

        return self._do(work)

    def _take(self, db: Connection, code: str, worker: str) -> Holding:
        """Step by step, as each statement sees what was committed before it: first hold the lease still, then look
        whether its worker lives."""
        db.execute("INSERT INTO leases VALUES (%s, '', 0) ON CONFLICT DO NOTHING", (code,))
        held = db.execute("SELECT worker, token FROM leases WHERE code = %s FOR UPDATE", (code,)).fetchone()
        owner, token = held or ("", 0)
        self._strike_the_dead(db, worker)
        rows = db.execute("SELECT id, address FROM workers WHERE id IN (%s, %s)", (owner, worker))
        living: dict[str, str] = dict(rows.fetchall())
        if owner in living:
            return Holding(owner, living[owner], token)
        if worker not in living:  # struck ourselves: we shall hear of it soon
            return Holding("", "", token)
        db.execute("UPDATE leases SET worker = %s, token = %s WHERE code = %s", (worker, token + 1, code))
        return Holding(worker, living[worker], token + 1)

    def found(self, code: str, worker: str) -> Holding:
        self._do(lambda db: db.execute("INSERT INTO leases VALUES (%s, %s, 1)", (code, worker)))
        return Holding(worker, "", 1)

    def release(self, code: str, token: int) -> None:
        self._do(
            lambda db: db.execute(
                "UPDATE leases SET worker = '', token = token + 1 WHERE code = %s AND token = %s", (code, token)
            )
        )
