"""What a list costs the store: one question and the rows that are shown, however many tables there are. Both stores."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections import Counter
from typing import Any

import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

from pioche.house.core.table_lists import Lists, row_of
from pioche.house.operations import limits
from pioche.house.protocol.messages import Settings
from pioche.house.stores.writer import Writer
from pioche.house.tables import journal as j
from pioche.house.tables.state import TableState
from tests.house.cluster.servers import postgres
from tests.house.cluster.test_postgres import Kept, kept
from tests.house.running import run

__all__ = ["kept", "postgres"]  # fixtures
FEW, MANY = 50, 5_000


class Asked:
    """A store that remembers what it was asked for, and how many rows it gave."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.questions: Counter[str] = Counter()
        self.rows = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.store, name)
        if not callable(found) or name in ("open", "close"):
            return found

        def ask(*words: Any) -> Any:
            answer = found(*words)
            self.questions[name] += 1
            self.rows += len(answer) if isinstance(answer, list) else 0
            return answer

        return ask


def filled(store: Any, tables: range) -> None:
    """As many public tables as people who opened one, all of them lately, and one person who was at each."""
    opened = j.Opened(code="t", game="pairs", preset="", options={"seats": 2}, settings=Settings(privacy="public"))
    state = TableState(opened)
    state.absorb(j.Joined(person="alice", name="Alice"))
    row, now = row_of(state, set()), int(time.time())
    store.begin()
    for k in tables:
        store.put_table(dataclasses.replace(row, code=f"t{k}", host=f"host {k}", last=now - k % 900))
        store.put_visit("alice", f"t{k}", now)
    store.commit()


def asked_for(store: Any, what: str, *words: Any) -> tuple[list[Any], Asked]:
    """What a house that has just been opened shows, and what it asked for."""
    watched: Any = Asked(store)

    async def look() -> list[Any]:
        writer = Writer(watched, asyncio.get_running_loop())
        writer.start()
        found: list[Any] = await getattr(Lists(writer, {}), what)(*words)
        await asyncio.to_thread(writer.stop)
        return found

    found = run(look(), 60)
    store.open()
    return found, watched


def test_a_list_is_one_question_and_the_rows_it_shows(kept: Kept) -> None:
    """With a hundred times as many tables it asks for no more, and no table is read for it."""
    seen = []
    for tables in (range(FEW), range(FEW, MANY)):
        filled(kept.store, tables)
        for what, words, question, most in (
            ("lobby", (), "public_tables", limits.MAX_LOBBY_TABLES),
            ("tables_of", ("alice",), "tables_of", limits.MAX_MY_TABLES),
        ):
            shown, asked = asked_for(kept.store, what, *words)
            assert asked.questions == {question: 1}
            assert asked.rows == len(shown) == min(tables.stop, most)
            seen.append(len(shown))
    assert seen == [FEW, FEW, limits.MAX_LOBBY_TABLES, limits.MAX_MY_TABLES]


def test_one_host_has_so_many_rows_in_the_lobby(kept: Kept) -> None:
    """However many they opened, and however lately: all others are shown."""
    filled(kept.store, range(FEW - limits.MAX_LOBBY_TABLES_PER_HOST))
    (first, *_) = kept.store.public_tables(0, 1, 1)
    kept.store.begin()
    for k in range(200):
        kept.store.put_table(dataclasses.replace(first, code=f"m{k}", host="mallory", last=first.last + 1 + k))
    kept.store.commit()
    shown = Counter(
        row.host for row in kept.store.public_tables(0, limits.MAX_LOBBY_TABLES, limits.MAX_LOBBY_TABLES_PER_HOST)
    )
    assert shown.pop("mallory") == limits.MAX_LOBBY_TABLES_PER_HOST
    assert set(shown.values()) == {1}
    assert len(shown) == FEW - limits.MAX_LOBBY_TABLES_PER_HOST
