"""A small client of the house, for scripts, tests and bots that live elsewhere.

    async with Client("http://127.0.0.1:8421", name="Robin") as me:
        made = await me.make("hawthorn", seats=3)
        async with me.at(made["code"]) as table:
            await table.wish("start")
            async for news in table.news():
                if news["menu"]:
                    await table.move(news["menu"][0]["do"])
                elif news["view"]["phase"] == "over":
                    break

It shows what it is told and keeps the numbered events; after a cut it resumes where it was. A house that answers no
ping for a few seconds is a line that is cut. Needs `httpx`, which the extra `client` brings.
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

PATIENCE = (0.2, 15.0)  # seconds before coming back: first, at most
WATCH = (4.0, 5.0)  # seconds from one ping to the next, and for its answer: then the line is dead, whatever it looks like
KNOCK = 9.0  # seconds for a ticket, and for a socket
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, httpx.TransportError)  # the ways a line breaks


class Refused(Exception):
    """The house said no; `said` is its answer in both languages."""

    def __init__(self, said: dict[str, Any], status: int = 0) -> None:
        super().__init__(said.get("en", ""))
        self.said, self.status, self.reason = said, status, said.get("reason", "")


class Retold(Exception):
    """The house tells another story than before: a number was repeated or left out. It never should."""


class Client:
    """One person. The token is all it takes to be the same person again. `tls` is for a house whose certificate the
    machine does not know by itself: `ssl.create_default_context(cafile=...)`."""

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
        """A new table; `more` holds what is no option of the game: bots, start, sit, seed, cards, position."""
        return await self.post("/api/tables", {"game": game, "options": options, "settings": settings or {}, **(more or {})})

    async def join(self, code: str, secret: str = "") -> Any:
        return await self.post(f"/api/tables/{code}/join", {"secret": secret})

    async def sit(self, code: str, seat: int | None = None) -> Any:
        return await self.post(f"/api/tables/{code}/sit", {"seat": seat})

    def at(self, code: str, since: int | None = 0) -> Sitting:
        return Sitting(self, code, since)


class Shares:
    """This person's shares of the chance: promised before a match, shown when the list of promises is fixed, looked for when
    the match begins. A share that was shown is never promised again."""

    def __init__(self) -> None:
        self.deal, self.seat, self.share, self.promise = "", -1, "", ""
        self.sent = False  # on this line
        self.fixed: dict[str, Any] | None = None  # the list it was shown for
        self.complaints: list[str] = []  # what the house did that it must not do

    def promised(self, code: str, you: dict[str, Any], table: dict[str, Any]) -> dict[str, Any] | None:
        """The promise to send now, if there is one."""
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
        """The list is fixed: the share to show, if ours is in it."""
        if about["deal"] != self.deal or not self.share:
            return None
        if self.fixed not in (None, about):
            self.complaints.append("fixed_twice")
            return None
        if {"seat": self.seat, "promise": self.promise} not in about["shares"]:
            ours = any(one["seat"] == self.seat for one in about["shares"])
            self.complaints.append("replaced" if ours else "left_out")  # replaced: by another line of ours, or by the house
            return None
        self.fixed = about
        return self.again()

    def again(self) -> dict[str, Any] | None:
        """After a cut: what was shown may have been lost."""
        if self.fixed is None:
            return None
        return {"t": "reveal", "match": self.fixed["match"], "share": self.share}

    def started(self, about: dict[str, Any]) -> None:
        """Is the deal the one that was promised, with our share in it?"""
        if self.fixed is None or about.get("deal") != self.deal:
            return
        kept = [{"seat": one["seat"], "promise": one["promise"]} for one in about["shares"]]
        if about["promise"] != self.fixed["promise"] or kept != self.fixed["shares"]:
            self.complaints.append("other_promises")
        if {"seat": self.seat, "promise": self.promise, "share": self.share} not in about["shares"]:
            self.complaints.append("silenced")
        self.share, self.fixed = "", None


class Sitting:
    """A person at a table, through as many sockets as it takes."""

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
        self.ending: dict[str, Any] | None = None  # the deal that is over, while people look at it
        self.events: list[dict[str, Any]] = []
        self.raw: list[str] = []  # every numbered event, byte for byte
        self.bye: dict[str, Any] | None = None
        self.others: list[dict[str, Any]] = []  # questions and hints that came unasked
        self.meanwhile: dict[str, Any] | None = None  # news that came before the answer to a wish, as one
        self.shares: Shares | None = Shares()  # None: bring no share to deals

    async def __aenter__(self) -> Sitting:
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def connect(self, address: str = "") -> None:
        """Open a socket and resume. `address` leads through another door, for instance a proxy."""
        async with asyncio.timeout(KNOCK):
            ticket = (await self.client.post(f"/api/tables/{self.code}/ticket"))["ticket"]
        base = (address or self.client.address).replace("http", "ws", 1)
        self.socket = await connect(
            f"{base}/t/{self.code}/ws", compression=None, max_size=2**24, max_queue=256, ping_interval=WATCH[0],
            ping_timeout=WATCH[1], proxy=None, open_timeout=KNOCK, close_timeout=1,
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
        """Lose the line without a word."""
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None

    async def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """The next message, taken note of. ConnectionClosed when the line is gone."""
        assert self.socket is not None
        text = str(await self.socket.recv())
        message: dict[str, Any] = json.loads(text)
        self._note(message, text)
        if self.shares is not None:
            await self._share(self.shares, message)
        return message

    async def _share(self, shares: Shares, message: dict[str, Any]) -> None:
        """Promise and show what the next deal needs of us."""
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
        for wish in due:
            if wish is not None:
                with suppress(ConnectionClosed):  # the next receive raises the reason
                    await self.send({**wish, "id": secrets.token_hex(8)})

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

    # -- wishes ----------------------------------------------------------------------------------

    async def wish(self, kind: str, id: str = "", **fields: Any) -> dict[str, Any]:
        """Send a wish and wait for its answer; Refused when the house says no. Lines that break are mended."""
        id = id or secrets.token_hex(8)
        message = {"t": kind, "id": id, **fields}
        wait = PATIENCE[0]
        while True:
            try:
                if self.socket is None:
                    await self.connect()
                await self.send(message)
                return await self.answer(id)
            except Refused as no:
                if no.reason != "moved":  # the table changes hands
                    raise
                self.cut()
                await asyncio.sleep(wait)
            except LOST:
                self.cut()
                await asyncio.sleep(wait)
                wait = min(wait * 2, PATIENCE[1])

    async def answer(self, id: str) -> dict[str, Any]:
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
        """News as they come, until the line is gone. Those that came while a wish waited for its answer (what a move
        causes is told before its answer) are given next, as one."""
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
        """Listen until `happened()`."""
        async with asyncio.timeout(seconds):
            while not happened():
                await self.hear()


def _cut_events(text: str) -> list[str]:
    """The events of a news message as they stood on the wire."""
    place = text.index('"events":[') + len('"events":[')
    decoder = json.JSONDecoder()
    found = []
    while text[place] != "]":
        _, end = decoder.raw_decode(text, place)
        found.append(text[place:end])
        place = end + (text[end] == ",")
    return found
