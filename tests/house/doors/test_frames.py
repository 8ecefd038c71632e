"""Frames of a WebSocket: however its bytes arrive, a message means the same."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame
from websockets.streams import StreamReader

from pioche.house.operations import limits
from pioche.house.sockets.websocket_frames import frame_bytes, text_frame, whole_text
from tests.house.doors.test_hostile import frame, raw_socket
from tests.house.running import Running, run
from tests.house.wire import Line


def say(k: int, text: str = "hello") -> bytes:
    return json.dumps({"t": "say", "id": f"w{k}", "text": text}, ensure_ascii=False).encode()


def ways(k: int) -> Iterator[list[bytes]]:
    """A message as it may arrive: whole, cut anywhere, in pieces, behind a ping, together with others."""
    whole = frame(1, say(k))
    yield [whole]
    yield from ([whole[:cut], whole[cut:]] for cut in (1, 2, 5, 6, 20, len(whole) - 1))
    yield [frame(1, say(k)[:9], fin=False) + frame(0, say(k)[9:])]
    yield [frame(1, say(k)[:9], fin=False), frame(0, say(k)[9:])]
    yield [frame(9, b"ping") + whole]
    yield [frame(1, say(k)[:9], fin=False), frame(9, b"ping"), frame(0, say(k)[9:])]
    yield [frame(1, say(k) + b" " * 200)]
    yield [frame(1, say(k, "né à Orléans"))]


def test_a_message_is_heard_however_its_bytes_arrive(house: Running) -> None:
    async def play() -> None:
        line = await Line(house.address).guest("Alice")
        code = (await line.post("/api/tables", {"game": "pairs"}))["code"]
        count = len(list(ways(0)))
        for k in range(count):
            ticket = (await line.post(f"/api/tables/{code}/ticket"))["ticket"]
            reader, writer = await raw_socket(house, code, ticket)
            for n in (k, k + 100):  # a second time, so that what stands before it on the line is a message as well
                for part in list(ways(n))[k]:
                    writer.write(part)
                    await writer.drain()
                    await asyncio.sleep(0.02)
                heard = b""
                async with asyncio.timeout(30):
                    while f'"id":"w{n}"'.encode() not in heard:
                        piece = await reader.read(65_536)
                        assert piece, (k, heard)
                        heard += piece
                assert b'"t":"ack"' in heard or b'"reason":"too_often"' in heard
            writer.transport.abort()
        await line.close()

    run(play())


def test_a_message_inside_another_ends_the_line(house: Running) -> None:
    """A text frame in the middle of a fragmented message is against the protocol, whole as it may be."""

    async def play() -> None:
        line = await Line(house.address).guest("Mallory")
        code = (await line.post("/api/tables", {"game": "pairs"}))["code"]
        for data, end in (
            ([frame(1, b"{", fin=False), frame(1, say(1))], 1002),
            ([frame(1, say(2), mask=False)], 1002),
            ([frame(1, b" " * (limits.MAX_MESSAGE_BYTES + 1))], 1009),
        ):
            ticket = (await line.post(f"/api/tables/{code}/ticket"))["ticket"]
            reader, writer = await raw_socket(house, code, ticket)
            await asyncio.sleep(0.2)
            for part in data:
                writer.write(part)
                await asyncio.sleep(0.05)
            async with asyncio.timeout(30):
                heard = await reader.read(-1)
            assert end.to_bytes(2, "big") in heard[-60:], (end, heard[-60:])
            assert b'"t":"ack"' not in heard
            writer.transport.abort()
        await line.close()

    run(play())


def parsed(data: bytes) -> list[Frame]:
    """What websockets reads from them."""
    reader = StreamReader()
    reader.feed_data(data)
    reader.feed_eof()
    found = []
    try:
        while reader.buffer:
            work = Frame.parse(reader.read_exact, mask=True, max_size=limits.MAX_MESSAGE_BYTES)
            try:
                while True:
                    next(work)
            except StopIteration as done:
                found.append(done.value)
    except Exception:
        return []
    return found


@given(st.binary(max_size=300), st.sampled_from((0x81, 0x01, 0x82, 0x89, 0xC1)), st.integers(-2, 2))
def test_the_short_way_reads_what_the_long_way_reads(text: bytes, head: int, off: int) -> None:
    """Whatever it takes is one text frame; and it takes every one that is in order."""
    mask = os.urandom(4)
    client = Frame(1, text).serialize(mask=True)
    data = bytes([head]) + client[1:]
    data = data[:off] if off < 0 else data + mask[:off]
    taken, long = whole_text(data), parsed(data)
    one = len(long) == 1 and long[0].opcode == 1 and long[0].fin and not long[0].rsv1
    try:
        bytes(text).decode()
    except UnicodeDecodeError:
        one = False
    if one:
        assert taken is not None
        assert taken == bytes(long[0].data)
    else:
        assert taken is None


@given(st.integers(0, 70_000))
def test_what_we_frame_is_read_back(size: int) -> None:
    text = b"x" * size
    reader = StreamReader()
    reader.feed_data(text_frame(text))
    with pytest.raises(StopIteration) as done:
        next(Frame.parse(reader.read_exact, mask=False))
    assert bytes(done.value.value.data) == text
    assert done.value.value.opcode == 1
    assert not reader.buffer


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=5), st.binary(max_size=20), st.booleans())
def test_frames_are_cut_where_they_end(texts: list[bytes], before: bytes, masked: bool) -> None:
    """However many follow each other, and nowhere else: a head that is not complete is no frame yet."""
    frames = [Frame(2, text).serialize(mask=masked) for text in [*texts, b"x" * 70_000]]
    data, at = before + b"".join(frames), len(before)
    for one, text in zip(frames, [*texts, b"x" * 70_000], strict=True):
        head = len(one) - len(text)
        assert all(frame_bytes(data[: at + short], at) is None for short in range(head))
        assert frame_bytes(data[: at + head], at) == frame_bytes(data, at) == (head, len(text))
        at += len(one)
