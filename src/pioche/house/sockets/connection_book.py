"""All connections into this process: how many there are and from where, and which of them have waited too long.

A connection that sends nothing holds a place. So places are counted, for each address and in all; where they run out the
connection that has been idle longest is cut for the new one; and a connection is cut when its deadline has passed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Protocol

from pioche.house.operations import limits
from pioche.house.operations.limits import Limits, many_behind
from pioche.house.operations.metrics import counts
from pioche.house.people.origins import Network, is_one

OVERDUE_CHECK_SECONDS = 1.0  # between two checks of all connections
LAST_BYTES_SECONDS = 5.0  # a closed connection may take to send what it still has
LINGER_SECONDS = 0.5  # a refused connection stays open, so that the answer arrives


class BookEntry(Protocol):
    """A connection as the book knows it: one that speaks HTTP, or a WebSocket."""

    address: str
    many: int  # how many times as much as one address it may have: people come through a proxy
    transport: Any
    due: float | None  # when it is cut, in the time of the loop

    def cut(self) -> None:
        """End the connection, because it has not sent or taken in time what it should have."""
        ...


class ConnectionBook:
    """The connections of one process."""

    def __init__(self, scale: float = 1.0, most: int = limits.MAX_CONNECTIONS, trusted: tuple[Network, ...] = ()) -> None:
        """`trusted` proxies pass on the connections of many people."""
        self.limits = Limits(scale)
        self.most, self.trusted = most, trusted
        self.open: dict[BookEntry, None] = {}
        self.sockets: dict[Any, None] = {}  # connections that have become sockets
        self._by_address: Counter[str] = Counter()  # those that have not
        self._idle: dict[BookEntry, None] = {}  # no request is being answered: longest idle first
        self._idle_at: dict[str, dict[BookEntry, None]] = {}  # the same by address
        self._closing: dict[Any, float] = {}  # transports that are closed but not gone
        self._watching = False

    def many(self, host: str) -> int:
        """Return how many times the limits of one address hold for `host`."""
        return limits.PROXY_FACTOR if is_one(host, self.trusted) else many_behind(host)

    def admit(self, connection: BookEntry) -> bool:
        """Give a new connection a place, that of the longest idle one if necessary. Return False if there is none."""
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

    def _enter(self, connection: BookEntry) -> None:
        self.open[connection] = None
        self._by_address[connection.address] += 1
        self.idle(connection)
        self._watch()

    def _make_room(self, idle: dict[BookEntry, None] | None) -> bool:
        if not idle:
            counts.cut.labels("full").inc()
            return False
        oldest = next(iter(idle))
        counts.cut.labels("made_room").inc()
        self.left(oldest)
        oldest.transport.abort()
        return True

    def idle(self, connection: BookEntry) -> None:
        """Note that no request of it is being answered."""
        if connection in self.open:
            self._idle[connection] = None
            self._idle_at.setdefault(connection.address, {})[connection] = None

    def busy(self, connection: BookEntry) -> None:
        """Note that a request of it is being answered."""
        self._idle.pop(connection, None)
        here = self._idle_at.get(connection.address)
        if here is not None:
            here.pop(connection, None)
            if not here:
                del self._idle_at[connection.address]

    def left(self, connection: BookEntry) -> None:
        """Forget a connection that is closed or has become a WebSocket."""
        self.busy(connection)
        if connection in self.open:
            del self.open[connection]
            self._by_address[connection.address] -= 1
            if not self._by_address[connection.address]:
                del self._by_address[connection.address]

    # -- WebSockets --------------------------------------------------------------------------------

    def upgrade(self, connection: BookEntry, socket: BookEntry) -> None:
        """Give a new WebSocket the place of its connection. Until it is authenticated it makes room for others like an idle
        connection: an honest one is authenticated in a moment."""
        self.left(connection)
        self._enter(socket)

    def mark_authenticated(self, socket: BookEntry) -> None:
        """Free its place: its person is known, and `Admission` counts it."""
        if socket in self.open:
            self.left(socket)
            self.sockets[socket] = None

    def gone(self, socket: BookEntry) -> None:
        """Forget a WebSocket that is closed."""
        self.left(socket)
        self.sockets.pop(socket, None)

    # -- deadlines ---------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Schedule the next check, as long as there are connections."""
        if not self._watching and (self.open or self.sockets):
            self._watching = True
            asyncio.get_running_loop().call_later(OVERDUE_CHECK_SECONDS, self._check)

    def _check(self) -> None:
        """Cut connections whose deadline has passed, and those closed long ago that have not sent their last bytes."""
        now = asyncio.get_running_loop().time()
        self._watching = False
        for connection in [one for one in self.open if one.due is not None and one.due < now]:
            connection.cut()
        closing: dict[Any, float] = {}
        for one in (*self.open, *self.sockets):
            transport = one.transport
            if transport.is_closing():
                closing[transport] = self._closing.get(transport, now)
                if now - closing[transport] > LAST_BYTES_SECONDS:
                    counts.cut.labels("lingers").inc()
                    transport.abort()
        self._closing = closing
        self._watch()
