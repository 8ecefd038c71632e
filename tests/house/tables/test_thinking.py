"""Bots that think long, at a table with people: nobody waits for their machine code."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from pioche.client import Client, Sitting
from pioche.house.protocol.messages import Settings
from pioche.house.seated_bots import roster
from pioche.house.seated_bots.bot_processes import ANSWER_SECONDS, BotProcesses, TooLate
from pioche.house.seated_bots.bot_table import BotTable
from pioche.house.seated_bots.planner import BotPlanner
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState
from tests.house.running import Running, run


def done_by(table: Sitting, seat: int) -> list[dict[str, Any]]:
    """What a seat has decided so far."""
    return [event for event in table.events if event["kind"] in ("hit", "fold") and event["about"]["seat"] == seat]


def test_the_first_moves_at_a_cold_table_do_not_wait_for_the_twin(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    house = Running(tmp_path, "--tempo", "0", env={"PIOCHE_CACHE": str(cache)})

    async def play() -> int:
        async with Client(house.address, name="Robin") as robin:
            made = await robin.make("pairs", more={"bots": {"1": "search"}, "sit": 0}, seats=2, losing_score=60)
            async with robin.at(made["code"]) as table:
                await table.wish("start")
                compiled = -1
                while len(done_by(table, 1)) < 3 and table.table["phase"] == "playing":
                    if table.menu:
                        do, table.menu = table.menu[0]["do"], None
                        await table.move(do)
                    else:
                        await table.hear()
                    if compiled < 0 and done_by(table, 1):
                        compiled = len(list(cache.rglob("*.kernel")))
                assert len(done_by(table, 1)) >= 3
                return compiled

    try:
        assert run(play()) == 0
        assert not house.errors(), house.errors()[-3:]
    finally:
        house.stop()


# -- one who asks much, and a process that does not answer ---------------------------------------------------


def thinking(house: Running) -> list[int]:
    """The processes in which bots think."""
    assert house.process is not None
    found = []
    for task in Path(f"/proc/{house.process.pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            with contextlib.suppress(OSError):
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
    return found


async def with_search(client: Client, bots: int = 1) -> str:
    """A table of two with search bots, or of search bots alone."""
    seats = {str(2 - k): "search" for k in range(1, bots + 1)}
    more = {"bots": seats, "sit": 0 if bots == 1 else None, "start": True}
    made = await client.make("pairs", {"pace": "relaxed"}, more, seats=2, losing_score=60)
    return str(made["code"])


async def turns(table: Sitting, count: int) -> list[float]:
    """How long the bot took for each of its turns, in seconds."""
    waits: list[float] = []
    await table.until(lambda: table.view)
    while len(waits) < count:
        if not table.menu:
            await table.until(lambda: table.menu, 60)
        do, table.menu = table.menu[0]["do"], None
        began = time.monotonic()
        await table.move(do)
        await table.until(lambda: table.menu, 60)
        waits.append(time.monotonic() - began)
    return waits


def test_a_process_that_hangs_is_replaced_and_the_expert_plays_on(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0")

    async def play() -> None:
        async with Client(house.address, "Robin") as robin, robin.at(await with_search(robin)) as table:
            await turns(table, 2)
            while not thinking(house):
                await asyncio.sleep(0.1)
            await asyncio.sleep(2)
            stopped = thinking(house)
            for process in stopped:
                os.kill(process, signal.SIGSTOP)
            waits = await turns(table, 3)
            assert max(waits) < 3 * ANSWER_SECONDS, waits
            assert set(stopped) - set(thinking(house)), "who does not answer is ended"
            await turns(table, 2)

    try:
        run(play())
        assert not house.errors(), house.errors()[-3:]
    finally:
        house.stop()


def test_one_who_asks_much_does_not_keep_the_others_waiting(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "1000")

    async def play() -> None:
        async with contextlib.AsyncExitStack() as stack:
            robin, mallory = [await stack.enter_async_context(Client(house.address, name)) for name in ("Robin", "Mallory")]
            async with robin.at(await with_search(robin)) as table:
                await turns(table, 3)
                for _ in range(20):
                    await stack.enter_async_context(mallory.at(await with_search(mallory, 2)))
                waits = await turns(table, 5)
                assert max(waits) < 2 * ANSWER_SECONDS, (
                    waits
                )  # its own turn and one of somebody else's; busy machines are slow

    try:
        run(play())
        assert not house.errors(), house.errors()[-3:]
    finally:
        house.stop()


def test_questions_are_taken_by_turns() -> None:
    """Fifty of one person, then one of another: it comes second."""

    async def ask() -> list[str]:
        processes, order = BotProcesses(1), []

        async def question(whose: str) -> None:
            with contextlib.suppress(TooLate):
                await processes.ask(whose, "random", "pairs", {}, 1, VIEW, ["hit"], [], {})
                order.append(whose)

        asked = [asyncio.create_task(question("mallory")) for _ in range(40)]
        await asyncio.sleep(0)
        asked.append(asyncio.create_task(question("alice")))
        await asyncio.gather(*asked)
        processes.close()
        return order

    order = run(ask())
    assert order.index("alice") <= 2
    assert len(order) == 41


VIEW = {"game": "pairs", "seat": 0, "legal": ["hit"], "options": {}}


def test_the_pause_is_part_of_the_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks for a second and would pause for longer takes as long as the pause, not both."""
    pause, thought = 1.2, 1.0

    class Slow:
        tempo = 1.0
        asked = 0.0

        def spawn(self, work: Any) -> None:
            self.task = asyncio.get_running_loop().create_task(work)

        def preload_game(self, game: str) -> None: ...

        async def ask_bot_process(self, whose: str, *question: Any) -> str:
            self.asked = time.monotonic()
            await asyncio.sleep(thought)
            return "hit"

    async def play() -> tuple[float, float]:
        entries = [j.Opened(code="0123456789", game="pairs", preset="", options={"seats": 2}, settings=Settings())]
        entries += [j.Joined(person="alice", name="Alice"), j.BotSat(seat=0, bot="search", name="Ada")]
        entries += [j.BotSat(seat=1, bot="search", name="Bea"), j.Began(match=1, seed="1", names=["Ada", "Bea"])]
        state = TableState.of([j.write(entry) for entry in entries])
        house, jobs, loop = Slow(), asyncio.Queue[Any](), asyncio.get_running_loop()
        planner = BotPlanner(state, BotTable(house, lambda *job: jobs.put_nowait(job), loop))
        planner._opened = True  # not the first move of the table
        monkeypatch.setattr(roster, "thinking_time", lambda *_: pause * 1000)
        began = time.monotonic()
        planner.get_ready(state, 0)
        job, *words = await jobs.get()
        job(state, *words)
        await jobs.get()
        return house.asked - began, time.monotonic() - began

    asked, moved = run(play())
    assert asked < 0.8
    assert pause - 0.05 <= moved < pause + thought - 0.2
