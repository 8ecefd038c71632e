"""What every HTTP request passes: origin, rate, size, who it is. What comes through is a `Call` for a handler."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from pioche.house.core.house import House
from pioche.house.operations import limits
from pioche.house.operations.metrics import counts
from pioche.house.people.identity import DAY, SESSION
from pioche.house.people.origins import same_site
from pioche.house.protocol import bodies as a
from pioche.house.protocol.messages import encode
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Conflict, Fenced, PersonRow, StoreFailed, Unsure
from pioche.house.stores.writer import refusal
from pioche.house.tables import commands
from pioche.house.tables.room import Room

log = logging.getLogger("pioche.house")
COOKIE, SECURE = "pioche", "__Host-"  # the latter in front of it where the page came over HTTPS
BEFORE = "-before"  # behind it: who one was until a private link or a login made one somebody else
BACK = 30 * DAY  # how long that way back is kept

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
    address: str  # as limits count it
    token: str = ""
    person: PersonRow | None = None
    body: Any = None
    query: dict[str, Any] = field(default_factory=dict)
    joined: tuple[Room, int] | None = None  # the table, and one's number there, on routes that need it
    new_token: str | None = None  # to be kept by the client; "" ends its session
    before: str | None = None  # who to come back to, as a token; "" forgets that
    renewed: bool = False  # the session lasts longer now: so must the cookie

    @property
    def secure(self) -> bool:
        return secure(self.house, self.request)

    def cookie(self, more: str = "") -> str:
        return self.request.cookies.get(cookie_name(self.secure, more), "")

    @property
    def me(self) -> PersonRow:
        if self.person is None:
            raise Refusal("who_are_you", 401)
        return self.person

    def limit_new(self, public: bool) -> None:
        """Refuse whoever makes too many tables or tournaments, beside the rate of the route."""
        counted = [(self.address, "make_here")]
        counted += [(self.me.id, "public"), (self.address, "public_here")] if public else []
        self.house.limits.refuse_any(counted)

    def part(self, name: str) -> str:
        return str(self.request.path_params[name])


def secure(house: House, request: Request) -> bool:
    """Does the page come over HTTPS? The house is told so, or a proxy it trusts says it. (`request.url` fails on some of
    the names strangers call us by.)"""
    return house.config.secure or request.scope["scheme"] == "https"


def cookie_name(secure: bool, more: str = "") -> str:
    return (SECURE if secure else "") + COOKIE + more


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
            if any(len(str(part)) > limits.MAX_PATH_PART_LETTERS for part in request.path_params.values()):
                raise Refusal("no_such_way", status=404)
            call = await _let_in(house, route, request)
            call.body = await _body(request, read) if route.method != "GET" else None
            call.query = _query(route, request)
            if route.needs != "nothing":
                call.me  # noqa: B018 - raises for nobody
            if route.needs == "joined":
                await _enter(call)
            answer = await route.handler(call)
            response = answer if isinstance(answer, Response) else Response(encode(answer), media_type="application/json")
            _set_cookies(call, response)
        except Refusal as no:
            counts.refused.labels(no.reason).inc()
            response = refused(no)
        except ClientDisconnect:
            response = refused(Refusal("too_slow", status=408))  # nobody reads it
        except Fenced:
            response = refused(Refusal("moved", status=503, retry=500))
        except Unsure:
            response = refused(Refusal("unsure", status=503, retry=1000))
        except Conflict:
            response = refused(Refusal("disk_refuses", status=503))
        except StoreFailed as wrong:
            response = refused(Refusal(refusal(wrong.problem), status=503))
        for name, value in (HEADERS | (HSTS if secure(house, request) else {})).items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("cache-control", "no-store")
        ms = round((time.monotonic() - began) * 1000, 1)
        log.info("http", extra={"route": route.name, "status": response.status_code, "ms": ms})
        return response

    return serve


async def _enter(call: Call) -> None:
    """To the table the address names; refused to whoever has not joined it."""
    room = await call.house.room(call.part("code"))
    call.joined = room, room.state.numbers.get(call.me.id, 0)
    commands.may(room.state, call.joined[1], "see_table")


def refused(no: Refusal) -> Response:
    said = a.Refused(no.reason, no.en, no.fr, no.retry, no.rule)
    response = Response(encode(said), no.status, media_type="application/json")
    if no.retry is not None:
        response.headers["retry-after"] = str(max(1, no.retry // 1000))
    return response


async def _let_in(house: House, route: Route, request: Request) -> Call:
    address = limits.address_key(request.client.host if request.client else "")
    house.limits.refuse(address, "read" if route.method == "GET" else "write")
    origin = request.headers.get("origin")
    call = Call(house, request, browser=origin is not None, address=address)
    if origin is not None and not same_site(origin, request.headers.get("host", ""), house.config.origins):
        raise Refusal("wrong_origin", status=403)
    bearer = request.headers.get("authorization", "")
    if bearer.startswith("Bearer "):
        call.token = bearer[7:]
    elif route.method == "GET" or origin is not None:  # a form on another site sends cookies, but then an Origin too
        call.token = call.cookie()
    call.person, call.renewed = await house.people.who_is(call.token)
    if route.rate:
        house.limits.refuse(call.person.id if call.person is not None and not route.by_address else address, route.rate)
    return call


async def _body(request: Request, read: Callable[[bytes], Any] | None) -> Any:
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > limits.MAX_BODY_BYTES:
            raise Refusal("too_long", status=413, most=limits.MAX_BODY_BYTES)
    if read is None:
        return None
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise Refusal("not_json", status=415)
    try:
        return read(bytes(data))
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
        elif len(given) > query.most or (query.values and given not in query.values):
            raise Refusal("malformed", status=400, why=query.name)
        else:
            found[query.name] = given
    return found


def _set_cookies(call: Call, response: Response) -> None:
    """Put the session into its cookie, and the way back to who this browser was into another; "" deletes one."""
    session = _token_again(call) if call.new_token is None else call.new_token
    _set_cookie(call, response, "", session, SESSION)
    _set_cookie(call, response, BEFORE, call.before, BACK)


def _token_again(call: Call) -> str | None:
    """The token of the cookie a request came with, if that cookie should last longer now."""
    if not call.token or call.token != call.cookie():
        return None
    page_opens = call.browser and call.person is not None and call.request.scope["path"] == "/api/me"
    return call.token if call.renewed or page_opens else None


def _set_cookie(call: Call, response: Response, more: str, value: str | None, seconds: int) -> None:
    name = cookie_name(call.secure, more)
    if value:
        response.set_cookie(name, value, seconds, path="/", secure=call.secure, httponly=True, samesite="lax")
    elif value == "":
        response.delete_cookie(name, path="/", secure=call.secure, httponly=True, samesite="lax")
