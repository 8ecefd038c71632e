"""A worker that is cut off from its database, frozen, overtaken or killed: its people are told, and others take over.

Times asserted here are far above what a quiet machine needs, and far below those without deadlines (minutes).
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

import pioche.client
from pioche.client import LOST, Client, Refused, Sitting
from pioche.house.ownership.leases import LEASE_SECONDS
from pioche.house.stores.postgres_connection import connect
from tests.house.cluster.black_hole import BlackHole
from tests.house.cluster.servers import Nginx, Postgres, postgres
from tests.house.cluster.workers import Worker, journal
from tests.house.running import Running, many, run

__all__ = ["postgres"]  # a fixture
NEXT = ("-m", "tests.house.cluster.next_version")
TOLD = 10.0  # seconds: nobody waits longer without a word


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pioche.client, "RECONNECT_SECONDS", (0.05, 0.2))


@pytest.fixture
def hole(postgres: Postgres) -> Iterator[BlackHole]:
    made = BlackHole(postgres, postgres.fresh())
    yield made
    made.close()


def direct(postgres: Postgres, hole: BlackHole) -> str:
    """The same house, past the hole."""
    return postgres.address("postgres", hole.store.rpartition("%3D")[2].partition("&")[0])


def said(store: str, code: str) -> list[str]:
    return [entry.id for entry in journal(store, code) if type(entry).__name__ == "Spoke"]


async def seconds_until(happened: Callable[[], Awaitable[bool]], most: float = 60) -> float:
    began = time.monotonic()
    async with asyncio.timeout(most):
        while not await happened():
            await asyncio.sleep(0.05)
    return time.monotonic() - began


async def bye(at: Sitting) -> Any:
    """What the page is told last."""
    with contextlib.suppress(*LOST):
        await at.until(lambda: at.bye, 60)
    return at.bye


async def status(worker: Worker) -> int:
    async with httpx.AsyncClient(trust_env=False, timeout=30) as http:
        return (await http.get(f"{worker.address}/healthz")).status_code


# -- a database that swallows everything -------------------------------------------------------------------


def test_in_a_black_hole_everybody_is_told_and_others_take_over(postgres: Postgres, hole: BlackHole, tmp_path: Path) -> None:
    """One who moves and one who only looks; `/healthz` knows; the table goes on at a worker that reaches the database."""
    store = direct(postgres, hole)
    cut_off, other = Worker(tmp_path / "a", hole.store), Worker(tmp_path / "b", store)

    async def play() -> None:
        async with many(Client(cut_off.address, "Alice"), Client(cut_off.address, "Bob")) as (alice, bob):
            code, quiet = [(await who.make("pairs", {"pace": "relaxed"}, seats=2))["code"] for who in (alice, bob)]
            async with alice.at(code) as a, bob.at(quiet) as b:
                await a.wish("say", "before", phrase="hello")
                await b.until(lambda: b.table)
                await asyncio.to_thread(hole.swallow)
                began = time.monotonic()
                await a.send({"t": "say", "id": "swallowed", "phrase": "oops"})
                found = await asyncio.gather(bye(a), bye(b))
                assert time.monotonic() - began < TOLD
                assert {word["reason"] for word in found} <= {"unreachable", "unsure"}
                began = time.monotonic()
                assert await status(cut_off) == 503
                assert time.monotonic() - began < 4
            assert await goes_on(other, alice.token, code, "elsewhere") < 3 * TOLD
            await asyncio.to_thread(hole.open)
            await seconds_until(lambda: healthy(cut_off))
            await goes_on(cut_off, alice.token, code, "swallowed")
            assert sorted(said(store, code)) == ["before", "elsewhere", "swallowed"]

    try:
        run(play(), 120)
    finally:
        cut_off.stop()
        other.stop()


async def healthy(worker: Worker) -> bool:
    return await status(worker) == 200


def test_a_lost_answer_to_a_commit_is_no_refusal(postgres: Postgres, hole: BlackHole, tmp_path: Path) -> None:
    """The move stands in the journal and the database cannot be asked: nobody is told that it did not happen, and the
    same wish again gets the true answer."""
    store = direct(postgres, hole)
    worker = Worker(tmp_path / "a", hole.store, lease=60)

    async def play() -> None:
        async with Client(worker.address, "Alice") as alice:
            code = (await alice.make("pairs", {"pace": "relaxed"}, seats=2))["code"]
            for k in range(3):
                async with alice.at(code) as at:
                    await at.until(lambda at=at: at.table)
                    await asyncio.to_thread(hole.lose_the_commit_of, f"lost{k}")
                    began = time.monotonic()
                    await at.send({"t": "say", "id": f"lost{k}", "phrase": "oops"})
                    heard = []
                    with contextlib.suppress(*LOST):
                        while True:
                            heard.append(await at.hear())
                    assert time.monotonic() - began < TOLD
                    assert not [word for word in heard if word["t"] in ("no", "ack") and word["id"] == f"lost{k}"]
                    assert at.bye
                    assert at.bye["reason"] == "unsure"
                assert f"lost{k}" in said(store, code)
                await asyncio.to_thread(hole.open)
                await seconds_until(lambda: healthy(worker))
                async with alice.at(code) as at:
                    assert (await at.wish("say", f"lost{k}", phrase="oops"))["t"] == "ack"
            assert said(store, code) == [f"lost{k}" for k in range(3)]

    try:
        run(play(), 120)
    finally:
        worker.stop()


# -- workers that stand still, die, or are too old ---------------------------------------------------------


async def speak(client: Client, code: str, until: asyncio.Event, acks: list[float]) -> None:
    """A page that says something whenever it can, and comes back whenever it is sent away."""
    at, k = client.at(code), 0
    while not until.is_set():
        try:
            async with asyncio.timeout(60):
                await at.wish("say", f"{client.name}{k}", phrase="hello")
            acks.append(time.monotonic())
            k += 1
            await asyncio.sleep(0.02)
        except (*LOST, Refused):
            at.cut()
            await asyncio.sleep(0.05)
    at.cut()


async def stopped(tasks: list[asyncio.Task[None]]) -> None:
    _, left = await asyncio.wait(tasks, timeout=10)
    for task in left:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_no_table_is_stuck_after_its_worker_stood_still(postgres: Postgres, tmp_path: Path) -> None:
    """Nine tables with two people each, behind the proxy that leads some to the worker that freezes and some to the other; all
    of them knock again and again while it wakes. Each goes on."""
    store = postgres.fresh()
    old, new = (Worker(tmp_path / name, store, "--trusted-proxy", "127.0.0.1", lease=2) for name in "ab")
    proxy = Nginx(tmp_path, [old.port, new.port])

    async def play() -> None:
        people = [Client(proxy.address, f"P{k}") for k in range(18)]
        async with many(*people):
            codes = []
            for k in range(0, 18, 2):
                made = await people[k].make("pairs", {"pace": "relaxed"}, seats=2)
                await people[k + 1].join(made["code"], made["secret"])
                codes.append(made["code"])
            over, acks = asyncio.Event(), [[] for _ in people]  # type: list[list[float]]
            tasks = [asyncio.create_task(speak(client, codes[k // 2], over, acks[k])) for k, client in enumerate(people)]
            await seconds_until(lambda: everyone(acks, 0))
            old.pause()
            await asyncio.sleep(5)
            old.go_on()
            woke = time.monotonic()
            took = await seconds_until(lambda: everyone(acks, woke + 0.5), 45)
            over.set()
            await stopped(tasks)
            assert took < 4 * TOLD

    async def everyone(acks: list[list[float]], since: float) -> bool:
        return all(found and found[-1] > since for found in acks)

    try:
        run(play(), 120)
    finally:
        proxy.close()
        old.stop()
        new.stop()


def test_whoever_waits_behind_a_move_is_sent_away_with_the_others(postgres: Postgres, tmp_path: Path) -> None:
    """A move is held up in the database, somebody comes in behind it, and the others give the worker up: both are told."""
    store = postgres.fresh()
    worker = Worker(tmp_path / "a", store)

    async def play() -> None:
        async with Client(worker.address, "Alice") as alice:
            code = (await alice.make("pairs", {"pace": "relaxed"}, seats=2))["code"]
            first, second = alice.at(code), alice.at(code)
            async with first:
                await first.until(lambda: first.table)
                with contextlib.closing(connect(store)) as db:
                    db.execute("BEGIN")
                    db.execute("SELECT 1 FROM leases WHERE code = %s FOR UPDATE", (code,))
                    await first.send({"t": "say", "id": "held-up", "phrase": "hello"})
                    await asyncio.sleep(0.2)
                    await second.connect()
                    with contextlib.closing(connect(store)) as other:
                        other.execute("DELETE FROM workers")
                    began = time.monotonic()
                    with contextlib.suppress(*LOST):
                        await second.until(lambda: second.bye, TOLD)
                    assert second.bye, "it waits for ever"
                    assert await bye(first)
                    assert time.monotonic() - began < TOLD
            second.cut()

    try:
        run(play(), 120)
    finally:
        worker.stop()


async def goes_on(worker: Worker, token: str, code: str, id: str) -> float:
    """Seconds until a wish is acknowledged at another worker."""
    began = time.monotonic()
    async with Client(worker.address, token=token) as there:
        while True:
            try:
                async with there.at(code) as at:
                    assert (await at.wish("say", id, phrase="hello"))["t"] == "ack"
                    return time.monotonic() - began
            except (Refused, *LOST):  # "in a moment": the page knocks again, too
                await asyncio.sleep(0.1)


def test_a_table_goes_on_when_its_worker_was_killed(postgres: Postgres, tmp_path: Path) -> None:
    """At the usual lease. The clock of the database goes back by an hour just then: no clock but the observer's own
    decides."""
    store = postgres.fresh()
    old, new = [Worker(tmp_path / name, store, lease=LEASE_SECONDS) for name in "ab"]

    async def play() -> float:
        async with Client(old.address, "Alice") as alice:
            code = (await alice.make("pairs", {"pace": "relaxed"}, seats=2))["code"]
            with contextlib.closing(connect(store)) as db:
                (owner,) = db.execute("SELECT worker FROM leases WHERE code = %s", (code,)).fetchone() or ("",)
                old.kill()
                db.execute("UPDATE workers SET until = until + interval '1 hour' WHERE id = %s", (owner,))
            return await goes_on(new, alice.token, code, "after")

    try:
        took = run(play(), 120)
        assert took < TOLD
        print(f"back after {took:.1f} s")
    finally:
        new.stop()


def test_the_client_notices_a_house_that_stands_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its socket is open and nothing comes. The line is given up, and the wish is done when the house moves again."""
    monkeypatch.setattr(pioche.client, "PING_SECONDS", (0.5, 1.0))
    monkeypatch.setattr(pioche.client, "CONNECT_SECONDS", 1.0)
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000")

    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            code = (await alice.make("pairs", {"pace": "relaxed"}, seats=2))["code"]
            async with alice.at(code) as at:
                await at.until(lambda: at.table)
                assert house.process is not None
                house.process.send_signal(signal.SIGSTOP)
                try:
                    with pytest.raises(LOST):
                        await at.until(lambda: False, 20)
                    at.cut()
                    waiting = asyncio.create_task(at.wish("say", "still", phrase="hello"))
                    await asyncio.sleep(1.5)
                    assert not waiting.done()
                finally:
                    house.process.send_signal(signal.SIGCONT)
                assert (await waiting)["t"] == "ack"

    try:
        run(play(), 60)
    finally:
        house.stop()


def test_workers_of_an_earlier_version_hand_their_tables_over(postgres: Postgres, tmp_path: Path) -> None:
    """A worker of the next version changes the database while those of today play. They resign at once, say so, answer
    with 502, so that a proxy asks another worker, and never write again."""
    store = postgres.fresh()
    old = Worker(tmp_path / "a", store, lease=60)

    async def play() -> None:
        async with Client(old.address, "Alice") as alice:
            code = (await alice.make("pairs", {"pace": "relaxed"}, seats=2))["code"]
            async with alice.at(code) as at:
                await at.wish("say", "before", phrase="hello")
                began = time.monotonic()
                new = await asyncio.to_thread(Worker, tmp_path / "b", store, lease=60, program=NEXT)
                try:
                    assert (await bye(at))["reason"] == "upgraded"
                    assert await status(old) == 503
                    with pytest.raises(Refused) as no:
                        await alice.get(f"/api/tables/{code}")
                    assert (no.value.status, no.value.reason) == (502, "moved")
                    assert await goes_on(new, alice.token, code, "after") < TOLD
                    assert time.monotonic() - began < 3 * TOLD
                finally:
                    await asyncio.to_thread(new.stop)
            assert said(store, code) == ["before", "after"]

    try:
        run(play(), 120)
    finally:
        old.stop()
    assert "a later version has changed the database" in old.log.read_text()


def test_a_worker_that_cannot_write_resigns(postgres: Postgres, tmp_path: Path) -> None:
    """It reaches the database and may read, but not write: its tables go to one that may. When it may again, it is a
    worker as before."""
    store = postgres.fresh()
    schema = store.rpartition("%3D")[2]
    reader = store.replace("postgresql://pioche@", "postgresql://weak@")
    with contextlib.closing(connect(store)) as db:
        db.execute(f"DROP ROLE IF EXISTS weak; CREATE ROLE weak LOGIN; GRANT ALL ON SCHEMA {schema} TO weak")
        weak = Worker(tmp_path / "a", reader, lease=60)
        db.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA {schema} TO pioche")
        strong = Worker(tmp_path / "b", store, lease=60)

        async def play() -> None:
            async with Client(weak.address, "Alice") as alice:
                code = (await alice.make("pairs", {"pace": "relaxed"}, seats=2))["code"]
                async with alice.at(code) as at:
                    await at.wish("say", "before", phrase="hello")
                    db.execute("ALTER TABLE entries OWNER TO pioche; ALTER TABLE house OWNER TO pioche")
                    db.execute("GRANT SELECT ON entries, house TO weak")
                    with pytest.raises(Refused) as no:
                        await at.wish("say", "forbidden", phrase="oops")
                    assert no.value.reason == "not_stored"
                assert await goes_on(strong, alice.token, code, "elsewhere") < 2 * TOLD
                assert await status(weak) == 503
                db.execute("GRANT ALL ON entries, house TO weak")
                await seconds_until(lambda: healthy(weak))
                async with alice.at((await alice.make("pairs", seats=2))["code"]) as at:
                    assert (await at.wish("say", "again", phrase="hello"))["t"] == "ack"

        try:
            run(play(), 120)
        finally:
            weak.stop()
            strong.stop()
            db.execute("DROP OWNED BY weak CASCADE; DROP ROLE weak")
