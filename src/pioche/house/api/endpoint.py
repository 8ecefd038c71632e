"""What every HTTP request passes: origin, rate, size, who it is. What comes through is a `Call` for a handler."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pioche.house.core.house import House
from pioche.house.operations import limits
from pioche.house.operations.metrics import counts
from pioche.house.people.identity import SESSION
from pioche.house.people.origins import same_site
from pioche.house.protocol import bodies as a
from pioche.house.protocol.messages import encode
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Conflict, Fenced, PersonRow, StoreFailed

log = logging.getLogger("pioche.house")
COOKIE = "pioche"
SECURE_COOKIE = "__Host-pioche"

POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
HEADERS = {
    "content-security-policy": "; ".join(POLICY),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
HSTS = {"strict-transport-security": "max-age=31536000"}


@dataclass
class Call:
    """A request that may be answered."""

    house: House
    request: Request
    browser: bool  # it came with an Origin: tokens stay in the cookie
    token: str = ""
    person: PersonRow | None = None
    body: Any = None
    query: dict[str, Any] = field(default_factory=dict)
    new_token: str | None = None  # to be kept by the client; "" ends its session

    @property
    def me(self) -> PersonRow:
        if self.person is None:
            raise Refusal("who_are_you", 401)
        return self.person

    def part(self, name: str) -> str:
        return str(self.request.path_params[name])


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Query:
    """A number or word after the question mark."""

    name: str
    kind: Literal["integer", "string"]
    needed: bool = False
    most: int = 1_000_000
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Route:
    """Everything about one route. `needs` says who may call it: anybody, a guest (cookie or token), or somebody who has
    joined the table. `rate` is a name in `limits.RATES`, counted for each person; `by_address`: for each address."""

    name: str
    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: Handler
    about: str
    answer: Any  # a struct, or a media type for what is not JSON
    body: Any = None
    needs: Literal["nothing", "guest", "joined"] = "nothing"
    refuses: tuple[int, ...] = ()
    query: tuple[Query, ...] = ()
    rate: str = ""
    by_address: bool = False


def endpoint(house: House, route: Route) -> Callable[[Request], Awaitable[Response]]:
    """The route's handler, called with what may be answered."""
    read = msgspec.json.Decoder(route.body).decode if route.body is not None else None

    async def serve(request: Request) -> Response:
        began = time.monotonic()
        try:
            call = await _let_in(house, route, request)
            call.body = await _body(request, read) if route.method != "GET" else None
            call.query = _query(route, request)
            if route.needs != "nothing":
                call.me  # noqa: B018 - raises for nobody
            answer = await route.handler(call)
            response = (
                answer
                if isinstance(answer, Response)
                else Response(encode(answer), media_type="application/json")
            )
            _keep(house, call, response)
        except Refusal as no:
            counts.refused.labels(no.reason).inc()
            response = refused(no)
        except Fenced:
            response = refused(Refusal("moved", status=503, retry=500))
        except (StoreFailed, Conflict):
            response = refused(Refusal("disk_refuses", status=503))
        for name, value in (HEADERS | (HSTS if house.config.secure else {})).items():
            response.headers[name] = value
        response.headers.setdefault("cache-control", "no-store")
        ms = round((time.monotonic() - began) * 1000, 1)
        log.info("http", extra={"route": route.name, "status": response.status_code, "ms": ms})
        return response

    return serve


def refused(no: Refusal) -> Response:
    said = a.Refused(no.reason, no.en, no.fr, no.retry)
    response = Response(encode(said), no.status, media_type="application/json")
    if no.retry is not None:
        response.headers["retry-after"] = str(max(1, no.retry // 1000))
    return response


async def _let_in(house: House, route: Route, request: Request) -> Call:
    address = limits.address_key(request.client.host if request.client else "")
    _rate(house, "read" if route.method == "GET" else "write", address)
    origin = request.headers.get("origin")
    call = Call(house, request, browser=origin is not None)
    if origin is not None and not same_site(origin, request.headers.get("host", ""), house.config.origins):
        raise Refusal("wrong_origin", status=403)
    bearer = request.headers.get("authorization", "")
    if bearer.startswith("Bearer "):
        call.token = bearer[7:]
    elif (
        route.method == "GET" or origin is not None
    ):  # a form on another site sends cookies, but then an Origin too
        call.token = request.cookies.get(SECURE_COOKIE if house.config.secure else COOKIE, "")
    call.person = await house.people.who_is(call.token)
    if route.rate:
        _rate(house, route.rate, call.person.id if call.person is not None and not route.by_address else address)
    return call


def _rate(house: House, name: str, whom: str) -> None:
    wait = house.limits.take(name, whom)
    if wait:
        raise Refusal("too_often", status=429, retry=int(wait * 1000) + 1000, seconds=int(wait) + 1)


async def _body(request: Request, read: Callable[[bytes], Any] | None) -> Any:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > limits.BODY:
            raise Refusal("too_long", status=413, most=limits.BODY)
    if read is None:
        return None
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise Refusal("not_json", status=415)
    try:
        return read(data)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Refusal("malformed", status=400, why=str(wrong)) from None


def _query(route: Route, request: Request) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for query in route.query:
        given = request.query_params.get(query.name)
        if given is None:
            if query.needed:
                raise Refusal("malformed", status=400, why=query.name)
            continue
        if query.kind == "integer":
            if not (given.isascii() and given.isdigit()) or len(given) > 9 or int(given) > query.most:
                raise Refusal("malformed", status=400, why=query.name)
            found[query.name] = int(given)
        elif query.values and given not in query.values:
            raise Refusal("malformed", status=400, why=query.name)
        else:
            found[query.name] = given
    return found


def _keep(house: House, call: Call, response: Response) -> None:
    """A new session goes into the cookie; an old one is renewed by being used."""
    token = call.new_token
    if token is None:
        if call.browser and call.person is not None and call.token and call.request.url.path == "/api/me":
            token = call.token
        else:
            return
    name = SECURE_COOKIE if house.config.secure else COOKIE
    if token:
        response.set_cookie(
            name, token, SESSION, path="/", secure=house.config.secure, httponly=True, samesite="lax"
        )
    else:
        response.delete_cookie(name, path="/", secure=house.config.secure, httponly=True, samesite="lax")
