"""What no browser sends is refused in the words of the house, too."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from pioche.house.operations import limits
from tests.house.doors.knocking import knock, reach
from tests.house.running import Running, in_process

MANY = "".join(f"x{k}: y\r\n" for k in range(limits.MAX_HEADERS + 10))


def test_whoever_asks_too_much_is_told_in_the_header_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused before it reaches a route, but as every route refuses."""
    monkeypatch.setitem(limits.RATES, "request", limits.Rate(3 / 1000 / limits.PROXY_FACTOR, 1e-9))
    with in_process() as address, httpx.Client(base_url=address, trust_env=False) as client:
        refused = [client.get("/healthz") for _ in range(5)][-1]
    assert refused.status_code == 429
    assert refused.headers["retry-after"] == str(refused.json()["retry"] // 1000)


@pytest.mark.parametrize(
    ("asked", "status", "reason"),
    [
        ("OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n", 404, "no_such_way"),
        ("GET * HTTP/1.1\r\nhost: localhost\r\n\r\n", 404, "no_such_way"),
        ("TRACE / HTTP/1.1\r\nhost: localhost\r\n\r\n", 405, "no_such_way"),
        ("TRACE /api/me HTTP/1.1\r\nhost: localhost\r\n\r\n", 405, "no_such_way"),
        ("PROPFIND /api/house HTTP/1.1\r\nhost: localhost\r\n\r\n", 405, "no_such_way"),
        ("OPTIONS /api/house HTTP/1.1\r\nhost: localhost\r\n\r\n", 405, "no_such_way"),
        ("CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n", 400, "malformed"),
        ("GET / HTTP/9.9\r\nhost: localhost\r\n\r\n", 400, "malformed"),
        ("nonsense\r\n\r\n", 400, "malformed"),
        ("\x16\x03\x01\x02\x00\x01\x00\x01", 400, "malformed"),  # TLS
        (f"GET / HTTP/1.1\r\nhost: localhost\r\n{MANY}\r\n", 431, "too_many_headers"),
        (f"GET / HTTP/1.1\r\nhost: localhost\r\n{MANY}", 431, "too_many_headers"),
        (f"GET / HTTP/1.1\r\nhost: localhost\r\nx: {'y' * limits.MAX_HEAD_BYTES * 2}\r\n", 431, "too_long"),
        ("POST /api/me HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n", 400, "malformed"),
    ],
)
def test_odd_requests_are_refused_in_our_words(house: Running, asked: str, status: int, reason: str) -> None:
    async def play() -> None:
        reader, writer = await reach(house)
        writer.write(asked.encode("latin-1"))
        async with asyncio.timeout(20):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            said = json.loads(await reader.readexactly(int(head.partition("content-length: ")[2].split("\r")[0])))
        assert int(head.split()[1]) == status
        assert "content-type: application/json" in head
        assert ("allow: " in head) is (status == 405)
        assert said["reason"] == reason
        if reason == "too_many_headers":
            assert str(limits.MAX_HEADERS) in said["en"]
            assert str(limits.MAX_HEADERS) in said["fr"]
        writer.transport.abort()

    knock(play())
