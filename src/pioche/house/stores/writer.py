"""The writer thread, with group commit.

A commit costs one sync of the disk, whether it holds one move or a hundred. So everything that waits goes into the next
one. A cancelled task does not cancel its job, and the future of a job is set only when the commit that holds it has
returned.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from operator import itemgetter
from typing import Any, TypeVar, cast

from pioche.house.stores.sqlite import failure
from pioche.house.stores.store import (
    Append,
    Conflict,
    NotCommitted,
    Problem,
    Store,
    StoreDamaged,
    StoreFailed,
    Undone,
    Unsure,
)

log = logging.getLogger("pioche.house")

Result = TypeVar("Result")
READ, WRITE, APPEND = range(3)  # kinds of jobs
Job = tuple[Callable[[Store], Any] | Append, asyncio.Future[Any], int]
KIND = itemgetter(2)
MAX_GROUP_JOBS = 512  # in one commit
MAX_OTHER_JOBS = 3  # in a group besides moves, where more than that wait
PLAYED_SECONDS = 1.0  # since the last move: matches are played, and a job that writes, with its many statements, goes alone
GATHER_SECONDS = 0.016  # from one group to the next while the store is busy: one frame of a screen
CALM_JOBS_PER_SECOND = 200.0  # so many may go one by one
BUSY_BACKLOG = 12.0  # jobs above that rate from which on the store is busy, and groups gather
PROBE_SECONDS = 1.0  # between two attempts to open a failed store
MAX_JOB_TRIES = 5  # of a job the database has undone
GROUP_SECONDS = 6.0  # a group may take before its jobs fail
SUSPENDED_SECONDS = 1.0  # late: the whole process was suspended, and the group gets a moment more

# -- what went wrong, in the words of logs and refusals ------------------------------------------

LOGGED: dict[Problem, str] = {
    Problem.FULL: "full", Problem.DAMAGED: "damaged", Problem.FORBIDDEN: "forbidden", Problem.MOVED: "moved",
    Problem.IN_USE: "in use",
}  # fmt: skip
REFUSALS: dict[Problem, str] = {
    Problem.DAMAGED: "data_damaged", Problem.MOVED: "house_moved", Problem.IN_USE: "house_taken",
}  # fmt: skip
DAMAGED = ("XX001", "XX002")  # PostgreSQL's codes for damaged pages of tables and of indexes


class Spoilt(Undone):
    """A job met a damaged page: it cannot be done, and all others can."""


def problem_of(wrong: BaseException | None) -> Problem:
    """Return what kind of failure an exception stands for."""
    while isinstance(wrong, NotCommitted | Undone):
        wrong = wrong.__context__
    if getattr(wrong, "sqlstate", "") in DAMAGED:
        return Problem.DAMAGED
    known = wrong if isinstance(wrong, StoreFailed) else failure(wrong) if isinstance(wrong, Exception) else None
    return known.problem if known is not None and known.problem in LOGGED else Problem.FAILED


def failed(text: str, problem: Problem) -> StoreFailed:
    """Return the exception for a failure."""
    return StoreDamaged(text) if problem is Problem.DAMAGED else StoreFailed(text, problem)


def refusal(problem: Problem) -> str:
    """Return the name of the sentence for a request that failed over it."""
    return REFUSALS.get(problem, "disk_refuses")


def _named(wrong: Exception) -> str:
    """Describe a failure for the log, in words that hold nothing of what was stored."""
    root = wrong.__context__ if isinstance(wrong, NotCommitted | Undone) and wrong.__context__ else wrong
    return f"{LOGGED.get(problem_of(wrong), 'failed')} ({getattr(root, 'sqlite_errorname', '') or type(root).__name__})"


class Writer:
    """Runs jobs on a store in its own thread, in groups: moves in the order they came, other jobs in theirs."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self.store = store
        self._broken: tuple[type[Exception], ...] = (*store.broken, StoreFailed, Undone)
        self.loop = loop
        self.failed = ""  # why nothing can be stored now
        self.problem = Problem.FAILED  # of that failure
        self.stuck = False  # the store does not answer at all
        self.damaged = False  # some of its pages were met that cannot be read
        self._readable = True
        self.commits = self.jobs = 0
        self.slowest = 0.0
        self._waiting: list[Job] = []  # the next group
        self._busy = False  # a group is being written, or about to be
        self._handed = 0.0  # when the last one was handed over
        self._moved = 0.0  # when the last one with a move was
        self._left = False  # some had to wait for the next group
        self._backlog = 0.0  # jobs of late, less those that are no trouble
        self._alarm: asyncio.TimerHandle | None = None
        self._queue: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Start the thread. The store must be open."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is waiting, then close. Call it in another thread than the loop's."""
        left: list[Job] = []
        while self._waiting:
            left.append(self._waiting.pop(0))
        self._queue.put(left)
        self._queue.put(None)
        self._thread.join(10)

    @property
    def can_write(self) -> bool:
        return not (self.failed or self.stuck)

    @property
    def refusal(self) -> str:
        """The name of the sentence for people while nothing can be written."""
        return refusal(self.problem) if self.failed else "disk_refuses"

    async def do(self, job: Callable[[Store], Result]) -> Result:
        """Run a job and return when it is durable. Raise Unsure when it is unknown whether it happened, any other
        StoreFailed when it did not and never will."""
        return cast(Result, await self._ask(job, WRITE))

    def append(self, code: str, first: int, bodies: list[bytes], token: int) -> asyncio.Future[None]:
        """Add entries to a journal; see `Store.append`."""
        return self._ask(Append(code, first, bodies, token), APPEND)

    async def read(self, job: Callable[[Store], Result]) -> Result:
        """Run a job that only reads; possible as long as the store can be read."""
        return cast(Result, await self._ask(job, READ))

    def _ask(self, job: Callable[[Store], Any] | Append, kind: int) -> asyncio.Future[Any]:
        """Queue a job. Cancelling the caller does not cancel the job."""
        if self.stuck:
            raise StoreFailed("the store does not answer")
        future: asyncio.Future[Any] = self.loop.create_future()
        self._waiting.append((job, future, kind))
        if not self._busy:
            self._next_group()
        return future

    def _next_group(self) -> None:
        """Schedule the next group: at once, with what else comes in this turn of the loop, or after a moment while the store
        is busy, as each group costs a sync of the disk."""
        self._busy = bool(self._waiting)
        if self._busy:
            gather = self._backlog > BUSY_BACKLOG and not self._left
            self.loop.call_at(self._handed + (GATHER_SECONDS if gather else 0.0), self._hand_over)

    def _hand_over(self) -> None:
        before, self._handed = self._handed, self.loop.time()
        group = self._waiting[:MAX_GROUP_JOBS]
        del self._waiting[:MAX_GROUP_JOBS]
        moves: list[Job] = []
        others: list[Job] = []
        for job in group:
            (moves if KIND(job) == APPEND else others).append(job)
        if moves:
            self._moved = self._handed
        if others:  # moves must not wait long for tables and lists that others ask for
            alone, few = self._handed - self._moved < PLAYED_SECONDS, 1
            while few < min(MAX_OTHER_JOBS, len(others)) and not (
                alone and WRITE in (KIND(others[few - 1]), KIND(others[few]))
            ):
                few += 1
            group, self._waiting[:0] = others[:few] + moves, others[few:]
        self._left = bool(self._waiting)
        self._backlog = min(
            2 * BUSY_BACKLOG, max(0.0, self._backlog - CALM_JOBS_PER_SECOND * (self._handed - before)) + len(group)
        )
        self._queue.put(group)
        self._alarm = self.loop.call_later(GROUP_SECONDS, self._takes_too_long, group)

    def _takes_too_long(self, group: list[Job]) -> None:
        """Fail the jobs of a group that takes too long: Unsure for those that write, StoreFailed for those that wait behind
        it. Until the thread comes back new jobs fail at once."""
        if self.loop.time() > self._handed + GROUP_SECONDS + SUSPENDED_SECONDS:
            self._handed = self.loop.time() + SUSPENDED_SECONDS - GROUP_SECONDS
            self._alarm = self.loop.call_later(SUSPENDED_SECONDS, self._takes_too_long, group)
            return
        if not self.stuck:
            log.error("nothing can be stored now", extra={"error": "the store does not answer"})
        self.stuck = True
        behind, self._waiting = self._waiting, []
        why = "the store does not answer"
        failures: list[tuple[asyncio.Future[Any], Any]]
        failures = [(future, Unsure(why) if writes else StoreFailed(why)) for _, future, writes in group]
        _resolve(failures + [(future, StoreFailed(why)) for _, future, _ in behind])

    def _written(self, results: list[tuple[asyncio.Future[Any], Any]]) -> None:
        """Start the next group and answer the jobs of this one. Runs in the loop."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self.stuck:
            log.warning("moves are stored again")
        self.stuck = False
        self._next_group()
        _resolve(results)

    # -- in the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        while (group := self._queue.get()) is not None:
            if group:
                self._serve(group)
        self.store.close()

    def _serve(self, group: list[Job]) -> None:
        """Commit the moves of a group first and answer them before other jobs are run."""
        moves = 0
        for job in group:
            moves += KIND(job) == APPEND
        if 0 < moves < len(group):
            group.sort(key=KIND, reverse=True)
            self.loop.call_soon_threadsafe(_resolve, self._done(group[:moves]))
            del group[:moves]
        self.loop.call_soon_threadsafe(self._written, self._done(group))

    def _done(self, batch: list[Job]) -> list[tuple[asyncio.Future[Any], Any]]:
        """Run jobs in one commit; return their results."""
        if self.failed:
            self._reopen()
        began = time.monotonic()
        reads: list[Job] = []
        writes: list[Job] = []
        for job in batch:
            (reads if KIND(job) == READ else writes).append(job)
        results: list[tuple[asyncio.Future[Any], Any]] = []
        committing = False
        try:
            if self.failed and not self._readable:
                raise failed(self.failed, self.problem)
            results += map(self._read, reads)  # outside of any transaction: what cannot be read spoils no commit
            if self.failed:
                results += map(self._answer, writes)
            elif writes:
                conflicts: list[Conflict | None] | None = None
                if KIND(writes[0]) == APPEND:  # moves of many tables, in one statement
                    appends, futures, _ = zip(*writes, strict=True)
                    committing = True
                    conflicts = self.store.append_group(list(appends))
                    committing = False
                if conflicts is None:
                    self.store.begin()
                    if KIND(writes[0]) == APPEND:
                        conflicts = self.store.append_all(list(appends))
                    else:
                        results += map(self._answer, writes)
                    committing = True
                    self.store.commit()
                if conflicts is not None:
                    results += zip(futures, conflicts, strict=True)
            self.commits += 1
            self.jobs += len(batch)
            self.slowest = max(self.slowest, time.monotonic() - began)
        except Undone as why:
            self._note_damage(why)
            results = results[: len(reads)] + self._one_by_one(writes, why)
        except self._broken as wrong:
            self._fail(wrong)
            unsure = committing and not isinstance(wrong, NotCommitted)
            results = results[: len(reads)]
            for _, future, _ in (reads + writes)[len(results) :]:
                results.append((future, Unsure(str(wrong)) if unsure else failed(str(wrong), self.problem)))
        return results

    def _one_by_one(self, batch: list[Job], why: Undone) -> list[tuple[asyncio.Future[Any], Any]]:
        """Run each job of an undone group in a commit of its own, in the same order."""
        results: list[tuple[asyncio.Future[Any], Any]] = []
        committing = False
        try:
            self.store.rollback()
            for job, future, _ in batch:
                result: Any = Conflict(str(why))
                for _ in range(MAX_JOB_TRIES):
                    try:
                        self.store.begin()
                        result = self._one(job)
                        committing = True
                        self.store.commit()
                        committing = False
                        break
                    except Undone as again:
                        committing = False
                        self.store.rollback()
                        result = _meaning(again)
                        if isinstance(again, Spoilt):
                            break
                results.append((future, result))
                self.commits += 1
                self.jobs += 1
        except self._broken as wrong:
            self._fail(wrong)
            left = [future for _, future, _ in batch[len(results) :]]
            unsure = committing and not isinstance(wrong, NotCommitted)
            for future in left:
                results.append((future, Unsure(str(wrong)) if unsure else failed(str(wrong), self.problem)))
                unsure = False  # the others were not begun
        return results

    def _read(self, asked: Job) -> tuple[asyncio.Future[Any], Any]:
        try:
            return self._answer(asked)
        except Undone as why:  # what was asked for cannot be
            return asked[1], _meaning(why)

    def _answer(self, asked: Job) -> tuple[asyncio.Future[Any], Any]:
        job, future, kind = asked
        return future, failed(self.failed, self.problem) if kind != READ and self.failed else self._one(job)

    def _one(self, job: Callable[[Store], Any] | Append) -> Any:
        """Run one job; return its result or its exception. A job that is refused (Conflict) has written nothing; the others
        of the group stand."""
        try:
            return self.store.append(*job) if isinstance(job, Append) else job(self.store)
        except StoreDamaged as damaged:  # one damaged journal is not a failed disk
            return damaged
        except self._broken as wrong:
            if not isinstance(wrong, Undone) and self._note_damage(wrong):
                raise Spoilt(str(wrong)) from wrong
            raise
        except Conflict as conflict:
            return conflict
        except Exception as wrong:
            return wrong

    def _fail(self, wrong: Exception) -> None:
        """Close a store whose commit failed; it is opened again before the next job."""
        self._remember(wrong)
        with suppress(*self._broken):
            self.store.rollback()
        with suppress(*self._broken):
            self.store.close()

    def _remember(self, wrong: Exception) -> None:
        """Keep why nothing can be stored; log it when that begins and when the reason changes."""
        if not self.failed or self.problem is not problem_of(wrong):
            log.error("nothing can be stored now", extra={"error": _named(wrong)})
        self.failed, self.problem = str(wrong) or type(wrong).__name__, problem_of(wrong)

    def _note_damage(self, wrong: Exception) -> bool:
        """Return whether what is stored is damaged, and not the store itself at fault; log it once."""
        if problem_of(wrong) is not Problem.DAMAGED:
            return False
        if not self.damaged:
            log.error("stored data is damaged: pioche doctor says more", extra={"error": _named(wrong)})
        self.damaged = True
        return True

    def _reopen(self) -> None:
        """Try to open the store again. Where nothing can be written, what is stored may still be read."""
        self._readable = False
        try:
            self.store.close()
            self.store.open()
            self._readable = True
            self.store.begin()
            self.store.probe()
            self.store.commit()
            self.failed = ""
            log.warning("moves are stored again")
        except self._broken as wrong:
            self._remember(wrong)
            with suppress(*self._broken):
                self.store.rollback()
            time.sleep(PROBE_SECONDS / 10)


def _meaning(why: Undone) -> Exception:
    return StoreDamaged(str(why)) if isinstance(why, Spoilt) else Conflict(str(why))


def _resolve(results: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in results:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
            future.exception()  # retrieved, as the caller may have gone
        else:
            future.set_result(result)
