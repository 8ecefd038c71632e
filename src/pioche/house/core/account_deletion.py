"""Deletion of accounts: the person is deleted at once, their seats are given up one after the other.

A person may have been at a thousand tables. Tables that are not in memory are woken one at a time, with pauses, in the
background. The seats that are left are stored: after a restart it continues, and a table that is woken for another reason
gives the seat up then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Conflict, Store, StoreFailed
from pioche.house.stores.writer import Writer
from pioche.house.tables import commands
from pioche.house.tables.room import Room

log = logging.getLogger("pioche.house")
WAKE_PAUSE_SECONDS = 0.2  # between two tables that are woken for it
SEATS_PER_READ = 50  # read from the store at once
LEFT_OVER_SECONDS = 60.0  # after which seats that are left are tried again


class AccountDeletion:
    def __init__(self, writer: Writer, rooms: Mapping[str, Room], wake: Callable[[str], Awaitable[Room]]) -> None:
        self.writer, self.rooms, self._wake = writer, rooms, wake
        self.new = asyncio.Event()
        self.new.set()  # something may be left from before

    async def tend(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LEFT_OVER_SECONDS):
                    await self.new.wait()
            except TimeoutError:
                pass
            self.new.clear()
            try:
                await self._go_through()
            except StoreFailed:
                continue

    async def _go_through(self) -> None:
        after = "", ""
        while left := await self.writer.read(partial(_left, after=after)):
            for code, person in left:
                if code not in self.rooms:
                    await asyncio.sleep(WAKE_PAUSE_SECONDS)
                await self.leave(code, person)
            after = left[-1]

    async def leave(self, code: str, person: str) -> None:
        """Give up name and seat at one table; another worker that plays it does the same there."""
        try:
            room = await self._wake(code)
            if person in room.state.numbers:
                await room.ask(room.do, commands.forget, room.state.numbers[person])
            await self.writer.do(lambda store: store.has_left(code, person))
        except Refusal as no:
            if no.status == 404:
                await self.writer.do(lambda store: store.has_left(code, person))
        except (StoreFailed, Conflict) as wrong:
            log.warning("a seat could not be given up", extra={"table": code, "error": type(wrong).__name__})


def _left(store: Store, after: tuple[str, str]) -> list[tuple[str, str]]:
    return store.leaving(SEATS_PER_READ, after)
