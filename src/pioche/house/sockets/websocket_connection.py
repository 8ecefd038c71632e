"""One WebSocket connection, within bounds (RFC 6455).

Frames are cut out of the bytes here, so that it is always known where one begins and how large it is before it is
gathered. Nearly everything that arrives is one short text message in one frame: that is read here, at a tenth of the cost.
All other frames go through the `websockets` library, whole.
"""

from __future__ import annotations

import asyncio
import logging
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Callable
from hashlib import sha1
from typing import TYPE_CHECKING, Any

import msgspec
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from pioche.house.operations.limits import COMMAND_RATE, GREETING_SECONDS, MAX_MESSAGE_BYTES, Bucket, Rate
from pioche.house.operations.metrics import counts, every_move
from pioche.house.protocol.messages import MALFORMED, RATE, AnyCommand, Hello, read_command
from pioche.house.sockets.connection_book import BookEntry
from pioche.house.sockets.pings import Pings
from pioche.house.sockets.responses import Headers, response_bytes, server_error
from pioche.house.sockets.websocket_frames import (
    CLOSE,
    CONTINUATION,
    OPCODE_BITS,
    frame_bytes,
    is_utf8,
    text_frame,
    whole_text,
)
from pioche.house.tables.services import Measured

if TYPE_CHECKING:
    from starlette.types import Message, Scope

    from pioche.house.sockets.server import Server

log = logging.getLogger("pioche.house")
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, 1.3
HANDSHAKE_HEADERS = (b"connection", b"upgrade", b"sec-websocket-")
MAX_HANDSHAKE_LINE_BYTES = 8_192
EXTENSION = "pioche.connection"  # the name of the connection among the ASGI extensions of its scope
MAX_CONTROL_FRAMES_PER_SECOND = 20  # pings, and unasked pongs, of a client
MAX_FRAGMENTS = 64  # of one message
MAX_HELD_BYTES = 65_536  # that wait while a connection is held
MAX_UNSENT_BYTES = 512 * 1024  # waiting in the transport; with more the connection is dropped
MAX_BYTES_AFTER_CLOSE = 16_384  # that may arrive between our close frame and the answer to it
MIN_HOLD_SECONDS = 0.1  # for which nothing is read from a connection whose address sends too much
CLOSE_REPLY_SECONDS = 10.0  # for the other side to answer a close frame
NO_UTF8, GOING_AWAY, TIMED_OUT = 1007, 1012, 1011  # close codes (RFC 6455, 7.4.1)
COMMAND_COUNTS = every_move.wishes
UNREADABLE = (msgspec.ValidationError, msgspec.DecodeError, RecursionError)
quiet = logging.getLogger("websockets.server")


def accept_key(method: bytes, version: str, url: bytes, headers: Headers) -> bytes | None:
    """Return what answers the key of a handshake (RFC 6455, 4.2.1); None if the request is no handshake."""
    if method != b"GET" or version != "1.1" or len(url) > MAX_HANDSHAKE_LINE_BYTES:
        return None
    found: dict[bytes, bytes] = {}
    for name, value in headers:
        if len(name) + len(value) > MAX_HANDSHAKE_LINE_BYTES or name == b"transfer-encoding":
            return None
        if name.startswith(HANDSHAKE_HEADERS) and not value.isascii():
            return None
        if name in (b"sec-websocket-key", b"sec-websocket-version") and name in found:
            return None
        found[name] = value
    key = found.get(b"sec-websocket-key", b"")
    if found.get(b"content-length", b"0") != b"0" or found.get(b"sec-websocket-version") != b"13":
        return None
    try:
        if len(b64decode(key, validate=True)) != 16:
            return None
    except Error:
        return None
    return b64encode(sha1(key + GUID, usedforsecurity=False).digest())


class WriteQueue:
    """Connections with something to write at the end of this turn of the loop: sixty writes in a row cost a good deal less
    than sixty between other work."""

    def __init__(self) -> None:
        self._connections: list[WebSocketConnection] = []

    def add(self, connection: WebSocketConnection) -> None:
        if not self._connections:
            asyncio.get_running_loop().call_soon(self._write)
        self._connections.append(connection)

    def _write(self) -> None:
        connections, self._connections = self._connections, []
        for connection in connections:
            connection.flush()


class WebSocketConnection(asyncio.Protocol):
    """A connection whose handshake was asked for. The application accepts or refuses it; commands go straight to
    `receive_command`, without a queue and a task in between."""

    def __init__(self, server: Server, transport: asyncio.Transport, scope: Scope, key: bytes) -> None:
        self.server, self.transport, self._key = server, transport, key
        self.loop = asyncio.get_running_loop()
        self.accepted = self.close_sent = self.disconnected = False
        self.pings = Pings(transport, self._ping, self._no_pong)
        # reading
        self._protocol = ServerProtocol(state=State.OPEN, max_size=MAX_MESSAGE_BYTES, logger=quiet)
        self._partial = b""  # the beginning of a frame
        self._message: list[bytes] = []  # fragments of a message that is not complete
        self._opcode: Opcode | None = None  # of that message
        self._second, self._controls = 0.0, 0
        self._after_close = 0  # bytes
        self.queue: asyncio.Queue[Message] = asyncio.Queue()  # for the application
        self._reading = True
        self.listening = False  # commands go to `receive_command` as they are read
        self.receive_command: Callable[[AnyCommand, float], None] = _ignore
        self.refuse: Callable[[int, str, int | None], None] = _ignore  # with a close code and a reason
        self._rate, self._credit, self._counted = COMMAND_RATE, COMMAND_RATE.burst, 0.0
        self._shared: Bucket | None = None  # of all sockets of the same address
        self._held, self._kept = False, b""  # nothing is read for a moment; what had come by then
        self._stopped = False  # nothing more is read from this connection
        # its place in the book
        self.address, self.many = "", 1  # where it comes from; how many times as much as one address that may have
        self.due: float | None = None  # when it is cut, unless it has shown a ticket
        # writing
        self.takes_more = True
        self._writable = asyncio.Event()
        self._writable.set()
        self._unsent = b""  # written at the end of this turn of the loop
        self.on_writable: Callable[[], None] | None = None  # called when the connection takes more again
        self._refusal: tuple[int, Headers] | None = None  # a response instead of the handshake
        self._closing: asyncio.TimerHandle | None = None
        self._scope: Scope = {**scope, "subprotocols": [], "extensions": {"websocket.http.response": {}, EXTENSION: self}}

    def open(self, before: BookEntry) -> None:
        """Take the place of `before` and ask the application. A ticket must be shown within GREETING_SECONDS."""
        self.address, self.many = before.address, before.many
        self.due = self.loop.time() + GREETING_SECONDS
        self.server.connections.add(self)
        self.server.book.upgrade(before, self)
        self.queue.put_nowait({"type": "websocket.connect"})
        scope, self._scope = self._scope, {}
        self.server.start(self._run(scope))

    async def _run(self, scope: Scope) -> None:
        try:
            await self.server.app(scope, self.receive, self.send)
        except OSError:  # the connection broke
            pass
        except Exception:
            log.exception("a WebSocket failed")
        if not self.accepted and not self.close_sent and not self.transport.is_closing():
            self.transport.write(server_error())
        if self._closing is None:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.disconnected = True
        self.server.connections.discard(self)
        self.server.book.gone(self)
        self.pings.close()
        if self._closing is not None:
            self._closing.cancel()
        self._writable.set()
        self._disconnect(1006)

    def _disconnect(self, code: int) -> None:
        """Tell the application that nothing more will come."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})

    def mark_authenticated(self) -> None:
        """Note that a valid ticket was shown: the connection has no deadline from now on."""
        self.due = None
        self.server.book.mark_authenticated(self)

    def cut(self) -> None:
        """End the connection, because it has shown no ticket in time."""
        counts.cut.labels("no_ticket").inc()
        self.drop()

    def drop(self) -> None:
        """End the connection without a close frame, which the other side might never read."""
        self.transport.abort()

    def shut_down(self) -> None:
        """Close with the code that the server is going away."""
        self.pings.stop()
        if not self.accepted:
            self.write(server_error())
        elif not self.close_sent:
            self._send_close(GOING_AWAY, "")
            self._disconnect(GOING_AWAY)
        self.transport.close()

    # -- reading -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if not self.accepted:  # the client should have waited for the answer to its handshake
            self._partial += data
            self._pause_reading()
            return
        if self._shared is not None and self._shared.tokens < 1:
            self._hold(self._shared)
        if self._held:  # other connections of this address have sent so much that this one has to wait, too
            self._keep(data)
        elif self.listening and not self._partial and self._opcode is None and (text := whole_text(data)) is not None:
            if self.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
                self.drop()
            elif not self.close_sent:
                self.take(text)
        else:
            self._read(data)

    def _read(self, data: bytes) -> None:
        """Read the frames in `data`. There may be a hundred thousand: after each one it is checked whether to continue."""
        data, self._partial, at = self._partial + data, b"", 0
        while at < len(data):
            if self._held:
                self._keep(data[at:])
                return
            if self.transport.is_closing():
                return
            if self._stopped and not self.close_sent:  # only the answer to our close frame will be read
                self._partial = data[at:]
                self._pause_reading()
                return
            sizes = frame_bytes(data, at)
            if sizes is not None and sizes[1] > MAX_MESSAGE_BYTES:  # the library refuses it by its head
                end = at + sizes[0]
            elif sizes is None or at + sum(sizes) > len(data):
                self._partial = data[at:]
                return
            else:
                end = at + sum(sizes)
            if self.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
                self.drop()
            elif self.close_sent:
                self._read_after_close(data[at], end - at)
            else:
                self._read_frame(data[at:end])
            at = end

    def _read_after_close(self, first: int, length: int) -> None:
        """Wait for the answer to our close frame."""
        self._after_close += length
        if first & OPCODE_BITS == CLOSE or self._after_close > MAX_BYTES_AFTER_CLOSE:
            self.transport.close()

    def _read_frame(self, data: bytes) -> None:
        """Give a whole frame to the library."""
        if data[0] & OPCODE_BITS == CONTINUATION and len(self._message) >= MAX_FRAGMENTS:
            self.drop()
            return
        self._protocol.receive_data(data)
        events, output = self._protocol.events_received(), self._protocol.data_to_send()
        if self._protocol.state is not State.OPEN:  # the other side closes, or has broken the protocol
            self._flush_and_write(b"".join(output))
            self.close_sent = True
            self._disconnect(1006)
            self.transport.close()
            return
        for event in events:
            if isinstance(event, Frame):
                self._take_frame(event, b"".join(output))

    def _take_frame(self, frame: Frame, answer: bytes) -> None:
        if frame.opcode is Opcode.PING:
            if self._control_is_allowed():
                self.write(answer)
        elif frame.opcode is Opcode.PONG:
            if not self.pings.answered(bytes(frame.data)):
                self._control_is_allowed()
        else:
            if frame.opcode is not Opcode.CONT:
                self._opcode = frame.opcode
            self._message.append(bytes(frame.data))
            if frame.fin:
                data, text = b"".join(self._message), self._opcode is Opcode.TEXT
                self._message, self._opcode = [], None
                self._take_message(data, text)

    def _control_is_allowed(self) -> bool:
        """Count one more control frame; drop the connection when there are too many."""
        now = self.loop.time()
        if now - self._second > 1:
            self._second, self._controls = now, 0
        self._controls += 1
        if self._controls > MAX_CONTROL_FRAMES_PER_SECOND:
            self.drop()
        return self._controls <= MAX_CONTROL_FRAMES_PER_SECOND

    def _take_message(self, data: bytes, text: bool) -> None:
        self.pings.last_message_at = self.loop.time()
        if text and not is_utf8(data):
            self._send_close(NO_UTF8, "")
            self._disconnect(NO_UTF8)
            self.transport.close()
        elif self.listening and text:
            self.take(data)
        elif self.queue.qsize() > COMMAND_RATE.burst:  # more than any client sends together with its hello
            self.drop()
        else:
            message = {"text": data.decode()} if text else {"bytes": data}
            self.queue.put_nowait({"type": "websocket.receive", **message})
            self._pause_reading()

    def _pause_reading(self) -> None:
        if self._reading:
            self._reading = False
            self.transport.pause_reading()

    def _resume_reading(self) -> None:
        if not self._reading and not self._held and not self.transport.is_closing():
            self._reading = True
            self.transport.resume_reading()

    # -- commands ----------------------------------------------------------------------------------

    def listen(
        self,
        receive: Callable[[AnyCommand, float], None],
        refuse: Callable[[int, str, int | None], None],
        loose: float,
        shared: Bucket,
    ) -> None:
        """Pass commands to `receive`. `loose`: rates, as a factor. `shared`: for all connections of this address."""
        self.receive_command, self.refuse, self._shared = receive, refuse, shared
        self._rate = Rate(COMMAND_RATE.burst * loose, COMMAND_RATE.per_second * loose)
        self._credit, self._counted = self._rate.burst, self.loop.time()

    def stop_listening(self) -> None:
        self.listening, self.on_writable = False, None
        self.receive_command, self.refuse = _ignore, _ignore

    def take(self, data: bytes | None) -> None:
        """Take one message, unless they come too fast (each costs a token, as in `limits.Bucket`)."""
        now, rate = self.loop.time(), self._rate
        self._credit = min(rate.burst, self._credit + (now - self._counted) * rate.per_second)
        self._counted = self.pings.last_message_at = now
        if self._credit < 1:
            self._refuse_message(RATE, "rate", 5000)
            return
        self._credit -= 1
        if (shared := self._shared) is not None:
            shared.tokens -= 1
            if shared.tokens < 0:
                self._hold(shared)
        try:
            wish = read_command(data) if data is not None else None
        except UNREADABLE:
            wish = None
        if wish is None or isinstance(wish, Hello):
            self._refuse_message(MALFORMED, "malformed")
            return
        COMMAND_COUNTS[type(wish)] += 1
        self.receive_command(wish, now)

    def _hold(self, shared: Bucket) -> None:
        """Read nothing for a moment, as too much comes from this address: what waits in the socket costs nothing."""
        wait = shared.take()
        if not wait:
            shared.tokens += 1
        elif not self._held and not self.transport.is_closing():
            self._held = True
            self._pause_reading()
            self.loop.call_later(max(MIN_HOLD_SECONDS, wait), self._release)

    def _keep(self, data: bytes) -> None:
        self._kept += data
        if len(self._kept) > MAX_HELD_BYTES:
            self.drop()

    def _release(self) -> None:
        self._held = False
        data, self._kept = self._kept, b""
        if data and not self.transport.is_closing():
            self.data_received(data)
        if self.queue.empty() or self.listening:
            self._resume_reading()

    def _refuse_message(self, code: int, reason: str, retry: int | None = None) -> None:
        """Refuse what was sent, read nothing more, and end the reader of this connection."""
        self.refuse(code, reason, retry)
        self.listening, self._stopped = False, True
        self._disconnect(1006)

    # -- writing -----------------------------------------------------------------------------------

    def send_texts(self, texts: list[bytes]) -> None:
        """Send text messages, each in a frame of its own.

        The first waits for the end of this turn of the loop; a second call takes it along, so that it is known whether
        the connection takes more. After the end nothing is sent.
        """
        if self.close_sent or self.disconnected:
            return
        data = text_frame(texts[0]) if len(texts) == 1 else b"".join(map(text_frame, texts))
        if self._unsent:
            self._unsent += data
            self.flush()
        else:
            self._unsent = data
            self.server.writes.add(self)

    def flush(self) -> None:
        data, self._unsent = self._unsent, b""
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def write(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(data)

    def _flush_and_write(self, data: bytes) -> None:
        """Write bytes that end the connection, after everything that waits to be sent."""
        self.flush()
        self.write(data)

    def _send_close(self, code: int, reason: str) -> None:
        if self._protocol.state is State.OPEN:
            self._protocol.send_close(code, reason)
            self._flush_and_write(b"".join(self._protocol.data_to_send()))
        self.close_sent = True

    def pause_writing(self) -> None:
        self.takes_more = False
        self._writable.clear()

    def resume_writing(self) -> None:
        self.takes_more = True
        self._writable.set()
        if self.on_writable is not None:
            self.on_writable()

    # -- pings -------------------------------------------------------------------------------------

    @property
    def racing(self) -> bool:
        return self.pings.racing

    @racing.setter
    def racing(self, on: bool) -> None:
        self.pings.racing = on

    def measured(self) -> Measured:
        return self.pings.trips.measured()

    def measure_often(self, fair: bool) -> None:
        """Measure round trips often; where a race gives them back (`fair`), by the kernel as well."""
        self.pings.probe_often(fair)

    def _ping(self, payload: bytes) -> None:
        if not self.close_sent and not self.transport.is_closing():
            self._protocol.send_ping(payload)
            self.write(b"".join(self._protocol.data_to_send()))

    def _no_pong(self) -> None:
        if not self.close_sent and not self.transport.is_closing():
            self._send_close(TIMED_OUT, "keepalive ping timeout")
            self.transport.close()

    # -- ASGI --------------------------------------------------------------------------------------

    async def receive(self) -> Message:
        message = await self.queue.get()
        if self.queue.empty():
            self._resume_reading()
        return message

    async def send(self, message: Message) -> None:
        self.flush()
        await self._writable.wait()
        if self.disconnected:
            raise OSError("the connection is lost")
        kind = message["type"]
        if self.accepted and kind == "websocket.send" and not self.close_sent:
            text = message.get("text")
            self.write(text_frame(text.encode() if text is not None else b""))
        elif self.accepted and kind == "websocket.close" and not self.close_sent:
            self._disconnect(message.get("code", 1000))
            self._send_close(message.get("code", 1000), message.get("reason") or "")
            self._closing = self.loop.call_later(CLOSE_REPLY_SECONDS, self.transport.close)
            self._resume_reading()
        elif not self.accepted and not self.close_sent:
            self._answer_handshake(message)
        else:
            raise RuntimeError(f"{kind} is not expected here")

    def _answer_handshake(self, message: Message) -> None:
        kind = message["type"]
        if kind == "websocket.accept" and self._refusal is None:
            head = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            self.accepted = True
            self.write(head + b"sec-websocket-accept: " + self._key + b"\r\n" + self.server.date + b"\r\n")
            self.pings.schedule()
            self._resume_reading()
            if self._partial:
                self.loop.call_soon(self.data_received, b"")
        elif kind == "websocket.close" and self._refusal is None:
            self._refuse(403, [(b"content-type", b"text/plain; charset=utf-8")], b"")
        elif kind == "websocket.http.response.start":
            self._refusal = message["status"], list(message.get("headers", []))
        elif kind == "websocket.http.response.body" and self._refusal is not None:
            self._refuse(*self._refusal, message.get("body", b""))
        else:
            raise RuntimeError(f"{kind} is not expected before the handshake")

    def _refuse(self, status: int, headers: Headers, body: bytes) -> None:
        self._disconnect(1006)
        self.close_sent = True
        ours = (b"content-length", b"connection")
        self.write(response_bytes(status, [header for header in headers if header[0].lower() not in ours], body))
        self.transport.close()


def _ignore(*_: Any) -> None:
    """Discard a command, while `listen` has not been called."""
