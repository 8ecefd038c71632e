"""Processes in which bots think long. People come first there too: nobody's bots keep the bots of others waiting.

Questions wait in a line for each person whose table asks, and are taken by turns. Every answer has a deadline by the
clock on the wall: a process that does not keep it is killed and replaced, and the table plays on without it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

from pioche.bots import COMPILE_WAIT_SECONDS
from pioche.house.seated_bots import roster

BOT_SEARCH_SECONDS = 1.0  # of a search for one decision
MARGIN_SECONDS = 1.0  # more, for a machine with other work
ANSWER_SECONDS = 2 * (BOT_SEARCH_SECONDS + COMPILE_WAIT_SECONDS + MARGIN_SECONDS)  # one turn of waiting, one of thinking
MAX_WAITING_QUESTIONS = 50  # of one person; a further question is refused


class TooLate(Exception):
    """No answer in time."""


async def stepped_back(start: Callable[..., Future[Any]], *args: Any) -> Future[Any]:
    """Start a process in a thread, as it takes as long as many moves. A process that loads what it needs would share the
    core with the house, so its thread has a low priority, which the process has from it."""
    initializer = roster.lower_priority if sys.platform == "linux" else None  # elsewhere it would be the whole house's
    thread = ThreadPoolExecutor(1, thread_name_prefix="start", initializer=initializer)
    try:
        return await asyncio.get_running_loop().run_in_executor(thread, start, *args)
    finally:
        thread.shutdown(wait=False)


class Thinker:
    """One process. It takes questions once it has said that it is there."""

    def __init__(self, ready: Callable[[], None]) -> None:
        self.pid = 0
        self.busy = True
        self._executor: ProcessPoolExecutor | None = None
        self._ended = False
        self._ready = ready
        self._starting = asyncio.get_running_loop().create_task(self._start())

    async def _start(self) -> None:
        with suppress(BrokenExecutor):
            self.pid = await asyncio.wrap_future(await stepped_back(self._begin))
            self.busy = False
            self._ready()

    def _begin(self) -> Future[int]:
        self._executor = ProcessPoolExecutor(1, get_context("spawn"), roster.step_back)
        first = self._executor.submit(os.getpid)
        if self._ended:  # meanwhile
            self._executor.shutdown(wait=False, cancel_futures=True)
        return first

    async def _do(self, work: Callable[..., Any], *args: Any) -> Any:
        await asyncio.shield(self._starting)
        assert self._executor is not None
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, *args)

    async def ask(self, work: Callable[..., Any], *args: Any, seconds: float) -> Any:
        try:
            async with asyncio.timeout(seconds):
                return await self._do(work, *args)
        except TimeoutError:
            raise TooLate from None

    def end(self) -> None:
        """Kill the process, also one that was stopped."""
        self._ended = True
        self._starting.cancel()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        if self.pid:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(self.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)


class BotProcesses:
    """As many as the machine has cores for, started with the first question."""

    def __init__(self, most: int = 0) -> None:
        self.most = most or min(4, max(1, (os.cpu_count() or 1) // 2))
        self._thinkers: list[Thinker] = []
        self._background: ProcessPoolExecutor | None = None
        self._lines: dict[str, deque[tuple[asyncio.Future[str], tuple[Any, ...]]]] = {}  # by person, in turn
        self._running: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def ask(self, whose: str, *question: Any) -> str:
        """Return the move of a bot at a table of this person. TooLate when there is none in time."""
        line = self._lines.setdefault(whose, deque())
        if len(line) >= MAX_WAITING_QUESTIONS or self._closed:
            raise TooLate
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        line.append((future, question))
        self._next()
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await future
        except TimeoutError:
            raise TooLate from None

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Something long that is no bot's: in a process of its own."""
        if self._background is None:
            self._background = ProcessPoolExecutor(1, get_context("spawn"), roster.step_back)
        try:  # the first question starts the process
            return await asyncio.wrap_future(await stepped_back(self._background.submit, work, *args))
        except BrokenExecutor:
            self._background = None
            raise

    def get_ready(self) -> None:
        """There will be questions soon."""
        while len(self._thinkers) < self.most and not self._closed:
            self._thinkers.append(Thinker(self._next))

    def warm_up(self, game: str) -> None:
        """Questions will be about this game. Each process begins to fetch what it needs, and answers meanwhile."""
        self.get_ready()
        self._start(self._warm_up(game))

    async def _warm_up(self, game: str) -> None:
        for thinker in list(self._thinkers):
            with suppress(BrokenExecutor, TooLate):
                await thinker.ask(roster.warm_up, game, seconds=60)

    def _next(self) -> None:
        """Give every process that is free a question, by turns between people."""
        self.get_ready()
        for thinker in self._thinkers:
            if not thinker.busy and (found := self._take()) is not None:
                thinker.busy = True
                self._start(self._think(thinker, *found))

    def _take(self) -> tuple[str, asyncio.Future[str], tuple[Any, ...]] | None:
        for whose in list(self._lines):
            line = self._lines.pop(whose)
            while line and line[0][0].done():  # its table waits no longer
                line.popleft()
            if not line:
                continue
            if self._running[whose] >= max(1, self.most - 1):  # one process is there for everybody else
                self._lines[whose] = line
                continue
            future, question = line.popleft()
            if line:
                self._lines[whose] = line  # behind all others
            self._running[whose] += 1
            return whose, future, question
        return None

    async def _think(self, thinker: Thinker, whose: str, future: asyncio.Future[str], question: tuple[Any, ...]) -> None:
        try:
            answer = await thinker.ask(
                roster.ponder, *question, seconds=BOT_SEARCH_SECONDS + COMPILE_WAIT_SECONDS + MARGIN_SECONDS
            )
            if not future.done():
                future.set_result(answer)
        except (TooLate, BrokenExecutor):
            self._thinkers.remove(thinker)
            thinker.end()
            if not future.done():
                future.set_exception(TooLate())
        except Exception as wrong:  # the bot is at fault, not its process
            if not future.done():
                future.set_exception(wrong)
        finally:
            thinker.busy = False
            self._running[whose] -= 1
            if not self._running[whose]:
                del self._running[whose]
            if not self._closed:
                self._next()

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        self._closed = True
        for thinker in self._thinkers:
            thinker.end()
        if self._background is not None:
            self._background.shutdown(wait=False, cancel_futures=True)
