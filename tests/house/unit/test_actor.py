"""An actor and its journal: what happens when a write fails, is lost, or belongs to another worker."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from pioche.house.protocol import messages as p
from pioche.house.stores.store import Fenced, StoreFailed, Unsure
from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables.news import Reader
from pioche.house.tables.room import Room
from pioche.house.tables.state import TableState
from tests.house.unit.fakes import House, Journal, Keeper, written
from tests.house.unit.tables import FakeConnection, opened
from tests.house.unit.whole import whole

START = written(
    opened("pairs", seats=2), j.Joined(person="a", name="Alice"), j.Joined(person="b", name="Bob"), j.Sat(who=1, seat=0),
    j.Sat(who=2, seat=1), j.Began(match=1, seed="1", names=["Alice", "Bob"]),
)  # fmt: skip


class Played:
    """A table that is played, and the connections of its two people."""

    def __init__(self) -> None:
        self.journal = Journal(START)
        self.keeper = Keeper(self.journal)
        self.room = Room(House(), self.keeper, TableState.of(START), 1)
        self.lines = {who: FakeConnection() for who in (1, 2)}
        self.readers = {who: Reader(who, "", self.lines[who]) for who in (1, 2)}

    async def come(self) -> None:
        for reader in self.readers.values():
            self.room.enter(reader, None, "")
        await quiet()

    @property
    def mover(self) -> int:
        table = self.room.state.table
        assert table is not None
        return table.actors[0] + 1

    async def send(self, who: int, wish: Any) -> list[dict[str, Any]]:
        """Send a command; return what its person is sent from then on."""
        before = len(self.lines[who].sent)
        self.room.receive(self.readers[who], wish, self.room.loop.time())
        await quiet()
        return self.lines[who].sent[before:]


async def quiet() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_write_that_fails_changes_nothing() -> None:
    """Nobody else is told, nothing is read again, and the next command works."""

    async def play() -> None:
        at = Played()
        await at.come()
        state, before, mover = at.room.state, whole(at.room.state), at.mover
        told = len(at.lines[3 - mover].sent)
        at.journal.fails = StoreFailed("no room")
        answers = await at.send(mover, p.Move("m1", "hit"))
        assert [(one["t"], one.get("reason")) for one in answers] == [("no", "not_stored")]
        assert at.room.state is state
        assert whole(state) == before
        assert (at.journal.bodies, at.journal.reads, at.keeper.forgotten) == (START, 0, [])
        assert len(at.lines[3 - mover].sent) == told
        answers = await at.send(mover, p.Move("m1", "hit"))
        assert [one["t"] for one in answers] == ["news", "ack"]
        assert len(at.journal.bodies) == len(START) + 1
        assert len(at.lines[3 - mover].sent) > told
        assert whole(TableState.of(at.journal.bodies)) == whole(at.room.state)
        at.room.close()

    asyncio.run(play())


@pytest.mark.parametrize("arrived", [True, False])
def test_where_it_is_unknown_what_was_written_the_journal_is_read(arrived: bool) -> None:
    async def play() -> None:
        at = Played()
        await at.come()
        mover = at.mover
        at.journal.fails, at.journal.lost = Unsure("lost"), arrived
        answers = await at.send(mover, p.Move("m1", "hit"))
        assert at.journal.reads == 1
        assert answers[-1]["t"] == ("ack" if arrived else "no")
        assert whole(TableState.of(at.journal.bodies)) == whole(at.room.state)
        assert len(at.journal.bodies) == len(START) + arrived
        assert (await at.send(mover, p.Move("m1", "hit")))[-1]["t"] == "ack", "once, or now"
        assert len(at.journal.bodies) == len(START) + 1
        at.room.close()

    asyncio.run(play())


def test_another_worker_has_the_table() -> None:
    """Readers are told to come back, and questions are refused."""

    async def play() -> None:
        at = Played()
        await at.come()
        at.journal.fails = Fenced("T")
        answers = await at.send(at.mover, p.Move("m1", "hit"))
        assert [one["t"] for one in answers] == ["bye"]
        assert at.keeper.forgotten == [at.room]
        assert at.journal.bodies == START
        with pytest.raises(Fenced):
            await at.room.ask(at.room.do, commands.forget, 1)

    asyncio.run(play())


def test_rules_that_break_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        at = Played()
        await at.come()
        before, mover = whole(at.room.state), at.mover
        with monkeypatch.context() as broken:
            broken.setattr(commands, "move", lambda *_: 1 // 0)
            answers = await at.send(mover, p.Move("m1", "hit"))
        assert [(one["t"], one.get("reason")) for one in answers] == [("no", "broken")]
        assert (whole(at.room.state), at.journal.reads) == (before, 0)
        assert (await at.send(mover, p.Move("m2", "hit")))[-1]["t"] == "ack"
        at.room.close()

    asyncio.run(play())


def test_a_command_that_is_sent_again_is_done_once() -> None:
    async def play() -> None:
        at = Played()
        await at.come()
        mover = at.mover
        first = (await at.send(mover, p.Move("m1", "hit")))[-1]
        assert (await at.send(mover, p.Move("m1", "hit")))[-1] == first
        assert len(at.journal.bodies) == len(START) + 1
        at.room.close()

    asyncio.run(play())


def test_what_was_asked_is_refused_when_the_table_closes() -> None:
    async def play() -> None:
        at = Played()
        asked = asyncio.ensure_future(at.room.ask(at.room.do, commands.forget, 1))
        at.room.close()
        with pytest.raises(Fenced):
            await asked

    asyncio.run(play())
