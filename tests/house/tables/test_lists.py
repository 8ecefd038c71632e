"""The lobby and my tables come from stored rows; nobody can fill them, or a table's seats, for everybody else."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Route as Address

from pioche.client import Client, Refused
from pioche.house.api.endpoint import Call, Route, endpoint
from pioche.house.app import build
from pioche.house.core.house import Config
from pioche.house.core.table_lists import MAX_MATCHES_LISTED, ROWS_PER_TURN, Listing, Lists, Played
from pioche.house.operations import limits
from pioche.house.protocol.bodies import Done
from pioche.house.protocol.messages import Said
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.store import TableRow
from pioche.house.stores.writer import Writer
from pioche.house.tables import journal as j
from tests.house.doors.knocking import counter
from tests.house.running import Running, many, run
from tests.house.wire import Line

LOOSE = ("--tempo", "0", "--loose", "10000", "--log", "info")


def still_leaving(house: Running) -> int:
    with sqlite3.connect(f"file:{house.data}?mode=ro", uri=True) as file:
        return int(file.execute("SELECT count(*) FROM leaving").fetchone()[0])


async def awake(house: Running) -> float:
    return await counter(house, "pioche_tables_awake")


def test_lists_wake_no_table(tmp_path: Path) -> None:
    house = Running(tmp_path, *LOOSE)

    async def before() -> tuple[str, list[str]]:
        async with Client(house.address, "Alice") as alice:
            for k in range(30):
                await alice.make("pairs", {"privacy": "public" if k % 2 else "link", "pace": "relaxed"}, {"start": k < 5})
            tables = (await alice.get("/api/me/tables"))["tables"]
            assert [table["phase"] for table in tables].count("playing") == 5
            return alice.token, [table["code"] for table in tables]

    async def after(token: str, codes: list[str]) -> None:
        line = Line(house.address, token)
        status, mine = await line.ask("GET", "/api/me/tables")
        assert status == 200
        assert len(mine) > 1000
        status, shown = await line.ask("GET", "/api/tables")
        assert status == 200
        assert b"Alice" in shown
        assert await awake(house) == 0
        await line.close()

    try:
        token, codes = run(before())
        house.kill()
        house.start()
        run(after(token, codes))
        assert not house.errors()
    finally:
        house.stop()


def test_rows_say_what_the_tables_do(tmp_path: Path) -> None:
    """Seats, phase and turn as they were, after the house was opened again."""
    house = Running(tmp_path, *LOOSE)

    async def mine(token: str) -> Any:
        async with Client(house.address, token=token) as client:
            return (await client.get("/api/me/tables"))["tables"]

    async def play() -> tuple[str, str]:
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob")) as (alice, bob):
            made = await alice.make("pairs", {"pace": "relaxed", "privacy": "public"}, {"sit": 1}, seats=2)
            await bob.join(made["code"])
            await bob.sit(made["code"])
            async with alice.at(made["code"]) as table:
                await table.wish("start")
                async with bob.at(made["code"]) as other:
                    await other.until(lambda: other.view)
                    await table.until(lambda: table.view)
                    if other.menu:
                        await other.move(other.menu[0]["do"])
                    await table.until(lambda: table.menu)
            for _ in range(50):
                live = await mine(alice.token)
                if live[0]["your_turn"]:
                    break
                await asyncio.sleep(0.05)
            await asyncio.sleep(1.5)  # rows follow within a second
            return alice.token, bob.token

    try:
        alice, bob = run(play())
        live = [run(mine(token)) for token in (alice, bob)]
        house.kill()
        house.start()
        stored = [run(mine(token)) for token in (alice, bob)]
        for tables in (*live, *stored):
            for table in tables:
                table.pop("last")
        assert stored == live
        assert (stored[0][0]["seat"], stored[0][0]["phase"], stored[0][0]["your_turn"]) == (1, "playing", True)
        assert (stored[1][0]["seat"], stored[1][0]["your_turn"]) == (0, False)
        assert not house.errors()
    finally:
        house.stop()


def test_a_lobby_of_five_thousand_is_read_from_fifty_rows(tmp_path: Path) -> None:
    """A house that has just started, and a lobby fuller than anybody looks at: no table is woken, and fifty are sent."""
    house = Running(tmp_path, *LOOSE)

    async def before() -> None:
        async with Client(house.address, "Alice") as alice:
            await alice.make("pairs", {"privacy": "public"})

    async def after() -> None:
        async with Client(house.address, "Bob") as bob:
            shown = (await bob.get("/api/tables"))["tables"]
            assert len({table["code"] for table in shown}) == limits.MAX_LOBBY_TABLES
            assert await awake(house) == 0

    try:
        run(before())
        house.stop()
        with contextlib.closing(sqlite3.connect(house.data)) as file, file:
            columns = [row[1] for row in file.execute("PRAGMA table_info(tables)")]
            taken = ", ".join({"code": "'copy' || k", "host": "'host' || k"}.get(name, name) for name in columns)
            numbers = "WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 5000)"
            file.execute(f"INSERT INTO tables {numbers} SELECT {taken} FROM tables, n")
        house.start()
        run(after())
        assert not house.errors()
    finally:
        house.stop()


def test_a_long_list_is_read_in_pieces(tmp_path: Path) -> None:
    """Three hundred tables with all the matches a list remembers: others have their turn in between."""
    played = [Played(k, k, ["alice", ""], ["Alice", "Bob"], [1, 2], [2, 1]) for k in range(MAX_MATCHES_LISTED)]
    shown = msgspec.json.encode(Listing(Said("", ""), "", [], ["alice", ""], [], "", "", False, 0, played=played))

    async def read() -> Counter[int]:
        store = SQLiteStore(tmp_path / "house.db")
        store.open()
        store.begin()
        for k in range(limits.MAX_MY_TABLES):
            store.put_table(TableRow(f"t{k}", "pairs", "", False, "over", k, k, shown=shown))
            store.put_visit("alice", f"t{k}", k)
        store.commit()
        writer = Writer(store, asyncio.get_running_loop())
        writer.start()
        lists, turn, rows = Lists(writer, {}), 0, Counter[int]()
        listing = lists._listing

        def counted(row: TableRow) -> Any:
            rows[turn] += 1
            return listing(row)

        lists._listing = counted  # type: ignore[method-assign]
        reading = asyncio.ensure_future(lists.tables_of("alice"))
        while not reading.done():
            turn += 1
            await asyncio.sleep(0)
        assert [len(one.played) for one in reading.result()] == [MAX_MATCHES_LISTED] * limits.MAX_MY_TABLES
        await asyncio.to_thread(writer.stop)
        return rows

    rows = run(read())
    assert rows.total() == limits.MAX_MY_TABLES
    assert max(rows.values()) <= ROWS_PER_TURN


def test_one_guest_does_not_fill_the_lobby(tmp_path: Path) -> None:
    house = Running(tmp_path, "--loose", "1000")

    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Mallory")) as (alice, mallory):
            made = await alice.make("pairs", {"privacy": "public"})
            for _ in range(60):
                await mallory.make("pairs", {"privacy": "public"})
            shown = (await alice.get("/api/tables"))["tables"]
            assert made["code"] in [table["code"] for table in shown]
            assert [table["host"] for table in shown].count("Mallory") == limits.MAX_LOBBY_TABLES_PER_HOST

    try:
        run(play())
    finally:
        house.stop()


def test_public_tables_have_a_rate_for_each_person_and_address(tmp_path: Path) -> None:
    house = Running(tmp_path)

    async def play() -> None:
        made = 0
        for _ in range(10):
            async with Client(house.address, "Mallory") as mallory:
                for _ in range(limits.MAX_LOBBY_TABLES_PER_HOST + 1):
                    with contextlib.suppress(Refused):
                        await mallory.make("pairs", {"privacy": "public"})
                        made += 1
        assert limits.RATES["public_here"].burst <= made <= limits.RATES["public_here"].burst + 1
        async with Client(house.address, "Alice") as alice:
            await alice.make("pairs")

    try:
        run(play())
    finally:
        house.stop()


def test_a_table_nobody_is_at_leaves_the_lobby(tmp_path: Path) -> None:
    house = Running(tmp_path, *LOOSE)

    async def play(codes: list[str]) -> list[str]:
        async with Client(house.address, "Alice") as alice:
            while not codes:
                codes.append((await alice.make("pairs", {"privacy": "public"}))["code"])
            return [table["code"] for table in (await alice.get("/api/tables"))["tables"]]

    try:
        codes: list[str] = []
        assert run(play(codes)) == codes
        house.kill()
        with sqlite3.connect(house.data) as file:
            file.execute("UPDATE tables SET last = last - ?", (limits.LOBBY_SECONDS + 1,))
        house.start()
        assert run(play(codes)) == []
    finally:
        house.stop()


def test_seats_of_people_who_are_not_there_are_freed(tmp_path: Path) -> None:
    """Before the match, where nobody else could sit down; whoever is there keeps theirs."""
    house = Running(tmp_path, *LOOSE, "--speed", "200")

    async def play() -> None:
        names = ("Alice", "Mallory", "Mallet", "Bob")
        async with many(*(Client(house.address, name) for name in names)) as (alice, mallory, mallet, bob):
            made = await alice.make("pairs", {"privacy": "public"}, seats=3)
            for guest in (mallory, mallet):
                await guest.join(made["code"])
                await guest.sit(made["code"])
            await bob.join(made["code"])
            async with alice.at(made["code"]) as table, bob.at(made["code"]) as other:
                with pytest.raises(Refused) as full:
                    await other.wish("sit")
                assert full.value.reason == "table_full"
                await table.until(lambda: any(seat["who"] is None for seat in table.table.get("seats", ())), 30)
                assert table.table["seats"][0]["who"] == 1
                await other.wish("sit")

    try:
        run(play())
        assert not house.errors()
    finally:
        house.stop()


# -- being forgotten ---------------------------------------------------------------------------------


def test_being_forgotten_wakes_tables_one_by_one_and_survives_a_kill(tmp_path: Path) -> None:
    house = Running(tmp_path, *LOOSE)
    tables = 40

    async def before() -> tuple[str, list[str]]:
        async with Client(house.address, "Alice") as alice:
            codes = [(await alice.make("pairs", {"pace": "relaxed"}))["code"] for _ in range(tables)]
            return alice.token, codes

    async def forget(token: str) -> None:
        async with Client(house.address, token=token) as alice:
            await alice.ask("DELETE", "/api/me")
            assert await awake(house) <= 3, "they are not all woken for it"
            with pytest.raises(Refused) as nobody:
                await alice.get("/api/me")
            assert nobody.value.status == 401

    try:
        token, codes = run(before())
        house.kill()
        house.start()
        run(forget(token))
        time.sleep(1)
        house.kill()
        left = still_leaving(house)
        assert tables // 2 < left < tables, "others play meanwhile: there is a pause after each"
        house.start()
        until = time.monotonic() + 120
        while still_leaving(house) and time.monotonic() < until:
            time.sleep(0.5)
        assert still_leaving(house) == 0
        for code in codes:
            kinds = [type(entry) for entry in house.journal(code)]
            assert (kinds.count(j.Renamed), kinds.count(j.Stood)) == (1, 1), code
        assert not house.errors()
    finally:
        house.stop()


# -- who has joined ----------------------------------------------------------------------------------


def test_the_endpoint_itself_asks_who_has_joined(tmp_path: Path) -> None:
    """A handler that asks nothing is not called for a stranger."""

    async def careless(call: Call) -> Done:
        called.append(call)
        return Done()

    called: list[Call] = []
    route = Route("careless", "GET", "/api/tables/{code}/careless", careless, "A door left open.", Done, needs="joined")
    store = SQLiteStore(tmp_path / "house.db")
    store.open()
    application = build(store, Config())

    async def play() -> None:
        line = httpx.ASGITransport(app=application)
        async with application.lifespan(), httpx.AsyncClient(transport=line) as client:
            alone = Starlette(routes=[Address(route.path, endpoint(application.state.house, route))])
            other = httpx.AsyncClient(transport=httpx.ASGITransport(app=alone))
            people = []
            for name in ("Alice", "Bob"):
                token = (await client.post("http://house/api/me", json={"name": name})).json()["token"]
                people.append({"authorization": f"Bearer {token}"})
            made = await client.post("http://house/api/tables", json={"game": "pairs"}, headers=people[0])
            address = f"http://house/api/tables/{made.json()['code']}/careless"
            assert [(await other.get(address, headers=who)).status_code for who in people] == [200, 403]
            assert len(called) == 1

    run(play())


def test_of_many_empty_tables_a_hundred_stay_awake_and_none_is_lost(tmp_path: Path) -> None:
    """The others leave the memory within seconds, and wake up for whoever comes back."""
    house = Running(tmp_path, *LOOSE)

    async def fill() -> None:
        async with Client(house.address, "Alice") as alice:
            kept = [str((await alice.make("pairs"))["code"]) for _ in range(limits.MAX_EMPTY_ROOMS + 40)]
            async with alice.at(kept[0]) as line:
                await line.until(lambda: line.table)
                assert await awake(house) > limits.MAX_EMPTY_ROOMS + 1
                async with asyncio.timeout(30):
                    while await awake(house) > limits.MAX_EMPTY_ROOMS + 1:  # one has somebody
                        await asyncio.sleep(0.2)
                await line.wish("say", text="hello")
            async with alice.at(kept[1]) as line:  # among those that were left longest ago
                await line.until(lambda: line.table)
                assert line.table["phase"] == "gathering"

    try:
        run(fill(), 120)
        assert not house.errors()
    finally:
        house.stop()
