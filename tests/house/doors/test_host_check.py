"""Proxies that are trusted and others that are not; names by which a house may be called and others."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pioche.client import Client
from pioche.house.first_start import own_address
from pioche.house.operations.limits import MAX_SILENT_SOCKETS_PER_ADDRESS, PROXY_FACTOR, RATES, address_key, many_behind
from pioche.house.people.origins import PROXY_HEADERS, UNKNOWN, Network, came_from, known_name, networks
from tests.house.doors.knocking import counter
from tests.house.proxy import Proxy
from tests.house.running import Running, run

BURST = int(RATES["me"].burst)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Any]:
    """Opens houses and closes them again."""
    houses: list[Any] = []

    def house(*arguments: str) -> Running:
        folder = tmp_path / str(len(houses))
        folder.mkdir()
        houses.append(Running(folder, "--tempo", "0", "--log", "info", *arguments))
        return houses[-1]

    def proxy(behind: Running, *how: str) -> Proxy:
        houses.append(Proxy(behind.port, *how))
        return houses[-1]

    house.proxy = proxy  # type: ignore[attr-defined]
    yield house
    for one in reversed(houses):
        one.stop()


async def guests(address: str, sources: list[str], times: int, **headers: str) -> list[int]:
    """So many new guests from each of several addresses of this machine, behind whatever is at `address`."""

    async def knock(source: str) -> list[int]:
        transport = httpx.AsyncHTTPTransport(local_address=source)
        async with httpx.AsyncClient(base_url=address, transport=transport, timeout=60) as http:
            return [(await http.post("/api/me", json={}, headers=headers)).status_code for _ in range(times)]

    return [status for found in await asyncio.gather(*map(knock, sources)) for status in found]


VISITORS = [f"127.0.2.{k}" for k in range(1, 7)]


@pytest.mark.parametrize("way", ["x", "forwarded"])
def test_visitors_behind_a_trusted_proxy_are_told_apart(opened: Any, way: str) -> None:
    house = opened("--trusted-proxy", "127.0.0.1")
    proxy = opened.proxy(house, way)
    answers = run(guests(proxy.address, VISITORS, BURST // 2))
    assert answers.count(429) == 0, f"{answers.count(429)} of {len(answers)} were sent away"


def test_behind_a_proxy_nobody_was_told_to_trust_they_are_one(opened: Any) -> None:
    house = opened()
    proxy = opened.proxy(house)
    assert run(guests(proxy.address, VISITORS, BURST // 2)).count(429) > 0


def test_nobody_gets_another_address_by_saying_so(opened: Any) -> None:
    """Headers from strangers are nothing, and a proxy's own word stands behind what a stranger wrote before it."""
    house = opened("--trusted-proxy", "127.0.0.1", "--trusted-proxy", "10.0.0.0/8")
    proxy = opened.proxy(house)

    async def lie(address: str, source: str) -> int:
        sent = []
        for k in range(BURST + 15):
            said = {"x-forwarded-for": f"203.0.113.{k}, 10.0.0.{k}"}
            sent += await guests(address, [source], 1, **said)
        return sent.count(429)

    assert run(lie(house.address, "127.0.2.7")) > 0, "straight to the house"
    assert run(lie(proxy.address, "127.0.2.8")) > 0, "through the proxy"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::"),
        ("2001:db8::2", "2001:db8::"),
        ("2001:DB8:0:0:ffff:1:2:3", "2001:db8::"),
        ("2001:db8:0:1::1", "2001:db8:0:1::"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:c000:207", "192.0.2.7"),
        ("::1", "::1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("", ""),
        ("testclient", "testclient"),
        ("no:address", "no:address"),
    ],
)
def test_addresses_are_counted_by_their_network(address: str, counted: str) -> None:
    assert address_key(address) == counted
    assert address_key(counted) == counted
    assert (
        many_behind(address)
        == many_behind(counted)
        == (PROXY_FACTOR if counted in ("127.0.0.1", "::1", "testclient") else 1)
    )


def test_all_addresses_of_a_network_are_one(opened: Any) -> None:
    house = opened("--trusted-proxy", "127.0.0.1")

    async def refused(written: str) -> int:
        said = [written.format(k) for k in range(1, BURST + 16)]
        sent = [await guests(house.address, ["127.0.0.1"], 1, **{"x-forwarded-for": address}) for address in said]
        return sum(one.count(429) for one in sent)

    assert run(refused("2001:db8::{:x}")) > 0
    assert run(refused("2001:db8:9:9:{:x}::")) > 0
    assert run(refused("2001:db8:1:{:x}::")) == 0, "networks of their own"


def test_a_page_over_https_gets_cookies_that_stay_there(opened: Any) -> None:
    house = opened("--trusted-proxy", "127.0.0.1")
    proxy = opened.proxy(house, "https")
    for address, secure in ((proxy.address, True), (house.address, False)):
        origin = address.replace("http:", "https:") if secure else address
        made = httpx.post(f"{address}/api/me", json={}, headers={"origin": origin}, trust_env=False)
        assert ("__Host-pioche" in made.headers["set-cookie"]) is secure
        assert ("secure" in made.headers["set-cookie"].lower()) is secure
        assert ("strict-transport-security" in made.headers) is secure
    lied = httpx.post(f"{house.address}/api/me", json={}, headers={"x-forwarded-proto": "https"}, trust_env=False)
    assert lied.status_code == 200


def test_a_game_is_played_through_the_proxy(opened: Any) -> None:
    house = opened("--trusted-proxy", "127.0.0.1")
    proxy = opened.proxy(house)

    async def play() -> None:
        async with Client(proxy.address, "Alice") as alice:
            made = await alice.make("pairs")
            async with alice.at(made["code"]) as table:
                await table.wish("start")
                await table.until(lambda: table.menu)

    run(play())


def test_it_is_told_at_the_start_and_nonsense_is_refused(opened: Any) -> None:
    serve = [sys.executable, "-m", "pioche.house.serve", "--no-browser", "--port", "0", "--data"]
    wrong = subprocess.run([*serve, "none.db", "--trusted-proxy", "next.door"], capture_output=True, text=True, timeout=60)
    assert wrong.returncode == 2
    assert "--trusted-proxy" in wrong.stderr
    assert "Traceback" not in wrong.stderr
    house = opened("--trusted-proxy", "127.0.0.1", "--trusted-proxy", "fd00::/8")
    assert "127.0.0.1, fd00::/8" in house.process.stdout.readline()


# -- what headers mean --------------------------------------------------------------------------------


TRUSTED = networks(["10.0.0.1", "192.168.0.0/16", "2001:db8:1::/48"])


@pytest.mark.parametrize(
    ("peer", "headers", "found"),
    [
        ("203.0.113.9", {"x-forwarded-for": "198.51.100.1"}, ("203.0.113.9", "")),
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.1"}, ("198.51.100.1", "")),
        ("10.0.0.1", {"x-forwarded-for": "1.1.1.1, 198.51.100.1, 192.168.3.4"}, ("198.51.100.1", "")),
        ("10.0.0.1", {"x-forwarded-for": "192.168.1.1, 192.168.3.4"}, ("192.168.1.1", "")),
        ("10.0.0.1", {"x-forwarded-for": "2001:db8::7"}, ("2001:db8::7", "")),
        ("10.0.0.1", {"x-forwarded-for": "[2001:db8::7]:4711"}, ("2001:db8::7", "")),
        ("2001:db8:1::5", {"x-forwarded-for": "198.51.100.1:5000"}, ("198.51.100.1", "")),
        ("::ffff:10.0.0.1", {"x-forwarded-for": "::ffff:198.51.100.1"}, ("198.51.100.1", "")),
        ("10.0.0.1", {"forwarded": 'for="[2001:db8::7]:4711";proto=https'}, ("2001:db8::7", "https")),
        ("10.0.0.1", {"forwarded": "for=198.51.100.1, for=192.168.0.3;proto=https"}, ("198.51.100.1", "https")),
        ("10.0.0.1", {"forwarded": "for=unknown"}, (UNKNOWN, "")),
        ("10.0.0.1", {"forwarded": "for=_hidden, for=192.168.0.3"}, ("192.168.0.3", "")),
        ("10.0.0.1", {"x-forwarded-for": "nonsense", "x-forwarded-proto": "https"}, (UNKNOWN, "https")),
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.1", "x-forwarded-proto": "gopher"}, ("198.51.100.1", "")),
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.1", "forwarded": "for=1.2.3.4"}, (UNKNOWN, "")),
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.1", "forwarded": "for=x"}, (UNKNOWN, "")),
        ("10.0.0.1", {"x-forwarded-proto": "https"}, (UNKNOWN, "https")),
        ("10.0.0.1", {"via": "1.1 elsewhere"}, (UNKNOWN, "")),
        ("10.0.0.1", {"x-forwarded-for": "127.0.0.1"}, (UNKNOWN, "")),
        ("127.0.0.1", {"x-forwarded-for": "198.51.100.1"}, (UNKNOWN, "")),
        ("::1", {"x-real-ip": "198.51.100.1"}, (UNKNOWN, "")),
        ("127.0.0.1", {}, ("127.0.0.1", "")),
        ("10.0.0.1", {"x-forwarded-for": "198.51.100.1", "forwarded": "for=198.51.100.1"}, ("198.51.100.1", "")),
        ("10.0.0.1", {}, ("10.0.0.1", "")),
        ("", {"x-forwarded-for": "198.51.100.1"}, ("", "")),
    ],
)
def test_the_rightmost_address_that_is_no_proxys(peer: str, headers: dict[str, str], found: tuple[str, str]) -> None:
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    assert came_from(peer, sent, TRUSTED) == found


@pytest.mark.parametrize("trusted", [(), networks(["127.0.0.1"]), networks(["10.0.0.0/8"]), networks(["0.0.0.0/0", "::/0"])])
@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.1", "203.0.113.9"])
def test_no_header_gives_a_request_the_limits_of_this_machine(peer: str, trusted: tuple[Network, ...]) -> None:
    """Alone and in pairs, beside what a proxy has written, in front of it and behind it."""
    values = [
        "for=x",
        "for=127.0.0.1",
        'for="[::1]"',
        "127.0.0.1",
        "::1",
        "unknown",
        "1.2.3.4",
        "10.0.0.1",
        "",
        ",",
        "https",
    ]
    lies = [(name.encode(), value.encode()) for name in sorted(PROXY_HEADERS) for value in values]
    own = [(b"x-forwarded-for", b"198.51.100.7"), (b"x-forwarded-proto", b"https")]
    for one, other in product(lies, [None, *lies[::7]]):
        pair = [one] if other is None else [one, other]
        for headers in (pair, pair + own, own + pair):
            address, _ = came_from(peer, headers, trusted)
            assert many_behind(address) == 1, (headers, address)


def test_a_program_on_this_machine_that_passes_strangers_on_is_one_stranger(opened: Any) -> None:
    """A tunnel nobody has named: too many sockets that say nothing make room for each other."""
    house = opened()
    port = int(house.address.rpartition(":")[2])

    async def knock(**headers: str) -> float:
        address = f"ws://127.0.0.1:{port}/t/0123456789/ws"
        name = 'pioche_connections_cut_total{why="no_hello"}'
        before = await counter(house, name)
        opening = [
            connect(address, additional_headers=headers, proxy=None) for _ in range(MAX_SILENT_SOCKETS_PER_ADDRESS + 20)
        ]
        lines = await asyncio.gather(*opening)
        cut = await counter(house, name) - before
        for line in lines:
            line.transport.abort()
        return cut

    assert run(knock()) == 0, "programs of this machine that speak for themselves"
    assert run(knock(Forwarded="for=x")) == 20
    assert run(knock(**{"X-Real-IP": "198.51.100.1"})) >= 20


def test_figures_are_for_this_machine_and_trusted_ones(opened: Any) -> None:
    """Not for the network of a house that is open to it, however the address is written; nor for a proxy's visitors."""
    house = opened("--host", "0.0.0.0", "--trusted-proxy", "127.0.0.1")
    outside = own_address()
    if outside == "127.0.0.1":
        pytest.skip("NOT TESTED: this machine has no network")

    def ask(host: str, path: str, **headers: str) -> int:
        return httpx.get(f"http://{host}:{house.port}{path}", headers=headers, trust_env=False).status_code

    for path in ("/metrics", "/%6detrics", "/metrics?x", "/%6D%65trics"):
        assert ask("127.0.0.1", path) == 200
        assert ask(outside, path) == 403
        assert ask("127.0.0.1", path, **{"x-forwarded-for": "127.0.0.1"}) == 403
    assert ask(outside, "/healthz") == 200
    assert ask(outside, "/metrics/") == 200, "the page, which reads the rest of the address"


# -- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8421", True),
        ("192.168.1.20:8421", True),
        ("[::1]:8421", True),
        ("[2001:db8::7]", True),
        ("localhost:8421", True),
        ("LOCALHOST", True),
        ("pioche.localhost:8421", True),
        ("cards.example:443", True),
        ("cards.example.", True),
        ("", True),
        ("evil.example:8421", False),
        ("cards.example.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:8421", False),
        ("xcards.example", False),
        ("[::1].evil.example", True),  # what stands behind the bracket is no name a browser can ask for
    ],
)
def test_by_which_names_a_house_may_be_called(host: str, known: bool) -> None:
    assert known_name(host, frozenset({"cards.example"})) is known


def ask(house: Running, host: str, path: str = "/api/house", method: str = "GET") -> httpx.Response:
    headers = {"host": host, "origin": f"http://{host}"}
    return httpx.request(method, house.address + path, headers=headers, trust_env=False)


def test_a_page_that_makes_its_own_name_lead_here_gets_nothing(opened: Any) -> None:
    house = opened("--host-name", "cards.example", "--host-name", "Other.Example")
    evil = f"evil.example:{house.port}"
    for method, path in (
        ("GET", "/api/house"),
        ("POST", "/api/me"),
        ("GET", "/"),
        ("GET", "/t/0123456789"),
        ("DELETE", "/api/me"),
    ):
        answer = ask(house, evil, path, method)
        assert answer.status_code == 403, path
        said = answer.json()
        assert said["reason"] == "wrong_host"
        assert "--host-name evil.example" in said["en"]
        assert "--host-name evil.example" in said["fr"]
    for host in ("cards.example", "cards.example:443", "OTHER.example", f"localhost:{house.port}", f"[::1]:{house.port}"):
        assert ask(house, host).status_code == 200, host
    assert ask(house, evil, "/healthz").status_code == 200, "a machine that asks whether it is well"
    odd = httpx.get(f"{house.address}/api/house", headers={"host": "<script>.example"}, trust_env=False)
    assert "<" not in odd.json()["en"]


def test_nor_does_its_socket(opened: Any) -> None:
    house = opened()

    async def knock(host: str) -> int:
        try:
            async with connect(
                f"ws://{host}/t/0123456789/ws", origin=f"http://{host}", proxy=None, host="127.0.0.1", port=house.port
            ):
                return 101
        except InvalidStatus as no:
            return no.response.status_code

    assert run(knock(f"evil.example:{house.port}")) == 403
    assert run(knock(f"localhost:{house.port}")) == 101
