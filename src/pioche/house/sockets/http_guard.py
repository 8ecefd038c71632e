"""One HTTP connection: uvicorn's protocol with bounds on what it gathers and on how long it waits for it.

Uvicorn reads a request line and headers of any length, and httptools joins the pieces of a long header anew for every
packet. Its setting for h11 has no effect here. So bytes are counted before they are gathered; a head that is too long is
answered by 431, one that does not come in time by 408, and the connection is closed.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from pioche.house.operations import limits
from pioche.house.operations.limits import address_key
from pioche.house.operations.metrics import counts
from pioche.house.protocol.bodies import Refused
from pioche.house.protocol.messages import encode
from pioche.house.protocol.sentences import Refusal
from pioche.house.sockets.connection_book import LINGER, ConnectionBook

PIECE = 16_384  # bytes read at once: a head is too long by no more than this when that is noticed
SHAKING = (b"connection", b"upgrade", b"sec-websocket-")  # headers of a handshake: the library fails on strange letters
MOST = 4 * limits.MAX_BODY_BYTES  # bytes of a body as it is sent, in chunks however small


class GuardedHttp(HttpToolsProtocol):
    """Knows where in a request it is: before it, in its head, in its body, or waiting for the answer."""

    def __init__(self, *args: Any, book: ConnectionBook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.book, self.address, self.many = book, "", 1
        self.due: float | None = None
        self._blocked: float | None = None  # since when the other side takes nothing
        self._in_head = False
        self._in_body = False
        self._begun = False  # `cycle` is this request's, not an earlier one's
        self._read = 0  # bytes of this part of the request
        self._ended = False  # nothing more is read
        self._answered: RequestResponseCycle | None = None  # the request that is being answered; `cycle` is the newest

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.address, self.many = address_key(host), self.book.many(host, self.server)
        self.due = self.loop.time() + limits.HEAD_SECONDS
        if not self.book.admit(self):
            self._ended = True
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Uvicorn tells the newest request alone; the others would write to a line that is gone."""
        self.book.left(self)
        for cycle in (self._answered, *(waiting for waiting, _ in self.pipeline)):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        super().connection_lost(exc)
        self.pipeline.clear()  # requests that wait for an answer know this connection
        self.cycle = self._answered = None  # type: ignore[assignment]

    # -- what comes in -----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Piece by piece, so that no more is gathered than may be."""
        for start in range(0, len(data), PIECE):
            if self._ended or self.transport.is_closing():
                return
            if self.due is None and not self._in_body:  # the first byte after an answer
                self.due = self.loop.time() + limits.HEAD_SECONDS
            piece = data[start : start + PIECE]
            inside = self._in_head, self._in_body
            super().data_received(piece)
            if inside == (self._in_head, self._in_body):
                self._read += len(piece)
            if self._in_head and len(self.headers) > limits.MAX_HEADERS:
                self._refuse(431, "headers", Refusal("too_many_headers", most=limits.MAX_HEADERS))
            elif self._in_head and self._read > limits.MAX_HEAD_BYTES:
                self._refuse(431, "headers", Refusal("too_long", most=limits.MAX_HEAD_BYTES))
            elif self._in_body and self._read > MOST:
                self._refuse(413, "body", Refusal("too_long", most=limits.MAX_BODY_BYTES))
            elif len(self.pipeline) > limits.MAX_PIPELINED_REQUESTS:
                self._end("pipelined")
                self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._in_body, self._begun, self._read = True, False, False, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) <= limits.MAX_HEADERS:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._in_body, self._read = False, True, 0
        if self._ended:
            return
        if len(self.headers) > limits.MAX_HEADERS:
            self._refuse(431, "headers", Refusal("too_many_headers", most=limits.MAX_HEADERS))
            return
        if len(self.pipeline) > limits.MAX_PIPELINED_REQUESTS:  # `data_received` ends the connection
            self._ended = True
            return
        if wait := self.book.limits.bucket("request", self.address, self.many).take():
            no = Refusal("too_often", retry=int(wait * 1000) + 1000, seconds=int(wait) + 1)
            self._refuse(429, "too_often", no)
            return
        self.due = self.loop.time() + limits.BODY_SECONDS
        self.book.busy(self)
        super().on_headers_complete()
        self._begun = True

    def on_body(self, body: bytes) -> None:
        if not self._ended:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_body = False
        if not self._ended:
            self.due = self._blocked
            super().on_message_complete()
            if self.cycle is not None and self.cycle.response_complete:  # answered before it was read to its end
                self.due = self.loop.time() + self.timeout_keep_alive
                self.book.idle(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._in_body:
            self.due = self._blocked
            if not self.pipeline:
                self.book.idle(self)

    def handle_websocket_upgrade(self) -> None:
        """The connection belongs to another protocol from now on, unless its request was refused. What that protocol
        cannot read it does not answer, so that is answered here."""
        if self._ended:
            return
        if self.cycle is not None and not self.cycle.response_complete:  # that answer would come in between
            self._end("handshake")
            self.transport.close()
            return
        if not all(value.isascii() for name, value in self.headers if name.startswith(SHAKING)):
            self._refuse(400, "handshake", Refusal("no_handshake"))
            return
        self._ended, self.due = True, None
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it knows this protocol, which nobody needs any more
        socket: Any = self.transport.get_protocol()
        socket.enter(self.book, self)
        if not socket.handshake_initiated:
            counts.cut.labels("handshake").inc()
            self._answer(400, Refusal("no_handshake"))
            socket.close_soon()

    # -- what goes out -----------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._blocked = self.loop.time() + limits.TAKE_SECONDS
        self.due = min(self.due or self._blocked, self._blocked)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.due == self._blocked:
            self.due = None
        self._blocked = None

    def send_400_response(self, msg: str) -> None:
        """It is no HTTP."""
        self._refuse(400, "malformed", Refusal("malformed", why="HTTP"))

    # -- what is not answered ----------------------------------------------------------------------

    def cut(self) -> None:
        """Its time is up."""
        if self._blocked is not None and self.due == self._blocked:
            counts.cut.labels("not_taken").inc()
            self.transport.abort()
        elif self._in_head or self._in_body or self._read:
            self._refuse(408, "slow", Refusal("too_slow"))
        else:
            self._end("silent")
            self.transport.close()

    def _refuse(self, status: int, why: str, no: Refusal) -> None:
        """Answered without the house, unless an answer is on its way. It stays open for a moment, so that the answer
        arrives although more was sent than is read."""
        if self._ended:
            return
        cycle = self.cycle
        if cycle is None or (not cycle.response_started if self._begun else cycle.response_complete):
            self._answer(status, no)
        self._end(why)
        self.transport.pause_reading()
        self.loop.call_later(LINGER, self.transport.close)

    def _answer(self, status: int, no: Refusal) -> None:
        body = encode(Refused(no.reason, no.en, no.fr, no.retry))
        head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n" % len(body)
        if no.retry is not None:
            head += b"retry-after: %d\r\n" % max(1, no.retry // 1000)
        self.transport.write(STATUS_LINE[status] + head + b"\r\n" + body)

    def _end(self, why: str) -> None:
        """Nothing more is read; whoever waits for the rest of a request is told so."""
        counts.cut.labels(why).inc()
        self._ended, self.due = True, None
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
