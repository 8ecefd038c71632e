"""Thousands of event streams lock nobody out, and telling them of a change delays nobody at a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from pioche.house.app import build
from pioche.house.core.house import Config
from pioche.house.operations import limits
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.tournaments import event_streams
from pioche.house.tournaments.event_streams import EventStreams, Listener
from tests.house.running import run

STREAMS = 600
MOST_AT_ONCE = 60  # written in one turn of the loop


async def anonymous_stream(application: Any, path: str, address: str, sent: list[bytes], gone: asyncio.Event) -> None:
    """One open stream, without a socket."""
    asked = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        if asked:
            return asked.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body" and message["body"]:
            sent.append(message["body"])

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": [(b"host", b"house")],
        "client": (address, 1), "server": ("house", 80), "state": {},
    }  # fmt: skip
    await application(scope, receive, send)


def test_many_streams_are_told_of_a_change_a_few_in_each_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Telling five thousand at once stopped the loop, and with it every table, for 156 ms. So did their heartbeats."""
    monkeypatch.setattr(event_streams, "HEARTBEAT_SECONDS", 1.0)
    store = SQLiteStore(tmp_path / "house.db")
    store.open()
    application = build(store, Config())

    async def play() -> None:
        transport = httpx.ASGITransport(app=application, client=("10.1.0.1", 1))
        async with application.lifespan():
            alice = httpx.AsyncClient(transport=transport, base_url="http://house")
            token = (await alice.post("/api/me", json={"name": "Alice"})).json()["token"]
            alice.headers["authorization"] = f"Bearer {token}"
            wish = {"game": "pairs", "place": "real", "privacy": "public"}
            code = (await alice.post("/api/tournaments", json=wish)).json()["code"]
            sent, gone, path = list[bytes](), asyncio.Event(), f"/api/tournaments/{code}/events"
            streams = [
                asyncio.create_task(anonymous_stream(application, path, f"10.0.0.{k % 20}", sent, gone))
                for k in range(STREAMS)
            ]
            while len(sent) < STREAMS:
                await asyncio.sleep(0)
            for heard in ("a change", "a heartbeat"):
                if heard == "a change":
                    act = {"id": "a", "do": "register", "names": ["Ada", "Bruno"]}
                    asyncio.get_running_loop().call_later(
                        0.05, asyncio.ensure_future, alice.post(f"{path[:-7]}/act", json=act)
                    )
                sent.clear()
                most = before = 0
                while len(sent) < STREAMS:
                    await asyncio.sleep(0)
                    most, before = max(most, len(sent) - before), len(sent)
                assert most <= MOST_AT_ONCE, heard
            gone.set()
            await asyncio.gather(*streams)
            assert not application.state.house.tournaments.streams._open
            await alice.aclose()
        store.close()

    run(play(), 60)


def fill(streams: EventStreams, count: int, addresses: int, taking_part: bool = False) -> list[Listener]:
    there = [Listener(None, "", f"10.0.{k % addresses}.1") for k in range(count)]
    for listener in there:
        listener.takes_part = taking_part
        streams.admit(listener)
    return there


def test_a_crowd_of_streams_makes_room_for_another_address() -> None:
    """Nine addresses with six hundred streams each had locked everybody else out."""

    async def play() -> None:
        streams = EventStreams()
        crowd = [Listener(None, "", f"10.0.{k % 9}.1") for k in range(9 * limits.MAX_SOCKETS_PER_ADDRESS)]
        for listener in crowd:
            with suppress(Refusal):
                streams.admit(listener)
        for k in range(20):
            streams.admit(Listener(None, "", f"192.0.2.{k}"))
        assert sum(listener.over for listener in crowd) == 20, "the crowd makes room"

    run(play())


def test_visitors_make_room_for_those_who_take_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_streams, "MAX_STREAMS", 20)
    monkeypatch.setattr(event_streams, "MAX_VISITOR_STREAMS", 12)

    async def play() -> None:
        streams = EventStreams()
        visitors = fill(streams, 12, 12)
        with pytest.raises(Refusal):
            streams.admit(Listener(None, "", "192.0.2.1"))  # each address has one: nobody has more than a fair share
        players = fill(streams, 20, 4, taking_part=True)
        assert all(listener.over for listener in visitors)
        assert not any(listener.over for listener in players)
        with pytest.raises(Refusal):
            streams.admit(Listener(None, "", "192.0.2.1"))
        late = Listener("late", "", "192.0.2.2", takes_part=True)
        streams.admit(late)
        assert sum(listener.over for listener in players) == 1
        for listener in [*players, late, *visitors]:
            streams.left(listener)
        assert not streams._open
        assert not streams._by_address
        assert not streams._by_person

    run(play())


def test_an_address_and_a_person_have_so_many_streams() -> None:
    async def play() -> None:
        streams = EventStreams()
        fill(streams, limits.MAX_SOCKETS_PER_ADDRESS, 1)
        with pytest.raises(Refusal):
            fill(streams, 1, 1)
        mine = [Listener("alice", "", f"192.0.2.{k}") for k in range(8)]
        for listener in mine:
            streams.admit(listener)
        assert [listener.over for listener in mine] == [True] * 2 + [False] * 6

    run(play())
