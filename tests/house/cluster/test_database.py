"""A house in PostgreSQL as its owner sees it: clear complaints, copies, records, falls of the servers it stands on."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, LiteralString

import httpx
import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

import pioche
from pioche.client import Client, Refused
from pioche.house import export, maintenance_commands, serve
from pioche.house.stores.postgres import PostgresStore
from pioche.house.stores.postgres_connection import connect, shown
from pioche.house.stores.postgres_leases import PostgresLeases
from pioche.house.stores.store import StoreFailed
from pioche.house.workers.cluster import Several
from tests.house.cluster.servers import Postgres, postgres
from tests.house.cluster.workers import Worker
from tests.house.running import run

__all__ = ["postgres"]  # a fixture


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.fresh()


def test_what_is_missing_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = f"postgresql://me:hush@/house?host={tmp_path}"

    def complaint(lang: str = "en", **several: Any) -> str:
        assert serve.main(port=0, lang=lang, open_browser=False, several=Several(**several)) == 2
        return capsys.readouterr().err

    said = complaint(store=gone)
    assert said.startswith("The server can’t use the database PostgreSQL house")
    assert "hush" not in said
    assert "PostgreSQL house" in complaint("fr", store=gone, workers=2)
    assert complaint(store="mysql://x").startswith("--store, or PIOCHE_STORE, takes the address of a PostgreSQL database")
    assert complaint(workers=3).startswith("Several workers share one database")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "pioche.house.stores.postgres")
    monkeypatch.delattr(pioche.house.stores, "postgres")
    assert "pip install 'pioche[postgres]'" in complaint(store=gone)


def test_an_empty_database_is_no_house(postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = postgres.fresh()
    for command in (
        lambda: maintenance_commands.doctor(lang="fr", store=address),
        lambda: export.main(tmp_path / "m", lang="fr", store=address),
    ):
        assert command() == 2
        told = capsys.readouterr().err
        assert told.startswith("PostgreSQL ")
        assert "ne contient pas de données de Pioche" in told
    assert not (tmp_path / "m").exists()


def test_a_server_that_may_lose_moves_is_told_at_the_start(tmp_path: Path) -> None:
    """Loudly, in `/healthz` and to the doctor; what the house can set right for itself it does."""
    server = Postgres(fsync="off", full_page_writes="off", synchronous_commit="off")
    try:
        address = server.fresh()
        worker = Worker(tmp_path / "a", address)
        try:
            told = worker.log.read_text()
            assert "WARNING: a power failure may cost this database moves" in told
            assert "fsync=off, full_page_writes=off." in told
            assert "synchronous_commit turned off; the server turns it on" in told
            health = httpx.get(f"{worker.address}/healthz", trust_env=False)
            assert (health.status_code, health.json()["undurable"]) == (200, ["fsync=off", "full_page_writes=off"])
            metrics = httpx.get(f"{worker.address}/metrics", trust_env=False).text
            assert "pioche_undurable_settings 2.0" in metrics
        finally:
            worker.stop()
        assert maintenance_commands.doctor(store=address) == 0
    finally:
        server.close()


def test_damaged_pages_of_a_database_are_told_and_what_is_left_is_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Postgres()
    try:
        address = server.fresh()
        worker = Worker(tmp_path / "a", address)

        async def make() -> list[str]:
            async with Client(worker.address, "Alice") as alice:
                made = [(await alice.make("pairs", more={"start": True, "sit": 0}, seats=2))["code"] for _ in range(2)]
                async with alice.at(made[0]) as table:
                    for k in range(30):
                        await table.wish("say", text=f"{k} " + "x" * 280)
                return made

        try:
            codes = run(make())
        finally:
            worker.stop()
        with contextlib.closing(connect(address)) as db:
            db.execute("CHECKPOINT")
            (file,) = db.execute("SELECT pg_relation_filepath('entries')").fetchone() or ("",)
            found = db.execute("SELECT DISTINCT code FROM entries WHERE (ctid::text::point)[0] = 0").fetchall()
        server.crash()
        with (server.folder / "data" / file).open("r+b") as raw:
            raw.write(b"\x77" * 8192)
        server.start()
        lost = {code for (code,) in found}
        assert lost
        for asked in (
            lambda: maintenance_commands.doctor(store=address),
            lambda: export.main(tmp_path / "m", store=address, unfinished=True),
        ):
            assert asked() == 2
            told = capsys.readouterr()
            assert all(code in told.err for code in lost)
            assert "Pages of PostgreSQL postgres" in told.err
            assert "pg_restore --clean" in told.err
        assert {path.name.split("-")[1] for path in (tmp_path / "m").iterdir()} == set(codes) - lost
    finally:
        server.close()


@pytest.mark.parametrize(
    "lost",
    ["DELETE FROM house WHERE name = 'version'", "UPDATE house SET value = 'x' WHERE name = 'version'", "DROP TABLE people"],
)
def test_a_database_that_lost_something_is_told(
    address: str, capsys: pytest.CaptureFixture[str], lost: LiteralString
) -> None:
    with contextlib.closing(PostgresStore(address)) as store:
        store.open()
    with contextlib.closing(connect(address)) as db:
        db.execute(lost)
    assert maintenance_commands.doctor(store=address) == 2
    assert capsys.readouterr().err.startswith("The server can’t use the database PostgreSQL ")


def test_the_doctor_reads_every_journal_of_a_database(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worker = Worker(tmp_path / "a", address)

    async def make() -> list[str]:
        async with Client(worker.address, "Alice") as alice:
            return [(await alice.make("pairs", seats=2))["code"] for _ in range(2)]

    try:
        good, bad = run(make())
        assert maintenance_commands.doctor(store=address) == 0
        assert "2 tables" in capsys.readouterr().out
        with contextlib.closing(connect(address)) as db:
            db.execute("UPDATE entries SET body = '{}' WHERE code = %s AND n = 1", (bad,))
        assert maintenance_commands.doctor(store=address) == 2
        told = capsys.readouterr().err
        assert bad in told
        assert good not in told
        assert "pg_restore --clean" in told
        assert "pioche restore" not in told
    finally:
        worker.stop()


def test_a_house_with_a_file_loads_no_database() -> None:
    script = "import pioche.house.serve, sys; print([m for m in ('psycopg', 'pioche.house.workers.middleware') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_addresses_are_shown_without_their_password() -> None:
    assert shown("postgresql://me:hush@db.example/pioche") == "PostgreSQL pioche (db.example)"


def test_records_are_exported_and_a_restored_house_is_known_as_such(
    postgres: Postgres, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worker = Worker(tmp_path / "a", address)

    async def play() -> tuple[str, str, str]:
        async with Client(worker.address, "Alice") as alice:
            made = await alice.make(
                "pairs", {"pace": "relaxed"}, {"sit": 0, "bots": {"1": "random"}, "start": True}, seats=2
            )
            async with alice.at(made["code"]) as a:
                await a.until(lambda: a.view)
                while a.table["phase"] != "over":
                    if a.menu:
                        await a.move(a.menu[0]["do"])
                    else:
                        await a.hear()
            return alice.token, made["code"], a.stream

    async def look(token: str, code: str) -> str:
        async with Client(other.address, token=token) as alice, alice.at(code) as a:
            await a.until(lambda: a.view)
            return a.stream

    try:
        token, code, stream = run(play())
    finally:
        worker.stop()
    assert export.main(tmp_path / "records", store=address) == 0
    (record,) = (tmp_path / "records").glob("pairs-*.jsonl")
    assert pioche.replay(record).over
    assert maintenance_commands.make_copy(tmp_path / "copy", store=address) == 2
    assert "pg_dump --format=custom" in capsys.readouterr().err
    again = postgres.copied(address)
    other = Worker(tmp_path / "b", again)
    try:
        assert run(look(token, code)) == stream.replace(":1:", ":2:"), "history may be another one: a new epoch"
    finally:
        other.stop()


def test_the_database_may_fall_and_come_back(postgres: Postgres, address: str, tmp_path: Path) -> None:
    """Nothing is acknowledged that it does not hold, and play goes on when it is there again."""
    worker = Worker(tmp_path / "a", address)

    async def play() -> None:
        async with Client(worker.address, "Alice") as alice:
            code = (await alice.make("pairs", {"pace": "relaxed"}, seats=2))["code"]
            async with alice.at(code) as at:
                await at.wish("say", "before", phrase="hello")
                await asyncio.to_thread(postgres.crash)
                with pytest.raises(Refused) as no:
                    await at.wish("say", "down", phrase="oops")
                assert no.value.reason == "not_stored"
                assert (await alice.http.get("/healthz")).status_code == 503
                await asyncio.to_thread(postgres.start)
                while (await alice.http.get("/healthz")).status_code != 200:
                    await asyncio.sleep(0.1)
                assert (await at.wish("say", "down", phrase="oops"))["t"] == "ack"
                said = [entry.id for entry in worker.journal(code) if type(entry).__name__ == "Spoke"]
                assert said == ["before", "down"]

    try:
        run(play(), 200)
    finally:
        worker.stop()


# -- notifications ---------------------------------------------------------------------------------------


def seconds(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def test_a_committed_notice_wakes_the_workers_of_its_own_house(postgres: Postgres) -> None:
    """Two houses may live in one database. Nothing is notified before the commit."""
    mine, other = PostgresStore(postgres.fresh()), PostgresStore(postgres.fresh())
    for store in (mine, other):
        store.open()
    book = PostgresLeases(mine.address, 60, mine.channel)
    try:
        assert seconds(lambda: book.wait(0.2)) >= 0.2  # connects, and nothing comes
        other.notice("person", "x")
        mine.begin()
        mine.notice("person", "y")
        assert seconds(lambda: book.wait(0.5)) >= 0.5
        mine.commit()
        assert seconds(lambda: book.wait(30)) < 15
        assert [what for _, _, what in book.renew("").notices] == ["y"]
    finally:
        for one in (mine, other, book):
            one.close()


def test_a_broken_connection_is_listened_on_again(postgres: Postgres) -> None:
    """What was notified meanwhile is lost; the notice is not."""
    store = PostgresStore(postgres.fresh())
    store.open()
    book = PostgresLeases(store.address, 60, store.channel)
    try:
        book.wait(0.01)
        assert store.db is not None
        query = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE query LIKE %s"
        assert store.db.execute(query, (f"LISTEN%{store.channel}%",)).rowcount == 1
        store.notice("person", "lost")
        with pytest.raises(StoreFailed):
            book.wait(30)
        assert [what for _, _, what in book.renew("").notices] == ["lost"]
        store.notice("person", "heard")
        assert seconds(lambda: book.wait(30)) < 15
    finally:
        store.close()
        book.close()
