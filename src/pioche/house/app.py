"""The ASGI application: routes, sockets, and the page."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from itertools import product
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from pioche import text
from pioche.bots.judgement_engine import judgement_engine
from pioche.engine.game import games, load
from pioche.house.api.endpoint import HEADERS, HSTS, endpoint, refused, secure
from pioche.house.api.game_list import game_info
from pioche.house.api.previews import with_preview
from pioche.house.api.routes import ROUTES
from pioche.house.api.static_files import Pages, answer
from pioche.house.core.house import Config, House
from pioche.house.operations.garbage_collection import SAMPLE, Collector
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots import roster
from pioche.house.sockets.admission import Admission
from pioche.house.sockets.connection import serve_socket
from pioche.house.sockets.turns import Turns
from pioche.house.stores.store import Store

log = logging.getLogger("pioche.house")
HERE = Path(__file__).parent
PAGE = HERE / "page"
PLACEHOLDER = HERE / "api" / "placeholder.html"
SWEEP = 5.0
BETWEEN = 0.1  # seconds from one game that is made ready to the next: whoever is there already has the interpreter


class Socket:
    """The table's socket as an ASGI application of its own: nothing between the house and the line."""

    def __init__(self, house: House) -> None:
        self.house, self.admission = house, Admission()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await serve_socket(self.house, self.admission, scope, receive, send)


def build(store: Store, config: Config) -> Starlette:
    """The store must be open. The house comes to life with the server's loop."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = app.state.house = House(store, config)
        app.router.routes[:] = _routes(house)
        collector = Collector(SWEEP)
        beside = [asyncio.create_task(_sweep(house, collector)), asyncio.create_task(_warm_up())]
        yield
        for task in beside:
            task.cancel()
        await house.close()
        collector.stop()

    return Starlette(lifespan=lifespan, middleware=[Middleware(Turns)], exception_handlers={HTTPException: _no_route})


async def _no_route(request: Request, no: Exception) -> Response:
    """What is no address at all, like the `*` of OPTIONS."""
    assert isinstance(no, HTTPException)
    return _dressed(request.app.state.house, request, refused(Refusal("no_such_way", status=no.status_code)))


def _routes(house: House) -> list[Route | WebSocketRoute]:
    routes: list[Route | WebSocketRoute] = [WebSocketRoute("/t/{code}/ws", Socket(house))]
    for path in dict.fromkeys(route.path for route in ROUTES):
        methods: dict[str, Endpoint] = {route.method: endpoint(house, route) for route in ROUTES if route.path == path}
        routes.append(_route(path, _by_method(house, methods)))
    routes.append(_route("/{path:path}", _page(house)))
    return routes


def _route(path: str, endpoint: Endpoint) -> Route:
    """Every method comes through: the endpoint refuses in the words of the house those it does not know."""
    route = Route(path, endpoint)
    route.methods = None
    return route


Endpoint = Callable[[Request], Awaitable[Response]]


def _by_method(house: House, methods: Mapping[str, Endpoint]) -> Endpoint:
    async def choose(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        if method not in methods:
            response = _dressed(house, request, refused(Refusal("no_such_way", status=405)))
            response.headers["allow"] = ", ".join(methods)
            return response
        return await methods[method](request)

    return choose


def _dressed(house: House, request: Request, response: Response) -> Response:
    for name, value in (HEADERS | (HSTS if secure(house, request) else {})).items():
        response.headers[name] = value
    return response


def _page(house: House) -> Endpoint:
    """Files of the page; every address without a dot is the page itself, which reads the rest of it."""
    pages = Pages(PAGE)

    async def serve(request: Request) -> Response:
        path = str(request.path_params["path"])
        if request.method not in ("GET", "HEAD"):
            response = _dressed(house, request, refused(Refusal("no_such_way", status=405)))
            response.headers["allow"] = "GET"
            return response
        if path.startswith("api/"):
            return _dressed(house, request, refused(Refusal("no_such_way", status=404)))
        found = pages.find(path)
        if found is None and "." not in path.rsplit("/", 1)[-1]:
            found = pages.find("index.html") or pages.read(PLACEHOLDER)
            if found is not None and "share" in request.query_params:
                shown = await with_preview(house, request, found.forms[""])
                if shown is not None:
                    return _dressed(house, request, shown)
        if found is None:
            return _dressed(house, request, refused(Refusal("no_such_way", status=404)))
        return _dressed(house, request, answer(found, request))

    return serve


async def _warm_up() -> None:
    """What somebody would wait for who is the first to ask for a game is made ready beside the open house."""
    await asyncio.to_thread(importlib.import_module, "anyio._backends._asyncio")  # else with the first stream
    for name, lang in product(("house", "tournament", "lessons"), text.LANGUAGES):
        await asyncio.to_thread(text.catalogue, name, lang)
    for name in await asyncio.to_thread(games):
        await asyncio.to_thread(_make_ready, name)
        await asyncio.sleep(BETWEEN)


def _make_ready(name: str) -> None:
    with contextlib.suppress(Exception):  # what is wrong with somebody's game is said to whoever plays it
        game_info(name)
        roster.levels(name)
        judgement_engine(load(name))


async def _sweep(house: House, collector: Collector) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        house.drop_idle()
        began = time.monotonic()
        if collector.ask(house.writer.jobs):
            log.info("looked at all memory", extra={"ms": round(1000 * (time.monotonic() - began))})
        else:
            await asyncio.sleep(SAMPLE)
            collector.sample()
