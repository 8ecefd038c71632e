"""The ASGI application: routes, sockets, and the page."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from itertools import product
from pathlib import Path
from types import SimpleNamespace

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.routing import Route as StarletteRoute
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
from pioche.house.operations.garbage_collection import Collector
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots import roster
from pioche.house.sockets.admission import Admission
from pioche.house.sockets.connection import serve_socket
from pioche.house.sockets.fair_scheduling import FairScheduling
from pioche.house.stores.store import Store

log = logging.getLogger("pioche.house")
HERE = Path(__file__).parent
PAGE = HERE / "page"
PLACEHOLDER = HERE / "api" / "placeholder.html"
SWEEP_SECONDS = 5.0
WARM_UP_PAUSE_SECONDS = 0.1  # between two games that are loaded, for requests that wait


class Socket:
    """The WebSocket of a table as an ASGI application, without Starlette's own class in between."""

    def __init__(self, house: House) -> None:
        self.house, self.admission = house, Admission()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await serve_socket(self.house, self.admission, scope, receive, send)


class Application:
    """The ASGI application of a server. `lifespan` makes the House on the running loop, and closes it."""

    def __init__(self, store: Store, config: Config) -> None:
        """The store must be open."""
        self.state = SimpleNamespace()  # `house`, once it is made
        self._store, self._config = store, config
        self._app: Starlette | None = None

    @contextlib.asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        house = self.state.house = House(self._store, self._config)
        self._app = _starlette(house)
        await run_in_threadpool(int)  # starts the thread pool, for which the first stream would wait
        collector, loading = Collector(), asyncio.create_task(_warm_up())
        beside = [loading, asyncio.create_task(_sweep(house, collector, loading))]
        yield
        for task in beside:
            task.cancel()
        await house.close()
        collector.stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self._app is not None, "called before `lifespan` was entered"
        await self._app(scope, receive, send)


def build(store: Store, config: Config) -> Application:
    return Application(store, config)


def _starlette(house: House) -> Starlette:
    async def no_route(request: Request, no: Exception) -> Response:
        """Refuse a request without a path, like the `*` of OPTIONS."""
        assert isinstance(no, HTTPException)
        return _dressed(house, request, refused(Refusal("no_such_way", status=no.status_code)))

    return Starlette(
        routes=_routes(house), middleware=[Middleware(FairScheduling)], exception_handlers={HTTPException: no_route}
    )


def _routes(house: House) -> list[BaseRoute]:
    routes: list[BaseRoute] = [WebSocketRoute("/t/{code}/ws", Socket(house))]
    for path in dict.fromkeys(route.path for route in ROUTES):
        methods: dict[str, Endpoint] = {route.method: endpoint(house, route) for route in ROUTES if route.path == path}
        routes.append(StarletteRoute(path, AnyMethod(_by_method(house, methods))))
    routes.append(StarletteRoute("/{path:path}", AnyMethod(_page(house))))
    return routes


class AnyMethod:
    """An endpoint as an ASGI application, to which Starlette routes every method: the endpoint refuses unknown ones itself,
    with a sentence in both languages."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self.endpoint(Request(scope, receive, send))
        await response(scope, receive, send)


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
    """Return the endpoint of the page's files; every path without a dot is answered by the page itself, which reads it."""
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
    """Load texts, games and bots in the background, for which the first visitors would wait otherwise."""
    for name, lang in product(("house", "tournament", "lessons"), text.LANGUAGES):
        await asyncio.to_thread(text.catalogue, name, lang)
    for name in await asyncio.to_thread(games):
        await asyncio.to_thread(_make_ready, name)
        await asyncio.sleep(WARM_UP_PAUSE_SECONDS)


def _make_ready(name: str) -> None:
    with contextlib.suppress(Exception):  # errors of a game of another package are reported when it is played
        game_info(name)
        roster.levels(name)
        judgement_engine(load(name))


async def _sweep(house: House, collector: Collector, loading: asyncio.Task[None]) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        house.drop_idle()
        began = time.monotonic()
        if collector.collect_if_idle(house.writer.jobs, loading.done()):
            log.info("garbage collection", extra={"ms": round(1000 * (time.monotonic() - began))})
