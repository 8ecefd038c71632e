"""A thin line to the house: as little as possible between a test and the bytes it compares."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


class Line:
    """HTTP over one kept connection."""

    def __init__(self, address: str, token: str = "") -> None:
        self.host, self.port = address.removeprefix("http://").split(":")
        self.address, self.token = address, token
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._one_at_a_time = asyncio.Lock()

    async def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        async with self._one_at_a_time:
            if self._writer is None:
                self._reader, self._writer = await asyncio.open_connection(self.host, int(self.port))
            reader, writer = self._reader, self._writer
            assert reader is not None
            data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
            lines = {"host": f"{self.host}:{self.port}", "content-length": str(len(data))}
            if self.token:
                lines["authorization"] = f"Bearer {self.token}"
            if body is not None:
                lines["content-type"] = "application/json"
            lines |= headers or {}
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + data)
            answer = await reader.readuntil(b"\r\n\r\n")
            status = int(answer.split(b" ", 2)[1])
            length = re.search(rb"content-length: (\d+)", answer, re.IGNORECASE)
            return status, await reader.readexactly(int(length[1])) if length else b""

    async def post(self, path: str, body: Any = None) -> Any:
        status, data = await self.ask("POST", path, body)
        assert status == 200, (path, status, data)
        return json.loads(data)

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    async def guest(self, name: str) -> Line:
        self.token = (await self.post("/api/me", {"name": name}))["token"]
        return self

    async def socket(self, code: str, **hello: Any) -> Wire:
        ticket = (await self.post(f"/api/tables/{code}/ticket"))["ticket"]
        address = self.address.replace("http", "ws", 1)
        line = await connect(f"{address}/t/{code}/ws", compression=None, ping_interval=None, proxy=None, open_timeout=30)
        wire = Wire(line)
        await wire.send({"t": "hello", "ticket": ticket, "since": 0, **hello})
        return wire


class Wire:
    """A socket that keeps everything it hears, as it was heard."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.heard: list[str] = []

    async def send(self, message: dict[str, Any]) -> None:
        await self.line.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        text = str(await self.line.recv())
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        return message

    async def wish(self, **wish: Any) -> dict[str, Any]:
        """Everything up to the answer: whatever the house had to say before it has been heard then."""
        await self.send(wish)
        while True:
            message = await self.hear()
            if message.get("id") == wish["id"]:
                return message

    async def first_look(self) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if message["t"] == "news" and not message["more"]:
                return message

    async def close(self) -> None:
        self.line.transport.abort()
