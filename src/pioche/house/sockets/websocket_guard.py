"""One line: uvicorn's WebSocket protocol with limits, commands read from it, frames written to it.

Without limits a client that sends pings and never reads makes the house buffer one pong for each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import pack
from typing import Any

import msgspec
from websockets.frames import Frame
from websockets.protocol import State

from pioche.house.operations.limits import COMMAND_RATE, GREETING_SECONDS, MAX_MESSAGE_BYTES, Bucket, Rate
from pioche.house.operations.metrics import counts, every_move
from pioche.house.protocol.messages import MALFORMED, RATE, AnyCommand, Hello, read_command
from pioche.house.sockets.connection_book import LINGER, Connection, ConnectionBook
from pioche.house.sockets.pinged import PingedProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was installed where it could not be compiled
    from websockets.utils import apply_mask

CONTROL = 20  # pings, and pongs nobody asked for, a client may send in a second
FRAGMENTS = 64  # pieces of one message
PIECE = 1024  # bytes read at once: who says too much is noticed before all that came with it is read
KEPT = 65_536  # bytes of a line that is held
BUFFERED = 512 * 1024  # bytes waiting in the transport when the line is given up
HOLD = 0.1  # seconds nothing is read from a line whose address says too much
HEARD = every_move.wishes
WHOLE_TEXT = 0x81  # the first byte of a frame that holds a whole text message (RFC 6455, 5.2)
SHORT, LONGER = 126, 65_536  # lengths from which the head of a frame has two, or eight more bytes
NO_TEXT = 1007  # the code to close a line with that sends something else where text was announced (RFC 6455, 7.4.1)
UNREADABLE = (msgspec.ValidationError, msgspec.DecodeError, RecursionError)


class WriteQueue:
    """Lines with something to write at the end of this turn of the loop: sixty writes in a row cost a good deal less than
    sixty between other work."""

    def __init__(self) -> None:
        self._lines: list[GuardedProtocol] = []

    def add(self, line: GuardedProtocol) -> None:
        if not self._lines:
            line.loop.call_soon(self._write)
        self._lines.append(line)

    def _write(self) -> None:
        lines, self._lines = self._lines, []
        for line in lines:
            line.write_now()


class GuardedProtocol(PingedProtocol):
    """Drops whoever floods the line with control frames or crumbs; measures everybody else's."""

    def __init__(self, *args: Any, writes: WriteQueue, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._second, self._controls, self._pieces = 0.0, 0, 0
        # what comes in
        self._between = False  # nothing is half read: the next byte is the first of a frame
        self.listening = False  # commands go to `receive` as they are read
        self.receive_command: Callable[[AnyCommand, float], None]
        self.refuse: Callable[[int, str, int | None], None]  # with a close code and a reason
        self._rate, self._credit, self._counted = COMMAND_RATE, COMMAND_RATE.burst, 0.0
        self._shared: Bucket | None = None  # of all sockets of the same address
        self._held, self._kept = False, b""  # nothing is read for a moment; what had come by then
        self._done = False  # nobody listens to this line any more
        self._book: ConnectionBook | None = None
        self.address, self.many = "", 1  # where the line comes from; how many times as much as one address that may have
        self.due: float | None = None  # when it is cut, unless it has shown a ticket
        # what goes out
        self.takes_more = True
        self._writes, self._unsent = writes, b""  # the latter: what is written at the end of this turn of the loop
        self.relieved: Callable[[], None] | None = None  # told when the line takes more again

    def handle_connect(self, event: Any) -> None:
        state = self.app_state
        self.app_state = {**state, "protocol": self}
        super().handle_connect(event)  # which hands a copy on
        self.app_state = state

    def connection_lost(self, exc: Exception | None) -> None:
        if self._book is not None:
            self._book.gone(self)
            self._book = None
        super().connection_lost(exc)
        self.conn.parser.close()  # else it waits for more, and knows whose parser it is
        self.conn.parser_exc = self.conn.handshake_exc = None  # an error knows what it passed, and so all this line has read
        self._kept = b""

    def enter(self, book: ConnectionBook, before: Connection) -> None:
        """`before` has asked to become this socket. Until it has shown a ticket it is counted and must not take long."""
        self._book, self.address, self.many = book, before.address, before.many
        self.due = self.loop.time() + GREETING_SECONDS
        book.upgrade(before, self)

    def settle(self) -> None:
        """A ticket was shown, or another worker looks after the line."""
        self.due = None
        if self._book is not None:
            self._book.settle(self)

    def cut(self) -> None:
        counts.cut.labels("no_ticket").inc()
        self.drop()

    def close_soon(self) -> None:
        """After an answer, which arrives although more was sent than is read."""
        self.close_sent = True
        self.transport.pause_reading()
        self.loop.call_later(LINGER, self.transport.close)

    def drop(self) -> None:
        """No good bye: whoever does this does not read."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Nearly everything that arrives is one short message in one frame, with nothing half read before it: that is
        read here, in a tenth of the time. All else goes through uvicorn and websockets."""
        if self._shared is not None and self._shared.tokens < 1:
            self._hold(self._shared)
        if self._held:  # other lines of this address have said so much that this one has to wait, too
            self._keep(data)
        elif self.listening and self._between and (text := whole_text(data)) is not None:
            if self.transport.get_write_buffer_size() > BUFFERED:
                self.drop()
            elif not self.close_sent:
                self.take(text)
        else:
            self._read(data)

    def _read(self, data: bytes) -> None:
        """A packet may hold a hundred thousand frames. Once a line was given up, only its good bye is waited for."""
        for start in range(0, len(data), PIECE):
            if self._held:
                self._keep(data[start:])
                break
            if self.transport.is_closing() or (start if self.close_sent else self._done):
                break
            super().data_received(data[start : start + PIECE])
        self._between = self._nothing_half_read()

    def _keep(self, data: bytes) -> None:
        """Until the line is let go."""
        self._kept += data
        if len(self._kept) > KEPT:
            self.drop()

    def _nothing_half_read(self) -> bool:
        """The line is open, no message has begun, and the parser waits (in `at_eof`) for the first byte of a frame."""
        waits: Any = self.conn.parser
        while getattr(waits, "gi_yieldfrom", None) is not None:
            waits = waits.gi_yieldfrom
        return waits.__name__ == "at_eof" and self.conn.state is State.OPEN and not self.frames

    def handle_events(self) -> None:
        if self.transport.get_write_buffer_size() > BUFFERED:
            self.drop()
            return
        super().handle_events()

    def handle_ping(self) -> None:
        if self._in_bounds():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self.is_answer(event) or self._in_bounds():
            super().handle_pong(event)

    def _in_bounds(self) -> bool:
        """One more control frame. Who sends too many of them is dropped."""
        now = self.loop.time()
        if now - self._second > 1:
            self._second, self._controls = now, 0
        self._controls += 1
        if self._controls > CONTROL:
            self.drop()
        return self._controls <= CONTROL

    def handle_cont(self, event: Frame) -> None:
        self._pieces += 1
        if self._pieces > FRAGMENTS:
            self.drop()
        else:
            super().handle_cont(event)

    # -- what we hear ----------------------------------------------------------------------------

    def listen(
        self,
        receive: Callable[[AnyCommand, float], None],
        refuse: Callable[[int, str, int | None], None],
        loose: float,
        shared: Bucket,
    ) -> None:
        """Somebody waits for commands. `loose`: rates, as a factor. `shared`: for all sockets of this address."""
        self.receive_command, self.refuse, self._shared = receive, refuse, shared
        self._rate = Rate(COMMAND_RATE.burst * loose, COMMAND_RATE.per_second * loose)
        self._credit, self._counted = self._rate.burst, self.loop.time()

    def listen_no_more(self) -> None:
        """Whoever waited is gone, and is not kept by this line."""
        self.listening, self.relieved = False, None
        self.receive_command, self.refuse = _unheard, _unheard

    def send_receive_event_to_app(self) -> None:
        """A message is complete. Past its hello a reader is heard at once, without a queue in between. A text that is none
        closes the line: uvicorn would write an error of ours into the log for each of them."""
        self._pieces, self._heard = 0, self.loop.time()
        data = b"".join(self.frames)
        if self.curr_msg_data_type == "text" and not self.close_sent and not is_text(data):
            self.frames = []
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
            return
        if not self.listening or self.curr_msg_data_type != "text":
            if self.queue.qsize() > COMMAND_RATE.burst:  # nobody has that much to say behind a hello
                self.drop()
            else:
                super().send_receive_event_to_app()
            return
        self.frames = []
        if not self.close_sent:
            self.take(data)

    def take(self, data: bytes | None) -> None:
        """One message, as long as they do not come too fast (a token for each, as `limits.Bucket` has it)."""
        now, rate = self.loop.time(), self._rate
        self._credit = min(rate.burst, self._credit + (now - self._counted) * rate.per_second)
        self._counted = self._heard = now
        if self._credit < 1:
            self._give_up(RATE, "rate", 5000)
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
            self._give_up(MALFORMED, "malformed")
            return
        HEARD[type(wish)] += 1
        self.receive_command(wish, now)

    def _hold(self, shared: Bucket) -> None:
        """Many come from this address at once: what else this one has to say waits in its line, and costs nothing there."""
        wait = shared.take()
        if not wait:
            shared.tokens += 1
        elif not self._held and not self.transport.is_closing():
            self._held = True
            self.transport.pause_reading()
            self.loop.call_later(max(HOLD, wait), self._let_go)

    def _let_go(self) -> None:
        self._held = False
        data, self._kept = self._kept, b""
        if data and not self.transport.is_closing():
            self.data_received(data)
        if not self._held and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _give_up(self, code: int, reason: str, retry: int | None = None) -> None:
        """Nothing more is heard from this line; whoever waits for its next message is told that it has ended."""
        self.refuse(code, reason, retry)
        self.listening, self._done = False, True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})

    # -- what we say -----------------------------------------------------------------------------

    def say(self, texts: list[bytes]) -> None:
        """Text messages, each in a frame of its own: hundreds of tables change every second, and the layers an ASGI message
        passes cost more than most moves. What comes first waits for the end of this turn; more takes it along, so that
        the line knows when it takes no more. Whoever is gone hears nothing."""
        if self.close_sent or self.disconnected:
            return
        data = framed(texts[0]) if len(texts) == 1 else b"".join(map(framed, texts))
        if self._unsent:
            self._unsent += data
            self.write_now()
        else:
            self._unsent = data
            self._writes.add(self)

    def write_now(self) -> None:
        data, self._unsent = self._unsent, b""
        if data and not self.transport.is_closing():
            self.transport.write(data)

    # What ends a line comes after whatever was said.

    def shutdown(self) -> None:
        self.write_now()
        super().shutdown()

    def handle_close(self, event: Frame) -> None:
        self.write_now()
        super().handle_close(event)

    def handle_parser_exception(self) -> None:
        self.write_now()
        super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        self.write_now()
        super().keepalive_timeout()

    async def send(self, message: Any) -> None:
        self.write_now()
        await super().send(message)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.takes_more = False

    def resume_writing(self) -> None:
        super().resume_writing()
        self.takes_more = True
        if self.relieved is not None:
            self.relieved()


def _unheard(*_: object) -> None:
    """Nobody listens any more."""


def whole_text(data: bytes) -> bytes | None:
    """The text of a client's frame, if `data` is exactly one and all is well with it; None: it is to be read otherwise."""
    if len(data) < 6 or data[0] != WHOLE_TEXT or data[1] < 0x80:  # a client masks what it sends
        return None
    length, head = data[1] - 0x80, 6
    if length == SHORT and len(data) >= 8:
        length, head = data[2] << 8 | data[3], 8
    if length > MAX_MESSAGE_BYTES or len(data) != head + length:
        return None
    text = apply_mask(data[head:], data[head - 4 : head])
    return text if text.isascii() or is_text(text) else None


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def framed(text: bytes) -> bytes:
    """A server's frame; it is not masked."""
    length = len(text)
    if length < SHORT:
        return pack("!BB", WHOLE_TEXT, length) + text
    return (pack("!BBH", WHOLE_TEXT, 126, length) if length < LONGER else pack("!BBQ", WHOLE_TEXT, 127, length)) + text
