"""A line whose round trips are measured: by pings that browsers answer by themselves, and by the kernel, which no program
makes wait (T12).
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pioche.house.sockets.kernel_pings import KernelPings
from pioche.house.sockets.round_trips import TRIPS, RoundTrips
from pioche.house.tables.services import Measured

FIRST, QUICK, CALM = 0.15, 2.0, 10.0  # seconds between pings: until the median stands, in a game with a clock, else
QUIET = 15.0  # seconds: while a race is on, whoever has said something lately is not asked whether they are there


class PingedProtocol(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._heard = 0.0  # when the last message came
        self.trips = RoundTrips()
        self.direct = True  # nobody holds the line for the client: its kernel can be asked
        self._loud: KernelPings | None = None
        self._quick = False  # a race may come: measure often
        self.racing = False  # it is on: the answer to a ping would arrive in front of what the player sends

    def connection_lost(self, exc: Exception | None) -> None:
        if self._loud is not None:
            self._loud.close()
            self._loud = None
        super().connection_lost(exc)

    def measured(self) -> Measured:
        return self.trips.measured()

    def is_answer(self, pong: Frame) -> bool:
        return self.pending_ping_payload is not None and bytes(pong.data) == self.pending_ping_payload

    def handle_pong(self, event: Frame) -> None:
        if self.is_answer(event):
            self.trips.answers.append((self.loop.time() - self.ping_sent_at) * 1000)
        super().handle_pong(event)

    def schedule_ping(self) -> None:
        pause = CALM if not self._quick else QUICK if len(self.trips.answers) == TRIPS else FIRST
        self.ping_timer = self.loop.call_later(pause, self.send_keepalive_ping)

    def send_keepalive_ping(self) -> None:
        silent = self.loop.time() - self._heard
        if not self._quick and silent < CALM:  # whoever has just said something is there
            self.ping_timer = self.loop.call_later(CALM - silent, self.send_keepalive_ping)
        elif self.racing and len(self.trips.answers) == TRIPS and silent < QUIET:
            self.schedule_ping()
        else:
            if self._loud is not None and not self.close_sent:
                self._loud.send(self.transport)
            super().send_keepalive_ping()

    def race_ahead(self, fair: bool) -> None:
        """From now on measure often."""
        if fair and self.direct and self._loud is None and not self.transport.is_closing():
            self._loud = KernelPings.on(self.transport, self.trips, self.loop)
        if not self._quick:
            self._quick = True
            if self.ping_timer is not None:
                self.ping_timer.cancel()
                self.schedule_ping()
