"""The one loop of everything that lives on a journal: tables and tournaments.

An actor has a state, which follows from its journal alone, and a task that takes commands from a queue:

    decide   what a command becomes, as an outcome; the state stays as it is
    append   the entries of the outcome to the journal, durably
    absorb   them into the state
    publish  what has changed

An entry is published only when it is durable. A write that fails leaves the state as it was, so there is nothing to undo.
Only where it is unknown what the journal holds (`Unsure`, `Conflict`), or after an internal error, the state is folded from
the journal again (`reload`).
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Generic, Literal, Protocol, TypeVar

from pioche.house.operations.metrics import counts
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Conflict, Fenced, StoreFailed, Unsure
from pioche.house.stores.unreadable import Unreadable, stored_journal
from pioche.house.stores.writer import Writer

log = logging.getLogger("pioche.house")
Job = Callable[..., Awaitable[Any]]
Why = Literal["moved", "unsure", "unreadable", "broken"]  # why an actor leaves the memory although it is needed
State = TypeVar("State")
Outcome = TypeVar("Outcome")


class Keeper(Protocol):
    """The registry of an actor as the actor sees it: the interface of the layer of ownership, which stands above."""

    @property
    def writer(self) -> Writer: ...

    async def take_again(self, code: str) -> int:
        """Return the fencing token under which this worker writes from now on. When this returns, an earlier write has
        arrived or never will. Refusal when another worker owns the journal."""
        ...

    def forget(self, actor: Any) -> None:
        """Take an actor out of the memory; its journal stays."""
        ...


class Actor(ABC, Generic[State, Outcome]):
    """A state, its journal, and the task that alone changes them."""

    what = "unreadable"  # the refusal when the journal cannot be read

    def __init__(self, keeper: Keeper, code: str, state: State, token: int = 0) -> None:
        self.keeper, self.code = keeper, code
        self.state = state  # the only pointer to it
        self.token = token  # of the lease under which entries are appended; 0 where there is one worker
        self.gone = False  # closed, or owned by another worker
        self.loop = asyncio.get_running_loop()
        self._queue: deque[tuple[Job, tuple[Any, ...]]] = deque()
        self._idle: asyncio.Future[None] | None = None  # what the task waits for while the queue is empty
        self._asked: set[asyncio.Future[Any]] = set()  # answers that are due
        self._task: asyncio.Task[None] | None = None

    # -- what a logic adds -----------------------------------------------------------------------

    @abstractmethod
    async def append(self, outcome: Outcome) -> None:
        """Write the entries of an outcome to the journal; return when they are durable."""

    @abstractmethod
    def absorb(self, outcome: Outcome) -> None:
        """Make the state what the entries of an outcome lead to. They are durable."""

    @abstractmethod
    def publish(self) -> None:
        """Adjust clocks and bots to the state, and tell listeners what has changed."""

    @abstractmethod
    async def fold(self, bodies: list[bytes]) -> State:
        """Return the state a journal leads to, computed outside the loop."""

    @abstractmethod
    def reloaded(self, before: State) -> None:
        """Fit everything beside the state to one that was folded again."""

    @abstractmethod
    def send_away(self, why: Why) -> None:
        """Disconnect all listeners, with the request to come back."""

    # -- the queue -------------------------------------------------------------------------------

    def start(self) -> None:
        self._task = self.loop.create_task(self._run(), name=f"actor {self.code}")

    def put(self, job: Job, *args: Any) -> None:
        """Queue a job. A deque with one consumer: `asyncio.Queue` takes several times as long."""
        self._queue.append((job, args))
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def ask(self, job: Job, *args: Any) -> Any:
        """Queue a job and return its result. Raise what it raises, or Fenced when the actor leaves before."""
        if self.gone:
            raise Fenced(self.code)
        future: asyncio.Future[Any] = self.loop.create_future()
        self._asked.add(future)
        future.add_done_callback(self._asked.discard)
        self.put(self._answer, future, job, args)
        return await asyncio.shield(future)

    async def _answer(self, future: asyncio.Future[Any], job: Job, args: tuple[Any, ...]) -> None:
        try:
            result = await job(*args)
        except Exception as wrong:
            if not future.done():
                future.set_exception(wrong)
                future.exception()  # the one who asked may be gone
            if not isinstance(wrong, Refusal):
                raise
        else:
            if not future.done():
                future.set_result(result)

    @property
    def busy(self) -> bool:
        """Whether something is queued or asked."""
        return bool(self._queue or self._asked)

    # -- the loop --------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            if not self._queue:
                self._idle = self.loop.create_future()
                await self._idle
            job, args = self._queue.popleft()
            try:
                try:
                    await job(*args)
                except Refusal:
                    pass
                except StoreFailed as failed:
                    if isinstance(failed, Unsure):
                        raise
                if not self.gone:
                    self.publish()
            except (StoreFailed, Conflict):
                await self.reload()
            except Exception:
                log.exception("folded again after an error", extra={"table": self.code})
                counts.broken.inc()
                await self.reload()
            job, args = _NO_JOB  # releases the arguments, which would be kept until the next job comes

    async def commit(self, outcome: Outcome) -> None:
        """Append the entries of an outcome, then absorb them. Nothing changes when the write fails."""
        try:
            await self.append(outcome)
        except Fenced:
            self.retire("moved")
            raise
        self.absorb(outcome)

    async def reload(self) -> bool:
        """Fold the state from the journal. Return False when the actor leaves the memory instead, because the journal
        cannot be read, is played by another worker, or cannot be folded."""
        if self.gone:
            return False
        try:
            self.token = await self.keeper.take_again(self.code)
            state = await self.fold(await stored_journal(self.keeper.writer, self.code, what=self.what))
            before, self.state = self.state, state
            self.reloaded(before)
            self.publish()
            return True
        except Unreadable:
            self.retire("unreadable")
        except StoreFailed:
            self.retire("unsure")
        except (Conflict, Refusal):
            self.retire("moved")
        except Exception:  # an error of the rules: this actor stops, all others continue
            log.exception("cannot be folded", extra={"table": self.code})
            self.retire("broken")
        return False

    def retire(self, why: Why) -> None:
        """Leave the memory. Listeners come back, and are sent the outcome of their last command then."""
        self.gone = True
        self.send_away(why)
        self.keeper.forget(self)

    def close(self) -> None:
        """End the task, and refuse what was asked."""
        self.gone = True
        if self._task is not None:
            self._task.cancel()
            self._task = None
        for future in list(self._asked):
            if not future.done():
                future.set_exception(Fenced(self.code))
                future.exception()


async def _nothing() -> None:
    """Do nothing."""


_NO_JOB: tuple[Job, tuple[Any, ...]] = _nothing, ()
