"""One line: uvicorn's WebSocket protocol with limits, commands read from it, frames written to it, round trips measured.

Without limits a client that sends pings and never reads makes the house buffer one pong for each of them. Round trips
are measured by pings that browsers answer by themselves: a page cannot make its line look worse for the races (T12).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from struct import pack
from typing import Any, get_args

import msgspec
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pioche.house.operations.limits import WISHES, Rate
from pioche.house.operations.metrics import counts
from pioche.house.protocol.messages import MALFORMED, RATE, AnyWish, Hello, read_wish

CONTROL = 20  # pings a client may send in a second
FRAGMENTS = 64  # pieces of one message
BUFFERED = 512 * 1024  # bytes waiting in the transport when the line is given up
TRIPS = 8  # round trips the median is taken of
FIRST, QUICK, CALM = 0.15, 2.0, 10.0  # seconds between pings: until the median stands, in a game with a clock, else
QUIET = 15.0  # seconds: while a race is on, whoever has said something lately is not asked whether they are there
HEARD = {kind: counts.wishes.labels(kind.__name__) for kind in get_args(AnyWish)}
UNREADABLE = (msgspec.ValidationError, msgspec.DecodeError, RecursionError)


class GuardedProtocol(WebSocketsSansIOProtocol):
    """Drops whoever floods the line with control frames or crumbs; measures everybody else's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._second, self._controls, self._pieces = 0.0, 0, 0
        self._heard = 0.0
        # what comes in
        self.listening = False  # commands go to `receive` as they are read
        self.receive_command: Callable[[AnyWish, float], None]
        self.refuse: Callable[[int, str, int | None], None]  # with a close code and a reason
        self._rate, self._credit, self._counted = WISHES, WISHES.burst, 0.0
        # what goes out
        self.takes_more = True
        self.relieved: Callable[[], None] | None = None  # told when the line takes more again
        # round trips, in milliseconds
        self._trips: deque[int] = deque(maxlen=TRIPS)
        self._quick = False  # a race may come: measure often
        self.racing = False  # it is on: the answer to a ping would arrive in front of what the player sends

    def handle_connect(self, event: Any) -> None:
        self.app_state = {**self.app_state, "protocol": self}
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

    def handle_cont(self, event: Frame) -> None:
        self._pieces += 1
        if self._pieces > FRAGMENTS:
            self.drop()
        else:
            super().handle_cont(event)

    # -- what we hear ----------------------------------------------------------------------------

    def listen(
        self, receive: Callable[[AnyWish, float], None], refuse: Callable[[int, str, int | None], None], loose: float
    ) -> None:
        """Somebody waits for commands. `loose`: rates, as a factor."""
        self.receive_command, self.refuse = receive, refuse
        self._rate = Rate(WISHES.burst * loose, WISHES.per_second * loose)
        self._credit, self._counted = self._rate.burst, self.loop.time()

    def send_receive_event_to_app(self) -> None:
        """A message is complete. Past its hello a reader is heard at once, without a queue in between."""
        self._pieces, self._heard = 0, self.loop.time()
        if not self.listening or self.curr_msg_data_type != "text":
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
            self.take(data)

    def take(self, data: bytes | None) -> None:
        """One message, as long as they do not come too fast (a token for each, as `limits.Bucket` has it)."""
        now, rate = self.loop.time(), self._rate
        self._credit = min(rate.burst, self._credit + (now - self._counted) * rate.per_second)
        self._counted = now
        if self._credit < 1:
            self._give_up(RATE, "rate", 5000)
            return
        self._credit -= 1
        try:
            wish = read_wish(data) if data is not None else None
        except UNREADABLE:
            wish = None
        if wish is None or isinstance(wish, Hello):
            self._give_up(MALFORMED, "malformed")
            return
        HEARD[type(wish)].inc()
        self.receive_command(wish, now)

    def _give_up(self, code: int, reason: str, retry: int | None = None) -> None:
        """Nothing more is heard from this line; whoever waits for its next message is told that it has ended."""
        self.refuse(code, reason, retry)
        self.listening = False
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})

    # -- what we say -----------------------------------------------------------------------------

    def say(self, texts: list[bytes]) -> None:
        """Text messages, each in a frame of its own, written at once: hundreds of tables change every second, and the
        layers an ASGI message passes cost more than most moves. Whoever is gone hears nothing."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        parts: list[bytes] = []
        for text in texts:  # the head of a whole text frame from a server (RFC 6455, 5.2)
            length = len(text)
            if length < 126:
                head = pack("!BB", 0x81, length)
            else:
                head = pack("!BBH", 0x81, 126, length) if length < 65_536 else pack("!BBQ", 0x81, 127, length)
            parts += (head, text)
        self.transport.write(b"".join(parts))

    def pause_writing(self) -> None:
        super().pause_writing()
        self.takes_more = False

    def resume_writing(self) -> None:
        super().resume_writing()
        self.takes_more = True
        if self.relieved is not None:
            self.relieved()

    # -- round trips -----------------------------------------------------------------------------

    @property
    def rtt(self) -> int:
        """The median; 0 while nothing has been measured."""
        ordered = sorted(self._trips)
        return ordered[len(ordered) // 2] if ordered else 0

    def handle_pong(self, event: Frame) -> None:
        if self.pending_ping_payload is not None and bytes(event.data) == self.pending_ping_payload:
            self._trips.append(round((self.loop.time() - self.ping_sent_at) * 1000))
        super().handle_pong(event)

    def schedule_ping(self) -> None:
        pause = CALM if not self._quick else QUICK if len(self._trips) == TRIPS else FIRST
        self.ping_timer = self.loop.call_later(pause, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        known = len(self._trips) == TRIPS and self.loop.time() - self._heard < QUIET
        if self.racing and known:
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def race_ahead(self) -> None:
        """From now on measure often."""
        if not self._quick:
            self._quick = True
            if self.ping_timer is not None:
                self.ping_timer.cancel()
                self.schedule_ping()
