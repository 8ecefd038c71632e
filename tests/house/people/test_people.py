"""Guests, accounts, links and tickets: who one is, and that nothing else opens a door."""

from __future__ import annotations

import json
import random
import secrets
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from pioche.client import Client, Refused
from tests.house.running import Running, many, run

# -- people ------------------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_and_comes_back(house: Running) -> None:
    async def play() -> None:
        login = f"alice{random.getrandbits(40)}"
        async with many(Client(house.address, "Alice"), Client(house.address, "Mallory")) as (alice, mallory):
            made = await alice.make("pairs")
            assert (await alice.post("/api/account", {"login": login, "password": "correct horse"}))["login"] == login
            with pytest.raises(Refused) as no:
                await mallory.post("/api/account", {"login": login.upper(), "password": "another one"})
            assert no.value.reason == "login_taken"
            for password in ("wrong horse", "correct horse "):
                with pytest.raises(Refused) as no:
                    await mallory.post("/api/login", {"login": login, "password": password})
                assert (no.value.status, no.value.reason) == (401, "wrong_login")
            other_device = Client(house.address)
            other_device.token = (await mallory.post("/api/login", {"login": login, "password": "correct horse"}))["token"]
            async with other_device:
                assert (await other_device.get(f"/api/tables/{made['code']}"))["seats"][0]["name"] == "Alice"
                await other_device.post("/api/logout")
                with pytest.raises(Refused):
                    await other_device.get("/api/me")
            assert (await alice.get("/api/me"))["login"] == login, "other sessions go on"

    run(play())


def test_the_link_to_my_seat_works_once(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            made = await alice.make("pairs")
            token = (await alice.post("/api/seat-link"))["token"]
            phone = Client(house.address)
            phone.token = (await phone.post("/api/seat", {"token": token}))["token"]
            async with phone, alice.at(made["code"]) as desk, phone.at(made["code"]) as pocket:
                await desk.wish("start")
                await pocket.until(lambda: pocket.view)
                assert pocket.stream == desk.stream
            for again in (token, "", "x" * 43, token[:-1] + ("A" if token[-1] != "A" else "B")):
                with pytest.raises(Refused) as no:
                    await alice.post("/api/seat", {"token": again})
                assert no.value.reason == "wrong_link"

    run(play())


def test_who_is_forgotten_is_heard_no_more(house: Running) -> None:
    """On no device: sockets end as at a logout, and a ticket that was asked for before opens nothing."""

    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob")) as (alice, bob):
            made = await alice.make("pairs", {"spectators": "public"}, {"sit": 0}, seats=3)
            code = made["code"]
            await bob.join(code, made["secret"])
            phone = Client(house.address)
            link = (await bob.post("/api/seat-link"))["token"]
            phone.token = (await phone.post("/api/seat", {"token": link}))["token"]
            async with phone, alice.at(code) as here, bob.at(code) as desk, phone.at(code) as pocket:
                await bob.sit(code, 1)
                await here.until(lambda: here.table and here.table["seats"][1]["name"] == "Bob")
                ticket = (await phone.post(f"/api/tables/{code}/ticket"))["ticket"]
                await bob.ask("DELETE", "/api/me")
                for at in (desk, pocket):
                    await at.until(lambda at=at: at.bye)
                    assert at.bye is not None
                    assert at.bye["reason"] == "logout"
                async with connect(f"{house.address.replace('http', 'ws')}/t/{code}/ws", proxy=None) as late:
                    await late.send(json.dumps({"t": "hello", "ticket": ticket}))
                    assert json.loads(await late.recv())["reason"] == "no_ticket"
                await here.until(lambda: here.table["seats"][1]["who"] is None)
                assert [person["name"] for person in here.table["people"]] == ["#2"]

    run(play())


def browse(house: Running) -> httpx.AsyncClient:
    """A browser: cookies and an Origin, no token in sight."""
    return httpx.AsyncClient(base_url=house.address, headers={"origin": house.address}, trust_env=False)


async def call(browser: httpx.AsyncClient, path: str, body: Any = None) -> Any:
    answer = await browser.post(path, json={} if body is None else body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_link_says_whom_it_makes_of_a_browser_and_there_is_a_way_back(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Margot") as margot, browse(house) as phone:
            await call(phone, "/api/me", {"name": "Alice"})
            mine = (await call(phone, "/api/tables", {"game": "pairs"}))["code"]
            token = (await margot.post("/api/seat-link"))["token"]
            for _ in range(3):
                seen = await call(phone, "/api/seat/look", {"token": token})
                assert seen == {"name": "Margot", "same": False}, "looking does not use it up"
            assert (await phone.get("/api/me")).json()["name"] == "Alice", "nor does it change anybody"
            became = await call(phone, "/api/seat", {"token": token})
            assert (became["name"], became["before"], became["token"]) == ("Margot", "Alice", "")
            assert (await phone.get(f"/api/tables/{mine}")).status_code == 403
            back = await call(phone, "/api/me/back")
            assert (back["name"], back["before"]) == ("Alice", "Margot")
            assert (await phone.get(f"/api/tables/{mine}")).status_code == 200, "her table is hers again"
            assert (await call(phone, "/api/me/back"))["name"] == "Margot", "to and fro"
            await call(phone, "/api/logout")
            assert "pioche-before" not in phone.cookies

    run(play())


def test_a_guest_who_logs_in_finds_the_way_back_to_the_seat_they_had(house: Running) -> None:
    async def play() -> None:
        login = {"login": f"margot.{secrets.token_hex(4)}", "password": "correct horse battery"}
        async with browse(house) as computer, browse(house) as phone:
            await call(computer, "/api/me", {"name": "Margot"})
            await call(computer, "/api/account", login)
            assert (await call(computer, "/api/login", login))["before"] == "", "she is nobody else by that"
            await call(phone, "/api/me", {"name": "Alice"})
            mine = (await call(phone, "/api/tables", {"game": "pairs", "sit": 0}))["code"]
            entered = await call(phone, "/api/login", login)
            assert (entered["name"], entered["before"]) == ("Margot", "Alice")
            assert (await phone.get(f"/api/tables/{mine}")).status_code == 403
            assert (await call(phone, "/api/me/back"))["name"] == "Alice"
            assert (await phone.get(f"/api/tables/{mine}")).status_code == 200

    run(play())


def test_whoever_is_that_person_already_is_told_so(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Margot") as margot:
            token = (await margot.post("/api/seat-link"))["token"]
            assert await margot.post("/api/seat/look", {"token": token}) == {"name": "Margot", "same": True}
            with pytest.raises(Refused) as no:
                await margot.post("/api/seat/look", {"token": "x" * 43})
            assert (no.value.status, no.value.reason) == (401, "wrong_link")
            with pytest.raises(Refused) as no:
                await margot.post("/api/me/back")
            assert no.value.reason == "no_way_back"

    run(play())


def test_who_wants_to_be_forgotten_is(house: Running) -> None:
    async def play() -> None:
        async with many(Client(house.address, "Alice"), Client(house.address, "Bob")) as (alice, bob):
            made = await alice.make("pairs", {"pace": "relaxed"}, {"start": True})
            await bob.join(made["code"], made["secret"])
            await alice.ask("DELETE", "/api/me")
            with pytest.raises(Refused):
                await alice.get("/api/me")
            table = await bob.get(f"/api/tables/{made['code']}")
            assert table["seats"][0]["who"] is None
            assert "Alice" not in json.dumps(table)

    run(play())


# -- tickets -----------------------------------------------------------------------------------------


def test_a_ticket_opens_one_socket_at_one_table(house: Running) -> None:
    async def play() -> None:
        async with Client(house.address, "Alice") as alice:
            one, two = await alice.make("pairs"), await alice.make("pairs")
            ticket = (await alice.post(f"/api/tables/{one['code']}/ticket"))["ticket"]
            flipped = [ticket[:k] + ("A" if ticket[k] != "A" else "B") + ticket[k + 1 :] for k in range(0, len(ticket), 6)]
            for code, tried in ((two["code"], ticket), *((one["code"], bad) for bad in (*flipped, "", "x" * 64))):
                assert await _hello(house, code, tried) == 4401
            fresh = (await alice.post(f"/api/tables/{one['code']}/ticket"))["ticket"]
            assert await _hello(house, one["code"], fresh) == 0
            assert await _hello(house, one["code"], fresh) == 4401, "used up"

    run(play())


async def _hello(house: Running, code: str, ticket: str) -> int:
    """The close code; 0 when one is welcome."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import ConnectionClosed

    async with connect(house.address.replace("http", "ws") + f"/t/{code}/ws", proxy=None) as socket:
        await socket.send(json.dumps({"t": "hello", "ticket": ticket}))
        try:
            while (message := json.loads(await socket.recv()))["t"] == "bye":
                pass
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
        return 0 if message["t"] == "welcome" else -1


def test_sockets_from_other_sites_are_refused(house: Running) -> None:
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    async def knock(origin: Any) -> bool:
        try:
            async with connect(house.address.replace("http", "ws") + "/t/0123456789/ws", origin=origin, proxy=None):
                return True
        except InvalidStatus:
            return False

    async def play() -> None:
        assert await knock(None)
        assert await knock(house.address)
        for origin in ("null", "https://evil.example", house.address + "1", house.address.replace("127.0.0.1", "localhost")):
            assert not await knock(origin), origin

    run(play())
