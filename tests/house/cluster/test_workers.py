"""Several workers on one database: whoever knocks at any of them finds their table, and no worker's death costs a move."""

from __future__ import annotations

import asyncio
import contextlib
import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

from bench import races
from bench.wire import Length
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import pioche.client
from pioche.client import LOST, Client, Refused, Sitting
from pioche.house.sockets.round_trips import RISE
from pioche.house.stores.postgres import PostgresStore
from tests.house.cluster.servers import Postgres, Redis, postgres
from tests.house.cluster.workers import Crew, Nemesis, Worker
from tests.house.durability.kills import GAMES, LONGEST, Report, campaign
from tests.house.players import Player, table_for
from tests.house.running import many, run
from tests.house.wire import Line

__all__ = ["postgres"]  # a fixture
Pair = tuple[Worker, Worker]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long clients wait before they knock again is not what is tested."""
    monkeypatch.setattr(pioche.client, "PATIENCE", (0.05, 0.2))


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


# -- two doors, one house ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["hawthorn", "pig"])
def test_two_people_at_different_workers_play_one_game(pair: Pair, game: str) -> None:
    """Lines are cut in between; every page has been told the same, whichever worker it sat behind."""

    async def play() -> None:
        async with many(*(Client(worker.address, name) for worker, name in zip(pair, "AB", strict=True))) as clients:
            alice, bob = clients
            made = await table_for(alice, [bob], game, {"pace": "relaxed"}, seats=3 if game == "pig" else 2)
            async with alice.at(made["code"]) as a, bob.at(made["code"]) as b:
                if game == "pig":
                    await a.wish("bot", seat=2, level="random")
                await a.wish("start")
                players = [Player(at, random.Random(k), cuts=0.05) for k, at in enumerate((a, b))]
                await asyncio.gather(*(player.play() for player in players))
                for player in players:
                    await same_story(player.at)
                kept_once(pair[0], *players)
                assert any(player.acks for player in players)

    run(play())


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


UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: "
)
JSON = "Content-Type: application/json\r\n"
KNOCKS = [  # first line, further headers, body
    ("GET /api/tables/CODE HTTP/1.1", "", ""),
    ("HEAD /api/tables/CODE HTTP/1.1", "", ""),
    ("OPTIONS /api/tables/CODE HTTP/1.1", "", ""),
    ("GET /api/tables/CODE?x=%00&y HTTP/1.1", "", ""),
    ("GET /api/tables/CODE/../me HTTP/1.1", "", ""),
    ("GET /api/tables/%C3%A9 HTTP/1.1", "", ""),
    ("GET /api/tables/CODE HTTP/1.1", "Origin: http://elsewhere\r\n", ""),
    ("POST /api/tables/CODE/join HTTP/1.1", JSON + "Transfer-Encoding: chunked\r\n", '5\r\n{"sec\r\n8\r\nret":""}\r\n0\r\n\r\n'),
    ("POST /api/tables/CODE/join HTTP/1.1", JSON + "Content-Length: 70000\r\n", "x" * 70_000),
    ("POST /api/tables/CODE/sit HTTP/1.1", JSON + "Content-Length: 12\r\n", '{"seat": 99}'),
    ("POST /api/tables/CODE/sit HTTP/1.1", "Content-Length: 2\r\n", "{}"),
    ("GET /t/CODE/ws HTTP/1.1", UPGRADE + "13\r\n", ""),
    ("GET /t/CODE/ws HTTP/1.1", UPGRADE + "12\r\n", ""),
    ("GET /t/CODE/ws HTTP/1.1", "Origin: http://elsewhere\r\n" + UPGRADE + "13\r\n", ""),
]  # fmt: skip


def test_every_door_answers_alike(pair: Pair) -> None:
    """Whatever is asked, and however badly, the worker that passes it on gives the owner's answer."""

    async def raw(worker: Worker, data: bytes) -> tuple[bytes, list[bytes]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", worker.port)
        writer.write(data)
        async with asyncio.timeout(60):
            head = await reader.readuntil(b"\r\n\r\n")
        writer.close()
        status, *headers = head.split(b"\r\n")
        return status, sorted(line.lower() for line in headers if not line.lower().startswith((b"date", b"connection")))

    async def knock() -> None:
        async with Client(pair[0].address, "Alice") as alice:
            code = (await alice.make("pairs", seats=2))["code"]
            for first, headers, body in KNOCKS:
                line = first.replace("CODE", code)
                data = f"{line}\r\nHost: house\r\nAuthorization: Bearer {alice.token}\r\n{headers}\r\n{body}".encode()
                here, there = await raw(pair[0], data), await raw(pair[1], data)
                assert here[0] == there[0], line
                if not line.startswith("HEAD"):
                    assert here[1] == there[1], line

    run(knock())


def test_only_workers_are_believed_to_be_workers(pair: Pair) -> None:
    """Whoever says to speak for somebody else must know the house's secret; and then is not passed on twice."""

    async def knock() -> None:
        async with Client(pair[0].address, "Alice") as alice:
            code = (await alice.make("pairs", seats=2))["code"]
            store = PostgresStore(pair[0].store)
            store.open()
            secret = store.relay
            store.close()
            for said, status in ((f"{secret[:-1]}! 1.2.3.4", 200), (f"{secret} 1.2.3.4", 421), ("", 200)):
                line = Line(pair[1].address, alice.token)
                found, _ = await line.ask("GET", f"/api/tables/{code}", None, {"x-pioche-relay": said})
                await line.close()
                assert found == status
            door = pair[1].address.replace("http", "ws", 1)
            with pytest.raises(InvalidStatus) as no:
                await connect(f"{door}/t/{code}/ws", additional_headers={"x-pioche-relay": f"{secret} 1.2.3.4"}, proxy=None)
            assert no.value.response.status_code == 421

    run(knock())


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's measure is Linux's")
def test_a_line_is_measured_by_the_worker_that_holds_it(pair: Pair) -> None:
    """The owner of the table sees only the line between the two workers. What it credits is what the kernel of the other
    one said when the socket was opened, however late the pongs come."""
    here, there = pair
    found: list[races.Race] = []

    async def play() -> None:
        players = [races.Player(Length(0)), races.Player(Length(0)), races.Player(Length(0), 300)]
        doors = [here.address, there.address, there.address]
        async with races.table(here.address, players, -1, doors) as sittings:
            await races.play(sittings, 4, random.Random(5), found.append)
            lines = [e for e in here.journal(sittings[0].code) if getattr(e, "by", "") == "player"]
            assert len(lines) >= 8  # of twelve: whoever comes after all others may be too late to count
            assert max(e.line["rtt"] for e in lines) <= RISE

    run(play())
    assert statistics.median(races.gains(found, 2, 1)) <= 30 + RISE + 12  # T11, and what a busy machine errs
    assert races.doubts(found, 2) == {"late"}


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
        async with Client(pair[0].address, "Alice") as alice, Client(pair[1].address, "Bob") as bob:
            made = await bob.make("pairs", {"pace": "relaxed"}, {"sit": 0}, seats=2)
            await alice.join(made["code"], made["secret"])
            await alice.sit(made["code"], 1)
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
    """`--workers 2` behind one door; one of them is killed without a word, again and again."""
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
        async with Client(old.address, "Alice") as alice, Client(new.address, "Bob") as bob:
            made = await table_for(alice, [bob], "pairs", {"pace": "relaxed"}, seats=2)
            async with alice.at(made["code"]) as a, bob.at(made["code"]) as b:
                await a.wish("start")
                for at in (a, b):
                    await at.until(lambda at=at: at.view)
                old.pause()
                await a.send({"t": "say", "id": "waiting", "phrase": "hello"})
                with contextlib.suppress(*LOST):  # until the wire to the frozen one is cut
                    await b.until(lambda: False, 60)
                b.cut()
                ack = await b.wish("say", "meanwhile", phrase="hurry")
                assert ack["t"] == "ack"
                old.go_on()
                with contextlib.suppress(*LOST):
                    await a.until(lambda: a.bye, 60)
                a.cut()
                assert not a.bye or a.bye["reason"] == "moved"
                assert (await a.wish("say", "waiting", phrase="hello"))["t"] == "ack"
                assert (await b.wish("say", "waiting-too", phrase="thanks"))["t"] == "ack"
                for at in (a, b):
                    await same_story(at)
                said = [entry.id for entry in old.journal(made["code"]) if type(entry).__name__ == "Spoke"]
                assert said == ["meanwhile", "waiting", "waiting-too"]
            await patiently(lambda: _makes_tables(alice))

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
        async with Client(old.address, "Alice") as alice, Client(new.address, token=alice.token) as there:
            code = (await alice.make("pairs", seats=2))["code"]
            async with there.at(code) as at:
                await at.wish("say", "one", phrase="hello")
                closing = asyncio.create_task(asyncio.to_thread(old.stop))
                assert (await at.wish("say", "two", phrase="bye"))["t"] == "ack"
                await closing
                assert (await at.wish("say", "three", phrase="thanks"))["t"] == "ack"
            said = [entry.id for entry in new.journal(code) if type(entry).__name__ == "Spoke"]
            assert said == ["one", "two", "three"]

    try:
        run(play(), 100)  # far less than the lease
    finally:
        new.stop()


def test_redis_may_die_and_come_back(postgres: Postgres, tmp_path: Path) -> None:
    """It only rings: play goes on without it, and so does everything workers tell each other."""
    redis, store = Redis(tmp_path), postgres.fresh()
    workers = [Worker(tmp_path / name, store, "--bus", redis.address, lease=60) for name in "ab"]

    async def play() -> None:
        async with many(*(Client(worker.address, name) for worker, name in zip(workers, "AB", strict=True))) as clients:
            alice, bob = clients
            made = await table_for(alice, [bob], "hawthorn", {"pace": "relaxed"}, seats=2)
            async with alice.at(made["code"]) as a, bob.at(made["code"]) as b:
                await a.wish("start")
                players = [Player(at, random.Random(k)) for k, at in enumerate((a, b))]
                await asyncio.gather(*(player.play(lambda: a.n > 20) for player in players))
                redis.kill()
                await asyncio.gather(
                    *(player.play(lambda: min(a.n, b.n) > 40 or a.table["phase"] == "over") for player in players)
                )
                for at in (a, b):
                    if at.socket is None:  # a line that broke just when enough was played
                        await at.connect()
                await bob.post("/api/me", {"name": "Robert"})
                await alice.post("/api/logout")
                await a.until(lambda: a.bye, 60)
                redis.start()
                kept_once(workers[0], *players)

    try:
        run(play())
    finally:
        redis.close()
        for worker in workers:
            worker.stop()
            assert not worker.errors(), worker.errors()[-3:]
