"""Whoever comes to the wrong worker does not notice: it passes them on to the one that plays their table.

A request is carried there and its answer back. A socket is not understood here at all: both lines are tied together
and bytes go through as they come, pings too, so that the owner measures the whole line and guards it (T12). What the
kernel knows of the line is known here alone: it goes along when the socket is opened. A worker that has died is waited
for until somebody may take its table, which may well be this one.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import Any, cast

import h11
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pioche.house.api.endpoint import HEADERS, refused
from pioche.house.core.house import House
from pioche.house.operations import limits
from pioche.house.ownership.leases import Elsewhere, Leases
from pioche.house.people.origins import FORWARDED
from pioche.house.protocol.sentences import Refusal
from pioche.house.sockets.kernel_pings import least_trip
from pioche.house.stores.store import Holding, StoreFailed
from pioche.house.workers.event_relay import EVENTS, stream

HEADER = b"x-pioche-relay"  # the workers' common secret, and whom they speak for
LINE = b"x-pioche-line"  # and how long their line is, in microseconds, as the worker that holds it has measured it
HOPS = {b"connection", b"keep-alive", b"transfer-encoding", b"te", b"trailer", b"upgrade", b"proxy-connection"}
OURS = {HEADER, LINE, *(name.encode() for name in FORWARDED)}  # heard already, at the front door
REACH = 2.0  # seconds to open a line to another worker
GRACE = 4.0  # seconds beyond a lease until a table has a new owner
LONGEST = 8.0  # seconds anybody waits for that without a word
AGAIN = 0.3  # seconds between two attempts
AT_LEAST = (b"/join", b"/ticket")  # may be asked twice, though they are no GET
MISDIRECTED = 421


class Moved(Exception):
    """Not this one, or not any more: look again whose table it is."""


def table_of(path: str) -> str | None:
    """/t/{code}/ws, /api/tables/{code}/..., /api/shared/{code} and /api/tournaments/{code}/...: what the owner answers."""
    parts = path.split("/")
    if len(parts) == 4 and parts[1] == "t" and parts[3] == "ws":
        return parts[2]
    if len(parts) >= 4 and parts[1] == "api" and parts[2] in ("tables", "shared", "tournaments"):
        return parts[3] or None
    return None


class Relay:
    """The application of a house that has several workers."""

    def __init__(self, app: Any) -> None:
        self.app: ASGIApp = app
        self.state = app.state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        code = table_of(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        house: House = self.state.house
        assert house.leases is not None
        _who_speaks(scope, house.leases.relay)
        if code is None or code in house.rooms or code in house.tournaments.rooms or house.closing:
            await self.app(scope, receive, send)
            return
        forwarding = Forwarding(house, house.leases, code, scope, receive, send)
        try:
            here = await forwarding.run()
        except ClientDisconnect:
            return
        except Refusal as no:
            await forwarding.refuse(no)
            return
        if here:
            await self.app(scope, forwarding.again, send)


def _who_speaks(scope: Scope, secret: str) -> None:
    """Another worker says for whom it comes; from anybody else that header means nothing."""
    said = [value for name, value in scope["headers"] if name.lower() == HEADER]
    if said:
        lines = [value for name, value in scope["headers"] if name.lower() == LINE]
        scope["headers"] = [(name, value) for name, value in scope["headers"] if name.lower() not in (HEADER, LINE)]
        key, _, visitor = said[-1].decode("latin-1").partition(" ")
        if secrets.compare_digest(key.encode(), secret.encode()):
            address, _, scheme = visitor.partition(" ")
            scope["client"], scope["relayed"] = (address, 0), True
            scope["held"], scope["line"] = True, int(lines[0]) / 1000 if lines and lines[0].isdigit() else None
            scope["scheme"] = scheme or scope["scheme"]


class Forwarding:
    """One request or socket on its way to the owner of a table."""

    def __init__(self, house: House, leases: Leases, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        self.house, self.leases, self.code = house, leases, code
        self.scope, self.receive, self.send = scope, receive, send
        self.body: bytes | None = None

    async def run(self) -> bool:
        """True when it is to be dealt with here, after all."""
        address = limits.address_key(self.scope["client"][0] if self.scope.get("client") else "")
        wait = self.house.limits.take("read", address)
        if wait:
            raise Refusal("too_often", status=429, retry=int(wait * 1000) + 1000, seconds=int(wait) + 1)
        loop = asyncio.get_running_loop()
        until = loop.time() + min(self.leases.seconds + GRACE, LONGEST)
        while True:
            try:
                owner = await self.leases.whose(self.code)
            except StoreFailed:
                raise Refusal("disk_refuses", status=503) from None
            if owner is None or owner.worker == self.leases.worker:
                return True
            if self.scope.get("relayed"):
                raise Refusal("moved", status=MISDIRECTED)
            with suppress(Moved):
                await (self._carry(owner) if self.scope["type"] == "http" else self._tie(owner))
                return False
            if self.scope["type"] == "websocket" and self.scope["state"]["protocol"].disconnected:
                return False
            if loop.time() > until:
                raise Elsewhere(owner.address)
            await self.leases.changed(AGAIN)

    async def refuse(self, no: Refusal) -> None:
        response = refused(no)
        response.headers.update(HEADERS | {"cache-control": "no-store"})
        if self.scope["type"] == "http":
            await response(self.scope, self.receive, self.send)
        else:
            start = {"type": "websocket.http.response.start", "status": no.status, "headers": response.raw_headers}
            with suppress(OSError):
                await self.send(start)
                await self.send({"type": "websocket.http.response.body", "body": bytes(response.body)})
            self.scope["state"]["protocol"].handshake_complete = True  # uvicorn forgets that this was an answer, too

    async def _while_alive(self, owner: Holding, work: Awaitable[Any]) -> Any:
        """What comes of it, unless the owner is given up meanwhile."""
        task = asyncio.ensure_future(work)
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=AGAIN)
                if not task.done() and not self._is_alive(owner):
                    raise Moved
            return task.result()
        finally:
            task.cancel()

    def _is_alive(self, owner: Holding) -> bool:
        return owner.worker in self.leases.alive

    async def _lost(self, owner: Holding, lost: OSError) -> None:
        """A machine that refuses a line has nobody listening there."""
        if isinstance(lost, ConnectionRefusedError):
            await self.leases.nobody_there(owner.worker)

    # -- requests --------------------------------------------------------------------------------

    async def again(self) -> Message:
        """The request as the application reads it, even if its body has been read here."""
        if self.body is None:
            return await self.receive()
        body, self.body = self.body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def _carry(self, owner: Holding) -> None:
        if self.scope["path"].endswith(EVENTS) and self.scope["method"] == "GET":
            alive, head = partial(self._is_alive, owner), _head(self.scope, self.leases.relay)
            if not await stream(_split(owner.address), alive, REACH, head, self.receive, self.send):
                raise Moved
            return
        request = Request(self.scope, self.again)
        data = b""
        async for chunk in request.stream():
            data += chunk
            if len(data) > limits.BODY:
                raise Refusal("too_long", status=413, most=limits.BODY)
        self.body = data
        try:
            answer = await self._while_alive(owner, carry(self.leases.relay, owner.address, self.scope, data))
        except OSError as lost:
            await self._lost(owner, lost)
            raise Moved from lost  # it was never sent
        except h11.LocalProtocolError as wrong:
            raise Refusal("malformed", status=400, why="headers") from wrong
        except (Moved, EOFError, h11.RemoteProtocolError) as gone:
            if self.scope["method"] in ("GET", "HEAD") or self.scope["path"].encode().endswith(AT_LEAST):
                raise Moved from gone
            raise Elsewhere(owner.address) from gone  # nobody knows whether it was done
        status, headers, body = answer
        if status == MISDIRECTED:
            raise Moved
        kept = [(name, value) for name, value in headers if name not in HOPS | {b"date", b"content-length"}]
        length = [] if self.scope["method"] == "HEAD" else [(b"content-length", b"%d" % len(body))]
        await self.send({"type": "http.response.start", "status": status, "headers": kept + length})
        await self.send({"type": "http.response.body", "body": body})

    # -- sockets ---------------------------------------------------------------------------------

    async def _tie(self, owner: Holding) -> None:
        """From here on this worker is a piece of wire."""
        protocol, loop = self.scope["state"]["protocol"], asyncio.get_running_loop()
        far = End()
        try:
            async with asyncio.timeout(REACH):
                host, port = _split(owner.address)
                await loop.create_connection(lambda: far, host, port)
        except OSError as lost:
            await self._lost(owner, lost)
            raise Moved from lost
        try:
            far.transport.write(_head(self.scope, self.leases.relay))
            await self._while_alive(owner, far.heard.wait())
            if not far.early or far.early.startswith(b"HTTP/1.1 %d" % MISDIRECTED):
                raise Moved
        except BaseException:
            far.transport.close()
            raise
        if protocol.disconnected:
            far.transport.close()
            return
        near = End(protocol)
        far.tie(near)
        protocol.handshake_complete = protocol.close_sent = True  # nothing more is said from here
        protocol.settle()
        near.connection_made(protocol.transport)
        protocol.transport.set_protocol(near)
        near.transport.write(bytes(far.early))
        wires = self.house.wires
        wires[near] = owner.worker
        try:
            await near.done.wait()
        finally:
            del wires[near]


class End(asyncio.Protocol):
    """One end of a wire: what arrives here leaves there, no faster than it is taken."""

    def __init__(self, before: Any = None) -> None:
        self.transport: asyncio.Transport
        self.early = bytearray()  # what came before the ends were tied
        self.heard, self.done = asyncio.Event(), asyncio.Event()
        self._before = before  # uvicorn's protocol, whose books must be kept
        self._other: End | None = None

    def tie(self, other: End) -> None:
        self._other, other._other = other, self

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self._other is not None:
            self._other.transport.write(data)
        else:
            self.early += data
            self.heard.set()

    def pause_writing(self) -> None:
        if self._other is not None:
            self._other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self._other is not None and not self._other.transport.is_closing():
            self._other.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self.heard.set()
        if self._other is not None:
            self._other.transport.close()
        if self._before is not None:
            self._before.connection_lost(exc)
        self.done.set()

    def cut(self) -> None:
        self.transport.abort()


def _split(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    return host.strip("[]"), int(port)


def _passed_on(scope: Scope, relay: str) -> list[tuple[bytes, bytes]]:
    """The headers as they came, and for whom we speak."""
    address = scope["client"][0] if scope.get("client") else ""
    headers = [(name, value) for name, value in scope["headers"] if name.lower() not in OURS]
    headers.append((HEADER, f"{relay} {address} {scope['scheme']}".encode()))
    line = _line(scope) if scope["type"] == "websocket" else None
    return headers if line is None else [*headers, (LINE, b"%d" % (line * 1000))]


def _line(scope: Scope) -> float | None:
    """The round trip of the visitor's line, as far as it is known here, where it ends."""
    if scope.get("held"):
        found: float | None = scope["line"]
        return found
    return least_trip(scope["state"]["protocol"].transport.get_extra_info("socket"))


def _target(scope: Scope) -> bytes:
    query = scope["query_string"]
    return bytes(scope["raw_path"]) + (b"?" + query if query else b"")


def _head(scope: Scope, relay: str) -> bytes:
    lines = [name + b": " + value for name, value in _passed_on(scope, relay)]
    return b"\r\n".join([b"GET " + _target(scope) + b" HTTP/1.1", *lines, b"", b""])


async def carry(relay: str, address: str, scope: Scope, body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Ask another worker the same. OSError: it was not reached; EOFError: it was, and nobody knows more."""
    host, port = _split(address)
    async with asyncio.timeout(REACH):
        reader, writer = await asyncio.open_connection(host, port)
    try:
        line = h11.Connection(h11.CLIENT)
        headers = [pair for pair in _passed_on(scope, relay) if pair[0].lower() not in HOPS | {b"content-length"}]
        headers += [(b"connection", b"close"), (b"content-length", b"%d" % len(body))]
        asked = line.send(h11.Request(method=scope["method"], target=_target(scope), headers=headers)) or b""
        writer.write(asked + (line.send(h11.Data(data=body)) or b"") + (line.send(h11.EndOfMessage()) or b""))
        return await _answer(line, reader)
    finally:
        writer.close()


async def _answer(line: h11.Connection, reader: asyncio.StreamReader) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    status, headers, parts = 0, [], []
    while True:
        event = line.next_event()
        if event is h11.NEED_DATA:
            try:
                data = await reader.read(65_536)
            except OSError as lost:
                raise EOFError from lost
            if not data:
                raise EOFError
            line.receive_data(data)
        elif isinstance(event, h11.Response):
            status, headers = event.status_code, [(bytes(name), bytes(value)) for name, value in event.headers]
        elif isinstance(event, h11.Data):
            parts.append(bytes(event.data))
        elif isinstance(event, h11.EndOfMessage):
            return status, headers, b"".join(parts)
