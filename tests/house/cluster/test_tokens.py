"""Whose word counts among several workers: leases, their tokens, and who is struck."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")


from pioche.house.ownership.leases import LEASE_SECONDS, NOTIFIED_SECONDS, REFRESH_SECONDS
from pioche.house.stores import postgres_leases
from pioche.house.stores.postgres import PostgresStore
from pioche.house.stores.postgres_leases import PostgresLeases
from pioche.house.stores.store import Fenced, StoreBusy, TableRow
from pioche.house.stores.tournament_rows import TournamentRow
from tests.house.cluster.servers import Postgres, postgres

__all__ = ["postgres"]  # a fixture
ROW = TableRow("t", "pairs", "", True, "gathering", 10, 20)


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.fresh()


@pytest.fixture
def store(address: str) -> Iterator[PostgresStore]:
    made = PostgresStore(address)
    made.open()
    yield made
    made.close()


class Careless(PostgresStore):
    """A mutant that trusts whoever says that the table is theirs."""

    def append(self, code: str, first: int, bodies: list[bytes], token: int = 0) -> None:
        latest = self._ask("SELECT token FROM leases WHERE code = %s", (code,)).fetchone()
        super().append(code, first, bodies, latest[0] if latest else 0)


def test_a_stale_token_writes_nothing(store: PostgresStore, address: str) -> None:
    """Not even the number that would come next: the journal has one author at a time."""
    taken_over(store, address)


def test_a_store_that_does_not_compare_tokens_is_caught(address: str) -> None:
    careless = Careless(address)
    careless.open()
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        taken_over(careless, address)
    assert careless.journal("t") == [b"one", b"late"]
    careless.close()


def taken_over(store: PostgresStore, address: str) -> None:
    """A worker's time runs out, another takes its table, and then the first one tries to add something."""
    book = PostgresLeases(address, 0.2)
    book.register("old")
    token = book.found("t", "old").token
    store.append("t", 0, [b"one"], token)
    store.put_table(ROW)
    holding = book.hold("t", "old")
    while holding is not None and holding.worker != "new":  # until the old one's time is over
        book.register("new") if "new" not in book.renew("new").others else None
        holding = book.hold("t", "new")
    book.close()
    assert holding is not None
    assert holding.token == token + 1
    with pytest.raises(Fenced):
        store.append("t", 1, [b"late"], token)
    assert store.journal("t") == [b"one"]
    store.append("t", 1, [b"two"], holding.token)
    assert not book.renew("old").alive
    book.close()


def test_whoever_takes_over_reads_what_was_being_written(store: PostgresStore, address: str) -> None:
    """A group that has found its lease is committed before the lease can change hands."""
    book = PostgresLeases(address, 60)
    book.register("old")
    book.register("new")
    token = book.found("t", "old").token
    store.put_table(ROW)
    store.begin()
    store.append("t", 0, [b"in the group"], token)
    book.resign("old")
    with pytest.raises(StoreBusy):
        book.hold("t", "new")  # not while the group is being written
    store.commit()
    taken = book.hold("t", "new")
    assert taken is not None
    assert (taken.worker, taken.token) == ("new", token + 1)
    reader = PostgresStore(address)
    reader.open_to_read()
    assert reader.journal("t") == [b"in the group"]
    reader.close()
    book.close()


def test_one_of_many_gets_a_free_table(store: PostgresStore, address: str) -> None:
    books = [PostgresLeases(address, 60) for _ in range(4)]
    for k, book in enumerate(books):
        book.register(f"w{k}")
    with ThreadPoolExecutor(4) as crowd:
        for table in "abc":
            store.put_table(TableRow(table, "pairs", "", False, "over", 0, 0))
            found = list(crowd.map(lambda k, code=table: books[k].hold(code, f"w{k}"), range(4)))
            assert len(set(found)) == 1
            (holding,) = set(found)
            assert holding is not None
            assert holding.token == 1
            books[0].release(table, holding.token)
            again = books[1].hold(table, "w1")
            assert again is not None
            assert (again.worker, again.token) == ("w1", 3)
    for book in books:
        book.close()


def test_a_worker_lives_as_long_as_it_counts(store: PostgresStore, address: str) -> None:
    """Whatever the clock of the database says. Who could not look for a while has seen nothing, and strikes nobody."""
    here, there = PostgresLeases(address, 0.6), PostgresLeases(address, 0.6)
    here.register("here")
    there.register("there")
    assert store.db is not None
    here.renew("here")
    for hours in (-5, 5):
        store.db.execute("UPDATE workers SET until = until + make_interval(hours => %s)", (hours,))
        for _ in range(5):
            time.sleep(0.2)
            there.renew("there")
            assert "there" in here.renew("here").others
    time.sleep(1)  # neither is looked at
    assert "there" in here.renew("here").others
    until = time.monotonic() + 30
    while "there" in here.renew("here").others:
        store.db.execute("UPDATE workers SET until = now() + interval '1 hour' WHERE id = 'here'")
        assert time.monotonic() < until
        time.sleep(0.1)
    assert not there.renew("there").alive
    for book in (here, there):
        book.close()


def test_a_worker_looks_after_tournaments_that_nobody_else_has(store: PostgresStore, address: str) -> None:
    """It asks every few seconds: those of the others are not among the answers, so that no journal of theirs is read."""
    book = PostgresLeases(address, 60)
    for worker in ("here", "there", "dead"):
        book.register(worker)
    for k, (code, phase) in enumerate((("mine", "playing"), ("theirs", "finals"), ("orphan", "finals"), ("new", "playing"))):
        store.put_tournament(TournamentRow(code, "Cup", "pairs", True, phase, 10, 20 + k))
    for k in range(5):
        store.put_tournament(TournamentRow(f"open{k}", "Cup", "pairs", True, "open", 10, 50))
    for code, worker in (("mine", "here"), ("theirs", "there"), ("orphan", "dead")):
        book.hold(code, worker)
    book.resign("dead")
    assert [row.code for row in store.running_tournaments(0, 3, "here")] == ["new", "orphan", "mine"]
    book.close()


def test_what_is_written_down_for_all_is_heard_whatever_the_clock_says(
    store: PostgresStore, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By number, which is the key: nothing is read but what is new, however much lies there."""
    book = PostgresLeases(address, 60)
    book.register("me")
    assert store.db is not None
    store.db.execute("INSERT INTO notices (kind, what) SELECT 'session', k::text FROM generate_series(1, 5000) AS k")
    heard = [what for _, _, what in book.renew("me").notices]
    assert heard == [str(k) for k in range(4001, 5001)]
    monkeypatch.setattr(postgres_leases, "NOTICE_SECONDS", 0.0)
    for hours in (-2, 0, 2):
        store.db.execute(
            "INSERT INTO notices (at, kind, what) VALUES (now() + make_interval(hours => %s), 'person', %s)",
            (hours, str(hours)),
        )
        assert ("person", str(hours)) in [(kind, what) for _, kind, what in book.renew("me").notices]
    assert len(book.renew("me").notices) <= 1
    book.close()


def rows_gone_through(store: PostgresStore, book: PostgresLeases) -> int:
    """Of all notices, by an index or one after the other, since the database was made."""
    book._do(lambda db: db.execute("SELECT pg_stat_force_next_flush()"))
    book._do(lambda db: db.execute("SELECT 1"))
    read = "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname = 'notices' AND schemaname = %s"
    (schema,) = store._ask("SELECT current_schema()").fetchone() or ("",)
    (rows,) = store._ask(read, (schema,)).fetchone() or (0,)
    return int(rows)


def test_a_look_at_the_notices_goes_through_the_new_ones_only(store: PostgresStore, address: str) -> None:
    """Half a day of notices lie there; their key leads to those of the last seconds."""
    book = PostgresLeases(address, 60)
    book.register("me")
    store._ask("INSERT INTO notices (kind, what) SELECT 'session', k::text FROM generate_series(1, 20000) AS k")
    store._ask("ANALYZE notices")
    book.renew("me")
    before = rows_gone_through(store, book)
    for k in range(20):
        store.notice("session", f"new {k}")
        assert f"new {k}" in [what for _, _, what in book.renew("me").notices]
    assert 0 < rows_gone_through(store, book) - before < 1_000
    book.close()


class Clock:
    """The observer's own, which goes on when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


def test_a_dead_worker_is_struck_after_a_lease_and_within_the_silence_that_is_promised(
    store: PostgresStore, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/hosting.md promises six seconds at the usual lease: what is left of them is for people to come back."""
    clock = Clock()
    monkeypatch.setattr(postgres_leases, "time", clock)
    here, there = PostgresLeases(address, LEASE_SECONDS), PostgresLeases(address, LEASE_SECONDS)
    here.register("here")
    there.register("there")
    for _ in range(20):
        clock.now += REFRESH_SECONDS + NOTIFIED_SECONDS
        there.renew("there")
        assert "there" in here.renew("here").others, "it lives"
    died = clock.now
    while "there" in here.renew("here").others:
        clock.now += REFRESH_SECONDS + NOTIFIED_SECONDS
    assert LEASE_SECONDS <= clock.now - died <= LEASE_SECONDS + REFRESH_SECONDS + NOTIFIED_SECONDS
    assert LEASE_SECONDS + 2 * (REFRESH_SECONDS + NOTIFIED_SECONDS) <= 5.5
    for book in (here, there):
        book.close()


def test_a_struck_worker_takes_nothing(store: PostgresStore, address: str) -> None:
    book = PostgresLeases(address, 60)
    store.put_table(ROW)
    holding = book.hold("t", "ghost")
    assert holding is not None
    assert holding.worker == ""
    book.close()
