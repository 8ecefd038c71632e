"""People who want to hear when something changes in a tournament: how many there may be, and how they are let go."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection

from pioche.house.operations import limits
from pioche.house.protocol.sentences import Refusal

PER_PERSON = 6  # the oldest goes
STREAMS = 5_000


class Listener:
    """One open stream."""

    def __init__(self, person: str | None, session: str, address: str) -> None:
        self.person, self.session, self.address = person, session, address
        self.told = -1  # the last number that was sent
        self.changed = asyncio.Event()
        self.over = False

    def end(self) -> None:
        self.over = True
        self.changed.set()


class EventStreams:
    """All streams of this process, counted by address and by person."""

    def __init__(self) -> None:
        self._open: dict[Listener, None] = {}  # in the order they came
        self._by_address: Counter[str] = Counter()

    def admit(self, listener: Listener) -> None:
        most = limits.SOCKETS_PER_ADDRESS * limits.many_behind(listener.address)
        if len(self._open) >= STREAMS or self._by_address[listener.address] >= most:
            raise Refusal("too_often", 429, retry=15_000, seconds=15)
        mine = [one for one in self._open if listener.person is not None and one.person == listener.person and not one.over]
        for old in mine[: len(mine) + 1 - PER_PERSON]:
            old.end()
        self._open[listener] = None
        self._by_address[listener.address] += 1

    def left(self, listener: Listener) -> None:
        if listener in self._open:
            del self._open[listener]
            self._by_address[listener.address] -= 1
            if not self._by_address[listener.address]:
                del self._by_address[listener.address]

    def hang_up(self, sessions: Collection[str]) -> None:
        """Sessions have ended: so do their streams."""
        for listener in self._open:
            if listener.session in sessions:
                listener.end()
