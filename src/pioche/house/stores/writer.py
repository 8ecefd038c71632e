"""The one who writes everything down: a thread of its own, many wishes in one commit.

A commit costs a turn of the disk, whether it holds one move or a hundred. So whatever is waiting goes into the
next one. No cancelled task can disturb it, and nobody hears of a move before the commit that holds it returned.
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
    Store,
    StoreDamaged,
    StoreFailed,
    StoreForbidden,
    StoreFull,
    StoreInUse,
    StoreMoved,
    Undone,
    Unsure,
)

log = logging.getLogger("pioche.house")

Result = TypeVar("Result")
LOOK, DO, APPEND = range(3)  # kinds of jobs: a look writes nothing
Job = tuple[Callable[[Store], Any] | Append, asyncio.Future[Any], int]
KIND = itemgetter(2)
MOST = 512  # jobs in one commit
BESIDE = 3  # jobs in a group that are no moves, where more than that wait
PLAYED = 1.0  # seconds since the last move: somebody plays, and a job that writes, with its many statements, goes alone
GATHER = 0.016  # seconds from one group to the next in a busy house: a frame of a screen
BUSY, CROWD = 200.0, 12.0  # jobs a second that are no trouble one by one; so many above that, and the house is busy
PROBE = 1.0  # seconds between two attempts to open a failed store
TRIES = 5  # of a job the database undid
LONGEST = 6.0  # seconds a group may take before those who wait are told
KINDS: dict[type[StoreFailed], str] = {
    StoreFull: "full", StoreDamaged: "damaged", StoreForbidden: "forbidden", StoreMoved: "moved", StoreInUse: "in use",
}  # fmt: skip
REFUSALS: dict[type[StoreFailed], str] = {
    StoreDamaged: "data_damaged", StoreMoved: "house_moved", StoreInUse: "house_taken",
}  # fmt: skip
DAMAGED = ("XX001", "XX002")  # what PostgreSQL says of damaged pages of tables and of indexes
OVERSLEPT = 1.0  # seconds late: the whole process stood still, and the group gets a moment more


class Spoilt(Undone):
    """A job met a damaged page: it cannot be done, and all others can."""


def kind_of(wrong: BaseException | None) -> type[StoreFailed]:
    """What kind of failure it is, as far as anybody has a name for it."""
    while isinstance(wrong, NotCommitted | Undone):
        wrong = wrong.__context__
    if getattr(wrong, "sqlstate", "") in DAMAGED:
        return StoreDamaged
    known = wrong if isinstance(wrong, StoreFailed) else failure(wrong) if isinstance(wrong, Exception) else None
    return next((kind for kind in KINDS if isinstance(known, kind)), StoreFailed)


def refusal(kind: type[StoreFailed]) -> str:
    """The name of the sentence for a request that failed over it."""
    return next((name for known, name in REFUSALS.items() if issubclass(kind, known)), "disk_refuses")


def _named(wrong: Exception) -> str:
    """For the log, in words that hold nothing of what was stored."""
    root = wrong.__context__ if isinstance(wrong, NotCommitted | Undone) and wrong.__context__ else wrong
    kind = KINDS.get(kind_of(wrong), "failed")
    return f"{kind} ({getattr(root, 'sqlite_errorname', '') or type(root).__name__})"


class Writer:
    """Runs jobs on a store in its own thread, in groups: moves in the order they came, and so everything else."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self.store = store
        self._broken: tuple[type[Exception], ...] = (*store.broken, StoreFailed, Undone)
        self.loop = loop
        self.failed = ""  # why nothing can be stored now
        self.kind: type[StoreFailed] = StoreFailed  # of that failure
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
        self._crowd = 0.0  # jobs of late, less those that are no trouble
        self._alarm: asyncio.TimerHandle | None = None
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

    @property
    def can_write(self) -> bool:
        return not (self.failed or self.stuck)

    @property
    def refusal(self) -> str:
        """The name of the sentence for it, when it cannot."""
        return refusal(self.kind) if self.failed else "disk_refuses"

    async def do(self, job: Callable[[Store], Result]) -> Result:
        """Run a job and return when it is durable. Unsure: nobody knows whether it happened; any other StoreFailed: it did
        not, and never will."""
        return cast(Result, await self._ask(job, DO))

    def append(self, code: str, first: int, bodies: list[bytes], token: int) -> asyncio.Future[None]:
        """Add entries to a journal; see `Store.append`."""
        return self._ask(Append(code, first, bodies, token), APPEND)

    async def look(self, job: Callable[[Store], Result]) -> Result:
        """Read something; possible for as long as the file can be read."""
        return cast(Result, await self._ask(job, LOOK))

    def _ask(self, job: Callable[[Store], Any] | Append, kind: int) -> asyncio.Future[Any]:
        """Whoever goes away does not wait for it any more, but the job is done all the same."""
        if self.stuck:
            raise StoreFailed("the store does not answer")
        future: asyncio.Future[Any] = self.loop.create_future()
        self._waiting.append((job, future, kind))
        if not self._busy:
            self._next_group()
        return future

    def _next_group(self) -> None:
        """One group at a time. It goes at once, with whatever else comes in this turn of the loop; in a busy house a group
        gathers for a moment, as each costs a turn of the disk."""
        self._busy = bool(self._waiting)
        if self._busy:
            gather = self._crowd > CROWD and not self._left
            self.loop.call_at(self._handed + (GATHER if gather else 0.0), self._hand_over)

    def _hand_over(self) -> None:
        before, self._handed = self._handed, self.loop.time()
        group = self._waiting[:MOST]
        del self._waiting[:MOST]
        moves: list[Job] = []
        others: list[Job] = []
        for job in group:
            (moves if KIND(job) == APPEND else others).append(job)
        if moves:
            self._moved = self._handed
        if others:  # nobody who plays waits long for the tables and the lists others ask for
            alone, few = self._handed - self._moved < PLAYED, 1
            while few < min(BESIDE, len(others)) and not (alone and DO in (KIND(others[few - 1]), KIND(others[few]))):
                few += 1
            group, self._waiting[:0] = others[:few] + moves, others[few:]
        self._left = bool(self._waiting)
        self._crowd = min(2 * CROWD, max(0.0, self._crowd - BUSY * (self._handed - before)) + len(group))
        self._queue.put(group)
        self._alarm = self.loop.call_later(LONGEST, self._takes_too_long, group)

    def _takes_too_long(self, group: list[Job]) -> None:
        """Nobody waits for ever: those of the group are told that nothing is known, those behind it that nothing was done.
        The thread may come back; whoever asks before it does is told at once."""
        if self.loop.time() > self._handed + LONGEST + OVERSLEPT:
            self._handed = self.loop.time() + OVERSLEPT - LONGEST
            self._alarm = self.loop.call_later(OVERSLEPT, self._takes_too_long, group)
            return
        if not self.stuck:
            log.error("nothing can be stored now", extra={"error": "the store does not answer"})
        self.stuck = True
        behind, self._waiting = self._waiting, []
        why = "the store does not answer"
        told: list[tuple[asyncio.Future[Any], Any]]
        told = [(future, Unsure(why) if writes else StoreFailed(why)) for _, future, writes in group]
        _tell(told + [(future, StoreFailed(why)) for _, future, _ in behind])

    def _written(self, results: list[tuple[asyncio.Future[Any], Any]]) -> None:
        """Back in the loop: the next group gathers while these are told."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self.stuck:
            log.warning("moves are stored again")
        self.stuck = False
        self._next_group()
        _tell(results)

    # -- in the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        while (group := self._queue.get()) is not None:
            if group:
                self._serve(group)
        self.store.close()

    def _serve(self, group: list[Job]) -> None:
        """Moves are in a commit of their own, and told before anything else is looked up or written."""
        moves = 0
        for job in group:
            moves += KIND(job) == APPEND
        if 0 < moves < len(group):
            group.sort(key=KIND, reverse=True)
            self.loop.call_soon_threadsafe(_tell, self._done(group[:moves]))
            del group[:moves]
        self.loop.call_soon_threadsafe(self._written, self._done(group))

    def _done(self, batch: list[Job]) -> list[tuple[asyncio.Future[Any], Any]]:
        """What became of jobs that share a commit."""
        if self.failed:
            self._reopen()
        began = time.monotonic()
        looks: list[Job] = []
        writes: list[Job] = []
        for job in batch:
            (looks if KIND(job) == LOOK else writes).append(job)
        results: list[tuple[asyncio.Future[Any], Any]] = []
        committing = False
        try:
            if self.failed and not self._readable:
                raise self.kind(self.failed)
            results += map(self._look, looks)  # outside of any transaction: what cannot be read spoils no commit
            if self.failed:
                results += map(self._answer, writes)
            elif writes:
                told: list[Conflict | None] | None = None
                if KIND(writes[0]) == APPEND:  # moves of many tables, in one statement
                    appends, futures, _ = zip(*writes, strict=True)
                    committing = True
                    told = self.store.append_group(list(appends))
                    committing = False
                if told is None:
                    self.store.begin()
                    if KIND(writes[0]) == APPEND:
                        told = self.store.append_all(list(appends))
                    else:
                        results += map(self._answer, writes)
                    committing = True
                    self.store.commit()
                if told is not None:
                    results += zip(futures, told, strict=True)
            self.commits += 1
            self.jobs += len(batch)
            self.slowest = max(self.slowest, time.monotonic() - began)
        except Undone as why:
            self._look_at(why)
            results = results[: len(looks)] + self._one_by_one(writes, why)
        except self._broken as wrong:
            self._fail(wrong)
            kind = Unsure if committing and not isinstance(wrong, NotCommitted) else self.kind
            results = results[: len(looks)]
            results += [(future, kind(str(wrong))) for _, future, _ in (looks + writes)[len(results) :]]
        return results

    def _one_by_one(self, batch: list[Job], why: Undone) -> list[tuple[asyncio.Future[Any], Any]]:
        """A group fell because of one of its jobs: each alone, in the same order, so that it harms only itself."""
        results: list[tuple[asyncio.Future[Any], Any]] = []
        committing = False
        try:
            self.store.rollback()
            for job, future, _ in batch:
                result: Any = Conflict(str(why))
                for _ in range(TRIES):
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
            kinds = [Unsure if unsure else self.kind] + [self.kind] * len(left)
            results += [(future, kind(str(wrong))) for future, kind in zip(left, kinds, strict=False)]
        return results

    def _look(self, asked: Job) -> tuple[asyncio.Future[Any], Any]:
        try:
            return self._answer(asked)
        except Undone as why:  # what was asked for cannot be
            return asked[1], _meaning(why)

    def _answer(self, asked: Job) -> tuple[asyncio.Future[Any], Any]:
        job, future, kind = asked
        return future, self.kind(self.failed) if kind != LOOK and self.failed else self._one(job)

    def _one(self, job: Callable[[Store], Any] | Append) -> Any:
        """A job that is refused (Conflict) has written nothing; the others of the group stand."""
        try:
            return self.store.append(*job) if isinstance(job, Append) else job(self.store)
        except StoreFailed as damaged:  # one damaged journal is not a failed disk
            return damaged
        except self._broken as wrong:
            if not isinstance(wrong, Undone) and self._look_at(wrong):
                raise Spoilt(str(wrong)) from wrong
            raise
        except Conflict as conflict:
            return conflict
        except Exception as wrong:
            return wrong

    def _fail(self, wrong: Exception) -> None:
        """After a failed commit this handle is not to be believed any more: it is opened again before the next job."""
        self._remember(wrong)
        with suppress(*self._broken):
            self.store.rollback()
        with suppress(*self._broken):
            self.store.close()

    def _remember(self, wrong: Exception) -> None:
        """Why nothing can be stored. The log is told when that begins, and when it is another reason."""
        if not self.failed or self.kind is not kind_of(wrong):
            log.error("nothing can be stored now", extra={"error": _named(wrong)})
        self.failed, self.kind = str(wrong) or type(wrong).__name__, kind_of(wrong)

    def _look_at(self, wrong: Exception) -> bool:
        """Is it what lies there that is at fault, and not the store? The log is told once."""
        if kind_of(wrong) is not StoreDamaged:
            return False
        if not self.damaged:
            log.error("stored data is damaged: pioche doctor says more", extra={"error": _named(wrong)})
        self.damaged = True
        return True

    def _reopen(self) -> None:
        """Where nothing can be written, what is stored may still be read: then it is known what was."""
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
            time.sleep(PROBE / 10)


def _meaning(why: Undone) -> Exception:
    return StoreDamaged(str(why)) if isinstance(why, Spoilt) else Conflict(str(why))


def _tell(results: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in results:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
            future.exception()  # whoever asked may have gone: then nobody misses it
        else:
            future.set_result(result)
