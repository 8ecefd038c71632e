"""A stream of events from the owner of a tournament, passed on as it comes: nobody knows when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import h11
from starlette.types import Message, Receive, Send

EVENTS = "/events"
KEPT = (b"transfer-encoding", b"connection", b"keep-alive", b"date")  # of one line, not of the stream
PIECE = 65_536
GLANCE = 0.5  # seconds between two looks whether the owner is still there


async def stream(
    owner: tuple[str, int], alive: Callable[[], bool], patience: float, head: bytes, receive: Receive, send: Send
) -> bool:
    """False: the owner was not reached, or is not the owner; nothing was sent then. One that is given up may keep its line
    open and say nothing: the stream ends, and the page asks whoever has the tournament now."""
    try:
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_connection(*owner)
    except OSError:
        return False
    try:
        writer.write(head)
        line = h11.Connection(h11.CLIENT)
        line.send(h11.Request(method="GET", target="/", headers=[("host", "inside")]))
        line.send(h11.EndOfMessage())
        return await _pass_on(line, reader, alive, receive, send)
    finally:
        writer.close()


async def _pass_on(
    line: h11.Connection, reader: asyncio.StreamReader, alive: Callable[[], bool], receive: Receive, send: Send
) -> bool:
    gone = asyncio.ensure_future(_gone(receive))
    begun = False
    try:
        while True:
            event = line.next_event()
            if event is h11.NEED_DATA:
                more = asyncio.ensure_future(reader.read(PIECE))
                while not (more.done() or gone.done()) and alive():
                    await asyncio.wait({more, gone}, timeout=GLANCE, return_when=asyncio.FIRST_COMPLETED)
                if gone.done():
                    more.cancel()
                    return True
                if not more.done():
                    more.cancel()
                    raise TimeoutError
                data = more.result()
                if not data and not begun:
                    return False
                line.receive_data(data)
            elif isinstance(event, h11.Response):
                if event.status_code == 421:
                    return False
                headers = [(bytes(name), bytes(value)) for name, value in event.headers if name not in KEPT]
                await send({"type": "http.response.start", "status": event.status_code, "headers": headers})
                begun = True
            elif isinstance(event, h11.Data):
                await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
            else:
                await send({"type": "http.response.body", "body": b""})
                return True
    except (OSError, h11.RemoteProtocolError):  # the owner has died: the page comes back by itself
        if begun:
            await send({"type": "http.response.body", "body": b""})
        return begun
    finally:
        gone.cancel()


async def _gone(receive: Receive) -> None:
    message: Message = {}
    while message.get("type") != "http.disconnect":
        message = await receive()
