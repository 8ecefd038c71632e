"""One bad table harms only itself: whatever is wrong with its journal, it is frozen and says so, and all others play on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pioche.client import Client, Refused
from pioche.house import export, maintenance_commands
from pioche.house.api.routes import ROUTES
from pioche.house.api.schema import statuses
from pioche.house.stores.sqlite import SQLiteStore, chained
from pioche.house.stores.store import JournalDamaged
from pioche.house.stores.writer import Writer
from tests.house.players import table_for
from tests.house.running import Running, run

Damage = Callable[[sqlite3.Connection, str], object]


def rewritten(n: int, change: Callable[[dict[str, Any]], object]) -> Damage:
    """An entry says something else, and the chain is right: as a later version, or a mistake of ours, would write it."""

    def damage(db: sqlite3.Connection, code: str) -> None:
        before = b""
        for k, body, _ in db.execute("SELECT n, body, chain FROM entries WHERE code=? ORDER BY n", (code,)).fetchall():
            if k == n % count(db, code):
                entry = json.loads(body)
                body = change(entry) or json.dumps(entry).encode()
            before = chained(before, body)
            db.execute("UPDATE entries SET body=?, chain=? WHERE code=? AND n=?", (body, before, code, k))

    return damage


def count(db: sqlite3.Connection, code: str) -> int:
    return int(db.execute("SELECT count(*) FROM entries WHERE code=?", (code,)).fetchone()[0])


def flipped(column: str, n: int) -> Damage:
    """One byte of an entry is another one."""

    def damage(db: sqlite3.Connection, code: str) -> None:
        (data,) = db.execute(f"SELECT {column} FROM entries WHERE code=? AND n=?", (code, n)).fetchone()
        data = bytes([data[0] ^ 1]) + data[1:]
        db.execute(f"UPDATE entries SET {column}=? WHERE code=? AND n=?", (data, code, n))

    return damage


def flipped_row(db: sqlite3.Connection, code: str) -> None:
    """Lists are made of these rows."""
    db.execute("UPDATE tables SET game=cast(x'ff61' AS TEXT), last='soon' WHERE code=?", (code,))
    flipped("body", 1)(db, code)


DAMAGES: dict[str, tuple[Damage, str]] = {
    "body": (flipped("body", 2), "damaged"),
    "chain": (flipped("chain", 1), "damaged"),
    "first body": (flipped("body", 0), "damaged"),
    "text for bytes": (lambda db, code: db.execute("UPDATE entries SET body=cast(x'ff00' AS TEXT) WHERE code=? AND n=1", (code,)), "damaged"),
    "a name in its row": (flipped_row, "damaged"),
    "a gap": (lambda db, code: db.execute("DELETE FROM entries WHERE code=? AND n=1", (code,)), "damaged"),
    "no JSON": (rewritten(2, lambda entry: b'{"k": "joined'), "damaged"),
    "no object": (rewritten(2, lambda entry: b"[]"), "damaged"),
    "a kind of the future": (rewritten(-1, lambda entry: entry.update(k="teleported")), "a newer version"),
    "a field of the future": (rewritten(-1, lambda entry: entry.update(height=3)), "a newer version"),
    "a setting of the future": (rewritten(0, lambda entry: entry["settings"].update(gravity="low")), "a newer version"),
    "an unknown game": (rewritten(0, lambda entry: entry.update(game="whist")), "does not fit"),
    "an illegal move": (rewritten(-1, lambda entry: b'{"k":"line","line":{"seat":0,"do":"fly"},"seat":0}'), "does not fit"),
    "a seat that is not there": (rewritten(-1, lambda entry: b'{"k":"stood","who":1,"seat":20}'), "does not fit"),
}  # fmt: skip


def test_tables_that_cannot_be_read_are_frozen_and_all_else_is_at_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are public; one of their people asks for everything a person can ask for, and is forgotten in the end."""
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000", "--no-backups")
    bad: dict[str, str] = {}

    async def prepare() -> tuple[str, str, str]:
        async with Client(house.address, "Alice") as alice, Client(house.address, "Bob") as bob:
            for name in DAMAGES:
                bad[name] = await table(alice, bob)
            good = await table(bob, alice)  # lists show only so many tables of one host
            return good, alice.token, bob.token

    async def look(good: str, alice: str, bob: str) -> None:
        async with Client(house.address, token=alice) as me, Client(house.address, token=bob) as other:
            for path in ("/api/tables", "/api/me/tables"):
                assert good in [found["code"] for found in (await me.get(path))["tables"]]
            for name, code in bad.items():
                for path in ("", "/record", "/replay", "/ticket"):
                    with pytest.raises(Refused) as no:
                        await me.ask("POST" if path == "/ticket" else "GET", f"/api/tables/{code}{path}")
                    assert (no.value.status, no.value.reason) == (409, "unreadable"), name
                    assert DAMAGES[name][1] in no.value.said["en"], name
                    assert "les autres tables continuent" in no.value.said["fr"]
            assert not {found["code"] for found in (await me.get("/api/tables"))["tables"]} & set(bad.values())
            mine = {
                found["code"]: (found["closed"], found["your_turn"]) for found in (await me.get("/api/me/tables"))["tables"]
            }
            assert mine[good][0] == ""
            assert {mine[code] for code in bad.values()} == {("damaged", False)}
            dropped = bad["chain"]
            await me.ask("DELETE", f"/api/tables/{dropped}/mine")
            assert dropped not in [found["code"] for found in (await me.get("/api/me/tables"))["tables"]]
            health = await me.get("/healthz")
            assert (health["ok"], health["unreadable"]) == (True, len(bad))
            async with me.at(good) as at:
                assert (await at.wish("say", phrase="hello"))["t"] == "ack"
            await other.ask("DELETE", "/api/me")
            assert "Bob" not in [seat["name"] for seat in (await me.get(f"/api/tables/{good}"))["seats"]]

    try:
        good, alice, bob = run(prepare())
        house.stop()
        with contextlib.closing(sqlite3.connect(house.data)) as db, db:
            for name, code in bad.items():
                DAMAGES[name][0](db, code)
        house.start()
        run(look(good, alice, bob))
        assert not [line for line in house.errors() if "where" in line]
    finally:
        house.stop()
    capsys.readouterr()
    assert maintenance_commands.doctor(house.data) == 2
    told = capsys.readouterr().err
    assert [code for code in bad.values() if code not in told] == []
    assert good not in told
    assert export.main(tmp_path / "records", house.data, unfinished=True) == 2
    assert [path.name for path in (tmp_path / "records").iterdir()] == [f"pairs-{good}-1.jsonl"]
    told = capsys.readouterr().err
    assert [code for code in bad.values() if code not in told] == []


async def table(alice: Client, bob: Client) -> str:
    made = await table_for(alice, [bob], "pairs", {"privacy": "public", "pace": "relaxed"}, seats=2)
    async with alice.at(made["code"]) as a:
        await a.wish("start")
        await a.until(lambda: a.view)
    return str(made["code"])


def test_a_page_of_the_file_that_cannot_be_read_fails_no_other_job(tmp_path: Path) -> None:
    """SQLite itself stumbles over the journal of one table: what others store in the same moment is stored."""
    path = tmp_path / "house.db"
    store = SQLiteStore(path)
    store.open()
    store.begin()
    store.append("bad", 0, [bytes([k % 251]) * 3000 for k in range(40)])
    store.append("good", 0, [b"one"])
    store.commit()
    store.close()
    data = bytearray(path.read_bytes())
    place = data.index(bytes([20]) * 200)
    start = place - place % 4096
    data[start : start + 4096] = bytes([255]) * 4096
    path.write_bytes(bytes(data))
    store.open()

    async def both() -> list[Any]:
        writer = Writer(store, asyncio.get_running_loop())
        asked = [
            asyncio.ensure_future(writer.read(lambda store: store.journal("bad"))),
            asyncio.ensure_future(writer.append("good", 1, [b"two"], 0)),
        ]
        await asyncio.sleep(0)
        writer.start()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert writer.failed == ""
        await asyncio.to_thread(writer.stop)
        return found

    found = run(both(), 30)
    assert isinstance(found[0], JournalDamaged)
    assert found[1] is None
    store.open()
    assert store.journal("good") == [b"one", b"two"]
    store.close()


def test_a_tournament_that_cannot_be_read_is_frozen_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = Running(tmp_path, "--tempo", "0", "--loose", "10000", "--no-backups")

    async def prepare() -> tuple[list[str], str]:
        async with Client(house.address, "Alice") as alice:
            wish = {"game": "agnes", "title": "Sunday"}
            return [(await alice.post("/api/tournaments", wish))["code"] for _ in range(3)], alice.token

    async def look(token: str) -> None:
        async with Client(house.address, token=token) as me:
            for code, why in ((flip, "damaged"), (future, "a newer version")):
                with pytest.raises(Refused) as no:
                    await me.get(f"/api/tournaments/{code}")
                assert (no.value.status, no.value.reason) == (409, "unreadable_tournament")
                assert why in no.value.said["en"]
                assert 409 in statuses(next(route for route in ROUTES if route.name == "tournament"))
            assert (await me.get(f"/api/tournaments/{good}"))["view"]

    try:
        (good, flip, future), token = run(prepare())
        house.stop()
        with contextlib.closing(sqlite3.connect(house.data)) as db, db:
            flipped("body", 0)(db, flip)
            rewritten(-1, lambda entry: entry.update(k="teleported"))(db, future)
        house.start()
        for _ in range(3):
            run(look(token))
        told = [json.loads(line) for line in house.log.read_text().splitlines() if "a tournament cannot be read" in line]
        assert sorted(line["table"] for line in told) == sorted((flip, future)), "once each"
    finally:
        house.stop()
    capsys.readouterr()
    assert maintenance_commands.doctor(house.data) == 2
    told = capsys.readouterr().err
    assert (flip in told, future in told, good in told) == (True, True, False)
