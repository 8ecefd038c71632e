"""Connections that behave badly, byte by byte. They come from other addresses of this machine (127.0.0.2 and on), as
strangers would: only 127.0.0.1 itself is taken for a proxy."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from tests.house.running import Running, run
from tests.house.wire import Line

STRANGER, OTHER = "127.0.0.2", "127.0.0.3"


_open: list[asyncio.StreamWriter] = []


async def reach(house: Running, source: str = STRANGER) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port, local_addr=(source, 0))
    _open.append(writer)
    return reader, writer


def knock(work: Coroutine[Any, Any, Any], seconds: float = 300) -> None:
    """Run them, and leave no line behind."""

    async def tidy() -> None:
        try:
            await work
        finally:
            for writer in _open:
                writer.transport.abort()
            await asyncio.sleep(0)
            for writer in _open:
                writer.close()
            _open.clear()
            await asyncio.sleep(0)

    run(tidy(), seconds)


def head(house: Running, method: str = "GET", path: str = "/healthz", **headers: str) -> bytes:
    lines = {"host": f"127.0.0.1:{house.port}", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return f"{method} {path} HTTP/1.1\r\n".encode() + b"".join(f"{k}: {v}\r\n".encode() for k, v in lines.items()) + b"\r\n"


def upgrade(house: Running, code: str) -> bytes:
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    more = {"upgrade": "websocket", "connection": "Upgrade", "sec_websocket_key": key, "sec_websocket_version": "13"}
    return head(house, path=f"/t/{code}/ws", **more)


async def answer(reader: asyncio.StreamReader, seconds: float = 20) -> int:
    """The status of the answer; 0 when the line was closed without one."""
    try:
        async with asyncio.timeout(seconds):
            return int((await reader.readuntil(b"\r\n")).split(b" ")[1])
    except (asyncio.IncompleteReadError, ConnectionError):
        return 0


async def closed(reader: asyncio.StreamReader, seconds: float) -> bool:
    """Has the house closed this line within so many seconds?"""
    with contextlib.suppress(TimeoutError, ConnectionError):
        async with asyncio.timeout(seconds):
            while await reader.read(65_536):
                pass
            return True
    return reader.at_eof() or reader.exception() is not None


def connections(house: Running) -> int:
    """Open sockets of the process, by its own table of files."""
    assert house.process is not None
    return sum(1 for one in Path(f"/proc/{house.process.pid}/fd").iterdir() if _is_socket(one))


def _is_socket(one: Path) -> bool:
    try:
        return one.readlink().name.startswith("socket:")
    except OSError:
        return False


async def counter(house: Running, name: str) -> float:
    """One of the numbers the house gives to Prometheus; 0 while it has none."""
    line = Line(house.address)
    _, page = await line.ask("GET", "/metrics")
    await line.close()
    found = re.search(rf"^{re.escape(name)} (\S+)", page.decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


async def longest_wait(house: Running, stop: asyncio.Event) -> float:
    """Somebody asks for something small again and again: the longest answer, in seconds."""
    line, longest = Line(house.address), 0.0
    while not stop.is_set():
        began = time.monotonic()
        status, data = await line.ask("GET", "/api/house")
        longest = max(longest, time.monotonic() - began)
        assert status == 200, json.loads(data)
        await asyncio.sleep(0.01)
    await line.close()
    return longest
