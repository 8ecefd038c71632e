"""One HTTP/1.1 connection: httptools reads requests, an ASGI application answers them, in order, within bounds.

Bytes are counted before they are gathered. A head that is too long is answered by 431, one that does not come in time by
408; then the connection is closed. A request that asks for a WebSocket hands the connection over (`websocket_connection`).
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

import httptools

from pioche.house.operations import limits
from pioche.house.operations.limits import address_key
from pioche.house.operations.metrics import counts
from pioche.house.protocol.sentences import Refusal
from pioche.house.sockets.connection_book import LINGER_SECONDS
from pioche.house.sockets.responses import STATUS_LINES, Headers, refusal_bytes, server_error
from pioche.house.sockets.websocket_connection import WebSocketConnection, accept_key

if TYPE_CHECKING:
    from starlette.types import Message, Scope

    from pioche.house.sockets.server import Server

log = logging.getLogger("pioche.house")
READ_BYTES = 16_384  # parsed at once: a head is too long by no more than this when that is noticed
MAX_ENCODED_BODY_BYTES = 4 * limits.MAX_BODY_BYTES  # of a body as it is sent, in chunks however small
MAX_BUFFERED_BODY_BYTES = 65_536  # that the application has not taken; then reading pauses
KEEP_ALIVE_SECONDS = 15.0  # between an answer and the next request
FORBIDDEN_IN_HEADERS = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")
BODILESS = (204, 304)


class Exchange:
    """One request and its response, as an ASGI application sees them."""

    def __init__(self, connection: HttpConnection, scope: Scope, keep_alive: bool, expects_continue: bool) -> None:
        self.connection, self.scope = connection, scope
        self.keep_alive, self._expects_continue = keep_alive, expects_continue
        self.disconnected = self.complete = self.started = False
        self.body, self.more_body = bytearray(), True  # of the request, as far as it has come and was not taken
        self.changed = asyncio.Event()
        self._status, self._headers = 0, b""  # of the response; they leave with the first bytes of its body
        self._chunked, self._due = False, 0  # the latter: bytes of the body that must still come

    def disconnect(self) -> None:
        if not self.complete:
            self.disconnected = True
            self.changed.set()

    async def run(self) -> None:
        """Let the application answer. An error there is logged and becomes a 500, or the end of the connection."""
        try:
            await self.connection.server.app(self.scope, self.receive, self.send)
            if not (self.complete or self.disconnected):
                log.error("a request was not answered")
        except Exception:
            log.exception("a request failed")
        if not (self.complete or self.disconnected):
            self.connection.end_unanswered(self)

    async def receive(self) -> Message:
        if self._expects_continue:
            self._expects_continue = False
            self.connection.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        if not (self.disconnected or self.complete):
            self.connection.resume_reading()
            await self.changed.wait()
            self.changed.clear()
        if self.disconnected or self.complete:
            return {"type": "http.disconnect"}
        body, self.body = bytes(self.body), bytearray()
        return {"type": "http.request", "body": body, "more_body": self.more_body}

    async def send(self, message: Message) -> None:
        await self.connection.writable.wait()
        if self.disconnected:
            return
        if message["type"] == "http.response.start" and not self._status:
            self._begin(message["status"], message.get("headers", []))
        elif message["type"] == "http.response.body" and self._status and not self.complete:
            self._write_body(message.get("body", b""), message.get("more_body", False))
        else:
            raise RuntimeError(f"{message['type']} is not expected here")

    def _begin(self, status: int, headers: Headers) -> None:
        lines, length, close = [STATUS_LINES[status], self.connection.server.date], None, not self.keep_alive
        for name, value in headers:
            if FORBIDDEN_IN_HEADERS.search(value) or FORBIDDEN_IN_HEADERS.search(name):
                raise RuntimeError(f"a header that cannot be sent: {name!r}")
            name = name.lower()
            if name == b"content-length":
                length = int(value)
            elif name == b"connection":
                close = close or value.lower() == b"close"
                continue
            lines.append(b"%b: %b\r\n" % (name, value))
        bodiless = self.scope["method"] == "HEAD" or status in BODILESS
        self._chunked = length is None and not bodiless
        self._due = 0 if bodiless or length is None else length
        self.keep_alive = not close
        lines += [b"connection: close\r\n"] if close else []
        lines += [b"transfer-encoding: chunked\r\n"] if self._chunked else []
        self._status, self._headers = status, b"".join(lines) + b"\r\n"

    def _write_body(self, body: bytes, more: bool) -> None:
        if self.scope["method"] == "HEAD" or self._status in BODILESS:
            body = b""
        elif self._chunked:
            body = (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + (b"" if more else b"0\r\n\r\n")
        else:
            self._due -= len(body)
            if self._due < 0 or (self._due and not more):
                raise RuntimeError("a body whose length is not what its header says")
        head, self._headers, self.started = self._headers, b"", True
        self.connection.write(head + body)
        if not more:
            self.complete = True
            self.changed.set()
            self.connection.response_complete(self)


class HttpConnection(asyncio.Protocol):
    """A connection and where in a request it is: before it, in its head, in its body, or waiting for the response."""

    def __init__(self, server: Server) -> None:
        self.server, self.book = server, server.book
        self.transport: asyncio.Transport
        self.address, self.many = "", 1
        self.due: float | None = None  # when it is cut, in the time of the loop
        self.writable = asyncio.Event()
        self.writable.set()
        self._loop = asyncio.get_running_loop()
        self._parser = httptools.HttpRequestParser(self)
        self._reading = True
        self._blocked: float | None = None  # when it is cut because the other side takes nothing
        self._in_head = self._in_body = False
        self._begun = False  # `_newest` is the request being read, not an earlier one
        self._read = 0  # bytes of this part of the request
        self._ended = False  # nothing more is read
        self._kept = False  # it is idle after a response
        self._newest: Exchange | None = None  # the last request that was read, or is being read
        self._answered: Exchange | None = None  # the request that is being answered
        self._pipeline: deque[Exchange] = deque()  # requests that came before the answers to earlier ones
        self._url = b""
        self.headers: Headers = []
        self.client: tuple[str, int] | None = None
        self.local: tuple[str, int] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.client, self.local = _address(transport, "peername"), _address(transport, "sockname")
        host = self.client[0] if self.client else ""
        self.address, self.many = address_key(host), self.book.many(host)
        self.due = self._loop.time() + limits.HEAD_SECONDS
        self.server.connections.add(self)
        if not self.book.admit(self):
            self._ended = True
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.server.connections.discard(self)
        self.book.left(self)
        for exchange in (self._answered, self._newest, *self._pipeline):
            if exchange is not None:
                exchange.disconnect()
        self._pipeline.clear()
        self.writable.set()

    def shut_down(self) -> None:
        """Close once the requests that have come are answered."""
        if self._newest is None or self._newest.complete:
            self.transport.close()
        else:
            self._newest.keep_alive = False

    # -- reading -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse in pieces, so that no more is gathered than the limits allow."""
        for start in range(0, len(data), READ_BYTES):
            if self._ended or self.transport.is_closing():
                return
            if self._kept or (self.due is None and not self._in_body):  # the first byte after a response
                self._kept, self.due = False, self._loop.time() + limits.HEAD_SECONDS
            piece = data[start : start + READ_BYTES]
            inside = self._in_head, self._in_body
            self._parse(piece)
            if inside == (self._in_head, self._in_body):
                self._read += len(piece)
            if self._in_head and len(self.headers) > limits.MAX_HEADERS:
                self._refuse(431, "headers", Refusal("too_many_headers", most=limits.MAX_HEADERS))
            elif self._in_head and self._read > limits.MAX_HEAD_BYTES:
                self._refuse(431, "headers", Refusal("too_long", most=limits.MAX_HEAD_BYTES))
            elif self._in_body and self._read > MAX_ENCODED_BODY_BYTES:
                self._refuse(413, "body", Refusal("too_long", most=limits.MAX_BODY_BYTES))
            elif len(self._pipeline) > limits.MAX_PIPELINED_REQUESTS:
                self._end("pipelined")
                self.transport.close()

    def _parse(self, piece: bytes) -> None:
        try:
            self._parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            if self._wants_websocket():
                self._hand_over()
        except httptools.HttpParserError:
            last = self._newest
            if self._begun and last is not None and not (last.more_body or last.keep_alive):
                self._ended = True  # the client announced that this was its last request, and sends more
            else:
                self._refuse(400, "malformed", Refusal("malformed", why="HTTP"))

    def on_message_begin(self) -> None:
        self._url, self.headers = b"", []
        self._in_head, self._in_body, self._begun, self._read = True, False, False, 0

    def on_url(self, url: bytes) -> None:
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) <= limits.MAX_HEADERS:
            self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        self._in_head, self._in_body, self._read = False, True, 0
        if self._ended:
            return
        if len(self.headers) > limits.MAX_HEADERS:
            self._refuse(431, "headers", Refusal("too_many_headers", most=limits.MAX_HEADERS))
            return
        if len(self._pipeline) > limits.MAX_PIPELINED_REQUESTS:  # `data_received` ends the connection
            self._ended = True
            return
        if wait := self.book.limits.bucket("request", self.address, self.many).take():
            no = Refusal("too_often", retry=int(wait * 1000) + 1000, seconds=int(wait) + 1)
            self._refuse(429, "too_often", no)
            return
        self.due = self._loop.time() + limits.BODY_SECONDS
        self.book.busy(self)
        if not self._wants_websocket():
            self._begin_exchange()
        self._begun = True

    def _begin_exchange(self) -> None:
        version, expects = self._parser.get_http_version(), False
        for name, value in self.headers:
            expects = expects or (name == b"expect" and value.lower() == b"100-continue")
        keep_alive = version != "1.0" and self._parser.should_keep_alive()
        exchange = Exchange(self, self.scope("http", "http", self._parser.get_method().decode("ascii")), keep_alive, expects)
        earlier, self._newest = self._newest, exchange
        if earlier is None or earlier.complete:
            self._answer(exchange)
        else:
            self.pause_reading()
            self._pipeline.append(exchange)

    def scope(self, kind: str, scheme: str, method: str = "") -> Scope:
        """Return the ASGI scope of the request that has been read; raise HttpParserError when its address is invalid."""
        url = httptools.parse_url(self._url)
        path = url.path.decode("ascii")
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": self._parser.get_http_version(),
            "server": self.local,
            "client": self.client,
            "scheme": scheme,
            **({"method": method} if method else {}),
            "root_path": "",
            "path": unquote(path) if "%" in path else path,
            "raw_path": url.path,
            "query_string": url.query or b"",
            "headers": self.headers,
            "state": {},
        }

    def on_body(self, body: bytes) -> None:
        exchange = self._newest
        if self._ended or exchange is None or exchange.complete:
            return
        exchange.body += body
        if len(exchange.body) > MAX_BUFFERED_BODY_BYTES:
            self.pause_reading()
        exchange.changed.set()

    def on_message_complete(self) -> None:
        self._in_body = False
        if self._ended or self._wants_websocket():
            return
        self.due = self._blocked
        if (exchange := self._newest) is None:
            return
        if exchange.complete:  # answered before it was read to its end
            self._idle()
        else:
            exchange.more_body = False
            exchange.changed.set()

    def _answer(self, exchange: Exchange) -> None:
        self._answered = exchange
        self.server.start(exchange.run())

    def response_complete(self, exchange: Exchange) -> None:
        """Answer the next request, or wait for one."""
        if not exchange.keep_alive:
            self.transport.close()
        if self.transport.is_closing():
            return
        self.resume_reading()
        if self._pipeline:
            self._answer(self._pipeline.popleft())
        elif not self._in_body:
            self._idle()

    def _idle(self) -> None:
        """Note that no request is being answered. The next one may have begun already."""
        self.book.idle(self)
        if not self._in_head:
            self._kept, self._read = True, 0
            self.due = self._blocked or self._loop.time() + KEEP_ALIVE_SECONDS

    def end_unanswered(self, exchange: Exchange) -> None:
        """End the connection after an exchange the application has not answered to its end."""
        if not exchange.started:
            self.write(server_error())
        exchange.complete = True
        self.transport.close()

    # -- WebSockets --------------------------------------------------------------------------------

    def _wants_websocket(self) -> bool:
        if not self._parser.should_upgrade():
            return False
        upgrade, connection = b"", b""
        for name, value in self.headers:
            if name == b"upgrade":
                upgrade = value.lower()
            elif name == b"connection":
                connection = value.lower()
        return upgrade == b"websocket" and b"upgrade" in [token.strip() for token in connection.split(b",")]

    def _hand_over(self) -> None:
        """Pass the connection on to a WebSocketConnection, unless the request is no handshake or was refused already."""
        if self._ended:
            return
        if self._newest is not None and not self._newest.complete:  # that response would come in between
            self._end("handshake")
            self.transport.close()
            return
        key = accept_key(self._parser.get_method(), self._parser.get_http_version(), self._url, self.headers)
        try:
            scope = self.scope("websocket", "ws")
        except (httptools.HttpParserError, UnicodeDecodeError, AttributeError):  # an invalid address
            key = None
        if key is None:
            self._refuse(400, "handshake", Refusal("no_handshake"))
            return
        self._ended, self.due = True, None
        self.server.connections.discard(self)
        socket = WebSocketConnection(self.server, self.transport, scope, key)
        self.transport.set_protocol(socket)
        socket.open(self)

    # -- writing -----------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(data)

    def pause_reading(self) -> None:
        if self._reading:
            self._reading = False
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if not self._reading and not self._ended and not self.transport.is_closing():
            self._reading = True
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        self.writable.clear()
        self._blocked = self._loop.time() + limits.TAKE_SECONDS
        self.due = min(self.due or self._blocked, self._blocked)

    def resume_writing(self) -> None:
        self.writable.set()
        if self.due == self._blocked:
            self.due = self._loop.time() + KEEP_ALIVE_SECONDS if self._kept else None
        self._blocked = None

    # -- requests the application does not see -----------------------------------------------------

    def cut(self) -> None:
        """End the connection, because its deadline has passed: with 408 in the middle of a request."""
        if self._blocked is not None and self.due == self._blocked:
            counts.cut.labels("not_taken").inc()
            self.transport.abort()
        elif self._kept:
            self.due = None
            self.transport.close()
        elif self._in_head or self._in_body or self._read:
            self._refuse(408, "slow", Refusal("too_slow"))
        else:
            self._end("silent")
            self.transport.close()

    def _refuse(self, status: int, why: str, no: Refusal) -> None:
        """Answer without the application, unless a response is on its way. The connection stays open for a moment, so that
        the answer arrives although more was sent than is read."""
        if self._ended:
            return
        current = self._answered
        own = self._begun and current is self._newest and not self._wants_websocket()  # it answers the request being read
        if current is None or current.complete or (own and not current.started):
            self.write(refusal_bytes(status, no))
        self._end(why)
        self.transport.pause_reading()
        self._loop.call_later(LINGER_SECONDS, self.transport.close)

    def _end(self, why: str) -> None:
        """Read nothing more; tell the application that waits for the rest of a request."""
        counts.cut.labels(why).inc()
        self._ended, self.due = True, None
        if self._newest is not None:
            self._newest.disconnect()


def _address(transport: asyncio.BaseTransport, name: str) -> tuple[str, int] | None:
    found: Any = transport.get_extra_info(name)
    return (str(found[0]), int(found[1])) if isinstance(found, tuple | list) and len(found) >= 2 else None
