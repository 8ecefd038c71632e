"""Event streams: open responses that tell a page when a tournament has changed. Admission, pacing, ending.

A change may concern thousands of streams. They are woken a few in each turn of the event loop, so that between two of
these turns every table is served.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable

from pioche.house.operations import limits
from pioche.house.protocol.sentences import Refusal

MAX_STREAMS = 5_000
MAX_VISITOR_STREAMS = 3_000  # of people who take no part in the tournament; the rest is reserved for those who do
MAX_STREAMS_PER_PERSON = 6  # the oldest is ended
STREAMS_WOKEN_PER_TURN = 10  # each costs some thirty microseconds
HEARTBEAT_SECONDS = 4.0  # without a change, after which a page is told that the server is there
HEARTBEAT_CHECK_SECONDS = 0.5
RETRY_SECONDS = 15


class Listener:
    """One open stream. `version` returns the number of the version as this person may know it."""

    def __init__(
        self, person: str | None, session: str, address: str, takes_part: bool = False, version: Callable[[], int] = int
    ) -> None:
        self.person, self.session, self.address, self.takes_part = person, session, address, takes_part
        self.version = version
        self.told = -1  # the last number that was sent
        self.told_at = 0.0  # by the clock of the loop
        self.awake = asyncio.Event()
        self.over = False

    def end(self) -> None:
        self.over = True


class EventStreams:
    """All streams of this process, counted by address and by person."""

    def __init__(self) -> None:
        self._open: dict[Listener, None] = {}  # in the order they came
        self._by_address: dict[tuple[bool, str], dict[Listener, None]] = {}  # those who take part, and visitors
        self._by_person: dict[str, dict[Listener, None]] = {}
        self._visitors = 0
        self._due: dict[Listener, None] = {}  # to be woken, in this order
        self._waking = False
        self._heartbeat: asyncio.TimerHandle | None = None

    def admit(self, listener: Listener) -> None:
        """Count a stream, or raise a refusal. If there are too many, the address with most of them loses its oldest, and
        visitors make room for those who take part."""
        here = sum(len(self._by_address.get((part, listener.address), ())) for part in (True, False))
        if here >= limits.MAX_SOCKETS_PER_ADDRESS * limits.many_behind(listener.address):
            raise _too_many()
        if len(self._open) >= MAX_STREAMS or (not listener.takes_part and self._visitors >= MAX_VISITOR_STREAMS):
            self._make_room(listener)
        if listener.person is not None:
            mine = self._by_person.setdefault(listener.person, {})
            for old in list(mine)[: max(0, len(mine) + 1 - MAX_STREAMS_PER_PERSON)]:
                self._end(old)
            self._by_person.setdefault(listener.person, {})[listener] = None
        self._open[listener] = None
        self._by_address.setdefault((listener.takes_part, listener.address), {})[listener] = None
        self._visitors += not listener.takes_part
        if self._heartbeat is None:
            self._plan_heartbeat()

    def left(self, listener: Listener) -> None:
        """Count a stream no longer. It may have been left before."""
        if listener not in self._open:
            return
        del self._open[listener]
        self._due.pop(listener, None)
        self._visitors -= not listener.takes_part
        key = listener.takes_part, listener.address
        del self._by_address[key][listener]
        if not self._by_address[key]:
            del self._by_address[key]
        if listener.person is not None:
            del self._by_person[listener.person][listener]
            if not self._by_person[listener.person]:
                del self._by_person[listener.person]

    def hang_up(self, sessions: Collection[str]) -> None:
        """End the streams of sessions that have ended."""
        self.end([listener for listener in self._open if listener.session in sessions])

    def end(self, listeners: Iterable[Listener]) -> None:
        listeners = list(listeners)
        for listener in listeners:
            listener.end()
        self.wake(listeners)

    def wake(self, listeners: Iterable[Listener]) -> None:
        """Have these streams look for a change, a few in each turn of the loop."""
        self._due.update(dict.fromkeys(listeners))
        if self._due and not self._waking:
            self._waking = True
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _wake_some(self) -> None:
        now = asyncio.get_running_loop().time()
        for _ in range(min(STREAMS_WOKEN_PER_TURN, len(self._due))):
            listener = next(iter(self._due))
            del self._due[listener]
            if listener.over or listener.version() != listener.told or now - listener.told_at >= HEARTBEAT_SECONDS:
                listener.awake.set()
        self._waking = bool(self._due)
        if self._waking:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _plan_heartbeat(self) -> None:
        self._heartbeat = asyncio.get_running_loop().call_later(HEARTBEAT_CHECK_SECONDS, self._beat)

    def _beat(self) -> None:
        """Wake the streams that were told nothing for a while."""
        before = asyncio.get_running_loop().time() - HEARTBEAT_SECONDS
        self.wake([listener for listener in self._open if listener.told_at <= before])
        self._heartbeat = None
        if self._open:
            self._plan_heartbeat()

    def _make_room(self, newcomer: Listener) -> None:
        """End the oldest stream of the address that has most: of visitors, if there are any. Raise a refusal if the address
        of the newcomer would then have as many."""
        ends_visitor = self._visitors > 0 or not newcomer.takes_part
        there = [listeners for (part, _), listeners in self._by_address.items() if part != ends_visitor]
        most = max(there, key=len, default={})
        mine = self._by_address.get((newcomer.takes_part, newcomer.address), {})
        if not most or (newcomer.takes_part != ends_visitor and len(most) <= len(mine) + 1):
            raise _too_many()
        self._end(next(iter(most)))

    def _end(self, listener: Listener) -> None:
        """End a stream whose place another one takes now."""
        self.left(listener)
        listener.end()
        listener.awake.set()


def _too_many() -> Refusal:
    return Refusal("too_often", 429, retry=RETRY_SECONDS * 1000, seconds=RETRY_SECONDS)
