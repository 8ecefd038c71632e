"""A small reverse proxy in a process of its own: `python -m tests.house.proxy TARGET_PORT [forwarded] [https]`.

It does what proxies in front of a house do: passes bytes on and adds the address it was called from to the headers of
each request, behind whatever the caller wrote there itself.
"""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from contextlib import suppress
from typing import Any


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
        writer.close()


def _told(head: bytes, address: str, way: str, scheme: str) -> bytes:
    """The head of a request with the caller's address behind what it says already."""
    lines = head.split(b"\r\n")
    if way == "forwarded":
        shown = f'"[{address}]"' if ":" in address else address
        return b"\r\n".join([*lines, f"Forwarded: for={shown};proto={scheme}".encode()])
    before = [line.partition(b":")[2].strip() for line in lines if line.lower().startswith(b"x-forwarded-for:")]
    rest = [line for line in lines if not re.match(rb"(?i)x-forwarded-(for|proto):", line)]
    chain = b", ".join([*before, address.encode()])
    return b"\r\n".join([*rest, b"X-Forwarded-For: " + chain, f"X-Forwarded-Proto: {scheme}".encode()])


async def serve(target: int, way: str, scheme: str) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request a connection is enough for tests; a socket goes through as it comes."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n"))[:-4]
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", target)
            told = _told(head, writer.get_extra_info("peername")[0], way, scheme)
            if b"upgrade" not in head.lower():
                told += b"\r\nConnection: close"
            far_writer.write(told + b"\r\n\r\n")
            await asyncio.gather(_pipe(reader, far_writer), _pipe(far_reader, writer))
        except (OSError, asyncio.IncompleteReadError):
            writer.close()

    listening: list[Any] = [await asyncio.start_server(connected, "127.0.0.1", 0)]
    port = listening[0].sockets[0].getsockname()[1]
    if socket.has_ipv6:
        with suppress(OSError):
            listening.append(await asyncio.start_server(connected, "::1", port))
    print(port, flush=True)
    await asyncio.Event().wait()


class Proxy:
    """The process."""

    def __init__(self, target: int, *how: str) -> None:
        command = [sys.executable, "-m", "tests.house.proxy", str(target), *how]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.address = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(
            serve(
                int(sys.argv[1]), "forwarded" if "forwarded" in sys.argv else "x", "https" if "https" in sys.argv else "http"
            )
        )
