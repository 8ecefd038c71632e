"""First check of every request and connection: the client behind a trusted proxy, and the Host header."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from pioche.house.api.endpoint import HEADERS, refused
from pioche.house.people.origins import (
    PROXY_HEADERS,
    Network,
    came_from,
    is_loopback,
    is_one,
    known_name,
    name_in,
    reported_round_trip,
)
from pioche.house.protocol.sentences import Refusal

METRICS = "/metrics"  # for the operator: answered to this machine and to trusted proxies alone
PATHS_FOR_ANY_HOST = ("/healthz", METRICS)  # monitoring often uses an address instead of the server's name
MAX_REPEATED_LETTERS = 80  # of a wrong host name, in the refusal
REPEATED_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-_")


class HostCheck:
    """ASGI middleware that refuses requests for a host not in `names`.

    If a request comes through one of the `trusted` proxies, the address and scheme it reports replace its own.
    """

    def __init__(self, app: Any, names: frozenset[str], trusted: tuple[Network, ...] = ()) -> None:
        self.app: ASGIApp = app
        self.state = app.state
        self.names, self.trusted = names, trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            if scope["type"] == "websocket" and scope.get("client"):
                scope["through_proxy"], scope["reported_round_trip"] = reported_round_trip(
                    scope["client"][0], scope["headers"], self.trusted
                )
            operator = scope["path"] == METRICS and self._is_operator(scope)  # before a proxy's report replaces the address
            if scope.get("client"):
                self._apply_proxy_headers(scope)
            host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
            if not known_name(host, self.names) and scope["path"] not in PATHS_FOR_ANY_HOST:
                await self._refuse(host, scope, receive, send)
                return
            if scope["path"] == METRICS and not operator:
                await self._answer(Refusal("no_such_way", status=403), scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _apply_proxy_headers(self, scope: Scope) -> None:
        """Set the client's address and scheme to those a trusted proxy reports."""
        address, scheme = came_from(scope["client"][0], scope["headers"], self.trusted)
        if address != scope["client"][0]:
            scope["client"] = (address, 0)
        if scheme:
            scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")

    def _is_operator(self, scope: Scope) -> bool:
        """Return whether a request comes directly from this machine or a trusted proxy's, not through a proxy."""
        address = scope["client"][0] if scope.get("client") else ""
        direct = PROXY_HEADERS.isdisjoint(name.decode("latin-1").lower() for name, _ in scope["headers"])
        return direct and (is_loopback(address) or is_one(address, self.trusted))

    async def _refuse(self, host: str, scope: Scope, receive: Receive, send: Send) -> None:
        name = "".join(letter for letter in name_in(host)[:MAX_REPEATED_LETTERS] if letter in REPEATED_LETTERS)
        await self._answer(Refusal("wrong_host", status=403, name=name), scope, receive, send)

    async def _answer(self, no: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
        response = refused(no)
        response.headers.update(HEADERS | {"cache-control": "no-store"})
        if scope["type"] == "http":
            await response(scope, receive, send)
            return
        with suppress(OSError):
            await send({"type": "websocket.close", "code": 1008})
