"""A socket from handshake to good bye. It reads, checks and hands on; it never touches the store."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, get_args

import msgspec
from starlette.types import Receive, Scope, Send

from pioche.house import limits
from pioche.house.api.endpoint import same_site
from pioche.house.house import House
from pioche.house.limits import Bucket, Rate
from pioche.house.metrics import counts
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, said
from pioche.house.stores.store import StoreFailed
from pioche.house.tables.reader import Caller

HEARD = {kind: counts.wishes.labels(kind.__name__) for kind in get_args(p.AnyWish)}


async def serve_socket(house: House, scope: Scope, receive: Receive, send: Send) -> None:
    """/t/{code}/ws"""
    code = str(scope["path_params"]["code"])
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    await receive()  # the handshake
    strange = origin is not None and not same_site(origin, headers.get(b"host", ""), house.config.origins)
    address = limits.address_key(scope["client"][0] if scope.get("client") else "")
    if strange or house.closing or not house.doorman.let_in(address):
        await send({"type": "websocket.close", "code": p.NO_ENTRY})
        return
    try:
        await send({"type": "websocket.accept"})
        await _listen(house, code, address, scope, receive, send)
    except OSError:  # the line broke while something was being sent
        pass
    finally:
        house.doorman.let_out(address)


async def _bye(send: Send, code: int, reason: str, retry: int | None = None) -> None:
    sentence = said("bye", reason)
    with suppress(OSError, RuntimeError):
        await send(
            {
                "type": "websocket.send",
                "text": p.encode(p.Bye(reason, sentence.en, sentence.fr, retry)).decode(),
            }
        )
        await send({"type": "websocket.close", "code": code, "reason": reason})


async def _listen(house: House, code: str, address: str, scope: Scope, receive: Receive, send: Send) -> None:
    try:
        caller, hello = await _hello(house, code, scope, receive, send)
    finally:
        house.doorman.known(address)
    if caller is None or hello is None:
        return
    room = caller.room
    ending = asyncio.create_task(caller.end(send))
    try:
        room.put(room.hello, caller, hello.since, hello.stream)
        await _read(house, caller, receive)
    finally:
        room.put(room.goodbye, caller)
        caller.protocol.relieved = caller.protocol.listener = None
        if caller.closed is None:
            ending.cancel()
        with suppress(asyncio.CancelledError, OSError, TimeoutError, RuntimeError):  # closed under its hands
            await asyncio.wait_for(ending, 5)


async def _hello(
    house: House, code: str, scope: Scope, receive: Receive, send: Send
) -> tuple[Caller | None, p.Hello | None]:
    """The first message shows the ticket. Nothing is looked up, woken or remembered before it is valid."""
    try:
        message = await asyncio.wait_for(receive(), limits.HELLO)
        wish = (
            p.read_wish((message.get("text") or "").encode())
            if message["type"] == "websocket.receive"
            else None
        )
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        await _bye(send, p.MALFORMED, "malformed")
        return None, None
    except TimeoutError:
        wish = None
    found = house.people.use_ticket(wish.ticket, code) if isinstance(wish, p.Hello) else None
    if found is None or not isinstance(wish, p.Hello):
        await _bye(send, p.NO_TICKET, "no_ticket")
        return None, None
    try:
        room = await house.room(code)
    except (Refusal, StoreFailed):
        await _bye(send, p.RESTART, "broken", 2000)
        return None, None
    person, session = found
    who = room.story.numbers.get(person)
    if who is None:
        await _bye(send, p.NO_ENTRY, "no_entry")
        return None, None
    return Caller(room, who, session, scope["state"]["protocol"]), wish


async def _read(house: House, caller: Caller, receive: Receive) -> None:
    """Everything a caller says, until the line ends or it goes too far."""
    room, loop, loose = caller.room, asyncio.get_running_loop(), house.config.loose
    bucket = Bucket(Rate(limits.WISHES.burst * loose, limits.WISHES.per_second * loose))

    def hear(data: bytes | None) -> None:
        if caller.closed is not None:
            return
        if bucket.take():
            caller.hang_up(p.RATE, "rate", 5000)
            caller.protocol.deafen()
            return
        try:
            wish = p.read_wish(data) if data is not None else None
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError):
            wish = None
        if wish is None or isinstance(wish, p.Hello):
            caller.hang_up(p.MALFORMED, "malformed")
            caller.protocol.deafen()
            return
        HEARD[type(wish)].inc()
        room.put(room.wish, caller, wish, loop.time())

    while caller.closed is None:
        if caller.protocol.queue.empty():  # what came in behind the hello has been heard
            caller.protocol.listener = hear
        message: Any = await receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        hear(text.encode() if text is not None else None)
