"""`--workers N`: the parent of the workers, and what it lets others see."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import httpx
import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

from pioche.house import serve
from pioche.house.workers.supervisor import Supervisor
from tests.house.cluster.servers import Postgres, postgres
from tests.house.cluster.workers import Crew

__all__ = ["postgres"]  # a fixture


def test_no_worker_shows_the_address_of_the_database(postgres: Postgres, tmp_path: Path) -> None:
    """It may hold a password, and everybody on the machine may read a list of processes. Each worker has its own port."""
    crew = Crew(tmp_path, postgres.fresh(), 2)
    try:
        children = crew.children()
        assert len(children) == len(set(crew.ports)) == 2
        for pid in children:
            assert b"postgresql" not in Path(f"/proc/{pid}/cmdline").read_bytes()
        for port in crew.ports:
            assert httpx.get(f"http://127.0.0.1:{port}/healthz", trust_env=False).status_code == 200
    finally:
        crew.stop()


def test_a_worker_that_dies_at_once_is_replaced_less_and_less_often() -> None:
    """While its database is away, for instance: else a core is spent on starting it."""
    before = [signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)]
    pauses, deaths = [], [0.0]
    with serve.listen("127.0.0.1", 0) as listening:
        supervisor = Supervisor([listening], {"PIOCHE_STORE": "mysql://nobody"}, [])

        def lost(place: int, code: int) -> None:
            assert code == serve.FAILED
            pauses.append(supervisor.started[place] - deaths[-1])
            deaths.append(time.monotonic())
            if len(pauses) == 3:
                signal.raise_signal(signal.SIGTERM)

        try:
            assert not supervisor.open()
            supervisor.watch(lost)
        finally:
            for name, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
                signal.signal(name, handler)
    assert pauses[1] >= 0.5
    assert pauses[2] >= 1
