"""What a room needs: of the house it is in, of the lines to its readers, and to decide something."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from msgspec import Struct

from pioche.house.operations.limits import Limits
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots.bot_table import Thinkers
from pioche.house.stores.writer import Writer
from pioche.house.tables import journal as j
from pioche.house.tables.hints import Counting
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

    @property
    def counting(self) -> Counting:
        """Where hints are counted."""
        ...

    async def take_again(self, code: str) -> int:
        """The token under which a table is played here from now on: whatever was being written there before is written
        by now, or never. Refusal when it is played elsewhere."""
        ...

    def forget(self, room: Any) -> None:
        """The table falls asleep."""
        ...

    def schedule_list_update(self, state: TableState) -> None:
        """Lists may show something else of the table."""
        ...

    def visited(self, person: str, code: str) -> None:
        """Somebody has had a seat there."""
        ...

    async def fold(self, bodies: list[bytes]) -> TableState:
        """A table as its journal tells it, made where nobody waits for it."""
        ...


class Measured(NamedTuple):
    """A line as the house has measured it, in milliseconds."""

    rtt: int  # the round trip a race may give back
    least: int  # the line is surely that long
    late: bool  # its answers came later than the line explains
    answer: int = 0  # from a ping to its answer: what a question takes, whoever lets it wait


NO_LINE = Measured(0, 0, False)


class Line(Protocol):
    """What a connection must be able to do."""

    address: str  # where it comes from, as limits count it
    many: int  # how many times as much as one address that may have
    takes_more: bool  # False: bytes wait to be taken
    racing: bool  # a race is on: no pings

    def measured(self) -> Measured: ...
    def say(self, texts: list[bytes]) -> None:
        """Messages, each in a frame of its own."""
        ...

    def race_ahead(self, fair: bool) -> None:
        """Measure round trips often; where a race gives them back (`fair`), by the kernel as well."""
        ...

    def drop(self) -> None: ...


By = Literal["player", "bot", "clock", "time", "host"]


class Decision(Struct):
    """What becomes of a command: what is written down and what is answered. It is refused by raising `Refusal`."""

    entries: list[j.AnyEntry] = []
    reply: p.Ack | None = None  # None: an acknowledgement with the number the entries lead to
    by: By | None = None  # a move of theirs, which the engine's table has already made
    seat: int = -1  # which has moved
    late: bool = False  # nothing was done but that time has passed
    refused: Refusal | None = None  # the answer is no; the entries are written all the same, as time has passed
    asks: p.Asked | None = None  # a question
    asked: int = 0  # the person it is put to
    spoken_to: list[int] = []  # seats whose rules judge what was said
    counting: Generator[None, None, list[p.Hint]] | None = None  # a hint for `seat`, piece by piece
    answer_later: bool = False  # when the match has begun


class Promises(Protocol):
    """What pages have promised and shown of the next deal: `promising` keeps it."""

    def note(self, who: int, match: int, seat: int, promise: str) -> None: ...
    def of_match(self, state: TableState, here: set[int]) -> dict[int, str]: ...
    def show(self, fixed: j.Promised, seat: int, share: str) -> None: ...


class Circumstances(Struct, frozen=True):
    """What a decision depends on beside the state of the table."""

    seconds: int  # since 1970
    at: int  # when it arrived, in the time of the match
    line: Measured
    spent: int  # milliseconds the seat has been thinking
    counting: bool  # a countdown is on
    limit: Callable[[str], None]  # refuses what is done too often
    promises: Promises  # of the next deal
    readers: Mapping[Any, None]  # the connections, each with `who`
    behind: bool = False  # this person must not know yet how far the match is
    told: int = 0  # the last number a spectator knows of
    steady: int = 0  # since when the time of the match has run without a break

    def present(self) -> set[int]:
        """The people who have a connection."""
        return {reader.who for reader in self.readers}
