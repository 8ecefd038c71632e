"""Serve a WebSocket of a table from handshake to close frame: read, check and pass on. The store is never touched here."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

import msgspec
from starlette.types import Receive, Scope, Send

from pioche.house.core.house import House
from pioche.house.operations import limits
from pioche.house.ownership.leases import Elsewhere
from pioche.house.people.origins import same_site
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, said
from pioche.house.sockets.admission import Admission, Place
from pioche.house.sockets.websocket_connection import EXTENSION, WebSocketConnection
from pioche.house.stores.store import StoreDamaged, StoreFailed
from pioche.house.stores.unreadable import Unreadable
from pioche.house.tables.news import Reader
from pioche.house.tables.room import Room


async def serve_socket(house: House, admission: Admission, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve /t/{code}/ws: admit the connection, let it show a ticket, hand its commands to the table."""
    code = str(scope["path_params"]["code"])
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    await receive()  # the handshake
    strange = origin is not None and not same_site(origin, headers.get(b"host", ""), house.config.origins)
    address = limits.address_key(scope["client"][0] if scope.get("client") else "")
    connection: WebSocketConnection = scope["extensions"][EXTENSION]
    connection.pings.direct, connection.pings.trips.reported = (
        not scope.get("through_proxy"),
        scope.get("reported_round_trip"),
    )
    place = None if strange or house.closing else admission.admit(address, connection.drop)
    if place is None:
        await send({"type": "websocket.close", "code": p.NO_ENTRY})
        return
    try:
        await send({"type": "websocket.accept"})
        await _listen(house, admission, code, place, connection, receive, send)
    except OSError:  # the connection broke while something was being sent
        pass
    finally:
        admission.left(place)


async def _bye(send: Send, code: int, reason: str, retry: int | None = None) -> None:
    """Send the reason and close."""
    sentence = said("bye", reason)
    with suppress(OSError, RuntimeError):
        await send({"type": "websocket.send", "text": p.encode(p.Bye(reason, sentence.en, sentence.fr, retry)).decode()})
        await send({"type": "websocket.close", "code": code, "reason": reason})


async def _listen(
    house: House,
    admission: Admission,
    code: str,
    place: Place,
    connection: WebSocketConnection,
    receive: Receive,
    send: Send,
) -> None:
    try:
        found = await _hello(house, code, connection, receive, send)
    finally:
        admission.known(place)
    if found is None:
        return
    room, reader, hello = found
    connection.on_writable = partial(room.connection_writable, reader)
    bucket = house.limits.bucket("message", place.address, limits.many_behind(place.address))
    connection.listen(partial(room.receive, reader), reader.hang_up, house.config.loose, bucket)
    ending = asyncio.create_task(_end(reader, send))
    try:
        room.enter(reader, hello.since, hello.stream)
        await _read(reader, connection, receive)
    finally:
        room.leave(reader)
        connection.stop_listening()
        if reader.closed is None:
            ending.cancel()
        with suppress(asyncio.CancelledError, OSError, TimeoutError, RuntimeError):  # the connection may be closed already
            await asyncio.wait_for(ending, 5)


async def _end(reader: Reader, send: Send) -> None:
    """Close the connection once its last message is on its way."""
    await reader.ended.wait()
    assert reader.closed is not None
    await send({"type": "websocket.close", "code": reader.closed[0], "reason": reader.closed[1]})


async def _hello(
    house: House, code: str, connection: WebSocketConnection, receive: Receive, send: Send
) -> tuple[Room, Reader, p.Hello] | None:
    """Read the first message, which shows the ticket; return None after closing a connection that may not enter. Nothing is
    looked up, loaded or remembered before the ticket is valid."""
    try:
        message = await asyncio.wait_for(receive(), limits.HELLO_SECONDS)
        wish = p.read_command((message.get("text") or "").encode()) if message["type"] == "websocket.receive" else None
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        await _bye(send, p.MALFORMED, "malformed")
        return None
    except TimeoutError:
        wish = None
    found = house.people.use_ticket(wish.ticket, code) if isinstance(wish, p.Hello) else None
    if found is None or not isinstance(wish, p.Hello):
        await _bye(send, p.NO_TICKET, "no_ticket")
        return None
    connection.mark_authenticated()
    try:
        room = await house.room(code)
    except (Unreadable, StoreDamaged):
        await _bye(send, p.NO_ENTRY, "unreadable")
        return None
    except StoreFailed:
        await _bye(send, p.RESTART, "unreachable", 2000)
        return None
    except Elsewhere:
        await _bye(send, p.RESTART, "moved", 500)
        return None
    except Refusal:
        await _bye(send, p.RESTART, "broken", 2000)
        return None
    person, session = found
    if house.people.is_over(session):  # while the table was woken, or since the ticket was asked for
        await _bye(send, p.NO_ENTRY, "logout")
        return None
    who = room.state.numbers.get(person)
    if who is None:
        await _bye(send, p.NO_ENTRY, "no_entry")
        return None
    return room, Reader(who, session, connection), wish


async def _read(reader: Reader, connection: WebSocketConnection, receive: Receive) -> None:
    """Read until the connection ends or breaks a limit. Commands go from the connection straight to the room; only messages
    that were sent together with the hello, and binary ones, arrive here."""
    while reader.closed is None:
        if connection.queue.empty():
            connection.listening = True
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        connection.take(text.encode() if text is not None else None)
