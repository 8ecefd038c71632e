"""Hostile input: whatever comes over a socket, other tables play on and the memory stays where it was."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import struct
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from pioche.client import Client, Sitting
from pioche.house.operations import limits
from tests.house.running import Running, many, run
from tests.house.wire import Line, Wire


async def close_code(wire: Wire, seconds: float = 30) -> int:
    """How the house ended the conversation."""
    async with asyncio.timeout(seconds):
        try:
            while True:
                await wire.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def test_messages_have_a_size(house: Running) -> None:
    async def play() -> None:
        line = await Line(house.address).guest("Alice")
        code = (await line.post("/api/tables", {"game": "pairs"}))["code"]
        wire = await line.socket(code)
        for size, end in ((limits.MAX_MESSAGE_BYTES, None), (limits.MAX_MESSAGE_BYTES + 1, 1009)):
            text = json.dumps({"t": "say", "id": "x", "text": "hello"})
            await wire.line.send(text + " " * (size - len(text)))
            if end is None:
                assert (await wire.hear())["t"] == "welcome"
            else:
                assert await close_code(wire) == end
        await line.close()

    run(play())


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "{",
        "[]",
        "null",
        '"move"',
        '{"t":"fly"}',
        '{"t":"move"}',
        '{"t":"move","id":"x"}',
        '{"t":"move","id":"","do":"hit"}',
        '{"t":"move","id":"x","do":"hit","evil":1}',
        '{"t":"move","id":"x","do":7}',
        '{"t":"move","id":"x","do":"hit","seen":-1}',
        '{"t":"move","id":"x","do":"hit","seen":1e400}',
        '{"t":"move","id":"x","do":"' + "a" * 41 + '"}',
        '{"t":"hello","ticket":"x"}',
        '{"t":"say","id":"x","text":"' + "é" * 301 + '"}',
        "[" * 2000,
        '{"t":"move","id":"x","do":"hit","deal":99999999999999999999}',
        '{"t":"move","id":"\\ud800","do":"hit"}',
        b"\x00\x01",
        b'{"t":"say","id":"x","phrase":"hello"}',
    ],
)
def test_what_is_no_message_ends_the_socket(house: Running, bad: Any) -> None:
    async def play() -> None:
        line = await Line(house.address).guest("Alice")
        code = (await line.post("/api/tables", {"game": "pairs"}))["code"]
        wire = await line.socket(code)
        await wire.first_look()
        await wire.line.send(bad)
        assert await close_code(wire) == 1008
        await line.close()

    run(play())


def test_a_burst_of_slams_is_no_abuse_and_a_flood_is(tmp_path: Path) -> None:
    house = Running(tmp_path)

    async def play() -> None:
        line = await Line(house.address).guest("Alice")
        code = (await line.post("/api/tables", {"game": "pairs", "start": True}))["code"]
        wire = await line.socket(code)
        for k in range(25):
            await wire.send({"t": "move", "id": f"m{k}", "do": "nonsense"})
        await wire.wish(t="move", id="last", do="nonsense")
        for k in range(60):
            with contextlib.suppress(ConnectionClosed):
                await wire.send({"t": "move", "id": f"n{k}", "do": "nonsense"})
        assert await close_code(wire) == 4429
        again = await line.socket(code)
        assert (await again.first_look())["view"]["game"] == "pairs", "it may come back"
        await again.close()
        await line.close()

    try:
        run(play())
        assert not house.errors()
    finally:
        house.stop()


# -- raw bytes ---------------------------------------------------------------------------------------


async def raw_socket(house: Running, code: str, ticket: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket without a library in between."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(
        f"GET /t/{code}/ws HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(1, json.dumps({"t": "hello", "ticket": ticket}).encode()))
    return reader, writer


def frame(opcode: int, data: bytes, fin: bool = True, mask: bool = True) -> bytes:
    head = bytes([(0x80 if fin else 0) | opcode])
    size = len(data)
    bit = 0x80 if mask else 0
    head += bytes([bit | size]) if size < 126 else bytes([bit | 126]) + struct.pack("!H", size)
    return head + (b"\0\0\0\0" if mask else b"") + data


async def _feed(writer: asyncio.StreamWriter, data: bytes, most: int) -> int:
    """Send and never read, until the other side has had enough."""
    sent = 0
    with contextlib.suppress(OSError, TimeoutError):
        while sent < most:
            writer.write(data)
            async with asyncio.timeout(2):
                await writer.drain()
            sent += len(data)
    writer.transport.abort()
    return sent


def test_floods_of_pings_and_crumbs_are_cut(house: Running) -> None:
    async def play() -> None:
        line = await Line(house.address).guest("Mallory")
        code = (await line.post("/api/tables", {"game": "pairs"}))["code"]
        before = await asyncio.to_thread(house.settled_rss)
        floods = [
            frame(9, b"p" * 100) * 500,
            frame(1, b"", fin=False) + frame(0, b"", fin=False) * 5000,
            frame(10, b"") * 2000,
        ]
        for data in floods:
            ticket = (await line.post(f"/api/tables/{code}/ticket"))["ticket"]
            _, writer = await raw_socket(house, code, ticket)
            await _feed(writer, data, 20_000_000)
        assert house.rss() - before < 12, "megabytes"
        await line.close()

    run(play())


async def talks(sitting: Sitting, stop: asyncio.Event, waits: list[float]) -> None:
    """Somebody at another table who only wants to play."""
    k = 0
    while not stop.is_set():
        k += 1
        began = time.monotonic()
        await sitting.wish("say", f"calm{k}", phrase="thinking")
        waits.append(time.monotonic() - began)
        await asyncio.sleep(0.02)


def garbled(dice: random.Random) -> bytes | str:
    """A message that was once meant well."""
    good = dice.choice(
        [
            '{"t":"move","id":"a1","do":"hit","deal":0,"seen":3}',
            '{"t":"say","id":"s1","text":"bonjour","to":[1]}',
            '{"t":"sit","id":"q"}',
            '{"t":"kick","id":"k","seat":1}',
            '{"t":"start","id":"go"}',
            '{"t":"rename","id":"r","name":"Zoé"}',
            '{"t":"hint","id":"h"}',
            '{"t":"allow","id":"w","who":2,"on":true}',
            '{"t":"bot","id":"b","seat":2,"level":"random"}',
        ]
    )
    data = bytearray(good.encode())
    for _ in range(dice.randrange(4)):
        place = dice.randrange(len(data) + 1)
        data[place : place + dice.randrange(3)] = dice.choice(
            [b"", b'"', b"{", b"}", b"\\u0000", b"-", b"9" * 30, b"[", os.urandom(3), b":"]
        )
    if dice.random() < 0.5:
        return bytes(data)
    return data.decode("utf-8", "replace")


ANSWERS = 10  # that the quiet one has had before the noise stops


async def fuzz(house: Running, count: int, seed: int) -> tuple[list[float], float]:
    """Messages from twenty sockets while somebody else plays; (how long that one waited, megabytes more)."""
    dice = random.Random(seed)
    stop, waits = asyncio.Event(), []
    async with many(Client(house.address, "Calm"), Client(house.address, "Mallory")) as (calm, mallory):
        quiet = await calm.make("pairs", {"pace": "relaxed"}, {"start": True})
        loud = await mallory.make("hawthorn", {"pace": "relaxed", "spectators": "public"}, {"start": True})
        async with calm.at(quiet["code"]) as sitting:
            calmly = asyncio.create_task(talks(sitting, stop, waits))
            line = Line(house.address, mallory.token)
            before, sent = await asyncio.to_thread(house.settled_rss), 0

            async def attack() -> None:
                nonlocal sent
                while sent < count or len(waits) < ANSWERS:
                    wire = await line.socket(loud["code"])
                    with contextlib.suppress(ConnectionClosed):
                        for _ in range(100):
                            sent += 1
                            await wire.line.send(garbled(dice))
                            if dice.random() < 0.05:
                                await wire.line.ping(os.urandom(dice.randrange(8, 126)))
                            await asyncio.sleep(0)
                    await wire.close()

            await asyncio.gather(*(attack() for _ in range(20)))
            more = house.rss() - before
            stop.set()
            await calmly
            await line.close()
    return waits, more


def test_garbled_messages_disturb_nobody_else(house: Running) -> None:
    waits, more = run(fuzz(house, 1000, 1))
    assert len(waits) >= ANSWERS
    assert sorted(waits)[len(waits) // 2] < 2, "seconds"
    assert more < 20, "megabytes"


@pytest.mark.campaign
def test_a_hundred_thousand_garbled_messages(house: Running) -> None:
    waits, more = run(fuzz(house, 100_000, 2), 3000)
    assert sorted(waits)[len(waits) * 99 // 100] < 2
    assert more < 20, "megabytes"


def test_a_reader_who_never_reads_costs_only_itself(house: Running) -> None:
    async def play() -> None:
        async with many(Client(house.address, "Calm"), Client(house.address, "Idle")) as (calm, idle):
            made = await calm.make("pairs", {"pace": "relaxed", "spectators": "public"}, {"start": True})
            await idle.join(made["code"], made["secret"])
            lines = []
            for _ in range(4):
                ticket = (await idle.post(f"/api/tables/{made['code']}/ticket"))["ticket"]
                lines.append(await raw_socket(house, made["code"], ticket))
            before = await asyncio.to_thread(house.settled_rss)
            async with calm.at(made["code"]) as sitting:
                began = time.monotonic()
                for k in range(300):
                    await sitting.wish("say", f"much{k}", text="x" * 300)
                assert time.monotonic() - began < 30
            assert house.rss() - before < 12, "megabytes"
            for _, writer in lines:
                writer.transport.abort()
            async with idle.at(made["code"]) as back:
                await back.until(lambda: back.n >= 300)

    run(play())
