"""Answer requests for the tables this worker owns, and claim those it does not own.

A proxy in front of the workers hashes on the code in the path, so that all people of a table reach the same worker. When
another worker owns that table (one has joined or come back, or the table was just made there), this worker asks for it
and waits for a moment; if it does not get it, the page and the client try again. A worker that can play no tables answers
502 to everything, which makes the proxy try another one.
"""

from __future__ import annotations

from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from pioche.house.api.endpoint import HEADERS, refused
from pioche.house.core.house import House
from pioche.house.operations import limits
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import StoreFailed

UNAVAILABLE = 502  # the proxy asks another worker: this one is cut off, has resigned or closes


def table_of(path: str) -> str | None:
    """Return the code in /t/{code}/ws, /api/tables/{code}/..., /api/shared/{code} and /api/tournaments/{code}/..."""
    parts = path.split("/")
    if len(parts) == 4 and parts[1] == "t" and parts[3] == "ws":
        return parts[2]
    if len(parts) >= 4 and parts[1] == "api" and parts[2] in ("tables", "shared", "tournaments"):
        return parts[3] or None
    return None


class OwnedTables:
    """The application of one of several workers: it claims a table before a request for it goes on."""

    def __init__(self, app: Any) -> None:
        self.app: ASGIApp = app
        self.state = app.state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            try:
                await self._check(scope)
            except Refusal as no:
                await _refuse(no, scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def _check(self, scope: Scope) -> None:
        """Return when this worker may answer; else raise a Refusal."""
        house: House = self.state.house
        leases = house.leases
        assert leases is not None
        path: str = scope["path"]
        if not path.startswith(("/api/", "/t/")):
            return
        if house.closing or not (leases.reached and leases.worker):
            raise Refusal("moved", UNAVAILABLE, retry=1000)
        code = table_of(path)
        if code is None or code in house.rooms or code in house.tournaments.rooms:
            return
        address = limits.address_key(scope["client"][0] if scope.get("client") else "")
        wait = house.limits.take("read", address)
        if wait:
            raise Refusal("too_often", status=429, retry=int(wait * 1000) + 1000, seconds=int(wait) + 1)
        try:
            await leases.claim(code)
        except StoreFailed:
            raise Refusal("moved", UNAVAILABLE, retry=1000) from None


async def _refuse(no: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    response = refused(no)
    response.headers.update(HEADERS | {"cache-control": "no-store"})
    if scope["type"] == "websocket":
        await receive()  # the handshake
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1012, "reason": no.reason})
            return
    await response(scope, receive, send)
