"""The same jobs on many machines, by Dask distributed (`pip install 'distributed'`): it moves jobs of a worker that was lost
to the others. Results are taken in the order of the jobs, so the figures are those of one machine, to the last bit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pioche.bots.other_processes import can_be_fetched
from pioche.errors import PiocheError
from pioche.lab.measures.batches import Job, Measurements
from pioche.lab.measures.work import JOBS_AHEAD_PER_WORKER, in_order, kindly, unwrapped

SCHEDULER_TIMEOUT = "15s"  # for the scheduler to answer
MAX_LOST_WORKERS = 10  # workers that may be lost in the middle of one and the same job
MIN_WORKERS = 8  # workers to have jobs ready for, though they may not be there yet


def play_on_cluster(cluster: Any, jobs: Iterable[Job]) -> Iterator[Measurements]:
    """`cluster` is the address of a scheduler (tcp://...), or a client of one."""
    with _client(cluster) as client:
        workers = max(MIN_WORKERS, len(client.scheduler_info(n_workers=-1)["workers"]))

        def submit(job: Job) -> Any:
            if not can_be_fetched(job.game) or not job.lineup.travels:
                raise PiocheError(
                    f"The machines of a cluster do not find {job.game.title('en')} or its players: put them into a module "
                    "that is installed there.",
                    f"Les machines d’une grappe ne trouvent pas {job.game.title('fr')} ou ses joueurs : mettez-les dans un "
                    "module qui y est installé.",
                )
            return client.submit(kindly, job, pure=False, retries=MAX_LOST_WORKERS)

        for told in in_order(submit, jobs, JOBS_AHEAD_PER_WORKER * workers):
            yield unwrapped(told)


@contextmanager
def _client(cluster: Any) -> Iterator[Any]:
    if not isinstance(cluster, str):
        yield cluster
        return
    try:
        from distributed import Client
    except ImportError:
        raise PiocheError(
            "A cluster needs the package distributed: pip install distributed.",
            "Une grappe demande le paquet distributed\u00a0: pip install distributed.",
        ) from None
    try:
        client = Client(cluster, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise PiocheError(
            f"No scheduler answers at {cluster}: {problem}", f"Aucun ordonnanceur ne répond à {cluster} : {problem}"
        ) from None
    try:
        yield client
    finally:
        client.close()
