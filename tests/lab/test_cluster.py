"""The lab on a real cluster of several processes: the same figures to the last bit, also when a worker is killed."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pyarrow.parquet as pq
import pytest
from distributed import Client

import pioche
from pioche.lab.comparing.compare import compare
from pioche.lab.comparing.sides import settings
from pioche.lab.simulate import simulate
from pioche.terminal.cli import main

WORKERS = 3
PATIENCE = 120


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        port = self.address.rpartition(":")[2]
        command = [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            port,
            "--no-dashboard",
        ]
        self.scheduler = subprocess.Popen(command, **quiet)
        self.workers = [subprocess.Popen(self.worker(k), **quiet) for k in range(WORKERS)]

    def worker(self, k: int) -> list[str]:
        """Without a nanny, which would start a killed one again."""
        return [
            sys.executable, "-m", "distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--name", f"worker-{k}",
        ]  # fmt: skip

    def close(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    try:
        with Client(made.address, timeout=PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(WORKERS, timeout=PATIENCE)
        yield made
    finally:
        made.close()


def test_the_same_figures_as_in_one_process(cluster: Cluster) -> None:
    game = pioche.load("starboard", seats=3, deals=2)
    alone = simulate(game, 5000, "expert", 3, workers=1)

    assert simulate(game, 5000, "expert", 3, cluster=cluster.address).as_json() == alone.as_json()


def test_a_comparison_says_the_same(cluster: Cluster) -> None:
    sides = settings(["starboard", "draw_cost=1", "draw_cost=2"], seats=2, deals=2)
    alone, many = (
        compare(sides, matches=3000, seconds=1e6, workers=1, cluster=one).as_json() for one in (None, cluster.address)
    )

    assert many == alone


def test_tables_and_refusals_come_home(cluster: Cluster, tmp_path) -> None:
    game = pioche.load("hawthorn", seats=3, deals=1)
    for name, where in (("alone", None), ("many", cluster.address)):
        simulate(game, 8, "expert", out=tmp_path / f"{name}.parquet", table="decisions", workers=1, cluster=where)
    assert pq.read_table(tmp_path / "alone.parquet").equals(pq.read_table(tmp_path / "many.parquet"))

    class Mine:
        def __init__(self, game: pioche.Game, seed: int) -> None:
            pass

    with pytest.raises(pioche.PiocheError, match="do not find"):
        simulate(game, 8, [Mine, Mine, Mine], cluster=cluster.address)


def test_the_command_plays_on_the_cluster(cluster: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for more in ([], ["--cluster", cluster.address]):
        assert main(["simulate", "starboard", "--bots", "expert", "--matches", "3000", "--json", *more]) == 0
        told.append(capsys.readouterr().out)

    assert told[0] == told[1]


def test_a_scheduler_that_is_not_there_is_said_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pioche.lab.measures.clusters.SCHEDULER_TIMEOUT", "1s")

    assert main(["simulate", "starboard", "--matches", "10", "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert re.search("No scheduler answers at tcp://127.0.0.1:9", capsys.readouterr().err)


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(cluster: Cluster) -> None:
    """Last, as it leaves one worker less. The one with most jobs is killed while it plays: its jobs go to the others."""
    game, matches = pioche.load("kitty"), 48 * 1024
    alone = simulate(game, matches, "expert", 3, workers=1)
    jobs_lost: list[int] = []

    with Client(cluster.address, timeout=PATIENCE, set_as_default=False) as client:

        def workers() -> dict[str, dict[str, object]]:
            return client.scheduler_info(n_workers=-1)["workers"]

        def kill_one(done: int, of: int) -> None:
            if jobs_lost or done > of / 2:
                return
            busy = {address: len(jobs) for address, jobs in client.processing().items()}
            if busiest := max(busy, key=busy.__getitem__, default=""):
                victim = cluster.workers[int(str(workers()[busiest]["name"]).rpartition("-")[2])]
                victim.kill()
                victim.wait()
                jobs_lost.append(busy[busiest])

        many = simulate(game, matches, "expert", 3, cluster=cluster.address, progress=kill_one)

        assert jobs_lost
        assert jobs_lost[0] > 0
        assert many.as_json() == alone.as_json()
        until = time.monotonic() + PATIENCE
        while len(workers()) != WORKERS - 1:
            assert time.monotonic() < until
            time.sleep(0.1)
