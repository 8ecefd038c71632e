"""Begin one request in each turn of the loop, so that a crowd of requests delays no move by more than one of them.

A loop runs everything that is ready before it reads again: forty requests that come at once would be forty answers
before the next move is read.
"""

from __future__ import annotations

import asyncio
from collections import deque

from starlette.types import ASGIApp, Receive, Scope, Send


class FairScheduling:
    """ASGI middleware around the whole application. A WebSocket or a stream waits once, before it begins."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._taken = False  # a request has begun in this turn of the loop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self._turn()
        await self.app(scope, receive, send)

    async def _turn(self) -> None:
        loop = asyncio.get_running_loop()
        if self._taken:
            self._waiting.append(future := loop.create_future())
            await future
        else:
            self._taken = True
            loop.call_soon(self._next)

    def _next(self) -> None:
        """Let the next request begin: the loop has read since the last one."""
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():  # else it was cancelled
                future.set_result(None)
                asyncio.get_running_loop().call_soon(self._next)
                return
        self._taken = False
