"""Jobs on all cores, or on many machines: results come in the order of the jobs, so figures never depend on who played."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import chain, islice
from multiprocessing import active_children, get_context
from typing import Any

from pioche.bots import warm_start
from pioche.bots.other_processes import can_be_fetched
from pioche.errors import PiocheError
from pioche.lab.measures.batches import Job, Measurements, play

JOBS_AHEAD_PER_WORKER = 4  # jobs for each worker that are begun before their turn: memory stays bounded
MATCHES_PER_JOB = {"levels": 1024, "reflexes": 128, "tables": 4}  # matches of one job


def played(jobs: Iterable[Job], workers: int = 0, cluster: Any = None) -> Iterator[Measurements]:
    """Play jobs and yield their measurements in the order of the jobs. `cluster` is the address of a Dask scheduler, or a
    client of one."""
    waiting = iter(jobs)
    first = next(waiting, None)
    if first is None:
        return
    cores = workers or os.cpu_count() or 1
    everything = chain([first], waiting)
    if cluster is not None:
        from pioche.lab.measures.clusters import play_on_cluster

        yield from play_on_cluster(cluster, everything)
    elif first.lineup.how != "tables":
        yield play(first)  # alone: it compiles the game once for all
        with ThreadPoolExecutor(cores) as pool:
            yield from in_order(lambda job: pool.submit(play, job), waiting, JOBS_AHEAD_PER_WORKER * cores)
    elif cores == 1 or not first.lineup.travels or not can_be_fetched(first.game):
        yield from map(play, everything)
    else:
        if any(str(name).startswith("search") for name in first.lineup.seats):
            warm_start.compile_aside(first.game)  # once, not once in every process
        before = set(active_children())

        def stop() -> None:
            for process in set(active_children()) - before:
                process.kill()

        with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as processes:
            for told in in_order(lambda job: _begin(processes, job), everything, JOBS_AHEAD_PER_WORKER * cores, stop):
                yield unwrapped(told)


def _begin(pool: ProcessPoolExecutor, job: Job) -> Future[Any]:
    """Start a job in another process. Workers ignore Ctrl-C: this process stops them. Pressed during the start it is
    deferred."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows: workers say a word more
        return pool.submit(kindly, job)
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(kindly, job)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)


def in_order(
    submit: Callable[[Job], Future[Any]], jobs: Iterable[Job], ahead: int, stop: Callable[[], None] | None = None
) -> Iterator[Any]:
    """Yield the results of jobs in their order, `ahead` of them running. `stop` ends the workers at Ctrl-C; without it,
    running jobs are finished."""
    waiting = iter(jobs)
    begun: deque[Future[Any]] = deque(submit(job) for job in islice(waiting, ahead))
    try:
        while begun:
            told = begun.popleft().result()
            begun += [submit(job) for job in islice(waiting, 1)]
            yield told
    except KeyboardInterrupt:
        if stop:
            begun.clear()
            stop()
        raise
    finally:
        for future in begun:
            future.cancel()


def kindly(job: Job) -> Measurements | tuple[str, str]:
    """Play a job; return a refusal in both languages instead of raising it, since exceptions do not pickle well."""
    try:
        return play(job)
    except PiocheError as refused:
        return refused.en, refused.fr


def unwrapped(told: Measurements | tuple[str, str]) -> Measurements:
    if isinstance(told, Measurements):
        return told
    raise PiocheError(*told)
