"""The actors of one kind that are in memory: woken from their journals, once however many ask at the same time."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pioche.house.actors import Actor
from pioche.house.operations import limits
from pioche.house.ownership.leases import Elsewhere, Leases
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Store, Unsure
from pioche.house.stores.unreadable import Unreadable, stored_journal
from pioche.house.stores.writer import Writer

log = logging.getLogger("pioche.house")
Live = TypeVar("Live", bound=Actor[Any, Any])
State = TypeVar("State")


class Registry(ABC, Generic[Live, State]):
    """Finds, wakes, adds and forgets actors. Where there are several workers, each is started under a lease."""

    unknown = "no_such_table"  # the refusal when there is no such journal
    unreadable_kind = "unreadable"  # and when it cannot be read
    cannot_be_read = "a table cannot be read"  # the same in the log

    def __init__(self, writer: Writer, leases: Leases | None) -> None:
        self._writer, self._leases = writer, leases
        self.rooms: dict[str, Live] = {}  # by code
        self.unreadable: dict[str, tuple[Unreadable, float]] = {}  # journals that are frozen, and when that was seen
        self._waking: dict[str, asyncio.Task[Live | None]] = {}

    # -- what a kind adds ------------------------------------------------------------------------

    @abstractmethod
    async def exists(self, code: str) -> bool:
        """Return whether this is the code of a journal of this kind, without reading all of it."""

    @abstractmethod
    def make_room(self) -> None:
        """Make room for one more actor. Refusal when there is none."""

    @abstractmethod
    async def fold(self, code: str, bodies: list[bytes]) -> State:
        """Return the state a journal leads to, computed outside the loop. Unreadable when it leads to none."""

    @abstractmethod
    def begin(self, state: State, token: int) -> Live:
        """Start the actor of a state."""

    async def before_begin(self, code: str) -> None:
        """Read what else has to be known before an actor starts."""

    def forgotten(self, actor: Live) -> None:
        """React to an actor that leaves the memory."""

    # -- waking ----------------------------------------------------------------------------------

    @property
    def writer(self) -> Writer:
        return self._writer

    @property
    @abstractmethod
    def closing(self) -> bool:
        """Whether the server is about to end."""

    @property
    def term(self) -> int:
        """A number that grows whenever this worker gives everything up."""
        return self._leases.term if self._leases is not None else 0

    async def get(self, code: str) -> Live:
        """Return an actor, woken from its journal if need be. Refusal when there is none, it is frozen, there is no room,
        or another worker has it (`Elsewhere`)."""
        actor = self.rooms.get(code)
        if actor is not None and not actor.gone:
            return actor
        waking = self._waking.get(code)
        if waking is None:
            waking = self._waking[code] = asyncio.get_running_loop().create_task(self._wake(code))
            waking.add_done_callback(lambda _: self._waking.pop(code, None))
        found = await asyncio.shield(waking)
        if found is None:
            raise Refusal(self.unknown, 404)
        return found

    async def _wake(self, code: str) -> Live | None:
        term, token = self.term, 0
        try:
            if not await self.exists(code):
                return None
        except Unreadable as frozen:
            self._freeze(code, frozen)
            raise
        if self._leases is not None:
            if self.closing:
                raise Elsewhere
            held = await self._leases.take(code)
            if held is None:
                return None
            token = held
        known = self.unreadable.get(code)
        if known is not None and time.monotonic() - known[1] < limits.UNREADABLE_RETRY_SECONDS:
            raise known[0].with_traceback(None)
        try:
            bodies = await stored_journal(self._writer, code, what=self.unreadable_kind)
            self.make_room()
            state = await self.fold(code, bodies)
        except Unreadable as frozen:
            self._freeze(code, frozen)
            raise
        self.unreadable.pop(code, None)
        await self.before_begin(code)
        if self.term != term:  # given up in the meantime
            raise Elsewhere
        return self._begin(code, state, token)

    def _freeze(self, code: str, frozen: Unreadable) -> None:
        """Remember that a journal cannot be read; log it the first time."""
        if code not in self.unreadable:
            log.error(self.cannot_be_read, extra={"table": code})
        self.unreadable[code] = frozen, time.monotonic()

    def _begin(self, code: str, state: State, token: int) -> Live:
        actor = self.rooms[code] = self.begin(state, token)
        return actor

    # -- adding and forgetting ---------------------------------------------------------------------

    async def add(
        self, code: str, state: State, keep: Callable[[Store, int], None], start: Callable[[], bool] = lambda: True
    ) -> Live | None:
        """Store a new journal in one piece and start its actor, unless `start` returns False. `keep` writes it, under a
        token. Unsure when it is stored, and another worker has it by then."""
        term = self.term
        token = await self._leases.found(code) if self._leases is not None else 0
        await self._writer.do(lambda store: keep(store, token))
        if self.term != term:
            raise Unsure(code)
        return self._begin(code, state, token) if start() else None

    async def take_again(self, code: str) -> int:
        token = await self._leases.take(code) if self._leases is not None else 0
        if token is None:
            raise Refusal(self.unknown, 404)
        return token

    def hand_over(self, code: str) -> None:
        """Close the actor of a journal that another worker is about to take."""
        if code in self.rooms:
            self.rooms[code].retire("moved")

    def forget(self, actor: Live) -> None:
        if self.rooms.get(actor.code) is actor:
            del self.rooms[actor.code]
            if self._leases is not None:
                self._leases.release(actor.code, actor.token)
            self.forgotten(actor)
        actor.close()

    def close(self) -> None:
        """Close all actors."""
        for actor in list(self.rooms.values()):
            actor.close()
