"""Moves of many tables written by one statement: what speaks against one of them speaks against no other."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

from pioche.house.stores.postgres import PostgresStore
from pioche.house.stores.postgres_leases import PostgresLeases
from pioche.house.stores.store import Append, Conflict, Fenced, Undone
from pioche.house.stores.writer import Writer
from tests.house.cluster.servers import Postgres, postgres
from tests.house.cluster.test_postgres import Kept, kept
from tests.house.running import run

__all__ = ["kept", "postgres"]  # fixtures


def appended(store: Any, appends: list[Append]) -> list[Any]:
    """What comes of appends that go into one group."""

    async def ask() -> list[Any]:
        writer = Writer(store, asyncio.get_running_loop())
        asked = [asyncio.ensure_future(writer.append(*append)) for append in appends]
        await asyncio.sleep(0)
        writer.start()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert writer.failed == ""
        await asyncio.to_thread(writer.stop)
        return [type(answer) for answer in found]

    found = run(ask(), 60)
    store.open()
    return found


def test_each_append_of_a_group_is_judged_alone(kept: Kept) -> None:
    tokens = {code: kept.lease(code) for code in "abcd"}
    first = [Append(code, 0, [code.encode(), b"2"], tokens[code]) for code in "abc"]
    assert appended(kept.store, first) == [type(None)] * 3
    second = [
        Append("a", 2, [b"3"], tokens["a"]),
        Append("b", 1, [b"again"], tokens["b"]),
        Append("c", 3, [b"gap"], tokens["c"]),
        Append("d", 0, [b"d"], tokens["d"]),
    ]
    assert appended(kept.store, second) == [type(None), Conflict, Conflict, type(None)]
    journals = {code: kept.store.journal(code) for code in "abcd"}
    assert journals == {"a": [b"a", b"2", b"3"], "b": [b"b", b"2"], "c": [b"c", b"2"], "d": [b"d"]}


def test_one_table_twice_in_a_group_keeps_its_order(kept: Kept) -> None:
    token, other = kept.lease("t"), kept.lease("o")
    appends = [Append("t", 0, [b"1"], token), Append("o", 0, [b"o"], other), Append("t", 1, [b"2"], token)]
    assert appended(kept.store, [*appends, Append("t", 1, [b"no"], token)]) == [*[type(None)] * 3, Conflict]
    assert (kept.store.journal("t"), kept.store.journal("o")) == ([b"1", b"2"], [b"o"])


def test_many_entries_of_many_tables_are_chained(kept: Kept) -> None:
    codes = [f"t{k}" for k in range(40)]
    tokens = {code: kept.lease(code) for code in codes}
    for k in range(3):
        group = [Append(code, 2 * k, [f"{code}.{k}".encode(), bytes(range(256))], tokens[code]) for code in codes]
        assert appended(kept.store, group) == [type(None)] * 40
    other = kept.other()
    for code in codes:  # reading checks the chain
        assert other.journal(code)[::2] == [f"{code}.{k}".encode() for k in range(3)]
    other.close()


def test_a_table_that_has_gone_takes_no_other_of_the_group_along(postgres: Postgres) -> None:
    address = postgres.fresh()
    store, book = PostgresStore(address), PostgresLeases(address, 60)
    store.open()
    tokens = {code: book.found(code, "me").token for code in "abc"}
    store.append_all([Append(code, 0, [b"1"], tokens[code]) for code in "abc"])
    assert store.db is not None
    store.db.execute("UPDATE leases SET token = token + 1, worker = 'another' WHERE code = 'b'")
    found = store.append_all([Append(code, 1, [b"2"], tokens[code]) for code in "abc"])
    assert [type(answer) for answer in found] == [type(None), Fenced, type(None)]
    assert [len(store.journal(code)) for code in "abc"] == [2, 1, 2]
    # whoever has it now goes on where the last entry was
    assert store.append_all([Append("b", 1, [b"theirs"], tokens["b"] + 1)]) == [None]
    store.close()
    book.close()


def test_a_number_another_worker_has_taken_undoes_the_group_and_harms_one(postgres: Postgres) -> None:
    """It cannot happen while tokens are compared; the key of the table is the last defence."""
    address = postgres.fresh()
    store, other, book = PostgresStore(address), PostgresStore(address), PostgresLeases(address, 60)
    store.open()
    other.open()
    tokens = {code: book.found(code, "me").token for code in "ab"}
    store.append_all([Append(code, 0, [b"1"], tokens[code]) for code in "ab"])
    other.append("a", 1, [b"theirs"], tokens["a"])
    store.begin()
    with pytest.raises(Undone):
        store.append_all([Append(code, 1, [b"ours"], tokens[code]) for code in "ab"])
    store.rollback()
    assert appended(store, [Append(code, 1, [b"ours"], tokens[code]) for code in "ab"]) == [Conflict, type(None)]
    assert (store.journal("a"), store.journal("b")) == ([b"1", b"theirs"], [b"1", b"ours"])
    for one in (store, other, book):
        one.close()


def test_a_group_asks_the_database_three_times(postgres: Postgres) -> None:
    """BEGIN, one statement for all tables, COMMIT: whatever their number."""
    address = postgres.fresh()
    store, book = PostgresStore(address), PostgresLeases(address, 60)
    store.open()
    tokens = {f"t{k}": book.found(f"t{k}", "me").token for k in range(20)}
    store.append_all([Append(code, 0, [b"1"], token) for code, token in tokens.items()])
    asked: list[str] = []
    usual = store._ask

    def listening(query: Any, values: Any = None) -> Any:
        asked.append(query)
        return usual(query, values)

    store._ask = listening  # type: ignore[method-assign]
    store.begin()
    assert store.append_all([Append(code, 1, [b"2"], token) for code, token in tokens.items()]) == [None] * 20
    store.commit()
    assert [query.split()[0] for query in asked] == ["BEGIN", "WITH"]
    store.close()
    book.close()
