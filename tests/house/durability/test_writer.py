"""The writer gathers where many write, and lets a calm house go to the disk at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.writer import BUSY_BACKLOG, Writer
from tests.house.running import run


def written(path: Path, tables: int, each: int) -> Writer:
    """Moves of so many tables, each one after the other: the writer then."""

    async def play() -> Writer:
        store = SQLiteStore(path)
        store.open()
        writer = Writer(store, asyncio.get_running_loop())
        writer.start()

        async def table(code: str) -> None:
            for n in range(each):
                await writer.append(code, n, [b"{}"], 0)

        await asyncio.gather(*(table(f"t{k}") for k in range(tables)))
        await asyncio.to_thread(writer.stop)
        return writer

    return run(play(), 60)


def test_five_moves_of_a_calm_house_wait_for_nobody(tmp_path: Path) -> None:
    writer = written(tmp_path / "house.db", 1, 5)
    assert writer.commits == 5
    assert writer._backlog <= BUSY_BACKLOG


def test_many_moves_share_a_commit(tmp_path: Path) -> None:
    writer = written(tmp_path / "house.db", 50, 20)
    assert writer._backlog > BUSY_BACKLOG
    assert writer.jobs == 1000
    assert writer.commits < 200


def test_a_move_does_not_wait_for_what_others_ask_for(tmp_path: Path) -> None:
    """A hundred looks are waiting when a move comes: it is told before the first of them, and they keep their order."""
    done: list[object] = []

    async def play() -> None:
        store = SQLiteStore(tmp_path / "house.db")
        store.open()
        writer = Writer(store, asyncio.get_running_loop())
        writer.start()

        async def look(k: int) -> None:
            done.append(await writer.read(lambda _: k))

        async def move() -> None:
            await writer.append("t", 0, [b"{}"], 0)
            done.append("moved")

        await asyncio.gather(*(look(k) for k in range(100)), move())
        await asyncio.to_thread(writer.stop)

    run(play(), 60)
    assert done[0] == "moved"
    assert [one for one in done if one != "moved"] == list(range(100))
