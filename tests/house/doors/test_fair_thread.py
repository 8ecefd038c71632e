"""Slow work that many addresses ask for delays nobody else: kinds of work take turns, and callers within a kind."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from pioche.house.api import previews
from pioche.house.app import build
from pioche.house.core.house import Config
from pioche.house.operations import fair_thread
from pioche.house.operations.fair_thread import FairThread
from pioche.house.pictures.preview import MatchSummary
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.sqlite import SQLiteStore
from tests.house.running import run

ADDRESSES = 20
PICTURE_SECONDS = 0.05


@asynccontextmanager
async def opened(tmp_path: Path) -> AsyncIterator[Any]:
    store = SQLiteStore(tmp_path / "house.db")
    store.open()
    application = build(store, Config())
    async with application.lifespan():
        yield application


def browser(application: Any, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=application, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://house", timeout=60)


@pytest.mark.parametrize("asked", ["a tournament", "a laid table"])
def test_pictures_for_many_addresses_delay_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    """Twenty addresses that asked for pictures had an organiser wait for fifteen seconds."""
    drawn: list[str] = []

    def picture(told: MatchSummary) -> bytes:
        time.sleep(PICTURE_SECONDS)
        drawn.append(told.title)
        return b"PNG"

    def summary_of(*_: Any) -> MatchSummary:
        return MatchSummary("pairs", "Pairs", (), (), (), 0, 0, "en")

    monkeypatch.setattr(previews, "picture", picture)
    monkeypatch.setattr(previews, "summary_of", summary_of)

    async def play() -> None:
        async with opened(tmp_path) as application, browser(application, "10.1.0.1") as alice:
            token = (await alice.post("/api/me", json={"name": "Alice"})).json()["token"]
            alice.headers["authorization"] = f"Bearer {token}"
            table = (await alice.post("/api/tables", json={"game": "pairs"})).json()["code"]
            made = (await alice.post("/api/tournaments", json={"game": "pairs", "place": "real"})).json()["code"]

            async def wanted(k: int) -> None:
                async with browser(application, f"10.0.0.{k}") as mallory:
                    asking = [mallory.get(f"/api/shared/{table}/picture?match=1&share=x") for _ in range(3)]
                    assert {answer.status_code for answer in await asyncio.gather(*asking)} == {200}

            crowd = [asyncio.create_task(wanted(k)) for k in range(ADDRESSES)]
            while not drawn:
                await asyncio.sleep(0.01)
            before = len(drawn)
            if asked == "a tournament":
                answer = await alice.get(f"/api/tournaments/{made}")
            else:
                answer = await alice.post("/api/tables", json={"game": "pairs", "cards": "7 8"})
            assert answer.status_code == 200, answer.text
            # Fifty are waiting. A tournament has its own thread; a check waits for the picture being drawn, and another one
            # may be begun before it has come.
            assert len(drawn) - before <= 4
            await asyncio.gather(*crowd)
            assert len(drawn) == 3 * ADDRESSES

    run(play())


def test_kinds_and_callers_take_turns() -> None:
    done: list[str] = []

    async def play() -> None:
        thread = FairThread("test")
        begin = threading.Event()
        first = asyncio.create_task(thread.run("picture", "x", begin.wait))
        await asyncio.sleep(0)
        many = [("picture", "mallory")] * 5 + [("picture", "eve")] * 5 + [("replay", "alice"), ("picture", "bob")]
        jobs = [asyncio.create_task(thread.run(kind, caller, done.append, caller)) for kind, caller in many]
        await asyncio.sleep(0)
        begin.set()
        await asyncio.gather(first, *jobs)
        thread.close()

    run(play())
    assert done[:4] == ["mallory", "alice", "eve", "bob"]
    assert done[4:] == ["mallory", "eve"] * 4


def test_of_too_many_jobs_the_newest_of_the_one_who_asks_most_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_thread, "MAX_QUEUED_JOBS", 10)

    async def play() -> tuple[list[Any], list[Any]]:
        thread = FairThread("test")
        begin = threading.Event()
        first = asyncio.create_task(thread.run("picture", "x", begin.wait))
        await asyncio.sleep(0)
        mallory = [asyncio.create_task(thread.run("picture", "mallory", int)) for _ in range(15)]
        alice = [asyncio.create_task(thread.run("picture", "alice", int)) for _ in range(3)]
        await asyncio.sleep(0)
        begin.set()
        found = [await asyncio.gather(*tasks, return_exceptions=True) for tasks in (mallory, alice)]
        await first
        thread.close()
        return found[0], found[1]

    refused, answered = run(play())
    assert answered == [0, 0, 0]
    assert refused[:7] == [0] * 7
    assert {no.status for no in refused[7:]} == {429}


def test_a_job_whose_caller_has_gone_is_not_run_and_an_error_is_told() -> None:
    done: list[int] = []

    async def play() -> None:
        thread = FairThread("test")
        begin = threading.Event()
        first = asyncio.create_task(thread.run("picture", "x", begin.wait))
        gone = asyncio.create_task(thread.run("picture", "mallory", done.append, 1))
        await asyncio.sleep(0)
        gone.cancel()
        wrong = asyncio.create_task(thread.run("picture", "mallory", int, "x"))
        begin.set()
        await first
        with pytest.raises(ValueError, match="invalid literal"):
            await wrong
        thread.close()
        with pytest.raises(Refusal):
            await thread.run("picture", "x", int)

    run(play())
    assert not done
