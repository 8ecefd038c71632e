"""uvicorn's WebSocket protocol with a guard at the gate, and a finger on the pulse of the line.

Without the guard a client that sends pings and never reads makes the house buffer one pong for each of them. And
round trips are measured here, by pings that browsers answer by themselves: a page cannot make its line look worse
for the races (T12).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from struct import pack
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

CONTROL = 20  # pings a client may send in a second
FRAGMENTS = 64  # pieces of one message
BUFFERED = 512 * 1024  # bytes waiting in the transport when the line is given up
TRIPS = 8  # round trips the median is taken of
FIRST, QUICK, CALM = (
    0.15,
    2.0,
    10.0,
)  # seconds between pings: until the median stands, in a game with a clock, else
QUIET = (
    15.0  # seconds: while a race is on, whoever has said something lately is not asked whether they are there
)


class Pulse:
    """The round trips of one line, in milliseconds."""

    def __init__(self) -> None:
        self.trips: deque[int] = deque(maxlen=TRIPS)
        self.quick = False  # a race may come: measure often
        self.racing = False  # it is on: the answer to a ping would arrive in front of what the player sends

    @property
    def rtt(self) -> int:
        """The median; 0 while nothing has been measured."""
        ordered = sorted(self.trips)
        return ordered[len(ordered) // 2] if ordered else 0

    @property
    def pause(self) -> float:
        if self.quick:
            return QUICK if len(self.trips) == TRIPS else FIRST
        return CALM


class GuardedProtocol(WebSocketsSansIOProtocol):
    """Drops whoever floods the line with control frames or crumbs; measures everybody else's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pulse = Pulse()
        self._second, self._controls, self._pieces = 0.0, 0, 0
        self._heard = 0.0
        self.listener: Callable[[bytes], None] | None = None  # hears messages as they are read, once somebody listens
        self.relieved: Callable[[], None] | None = None  # told when the line takes more again

    def handle_connect(self, event: Any) -> None:
        self.app_state = {**self.app_state, "pulse": self.pulse, "protocol": self}
        super().handle_connect(event)

    def drop(self) -> None:
        """No good bye: whoever does this does not read."""
        self.transport.abort()

    def handle_events(self) -> None:
        if self.transport.get_write_buffer_size() > BUFFERED:
            self.drop()
            return
        super().handle_events()

    def handle_ping(self) -> None:
        now = self.loop.time()
        if now - self._second > 1:
            self._second, self._controls = now, 0
        self._controls += 1
        if self._controls > CONTROL:
            self.drop()
        else:
            super().handle_ping()

    def handle_text(self, event: Frame) -> None:
        self._pieces, self._heard = 0, self.loop.time()
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._pieces = 0
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self._pieces += 1
        if self._pieces > FRAGMENTS:
            self.drop()
        else:
            super().handle_cont(event)

    # -- what we hear ----------------------------------------------------------------------------

    def send_receive_event_to_app(self) -> None:
        """A message is complete. Past its hello a caller is heard at once, without a queue in between: how much one
        may say is limited by the listener."""
        if self.listener is None or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        try:
            data.decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # which closes the line
            return
        self.frames = []
        if not self.close_sent:
            self.listener(data)

    def deafen(self) -> None:
        """Nothing more is heard from this line; whoever waits for its next message is told that it has ended."""
        self.listener = None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})

    # -- what we say -----------------------------------------------------------------------------

    @property
    def takes_more(self) -> bool:
        return self.writable.is_set()

    def say(self, texts: list[bytes]) -> None:
        """Text messages, each in a frame of its own, written at once: hundreds of tables change every second, and the
        layers an ASGI message passes cost more than most moves. Whoever is gone hears nothing."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.relieved is not None:
            self.relieved()

    # -- the pulse -------------------------------------------------------------------------------

    def handle_pong(self, event: Frame) -> None:
        if self.pending_ping_payload is not None and bytes(event.data) == self.pending_ping_payload:
            self.pulse.trips.append(round((self.loop.time() - self.ping_sent_at) * 1000))
        super().handle_pong(event)

    def schedule_ping(self) -> None:
        self.ping_timer = self.loop.call_later(self.pulse.pause, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        known = len(self.pulse.trips) == TRIPS and self.loop.time() - self._heard < QUIET
        if self.pulse.racing and known:
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def race_ahead(self) -> None:
        """From now on measure often."""
        if not self.pulse.quick:
            self.pulse.quick = True
            if self.ping_timer is not None:
                self.ping_timer.cancel()
                self.schedule_ping()


def _head(length: int) -> bytes:
    """The head of a whole text frame from a server (RFC 6455, 5.2)."""
    if length < 126:
        return pack("!BB", 0x81, length)
    return pack("!BBH", 0x81, 126, length) if length < 65_536 else pack("!BBQ", 0x81, 127, length)
