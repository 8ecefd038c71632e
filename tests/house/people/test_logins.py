"""Whoever tries passwords waits longer and longer; nobody is locked out of an account by that. Changing a password."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pioche.client import Client, Refused, Sitting
from pioche.house.people import login_throttle
from pioche.house.people.login_throttle import LoginThrottle
from pioche.house.protocol.sentences import Refusal
from tests.house.running import Running, run

PASSWORD = "correct horse"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path, "--tempo", "0", "--log", "info")
    yield running
    running.stop()
    assert not running.errors(), running.errors()[-3:]


async def account(house: Running, login: str) -> Client:
    alice = await Client(house.address, "Alice").__aenter__()
    await alice.post("/api/account", {"login": login, "password": PASSWORD})
    return alice


async def knock(house: Running, address: str, login: str, password: str, times: int = 1) -> list[int]:
    """Status codes of as many logins, from another address of this machine."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(base_url=house.address, transport=transport, timeout=60) as http:
        body = {"login": login, "password": password}
        return [(await http.post("/api/login", json=body)).status_code for _ in range(times)]


def test_many_addresses_get_few_tries_at_one_account(house: Running) -> None:
    """Sixty addresses, six tries each, all at once."""

    async def attack() -> None:
        alice = await account(house, "alice")
        knocks = [knock(house, f"127.0.1.{k}", "alice", f"wrong number {k}", 6) for k in range(1, 61)]
        answers = [status for found in await asyncio.gather(*knocks) for status in found]
        tried = answers.count(401)
        assert set(answers) <= {401, 429}
        assert tried <= login_throttle.ATTACK_TRIES + 2 * 60, f"{tried} of 360 passwords were tried"
        # From an address that nobody has tried from she comes in at once, and her open session never noticed.
        assert await knock(house, "127.0.9.9", "alice", PASSWORD) == [200]
        assert (await alice.get("/api/me"))["login"] == "alice"
        await alice.http.aclose()

    run(attack())


def test_one_address_gets_few_tries_at_one_account(house: Running) -> None:
    async def attack() -> None:
        alice = await account(house, "alice")
        began = time.monotonic()
        answers = await knock(house, "127.0.1.1", "alice", "wrong number", 8)
        if time.monotonic() - began < 1:
            assert answers == [401] * login_throttle.FREE_TRIES + [429] * 3
        assert await knock(house, "127.0.1.2", "alice", PASSWORD) == [200], "others do not wait for that"
        await alice.http.aclose()

    run(attack())


# -- the rule itself ---------------------------------------------------------------------------------


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(login_throttle.time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def wait(tries: LoginThrottle, login: str, address: str) -> int:
    """Seconds one is told to wait; 0 when a password was tried, and was wrong."""
    try:
        tries.admit(login, address)
    except Refusal as no:
        return (no.retry or 0) // 1000
    tries.record(login, address, False)
    return 0


def test_each_wait_is_twice_the_one_before_and_has_an_end(clock: Clock) -> None:
    tries, waits = LoginThrottle(), []
    for _ in range(login_throttle.FREE_TRIES):
        assert wait(tries, "alice", "here") == 0
    for _ in range(14):
        waits.append(wait(tries, "alice", "here"))
        clock.now += waits[-1]
        assert wait(tries, "alice", "here") == 0
    assert waits[:4] == [2, 3, 5, 9]
    assert waits[-1] == login_throttle.MAX_WAIT_SECONDS + 1
    clock.now += login_throttle.FORGET_SECONDS + 1
    assert [wait(tries, "alice", "here") for _ in range(login_throttle.FREE_TRIES)] == [0] * login_throttle.FREE_TRIES


def test_the_right_password_begins_afresh(clock: Clock) -> None:
    tries = LoginThrottle()
    for _ in range(login_throttle.FREE_TRIES - 1):
        wait(tries, "alice", "here")
    tries.admit("alice", "here")
    tries.record("alice", "here", True)
    assert [wait(tries, "alice", "here") for _ in range(login_throttle.FREE_TRIES)] == [0] * login_throttle.FREE_TRIES


def test_under_attack_a_stranger_has_one_try_and_the_owner_has_all_of_hers(clock: Clock) -> None:
    tries = LoginThrottle()
    tries.admit("alice", "home")
    tries.record("alice", "home", True)
    for k in range(200):
        assert wait(tries, "alice", f"bot {k}") == 0, "a first try from anywhere is always looked at"
    assert wait(tries, "alice", "bot 200") == 0
    assert wait(tries, "alice", "bot 200") >= 30
    assert [wait(tries, "alice", "home") for _ in range(login_throttle.FREE_TRIES)] == [0] * login_throttle.FREE_TRIES
    assert wait(tries, "bob", "bot 200") == 0, "other accounts are not under attack"


def test_many_tries_at_once_are_many_tries(clock: Clock) -> None:
    tries = LoginThrottle()
    for _ in range(login_throttle.FREE_TRIES):
        tries.admit("alice", "here")  # none of them has been answered yet
    with pytest.raises(Refusal):
        tries.admit("alice", "here")


def test_what_is_remembered_is_bounded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_throttle, "MAX_COUNTERS", 10)
    tries = LoginThrottle()
    for k in range(100):
        wait(tries, f"login {k}", f"address {k}")
    assert len(tries._tries) == len(tries._everywhere) == 10


# -- another password ----------------------------------------------------------------------------------


def test_a_new_password_asks_for_the_old_one_and_ends_the_other_sessions(house: Running) -> None:
    async def play() -> None:
        alice = await account(house, "alice")
        thief = Client(house.address)
        thief.token = (await thief.post("/api/login", {"login": "alice", "password": PASSWORD}))["token"]
        link = (await alice.post("/api/seat-link"))["token"]
        made = await alice.make("pairs")
        async with alice, thief, Sitting(thief, made["code"]) as stolen:
            await stolen.until(lambda: stolen.table)
            with pytest.raises(Refused) as no:
                await alice.post("/api/account/password", {"old": "another horse", "new": "battery staple"})
            assert (no.value.status, no.value.reason) == (403, "wrong_password")
            assert (await thief.get("/api/me"))["login"] == "alice", "a wrong one changes nothing"
            changed = await alice.post("/api/account/password", {"old": PASSWORD, "new": "battery staple"})
            assert changed["password"] is True
            await stolen.until(lambda: stolen.bye)
            for token_of in (thief,):
                with pytest.raises(Refused):
                    await token_of.get("/api/me")
            with pytest.raises(Refused):
                await thief.post("/api/seat", {"token": link})
            assert (await alice.get("/api/me"))["login"] == "alice", "this one goes on"
        assert await knock(house, "127.0.3.1", "alice", PASSWORD) == [401]
        assert await knock(house, "127.0.3.1", "alice", "battery staple") == [200]

    run(play())


def test_a_guest_has_no_password_to_change(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            assert (await alice.get("/api/me"))["password"] is False
            with pytest.raises(Refused) as no:
                await alice.post("/api/account/password", {"old": "12345678", "new": "87654321"})
            assert no.value.reason == "no_password"

    run(play())


def test_old_passwords_are_tried_no_faster_here_than_at_the_login(house: Running) -> None:
    async def play() -> None:
        alice = await account(house, "alice")
        statuses = []
        async with alice:
            for _ in range(login_throttle.FREE_TRIES + 2):
                with pytest.raises(Refused) as no:
                    await alice.post("/api/account/password", {"old": "wrong number", "new": "battery staple"})
                statuses.append(no.value.status)
        assert statuses[0] == 403
        assert statuses[-1] == 429

    run(play())
