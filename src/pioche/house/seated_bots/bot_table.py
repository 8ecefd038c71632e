"""The table of a bot as the bot sees it: the interface of this layer to the tables and the server above."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pioche.engine.game import Game
from pioche.engine.table import Table


class Seat(Protocol):
    """A seat. `bot` is the level of the bot that plays it, or empty."""

    bot: str


class TableSettings(Protocol):
    @property
    def handicap(self) -> bool:
        """Whether bots adapt their reflexes to how people fare."""
        ...


class SeatedTable(Protocol):
    """The state of a table as bots see it."""

    @property
    def code(self) -> str: ...
    @property
    def game(self) -> Game: ...
    @property
    def table(self) -> Table | None:
        """The present match."""
        ...

    @property
    def settings(self) -> TableSettings: ...
    @property
    def phase(self) -> str: ...
    @property
    def chairs(self) -> Sequence[Seat]: ...
    @property
    def responsible(self) -> str:
        """The id of the person who is host."""
        ...


class Thinkers(Protocol):
    """The server as bots see it: processes for those that search."""

    @property
    def tempo(self) -> float:
        """How long bots take, as a factor."""
        ...

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None: ...
    def preload_game(self, game: str) -> None:
        """Load a game in the processes of bots: questions about it come soon."""
        ...

    async def ask_bot_process(self, whose: str, *question: Any) -> str:
        """Return the move a bot chooses in its process. `whose`: the person whose table asks."""
        ...


@dataclass
class BotTable:
    """The services of a table for its bots. Their jobs run in its order, on its state as it is then."""

    house: Thinkers
    in_turn: Callable[..., None]  # queue a job: it is called with the state, and returns a move or None
    loop: asyncio.AbstractEventLoop
    wait: Callable[[], float] = float  # seconds until a bot may move
