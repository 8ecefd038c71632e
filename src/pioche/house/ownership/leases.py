"""One of several workers: which tables it owns, who else is there, what it must hear of.

Every table belongs to one worker at a time. Leases make that quick; what makes it certain is the token, compared in
every append (`postgres`). A worker that was given up by the others gives up all its tables and starts afresh. One that
cannot reach the database for as long as a lease lasts does so by its own clock: the others have taken its tables by then,
and its people must not wait for it. One that cannot write, or whose store was changed by a later version, resigns.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Holding, LeaseBook, StoreBusy, StoreFailed

Result = TypeVar("Result")
log = logging.getLogger("pioche.house")
SECONDS = 4.0  # a lease: how long a worker may be silent
LOOK = 0.5  # seconds between two looks at the book, when no bell rings
CALM = 0.05  # seconds between two of them, however often it rings
SEARCH = 5.0  # seconds in which a table must be found to be somebody's
ANSWER = 4.0  # seconds for a question to the book, with those before it
GLANCE = 0.25  # seconds between two looks at this worker's own clock
OVERSLEPT = 1.0  # seconds late: this process stood still, and first asks whether it is still alive
UNWRITTEN = 2.0  # seconds a worker may be unable to write before it resigns


class Elsewhere(Refusal):
    """The table is played by another worker."""

    def __init__(self, address: str = "") -> None:
        super().__init__("moved", 503, retry=500)
        self.address = address


class Worker(Protocol):
    """What a worker does when it hears something."""

    def writes(self) -> bool:
        """Can anything be stored?"""
        ...

    def hand_over(self, code: int, why: str, retry: int) -> None:
        """Its tables are those of the others; everybody there is told why (`bye` in the texts) and when to come back."""
        ...

    def cut_wires(self, alive: frozenset[str]) -> None:
        """Other workers are there, or no longer."""
        ...

    def heard(self, kind: str, what: str) -> None:
        """Something was written down for all workers."""
        ...


class Leases:
    """The leases of this worker. The book is asked in a thread, one question after the other; the pulse has a thread and a
    connection of its own, so that no question keeps it from being felt."""

    def __init__(self, book: LeaseBook, pulse: LeaseBook, address: str, relay: str, seconds: float = SECONDS) -> None:
        self.book, self.pulse, self.address, self.relay, self.seconds = book, pulse, address, relay, seconds
        self.worker = ""  # its name; none while it owns no tables
        self.alive: frozenset[str] = frozenset()  # workers, as last seen
        self.reached = True  # the database answers, as far as is known
        self.answers = True  # and so does the book, when it was last asked whether it does
        self.retired = False  # a later version has changed the store
        self.closed = False
        self.term = 0  # grows whenever this worker gives all its tables up
        self.bell = asyncio.Event()  # look at the book now
        self.ring: Callable[[], None] = self.bell.set  # let everybody look, once there is a bus
        self._desk = ThreadPoolExecutor(1, thread_name_prefix="leases")
        self._heart = ThreadPoolExecutor(1, thread_name_prefix="pulse")
        self._changed = asyncio.Event()
        self._heard: set[int] = set()
        self._renewed = 0.0  # when the last renewal began that came through
        self._unwritten: float | None = None  # since when nothing can be written

    def enter(self) -> None:
        """Become a worker, under a name nobody ever had."""
        worker = secrets.token_hex(8)
        self.pulse.register(worker, self.address)
        self.worker, self.alive = worker, self.alive | {worker}

    async def _ask(self, question: Callable[..., Result], *values: Any) -> Result:
        """Nobody waits for a database that does not answer."""
        if not self.reached:
            raise StoreFailed("the database cannot be reached")
        asked = asyncio.get_running_loop().run_in_executor(self._desk, question, *values)
        done, _ = await asyncio.wait({asked}, timeout=ANSWER)
        if not done:
            asked.cancel()
            raise StoreFailed("the database does not answer")
        return asked.result()

    async def _feel(self, question: Callable[..., Result], *values: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._heart, question, *values)

    # -- tables ----------------------------------------------------------------------------------

    async def whose(self, code: str, afresh: bool = False) -> Holding | None:
        """Who plays a table; this worker, if nobody did. `afresh`: under a new token, if this worker does. None: there is
        no such table."""
        if not (code.isascii() and code.isalnum()):
            return None
        loop = asyncio.get_running_loop()
        until = loop.time() + SEARCH
        while not self.closed:
            worker = self.worker
            with suppress(StoreBusy):
                holding = await self._ask(self.book.hold, code, worker, afresh)
                if holding is None:
                    return None
                if holding.worker and worker == self.worker:
                    self.alive |= {holding.worker}  # it may have come since the last look
                    return holding
            if loop.time() > until:
                break
            self.bell.set()  # given up by the others, perhaps: find out
            await self.changed(0.2)
        raise Elsewhere

    async def take(self, code: str) -> int | None:
        """A token under which this worker plays the table from now on. Whatever it was writing there under an earlier one
        is written by now, or never."""
        holding = await self.whose(code, afresh=True)
        if holding is None:
            return None
        if holding.worker != self.worker:
            raise Elsewhere(holding.address)
        return holding.token

    async def found(self, code: str) -> int:
        """The token of a table about to be made."""
        if not self.worker:
            raise Elsewhere
        return (await self._ask(self.book.found, code, self.worker)).token

    def release(self, code: str, token: int) -> None:
        """The table sleeps: whoever is asked for it next may have it. In order with what is asked afterwards."""
        if self.reached and not self.closed:
            self._desk.submit(self._quietly, self.book.release, code, token)

    def _quietly(self, question: Callable[..., object], *values: Any) -> None:
        with suppress(StoreFailed):  # then it is free when this worker is gone
            question(*values)

    @property
    def well(self) -> bool:
        """Tables can be taken and played."""
        return self.reached and self.answers and bool(self.worker)

    async def probe(self) -> None:
        """Could this worker take a table now? Its book has a connection of its own, for which there may be no room."""
        try:
            await self._ask(self.book.colleagues)
            self.answers = True
        except StoreFailed:
            self.answers = False

    # -- others ----------------------------------------------------------------------------------

    async def changed(self, seconds: float) -> None:
        """Wait until something may have changed hands, but not longer."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)

    async def nobody_there(self, worker: str) -> None:
        """Nobody listens where that worker should. On this machine that means it is dead: its tables are free at once."""
        if worker and worker != self.worker:
            with suppress(StoreFailed):
                await self._ask(self.book.bury, worker)
            self.bell.set()

    async def tend(self, house: Worker) -> None:
        """Live on, and hear what others have written down, for as long as the house stands."""
        self._renewed = asyncio.get_running_loop().time()
        watching = asyncio.create_task(self._watch(house))
        try:
            while not self.closed:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.bell.wait(), min(LOOK, self.seconds / 8))
                self.bell.clear()
                try:
                    await self.look(house)
                except StoreFailed:
                    self.bell.clear()
                    await asyncio.sleep(LOOK)
                except Exception:
                    log.exception("leases cannot be tended")
                await asyncio.sleep(CALM)
        finally:
            watching.cancel()

    async def _watch(self, house: Worker) -> None:
        """By this worker's own clock: what cannot be renewed is given up when it runs out."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(GLANCE)
            now = loop.time()
            if now - before > OVERSLEPT + GLANCE:
                self._renewed = max(self._renewed, now - self.seconds + OVERSLEPT)
            if self.reached and now - self._renewed > self.seconds:
                self.reached = False
                log.warning("the database cannot be reached: the tables of this worker are given up")
                self._give_up(house, p.RESTART, "unreachable", 1000)

    async def look(self, house: Worker) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        morning = await self._feel(self.pulse.renew, self.worker)
        if self.closed:
            return
        if not self.reached:
            log.warning("the database is there again")
        self.reached, self._renewed = True, began
        if self.worker and not morning.alive:
            log.warning("this worker was given up by the others")
            self.worker = ""
            self._give_up(house, p.RESTART, "moved", 500)
        if self.worker and morning.newer:
            log.error("a later version has changed the database: this worker resigns, and only passes on")
            self.retired = True
            await self._resign(self._give_up(house, p.RESTART, "upgraded", 500))
        elif self.worker and not self._writes(house, loop.time()):
            log.error("this worker cannot write: it resigns until it can")
            await self._resign(self._give_up(house, p.RESTART, "unreachable", 1000))
        elif not self.worker and not self.retired and house.writes():
            await self._feel(self.enter)
        self.alive = morning.others | {self.worker}
        house.cut_wires(self.alive)
        for n, kind, what in morning.notices:
            if n not in self._heard:
                house.heard(kind, what)
        self._heard = {n for n, _, _ in morning.notices}
        self._changed.set()
        self._changed = asyncio.Event()

    def _writes(self, house: Worker, now: float) -> bool:
        """Not for a moment only."""
        if house.writes():
            self._unwritten = None
            return True
        self._unwritten = now if self._unwritten is None else self._unwritten
        return now - self._unwritten < UNWRITTEN

    async def _resign(self, worker: str) -> None:
        self.worker, self._unwritten = "", None
        await self._feel(self.pulse.resign, worker)
        self.ring()

    def _give_up(self, house: Worker, code: int, why: str, retry: int) -> str:
        """All tables; returns the name under which they were held."""
        self.term += 1
        house.hand_over(code, why, retry)
        return self.worker

    async def resign(self) -> None:
        """All tables are free at once."""
        self.closed = True
        if self.worker:
            worker, self.worker = self.worker, ""
            with suppress(StoreFailed):
                await self._ask(self.book.resign, worker)
            self.ring()

    async def close(self) -> None:
        await self.resign()
        for desk, book in ((self._desk, self.book), (self._heart, self.pulse)):
            desk.submit(book.close)
            desk.shutdown(wait=False)
