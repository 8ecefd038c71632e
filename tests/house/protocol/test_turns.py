"""Between the beginnings of two requests everybody at a table is heard; lines of the log wait for each other."""

from __future__ import annotations

import asyncio
import io
import logging

from starlette.types import Receive, Scope, Send

from pioche.house.operations.logs import FLUSH_DELAY_SECONDS, BufferedHandler, JsonFormatter
from pioche.house.sockets.fair_scheduling import FairScheduling
from tests.house.running import run


def test_one_request_begins_each_time_the_loop_has_listened() -> None:
    began: list[int] = []
    listened = 0

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        began.append(listened)

    async def nobody() -> dict[str, object]:
        return {}

    async def nothing(_: object) -> None:
        return None

    async def play() -> None:
        nonlocal listened
        turns = FairScheduling(app)
        requests = [asyncio.create_task(turns({"type": "http"}, nobody, nothing)) for _ in range(40)]
        requests[7].cancel()  # who went away holds nobody up
        while not all(task.done() for task in requests):
            await asyncio.sleep(0)
            listened += 1
        await turns({"type": "http"}, nobody, nothing)  # nobody before it: at once

    run(play(), 10)
    assert len(began) == 40
    assert len(set(began)) >= 39
    assert max(began) < 100


def test_everyday_lines_are_written_together_and_troubles_at_once() -> None:
    stream = io.StringIO()
    log = logging.Logger("lines")
    handler = BufferedHandler(stream)
    handler.setFormatter(JsonFormatter())
    log.addHandler(handler)

    async def play() -> None:
        for status in (200, 404):
            log.info("http", extra={"status": status})
        assert stream.getvalue() == ""
        await asyncio.sleep(2 * FLUSH_DELAY_SECONDS)
        assert stream.getvalue().count("\n") == 2
        log.info("http", extra={"status": 500})
        log.error("broken")
        assert [word in stream.getvalue().splitlines()[-1] for word in ("broken", "error")] == [True, True]
        assert stream.getvalue().count("\n") == 4

    run(play(), 10)
    log.info("no loop runs any more")
    assert stream.getvalue().count("\n") == 5
