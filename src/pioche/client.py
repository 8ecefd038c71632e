"""A small client of a Pioche server, for scripts, tests and bots.

    async with Client("http://127.0.0.1:8421", name="Robin") as me:
        made = await me.make("hawthorn", seats=3)
        async with me.at(made["code"]) as table:
            await table.wish("start")
            async for news in table.news():
                if news["menu"]:
                    await table.move(news["menu"][0]["do"])
                elif news["view"]["phase"] == "over":
                    break

It keeps the numbered events and the latest view; after a lost connection it resumes where it was. A server that answers
no ping for some seconds counts as a lost connection. Needs `httpx`, which the extra `client` installs.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import ssl
from collections.abc import AsyncIterator
from contextlib import suppress
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from pioche.engine.fair.shares import SECRET_BYTES, share_promise

try:
    import httpx
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "pioche.client needs the package httpx: pip install 'pioche[client]'. / "
        "pioche.client demande le paquet httpx\u00a0: pip install 'pioche[client]'.",
        name="httpx",
    ) from missing

RECONNECT_SECONDS = (0.2, 15.0)  # before the first attempt, and at most; doubled after each
PING_SECONDS = (4.0, 5.0)  # from one ping to the next, and for its answer
CONNECT_SECONDS = 9.0  # for a ticket, and for a socket
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, httpx.TransportError)  # exceptions of a lost connection


class Refused(Exception):
    """A request or command the server refused; `said` is its answer, with sentences in both languages."""

    def __init__(self, said: dict[str, Any], status: int = 0) -> None:
        super().__init__(said.get("en", ""))
        self.said, self.status, self.reason = said, status, said.get("reason", "")


class Retold(Exception):
    """The numbers of events have a gap or a repetition: a fault of the server."""


class Client:
    """One person on a server. With the `token` of an earlier client it is the same person again.

    `tls` is for a server whose certificate the machine does not trust: `ssl.create_default_context(cafile=...)`.
    """

    def __init__(
        self, address: str, name: str = "", lang: str = "en", token: str = "", tls: ssl.SSLContext | None = None
    ) -> None:
        self.address, self.name, self.lang, self.token, self.tls = address.rstrip("/"), name, lang, token, tls
        self.http = httpx.AsyncClient(base_url=self.address, timeout=30, trust_env=False, verify=tls or True)

    async def __aenter__(self) -> Client:
        if not self.token:
            self.token = (await self.post("/api/me", {"name": self.name or None, "lang": self.lang}))["token"]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.aclose()

    async def ask(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Send a request; return decoded JSON or text.

        Raise `Refused` if the server refuses, `ConnectionError` if a proxy answers instead of the server.
        """
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        content = None
        if body is not None:
            content, headers["content-type"] = json.dumps(body).encode(), "application/json"
        answer = await self.http.request(method, path, content=content, headers=headers, params=query or None)
        if answer.status_code != 200:
            if answer.headers.get("content-type") != "application/json":
                raise ConnectionError(f"a proxy answers {answer.status_code} for the house")
            raise Refused(answer.json(), answer.status_code)
        return answer.json() if answer.headers["content-type"] == "application/json" else answer.text

    async def get(self, path: str, **query: Any) -> Any:
        return await self.ask("GET", path, None, **query)

    async def post(self, path: str, body: Any = None) -> Any:
        return await self.ask("POST", path, body)

    async def make(
        self, game: str, settings: dict[str, Any] | None = None, more: dict[str, Any] | None = None, **options: Any
    ) -> Any:
        """Make a table; `more` has the fields besides the game's options: bots, start, sit, seed, cards, position."""
        return await self.post("/api/tables", {"game": game, "options": options, "settings": settings or {}, **(more or {})})

    async def join(self, code: str, secret: str = "") -> Any:
        return await self.post(f"/api/tables/{code}/join", {"secret": secret})

    async def sit(self, code: str, seat: int | None = None) -> Any:
        return await self.post(f"/api/tables/{code}/sit", {"seat": seat})

    def at(self, code: str, since: int | None = 0) -> Sitting:
        """Return the connection to a table; use it with `async with`."""
        return Sitting(self, code, since)


class Shares:
    """This person's shares of the randomness: promised before a match, shown when the list of promises is fixed, and
    checked when the match begins. A share that was shown is never promised again."""

    def __init__(self) -> None:
        self.deal, self.seat, self.share, self.promise = "", -1, "", ""
        self.sent = False  # the promise was sent over this connection
        self.fixed: dict[str, Any] | None = None  # the list the share was shown for
        self.complaints: list[str] = []  # violations of the protocol by the server

    def promised(self, code: str, you: dict[str, Any], table: dict[str, Any]) -> dict[str, Any] | None:
        """Return the `promise` to send now, or None."""
        seat, match = you["seat"], table["match"] + 1
        if seat is None or table["practice"] or table["tournament"] or table["phase"] not in ("gathering", "over"):
            return None
        deal = f"{code}/{match}"
        if (deal, seat) != (self.deal, self.seat):
            self.deal, self.seat, self.share, self.sent, self.fixed = (
                deal,
                seat,
                secrets.token_hex(SECRET_BYTES),
                False,
                None,
            )
            self.promise = share_promise(deal, seat, self.share)
        if self.sent or self.fixed is not None:
            return None
        self.sent = True
        return {"t": "promise", "match": match, "promise": self.promise}

    def shown(self, about: dict[str, Any]) -> dict[str, Any] | None:
        """Return the `reveal` to send when the list of promises is fixed; None if ours is not in it."""
        if about["deal"] != self.deal or not self.share:
            return None
        if self.fixed not in (None, about):
            self.complaints.append("fixed_twice")
            return None
        if {"seat": self.seat, "promise": self.promise} not in about["shares"]:
            ours = any(one["seat"] == self.seat for one in about["shares"])
            self.complaints.append("replaced" if ours else "left_out")  # replaced: by our other connection or by the server
            return None
        self.fixed = about
        return self.again()

    def again(self) -> dict[str, Any] | None:
        """Return the `reveal` to repeat after a lost connection, or None."""
        if self.fixed is None:
            return None
        return {"t": "reveal", "match": self.fixed["match"], "share": self.share}

    def started(self, about: dict[str, Any]) -> None:
        """Check that the deal is the promised one and has our share; add a complaint if not."""
        if self.fixed is None or about.get("deal") != self.deal:
            return
        kept = [{"seat": one["seat"], "promise": one["promise"]} for one in about["shares"]]
        if about["promise"] != self.fixed["promise"] or kept != self.fixed["shares"]:
            self.complaints.append("other_promises")
        if {"seat": self.seat, "promise": self.promise, "share": self.share} not in about["shares"]:
            self.complaints.append("silenced")
        self.share, self.fixed = "", None


class Sitting:
    """A person at a table. It survives lost connections: `wish` opens another socket if needed."""

    def __init__(self, client: Client, code: str, since: int | None = 0) -> None:
        self.client, self.code, self.since = client, code, since
        self.socket: ClientConnection | None = None
        self.stream, self.n = "", 0
        self.welcome: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.view: dict[str, Any] | None = None
        self.menu: list[dict[str, Any]] | None = None
        self.clock: dict[str, Any] | None = None
        self.ending: dict[str, Any] | None = None  # the deal that is over, during the pause after it
        self.events: list[dict[str, Any]] = []
        self.raw: list[str] = []  # every numbered event, byte for byte
        self.bye: dict[str, Any] | None = None
        self.others: list[dict[str, Any]] = []  # messages `asked` and `hints`
        self.meanwhile: dict[str, Any] | None = None  # news that came before the answer to a command, merged
        self.shares: Shares | None = Shares()  # None: take no part in the randomness of deals

    async def __aenter__(self) -> Sitting:
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def connect(self, address: str = "") -> None:
        """Open a socket and resume. `address` replaces the server's, for instance by that of a proxy."""
        async with asyncio.timeout(CONNECT_SECONDS):
            ticket = (await self.client.post(f"/api/tables/{self.code}/ticket"))["ticket"]
        base = (address or self.client.address).replace("http", "ws", 1)
        self.socket = await connect(
            f"{base}/t/{self.code}/ws", compression=None, max_size=2**24, max_queue=256, ping_interval=PING_SECONDS[0],
            ping_timeout=PING_SECONDS[1], proxy=None, open_timeout=CONNECT_SECONDS, close_timeout=1,
            ssl=self.client.tls if base.startswith("wss") else None,
        )  # fmt: skip
        self.bye = None
        hello: dict[str, Any] = {"t": "hello", "ticket": ticket, "stream": self.stream}
        since = self.n if self.stream else self.since
        if since is not None:
            hello["since"] = since
        await self.send(hello)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    def cut(self) -> None:
        """Abort the connection without a closing handshake."""
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None

    async def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """Return the next message after updating this object; raise `ConnectionClosed` if the connection is lost."""
        assert self.socket is not None
        text = str(await self.socket.recv())
        message: dict[str, Any] = json.loads(text)
        self._note(message, text)
        if self.shares is not None:
            await self._share(self.shares, message)
        return message

    async def _share(self, shares: Shares, message: dict[str, Any]) -> None:
        """Send the promises and shares a message makes due."""
        due: list[dict[str, Any] | None] = []
        if message["t"] == "welcome":
            shares.sent = False
            due.append(shares.again())
        if message["t"] in ("welcome", "table"):
            due.append(shares.promised(self.code, self.you, self.table))
        elif message["t"] == "news":
            for event in message["events"]:
                if event["kind"] == "promised":
                    due.append(shares.shown(event["about"]))
                elif event["kind"] == "started":
                    shares.started(event["about"])
        for command in due:
            if command is not None:
                with suppress(ConnectionClosed):  # the next `hear` raises it
                    await self.send({**command, "id": secrets.token_hex(8)})

    def _note(self, message: dict[str, Any], text: str) -> None:
        kind = message["t"]
        if kind in ("welcome", "table"):
            self.you, self.table = message["you"], message["table"]
        if kind == "welcome":
            self.welcome = message
            if message["stream"] != self.stream:
                self.stream, self.n, self.events, self.raw = message["stream"], message["skipped"], [], []
        elif kind == "news":
            self._events(message["events"], text)
            if not message["more"]:
                self.view, self.menu, self.clock = message["view"], message["menu"], message["clock"]
                self.ending = message.get("ending")
        elif kind == "bye":
            self.bye = message
        elif kind in ("asked", "hints"):
            self.others.append(message)

    def _events(self, events: list[dict[str, Any]], text: str) -> None:
        for event in events:
            if event["n"] != self.n + 1:
                raise Retold(f"event {event['n']} after {self.n}")
            self.n = event["n"]
        self.events += events
        self.raw += _cut_events(text) if events else []

    # -- commands --------------------------------------------------------------------------------

    async def wish(self, kind: str, id: str = "", **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer; raise `Refused` if the server refuses it.

        After a lost connection it reconnects and sends the command again, which does it only once.
        """
        id = id or secrets.token_hex(8)
        message = {"t": kind, "id": id, **fields}
        wait = RECONNECT_SECONDS[0]
        while True:
            try:
                if self.socket is None:
                    await self.connect()
                await self.send(message)
                return await self.answer(id)
            except Refused as no:
                if no.reason != "moved":  # the table is moving to another worker
                    raise
                self.cut()
                await asyncio.sleep(wait)
            except LOST:
                self.cut()
                await asyncio.sleep(wait)
                wait = min(wait * 2, RECONNECT_SECONDS[1])

    async def answer(self, id: str) -> dict[str, Any]:
        """Return the answer to a command; raise `Refused` if it is a refusal. News before it are kept in `meanwhile`."""
        while True:
            message = await self.hear()
            if message.get("id") == id and message["t"] in ("ack", "no", "hints"):
                if message["t"] == "no":
                    raise Refused(message)
                return message
            if message["t"] == "news" and not message["more"]:
                events = self.meanwhile["events"] if self.meanwhile else []
                events += message["events"]
                self.meanwhile = {**message, "events": events}

    async def move(self, do: str, id: str = "", **fields: Any) -> dict[str, Any]:
        return await self.wish("move", id, do=do, **fields)

    async def news(self) -> AsyncIterator[dict[str, Any]]:
        """Yield news until the connection is lost. News that came before the answer to a command, such as the effects of
        a move, are yielded next, merged into one."""
        while True:
            if self.meanwhile is not None:
                message, self.meanwhile = self.meanwhile, None
                yield message
                continue
            try:
                message = await self.hear()
            except ConnectionClosed:
                return
            if message["t"] == "news" and not message["more"]:
                yield message

    async def until(self, happened: Any, seconds: float = 30) -> None:
        """Read messages until `happened()` is true; raise `TimeoutError` after so many seconds."""
        async with asyncio.timeout(seconds):
            while not happened():
                await self.hear()


def _cut_events(text: str) -> list[str]:
    """Return the encoded events of a news message."""
    place = text.index('"events":[') + len('"events":[')
    decoder = json.JSONDecoder()
    found = []
    while text[place] != "]":
        _, end = decoder.raw_decode(text, place)
        found.append(text[place:end])
        place = end + (text[end] == ",")
    return found
