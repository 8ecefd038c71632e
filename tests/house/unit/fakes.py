"""What stands round an actor in the server, in memory: a journal that can fail, a keeper, and services."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from pioche.house.actors import Actor
from pioche.house.operations.limits import Limits
from pioche.house.protocol.sentences import Refusal
from pioche.house.tables import journal as j
from pioche.house.tables.hints import Counting
from pioche.house.tables.state import TableState


class Journal:
    """One journal, and a writer that appends to it. `fails` is raised by the next write; `lost`: it is written all the same."""

    def __init__(self, bodies: list[bytes]) -> None:
        self.bodies = list(bodies)
        self.fails: Exception | None = None
        self.lost = False
        self.reads = 0
        self.rows: list[Any] = []

    async def append(self, code: str, first: int, bodies: list[bytes], token: int) -> None:
        await asyncio.sleep(0)
        fails, self.fails = self.fails, None
        if fails is None or self.lost:
            assert first == len(self.bodies)
            self.bodies += bodies
        if fails is not None:
            raise fails

    async def do(self, work: Callable[[Any], Any]) -> Any:
        """A transaction of a tournament: its entries and rows, or nothing."""
        transaction = Transaction()
        work(transaction)
        await self.append("", transaction.first, transaction.bodies, 0)
        self.rows += transaction.rows

    async def read(self, work: Callable[[Any], Any]) -> Any:
        self.reads += 1
        return work(self)

    def journal(self, code: str, first: int = 0) -> list[bytes]:
        return self.bodies[first:]


class Transaction:
    def __init__(self) -> None:
        self.first, self.bodies, self.rows = 0, list[bytes](), list[Any]()

    def append(self, code: str, first: int, bodies: list[bytes], token: int) -> None:
        self.first, self.bodies = first, bodies

    def put_tournament(self, row: Any) -> None:
        self.rows.append(row)

    def put_tournament_person(self, *row: Any) -> None:
        self.rows.append(row)


class Keeper:
    """A registry of one actor. `owner`: another worker has the journal."""

    def __init__(self, writer: Any) -> None:
        self.writer: Any = writer
        self.forgotten: list[Actor[Any, Any]] = []
        self.elsewhere = False

    async def take_again(self, code: str) -> int:
        if self.elsewhere:
            raise Refusal("no_such_table", 404)
        return 7

    def forget(self, actor: Actor[Any, Any]) -> None:
        self.forgotten.append(actor)
        actor.close()


class House:
    """The services of a server that a table needs."""

    epoch, speed, tempo = 1, 1.0, 0.0

    def __init__(self) -> None:
        self.limits, self.counting = Limits(1000), Counting()
        self.tasks: set[asyncio.Task[Any]] = set()

    def schedule_list_update(self, state: TableState) -> None: ...
    def visited(self, person: str, code: str) -> None: ...
    def preload_game(self, game: str) -> None: ...

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        self.tasks.add(asyncio.get_running_loop().create_task(work))

    async def ask_bot_process(self, whose: str, *question: Any) -> str:
        return ""

    async def fold(self, bodies: list[bytes]) -> TableState:
        return TableState.of(bodies)


def written(*entries: j.AnyEntry) -> list[bytes]:
    return [j.write(entry) for entry in entries]
