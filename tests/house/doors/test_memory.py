"""Memory stays bounded with ordinary garbage collection. How long anybody waits under attack is measured by campaign-fuzz."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.house.doors.knocking import answer, closed, knock, reach
from tests.house.doors.test_handshakes import NO_HANDSHAKE, handshake
from tests.house.doors.test_watchdog import attackers
from tests.house.running import Running, run

HANDSHAKES, AT_ONCE = 4_000, 40
CYCLES_MB = 13.2  # a thousand failed handshakes once left behind


def test_failed_handshakes_leave_no_memory_behind(tmp_path: Path) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000")
    broken = [NO_HANDSHAKE[name] for name in ("another key", "another version", "strange letters in the key", "a body")]

    async def one(k: int) -> None:
        reader, writer = await reach(house, f"127.0.1.{1 + k % 100}")
        writer.write(handshake(house, *broken[k % len(broken)]))
        assert await answer(reader) == 400
        assert await closed(reader, 20)
        writer.transport.abort()

    async def play(times: int) -> None:
        for first in range(0, times, AT_ONCE):
            await asyncio.gather(*(one(first + k) for k in range(AT_ONCE)))

    try:
        house.settled_rss()
        knock(play(400))
        before = house.rss()
        knock(play(HANDSHAKES))
        assert house.rss() - before < CYCLES_MB * HANDSHAKES / 1000 / 4
    finally:
        house.stop()


@pytest.mark.parametrize("seconds", [8])
def test_memory_does_not_grow_with_what_was_closed(tmp_path: Path, seconds: float) -> None:
    """Connections cut in every way, refusals, tables that are dropped from memory, tournaments: three times the same."""
    house = Running(tmp_path, "--tempo", "0")
    grown: list[float] = []
    try:
        house.settled_rss()
        for seed in (5, 6, 7):
            hostile = attackers(house, seconds, seed)
            hostile.communicate()
            time.sleep(6)  # of more than a hundred tables nobody is at, some are dropped; then everything is collected
            grown.append(house.rss())
        assert grown[2] - grown[1] < 8, grown
    finally:
        house.stop()


def test_a_collection_of_everything_waits_for_an_idle_moment(tmp_path: Path) -> None:
    """And it is written down how long it took."""
    house = Running(tmp_path, "--tempo", "0", "--log", "info")

    async def play() -> None:
        from tests.house.wire import Line

        line = await Line(house.address).guest("Alice")
        await line.post("/api/tables", {"game": "pairs"})
        await line.close()
        async with asyncio.timeout(30):
            while '"garbage collection"' not in house.log.read_text():
                await asyncio.sleep(0.2)

    try:
        run(play())
    finally:
        house.stop()
