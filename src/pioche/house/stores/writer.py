"""The one who writes everything down: a thread of its own, many wishes in one commit.

A commit costs a turn of the disk, whether it holds one move or a hundred. So whatever is waiting goes into the
next one. No cancelled task can disturb it, and nobody hears of a move before the commit that holds it returned.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from operator import methodcaller
from typing import Any, TypeVar

from pioche.house.stores.store import Conflict, Store, StoreFailed, Undone

Result = TypeVar("Result")
Job = tuple[Callable[[Store], Any], asyncio.Future[Any], bool]  # the last: does it write?
MOST = 512  # jobs in one commit
GATHER = 0.008  # seconds from one group to the next in a busy house
PROBE = 1.0  # seconds between two attempts to open a failed store
TRIES = 5  # of a job the database undid


class Writer:
    """Runs jobs on a store in its own thread, in the order they came, in groups."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self.store = store
        self._broken: tuple[type[Exception], ...] = (*store.broken, StoreFailed, Undone)
        self.loop = loop
        self.failed = ""  # why nothing can be stored now
        self.commits = self.jobs = 0
        self.slowest = 0.0
        self._waiting: list[Job] = []  # the next group
        self._busy = False  # a group is being written, or about to be
        self._handed = 0.0  # when the last one was handed over
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """The store must have been opened: a house that cannot write does not open its doors."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is waiting, then close. Called in another thread than the loop's."""
        left: list[Job] = []
        while self._waiting:
            left.append(self._waiting.pop(0))
        self._queue.put(left)
        self._queue.put(None)
        self._thread.join(10)

    async def do(self, job: Callable[[Store], Result]) -> Result:
        """Run a job and return when it is durable. StoreFailed: it did not happen, as far as anybody can know."""
        return await self._ask(job, True)

    async def append(self, code: str, first: int, bodies: list[bytes], token: int) -> None:
        """Add entries to a journal; see `Store.append`."""
        await self._ask(methodcaller("append", code, first, bodies, token), True)

    async def look(self, job: Callable[[Store], Result]) -> Result:
        """Read something; possible for as long as the file can be read."""
        return await self._ask(job, False)

    async def _ask(self, job: Callable[[Store], Result], writes: bool) -> Result:
        future: asyncio.Future[Result] = self.loop.create_future()
        self._waiting.append((job, future, writes))
        if not self._busy:
            self._next_group()
        return await future  # whoever goes away cancels only that: the job is done all the same

    def _next_group(self) -> None:
        """One group at a time. After a quiet while the first job goes at once, with whatever else comes in this turn of
        the loop; in a busy house a group gathers for a moment, as each costs a turn of the disk."""
        self._busy = bool(self._waiting)
        if self._busy:
            self.loop.call_at(self._handed + GATHER, self._hand_over)

    def _hand_over(self) -> None:
        self._handed = self.loop.time()
        group = self._waiting[:MOST]
        del self._waiting[:MOST]
        self._queue.put(group)

    def _written(self, results: list[tuple[asyncio.Future[Any], Any]]) -> None:
        """Back in the loop: the next group gathers while these are told."""
        self._next_group()
        for future, result in results:
            if future.done():
                continue
            if isinstance(result, Exception):
                future.set_exception(result)
                future.exception()  # whoever asked may have gone: then nobody misses it
            else:
                future.set_result(result)

    # -- in the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        while (group := self._queue.get()) is not None:
            if group:
                self._serve(group)
        self.store.close()

    def _serve(self, batch: list[Job]) -> None:
        if self.failed:
            self._reopen()
        began = time.monotonic()
        results: list[tuple[asyncio.Future[Any], Any]] = []
        writes = False
        try:
            if self.failed:
                raise StoreFailed(self.failed)
            for job, future, wanted in batch:
                if wanted and not writes:
                    writes = True
                    self.store.begin()
                results.append((future, self._one(job)))
            if writes:
                self.store.commit()
            self.commits += 1
            self.jobs += len(batch)
            self.slowest = max(self.slowest, time.monotonic() - began)
        except Undone as why:
            results = self._one_by_one(batch, why)
        except self._broken as wrong:
            self._fail(wrong)
            results = [(future, StoreFailed(str(wrong))) for _, future, _ in batch]
        self.loop.call_soon_threadsafe(self._written, results)

    def _one_by_one(self, batch: list[Job], why: Undone) -> list[tuple[asyncio.Future[Any], Any]]:
        """A group fell because of one of its jobs: each alone, in the same order, so that it harms only itself."""
        results: list[tuple[asyncio.Future[Any], Any]] = []
        try:
            self.store.rollback()
            for job, future, _ in batch:
                result: Any = Conflict(str(why))
                for _ in range(TRIES):
                    try:
                        self.store.begin()
                        result = self._one(job)
                        self.store.commit()
                        break
                    except Undone as again:
                        self.store.rollback()
                        result = Conflict(str(again))
                results.append((future, result))
                self.commits += 1
                self.jobs += 1
        except self._broken as wrong:
            self._fail(wrong)
            results += [(future, StoreFailed(str(wrong))) for _, future, _ in batch[len(results) :]]
        return results

    def _one(self, job: Callable[[Store], Any]) -> Any:
        """A job that is refused (Conflict) has written nothing; the others of the group stand."""
        try:
            return job(self.store)
        except StoreFailed as damaged:  # one damaged journal is not a failed disk
            return damaged
        except self._broken:
            raise
        except Conflict as conflict:
            return conflict
        except Exception as wrong:
            return wrong

    def _fail(self, wrong: Exception) -> None:
        """After a failed commit this handle is not to be believed any more: it is opened again before the next job."""
        self.failed = str(wrong) or type(wrong).__name__
        with suppress(*self._broken):
            self.store.rollback()
        with suppress(*self._broken):
            self.store.close()

    def _reopen(self) -> None:
        try:
            self.store.open()
            self.store.begin()
            self.store.probe()
            self.store.commit()
            self.failed = ""
        except self._broken as wrong:
            self.failed = str(wrong) or type(wrong).__name__
            time.sleep(PROBE / 10)
