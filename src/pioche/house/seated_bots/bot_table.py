"""What bots need to know of the table they sit at, and how they act there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pioche.engine.game import Game
from pioche.engine.table import Table


class Seat(Protocol):
    """A chair. `bot` is the level of the bot that plays it, or nothing."""

    bot: str


class TableSettings(Protocol):
    @property
    def handicap(self) -> bool:
        """Do bots adapt their reflexes to how people fare?"""
        ...


class SeatedTable(Protocol):
    """Who plays what."""

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
        """The person who is host."""
        ...


class Thinkers(Protocol):
    """Where bots that think long do so: in a process of their own."""

    @property
    def tempo(self) -> float:
        """How long bots take, as a factor."""
        ...

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None: ...
    def preload_game(self, game: str) -> None:
        """They will be asked about this game soon."""
        ...

    async def ask_bot_process(self, whose: str, *question: Any) -> str:
        """`whose`: the person whose table asks."""
        ...


@dataclass
class BotTable:
    """A table where bots sit. What they plan is done in its order, like everything else there."""

    state: SeatedTable
    house: Thinkers
    put: Callable[..., None]  # have something done in the order of the table
    move: Callable[[int, str], Awaitable[None]]  # a seat, and the word of its action
    match_time: Callable[[float], int]  # of a moment of the loop
    loop: asyncio.AbstractEventLoop
    wait: Callable[[], float] = float  # seconds until a bot may move

    def leave(self) -> None:
        """The table is closed: what they still think of is not done, and nothing here knows it."""
        self.put, self.move, self.wait = _nothing, _no_move, float


def _nothing(*_: object) -> None:
    """Nobody is there to do it."""


async def _no_move(seat: int, word: str) -> None:
    """Nobody is there to see it."""
