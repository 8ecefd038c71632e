"""Requests sent before the answers to earlier ones: whoever hangs up leaves none of them behind."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from pioche.house.operations import limits
from tests.house.doors.knocking import answer, closed, connections, head, knock, reach
from tests.house.running import Running
from tests.house.wire import Line


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path, "--tempo", "0", "--log", "info")
    yield running
    running.stop()


def test_too_many_requests_at_once_are_no_error_of_the_house(strict: Running) -> None:
    async def play() -> None:
        for _ in range(10):
            reader, writer = await reach(strict)
            writer.write(head(strict) * (limits.MAX_PIPELINED_REQUESTS * 2))
            assert await closed(reader, 20)
            writer.transport.abort()
        reader, writer = await reach(strict)
        writer.write(head(strict))
        assert await answer(reader) == 200

    knock(play())
    assert not strict.errors(), strict.errors()[-3:]


def test_a_stream_in_front_of_other_requests_ends_with_its_line(strict: Running) -> None:
    """Else it would be written to when the tournament changes, and be alive until then."""

    async def play() -> None:
        line = await Line(strict.address).guest("Alice")
        code = (await line.post("/api/tournaments", {"game": "pairs", "privacy": "public"}))["code"]
        before = connections(strict)
        asked = head(strict, path=f"/api/tournaments/{code}/events")
        lines = []
        for _ in range(10):
            reader, writer = await reach(strict)
            writer.write(asked * 3)
            assert await answer(reader) == 200
            async with asyncio.timeout(20):
                await reader.readuntil(b"version")
            lines.append(writer)
        for writer in lines:
            writer.transport.abort()
        async with asyncio.timeout(20):
            while connections(strict) > before:
                await asyncio.sleep(0.1)
        await line.post(f"/api/tournaments/{code}/act", {"id": "one", "do": "register", "names": ["Bob", "Carol"]})
        await asyncio.sleep(1)
        await line.close()

    knock(play())
    assert not strict.errors(), strict.errors()[-3:]
