"""One of several workers: which tables it owns, who else is there, what it must hear of.

Every table belongs to one worker at a time. Leases make that quick; what makes it certain is the token, compared in
every append (`postgres`). A worker that was given up by the others gives up all its tables and starts afresh.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Holding, LeaseBook, StoreFailed

Result = TypeVar("Result")
log = logging.getLogger("pioche.house")
SECONDS = 6.0  # a lease, from its last renewal
LOOK = 1.0  # seconds between two looks at the book, when no bell rings
CALM = 0.05  # seconds between two of them, however often it rings


class Elsewhere(Refusal):
    """The table is played by another worker."""

    def __init__(self, address: str = "") -> None:
        super().__init__("moved", 503, retry=500)
        self.address = address


class Worker(Protocol):
    """What a worker does when it hears something."""

    def move_out(self) -> None:
        """The others have given it up: its tables are theirs."""
        ...

    def cut_wires(self, alive: frozenset[str]) -> None:
        """Other workers are there, or no longer."""
        ...

    def heard(self, kind: str, what: str) -> None:
        """Something was written down for all workers."""
        ...


class Leases:
    """The leases of this worker. The book is asked in a thread, one question after the other."""

    def __init__(self, book: LeaseBook, address: str, relay: str, seconds: float = SECONDS) -> None:
        self.book, self.address, self.relay, self.seconds = book, address, relay, seconds
        self.worker = ""
        self.alive: frozenset[str] = frozenset()  # workers, as last seen
        self.bell = asyncio.Event()  # look at the book now
        self.ring: Callable[[], None] = self.bell.set  # let everybody look, once there is a bus
        self._desk = ThreadPoolExecutor(1, thread_name_prefix="leases")
        self._changed = asyncio.Event()
        self._heard: set[int] = set()

    def enter(self) -> None:
        """Become a worker, under a name nobody ever had."""
        worker = secrets.token_hex(8)
        self.book.register(worker, self.address)
        self.worker, self.alive = worker, self.alive | {worker}

    async def _ask(self, question: Callable[..., Result], *values: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._desk, question, *values)

    # -- tables ----------------------------------------------------------------------------------

    async def whose(self, code: str) -> Holding | None:
        """Who plays a table; this worker, if nobody did. None: there is no such table."""
        if not (code.isascii() and code.isalnum()):
            return None
        while True:
            worker = self.worker
            if not worker:  # closing
                raise Elsewhere
            holding = await self._ask(self.book.hold, code, worker)
            if holding is None:
                return None
            if holding.worker and worker == self.worker:
                self.alive |= {holding.worker}  # it may have come since the last look
                return holding
            self.bell.set()  # given up by the others, perhaps: find out
            await self.changed(0.2)

    async def take(self, code: str) -> int | None:
        """The token under which this worker plays the table."""
        holding = await self.whose(code)
        if holding is None:
            return None
        if holding.worker != self.worker:
            raise Elsewhere(holding.address)
        return holding.token

    async def found(self, code: str) -> int:
        """The token of a table about to be made."""
        return (await self._ask(self.book.found, code, self.worker)).token

    def release(self, code: str, token: int) -> None:
        """The table sleeps: whoever is asked for it next may have it. In order with what is asked afterwards."""
        self._desk.submit(self._quietly, self.book.release, code, token)

    def _quietly(self, question: Callable[..., object], *values: Any) -> None:
        with suppress(StoreFailed):  # then it is free when this worker is gone
            question(*values)

    # -- others ----------------------------------------------------------------------------------

    async def changed(self, seconds: float) -> None:
        """Wait until something may have changed hands, but not longer."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)

    async def tend(self, house: Worker) -> None:
        """Live on, and hear what others have written down, for as long as the house stands."""
        silent = False
        while self.worker:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.bell.wait(), min(LOOK, self.seconds / 4))
            self.bell.clear()
            try:
                await self.look(house)
                silent = False
            except StoreFailed:
                if not silent:
                    log.warning("the database cannot be reached: leases are not renewed")
                silent = True
            except Exception:
                log.exception("leases cannot be tended")
            await asyncio.sleep(CALM)

    async def look(self, house: Worker) -> None:
        morning = await self._ask(self.book.renew, self.worker)
        if not self.worker:
            return
        if not morning.alive:
            log.warning("this worker was given up by the others")
            house.move_out()
            await self._ask(self.enter)
        self.alive = morning.others | {self.worker}
        house.cut_wires(self.alive)
        for n, kind, what in morning.notices:
            if n not in self._heard:
                house.heard(kind, what)
        self._heard = {n for n, _, _ in morning.notices}
        self._changed.set()
        self._changed = asyncio.Event()

    async def resign(self) -> None:
        """All tables are free at once."""
        if self.worker:
            worker, self.worker = self.worker, ""
            with suppress(StoreFailed):
                await self._ask(self.book.resign, worker)
            self.ring()

    async def close(self) -> None:
        await self.resign()
        await self._ask(self.book.close)
        self._desk.shutdown(wait=False)
