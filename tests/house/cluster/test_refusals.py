"""What a house in PostgreSQL says when it cannot do something: never more than it knows."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

from pioche.client import Client, Refused
from pioche.house.stores.postgres_connection import connect
from tests.house.cluster.servers import Postgres, postgres
from tests.house.cluster.workers import Worker
from tests.house.running import run

__all__ = ["postgres"]  # a fixture


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.fresh()


def test_a_worker_without_room_for_its_questions_says_so(address: str, tmp_path: Path) -> None:
    """The database gives it two connections of three: it writes and counts on, and cannot take a table. `/healthz` knows."""
    with contextlib.closing(connect(address)) as db:
        schema = address.rpartition("%3D")[2]
        db.execute(f"DROP ROLE IF EXISTS narrow; CREATE ROLE narrow LOGIN; GRANT ALL ON SCHEMA {schema} TO narrow")
        worker = Worker(tmp_path / "a", address.replace("postgresql://pioche@", "postgresql://narrow@"), lease=60)

        async def ask() -> None:
            async with Client(worker.address, "Ann") as ann:
                assert (await ann.http.get("/healthz")).status_code == 200
                db.execute("ALTER ROLE narrow CONNECTION LIMIT 2")
                db.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'narrow'")
                for lines in (1, 2):  # it counts on by itself, and writes when it is asked how it is
                    async with asyncio.timeout(30):
                        while db.execute("SELECT 1 FROM pg_stat_activity WHERE usename = 'narrow'").rowcount < lines:
                            await (asyncio.sleep(0.1) if lines == 1 else ann.http.get("/healthz"))
                with pytest.raises(Refused):
                    await ann.make("pairs", seats=2)
                assert (await ann.http.get("/healthz")).status_code == 503
                db.execute("ALTER ROLE narrow CONNECTION LIMIT 3")
                async with asyncio.timeout(30):
                    while (await ann.http.get("/healthz")).status_code != 200:
                        await asyncio.sleep(0.1)
                await ann.make("pairs", seats=2)

        try:
            run(ask(), 60)
        finally:
            worker.stop()
            db.execute("DROP OWNED BY narrow CASCADE; DROP ROLE narrow")


def test_a_table_that_was_stored_is_not_said_to_be_refused(address: str, tmp_path: Path) -> None:
    """While it is being written the others give its worker up. It is there, and nobody is told that nothing was accepted."""
    worker = Worker(tmp_path / "a", address, lease=60)

    async def make() -> None:
        async with Client(worker.address, "Ann") as ann:
            with contextlib.closing(connect(address)) as db:
                db.execute("BEGIN; LOCK TABLE entries IN SHARE MODE")  # nobody writes
                making = asyncio.create_task(ann.make("pairs", seats=2))
                with contextlib.closing(connect(address)) as other:
                    while not other.execute("SELECT 1 FROM leases").rowcount:
                        await asyncio.sleep(0.02)
                    other.execute("DELETE FROM workers")
                    while not other.execute("SELECT 1 FROM workers").rowcount:  # it starts afresh, under another name
                        await asyncio.sleep(0.02)
            with pytest.raises(Refused) as no:
                await making
            assert no.value.reason == "unsure"
            assert len((await ann.get("/api/me/tables"))["tables"]) == 1

    try:
        run(make(), 60)
    finally:
        worker.stop()


def test_words_that_were_stored_are_not_said_to_be_lost(address: str, tmp_path: Path) -> None:
    """Some rules judge what was said (Pig R34). The words are written, and the disk is full for the judgement."""
    worker = Worker(tmp_path / "a", address)
    position = {"phase": "between", "live": [0, 1], "letters": [0, 0, 3], "exit": [0, 0, 1], "exits": 1}

    async def play() -> None:
        async with Client(worker.address, "Ann") as ann:
            words = {"position": position, "sit": 0, "bots": {"1": "random", "2": "random"}}
            made = await ann.make("pig", more=words, seats=3, talk_rule="on", pause_ms=600_000, latency="arrival")
            async with ann.at(made["code"]) as at:
                await at.wish("start")
                with contextlib.closing(connect(address)) as db:
                    db.execute(
                        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        " IF convert_from(NEW.body, 'UTF8') LIKE '%say:2%' THEN RAISE disk_full; END IF; RETURN NEW; END $$;"
                        " CREATE TRIGGER full_disk BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION full_disk()"
                    )
                assert (await at.wish("say", "words", text="Hello", to=[2]))["t"] == "ack"
            assert "words" in [entry.id for entry in worker.journal(made["code"])]

    try:
        run(play(), 60)
    finally:
        worker.stop()
    assert "DiskFull" in worker.log.read_text()
