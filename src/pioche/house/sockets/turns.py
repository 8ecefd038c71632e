"""Requests take turns: between the beginnings of two of them everybody at a table has been heard.

A loop does everything that is ready before it listens again. Forty requests that come at once would be forty answers
before the next move is read; so one is begun, then the loop listens, then the next one is begun.
"""

from __future__ import annotations

import asyncio
from collections import deque

from starlette.types import ASGIApp, Receive, Scope, Send


class Turns:
    """Around the whole application. What runs on, as a socket or a stream, has its turn once, at its beginning."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._taken = False  # somebody has begun since the loop last listened

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
        """The loop has listened."""
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():  # else whoever asked is gone
                future.set_result(None)
                asyncio.get_running_loop().call_soon(self._next)
                return
        self._taken = False
