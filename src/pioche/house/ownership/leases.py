"""The leases of one of several workers: which tables it owns, which other workers live, what they have written for all.

Every table belongs to one worker at a time. Leases make that quick; what makes it certain is the token, compared in
every append (`stores/postgres.py`). A worker whose row was deleted by the others gives up all its tables and starts
again. One that cannot reach the database for the length of a lease does so by its own clock, as the others have taken
its tables by then. One that cannot write, or whose schema was changed by a later version, resigns.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Holding, LeaseBook, StoreBusy, StoreFailed

Result = TypeVar("Result")
log = logging.getLogger("pioche.house")
LEASE_SECONDS = 4.0  # how long a worker may be silent
REFRESH_SECONDS = 0.5  # between two renewals, when no notification comes
NOTIFIED_SECONDS = 0.05  # between two of them at least, however many notifications come
SEARCH_SECONDS = 5.0  # in which a table must be found to be owned by some worker
ANSWER_SECONDS = 4.0  # for a query, with those before it
WATCH_SECONDS = 0.25  # between two checks of this worker's own clock
SUSPENDED_SECONDS = 1.0  # late: this process was suspended, and renews before it gives up its tables
UNWRITABLE_SECONDS = 2.0  # a worker may be unable to write before it resigns
CLAIM_SECONDS = 3.0  # a request waits for another worker to hand its table over
CLAIM_POLL_SECONDS = 0.3  # between two queries about its owner, when no notification comes
REQUEST_SECONDS = 1.0  # between two requests to hand over the same table
TENURE_SECONDS = 5.0  # a table that was handed over stays at least so long


class Elsewhere(Refusal):
    """The table is played by another worker: the same request may succeed in a moment."""

    def __init__(self) -> None:
        super().__init__("moved", 503, retry=500)


class Worker(Protocol):
    """The house, as its leases drive it."""

    def writes(self) -> bool:
        """Return whether anything can be stored."""
        ...

    def hand_over(self, code: int, why: str, retry: int) -> None:
        """Close all tables. All readers are sent the reason (`bye` in the texts) and when to come back."""
        ...

    def hand_over_table(self, code: str) -> None:
        """Close one table, if it is open here: another worker takes it."""
        ...

    def handle_notice(self, kind: str, what: str) -> None:
        """Handle a notice, of another worker or of this one."""
        ...


class Leases:
    """The leases of this worker. Queries run in one thread, one after the other; renewal and notifications use another
    thread and another connection, so that queries cannot delay them."""

    def __init__(self, book: LeaseBook, pulse: LeaseBook, seconds: float = LEASE_SECONDS) -> None:
        self.book, self.pulse, self.seconds = book, pulse, seconds
        self.worker = ""  # its name; empty while it owns no tables
        self.reached = True  # the database answers, as far as is known
        self.answers = True  # so does the connection of queries, when it was last asked
        self.retired = False  # a later version has changed the schema
        self.closed = False
        self.term = 0  # grows whenever this worker gives all its tables up
        self._query_thread = ThreadPoolExecutor(1, thread_name_prefix="leases")
        self._renew_thread = ThreadPoolExecutor(1, thread_name_prefix="renewal")
        self._changed = asyncio.Event()
        self._handled: set[int] = set()  # notices
        self._renewed = 0.0  # when the last renewal began that succeeded
        self._unwritable: float | None = None  # since when nothing can be written
        self._claims: dict[str, asyncio.Task[None]] = {}  # by table
        self._requested: dict[str, float] = {}  # tables asked from their owner, and when
        self._tenures: dict[str, float] = {}  # tables taken from another living worker, and when

    def enter(self) -> None:
        """Become a worker, under a name that was never used."""
        worker = secrets.token_hex(8)
        self.pulse.register(worker)
        self.worker = worker

    async def _query(self, question: Callable[..., Result], *values: Any) -> Result:
        """Run a query in its thread; raise StoreFailed when the database does not answer in time."""
        if not self.reached:
            raise StoreFailed("the database cannot be reached")
        asked = asyncio.get_running_loop().run_in_executor(self._query_thread, question, *values)
        done, _ = await asyncio.wait({asked}, timeout=ANSWER_SECONDS)
        if not done:
            asked.cancel()
            raise StoreFailed("the database does not answer")
        return asked.result()

    async def _renewal(self, question: Callable[..., Result], *values: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._renew_thread, question, *values)

    # -- tables ----------------------------------------------------------------------------------

    async def take(self, code: str) -> int | None:
        """Return a token under which this worker owns the table from now on; None if there is no such table; raise
        Elsewhere when another worker owns it. An earlier write of this worker there is finished by then, or will fail."""
        if not (code.isascii() and code.isalnum()):
            return None
        loop = asyncio.get_running_loop()
        until = loop.time() + SEARCH_SECONDS
        while not self.closed:
            worker = self.worker
            with suppress(StoreBusy):
                holding: Holding | None = await self._query(self.book.hold, code, worker, True)
                if holding is None:
                    return None
                if holding.worker and worker == self.worker:
                    if holding.worker != worker:
                        raise Elsewhere
                    return holding.token
            if loop.time() > until:
                break
            await self.changed(0.2)
        raise Elsewhere

    async def claim(self, code: str) -> None:
        """Return when no other worker owns the table, having asked its owner to hand it over; raise Elsewhere when that
        takes too long. All who ask for one table wait for one claim."""
        task = self._claims.get(code)
        if task is None:
            task = self._claims[code] = asyncio.get_running_loop().create_task(self._claim(code))
            task.add_done_callback(partial(self._claimed, code))
        await asyncio.shield(task)

    def _claimed(self, code: str, task: asyncio.Task[None]) -> None:
        del self._claims[code]
        if not task.cancelled():
            task.exception()  # those who waited for it may have gone

    async def _claim(self, code: str) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + CLAIM_SECONDS
        requested = False
        while not self.closed:
            worker = self.worker
            changed = self._changed
            owner = await self._query(self.book.owner, code)
            if owner in ("", worker):
                if requested:
                    self._tenures[code] = loop.time()
                return
            now = loop.time()
            if now > until or not worker:
                break
            if now - self._requested.get(code, -REQUEST_SECONDS) >= REQUEST_SECONDS:
                self._requested = {one: at for one, at in self._requested.items() if now - at < REQUEST_SECONDS}
                self._requested[code] = now
                await self._query(self.book.request, code, worker)
            requested = True
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), CLAIM_POLL_SECONDS)
        raise Elsewhere

    def _asked_for(self, house: Worker, code: str, other: str) -> None:
        """Another worker was asked for a table: hand it over, unless it came from another worker only just now (then two
        proxies disagree, or one does not hash by the code)."""
        if other == self.worker or not self.worker or not self.reached:
            return
        now = asyncio.get_running_loop().time()
        self._tenures = {one: since for one, since in self._tenures.items() if now - since < TENURE_SECONDS}
        if code in self._tenures:
            log.warning("a table is asked for at two workers: does the proxy hash by its code?", extra={"table": code})
            return
        house.hand_over_table(code)
        self._query_thread.submit(self._quietly, self.book.hand_over, code, self.worker)

    async def found(self, code: str) -> int:
        """Return the token of a table about to be made."""
        if not self.worker:
            raise Elsewhere
        return (await self._query(self.book.found, code, self.worker)).token

    def release(self, code: str, token: int) -> None:
        """Free a table that goes to sleep, in order with later queries."""
        if self.reached and not self.closed:
            self._query_thread.submit(self._quietly, self.book.release, code, token)

    def _quietly(self, question: Callable[..., object], *values: Any) -> None:
        with suppress(StoreFailed):  # then it is free when this worker is gone
            question(*values)

    @property
    def well(self) -> bool:
        """Whether tables can be taken and played."""
        return self.reached and self.answers and bool(self.worker)

    async def probe(self) -> None:
        """Find out whether this worker could take a table now: the server may have no room for the queries' connection."""
        try:
            await self._query(self.book.workers)
            self.answers = True
        except StoreFailed:
            self.answers = False

    # -- renewal ---------------------------------------------------------------------------------

    async def changed(self, seconds: float) -> None:
        """Wait until something may have changed hands, at most so long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)

    async def tend(self, house: Worker) -> None:
        """Renew the lease and handle notices, until the house closes."""
        self._renewed = asyncio.get_running_loop().time()
        watching = asyncio.create_task(self._watch(house))
        try:
            while not self.closed:
                try:
                    await self._renewal(self.pulse.wait, min(REFRESH_SECONDS, self.seconds / 8))
                    await self.refresh(house)
                    await asyncio.sleep(NOTIFIED_SECONDS)
                except StoreFailed:
                    await asyncio.sleep(REFRESH_SECONDS)
                except Exception:
                    log.exception("leases cannot be tended")
                    await asyncio.sleep(REFRESH_SECONDS)
        finally:
            watching.cancel()

    async def _watch(self, house: Worker) -> None:
        """Give up all tables when the lease runs out by this worker's own clock."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(WATCH_SECONDS)
            now = loop.time()
            if now - before > SUSPENDED_SECONDS + WATCH_SECONDS:
                self._renewed = max(self._renewed, now - self.seconds + SUSPENDED_SECONDS)
            if self.reached and now - self._renewed > self.seconds:
                self.reached = False
                log.warning("the database cannot be reached: the tables of this worker are given up")
                self._release_all(house, p.RESTART, "unreachable", 1000)

    async def refresh(self, house: Worker) -> None:
        """Renew the lease and handle what changed; raise StoreFailed when the database cannot be asked."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        found = await self._renewal(self.pulse.renew, self.worker)
        if self.closed:
            return
        if not self.reached:
            log.warning("the database is there again")
        self.reached, self._renewed = True, began
        if self.worker and not found.alive:
            log.warning("this worker was given up by the others")
            self.worker = ""
            self._release_all(house, p.RESTART, "moved", 500)
        if self.worker and found.newer:
            log.error("a later version has changed the database: this worker resigns")
            self.retired = True
            await self._resign(self._release_all(house, p.RESTART, "upgraded", 500))
        elif self.worker and not self._writes(house, loop.time()):
            log.error("this worker cannot write: it resigns until it can")
            await self._resign(self._release_all(house, p.RESTART, "unreachable", 1000))
        elif not self.worker and not self.retired and house.writes():
            await self._renewal(self.enter)
        for n, kind, what in found.notices:
            if n not in self._handled:
                if kind == "wanted":
                    self._asked_for(house, *what.split(" ", 1))
                else:
                    house.handle_notice(kind, what)
        self._handled = {n for n, _, _ in found.notices}
        self._changed.set()
        self._changed = asyncio.Event()

    def _writes(self, house: Worker, now: float) -> bool:
        """Return whether the store can be written to, or could a moment ago."""
        if house.writes():
            self._unwritable = None
            return True
        self._unwritable = now if self._unwritable is None else self._unwritable
        return now - self._unwritable < UNWRITABLE_SECONDS

    async def _resign(self, worker: str) -> None:
        self.worker, self._unwritable = "", None
        await self._renewal(self.pulse.resign, worker)

    def _release_all(self, house: Worker, code: int, why: str, retry: int) -> str:
        """Close all tables; return the name under which they were held."""
        self.term += 1
        house.hand_over(code, why, retry)
        return self.worker

    async def resign(self) -> None:
        """Free all tables at once, when the house closes."""
        self.closed = True
        if self.worker:
            worker, self.worker = self.worker, ""
            with suppress(StoreFailed):
                await self._query(self.book.resign, worker)

    async def close(self) -> None:
        await self.resign()
        for thread, book in ((self._query_thread, self.book), (self._renew_thread, self.pulse)):
            thread.submit(book.close)
            thread.shutdown(wait=False)
