"""Who owns which table, written down in PostgreSQL.

A worker that lives counts: it adds one to its row twice a second. Whoever sees that a row has not changed for as long as a
lease lasts, by its own clock that only goes forward, strikes it, for good. No clock of the database or of another
machine decides anything, so none that is set back or forth can hold a table or take it away. A lease names a worker and
a token. It may be taken when its worker has no row. A worker that finds itself struck is dead to the others, however
well it feels, and starts again under another name.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import psycopg

from pioche.house.stores.postgres import VERSION
from pioche.house.stores.postgres_connection import TimedConnection, connect
from pioche.house.stores.store import Colleague, Holding, Morning, StoreBusy, StoreFailed

Result = TypeVar("Result")
KEPT = 20.0  # seconds a notice is read again, and the longest a transaction may be late
TRIES = 3
TRYING = 2.0  # seconds after which nothing is tried again


class PostgresLeases:
    """A connection of its own: a lease is renewed while a long group is being written."""

    def __init__(self, address: str, seconds: float, machine: str = "") -> None:
        self.address, self.seconds, self.machine = address, seconds, machine
        self._db: TimedConnection | None = None
        self._turn = threading.Lock()
        self._seen: dict[str, tuple[tuple[object, ...], float]] = {}  # worker -> its count, and since when it stands there
        self._looked = 0.0  # when this worker last saw the others
        self._numbers: deque[tuple[float, int]] = deque()  # the highest notice at that time
        self._swept = 0.0

    def close(self) -> None:
        with self._turn:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _do(self, work: Callable[[TimedConnection], Result]) -> Result:
        """One transaction; a connection that broke is opened again."""
        with self._turn:
            wrong: Exception | None = None
            until = time.monotonic() + TRYING
            for _ in range(TRIES):
                try:
                    if self._db is None:
                        self._db = connect(self.address)
                        self._db.deadline = max(1.0, self.seconds / 2)
                    with self._db.transaction():
                        return work(self._db)
                except psycopg.errors.LockNotAvailable as busy:
                    raise StoreBusy(str(busy)) from busy
                except psycopg.errors.DeadlockDetected as busy:
                    wrong = busy
                except (psycopg.Error, OSError) as lost:
                    self._hang_up()
                    wrong = lost
                if time.monotonic() > until:
                    break
            raise StoreFailed(str(wrong)) from wrong

    # -- workers -----------------------------------------------------------------------------------

    def colleagues(self) -> list[Colleague]:
        return self._do(self._colleagues)

    @staticmethod
    def _colleagues(db: TimedConnection) -> list[Colleague]:
        rows = db.execute("SELECT id, address, machine, beat, until FROM workers").fetchall()
        return [Colleague(id, address, machine, (beat, until)) for id, address, machine, beat, until in rows]

    def register(self, worker: str, address: str) -> None:
        """`until` is for workers of earlier versions and for whoever looks at the database."""
        self._do(
            lambda db: db.execute(
                "INSERT INTO workers (id, address, machine, until)"
                " VALUES (%s, %s, %s, clock_timestamp() + make_interval(secs => %s))",
                (worker, address, self.machine, self.seconds),
            )
        )

    def renew(self, worker: str) -> Morning:
        """Count on, look who else does, and read what was written down for all. Without a name only look."""
        before = time.monotonic()
        renewed, colleagues, newer, notices = self._do(lambda db: self._look(db, worker))
        dead = self._dead(colleagues, worker, before)
        for other in dead:
            self._do(partial(self._strike, other))
        others = frozenset(one.worker for one in colleagues if one not in dead)
        return Morning(renewed, others, notices, newer)

    def _look(self, db: TimedConnection, worker: str) -> tuple[bool, list[Colleague], bool, list[tuple[int, str, str]]]:
        renewed = db.execute(
            "UPDATE workers SET beat = beat + 1, until = clock_timestamp() + make_interval(secs => %s) WHERE id = %s",
            (self.seconds, worker),
        )
        version = db.execute("SELECT value FROM house WHERE name = 'version'").fetchone()
        newer = version is not None and int(version[0]) > VERSION
        return renewed.rowcount == 1, self._colleagues(db), newer, self._notices(db)

    def _dead(self, colleagues: list[Colleague], worker: str, now: float) -> list[Colleague]:
        """Those who have not counted for a lease. A worker that could not look itself for a while saw nothing: for it all
        others begin anew."""
        after = time.monotonic()
        blind = now - self._looked > self.seconds / 2
        self._looked = after
        seen = {} if blind else self._seen
        self._seen = {}
        dead = []
        for one in colleagues:
            count, since = seen.get(one.worker, (None, after))
            if count != one.beat:
                since = after
            self._seen[one.worker] = one.beat, since
            if one.worker != worker and now - since >= self.seconds:
                dead.append(one)
        return dead

    @staticmethod
    def _strike(other: Colleague, db: TimedConnection) -> None:
        """One that has counted on at the last moment is left alone."""
        db.execute("DELETE FROM workers WHERE id = %s AND beat = %s AND until = %s", (other.worker, *other.beat))

    def _notices(self, db: TimedConnection) -> list[tuple[int, str, str]]:
        """Numbers are given before a transaction is committed, so that one may appear after a later one: those of the last
        seconds are read again. Seconds of this worker, by number: the database's clock decides nothing."""
        now = time.monotonic()
        while len(self._numbers) > 1 and self._numbers[1][0] < now - KEPT:
            self._numbers.popleft()
        low = self._numbers[0][1] if self._numbers else self._first(db)
        rows = db.execute("SELECT n, kind, what FROM notices WHERE n > %s ORDER BY n", (low,)).fetchall()
        notices = [(n, kind, what) for n, kind, what in rows]
        self._numbers.append((now, max([low, self._numbers[-1][1] if self._numbers else 0, *(n for n, _, _ in notices)])))
        if now - self._swept > KEPT:
            self._swept = now
            db.execute("DELETE FROM notices WHERE n <= %s AND at < now() - make_interval(secs => %s)", (low, 2 * KEPT))
        return notices

    @staticmethod
    def _first(db: TimedConnection) -> int:
        """A worker that has just come has nothing in memory that could be old; it reads some all the same."""
        row = db.execute("SELECT coalesce(max(n), 0) FROM notices").fetchone()
        return max(0, int(row[0]) - 1000) if row else 0

    def resign(self, worker: str) -> None:
        self._do(lambda db: db.execute("DELETE FROM workers WHERE id = %s", (worker,)))

    def bury(self, worker: str) -> None:
        self._do(lambda db: db.execute("DELETE FROM workers WHERE id = %s AND machine = %s", (worker, self.machine)))

    # -- tables ------------------------------------------------------------------------------------

    def hold(self, code: str, worker: str, afresh: bool = False) -> Holding | None:
        def work(db: TimedConnection) -> Holding | None:
            row = db.execute(
                "SELECT l.worker, w.address, l.token FROM (SELECT code FROM tables UNION ALL SELECT code FROM tournaments) t"
                " LEFT JOIN leases l USING (code) LEFT JOIN workers w ON w.id = l.worker WHERE t.code = %s",
                (code,),
            ).fetchone()
            if row is None:
                return None
            if row[1] is not None and not (afresh and row[0] == worker):
                return Holding(*row)
            return self._take(db, code, worker) if worker else self._anybody(db)

        return self._do(work)

    @staticmethod
    def _anybody(db: TimedConnection) -> Holding:
        """Whoever owns no tables leads to somebody who may take this one."""
        found = db.execute("SELECT id, address FROM workers ORDER BY random() LIMIT 1").fetchone()
        worker, address = found or ("", "")
        return Holding(worker, address, 0)

    def _take(self, db: TimedConnection, code: str, worker: str) -> Holding:
        """Step by step, as each statement sees what was committed before it: first hold the lease still, then look
        whether its worker lives. One that is being written to is not waited for: others have questions too."""
        db.execute("SET LOCAL lock_timeout = '200ms'")
        db.execute("INSERT INTO leases VALUES (%s, '', 0) ON CONFLICT DO NOTHING", (code,))
        held = db.execute("SELECT worker, token FROM leases WHERE code = %s FOR UPDATE", (code,)).fetchone()
        owner, token = held or ("", 0)
        rows = db.execute("SELECT id, address FROM workers WHERE id IN (%s, %s)", (owner, worker))
        living: dict[str, str] = dict(rows.fetchall())
        if owner in living and owner != worker:
            return Holding(owner, living[owner], token)
        if worker not in living:  # struck ourselves: we shall hear of it soon
            return Holding("", "", token)
        db.execute("UPDATE leases SET worker = %s, token = %s WHERE code = %s", (worker, token + 1, code))
        return Holding(worker, living[worker], token + 1)

    def found(self, code: str, worker: str) -> Holding:
        """Whoever died before the table was stored may have left a lease behind: its token is worth nothing now."""
        taken = (
            "INSERT INTO leases VALUES (%s, %s, 1)"
            " ON CONFLICT (code) DO UPDATE SET worker = excluded.worker, token = leases.token + 1 RETURNING token"
        )
        token = self._do(lambda db: db.execute(taken, (code, worker)).fetchone())
        return Holding(worker, "", token[0] if token is not None else 1)

    def release(self, code: str, token: int) -> None:
        self._do(
            lambda db: db.execute(
                "UPDATE leases SET worker = '', token = token + 1 WHERE code = %s AND token = %s", (code, token)
            )
        )
