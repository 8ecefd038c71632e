"""Everything hostile at once, from several addresses: `python -m tests.house.doors.attackers PORT SECONDS SEED`.

It runs in a process of its own, as attackers are on machines of their own. At the end it prints one line of JSON: how
many answers of each status it got, and whatever it got that no client should.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, get_args
from urllib.parse import quote

from pioche import games
from pioche.house.protocol.tournament_bodies import Deed
from tests.house.doors.test_hostile import frame, garbled
from tests.house.doors.test_routes import knocks

OPTIONS: dict[str, dict[str, Any]] = {"pairs": {"seats": 2}}
LOST = (OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError, LookupError)


class Attack:
    """A place to attack from: an address, a guest, dice."""

    def __init__(self, port: int, until: float, seed: int, address: str, seen: Counter[str]) -> None:
        self.port, self.until, self.address, self.seen = port, until, address, seen
        self.dice = random.Random(seed)
        self.token = ""
        self.codes: list[str] = []
        self.tournaments: list[str] = []

    @property
    def on(self) -> bool:
        return time.monotonic() < self.until

    async def line(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        async with asyncio.timeout(10):
            return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def ask(self, method: str, path: str, body: bytes | Any = None) -> tuple[int, bytes]:
        """One request on a connection of its own."""
        reader, writer = await self.line()
        try:
            data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
            head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\nconnection: close\r\n"
            head += f"authorization: Bearer {self.token}\r\ncontent-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n"
            writer.write(head.encode() + data)
            async with asyncio.timeout(20):
                answer = await reader.read()
            status = int(answer.split(b" ", 2)[1])
            self.note(status, path)
            return status, answer.partition(b"\r\n\r\n")[2]
        finally:
            writer.transport.abort()

    def note(self, status: int, path: str) -> None:
        self.seen[str(status)] += 1
        if status >= 500:
            self.seen[f"{status} {path[:60]}"] += 1

    async def guest(self) -> None:
        status, body = await self.ask("POST", "/api/me", {"name": f"M{self.dice.randrange(10**6)}"})
        self.token = json.loads(body)["token"] if status == 200 else self.token

    async def table(self, **more: Any) -> str:
        game = self.dice.choice(games())
        status, body = await self.ask("POST", "/api/tables", {"game": game, "settings": {"pace": "quick"}, **more})
        if status == 200:
            self.codes.append(json.loads(body)["code"])
        return self.dice.choice(self.codes) if self.codes else ""

    async def act(self, code: str, **wish: Any) -> None:
        """In a tournament."""
        await self.ask("POST", f"/api/tournaments/{code}/act", {"id": f"{self.dice.getrandbits(60):x}", **wish})

    async def socket(self, code: str, since: int | None = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        _, body = await self.ask("POST", f"/api/tables/{code}/ticket")
        ticket = json.loads(body).get("ticket", "x" * 43)
        reader, writer = await self.line()
        writer.write(
            f"GET /t/{code}/ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        async with asyncio.timeout(10):
            head = await reader.readuntil(b"\r\n\r\n")
        self.note(int(head.split(b" ", 2)[1]), "/t/ws")
        writer.write(frame(1, json.dumps({"t": "hello", "ticket": ticket, "since": since}).encode()))
        return reader, writer


# -- what they do ----------------------------------------------------------------------------------------


async def long_heads(at: Attack) -> None:
    start = at.dice.choice(
        [b"GET /", b"GET / HTTP/1.1\r\nx: ", b"POST /api/me HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n"]
    )
    _, writer = await at.line()
    writer.write(start)
    for _ in range(200):
        writer.write(b"x" * 60_000)
        async with asyncio.timeout(2):
            await writer.drain()
    writer.transport.abort()


async def slow_heads(at: Attack) -> None:
    lines = [await at.line() for _ in range(40)]
    for _ in range(20):
        for _, writer in lines:
            writer.write(b"GET / HTTP/1.1\r\nx: " if at.dice.random() < 0.5 else b"\r\n")
        await asyncio.sleep(0.5)
    for _, writer in lines:
        writer.transport.abort()


async def big_bodies(at: Attack) -> None:
    deep = at.dice.choice([b'{"a":', b"["]) * 20_000
    big = b'{"game":"pairs","position":{"seats":' + b"9" * 30_000 + b"}}"
    wide = json.dumps({"game": "pairs", "position": {f"f{k}": [[k]] * 20 for k in range(100)}}).encode()
    long = b'{"game":"' + b"x" * 300_000 + b'"}'
    path = at.dice.choice(["/api/tables", "/api/me", "/api/login", "/api/qr", "/api/passkeys/login"])
    await at.ask("POST", path, at.dice.choice([deep, big, wide, long]))


async def every_route(at: Attack) -> None:
    for route, path, body in knocks(at.dice, at.codes or ["0123456789"], 50):
        await at.ask(route.method, path, body)


async def tables(at: Attack) -> None:
    if at.dice.random() < 0.2:
        await at.guest()
    if at.dice.random() < 0.02:
        await at.ask("DELETE", "/api/me")
        await at.guest()
    await at.table(start=at.dice.random() < 0.7)


async def public_tables(at: Attack) -> None:
    await at.table(settings={"privacy": "public", "spectators": "public"})
    await at.ask("GET", "/api/tables")


async def reads(at: Attack) -> None:
    code = at.dice.choice(at.codes or ["0123456789"])
    path = at.dice.choice([
        "/api/tables", "/api/me/tables", f"/api/tables/{code}", f"/api/tables/{code}/record", f"/api/tables/{code}/replay",
        "/api/games", "/api/games/agnes", "/api/games/kitty/rules", "/api/openapi.json", "/api/schema.json", "/metrics",
        "/healthz", "/", "/t/x", "/assets/none.js", "/api/house", "/favicon.ico",
    ])  # fmt: skip
    await at.ask("GET", path)


async def pipelined(at: Attack) -> None:
    _, writer = await at.line()
    writer.write(b"GET /api/games HTTP/1.1\r\nhost: h\r\n\r\n" * 500)
    await asyncio.sleep(0.2)
    writer.transport.abort()


async def storms(at: Attack) -> None:
    """Seats, names, talk, pauses, bots: as fast as the line takes it."""
    code = await at.table()
    _, writer = await at.socket(code)
    wishes = [
        '{"t":"sit","id":"%s"}', '{"t":"stand","id":"%s"}', '{"t":"rename","id":"%s","name":"N%s"}',
        '{"t":"say","id":"%s","text":"x"}', '{"t":"bot","id":"%s","seat":1,"level":"expert"}', '{"t":"pause","id":"%s"}',
        '{"t":"resume","id":"%s"}', '{"t":"start","id":"%s"}', '{"t":"rematch","id":"%s"}', '{"t":"hint","id":"%s"}',
        '{"t":"lock","id":"%s","on":false}', '{"t":"move","id":"%s","do":"hit"}', '{"t":"relink","id":"%s"}',
    ]  # fmt: skip
    for k in range(60):
        wish = at.dice.choice(wishes)
        id = f"{k}.{at.dice.getrandbits(32):x}"
        writer.write(frame(1, (wish % ((id,) * wish.count("%s"))).encode()))
        await asyncio.sleep(0 if at.dice.random() < 0.8 else 0.1)
    await asyncio.sleep(0.5)
    writer.transport.abort()


async def garbage(at: Attack) -> None:
    _, writer = await at.socket(at.dice.choice(at.codes or ["0123456789"]))
    for _ in range(30):
        data = garbled(at.dice)
        noise = [
            frame(1, data if isinstance(data, bytes) else data.encode()), frame(9, os.urandom(100)) * 30, os.urandom(200),
            frame(1, b"", fin=False) + frame(0, b"", fin=False) * 200, frame(2, os.urandom(50)), frame(8, b"\x03\xe8"),
        ]  # fmt: skip
        writer.write(at.dice.choice(noise))
        await asyncio.sleep(0.01)
    writer.transport.abort()


async def silent_sockets(at: Attack) -> None:
    lines = []
    for _ in range(60):
        _, writer = await at.line()
        writer.write(
            f"GET /t/0123456789/ws HTTP/1.1\r\nHost: 127.0.0.1:{at.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        lines.append(writer)
    await asyncio.sleep(3)
    for writer in lines:
        writer.transport.abort()


async def connections(at: Attack) -> None:
    lines = await asyncio.gather(*(at.line() for _ in range(100)), return_exceptions=True)
    for line in lines:
        if isinstance(line, tuple):
            line[1].transport.abort()
    await asyncio.sleep(0.2)


async def thinkers(at: Attack) -> None:
    """Tables of search bots alone, with somebody watching so that time runs."""
    more = {"bots": {"0": "search", "1": "search"}, "sit": None, "start": True, "options": {"seats": 2}, "game": "pairs"}
    code = await at.table(**more)
    _, writer = await at.socket(code)
    await asyncio.sleep(20)
    writer.transport.abort()


DEEDS: tuple[str, ...] = get_args(Deed)


async def tournament(at: Attack) -> str:
    """One of this address's own, or a new one with many names in it."""
    if not at.tournaments or at.dice.random() < 0.05:
        public = at.dice.choice(["public", "link"])
        wish = {"game": at.dice.choice(games()), "privacy": public, "place": at.dice.choice(["real", "house"])}
        status, body = await at.ask("POST", "/api/tournaments", wish)
        if status == 200:
            at.tournaments.append(json.loads(body)["code"])
            names = [f"N{at.dice.getrandbits(40):x}" for _ in range(at.dice.choice([4, 40, 400]))]
            for do in ("register", "check_in"):
                await at.act(at.tournaments[-1], do=do, names=names)
    return at.dice.choice(at.tournaments or ["0123456789"])


async def tournament_deeds(at: Attack) -> None:
    """Everything an organiser, a referee or an entrant can do, in any order and with any numbers."""
    code, dice = await tournament(at), at.dice
    for _ in range(10):
        do = dice.choice([*DEEDS, "seat", "start", "result", "close"])
        wish: dict[str, Any] = {"do": do, "table": dice.choice([1, 2, 200]), "round": dice.choice([1, 2, 22])}
        wish |= {"name": f"N{dice.randrange(10**9)}", "other": "x", "points": dice.choice(["1", "1/3", "9" * 20])}
        wish |= {"raw": [dice.choice([0, 1, -1_000_000, 1_000_000]) for _ in range(dice.randrange(9))]}
        wish |= {"lines": [[1] * 8] * 200} if dice.random() < 0.1 else {}
        wish |= {"tables": [["a", "b", "c"]] * 200, "fillers": ["z"] * 200} if dice.random() < 0.1 else {}
        await at.act(code, **{name: value for name, value in wish.items() if name == "do" or dice.random() < 0.7})
    for do in ("relink", "place", "tables", "registration", "dismiss", "unlink", "extend"):
        body = {
            "id": f"{dice.getrandbits(60):x}",
            "do": do,
            "link": "entrants",
            "place": "house",
            "on": True,
            "minutes": 240,
        }
        await at.ask("POST", f"/api/tournaments/{code}/manage", body)
    await at.ask("POST", f"/api/tournaments/{code}/join", {"name": f"J{dice.getrandbits(40):x}", "club": "\ufdfa" * 40})


async def tournament_pages(at: Attack) -> None:
    code, lang = await tournament(at), at.dice.choice(["en", "fr", "xx"])
    for path in at.dice.sample([
        "", "/explain", "/explain?name=N1", "/comparison?round=1", "/log", "/standings.csv", "/entrants.csv", "/results.csv",
        f"/print/seats?lang={lang}", "/print/cards", "/print/sheets?round=1", f"/print/standings?lang={lang}", "/print/ranking",
    ], 5):  # fmt: skip
        await at.ask("GET", f"/api/tournaments/{code}{path}")
    await at.ask("GET", at.dice.choice(["/api/tournaments", "/api/tournament-profiles"]))


async def event_streams(at: Attack) -> None:
    """Opened by the dozen and never read."""
    code, lines = await tournament(at), []
    head = f"GET /api/tournaments/{code}/events HTTP/1.1\r\nhost: 127.0.0.1:{at.port}\r\nauthorization: Bearer {at.token}\r\n\r\n"
    for _ in range(20):
        _, writer = await at.line()
        writer.write(head.encode())
        lines.append(writer)
    await asyncio.sleep(2)
    for writer in lines:
        writer.transport.abort()


async def lessons_and_pictures(at: Attack) -> None:
    for game in at.dice.sample([*games(), "x", "%00", "\u00e9"], 5):
        await at.ask("GET", f"/api/games/{quote(game, safe='%')}/lesson")
    await at.ask("POST", "/api/qr", {"text": "http://h/" + at.dice.choice(["x", "\ufdfa", "\U0001f0a1"]) * 300})
    await at.ask("GET", at.dice.choice(["/notices/legal", "/notices/privacy?lang=fr", "/notices/../x", "/notices/%2e%2e/x"]))
    await at.ask("GET", f"/api/shared/{at.dice.choice(at.codes or ['x'])}?match=1&share=x&first=999999999")


async def long_histories(at: Attack) -> None:
    """Again and again from the first event on, and never reading."""
    code = at.dice.choice(at.codes or ["0123456789"])
    for _ in range(5):
        _, writer = await at.socket(code, 0)
        await asyncio.sleep(0.1)
        writer.transport.abort()


ATTACKS: list[Callable[[Attack], Awaitable[None]]] = [
    long_heads, slow_heads, big_bodies, every_route, tables, public_tables, reads, reads, pipelined, storms, storms, garbage,
    silent_sockets, connections, thinkers, long_histories, tournament_deeds, tournament_pages, event_streams,
    lessons_and_pictures,
]  # fmt: skip


async def keep_on(at: Attack, attack: Callable[[Attack], Awaitable[None]]) -> None:
    while at.on:
        try:
            if not at.token:
                await at.guest()
            await attack(at)
            at.seen[f"done {attack.__name__}"] += 1
        except LOST:
            at.seen[f"cut {attack.__name__}"] += 1
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.005)


async def main(port: int, seconds: float, seed: int) -> None:
    seen: Counter[str] = Counter()
    until = time.monotonic() + seconds
    only = set(sys.argv[4].split(",")) if len(sys.argv) > 4 else None
    work = []
    for k, attack in enumerate(ATTACKS * 2):
        if only is None or attack.__name__ in only:
            at = Attack(port, until, seed + k, f"127.0.0.{2 + k % 4}", seen)
            work.append(keep_on(at, attack))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds + 30):
            await asyncio.gather(*work)
    print(json.dumps(seen), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])))
