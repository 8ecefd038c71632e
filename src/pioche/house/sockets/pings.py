"""Pings of a WebSocket connection: they keep it alive and measure its round trip (T12)."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from pioche.house.sockets.kernel_pings import KernelPings
from pioche.house.sockets.latency import SAMPLES, RoundTrips

# Seconds between pings: until the median stands, in a game with a clock, otherwise.
FIRST_PINGS_SECONDS, RACE_PINGS_SECONDS, KEEPALIVE_SECONDS = 0.15, 2.0, 10.0
QUIET_SECONDS = 15.0  # without a message, after which a connection is pinged even during a race
PONG_SECONDS = 15.0  # to answer a ping
PING_BYTES = 4


class Pings:
    """Pings of one connection: when the next is due, and what the answers measure."""

    def __init__(self, transport: asyncio.Transport, send: Callable[[bytes], None], expired: Callable[[], None]) -> None:
        """`send` sends a ping with this payload; `expired` is called when one was not answered in PONG_SECONDS."""
        self.trips = RoundTrips()
        self.direct = True  # no proxy holds the connection: the far kernel can be asked
        self.racing = False  # a race is on: the answer to a ping would arrive in front of what the player sends
        self.last_message_at = 0.0  # when the last message came
        self._transport, self._send, self._expired = transport, send, expired
        self._loop = asyncio.get_running_loop()
        self._often = False  # a race may come
        self._kernel: KernelPings | None = None
        self._payload, self._sent_at = b"", 0.0  # of the ping that is not answered yet
        self._timer: asyncio.TimerHandle | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def schedule(self) -> None:
        """Schedule the next ping."""
        often = RACE_PINGS_SECONDS if len(self.trips.answers) == SAMPLES else FIRST_PINGS_SECONDS
        self._timer = self._loop.call_later(often if self._often else KEEPALIVE_SECONDS, self._due)

    def _due(self) -> None:
        self._timer = None
        silent = self._loop.time() - self.last_message_at
        if not self._often and silent < KEEPALIVE_SECONDS:  # a connection that has just sent a message is alive
            self._timer = self._loop.call_later(KEEPALIVE_SECONDS - silent, self._due)
        elif self.racing and len(self.trips.answers) == SAMPLES and silent < QUIET_SECONDS:
            self.schedule()
        else:
            if self._kernel is not None:
                self._kernel.send(self._transport)
            self._payload, self._sent_at = random.randbytes(PING_BYTES), self._loop.time()
            self._deadline = self._loop.call_later(PONG_SECONDS, self._expired)
            self._send(self._payload)

    def answered(self, payload: bytes) -> bool:
        """Take a pong; return whether it answers the last ping."""
        if not self._payload or payload != self._payload:
            return False
        self.trips.answers.append((self._loop.time() - self._sent_at) * 1000)
        self._payload = b""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            self.schedule()
        return True

    def probe_often(self, fair: bool) -> None:
        """Ping often from now on; where races give round trips back (`fair`), measure them by the kernel as well."""
        if fair and self.direct and self._kernel is None and not self._transport.is_closing():
            self._kernel = KernelPings.on(self._transport, self.trips, self._loop)
        if not self._often:
            self._often = True
            if self._timer is not None:
                self._timer.cancel()
                self.schedule()

    def stop(self) -> None:
        for timer in (self._timer, self._deadline):
            if timer is not None:
                timer.cancel()
        self._timer = self._deadline = None
        self._payload = b""

    def close(self) -> None:
        """Stop, and give the kernel's measures back."""
        self.stop()
        if self._kernel is not None:
            self._kernel.close()
            self._kernel = None
