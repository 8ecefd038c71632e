"""The line between workers: what comes over it comes for many."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

from pioche.client import Client
from pioche.house.operations.limits import RATES
from pioche.house.stores.postgres_connection import connect
from tests.house.cluster.servers import Postgres, postgres
from tests.house.cluster.workers import Worker
from tests.house.running import run

__all__ = ["postgres"]  # a fixture


def test_a_crowd_comes_through_a_worker_of_another_machine(postgres: Postgres, tmp_path: Path) -> None:
    """The owner of their tables sees one address for all of them. After a restart they all come at once."""
    store = postgres.fresh()
    worker = Worker(tmp_path, store, "--loose", "1", lease=60)
    crowd = int(RATES["connect"].burst) + 500
    with contextlib.closing(connect(store)) as db:
        (inside,) = db.execute("SELECT address FROM workers").fetchone() or ("",)
        (secret,) = db.execute("SELECT value FROM house WHERE name = 'relay'").fetchone() or ("",)
    port = int(inside.rpartition(":")[2])

    async def come(code: str, k: int) -> bytes:
        """As a worker at 127.0.0.77 passes on somebody who may not look at the table."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.77", 0))
        try:
            words = (
                f"GET /api/tables/{code} HTTP/1.1",
                "host: house",
                f"x-pioche-relay: {secret} 10.0.{k // 250}.{k % 250 + 1} http",
            )
            writer.write("\r\n".join((*words, "connection: close", "", "")).encode())
            return (await reader.readline())[:12]
        except OSError:
            return b"cut"
        finally:
            writer.close()

    async def visit() -> None:
        async with Client(worker.address, "Alice") as alice:
            code = (await alice.make("pairs", seats=2))["code"]
            answers = [
                answer
                for k in range(0, crowd, 50)
                for answer in await asyncio.gather(*(come(code, n) for n in range(k, k + 50)))
            ]
            assert {answer: answers.count(answer) for answer in answers} == {b"HTTP/1.1 403": crowd}, "nobody is cut off"

    try:
        run(visit(), 60)
    finally:
        worker.stop()
