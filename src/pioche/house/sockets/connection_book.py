"""All connections into this process: how many there are and from where, and which of them have waited too long.

Whoever connects and says nothing holds a place. So places are counted, for each address and in all; where they run out
the connection that has been idle longest makes room for the new one; and whatever does not come in time is cut.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Protocol

from pioche.house.operations import limits
from pioche.house.operations.limits import Limits, many_behind
from pioche.house.operations.metrics import counts
from pioche.house.people.origins import Network, is_one

LOOK = 1.0  # seconds between two looks at everybody
LAST_BYTES = 5.0  # seconds a closed connection may take to send them
LINGER = 0.5  # seconds one that was refused stays open, so that the answer arrives


class Connection(Protocol):
    """One that speaks HTTP, or has asked to become a socket and has not shown a ticket, as the book knows it."""

    address: str
    many: int  # how many times as much as one address it may have: people come through a proxy
    transport: Any
    due: float | None  # when it is cut, in the time of the loop

    def cut(self) -> None:
        """What it should have sent or taken did not come in time."""
        ...


class ConnectionBook:
    def __init__(
        self,
        scale: float = 1.0,
        most: int = limits.MAX_CONNECTIONS,
        trusted: tuple[Network, ...] = (),
        inside: tuple[str, int] | None = None,
    ) -> None:
        """`trusted` proxies and other workers, who come to `inside`: through them many come."""
        self.limits = Limits(scale)
        self.most, self.trusted, self.inside = most, trusted, inside
        self.open: dict[Connection, None] = {}
        self.sockets: dict[Any, None] = {}  # connections that have become sockets
        self._by_address: Counter[str] = Counter()  # those that have not
        self._idle: dict[Connection, None] = {}  # no request is being answered: longest idle first
        self._idle_at: dict[str, dict[Connection, None]] = {}  # the same by address
        self._closing: dict[Any, float] = {}  # transports that are closed but not gone
        self._watching = False

    def many(self, host: str, here: tuple[str, int | None] | None = None) -> int:
        """How many times as much as one address may this one have, which has come to `here`."""
        inside = here is not None and here == self.inside
        return limits.PROXY_FACTOR if inside or is_one(host, self.trusted) else many_behind(host)

    def admit(self, connection: Connection) -> bool:
        """A new connection. Where there is no place the one that has been idle longest goes; False: there is none."""
        address = connection.address
        if self.limits.bucket("connect", address, connection.many).take():
            counts.cut.labels("too_often").inc()
            return False
        if self._by_address[address] >= limits.MAX_CONNECTIONS_PER_ADDRESS * connection.many:
            if not self._make_room(self._idle_at.get(address)):
                return False
        elif len(self.open) + len(self.sockets) >= self.most and not self._make_room(self._idle):
            return False
        self._enter(connection)
        return True

    def _enter(self, connection: Connection) -> None:
        self.open[connection] = None
        self._by_address[connection.address] += 1
        self.idle(connection)
        self._watch()

    def _make_room(self, idle: dict[Connection, None] | None) -> bool:
        if not idle:
            counts.cut.labels("full").inc()
            return False
        oldest = next(iter(idle))
        counts.cut.labels("made_room").inc()
        self.left(oldest)
        oldest.transport.abort()
        return True

    def idle(self, connection: Connection) -> None:
        """No request of it is being answered."""
        if connection in self.open:
            self._idle[connection] = None
            self._idle_at.setdefault(connection.address, {})[connection] = None

    def busy(self, connection: Connection) -> None:
        self._idle.pop(connection, None)
        here = self._idle_at.get(connection.address)
        if here is not None:
            here.pop(connection, None)
            if not here:
                del self._idle_at[connection.address]

    def left(self, connection: Connection) -> None:
        """It is gone, or has become something else."""
        self.busy(connection)
        if connection in self.open:
            del self.open[connection]
            self._by_address[connection.address] -= 1
            if not self._by_address[connection.address]:
                del self._by_address[connection.address]

    # -- what becomes a socket ---------------------------------------------------------------------

    def upgrade(self, connection: Connection, socket: Connection) -> None:
        """It has asked to become a socket. It keeps its place at its address, and makes room for others like one that is
        idle: an honest one is through in a moment."""
        self.left(connection)
        self._enter(socket)

    def settle(self, socket: Connection) -> None:
        """It has shown a ticket: who sits behind it is known, and counted elsewhere."""
        if socket in self.open:
            self.left(socket)
            self.sockets[socket] = None

    def gone(self, socket: Connection) -> None:
        self.left(socket)
        self.sockets.pop(socket, None)

    # -- what takes too long -----------------------------------------------------------------------

    def _watch(self) -> None:
        if not self._watching and (self.open or self.sockets):
            self._watching = True
            asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        """At everybody: cut what is overdue, and what was closed long ago and has not sent its last bytes."""
        now = asyncio.get_running_loop().time()
        self._watching = False
        for connection in [one for one in self.open if one.due is not None and one.due < now]:
            connection.cut()
        closing: dict[Any, float] = {}
        for one in (*self.open, *self.sockets):
            transport = one.transport
            if transport.is_closing():
                closing[transport] = self._closing.get(transport, now)
                if now - closing[transport] > LAST_BYTES:
                    counts.cut.labels("lingers").inc()
                    transport.abort()
        self._closing = closing
        self._watch()
