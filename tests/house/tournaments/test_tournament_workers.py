"""A tournament with several workers on PostgreSQL: one joins, and the worker that has it dies."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path

import httpx
import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

from pioche.client import Client
from pioche.house.stores.postgres import PostgresStore
from pioche.house.tournaments import tournament_journal as tj
from tests.house.cluster.servers import Nginx, Postgres, postgres
from tests.house.cluster.workers import Worker
from tests.house.running import run
from tests.house.tournaments.evening import evening

__all__ = ["postgres"]  # a fixture
NAMES = ["Ada", "Bruno", "Chloé", "Denis", "Élise", "Fanny", "Gil", "Hana"]


def test_the_worker_that_has_the_tournament_dies_in_mid_round(postgres: Postgres, tmp_path: Path) -> None:
    """Another worker joins in mid-round and takes some of the tables; then the first one is killed: the other goes on with
    all, results arrive, and every deed and every move that was answered is there."""

    async def play(first: Worker, second: Worker, proxy: Nginx, store: str) -> None:
        async with evening(proxy.address, rounds=2, units=2, final="none") as club:
            for name in NAMES[:4]:
                await club.enter(name)
            async with Client(proxy.address, "Zed") as zed:
                seen = await zed.post(f"{club.path}/join", {"secret": club.secret, "name": "Zed"})
                assert seen["you"]["name"] == "Zed"
                heard: list[int] = []
                headers = {"authorization": f"Bearer {zed.token}"}

                async def listen() -> None:
                    async with zed.http.stream("GET", f"{club.path}/events", headers=headers, timeout=60) as answer:
                        async for line in answer.aiter_lines():
                            if line.startswith("data:") and (version := json.loads(line[5:])["version"]) not in heard[-1:]:
                                heard.append(version)

                listening = asyncio.ensure_future(listen())
                async with asyncio.timeout(10):
                    while not heard:
                        await asyncio.sleep(0.05)
                    await club.act(None, "check_in", name="Zed")
                    while len(heard) < 2:
                        await asyncio.sleep(0.05)
                listening.cancel()
                started = await club.round_begins()
                codes = [table["code"] for table in started["view"]["history"][-1]["tables"]]
                club.people = {**club.people, "Zed": zed}
                proxy.lead_to([first.port, second.port])
                playing = asyncio.ensure_future(club.play())
                while sum(len(second.journal(code)) for code in codes) < 16 * len(codes):
                    await asyncio.sleep(0.05)
                first.kill()
                await playing
                await club.act(None, "close")
                await club.round_begins()
                await club.play()
                await club.act(None, "close")
                over = await club.act(None, "finish")
                model = await club.log()
                assert [row["name"] for row in over["view"]["ranking"]] == [one.name for one in model.ranking()]
                book = PostgresStore(store)
                book.open()
                written = [tj.read_entry(body) for body in book.journal(club.code)]
                book.close()
                assert set(club.done) <= {entry.id for entry in written}
                for code, acks in club.acks.items():
                    assert {ack.id for _, ack in acks} <= {entry.id for entry in second.journal(code)}

    store = postgres.fresh()
    workers = [Worker(tmp_path / name, store, "--speed", "10", lease=2) for name in "ab"]
    proxy = Nginx(tmp_path, [workers[0].port])
    try:
        run(play(workers[0], workers[1], proxy, store), 150)
        assert not workers[1].errors(), workers[1].errors()[-3:]
    finally:
        proxy.close()
        for worker in workers:
            worker.stop()


def test_a_stream_of_a_frozen_worker_ends(postgres: Postgres, tmp_path: Path) -> None:
    """Its lines stay open and nothing comes. The proxy ends the stream, and the next one tells."""
    store = postgres.fresh()
    frozen, other = [Worker(tmp_path / name, store, lease=2) for name in "ab"]
    proxy = Nginx(tmp_path, [frozen.port])

    async def listen() -> None:
        async with evening(proxy.address, final="none") as club, Client(proxy.address, "Zed") as zed:
            await zed.post(f"{club.path}/join", {"secret": club.secret, "name": "Zed"})
            words = {"headers": {"authorization": f"Bearer {zed.token}"}, "timeout": 60}
            async with zed.http.stream("GET", f"{club.path}/events", **words) as answer:
                lines = answer.aiter_lines()
                assert (await anext(lines)).startswith("data:")
                frozen.pause()
                async with asyncio.timeout(40):
                    with contextlib.suppress(httpx.HTTPError):  # cut off in the middle
                        async for _ in lines:
                            pass
            proxy.lead_to([other.port])
            async with asyncio.timeout(40):
                while True:
                    async with zed.http.stream("GET", f"{club.path}/events", **words) as answer:
                        if answer.status_code == 200:
                            assert (await anext(answer.aiter_lines())).startswith("data:")
                            break
            frozen.go_on()

    try:
        run(listen(), 100)
    finally:
        frozen.go_on()
        proxy.close()
        for worker in (frozen, other):
            worker.stop()
