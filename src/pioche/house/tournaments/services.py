"""The server as its tournaments see it: the interface of this layer to `core`, which stands above it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from typing import Any, Protocol

from pioche.house.operations.fair_thread import FairThread
from pioche.house.operations.limits import Limits
from pioche.house.ownership.leases import Leases
from pioche.house.stores.writer import Writer
from pioche.house.tables import journal as j
from pioche.house.tables.room import Room
from pioche.house.tables.state import TableState


class TournamentServices(Protocol):
    tournaments_thread: FairThread

    @property
    def writer(self) -> Writer: ...
    @property
    def limits(self) -> Limits: ...
    @property
    def leases(self) -> Leases | None: ...
    @property
    def rooms(self) -> MutableMapping[str, Room]: ...
    @property
    def closing(self) -> bool: ...
    @property
    def speed(self) -> float:
        """How fast clocks run, as a factor."""
        ...

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None: ...
    def run_in_process(self, work: Callable[..., Any], *args: Any) -> Awaitable[Any]:
        """Run something longer in a process of its own."""
        ...

    async def room(self, code: str) -> Room: ...
    async def table_state(self, code: str) -> TableState: ...
    async def store_new_table(self, state: TableState, entries: list[j.AnyEntry], visitors: list[str]) -> Room: ...
