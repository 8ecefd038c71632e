"""The layers above as a room sees them: its server, and the connections of its readers."""

from __future__ import annotations

from typing import Protocol

from pioche.house.operations.limits import Limits
from pioche.house.seated_bots.bot_table import Thinkers
from pioche.house.tables.circumstances import Measured as Measured
from pioche.house.tables.hints import Counting
from pioche.house.tables.state import TableState


class HouseServices(Thinkers, Protocol):
    """The server as its tables see it. `core` stands above this package; tests have an implementation of their own."""

    @property
    def limits(self) -> Limits: ...
    @property
    def epoch(self) -> int:
        """The number of the history clients know."""
        ...

    @property
    def speed(self) -> float:
        """How fast turn clocks run, as a factor."""
        ...

    @property
    def counting(self) -> Counting:
        """Where hints are computed."""
        ...

    def schedule_list_update(self, state: TableState) -> None:
        """Write the row that lists show of a table, soon."""
        ...

    def visited(self, person: str, code: str) -> None:
        """Put a table into somebody's list."""
        ...

    async def fold(self, bodies: list[bytes]) -> TableState:
        """Return the table a journal leads to, computed in a thread."""
        ...


class ReaderConnection(Protocol):
    """A connection as its reader uses it. Implemented by the sockets above, and by fakes in tests."""

    address: str  # where it comes from, as limits count it
    many: int  # how many times as much as one address it may have
    takes_more: bool  # False: bytes wait to be taken
    racing: bool  # a race is on: no pings

    def measured(self) -> Measured: ...
    def send_texts(self, texts: list[bytes]) -> None:
        """Send messages, each in a frame of its own."""
        ...

    def measure_often(self, fair: bool) -> None:
        """Measure round trips often; where a race gives them back (`fair`), by the kernel as well."""
        ...

    def drop(self) -> None:
        """Close the connection at once."""
        ...
