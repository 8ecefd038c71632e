"""The HTTP side: documented answers only, strict origins, safe cookies, limits that say when to come back."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pioche.client import Client
from pioche.house.api.endpoint import HEADERS
from pioche.house.api.routes import ROUTES
from pioche.house.api.schema import statuses
from pioche.house.operations import limits
from pioche.house.people.origins import same_site
from tests.house.running import Running, run
from tests.house.wire import Line


@pytest.fixture
def browser(house: Running) -> Iterator[httpx.Client]:
    """A page of the house itself: it sends its Origin and keeps cookies."""
    with httpx.Client(base_url=house.address, headers={"origin": house.address}, trust_env=False) as client:
        yield client


def test_a_browser_is_known_by_a_cookie_scripts_cannot_read(browser: httpx.Client) -> None:
    assert browser.get("/api/me").status_code == 401
    made = browser.post("/api/me", json={"name": "Alice", "lang": "fr"})
    known = {"name": "Alice", "lang": "fr", "login": "", "token": "", "passkeys": 0, "password": False, "before": ""}
    assert made.json() == known
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=15552000" in cookie
    assert browser.get("/api/me").json()["name"] == "Alice"
    assert browser.post("/api/me", json={"name": "Alix"}).json()["name"] == "Alix"


def test_cookies_are_worth_nothing_without_an_origin(browser: httpx.Client, house: Running) -> None:
    browser.post("/api/me", json={"name": "Alice"})
    cookies = {"pioche": browser.cookies["pioche"]}
    with httpx.Client(base_url=house.address, cookies=cookies, trust_env=False) as other:
        assert other.post("/api/tables", json={"game": "pairs"}).status_code == 401
        evil = other.post("/api/tables", json={"game": "pairs"}, headers={"origin": "https://evil.example"})
        assert (evil.status_code, evil.json()["reason"]) == (403, "wrong_origin")


BROKEN_NAMES = ["[", "]", "[::1", "a]b", "[x]", "[v1.x]", "a\xbc", "\xff", "a:b", "a:-1", "a@b", "%", "[::1]:x", "::", " "]


@pytest.mark.parametrize("name", BROKEN_NAMES)
def test_a_broken_name_is_refused_and_no_error(house: Running, name: str) -> None:
    """In an Origin, in Host, in what a proxy says; over HTTP and for a socket."""
    shaking = "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
    shaking += "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

    def ask(path: str, host: str, more: str) -> int:
        with socket.create_connection(("127.0.0.1", house.port), 20) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nhost: {host}\r\n{more}\r\n".encode("latin-1"))
            return int(line.recv(12).split(b" ")[1])

    here = f"127.0.0.1:{house.port}"
    for origin in (f"http://{name}", f"//{name}", name):
        assert ask("/api/house", here, f"origin: {origin}\r\n") == 403
        assert ask("/t/0123456789/ws", here, f"origin: {origin}\r\n{shaking}") == 403
        assert ask("/t/0123456789/ws", name, f"origin: {origin}\r\n{shaking}") in (101, 403)
    for path in ("/api/house", "/", "/t/0123456789?replay=1&share=x", "//[", "/notices/x"):
        assert ask(path, name, "") in (200, 403, 404)
    for said in (f"x-forwarded-for: {name}", f"forwarded: for={name};proto={name}", f"x-forwarded-proto: {name}"):
        assert ask("/api/house", here, f"{said}\r\n") == 200
    assert not house.errors()


ORIGINS = [
    ("http://house.example", True),
    ("http://HOUSE.example", True),
    ("http://house.example:80", True),
    ("https://house.example", True),
    ("null", False),
    ("", False),
    ("http://house.example:8080", False),
    ("http://evil.example", False),
    ("http://sub.house.example", False),
    ("http://house.example.evil.com", False),
    ("http://example", False),
    ("http://house.examplex", False),
    ("http://xhouse.example", False),
    ("http://house.example/path", False),
    ("http://house.example?x", False),
    ("http://user@house.example", False),
    ("ftp://house.example", False),
    ("file://", False),
    ("http://house.example.", False),
    ("http://xn--house-example", False),
    ("javascript:alert(1)", False),
    ("http://", False),
    ("http://[", False),
    ("http://[::1", False),
    ("//]", False),
    ("//house.example", False),
    ("house.example", False),
    ("http://house.example#f", False),
    ("http://[::1]", False),
    ("http://127.0.0.1", False),
    ("data:text/html,x", False),
]


@pytest.mark.parametrize(("origin", "good"), ORIGINS)
def test_only_its_own_pages(origin: str, good: bool) -> None:
    assert same_site(origin, "house.example", frozenset()) is good
    assert same_site(origin, "", frozenset()) is False


def test_named_origins_are_welcome_too() -> None:
    assert same_site("https://cards.example", "inner:8421", frozenset({"https://cards.example"}))


@pytest.mark.parametrize("path", ["/", "/t/0123456789", "/api/games", "/api/none", "/healthz", "/favicon.ico", "/s"])
def test_every_answer_wears_its_headers(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code in (200, 404)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "server" not in answer.headers


def test_the_page_loads_nothing_from_elsewhere(browser: httpx.Client) -> None:
    page = browser.get("/").text
    assert "Pioche" in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page
    assert browser.get("/assets/../../sqlite.py").status_code == 404
    assert browser.get("/..%2fsqlite.py").status_code == 404
    assert browser.post("/").status_code == 405


def test_the_shelf_speaks_both_languages(browser: httpx.Client) -> None:
    for card in browser.get("/api/games").json()["games"]:
        game = browser.get(f"/api/games/{card['id']}").json()
        assert game["card"] == card
        for said in (card["title"], card["pitch"], *(option["label"] for option in game["options"])):
            assert said["en"], card["id"]
            assert said["fr"], card["id"]
        for lang in ("en", "fr"):
            assert browser.get(f"/api/games/{card['id']}/rules", params={"lang": lang}).json()["markdown"].startswith("#")


def test_the_qr_code_is_drawn_here(browser: httpx.Client) -> None:
    drawn = browser.post("/api/qr", json={"text": "http://192.168.1.7:8421/t/abc#def"})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "<svg" in drawn.text


def test_numbers_for_prometheus_name_nobody(browser: httpx.Client) -> None:
    text = browser.get("/metrics").text
    assert "pioche_moves_total" in text
    for label in ("name=", "who=", "code=", "table=", "address="):
        assert label not in text


# -- limits ------------------------------------------------------------------------------------------


def test_bodies_have_a_limit(browser: httpx.Client) -> None:
    browser.post("/api/me", json={"name": "Alice"})
    long = b'{"game": "' + b"x" * limits.MAX_BODY_BYTES + b'"}'
    answer = browser.post("/api/tables", content=long, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["reason"]) == (413, "too_long")
    assert browser.post("/api/tables", content=b"game=pairs").status_code == 415
    for bad in (b"", b"{", b"[]", b"null", b'{"game": 3}', b'{"game": "pairs", "evil": 1}', b"\xff\xfe", b'{"a":' * 5000):
        answer = browser.post("/api/tables", content=bad, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["reason"]) == (400, "malformed")


def test_too_often_says_when_to_come_back(tmp_path: Path) -> None:
    house = Running(tmp_path)
    try:
        with httpx.Client(base_url=house.address, trust_env=False) as client:
            token = client.post("/api/me", json={}).json()["token"]
            answers = [client.post("/api/login", json={"login": "nobody", "password": "x" * 8}) for _ in range(12)]
            assert {answer.status_code for answer in answers} == {401, 429}
            late = answers[-1]
            assert (late.json()["reason"], int(late.headers["retry-after"]) >= 1) == ("too_often", True)
            assert late.json()["retry"] > 0
            made: list[httpx.Response] = []
            while not made or (made[-1].status_code == 200 and len(made) < 400):  # a slow machine makes more of them
                made.append(client.post("/api/tables", json={"game": "pairs"}, headers={"authorization": f"Bearer {token}"}))
            assert len(made) > 40
            assert made[-1].status_code == 429
    finally:
        house.stop()


def test_a_refusal_costs_nobody_another_turn(tmp_path: Path) -> None:
    """Public tables are counted by person and by address. Whoever asks while the address has none left is told how long
    that lasts, and it lasts no longer."""
    house = Running(tmp_path)
    wish = {"game": "pairs", "settings": {"privacy": "public"}}
    try:
        with httpx.Client(base_url=house.address, trust_env=False, timeout=30) as client:

            def guest() -> dict[str, str]:
                return {"authorization": f"Bearer {client.post('/api/me', json={}).json()['token']}"}

            for _ in range(int(limits.RATES["public_here"].burst)):
                mallory = guest()
                for _ in range(int(limits.RATES["public"].burst)):
                    told = client.post("/api/tables", json=wish, headers=mallory)
                if told.status_code == 429:
                    break
            alice = guest()
            refused = [client.post("/api/tables", json=wish, headers=alice) for _ in range(6)]
            refused = [told for told in refused if told.status_code == 429]  # a slow machine has made one meanwhile
            assert len(refused) > 3
            longest = 1000 / limits.RATES["public_here"].per_second + 1000
            assert max(told.json()["retry"] for told in refused) <= longest
    finally:
        house.stop()


# -- whatever is sent, the answer is one of those the list of doors promises ---------------------------


def nonsense(dice: random.Random, depth: int = 0) -> Any:
    kinds = [
        None,
        True,
        0,
        -1,
        2**63,
        2**200,
        1.5,
        "",
        "x" * dice.randrange(300),
        "\u0000",
        "é\u202e",
        "pairs",
        "hawthorn",
        "0123456789",
    ]
    if depth < 4 and dice.random() < 0.4:
        if dice.random() < 0.5:
            return [nonsense(dice, depth + 1) for _ in range(dice.randrange(4))]
        names = [
            "game",
            "options",
            "settings",
            "bots",
            "sit",
            "seed",
            "cards",
            "position",
            "secret",
            "seat",
            "token",
            "name",
            "lang",
            "login",
            "password",
            "text",
            "seats",
            "phase",
            "hand",
            "0",
            "continues",
            "code",
            "match",
            "at",
            "start",
            "privacy",
        ]
        return {dice.choice(names): nonsense(dice, depth + 1) for _ in range(dice.randrange(5))}
    return dice.choice(kinds)


def knocks(dice: random.Random, codes: list[str], count: int) -> Iterator[tuple[Any, str, Any]]:
    """(route, path with query, body)"""
    for _ in range(count):
        route = dice.choice([route for route in ROUTES if route.name not in ("forget", "tournament_events")])
        path = route.path.replace("{game}", dice.choice(["pairs", "agnes", "%00", "..", "x"]))
        path = path.replace("{what}", dice.choice(["standings", "seats", "cards", "results", "ranking", "x", "%00"]))
        path = path.replace("{code}", dice.choice([*codes, "0123456789", "x", "%2e%2e"]))
        queries = [
            f"{query.name}={dice.choice(['0', '1', '99', '-1', 'x', '', '1e9', '9' * 30, 'fr', '%ff'])}"
            for query in route.query
        ]
        if queries and dice.random() < 0.8:
            path += "?" + "&".join(dice.sample(queries, dice.randrange(len(queries) + 1)))
        body = None
        if route.body is not None:
            body = {name: nonsense(dice, 2) for name in route.body.__struct_fields__ if dice.random() < 0.7}
            if dice.random() < 0.2:
                body = nonsense(dice)
        yield route, path, json.dumps(body).encode() if body is not None else None


async def knock_at_random(house: Running, count: int, seed: int) -> None:
    dice = random.Random(seed)
    line = await Line(house.address).guest("Mallory")
    codes = [
        (await line.post("/api/tables", {"game": game, "start": True}))["code"] for game in ("pairs", "hawthorn", "pig")
    ]
    codes.append((await line.post("/api/tournaments", {"game": "agnes"}))["code"])
    for route, path, body in knocks(dice, codes, count):
        status, data = await line.ask(route.method, path, body)
        assert status in {200, *statuses(route)}, (route.name, path, body, status, data)
        if status != 200:
            assert {"reason", "en", "fr"} <= set(json.loads(data))
    await line.close()
    async with Client(house.address, "After") as after:
        assert (await after.get("/healthz"))["ok"]


def test_no_door_answers_what_it_does_not_promise(house: Running) -> None:
    run(knock_at_random(house, 1500, 1))


@pytest.mark.campaign
def test_no_door_answers_what_it_does_not_promise_in_50_000_knocks(house: Running) -> None:
    run(knock_at_random(house, 50_000, 2), 1800)
