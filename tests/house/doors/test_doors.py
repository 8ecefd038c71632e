"""Whoever connects and sends too much, too slowly or nothing at all costs nobody else anything."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pioche.house.operations import limits
from pioche.house.sockets.admission import Admission
from pioche.house.sockets.connection_book import ConnectionBook
from tests.house.doors.knocking import (
    OTHER,
    STRANGER,
    answer,
    closed,
    connections,
    counter,
    head,
    knock,
    longest_wait,
    reach,
    upgrade,
)
from tests.house.running import Running, run
from tests.house.wire import Line

SOON = limits.HEAD_SECONDS + limits.BODY_SECONDS + 5  # seconds after which nothing half-open is left


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house as everybody runs it."""
    running = Running(tmp_path_factory.mktemp("strict"), "--tempo", "0", "--log", "info")
    yield running
    running.stop()
    assert not running.errors(), running.errors()[-3:]


async def feed(house: Running, start: bytes, more: bytes, most: int) -> tuple[int, int]:
    """Send and send: (the answer, how many bytes were taken)."""
    reader, writer = await reach(house)
    sent, answered = 0, asyncio.ensure_future(answer(reader, 60))
    writer.write(start)
    with contextlib.suppress(ConnectionError):
        while sent < most and not answered.done():
            writer.write(more)
            await writer.drain()
            sent += len(more)
            await asyncio.sleep(0)
    status = await answered
    writer.transport.abort()
    return status, sent


@pytest.mark.parametrize(
    ("start", "more"),
    [
        (b"GET /healthz HTTP/1.1\r\nhost: h\r\nx: ", b"x" * 65_536),  # one long header
        (b"GET /", b"x" * 65_536),  # one long address
        (b"GET /healthz HTTP/1.1\r\n", b"".join(b"x%d: y\r\n" % k for k in range(500))),  # many headers
        (b"POST /api/me HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: ", b"x" * 65_536),  # a trailer
    ],
    ids=["header", "address", "headers", "trailer"],
)
def test_a_head_of_any_length_is_refused_before_it_is_gathered(strict: Running, start: bytes, more: bytes) -> None:
    async def play() -> None:
        before, stop = await asyncio.to_thread(strict.settled_rss), asyncio.Event()
        waiting = asyncio.create_task(longest_wait(strict, stop))
        status, sent = await feed(strict, start, more, 20_000_000)
        stop.set()
        assert status in (431, 413)
        assert sent < 5_000_000, "the rest is not read"
        assert await waiting < 2, "seconds"
        assert strict.rss() - before < 5, "megabytes"

    knock(play())


def test_a_usual_head_is_answered_however_it_comes(strict: Running) -> None:
    async def play() -> None:
        asked = head(strict, cookie="c" * 8000, user_agent="u" * 4000)
        reader, writer = await reach(strict)
        for k in range(0, len(asked), 700):
            writer.write(asked[k : k + 700])
            await asyncio.sleep(0)
        assert await answer(reader) == 200
        writer.transport.abort()
        body = b'{"text":"' + b"x" * 200 + b'"}'
        asked = head(strict, "POST", "/api/qr", content_type="application/json", content_length=str(len(body))) + body
        reader, writer = await reach(strict)
        for byte in asked:
            writer.write(bytes([byte]))
            await asyncio.sleep(0)
        assert await answer(reader) == 200
        writer.transport.abort()

    knock(play())


def test_codes_are_drawn_of_addresses_alone_and_not_without_end(strict: Running) -> None:
    """Their length counts in bytes; their rate is one of its own, so that nothing else is refused for it."""
    source = "127.0.0.14"

    async def ask(path: str, body: dict[str, str]) -> int:
        reader, writer = await reach(strict, source)
        data = json.dumps(body, ensure_ascii=False).encode()
        headers = {"content_type": "application/json", "content_length": str(len(data)), "connection": "close"}
        writer.write(head(strict, "POST", path, **headers) + data)
        status = await answer(reader)
        writer.transport.abort()
        return status

    async def play() -> None:
        assert await ask("/api/qr", {"text": "http://h/" + "\U0001f600" * 290}) == 413
        assert await ask("/api/qr", {"text": "http://h/" + "x" * 290}) == 200
        at_once = int(limits.RATES["write"].burst) - 4
        answers = await asyncio.gather(*(ask("/api/qr", {"text": f"http://h/{k}"}) for k in range(at_once)))
        assert set(answers) == {200, 429}
        assert await ask("/api/me", {"name": "Alice"}) == 200

    knock(play())


def test_what_follows_a_body_that_is_too_long_is_not_read(strict: Running) -> None:
    async def play() -> None:
        start = head(strict, "POST", "/api/me", content_type="application/json", content_length="2000000000")
        status, sent = await feed(strict, start, b"x" * 65_536, 50_000_000)
        assert status == 413
        assert sent < 10_000_000

    knock(play())


def test_slow_and_half_open_requests_are_cut_and_counted(strict: Running) -> None:
    async def play() -> None:
        starts = {
            "silent": b"",
            "head": b"GET /healthz HTTP/1.1\r\nhost: h\r\n",
            "body": head(strict, "POST", "/api/me", content_type="application/json", content_length="2000"),
            "empty lines": b"\r\n",
        }
        lines = []
        for start in starts.values():
            for _ in range(20):
                reader, writer = await reach(strict)
                writer.write(start)
                lines.append((reader, writer))
        began, gone = time.monotonic(), asyncio.gather(*(closed(reader, SOON) for reader, _ in lines))
        while not gone.done() and time.monotonic() - began < SOON:  # a byte now and then does not help
            for k, (_, writer) in enumerate(lines):
                if k >= 20 and not writer.is_closing():
                    writer.write(b"\r\n" if k >= 60 else b"x")
            await asyncio.sleep(1)
        assert all(await gone)
        assert await counter(strict, 'pioche_connections_cut_total{why="silent"}') >= 20
        assert await counter(strict, 'pioche_connections_cut_total{why="slow"}') >= 60

    knock(play())


def test_whoever_takes_no_answer_and_hangs_up_leaves_nothing_behind(strict: Running) -> None:

    async def play() -> None:
        before = connections(strict)
        lines = []
        for _ in range(10):
            reader, writer = await reach(strict)
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(head(strict, path="/api/games") * (limits.MAX_PIPELINED_REQUESTS // 2))
            lines.append(writer)
        await asyncio.sleep(1)
        for writer in lines:
            writer.transport.abort()
        await asyncio.sleep(2)
        assert connections(strict) <= before + 3

    knock(play())


def test_one_address_holds_only_so_many_connections_and_others_come_in(strict: Running) -> None:
    """Its own idle connections make room for its new ones, too."""

    async def play() -> None:
        lines = []
        for k in range(limits.MAX_CONNECTIONS_PER_ADDRESS + 50):
            with contextlib.suppress(OSError):
                lines.append(await reach(strict, "127.0.0.4"))
            if k % 10 == 9:
                await asyncio.sleep(0.2)  # as fast as connections are taken
        assert connections(strict) <= limits.MAX_CONNECTIONS_PER_ADDRESS + 60
        line = Line(strict.address)
        assert (await line.ask("GET", "/healthz"))[0] == 200
        await line.close()
        reader, writer = await reach(strict, "127.0.0.4")
        writer.write(head(strict))
        assert await answer(reader) == 200, "the same address is still served"
        for _, one in [*lines, (reader, writer)]:
            one.transport.abort()

    knock(play())


class Waiting:
    """A connection of which nothing has come yet."""

    due = None

    def __init__(self, address: str, gone: list[str]) -> None:
        self.address, self.many, self.transport = address, 1, self
        self.abort = partial(gone.append, address)

    def cut(self) -> None: ...

    def is_closing(self) -> bool:
        return False


def test_where_an_address_or_the_house_is_full_the_longest_idle_makes_room() -> None:
    """And where all of them are being answered nobody is let in. However quickly they come: the real ones above are held
    up by their rate and cut for their silence meanwhile."""

    async def play() -> None:
        gone: list[str] = []
        book = ConnectionBook(scale=10_000, most=limits.MAX_CONNECTIONS_PER_ADDRESS + 100)
        ones = [Waiting("10.0.0.1", gone) for _ in range(limits.MAX_CONNECTIONS_PER_ADDRESS)]
        assert all(book.admit(one) for one in ones)
        assert not gone
        assert book.admit(Waiting("10.0.0.1", gone))
        assert (ones[0] in book.open, ones[1] in book.open, gone) == (False, True, ["10.0.0.1"])
        for one in list(book.open):
            book.busy(one)
        assert not book.admit(Waiting("10.0.0.1", gone))
        assert all(book.admit(Waiting(f"10.0.1.{k}", gone)) for k in range(100))
        assert len(gone) == 1
        assert book.admit(Waiting("10.0.2.1", gone))
        assert gone[1:] == ["10.0.1.0"]

    run(play())


def test_many_come_through_a_proxy_that_is_trusted(tmp_path: Path) -> None:
    """On another machine, too: what one visitor may do is counted by who they are, not by the proxy."""
    house = Running(tmp_path, "--trusted-proxy", "127.0.0.7")

    async def cut_of(source: str) -> float:
        for _ in range(int(limits.RATES["connect"].burst) * 2):
            with contextlib.suppress(OSError):
                (await reach(house, source))[1].transport.abort()
        return await counter(house, 'pioche_connections_cut_total{why="too_often"}')

    async def play() -> None:
        assert await cut_of("127.0.0.7") == 0
        assert await cut_of("127.0.0.8") > 0

    try:
        knock(play())
    finally:
        house.stop()


def test_connections_in_quick_succession_are_not_let_in(strict: Running) -> None:
    async def play() -> None:
        refused = 0
        for _ in range(int(limits.RATES["connect"].burst) * 2):
            try:
                reader, writer = await reach(strict, "127.0.0.5")
                if reader.at_eof():
                    refused += 1
                writer.transport.abort()
            except OSError:
                refused += 1
        assert await counter(strict, 'pioche_connections_cut_total{why="too_often"}') > 100
        line = Line(strict.address)
        assert (await line.ask("GET", "/healthz"))[0] == 200
        await line.close()

    knock(play())


def test_sockets_that_never_say_hello_shut_nobody_out(strict: Running) -> None:
    """Neither people at the same address nor, where all addresses together are too many, anybody else."""

    async def play() -> None:
        line = await Line(strict.address).guest("Alice")
        code = (await line.post("/api/tables", {"game": "pairs"}))["code"]
        silent = []
        for k in range(limits.MAX_SILENT_SOCKETS + 100):
            _, writer = await reach(strict, f"127.0.1.{k // 90}")
            writer.write(upgrade(strict, code))
            silent.append(writer)
        began = time.monotonic()
        wire = await line.socket(code)
        await wire.first_look()
        await wire.close()
        ticket = (await line.post(f"/api/tables/{code}/ticket"))["ticket"]
        assert ticket
        assert time.monotonic() - began < 30
        for writer in silent:
            writer.transport.abort()
        await line.close()

    knock(play())


def test_where_all_addresses_together_are_silent_the_oldest_makes_room() -> None:
    """However slowly they come: the real ones above are cut for their silence meanwhile."""
    admission, dropped = Admission(), []
    for k in range(limits.MAX_SILENT_SOCKETS):
        address = f"10.0.{k // 90}.1"
        assert admission.admit(address, partial(dropped.append, k)) is not None
    assert not dropped
    assert admission.admit("10.9.9.9", partial(dropped.append, "somebody who plays")) is not None
    assert dropped == [0]


def test_silent_sockets_of_one_address_make_room_for_its_own(strict: Running) -> None:
    async def play() -> None:
        line = await Line(strict.address).guest("Alice")
        code = (await line.post("/api/tables", {"game": "pairs"}))["code"]
        silent = []
        for _ in range(limits.MAX_SILENT_SOCKETS_PER_ADDRESS + 20):
            reader, writer = await reach(strict, OTHER)
            writer.write(upgrade(strict, code))
            silent.append((reader, writer))
        answers = [await answer(reader) for reader, _ in silent]
        assert answers.count(101) == len(silent), "each is let in"
        first = [await closed(reader, 1) for reader, _ in silent[:20]]
        assert all(first), "and the oldest have made room"
        for _, writer in silent:
            writer.transport.abort()
        await line.close()

    knock(play())


def test_a_socket_is_closed_when_no_hello_comes(strict: Running) -> None:
    async def play() -> None:
        reader, writer = await reach(strict, STRANGER)
        writer.write(upgrade(strict, "0123456789"))
        assert await answer(reader) == 101
        assert await closed(reader, limits.HELLO_SECONDS + 15)
        writer.transport.abort()

    knock(play())
