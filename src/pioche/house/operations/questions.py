"""Have something done by an actor in its order, and wait for what comes of it.

An error knows the frames it passed and their variables, and a future that failed knows its error. A variable that holds
the future there closes a circle, which lies in memory until a garbage collection finds it. So it is deleted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pioche.house.protocol.sentences import Refusal

Job = Callable[..., Awaitable[Any]]


class Questions:
    """Those of one actor that are not answered yet."""

    def __init__(self) -> None:
        self._open: set[asyncio.Future[Any]] = set()

    def __bool__(self) -> bool:
        return bool(self._open)

    async def ask(self, put: Callable[..., None], job: Job, *args: Any) -> Any:
        """`put` has something done in the actor's order."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._open.add(future)
        future.add_done_callback(self._open.discard)
        put(_answer, future, job, args)
        try:
            return await asyncio.shield(future)
        finally:
            del future

    def refuse(self, why: Exception) -> None:
        """None of them will be answered."""
        for future in list(self._open):
            if not future.done():
                future.set_exception(why)
                future.exception()  # whoever asked may be gone


async def _answer(future: asyncio.Future[Any], job: Job, args: tuple[Any, ...]) -> None:
    try:
        result = await job(*args)
    except Exception as wrong:
        if not future.done():
            future.set_exception(wrong)
            future.exception()
        if not isinstance(wrong, Refusal):
            raise
    else:
        if not future.done():
            future.set_result(result)
    finally:
        del future
