"""Whoever asks for a WebSocket gets one, or an answer, and has a place at their address all the while."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from pioche.house.operations import limits
from pioche.house.sockets.connection_book import ConnectionBook
from tests.house.doors.knocking import OTHER, answer, closed, connections, head, knock, reach, upgrade
from tests.house.doors.test_hostile import frame
from tests.house.running import Running, run

AT_ONCE = 8.0  # seconds: less than any deadline of the house

LONG = "x" * 9_000
NO_HANDSHAKE = {
    "a body": ("GET", "", {"content-length": "1"}),
    "chunks": ("GET", "", {"transfer-encoding": "chunked"}),
    "a long header": ("GET", "", {"x": LONG}),
    "a long address": ("GET", "?" + LONG, {}),
    "a body that is posted": ("POST", "", {"content-length": "5"}),
    "a body that is put": ("PUT", "", {"content-length": "5"}),
    "strange letters in the key": ("GET", "", {"sec-websocket-key": "é"}),
    "strange letters in what is wished": ("GET", "", {"sec-websocket-extensions": "é"}),
    "another key": ("GET", "", {"sec-websocket-key": "x"}),
    "another version": ("GET", "", {"sec-websocket-version": "12"}),
}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house as everybody runs it."""
    running = Running(tmp_path_factory.mktemp("strict"), "--tempo", "0", "--log", "info")
    yield running
    running.stop()
    assert not running.errors(), running.errors()[-3:]


def handshake(house: Running, method: str, more: str, headers: dict[str, str]) -> bytes:
    lines = {
        "host": f"127.0.0.1:{house.port}", "upgrade": "websocket", "connection": "Upgrade",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-version": "13", **headers,
    }  # fmt: skip
    said = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} /t/0123456789/ws{more} HTTP/1.1\r\n{said}\r\n".encode("latin-1")


@pytest.mark.parametrize("name", NO_HANDSHAKE)
def test_what_is_no_handshake_is_answered_and_closed_at_once(strict: Running, name: str) -> None:
    async def play() -> None:
        reader, writer = await reach(strict)
        writer.write(handshake(strict, *NO_HANDSHAKE[name]))
        assert await answer(reader, AT_ONCE) == 400
        assert await closed(reader, AT_ONCE)
        writer.transport.abort()

    knock(play())


def test_the_answer_says_what_to_do(strict: Running) -> None:
    async def play() -> None:
        reader, writer = await reach(strict)
        writer.write(handshake(strict, *NO_HANDSHAKE["chunks"]) + b"5\r\nhello\r\n0\r\n\r\n")
        async with asyncio.timeout(AT_ONCE):
            said = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])
        assert said["reason"] == "no_handshake"
        writer.transport.abort()

    knock(play())


def test_hundreds_of_broken_handshakes_leave_nothing_behind_and_shut_nobody_out(strict: Running) -> None:
    async def play() -> None:
        before, broken = connections(strict), [*NO_HANDSHAKE.values()]
        lines = []
        for k in range(250):
            reader, writer = await reach(strict, "127.0.0.6")
            writer.write(handshake(strict, *broken[k % len(broken)]))
            lines.append((reader, writer))
        assert all(await asyncio.gather(*(closed(reader, 20) for reader, _ in lines)))
        reader, writer = await reach(strict, "127.0.0.6")
        writer.write(head(strict))
        assert await answer(reader) == 200
        writer.transport.abort()
        assert connections(strict) <= before + 3

    knock(play())


def test_a_handshake_in_the_middle_of_another_answer_ends_the_connection(strict: Running) -> None:
    """Else nobody told that answer that its reader is gone."""

    async def play() -> None:
        reader, writer = await reach(strict, OTHER)
        writer.write(head(strict, path="/api/games") + upgrade(strict, "0123456789"))
        assert await closed(reader, AT_ONCE)
        writer.transport.abort()

    knock(play())


def test_whoever_shows_no_ticket_is_closed_however_they_behave(strict: Running) -> None:
    """They say nothing, show a ticket that is none, or nonsense."""
    hello = b'{"t":"hello","ticket":"' + b"x" * 43 + b'"}'

    async def play() -> None:
        lines = []
        for said in (b"", frame(1, hello), frame(1, b"{"), frame(2, b"x")):
            reader, writer = await reach(strict)
            writer.write(upgrade(strict, "0123456789"))
            assert await answer(reader) == 101
            writer.write(said)
            lines.append(reader)
        assert all(await asyncio.gather(*(closed(reader, limits.GREETING_SECONDS + 10) for reader in lines)))

    knock(play())


# -- places ----------------------------------------------------------------------------------------------


class Line:
    """A connection, or what becomes of it."""

    def __init__(self, gone: list[Line], due: float | None = None) -> None:
        self.address, self.many, self.due, self.transport = "10.0.0.1", 1, due, self
        self.abort: Any = partial(gone.append, self)
        self.cut: Any = self.abort

    def is_closing(self) -> bool:
        return False


def test_a_socket_keeps_the_place_of_its_connection_until_it_shows_a_ticket() -> None:
    async def play() -> None:
        gone: list[Line] = []
        book = ConnectionBook(scale=10_000)
        sockets = []
        for _ in range(limits.MAX_CONNECTIONS_PER_ADDRESS):
            before, socket = Line(gone), Line(gone)
            assert book.admit(before)
            book.upgrade(before, socket)
            sockets.append(socket)
        assert book.admit(Line(gone))
        assert gone == [sockets[0]], "whoever has been at it longest makes room"
        for socket in sockets[1:]:
            book.mark_authenticated(socket)
        assert len(book.open) == 1
        assert len(book.sockets) == limits.MAX_CONNECTIONS_PER_ADDRESS - 1
        assert all(book.admit(Line(gone)) for _ in range(100))
        assert len(gone) == 1, "those with a ticket are counted elsewhere"
        for socket in sockets:
            book.gone(socket)
        assert not book.sockets
        assert len(book.open) == 101

    run(play())


def test_a_socket_without_a_ticket_is_cut_when_its_time_is_up() -> None:
    async def play() -> None:
        gone: list[Line] = []
        book, loop = ConnectionBook(scale=10_000), asyncio.get_running_loop()
        before, late, settled = Line(gone), Line(gone, loop.time()), Line(gone, loop.time())
        for socket in (late, settled):
            assert book.admit(before)
            book.upgrade(before, socket)
        book.mark_authenticated(settled)
        async with asyncio.timeout(20):
            while not gone:
                await asyncio.sleep(0.1)
        assert set(gone) == {late}

    run(play())
