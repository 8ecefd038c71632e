"""Limits on the number of WebSockets, and on those that have not shown a ticket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pioche.house.operations import limits
from pioche.house.operations.limits import many_behind
from pioche.house.operations.metrics import counts


class Place:
    """The place of one WebSocket. `drop` ends it without a close frame."""

    __slots__ = ("address", "drop")

    def __init__(self, address: str, drop: Callable[[], None]) -> None:
        self.address, self.drop = address, drop


class Admission:
    """The number of WebSockets of each address, and those that have not shown a ticket in the order they came. Where there
    are too many of the latter, the oldest is dropped: an honest page shows its ticket at once, so it is never the oldest
    for long."""

    def __init__(self) -> None:
        self.sockets = 0
        self.by_address: Counter[str] = Counter()
        self._silent: dict[Place, None] = {}
        self._silent_at: dict[str, dict[Place, None]] = {}

    def admit(self, address: str, drop: Callable[[], None]) -> Place | None:
        """Return a place for a new WebSocket; None when the server or its address has no more."""
        many = many_behind(address)
        if self.sockets >= limits.MAX_SOCKETS or self.by_address[address] >= limits.MAX_SOCKETS_PER_ADDRESS * many:
            return None
        here = self._silent_at.setdefault(address, {})
        if len(here) >= limits.MAX_SILENT_SOCKETS_PER_ADDRESS * many:
            self._make_room(here)
        elif len(self._silent) >= limits.MAX_SILENT_SOCKETS:
            self._make_room(self._silent)
        place = Place(address, drop)
        self._silent[place] = self._silent_at.setdefault(address, {})[place] = None
        self.sockets += 1
        self.by_address[address] += 1
        counts.sockets.set(self.sockets)
        return place

    def _make_room(self, silent: dict[Place, None]) -> None:
        oldest = next(iter(silent))
        counts.cut.labels("no_hello").inc()
        self.known(oldest)
        oldest.drop()

    def known(self, place: Place) -> None:
        """Note that the first message has been handled, valid or not."""
        self._silent.pop(place, None)
        here = self._silent_at.get(place.address)
        if here is not None:
            here.pop(place, None)
            if not here:
                del self._silent_at[place.address]

    def left(self, place: Place) -> None:
        """Free the place of a WebSocket that has ended."""
        self.known(place)
        self.sockets -= 1
        self.by_address[place.address] -= 1
        if not self.by_address[place.address]:
            del self.by_address[place.address]
        counts.sockets.set(self.sockets)
