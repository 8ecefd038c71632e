"""A table that is played in a time of its own: an event loop that skips to the next timer instead of waiting."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable, Callable
from typing import Any

from pioche.house.tables import clocks
from pioche.house.tables import journal as j
from pioche.house.tables.news import Reader
from pioche.house.tables.room import Room
from pioche.house.tables.state import TableState
from tests.house.unit.fakes import House, Journal, Keeper
from tests.house.unit.tables import FakeConnection


class Skipping(selectors.SelectSelector):
    """A selector that lets time pass instead of waiting."""

    now = 1000.0

    def select(self, timeout: float | None = None) -> Any:
        assert timeout is not None, "nothing will ever happen"
        self.now += timeout + 1e-5  # some time passes always: a timer that is planned for now comes up
        return super().select(0)


class SkippingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.selector = Skipping()
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.now


class Evening:
    """A table whose journal begins with these entries, and the connections to it."""

    def __init__(self, entries: list[j.AnyEntry]) -> None:
        start = [j.write(entry) for entry in entries]
        self.journal = Journal(start)
        self.keeper = Keeper(self.journal)
        self.room = Room(House(), self.keeper, TableState.of(start), 1)
        self.readers: dict[int, Reader] = {}
        self.connections: dict[int, FakeConnection] = {}

    async def come(self, *people: int) -> None:
        for who in people:
            self.connections[who] = FakeConnection()
            self.readers[who] = Reader(who, "", self.connections[who])
            self.room.enter(self.readers[who], None, "")
        await asyncio.sleep(0.01)

    async def go(self, *people: int) -> None:
        for who in people:
            self.room.leave(self.readers[who])
        await asyncio.sleep(0.01)

    async def send(self, who: int, wish: Any) -> dict[str, Any]:
        """Send a command; return its answer."""
        self.room.receive(self.readers[who], wish, self.room.loop.time())
        await asyncio.sleep(0.01)
        return next(one for one in reversed(self.connections[who].sent) if one.get("id") == wish.id)

    def stored(self, *kinds: type) -> list[Any]:
        """Return the entries of these kinds in the journal."""
        return [entry for entry in map(j.read, self.journal.bodies) if isinstance(entry, kinds)]

    def events(self, who: int) -> list[dict[str, Any]]:
        """Return the events a person was sent."""
        return [
            event for one in self.connections[who].sent if one["t"] == "news" for run in one["events"] for event in _all(run)
        ]


def _all(run: Any) -> list[dict[str, Any]]:
    return run if isinstance(run, list) else [run]


def play(entries: list[j.AnyEntry], evening: Callable[[Evening], Awaitable[None]]) -> None:
    """Run an evening at a table, however long it is, without waiting."""
    detector, kept = clocks.SUSPEND_DETECTOR, dict(vars(clocks.SUSPEND_DETECTOR))
    vars(detector).update(vars(clocks.SuspendDetector()))

    async def whole() -> None:
        watching = asyncio.create_task(detector.watch())
        at = Evening(entries)
        await evening(at)
        at.room.close()
        watching.cancel()

    try:
        with asyncio.Runner(loop_factory=SkippingLoop) as runner:
            runner.run(whole())
    finally:
        vars(detector).update(kept)
