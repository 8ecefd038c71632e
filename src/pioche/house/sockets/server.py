"""The server: it listens, makes HTTP connections, runs the application's life, and ends gracefully.

An ASGI application answers requests and WebSockets. Only documented parts of other packages are used: httptools reads
HTTP (`http_connection`), websockets the frames of WebSockets (`websocket_connection`), uvloop is the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from email.utils import formatdate
from typing import Any

from starlette.types import ASGIApp

from pioche.house.sockets.connection_book import ConnectionBook
from pioche.house.sockets.http_connection import HttpConnection
from pioche.house.sockets.websocket_connection import WebSocketConnection, WriteQueue

log = logging.getLogger("pioche.house")
BACKLOG = 2048  # connections the kernel keeps until they are accepted
SHUTDOWN_SECONDS = 10.0  # for requests and WebSockets to end
DATE_SECONDS = 1.0  # between two readings of the clock for the Date header
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Server:
    """One process's server. `lifespan` is entered before it listens and left when all connections are closed."""

    def __init__(
        self,
        app: ASGIApp,
        lifespan: Callable[[], AbstractAsyncContextManager[None]],
        book: ConnectionBook,
        opened: Callable[[], object] = lambda: None,
        closing: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`opened` is called once it listens, `closing` awaited when it begins to end."""
        self.app, self._lifespan, self.book = app, lifespan, book
        self._opened, self._closing = opened, closing
        self.writes = WriteQueue()
        self.connections: set[HttpConnection | WebSocketConnection] = set()
        self.date = b""  # the line of a response's head
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: list[asyncio.Server] = []
        self._ended = threading.Event()  # `end` was called, perhaps before the loop ran
        self._end: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, sockets: Sequence[socket.socket]) -> None:
        """Serve on bound sockets until `end` is called or the process gets a signal to end."""
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(self._serve(sockets))

    def end(self) -> None:
        """Begin to end, from any thread. A second call does not wait for connections."""
        self._ended.set()
        if self._loop is not None and self._end is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._end.set)

    async def listen(self, listening: socket.socket) -> None:
        """Serve on one more bound socket."""
        loop = asyncio.get_running_loop()
        self._listeners.append(await loop.create_server(lambda: HttpConnection(self), sock=listening, backlog=BACKLOG))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the answer to a request; the server waits for it when it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, sockets: Sequence[socket.socket]) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        with _signals(self._loop, self.end):
            async with self._lifespan():
                self._read_clock()
                for listening in sockets:
                    await self.listen(listening)
                self._opened()
                if not self._ended.is_set():
                    await self._end.wait()
                await self._shut_down()

    async def _shut_down(self) -> None:
        assert self._end is not None
        if self._closing is not None:
            await self._closing()
        for listener in self._listeners:
            listener.close()
        for connection in list(self.connections):
            connection.shut_down()
        self._end.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_SECONDS):
                while (self.connections or self._tasks) and not self._end.is_set():
                    await asyncio.sleep(0.02)
        for connection in list(self.connections):
            connection.transport.abort()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _read_clock(self) -> None:
        self.date = b"date: " + formatdate(usegmt=True).encode() + b"\r\n"
        asyncio.get_running_loop().call_later(DATE_SECONDS, self._read_clock)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's loop where it is installed; None: the system's own."""
    if sys.platform == "win32":
        return None
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


@contextlib.contextmanager
def _signals(loop: asyncio.AbstractEventLoop, end: Callable[[], None]) -> Iterator[None]:
    """Call `end` for the signals that end a process, in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number in SIGNALS:
        if sys.platform == "win32":
            signal.signal(number, lambda *_: end())
        else:
            loop.add_signal_handler(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            if sys.platform != "win32":
                loop.remove_signal_handler(number)
            signal.signal(number, handler)
