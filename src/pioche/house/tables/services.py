"""What a room needs of the house it is in."""

from __future__ import annotations

from typing import Any, Protocol

from pioche.house.operations.limits import Limits
from pioche.house.seated_bots.bot_table import Thinkers
from pioche.house.stores.writer import Writer
from pioche.house.tables.state import TableState


class HouseServices(Thinkers, Protocol):
    @property
    def writer(self) -> Writer: ...
    @property
    def limits(self) -> Limits: ...
    @property
    def epoch(self) -> int:
        """Of the history clients know."""
        ...

    @property
    def speed(self) -> float:
        """How fast turn clocks run, as a factor."""
        ...

    def forget(self, room: Any) -> None:
        """The table falls asleep."""
        ...

    def note(self, state: TableState) -> None:
        """Lists show another phase of the table."""
        ...

    def visited(self, person: str, code: str) -> None:
        """Somebody has had a seat there."""
        ...
