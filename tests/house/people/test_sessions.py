"""Sessions last as long as they are used, and what has ended is removed. Times are moved in the stored rows themselves."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from pioche.client import Client, Refused
from pioche.house.people.identity import DAY_SECONDS, MAX_PER_PERSON, SESSION_SECONDS, People, digest
from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.stores.writer import Writer
from tests.house.running import Running, run


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path, "--tempo", "0", "--loose", "1000", "--log", "info")
    yield running
    running.stop()
    assert not running.errors(), running.errors()[-3:]


def guest(house: Running) -> str:
    """A guest's token."""
    return str(httpx.post(f"{house.address}/api/me", json={"name": "Alice"}, trust_env=False).json()["token"])


def rows(house: Running, what: str) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(house.data)) as db:
        return db.execute(what).fetchall()


def change(house: Running, what: str, *values: object) -> None:
    """While the house is closed."""
    with closing(sqlite3.connect(house.data)) as db, db:
        db.execute(what, values)


def me(house: Running, token: str, **headers: str) -> httpx.Response:
    headers |= {"authorization": f"Bearer {token}"}
    return httpx.get(f"{house.address}/api/me", headers=headers, trust_env=False)


def test_who_comes_every_day_is_never_lost(house: Running) -> None:
    """A year of days: each time the stored row is a day older when the house is opened, and each time it is renewed."""
    token = guest(house)
    for days in (1, 100, 179):  # days since the last visit
        house.stop()
        change(house, "UPDATE sessions SET expires = ?", int(time.time()) + SESSION_SECONDS - days * DAY_SECONDS - 60)
        house.start()
        assert me(house, token).status_code == 200
        (expires,) = rows(house, "SELECT expires FROM sessions")
        assert expires[0] > time.time() + SESSION_SECONDS - 60, f"after {days} days"


def test_a_session_is_renewed_once_a_day_at_most(house: Running) -> None:
    token = guest(house)
    before = int(time.time()) + SESSION_SECONDS - DAY_SECONDS + 600  # renewed less than a day ago
    house.stop()
    change(house, "UPDATE sessions SET expires = ?", before)
    house.start()
    for _ in range(3):
        assert me(house, token).status_code == 200
    assert rows(house, "SELECT expires FROM sessions") == [(before,)]


def test_the_cookie_lasts_as_long_as_its_session(house: Running) -> None:
    made = httpx.post(f"{house.address}/api/me", json={}, headers={"origin": house.address}, trust_env=False)
    token = made.cookies["pioche"]
    house.stop()
    change(house, "UPDATE sessions SET expires = ?", int(time.time()) + 5 * DAY_SECONDS)
    house.start()
    tables = f"{house.address}/api/me/tables"
    with httpx.Client(cookies={"pioche": token}, trust_env=False) as browser:
        first, second = browser.get(tables), browser.get(tables)
    assert f"Max-Age={SESSION_SECONDS}" in first.headers["set-cookie"]
    assert "set-cookie" not in second.headers


def test_half_a_year_without_a_visit_is_too_long(house: Running) -> None:
    token = guest(house)
    house.stop()
    change(house, "UPDATE sessions SET expires = ?", int(time.time()) - 1)
    house.start()
    assert me(house, token).status_code == 401


def test_what_has_ended_is_removed(house: Running) -> None:
    """Sessions, links and challenges, more of them than are looked at in one piece; those still good stay."""
    token = guest(house)
    house.stop()
    now = int(time.time())
    with closing(sqlite3.connect(house.data)) as db, db:
        for kind in ("session", "link", "passkey_new", "passkey_login"):
            ended = [(digest(f"{kind} {k}"), "somebody", kind, now - 1 - k) for k in range(300)]
            db.executemany("INSERT INTO sessions VALUES (?, ?, ?, ?)", ended)
        db.execute("INSERT INTO sessions VALUES (?, 'somebody', 'link', ?)", (digest("good"), now + DAY_SECONDS))
    house.start()
    until = time.monotonic() + 30
    while (left := rows(house, "SELECT count(*) FROM sessions")[0][0]) > 2 and time.monotonic() < until:
        time.sleep(0.1)
    assert left == 2
    assert me(house, token).status_code == 200


def test_the_store_looks_at_so_many_at_a_time(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "house.db")
    store.open()
    for k in range(10):
        store.put_session(f"{k}", "somebody", "session", 100 + k)
    assert store.purge_sessions("", 105, 4) == "3"
    assert store.purge_sessions("3", 105, 4) == "7"
    assert store.purge_sessions("7", 105, 4) == ""
    assert store.sessions("somebody", "session") == ["9", "8", "7", "6", "5"]
    store.close()


@pytest.mark.parametrize("kind", ["session", "link"])
def test_one_person_keeps_so_many(house: Running, kind: str) -> None:
    """The latest works, others have made room for it."""

    async def ask() -> None:
        async with Client(house.address, "Alice") as alice:
            await alice.post("/api/account", {"login": "alice", "password": "correct horse"})
            tokens = [alice.token] if kind == "session" else []
            for _ in range(MAX_PER_PERSON[kind] + 3):
                if kind == "link":
                    tokens.append((await alice.post("/api/seat-link"))["token"])
                else:
                    tokens.append((await alice.post("/api/login", {"login": "alice", "password": "correct horse"}))["token"])
                    alice.token = tokens[-1]
            assert rows(house, f"SELECT count(*) FROM sessions WHERE kind = '{kind}'") == [(MAX_PER_PERSON[kind],)]
            if kind == "link":
                await alice.post("/api/seat/look", {"token": tokens[-1]})
                refused = 0
                for token in tokens:
                    try:
                        await alice.post("/api/seat/look", {"token": token})
                    except Refused as no:
                        refused += no.reason == "wrong_link"
                assert refused == 3

    run(ask())


class Passes(OrderedDict[str, Any]):
    """Tickets that know how often somebody went through all of them."""

    count = 0

    def __iter__(self) -> Iterator[str]:
        self.count += 1
        return super().__iter__()

    def items(self) -> Any:
        self.count += 1
        return super().items()


def test_to_end_sessions_costs_nobody_anything(tmp_path: Path) -> None:
    """Somebody with forty of them changes their password: twenty thousand tickets are not looked through for each."""

    async def play() -> int:
        people = People(Writer(SQLiteStore(tmp_path / "house.db"), asyncio.get_running_loop()))
        hers = people.ticket("alice", "code", "session 7")
        bobs = people.ticket("bob", "code", "another")
        tickets = people._tickets = Passes(people._tickets)
        tickets.count = 0
        for k in range(MAX_PER_PERSON["session"]):
            people.ended(f"session {k}")
        assert people._tickets is tickets
        assert people.use_ticket(hers, "code") is None
        assert people.use_ticket(bobs, "code") == ("bob", "another")
        return tickets.count

    assert run(play()) == 0
