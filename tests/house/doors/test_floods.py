"""Packets full of small frames: whoever sends them is given up after the first few, and costs nobody else's time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import pioche
from pioche.house.core.house import Config, House
from pioche.house.operations import limits
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.tables.hints import Counting, Steps, hints
from tests.house.doors.test_hostile import frame, raw_socket
from tests.house.running import Running, run
from tests.house.wire import Line

HERE = "127.0.0.23"  # an address whose messages are counted, as those of a stranger are
PACKET = 250_000  # bytes the house may read at once
FRAMES = {
    "pongs nobody asked for": frame(10, b""),
    "messages that are none": frame(1, b"{}"),
    "empty messages": frame(1, b""),
    "bytes": frame(2, b""),
    "tickets": frame(1, b'{"t":"hello","ticket":"x"}'),
}


@pytest.fixture
def quiet(house: Running) -> Iterator[Running]:
    """Once its games are ready it does nothing by itself."""
    house.settled_rss()
    yield house
    assert not house.errors()


async def flood(writer: asyncio.StreamWriter, packet: bytes, packets: int) -> None:
    """Sent without reading, as long as the other side takes it."""
    with contextlib.suppress(OSError, TimeoutError):
        for _ in range(packets):
            writer.write(packet)
            async with asyncio.timeout(2):
                await writer.drain()
    await asyncio.sleep(0.3)
    writer.transport.abort()


@pytest.mark.parametrize("known", [False, True], ids=["before its ticket", "with a ticket"])
def test_a_packet_of_small_frames_is_not_read_to_its_end(quiet: Running, known: bool) -> None:
    """Fifteen packets of each kind were seconds of the loop, a tenth of a second in one go."""

    async def play() -> float:
        line = await Line(quiet.address).guest("Mallory")
        code = (await line.post("/api/tables", {"game": "pairs"}))["code"]
        spent = 0.0
        for one in FRAMES.values():
            ticket = (await line.post(f"/api/tables/{code}/ticket"))["ticket"] if known else "x"
            _, writer = await raw_socket(quiet, code, ticket)
            await asyncio.sleep(0.3)
            before = quiet.cpu()
            await flood(writer, one * (PACKET // len(one)), 15)
            spent += quiet.cpu() - before
        await line.close()
        return spent

    assert run(play()) < 0.5, "seconds of the processor"


def test_an_address_is_heard_at_its_rate_however_its_messages_come(tmp_path: Path) -> None:
    """Forty messages in one packet on each of many sockets: nobody is cut off, and nothing is read before its time."""
    house, count, each = Running(tmp_path), 12, int(limits.COMMAND_RATE.burst) - 4

    async def play() -> tuple[float, int]:
        line = await Line(house.address).guest("Mallory")
        codes = [(await line.post("/api/tables", {"game": "pairs"}))["code"] for _ in range(count)]
        sockets = [await far_socket(house, line, code) for code in codes]
        wishes = b"".join(frame(1, json.dumps({"t": "there", "id": f"w{k}"}).encode()) for k in range(each))
        began = asyncio.get_running_loop().time()
        for _, writer in sockets:
            writer.write(wishes)
        heard = await asyncio.gather(*(answers(reader, each) for reader, _ in sockets))
        took = asyncio.get_running_loop().time() - began
        for _, writer in sockets:
            writer.transport.abort()
        await line.close()
        return took, sum(heard)

    try:
        took, heard = run(play())
        assert not house.errors()
    finally:
        house.stop()
    rate = limits.RATES["message"]
    assert heard == count * each
    assert took > (heard - rate.burst) / rate.per_second / 2, "seconds, half of what the rate says"


async def far_socket(house: Running, line: Line, code: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket from that address which has been welcomed."""
    ticket = (await line.post(f"/api/tables/{code}/ticket"))["ticket"]
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port, local_addr=(HERE, 0))
    writer.write(
        f"GET /t/{code}/ws HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(1, json.dumps({"t": "hello", "ticket": ticket}).encode()))
    await reader.readuntil(b'"more":false')
    return reader, writer


async def answers(reader: asyncio.StreamReader, count: int) -> int:
    """How many of so many answers come."""
    heard = b""
    async with asyncio.timeout(60):
        while heard.count(b'"t":"ack"') < count:
            piece = await reader.read(65_536)
            if not piece:
                break
            heard += piece
    return heard.count(b'"t":"ack"')


def test_hints_asked_for_at_many_tables_at_once_take_turns() -> None:
    """Thirty tables that count at once made a turn of the loop thirty pieces long."""
    table = pioche.load("blackstone", seats=5, stake=0).table(seed=1)
    alone = sum(1 for _ in hints(table, table.actors[0]))
    turn, made, ended = 0, Counter[int](), list[str]()

    def watched() -> Steps:
        steps = hints(table, table.actors[0])
        while True:
            made[turn] += 1
            try:
                next(steps)
            except StopIteration as counted:
                return list(counted.value)
            yield

    async def ask(counting: Counting, address: str) -> None:
        assert await counting.count(address, watched())
        ended.append(address)

    async def play() -> None:
        nonlocal turn
        counting = Counting()
        asked = asyncio.gather(*(ask(counting, address) for address in ["mallory"] * 30 + ["calm"]))
        while not asked.done():
            turn += 1
            await asyncio.sleep(0)
        await asked

    run(play())
    assert max(made.values()) <= 2, "pieces in one turn of the loop: the end of a count, and the beginning of the next"
    assert sum(made.values()) == 31 * (alone + 1)
    assert "calm" in ended[:2], "many hints of one address keep no other waiting"


def test_what_one_address_asks_to_be_replayed_keeps_no_other_waiting(tmp_path: Path) -> None:
    """Records, replays, pictures and checks are made in one thread: each address has one thing at a time in its line."""
    ended: list[str] = []

    async def play() -> None:
        store = SQLiteStore(tmp_path / "house.db")
        store.open()
        house = House(store, Config())

        async def ask(address: str) -> None:
            await house.visitors_thread.run("replay", address, time.sleep, 0.02)
            ended.append(address)

        await asyncio.gather(*(ask(address) for address in ["mallory"] * 30 + ["calm"]))
        await house.close()
        store.close()

    run(play())
    assert len(ended) == 31
    assert "calm" in ended[:3]


def test_bots_of_one_address_come_one_after_the_other() -> None:
    """Whoever waits has a token that is theirs: hundreds of tables that wait do not all wake up for the same one."""
    rate, bucket = limits.RATES["bots"], limits.Limits().bucket("bots", "mallory")
    waits = [bucket.reserve() for _ in range(int(rate.burst) + 300)]
    assert not any(waits[: int(rate.burst)])
    late = [wait for wait in waits if wait]
    assert late == sorted(late)
    assert late[-1] > 200 / rate.per_second
    assert not limits.Limits().bucket("bots", "calm").reserve()
