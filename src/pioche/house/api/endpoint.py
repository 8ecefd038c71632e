"""Checks that every HTTP request passes: origin, rate, size, session. Handlers get a `Call`."""

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
from pioche.house.people.identity import DAY_SECONDS, SESSION_SECONDS
from pioche.house.people.origins import same_site
from pioche.house.protocol import bodies as a
from pioche.house.protocol.messages import encode
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Conflict, Fenced, PersonRow, StoreFailed, Unsure
from pioche.house.stores.writer import refusal
from pioche.house.tables import commands
from pioche.house.tables.room import Room

log = logging.getLogger("pioche.house")
COOKIE_NAME = "pioche"
HTTPS_PREFIX = "__Host-"  # of the cookie's name, if the page came over HTTPS
FORMER_SUFFIX = "-before"  # of the cookie with the person this browser was before a private link or a login
FORMER_PERSON_SECONDS = 30 * DAY_SECONDS

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
    """A request that passed the checks, and the cookies its answer sets."""

    house: House
    request: Request
    browser: bool  # sent with an Origin header: tokens stay in the cookie
    address: str  # the key under which limits are counted
    token: str = ""
    person: PersonRow | None = None
    body: Any = None
    query: dict[str, Any] = field(default_factory=dict)
    joined: tuple[Room, int] | None = None  # the table and the person's number there; set on routes that need it
    new_token: str | None = None  # token for the client to keep; "" ends its session
    before: str | None = None  # token of the person this browser can become again; "" deletes it
    renewed: bool = False  # the session was prolonged, so the cookie must be, too

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
        """Refuse a person or address that makes too many tables or tournaments; counted beside the rate of the route."""
        counted = [(self.address, "make_here")]
        counted += [(self.me.id, "public"), (self.address, "public_here")] if public else []
        self.house.limits.refuse_any(counted)

    def part(self, name: str) -> str:
        return str(self.request.path_params[name])


def secure(house: House, request: Request) -> bool:
    """Return whether the page is served over HTTPS, by the server's settings or as a trusted proxy reports it.

    `request.url` is not used: it raises for some invalid host names.
    """
    return house.config.secure or request.scope["scheme"] == "https"


def cookie_name(secure: bool, more: str = "") -> str:
    return (HTTPS_PREFIX if secure else "") + COOKIE_NAME + more


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Query:
    """A query parameter: a number of at most `most`, or a string of at most `most` letters."""

    name: str
    kind: Literal["integer", "string"]
    needed: bool = False
    most: int = 1_000_000
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Route:
    """An HTTP route, as the server serves it and the schema describes it.

    `needs` says who may call it: everyone, a guest (cookie or token), or a person who has joined the table. `rate` is a
    name in `limits.RATES`, counted by person, or by address if `by_address` is set.
    """

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
    """Return the Starlette endpoint of a route: it checks the request, calls the handler and encodes its answer.

    Refusals and failures of the store become answers with a reason; any other exception is passed on.
    """
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
                call.me  # noqa: B018 - raises if there is no session
            if route.needs == "joined":
                await _enter(call)
            answer = await route.handler(call)
            response = answer if isinstance(answer, Response) else Response(encode(answer), media_type="application/json")
            _set_cookies(call, response)
        except Refusal as no:
            counts.refused.labels(no.reason).inc()
            response = refused(no)
        except ClientDisconnect:
            response = refused(Refusal("too_slow", status=408))  # never read: for the log only
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
    """Set `call.joined` to the table in the path; refuse a person who has not joined it."""
    room = await call.house.room(call.part("code"))
    call.joined = room, room.state.numbers.get(call.me.id, 0)
    commands.may(room.state, call.joined[1], "see_table")


def refused(no: Refusal) -> Response:
    """Return the response for a refusal, with `retry-after` if there is a time."""
    body = a.Refused(no.reason, no.en, no.fr, no.retry, no.rule)
    response = Response(encode(body), no.status, media_type="application/json")
    if no.retry is not None:
        response.headers["retry-after"] = str(max(1, no.retry // 1000))
    return response


async def _let_in(house: House, route: Route, request: Request) -> Call:
    """Check rate and origin and identify the person; refuse with 403 or 429."""
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
    """Read and decode the body; refuse with 400, 413 or 415."""
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
    """Return the declared query parameters; refuse malformed and missing ones with 400."""
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
    """Set the cookies of the session and of the person this browser was before; "" deletes one."""
    session = _token_to_prolong(call) if call.new_token is None else call.new_token
    _set_cookie(call, response, "", session, SESSION_SECONDS)
    _set_cookie(call, response, FORMER_SUFFIX, call.before, FORMER_PERSON_SECONDS)


def _token_to_prolong(call: Call) -> str | None:
    """Return the token of the request's cookie if that cookie is to be prolonged, else None."""
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
