"""One thread for slow functions, shared fairly: kinds of work take turns, and within a kind the callers take turns.

A caller with many jobs delays its own jobs only. Other callers wait at most for the running job and for one job of each
other caller of their kind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

from pioche.house.protocol.sentences import Refusal

Result = TypeVar("Result")
MAX_QUEUED_JOBS = 2_000  # of one thread
BUSY_RETRY_SECONDS = 5  # told to a caller whose job is refused


class Job(NamedTuple):
    """A queued call, and the future of its result."""

    answer: asyncio.Future[Any]
    work: Callable[..., Any]
    args: tuple[Any, ...]


class FairThread:
    """A thread with a bounded queue for each kind of work and each caller."""

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        # By kind, then by caller. The first kind and its first caller are next; served, they go to the end. A caller's jobs
        # are in order of arrival (a dict, so that a job whose caller has gone leaves it at once).
        self._queues: dict[str, dict[str, dict[asyncio.Future[Any], Job]]] = {}
        self._queued = 0
        self._running = False
        self._closed = False

    async def run(self, kind: str, caller: str, work: Callable[..., Result], *args: Any) -> Result:
        """Run `work(*args)` in the thread and return its result. `caller`: an address, a table, a tournament.

        Raise a refusal if too many jobs are queued: of the caller with most of them, the newest is refused.
        """
        if self._closed:
            raise Refusal("moved", 503, retry=1000)
        job = Job(asyncio.get_running_loop().create_future(), work, args)
        self._queues.setdefault(kind, {}).setdefault(caller, {})[job.answer] = job
        self._queued += 1
        try:
            if self._queued > MAX_QUEUED_JOBS:
                self._refuse_one()
            self._start_next()
            result: Result = await job.answer
            return result
        finally:
            self._remove(kind, caller, job)
            del job  # a failed future holds this frame through its error: without this they would be a cycle

    def close(self) -> None:
        """Refuse all queued jobs. The one that is running ends by itself."""
        self._closed = True
        for callers in self._queues.values():
            for jobs in callers.values():
                for answer in jobs:
                    _refuse(answer, Refusal("moved", 503, retry=1000))
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _remove(self, kind: str, caller: str, job: Job) -> None:
        """Take a job out of its queue, if it is still there."""
        callers = self._queues.get(kind, {})
        if job.answer not in callers.get(caller, {}):
            return
        del callers[caller][job.answer]
        self._queued -= 1
        if not callers[caller]:
            del callers[caller]
        if not callers:
            del self._queues[kind]

    def _refuse_one(self) -> None:
        """Refuse the newest job of the caller with most jobs."""
        queues = ((kind, caller, jobs) for kind, callers in self._queues.items() for caller, jobs in callers.items())
        kind, caller, longest = max(queues, key=lambda queue: len(queue[2]))
        newest = longest[next(reversed(longest))]
        _refuse(newest.answer, Refusal("too_often", 429, retry=BUSY_RETRY_SECONDS * 1000, seconds=BUSY_RETRY_SECONDS))
        self._remove(kind, caller, newest)

    def _start_next(self) -> None:
        """Give the thread the next job, unless it has one."""
        while self._queues and not self._running and not self._closed:
            kind, callers = next(iter(self._queues.items()))
            caller, jobs = next(iter(callers.items()))
            job = next(iter(jobs.values()))
            self._remove(kind, caller, job)
            if kind in self._queues:
                self._queues[kind] = self._queues.pop(kind)
                if caller in callers:
                    callers[caller] = callers.pop(caller)
            if job.answer.done():  # refused, or its caller has gone
                continue
            self._running = True
            running = asyncio.get_running_loop().run_in_executor(self._executor, _outcome, job.work, job.args)
            running.add_done_callback(partial(self._finish, job.answer))

    def _finish(self, answer: asyncio.Future[Any], done: asyncio.Future[tuple[Any, BaseException | None]]) -> None:
        self._running = False
        if not answer.done() and not done.cancelled():
            result, error = done.result()
            if error is None:
                answer.set_result(result)
            else:
                answer.set_exception(error)
        self._start_next()


def _outcome(work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, BaseException | None]:
    try:
        return work(*args), None
    except Exception as error:
        return None, error


def _refuse(answer: asyncio.Future[Any], refusal: Refusal) -> None:
    if not answer.done():
        answer.set_exception(refusal)
