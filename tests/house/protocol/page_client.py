"""A client made from docs/protocol.md and from nothing else: it reads the tables and examples of the page, calls routes and
sends messages as they say. Whatever the house answers is compared with the page.

It knows nothing else of Pioche; `page_visit` is what it does.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

BOUNDS = re.compile(r" \((?:(-?\d+)…(-?\d*))?(?:, )?(?:`(.*?)`)?\)")
NAME = re.compile(r"\w+")
NUMBER = re.compile(r"(\d+): ")


class Differs(Exception):
    """The house says something else than the page."""


# -- reading the page --------------------------------------------------------------------------------


class Types:
    """The words for types in the tables of the page."""

    def __init__(self) -> None:
        self.structs: dict[str, list[dict[str, str]]] = {}

    def check(self, written: str, value: Any, where: str) -> None:
        rest = self._type(written, value, where)
        if rest[0]:
            raise Differs(f"cannot read the type {written!r} at {rest[0]!r}")
        if not rest[1]:
            raise Differs(f"{where} is {value!r}; the page says {written}")

    def _type(self, text: str, value: Any, where: str) -> tuple[str, bool]:
        """What is left of the text, and whether the value is of that type."""
        text, good = self._one(text, value, where)
        while text.startswith(" or "):
            text, also = self._one(text[4:], value, where)
            good = good or also
        return text, good

    def _one(self, text: str, value: Any, where: str) -> tuple[str, bool]:
        if text.startswith('"'):
            literal, _, rest = text[1:].partition('"')
            return rest, value == literal
        if text.startswith("("):
            rest, good = self._type(text[1:], value, where)
            return rest.removeprefix(")"), good
        found = NAME.match(text)
        if not found:
            raise Differs(f"{where}: cannot read the type {text!r}")
        kind, text = found[0], text[found.end() :]
        low = high = pattern = None
        if bounds := BOUNDS.match(text):
            low, high, pattern = bounds[1] or None, bounds[2] or None, bounds[3]
            text = text[bounds.end() :]
        if kind in ("list", "object"):
            inside = text.removeprefix(" of ")
            if number := NUMBER.match(inside):
                return self._each(inside[number.end() :], int(number[1]), value, where)
            values = (
                value
                if kind == "list" and isinstance(value, list)
                else list(value.values())
                if isinstance(value, dict) and kind == "object"
                else None
            )
            rest, good = self._one(inside, None, where)
            for k, one in enumerate(values or []):
                rest, fits = self._one(inside, one, f"{where}[{k}]")
                if not fits:
                    return rest, False
            return rest, values is not None and _within(len(values), low, high)
        if kind in self.structs:
            if not isinstance(value, dict):
                return text, False
            self.fields(self.structs[kind], value, f"{where}.{kind}")
            return text, True
        plain: dict[str, Any] = {
            "string": str,
            "boolean": bool,
            "null": type(None),
            "anything": object,
            "integer": int,
            "number": (int, float),
        }
        if kind not in plain:
            raise Differs(f"{where}: the page does not say what {kind} is")
        good = isinstance(value, plain[kind]) and not (kind in ("integer", "number") and isinstance(value, bool))
        if good and kind in ("integer", "string"):
            good = _within(value if kind == "integer" else len(value), low, high) and (
                pattern is None or re.search(pattern, value) is not None
            )
        return text, good

    def _each(self, text: str, number: int, value: Any, where: str) -> tuple[str, bool]:
        """A list of so many, each of a type of its own."""
        good = isinstance(value, list) and len(value) == number
        for k in range(number):
            text, fits = self._one(text.removeprefix(", "), value[k] if good else None, f"{where}[{k}]")
            good = good and fits
        return text, good

    def fields(self, rows: list[dict[str, str]], value: dict[str, Any], where: str) -> None:
        known = {row["field"]: row for row in rows}
        if strange := sorted(set(value) - set(known)):
            raise Differs(f"{where} has {', '.join(strange)}, of which the page says nothing")
        for name, row in known.items():
            if name in value:
                self.check(row["type"], value[name], f"{where}.{name}")
            elif row["given"] in ("always", "needed"):
                raise Differs(f"{where} has no {name}; the page says it is {row['given']} there")


def _within(size: int, low: str | None, high: str | None) -> bool:
    return (low is None or size >= int(low)) and (high is None or size <= int(high))


class Page:
    def __init__(self, text: str) -> None:
        self.types = Types()
        self.examples: dict[str, list[dict[str, Any]]] = {}
        for name, body in re.findall(r"```json (\w+)\n(.*?)```", text, re.DOTALL):
            found = [json.loads(line) for line in body.splitlines()] if name == "Wishes" else [json.loads(body)]
            self.examples.setdefault("Wish" if name == "Wishes" else name, []).extend(found)
        tables = list(_tables(text))
        sent, told = [rows for head, rows in tables if head == ("t", "field", "type", "given", "meaning")]
        self.sent, self.told = _by(sent, "t"), _by(told, "t")
        for head, rows in tables:
            if head == ("of", "field", "type", "given", "meaning"):
                for row in rows:
                    struct = self.types.structs.setdefault(row["of"].strip("*"), [])
                    if row["field"]:
                        struct.append(row)
        self.routes = {row["route"]: row for head, rows in tables if head[0] == "route" and "body" in head for row in rows}
        self.events = {
            (row["by"], row["kind"]): row["about"] for head, rows in tables if head[:2] == ("by", "kind") for row in rows
        }
        self.tags = {row["t"] for head, rows in tables if head[0] == "t" and "field" not in head for row in rows}
        self.reasons = {row["reason"] for head, rows in tables if head[0] == "reason" for row in rows}
        for head, rows in tables:
            if head == ("where", "reasons"):
                self.reasons |= {reason for row in rows for reason in re.findall(r"\w+", row["reasons"])}
        self.byes = {
            (int(row["close code"]), row["reason"])
            for head, rows in tables
            if head[:2] == ("close code", "reason")
            for row in rows
        }
        found = re.search(r"^## At the table: `(.+)`$", text, re.MULTILINE)
        assert found
        self.socket = found[1]

    def example(self, name: str, **wanted: Any) -> dict[str, Any]:
        """A message as the page shows it, with values of one's own for some of its fields."""
        for shown in self.examples[name]:
            if all(shown.get(key) == value for key, value in wanted.items()):
                return dict(shown)
        raise Differs(f"the page has no example of {name} with {wanted}")


def _tables(text: str) -> Iterator[tuple[tuple[str, ...], list[dict[str, str]]]]:
    for block in re.findall(r"(?:^\|.*\n)+", text + "\n", re.MULTILINE):
        lines = [
            [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in block.splitlines()
        ]
        head = tuple(lines[0])
        yield head, [{name: _bare(cell) for name, cell in zip(head, line, strict=True)} for line in lines[2:]]


def _bare(cell: str) -> str:
    return cell[1:-1] if re.fullmatch(r"`[^`]*`", cell) else cell


def _by(rows: list[dict[str, str]], key: str) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return found


# -- talking to the house ----------------------------------------------------------------------------


@dataclass
class Person:
    page: Page
    address: str
    name: str
    done: dict[str, set[str]]
    token: str = ""
    code: str = ""
    line: ClientConnection | None = None
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: list[dict[str, Any]] = field(default_factory=list)
    table: dict[str, Any] = field(default_factory=dict)
    you: dict[str, Any] = field(default_factory=dict)
    menu: list[dict[str, Any]] | None = None
    n: int = 0
    wrong: BaseException | None = None
    bye: dict[str, Any] = field(default_factory=dict)
    closed: bool = False
    ids: int = 0

    async def call(
        self, route: str, body: dict[str, Any] | None = None, query: str = "", may_refuse: bool = False, **parts: str
    ) -> Any:
        """A request, as the row of that route says."""
        row = self.page.routes.get(route)
        if row is None:
            raise Differs(f"the page has no route {route}")
        method, _, path = route.partition(" ")
        for name, value in parts.items():
            path = path.replace("{" + name + "}", value)
        if bool(row["body"]) != (body is not None):
            raise Differs(f"{route}: the page says body {row['body'] or 'none'}")
        if body is not None:
            self.page.types.check(row["body"], body, route)
        status, kind, data, again = await asyncio.to_thread(self._request, method, path + query, body)
        self.done["routes"].add(route)
        if status != 200:
            if str(status) not in row["refused with"].split():
                raise Differs(f"{route} answered {status}, which is not among {row['refused with']}")
            no = json.loads(data)
            self.page.types.check("Refused", no, route)
            self._reason(no["reason"], route)
            if (no["retry"] is None) is not (again is None):
                raise Differs(f"{route}: retry is {no['retry']}, Retry-After {again}")
            if not may_refuse:
                raise Differs(f"{route} was refused: {data!r}")
            return None
        if kind == "application/json" and row["answer"] != kind:
            answer = json.loads(data)
            self.page.types.check(row["answer"], answer, route)
            return answer
        if kind != row["answer"]:
            raise Differs(f"{route} answered {kind}; the page says {row['answer']}")
        return data.decode()

    def _request(self, method: str, path: str, body: dict[str, Any] | None) -> tuple[int, str, bytes, str | None]:
        connection = http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=30)
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, (answer.getheader("content-type") or "").split(";")[0], data, answer.getheader("retry-after")

    def _reason(self, reason: str, where: str) -> None:
        if reason not in self.page.reasons:
            raise Differs(f"{where}: the page does not know the reason {reason}")
        self.done["reasons"].add(reason)

    async def enter(self, code: str) -> None:
        self.code, self.you, self.bye, self.closed = code, {}, {}, False
        ticket = (await self.call("POST /api/tables/{code}/ticket", code=code))["ticket"]
        address = self.address.replace("http", "ws", 1) + self.page.socket.replace("{code}", code)
        self.line = await connect(address, proxy=None, compression=None)
        await self._send(self.page.example("Wish", t="hello") | {"ticket": ticket, "since": 0, "stream": ""})
        self.reading = asyncio.create_task(self._read())
        await self.until(lambda: self.you)

    async def _send(self, message: dict[str, Any]) -> None:
        assert self.line is not None
        plain = {key: value for key, value in message.items() if key != "t"}
        self.page.types.fields(self.page.sent[message["t"]], plain, message["t"])
        self.done["sent"].add(message["t"])
        await self.line.send(json.dumps(message))

    async def _read(self) -> None:
        assert self.line is not None
        try:
            while True:
                self._note(json.loads(await self.line.recv()))
                self.heard.set()
        except ConnectionClosed:
            code, reason = self.line.close_code, self.line.close_reason
            if self.bye and ((code, reason) not in self.page.byes or reason != self.bye["reason"]):
                self.wrong = Differs(f"closed with {code} {reason}, of which the page says nothing")
        except Exception as wrong:  # told by whoever waits
            self.wrong = wrong
        self.closed = True
        self.heard.set()

    def _note(self, message: dict[str, Any]) -> None:
        kind = message.pop("t")
        if kind not in self.page.told or kind not in self.page.tags:
            raise Differs(f"the page does not know the message {kind}")
        self.page.types.fields(self.page.told[kind], message, kind)
        self.done["told"].add(kind)
        if kind in ("welcome", "table"):
            self.you, self.table = message["you"], message["table"]
        if kind == "welcome":
            self.n = message["skipped"]
        elif kind == "news":
            for event in message["events"]:
                self._event(event)
            if not message["more"]:
                self.menu = message["menu"]
        elif kind == "asked":
            self.asked.append(message)
        elif kind == "bye":
            self.bye = message
        elif "id" in message:
            self.answers[message["id"]] = {"t": kind, **message}
            if kind == "no":
                self._reason(message["reason"], "no")

    def _event(self, event: dict[str, Any]) -> None:
        if event["n"] != self.n + 1:
            raise Differs(f"event {event['n']} after {self.n}")
        self.n = event["n"]
        if event["by"] == "game":
            return
        about = self.page.events.get((event["by"], event["kind"]))
        if about is None:
            raise Differs(f"the page does not know the event {event['kind']} of {event['by']}")
        self.page.types.check(about, event["about"], event["kind"])
        self.done["events"].add(event["kind"])

    async def until(self, happened: Callable[[], Any]) -> None:
        async with asyncio.timeout(30):
            while not happened():
                if self.wrong is not None:
                    raise self.wrong
                if self.closed:
                    raise ConnectionError(f"the house has hung up on {self.name}")
                self.heard.clear()
                await self.heard.wait()

    async def wish(self, t: str, **values: Any) -> dict[str, Any]:
        """A message as its example on the page shows it, and the answer."""
        self.ids += 1
        id = f"{self.name}-{self.ids}"
        shown = self.page.example("Wish", t=t)
        if strange := set(values) - set(shown):
            raise Differs(f"the example of {t} on the page has no {', '.join(strange)}")
        await self._send(shown | {"id": id} | values)
        await self.until(lambda: id in self.answers)
        return self.answers[id]

    @property
    def phase(self) -> str:
        return str(self.table["phase"])
