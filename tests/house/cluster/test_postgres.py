"""Both stores keep the same word: what follows holds for the file of one machine and for the database of many."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

import psycopg

from pioche.house.stores.postgres import VERSION, PostgresStore
from pioche.house.stores.postgres_connection import connect
from pioche.house.stores.postgres_leases import PostgresLeases
from pioche.house.stores.sqlite import SQLiteStore, read_only
from pioche.house.stores.store import Conflict, KeyRow, PersonRow, Store, StoreFailed, TableRow
from pioche.house.stores.writer import Writer
from tests.house.cluster.servers import Postgres, postgres
from tests.house.running import run

__all__ = ["postgres"]  # a fixture
ROW = TableRow("t", "pairs", "", True, "gathering", 10, 20)


class Kept:
    """A store of either kind, and how to look at it from outside."""

    def __init__(self, kind: str, make: Callable[[], Any], address: str) -> None:
        self.kind, self.make, self.address = kind, make, address
        self.store: Any = make()
        self.store.open()
        self.book = PostgresLeases(address, 60) if kind == "postgres" else None

    def lease(self, code: str) -> int:
        return self.book.found(code, "me").token if self.book is not None else 0

    def other(self) -> Any:
        """A second handle on the same thing; a file is open to one house at a time, and to readers."""
        if self.kind == "sqlite":
            return read_only(self.store.path)
        other = self.make()
        other.open()
        return other

    def close(self) -> None:
        self.store.close()
        if self.book is not None:
            self.book.close()


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    if request.param == "sqlite":
        found = Kept("sqlite", lambda: SQLiteStore(tmp_path / "house.db"), "")
    else:
        address = request.getfixturevalue("postgres").fresh()
        found = Kept("postgres", lambda: PostgresStore(address), address)
    yield found
    found.close()


def wrote(store: Store, *jobs: Callable[[Store], Any]) -> list[Any]:
    """What comes of jobs that go into one group; exceptions are answers too."""

    async def ask() -> list[Any]:
        writer = Writer(store, asyncio.get_running_loop())
        asked = [asyncio.ensure_future(writer.do(job)) for job in jobs]
        await asyncio.sleep(0)  # all of them wait before the writer begins
        writer.start()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert writer.failed == ""
        await asyncio.to_thread(writer.stop)
        return found

    found = run(ask(), 60)
    store.open()
    return found


# -- the same word -------------------------------------------------------------------------------------


def test_a_journal_has_no_gaps_and_no_second_versions(kept: Kept) -> None:
    store, token = kept.store, kept.lease("t")
    store.begin()
    store.append("t", 0, [b"one", b"two"], token)
    store.append("t", 2, [b"three"], token)
    for first in (2, 5):
        with pytest.raises(Conflict):
            store.append("t", first, [b"no"], token)
    store.commit()
    assert store.journal("t") == [b"one", b"two", b"three"]
    assert (store.journal("t", 2), store.journal("t", 3), store.journal("elsewhere")) == ([b"three"], [], [])


def test_nothing_is_there_before_the_commit_and_all_of_it_afterwards(kept: Kept) -> None:
    store, token, other = kept.store, kept.lease("t"), kept.other()
    store.begin()
    store.append("t", 0, [b"one"], token)
    store.put_table(ROW)
    assert (other.journal("t"), other.table("t")) == ([], None)
    store.rollback()
    assert store.journal("t") == []
    store.begin()
    store.append("t", 0, [b"another one"], token)
    store.put_table(ROW)
    store.commit()
    assert (other.journal("t"), other.table("t")) == ([b"another one"], ROW)
    other.close()


def test_damage_shows(kept: Kept) -> None:
    store, token = kept.store, kept.lease("t")
    store.begin()
    store.append("t", 0, [b"one", b"two", b"three"], token)
    store.commit()
    other = "x'00'" if kept.kind == "sqlite" else r"'\x00'"
    store.db.execute(f"UPDATE entries SET body = {other} WHERE n = 1")
    for first in (0, 1):
        with pytest.raises(StoreFailed, match="entry 1 of table t is damaged"):
            store.journal("t", first)


def test_people_sessions_and_visits(kept: Kept) -> None:
    store = kept.store
    alice = PersonRow("a", "Alice", "fr", "alice", "secret", 5)
    store.begin()
    store.put_person(PersonRow("a", "Al", "en", made=5))
    store.put_person(alice)
    store.put_session("s", "a", "session", 99)
    store.put_session("s", "a", "session", 100)
    store.put_visit("a", "t1", 1)
    store.put_visit("a", "t2", 2)
    store.put_visit("a", "t1", 3)
    store.commit()
    assert (store.person("a"), store.person_by_login("alice"), store.person("b")) == (alice, alice, None)
    assert (store.session("s", "session"), store.session("s", "link")) == (("a", 100), None)
    assert (store.visits("a", 5), store.visits("a", 1)) == (["t1", "t2"], ["t1"])
    assert (store.drop_session("s"), store.drop_session("s")) == (True, False)
    store.put_session("s2", "a", "session", 100)
    store.forget_person("a")
    assert (store.person("a"), store.session("s2", "session"), store.visits("a", 5)) == (None, None, [])


def test_passkeys(kept: Kept) -> None:
    store = kept.store
    store.begin()
    store.put_person(PersonRow("p1", "Alice", "en"))
    for name in ("k1", "k2"):
        store.put_key(KeyRow(name, "p1", f"public {name}", 1, 10))
    store.put_key(KeyRow("k3", "p2", "public k3", 1, 10))
    store.put_key(KeyRow("k1", "p1", "public k1", 7, 10))
    store.commit()
    assert store.key("k1") == KeyRow("k1", "p1", "public k1", 7, 10)
    assert store.key("k4") is None
    assert {key.id for key in store.keys("p1")} == {"k1", "k2"}
    store.begin()
    store.drop_keys("p2")
    store.forget_person("p1")
    store.commit()
    assert store.keys("p1") == store.keys("p2") == []


def test_lists_of_tables(kept: Kept) -> None:
    store = kept.store
    rows = [TableRow(f"t{k}", "pairs", "", k != 2, "gathering", k, 10 * k) for k in range(4)]
    for row in rows:
        store.put_table(row)
    store.put_table(TableRow("t1", "other", "x", True, "over", 99, 50))
    first = TableRow("t1", "other", "x", True, "over", 1, 50)  # all is written anew but when it was made
    assert store.public_tables(10, 10, 10) == [first, rows[3]]
    assert store.public_tables(0, 1, 10) == [first]
    assert store.all_tables() == [rows[0], first, rows[2], rows[3]]


def test_a_job_that_is_refused_harms_no_other_of_its_group(kept: Kept) -> None:
    token, store = kept.lease("t"), kept.store

    def twice(number: str) -> Callable[[Store], None]:
        return lambda store: store.put_person(PersonRow(number, number, "en", "same-login"))

    def fails(store: Store) -> None:
        raise KeyError("a mistake of ours")

    found = wrote(
        store,
        lambda store: store.append("t", 0, [b"one"], token),
        twice("a"),
        twice("b"),
        fails,
        lambda store: store.append("t", 7, [b"gap"], token),
        lambda store: store.append("t", 1, [b"two"], token),
    )
    assert [type(answer) for answer in found] == [type(None), type(None), Conflict, KeyError, Conflict, type(None)]
    assert store.journal("t") == [b"one", b"two"]
    assert (store.person("a") is not None, store.person("b")) == (True, None)
    store.probe()


# -- only where there are several workers ----------------------------------------------------------------


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.fresh()


@pytest.fixture
def store(address: str) -> Iterator[PostgresStore]:
    made = PostgresStore(address)
    made.open()
    yield made
    made.close()


def test_a_server_is_asked_to_be_durable(store: PostgresStore) -> None:
    assert store.db is not None
    for name in ("synchronous_commit", "fsync", "full_page_writes"):
        assert store.db.execute(f"SHOW {name}").fetchone() == ("on",)
    store.begin()
    with pytest.raises(psycopg.Error):
        store.db.execute("SELECT 1 / 0")
    with pytest.raises(StoreFailed, match="answered COMMIT by ROLLBACK"):
        store.commit()


def test_a_server_that_was_started_again_is_met_anew(store: PostgresStore, address: str) -> None:
    """Between two groups nobody notices; within one, nothing of it has happened."""

    def hang_up() -> None:
        assert store.db is not None
        with contextlib.closing(connect(address)) as other:
            other.execute("SELECT pg_terminate_backend(%s, 60000)", (store.db.info.backend_pid,))

    hang_up()
    assert store.journal("t") == []
    hang_up()
    store.begin()
    store.put_table(ROW)
    store.commit()
    store.begin()
    store.put_visit("a", "t", 1)
    hang_up()
    with pytest.raises(psycopg.OperationalError):
        store.commit()
    assert (store.table("t"), store.visits("a", 1)) == (ROW, [])


def test_a_store_that_could_not_be_opened_again_is_opened_by_the_next_read(store: PostgresStore, address: str) -> None:
    """Its connection was lost while the server was away: the read that finds out fails, later ones must not."""
    goes, away = store.address, address.replace("postgresql://pioche@", "postgresql://nobody-here@")

    async def ask() -> None:
        writer = Writer(store, asyncio.get_running_loop())
        writer.start()
        assert store.db is not None
        with contextlib.closing(connect(address)) as other:
            other.execute("SELECT pg_terminate_backend(%s, 60000)", (store.db.info.backend_pid,))
        store.address = away
        with pytest.raises(StoreFailed):
            await writer.read(lambda store: store.journal("t"))
        store.address = goes
        async with asyncio.timeout(30):
            while await _fails(writer):
                await asyncio.sleep(0.05)
        await asyncio.to_thread(writer.stop)

    async def _fails(writer: Writer) -> bool:
        try:
            await writer.read(lambda store: store.journal("t"))
        except StoreFailed:
            return True
        return False

    run(ask(), 60)


def test_many_workers_may_open_a_new_database_at_once(address: str) -> None:
    stores = [PostgresStore(address) for _ in range(4)]
    with ThreadPoolExecutor(4) as crowd:
        list(crowd.map(lambda store: store.open(), stores))
    assert len({(store.name, store.epoch) for store in stores}) == 1
    for store in stores:
        store.close()


def test_a_database_of_the_future_is_not_touched(store: PostgresStore, address: str) -> None:
    assert store.db is not None
    store.db.execute("UPDATE house SET value = %s WHERE name = 'version'", (str(VERSION + 1),))
    with pytest.raises(StoreFailed, match=f"version {VERSION + 1}"):
        PostgresStore(address).open()


def test_what_kind_of_journal_it_is_its_first_entry_tells(kept: Kept) -> None:
    store, token = kept.store, kept.lease("t")
    store.begin()
    store.append("t", 0, [b"one", b"two"], token)
    store.commit()
    assert (store.opening("t"), store.opening("elsewhere")) == ([b"one"], [])
