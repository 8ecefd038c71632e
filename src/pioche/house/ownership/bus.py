"""A bell between workers: Redis, if there is one. It carries nothing, so it can lose nothing.

Whoever hears it looks into the database a moment earlier than it would have anyway. Two plain connections, one to
listen and one to ring, each opened again whenever it breaks; of Redis' language only SUBSCRIBE, PUBLISH and PING.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import unquote, urlsplit

log = logging.getLogger("pioche.house")
ALIVE = 5.0  # seconds of silence after which the line is asked whether it is there
PATIENCE = 3.0  # seconds for an answer
AGAIN = 1.0  # seconds between two attempts to open a line
LOST = (OSError, EOFError, TimeoutError, ValueError, asyncio.IncompleteReadError)


class RedisConnection:
    """One connection to Redis."""

    def __init__(self, address: str) -> None:
        self.address = urlsplit(address)
        if self.address.scheme not in ("redis", "rediss") or not self.address.hostname:
            raise ValueError("redis://host:port or rediss://host:port is meant")
        self.port = self.address.port or 6379  # ValueError where that is no port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        secure = ssl.create_default_context() if self.address.scheme == "rediss" else None
        async with asyncio.timeout(PATIENCE):
            self._reader, self._writer = await asyncio.open_connection(self.address.hostname, self.port, ssl=secure)
            if self.address.password:
                user = [unquote(self.address.username)] if self.address.username else []
                await self.ask("AUTH", *user, unquote(self.address.password))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def say(self, *words: str) -> None:
        assert self._writer is not None
        parts = [word.encode() for word in words]
        said = b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts)
        self._writer.write(b"*%d\r\n%s" % (len(parts), said))

    async def ask(self, *words: str) -> object:
        self.say(*words)
        async with asyncio.timeout(PATIENCE):
            return await self.hear()

    async def hear(self) -> object:
        """One answer; ValueError when Redis refuses or says something we do not know."""
        assert self._reader is not None
        line = (await self._reader.readuntil(b"\r\n"))[:-2]
        kind, rest = line[:1], line[1:]
        if kind == b"+":
            return rest
        if kind == b":":
            return int(rest)
        if kind == b"$":
            return None if rest == b"-1" else (await self._reader.readexactly(int(rest) + 2))[:-2]
        if kind == b"*":
            return [await self.hear() for _ in range(int(rest))]
        raise ValueError(rest[:80].decode(errors="replace"))


class Bus:
    """Rings for all workers of one house, and hears them."""

    def __init__(self, address: str, name: str, wake: Callable[[], None]) -> None:
        self._listening, self._speaking = RedisConnection(address), RedisConnection(address)
        self._channel = f"pioche:{name}"
        self._wake = wake
        self._due = asyncio.Event()

    def ring(self) -> None:
        """Never waits, never fails."""
        self._wake()
        self._due.set()

    async def run(self) -> None:
        try:
            await asyncio.gather(self._again(self._listen, self._listening), self._again(self._speak, self._speaking))
        finally:
            self._listening.close()
            self._speaking.close()

    async def _again(self, work: Callable[[RedisConnection], object], line: RedisConnection) -> None:
        """For ever, over one line after the other."""
        told = False
        while True:
            try:
                await line.open()
                told = False
                await work(line)  # type: ignore[misc]
            except LOST:
                if not told:
                    log.warning("the bus is silent: the database is asked instead")
                    told = True
            line.close()
            await asyncio.sleep(AGAIN)

    async def _listen(self, line: RedisConnection) -> None:
        await line.ask("SUBSCRIBE", self._channel)
        self._wake()  # something may have happened while nobody listened
        silent = 0
        while True:
            heard: object = None
            with suppress(TimeoutError):
                async with asyncio.timeout(ALIVE if not silent else PATIENCE):
                    heard = await line.hear()
            if heard is None:
                if silent:
                    raise TimeoutError
                silent = 1
                line.say("PING")
            else:
                silent = 0
                if isinstance(heard, list) and heard[0] == b"message":
                    self._wake()

    async def _speak(self, line: RedisConnection) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), ALIVE)
            if self._due.is_set():
                self._due.clear()
                try:
                    await line.ask("PUBLISH", self._channel, "")
                except LOST:
                    self._due.set()  # over the next line
                    raise
            else:
                await line.ask("PING")
