"""Several workers on one database behind a proxy: each table has one owner, and no worker's death costs a move."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

import pioche.client
from pioche.client import LOST, Client, Refused, Sitting
from pioche.house.ownership.leases import CLAIM_SECONDS
from pioche.house.stores.postgres_connection import connect as database
from tests.house.cluster.servers import Nginx, Postgres, postgres
from tests.house.cluster.workers import Crew, Nemesis, Worker
from tests.house.durability.kills import GAMES, LONGEST, Report, campaign
from tests.house.players import Player, table_for
from tests.house.running import many, run

__all__ = ["postgres"]  # a fixture
Pair = tuple[Worker, Worker]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long clients wait before they knock again is not what is tested."""
    monkeypatch.setattr(pioche.client, "RECONNECT_SECONDS", (0.05, 0.2))


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two workers for tests that do not harm them."""
    folder, store = tmp_path_factory.mktemp("pair"), postgres.fresh()
    workers = tuple(Worker(folder / name, store, "--log", "info", lease=60) for name in "ab")
    yield workers  # type: ignore[misc]
    for worker in workers:
        worker.stop()
        assert not worker.errors(), worker.errors()[-3:]


async def patiently(happened: Any, seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not await happened():
            await asyncio.sleep(0.1)


async def same_story(sitting: Sitting) -> None:
    """What this page heard is what a fresh one hears."""
    fresh = sitting.client.at(sitting.code, since=0)
    await fresh.connect()
    await fresh.until(lambda: fresh.n >= sitting.n)
    assert fresh.stream == sitting.stream
    assert fresh.raw[: sitting.n] == sitting.raw
    fresh.cut()


def kept_once(worker: Worker, *players: Player) -> None:
    """Every acknowledged move is in the journal, and no wish is there twice."""
    for player in players:
        ids = [e.id for e in worker.journal(player.at.code) if e.who == player.at.you["who"] and e.id]
        assert len(ids) == len(set(ids))
        missing = {acked.id for acked in player.acks if not acked.late} - set(ids)
        assert not missing


@pytest.fixture(scope="module")
def proxied(pair: Pair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    proxy = Nginx(tmp_path_factory.mktemp("nginx"), [worker.port for worker in pair])
    yield proxy
    proxy.close()


def owner(store: str, code: str) -> str:
    with contextlib.closing(database(store)) as db:
        return str((db.execute("SELECT worker FROM leases WHERE code = %s", (code,)).fetchone() or ("",))[0])


# -- several workers, one house ----------------------------------------------------------------------


@pytest.mark.parametrize("game", ["hawthorn", "pig"])
def test_people_behind_a_proxy_play_one_game(pair: Pair, proxied: Nginx, game: str) -> None:
    """Lines are cut in between; every page has been told the same, and whoever made the table, one worker has it."""

    async def play() -> None:
        async with many(*(Client(proxied.address, name) for name in "AB")) as clients:
            alice, bob = clients
            made = await table_for(alice, [bob], game, {"pace": "relaxed"}, seats=3 if game == "pig" else 2)
            async with alice.at(made["code"]) as a, bob.at(made["code"]) as b:
                if game == "pig":
                    await a.wish("bot", seat=2, level="random")
                await a.wish("start")
                before = owner(pair[0].store, made["code"])
                players = [Player(at, random.Random(k), cuts=0.05) for k, at in enumerate((a, b))]
                await asyncio.gather(*(player.play() for player in players))
                for player in players:
                    await same_story(player.at)
                kept_once(pair[0], *players)
                assert any(player.acks for player in players)
                assert owner(pair[0].store, made["code"]) == before, "nobody asked another worker for it"

    run(play())


def test_the_code_in_the_path_chooses_the_worker(pair: Pair, proxied: Nginx) -> None:
    """Twenty tables of one person are spread over both workers, and every request about one reaches the same."""

    async def visit() -> None:
        async with Client(proxied.address, "Alice") as alice:
            owners = {}
            for _ in range(20):
                code = (await alice.make("pairs", {"pace": "relaxed"}, seats=2))["code"]
                async with alice.at(code) as at:
                    await at.wish("say", phrase="hello")
                owners[code] = owner(pair[0].store, code)
            assert len(set(owners.values())) == 2
            for code, name in owners.items():
                await alice.get(f"/api/tables/{code}")
                assert owner(pair[0].store, code) == name

    run(visit())


def test_a_table_is_handed_over_to_the_worker_that_is_asked_for_it(pair: Pair) -> None:
    """Its people are told to come back. It then stays for a moment, though the former owner is asked again: the answer says
    when to try once more, and then that one has it."""

    async def move() -> None:
        here, there = pair
        async with Client(here.address, "Alice") as alice, Client(there.address, token=alice.token) as elsewhere:
            code = (await alice.make("pairs", {"pace": "relaxed"}, seats=2))["code"]
            async with alice.at(code) as at:
                assert (await at.wish("say", "one", phrase="hello"))["t"] == "ack"
                began = time.monotonic()
                assert (await elsewhere.get(f"/api/tables/{code}"))["code"] == code
                assert time.monotonic() - began < CLAIM_SECONDS
                with contextlib.suppress(*LOST):
                    await at.until(lambda: at.bye, 30)
                assert at.bye["reason"] == "moved"
            async with elsewhere.at(code) as at:
                assert (await at.wish("say", "two", phrase="thanks"))["t"] == "ack"
                with pytest.raises(Refused) as no:
                    await alice.get(f"/api/tables/{code}")
                assert (no.value.status, no.value.reason, no.value.said["retry"]) == (503, "moved", 500)
                assert (await at.wish("say", "three", phrase="bye"))["t"] == "ack"
            await patiently(lambda: _reads(alice, code))
            said = [entry.id for entry in here.journal(code) if type(entry).__name__ == "Spoke"]
            assert said == ["one", "two", "three"]

    async def _reads(client: Client, code: str) -> bool:
        with contextlib.suppress(Refused):
            return bool(await client.get(f"/api/tables/{code}"))
        return False

    run(move())


def test_every_list_knows_the_tables_of_all_workers(pair: Pair) -> None:
    async def look() -> None:
        async with Client(pair[0].address, "Alice") as alice, Client(pair[1].address, token=alice.token) as there:
            made = await alice.make("pairs", {"privacy": "public", "pace": "relaxed"}, {"sit": 0}, seats=2)
            code = made["code"]
            assert code in [table["code"] for table in (await there.get("/api/tables"))["tables"]]
            assert (await there.get("/api/me/tables"))["tables"][0]["seat"] == 0
            assert (await there.get(f"/api/tables/{code}"))["seats"][0]["name"] == "Alice"
            await alice.post("/api/me", {"name": "Alicia"})
            await patiently(lambda: _named(there, "Alicia"))
            with pytest.raises(Refused) as none:
                await there.get("/api/tables/0000000000")
            assert none.value.status == 404
            with pytest.raises(Refused):
                await there.get("/api/tables/%00")

    async def _named(client: Client, name: str) -> bool:
        return bool((await client.get("/api/me"))["name"] == name)

    run(look())


@pytest.mark.parametrize("way", [("POST", "/api/logout"), ("DELETE", "/api/me")])
def test_leaving_here_ends_sockets_there(pair: Pair, way: tuple[str, str]) -> None:
    async def leave() -> None:
        async with Client(pair[0].address, "Alice") as alice, Client(pair[1].address, token=alice.token) as there:
            code = (await there.make("pairs", seats=2))["code"]
            async with there.at(code) as at:
                await at.until(lambda: at.table)
                await alice.ask(*way)
                await at.until(lambda: at.bye, 60)
                assert at.bye["reason"] == "logout"
            with pytest.raises(Refused) as nobody:
                await there.get("/api/me")
            assert nobody.value.status == 401

    run(leave())


def test_being_forgotten_reaches_tables_of_other_workers(pair: Pair) -> None:
    async def forget() -> None:
        async with (
            many(Client(pair[0].address, "Alice"), Client(pair[1].address, "Bob")) as (alice, bob),
            Client(pair[1].address, token=alice.token) as there,
        ):
            made = await bob.make("pairs", {"pace": "relaxed"}, {"sit": 0}, seats=2)
            await there.join(made["code"], made["secret"])
            await there.sit(made["code"], 1)
            await alice.ask("DELETE", "/api/me")
            while (await bob.get(f"/api/tables/{made['code']}"))["seats"][1]["who"] is not None:
                await asyncio.sleep(0.1)  # the other worker hears of it in a moment
            names = [entry.name for entry in pair[0].journal(made["code"]) if type(entry).__name__ == "Renamed"]
            assert names == ["#2"]

    run(forget())


def test_a_seat_link_is_spent_once_however_many_workers_try(pair: Pair) -> None:
    async def race() -> None:
        async with many(Client(pair[0].address, "Alice"), Client(pair[1].address, "Bob")) as (alice, bob):
            for _ in range(5):
                token = (await alice.post("/api/seat-link"))["token"]
                tries = [client.post("/api/seat", {"token": token}) for client in (alice, bob)]
                found = await asyncio.gather(*tries, return_exceptions=True)
                assert sorted(isinstance(answer, Refused) for answer in found) == [False, True]

    run(race())


# -- deaths ------------------------------------------------------------------------------------------


def kill_workers(folder: Path, store: str, kills: int, seed: int, kind: type[Crew] = Crew) -> Report:
    crew = kind(folder, store, 2, seed=seed, lease=2)
    try:
        return run(campaign(crew, kills, seed, everywhere=True), 120 + 60 * kills)
    finally:
        crew.stop()


def test_workers_are_killed_and_nothing_is_lost(postgres: Postgres, tmp_path: Path) -> None:
    """`--workers 2` behind a proxy; one of them is killed without a word, again and again."""
    report = kill_workers(tmp_path, postgres.fresh(), 2, seed=1)
    assert report.good, report
    assert report.acked >= 2 * len(GAMES), "after each kill every table was played again"
    assert max(report.back_after) < LONGEST, "nobody took over"


@pytest.mark.campaign
def test_workers_are_killed_sixty_times(postgres: Postgres, tmp_path: Path) -> None:
    report = kill_workers(tmp_path, postgres.fresh(), 60, seed=2)
    print(f"{report.kills} kills, {report.acked} acknowledged, slowest return {max(report.back_after):.2f} s")
    assert report.good, report
    assert max(report.back_after) < LONGEST


@pytest.mark.campaign
def test_every_misfortune_of_workers(postgres: Postgres, tmp_path: Path) -> None:
    report = kill_workers(tmp_path, postgres.fresh(), 60, seed=3, kind=Nemesis)
    print(f"{report.kills} misfortunes, {report.acked} acknowledged, slowest return {max(report.back_after):.2f} s")
    assert report.good, report
    assert max(report.back_after) < LONGEST


def test_a_frozen_worker_is_fenced_off(postgres: Postgres, tmp_path: Path) -> None:
    """While it is frozen another takes its table and play goes on. When it wakes it cannot add a thing, and the move
    that was waiting in its socket is made once, at the new owner."""
    store = postgres.fresh()
    old, new = Worker(tmp_path / "a", store), Worker(tmp_path / "b", store)

    async def play() -> None:
        async with Client(old.address, "Alice") as alice, Client(old.address, "Bob") as bob:
            made = await table_for(alice, [bob], "pairs", {"pace": "relaxed"}, seats=2)
            async with alice.at(made["code"]) as a, bob.at(made["code"]) as b:
                await a.wish("start")
                for at in (a, b):
                    await at.until(lambda at=at: at.view)
                old.pause()
                await a.send({"t": "say", "id": "waiting", "phrase": "hello"})
                b.cut()
                await _moves_to(bob, new)
                await _returns(b)
                ack = await b.wish("say", "meanwhile", phrase="hurry")
                assert ack["t"] == "ack"
                old.go_on()
                with contextlib.suppress(*LOST):
                    await a.until(lambda: a.bye, 60)
                a.cut()
                assert not a.bye or a.bye["reason"] == "moved"
                await _moves_to(alice, new)
                assert (await a.wish("say", "waiting", phrase="hello"))["t"] == "ack"
                assert (await b.wish("say", "waiting-too", phrase="thanks"))["t"] == "ack"
                for at in (a, b):
                    await same_story(at)
                said = [entry.id for entry in old.journal(made["code"]) if type(entry).__name__ == "Spoke"]
                assert said == ["meanwhile", "waiting", "waiting-too"]
            await _moves_to(alice, old)
            await patiently(lambda: _makes_tables(alice))

    async def _moves_to(client: Client, worker: Worker) -> None:
        """As a proxy would have it."""
        await client.http.aclose()
        client.address = worker.address
        client.http = httpx.AsyncClient(base_url=worker.address, timeout=30, trust_env=False)

    async def _returns(at: Sitting) -> None:
        while at.socket is None:
            try:
                await at.connect()
            except (Refused, *LOST):
                await asyncio.sleep(0.1)

    async def _makes_tables(client: Client) -> bool:
        """It has started afresh, under another name, and is as good a worker as any."""
        with contextlib.suppress(Refused):
            made = await client.make("pairs", {"pace": "relaxed"}, {"sit": 0}, seats=2)
            async with client.at(made["code"]) as at:
                await at.wish("say", phrase="hello")
            return True
        return False

    try:
        run(play(), 200)
    finally:
        old.stop()
        new.stop()
    assert not [line for worker in (old, new) for line in worker.errors()]


def test_a_worker_that_closes_hands_its_tables_over(postgres: Postgres, tmp_path: Path) -> None:
    store = postgres.fresh()
    old, new = Worker(tmp_path / "a", store, lease=300), Worker(tmp_path / "b", store, lease=300)

    async def play() -> None:
        proxy = Nginx(tmp_path, [old.port])
        async with Client(proxy.address, "Alice") as alice:
            code = (await alice.make("pairs", seats=2))["code"]
            async with alice.at(code) as at:
                await at.wish("say", "one", phrase="hello")
                proxy.lead_to([old.port, new.port])
                closing = asyncio.create_task(asyncio.to_thread(old.stop))
                assert (await at.wish("say", "two", phrase="bye"))["t"] == "ack"
                await closing
                assert (await at.wish("say", "three", phrase="thanks"))["t"] == "ack"
        proxy.close()
        said = [entry.id for entry in new.journal(code) if type(entry).__name__ == "Spoke"]
        assert said == ["one", "two", "three"]

    try:
        run(play(), 100)  # far less than the lease
    finally:
        new.stop()
