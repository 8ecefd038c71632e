"""Several workers under random misfortunes, and what twelve people were told meanwhile.

Three workers behind a real nginx share a real PostgreSQL, each through a proxy of its own that can swallow everything
(`black_hole`). People say numbered sentences as fast as they are acknowledged. Afterwards the journals tell whether anything
acknowledged is missing, anything is there twice or in another order, or anything is there that was refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pioche.client import LOST, Client, Refused
from pioche.house.stores.postgres_connection import connect
from tests.house.cluster.black_hole import BlackHole
from tests.house.cluster.servers import Nginx, Postgres
from tests.house.cluster.workers import Worker, journal
from tests.house.running import many

WORKERS, PEOPLE = 3, 12
MAX_SILENCE_SECONDS = 10.0
RECOVERY_SECONDS = 60.0  # in which everybody must be acknowledged again after a misfortune
BETWEEN_SECONDS = 0.05  # two sentences of one person


@dataclass
class Report:
    """What the people and the journals say about one campaign."""

    misfortunes: list[str] = field(default_factory=list)
    acknowledged: int = 0
    refused: int = 0
    lost: list[str] = field(default_factory=list)  # acknowledged, and not in the journal
    doubled: list[str] = field(default_factory=list)
    disordered: list[str] = field(default_factory=list)
    untrue: list[str] = field(default_factory=list)  # refused, and in the journal
    stuck: list[str] = field(default_factory=list)  # misfortunes after which somebody was not acknowledged again
    silence: dict[str, float] = field(default_factory=dict)  # longest seconds without being told anything, by misfortune
    pause: dict[str, float] = field(default_factory=dict)  # longest seconds from its beginning until everybody plays again

    @property
    def good(self) -> bool:
        broken = self.lost or self.doubled or self.disordered or self.untrue or self.stuck
        return not broken and max(self.silence.values(), default=0) <= MAX_SILENCE_SECONDS

    def __str__(self) -> str:
        kinds = sorted(set(self.misfortunes))
        rows = [
            f"  {kind}: {self.misfortunes.count(kind)} times, silence {self.silence.get(kind, 0):.1f} s,"
            f" all play again after {self.pause.get(kind, 0):.1f} s"
            for kind in kinds
        ]
        counts = {name: len(getattr(self, name)) for name in ("lost", "doubled", "disordered", "untrue", "stuck")}
        head = f"{len(self.misfortunes)} misfortunes, {self.acknowledged} acknowledged, {self.refused} refused, {counts}"
        found = [*self.lost, *self.doubled, *self.disordered, *self.untrue, *self.stuck]
        return "\n".join([head, *rows, *found[:20]])


class Speaker:
    """One person at one table. Everything that is told resets `told`: an answer, a refusal, a line known to be lost."""

    def __init__(self, client: Client, code: str) -> None:
        self.at, self.name = client.at(code), client.name
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        self.last_ack = self.told = time.monotonic()
        self.silence = 0.0  # the longest since it was last read
        self.trail: deque[str] = deque(maxlen=6)  # what was told last

    def tell(self, what: object = "") -> None:
        now = time.monotonic()
        self.silence, self.told = max(self.silence, now - self.told), now
        if what:
            self.trail.append(repr(what)[:80])

    async def speak(self, over: asyncio.Event) -> None:
        k = 0
        while not over.is_set():
            id = f"{self.name}x{k}"
            try:
                if self.at.socket is None:
                    await self.at.connect()
                await self.at.send({"t": "say", "id": id, "phrase": "hello"})
                await self.at.answer(id)
            except Refused as no:
                self.tell(no)
                if no.status == 0:  # the wish itself, which must never be done then
                    self.refused.append(id)
                    k += 1
                else:
                    self.at.cut()
                await asyncio.sleep(0.2)
            except (*LOST, TimeoutError) as lost:
                self.tell(lost)
                self.at.cut()
                await asyncio.sleep(0.2)
            else:
                self.tell()
                self.last_ack = self.told
                self.acknowledged.append(id)
                k += 1
                await asyncio.sleep(BETWEEN_SECONDS)
        self.at.cut()


class Cluster:
    """The servers, and what may happen to them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)
        self.postgres = Postgres()
        address = self.postgres.fresh()
        self.store = address
        with contextlib.closing(connect(address)) as db:
            schema = address.rpartition("%3D")[2]
            db.execute(f"CREATE ROLE house LOGIN; GRANT ALL ON SCHEMA {schema} TO house")
        weak = address.replace("postgresql://pioche@", "postgresql://house@")
        self.holes = [BlackHole(self.postgres, weak) for _ in range(WORKERS)]
        options = ("--trusted-proxy", "127.0.0.1")
        self.workers = [Worker(folder / f"worker{k}", hole.store, *options, lease=4.0) for k, hole in enumerate(self.holes)]
        self.proxy = Nginx(folder, [worker.port for worker in self.workers])

    def close(self) -> None:
        self.proxy.close()
        for worker in self.workers:
            worker.stop()
        for hole in self.holes:
            hole.close()
        self.postgres.close()

    # -- misfortunes: each lasts for some seconds and ends as it began -----------------------------

    def killed(self, seconds: float) -> None:
        worker = self.dice.choice(self.workers)
        worker.kill()
        time.sleep(min(seconds, 3))
        worker.start()

    def frozen(self, seconds: float) -> None:
        worker = self.dice.choice(self.workers)
        worker.pause()
        time.sleep(seconds)
        worker.go_on()

    def cut_off(self, seconds: float) -> None:
        hole = self.dice.choice(self.holes)
        hole.swallow()
        time.sleep(seconds)
        hole.open()

    def lost_after_commit(self, seconds: float) -> None:
        hole = self.dice.choice(self.holes)
        hole.lose_the_commit_of("spoke")
        time.sleep(min(seconds, 3))
        hole.open()

    def lost_before_commit(self, seconds: float) -> None:
        hole = self.dice.choice(self.holes)
        hole.drop_the_commit_of("spoke")
        time.sleep(min(seconds, 3))
        hole.open()

    def database_crashed(self, seconds: float) -> None:
        self.postgres.crash()
        time.sleep(min(seconds, 5))
        self.postgres.start()

    def database_frozen(self, seconds: float) -> None:
        processes = self.postgres.processes()
        for signal_ in (signal.SIGSTOP, signal.SIGCONT):
            for pid in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal_)
            if signal_ == signal.SIGSTOP:
                time.sleep(seconds)

    def database_limited(self, seconds: float) -> None:
        self._sql("ALTER ROLE house CONNECTION LIMIT 4")
        self._sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'house'")
        time.sleep(seconds)
        self._sql("ALTER ROLE house CONNECTION LIMIT -1")

    def database_read_only(self, seconds: float) -> None:
        for value in ("on", "off"):
            self._sql(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
            self._sql("SELECT pg_reload_conf()")
            if value == "on":
                time.sleep(seconds)

    def joined(self, seconds: float) -> None:
        """A worker is taken out of the proxy, and joins again."""
        ports = [worker.port for worker in self.workers]
        out = self.dice.choice(ports)
        self.proxy.lead_to([port for port in ports if port != out])
        time.sleep(seconds)
        self.proxy.lead_to(ports)
        time.sleep(1)

    def _sql(self, query: Any) -> None:
        with contextlib.closing(connect(self.store)) as db:
            db.execute("SET default_transaction_read_only = off")
            db.execute(query)

    def all_kinds(self) -> list[Callable[[float], None]]:
        return [
            self.killed, self.frozen, self.cut_off, self.lost_after_commit, self.lost_before_commit, self.database_crashed,
            self.database_frozen, self.database_limited, self.database_read_only, self.joined,
        ]  # fmt: skip


async def campaign(cluster: Cluster, plan: list[tuple[Callable[[float], None], float]]) -> Report:
    """Let one misfortune after the other happen, each when everybody plays; compare with the journals."""
    report = Report()
    clients = [Client(cluster.proxy.address, f"P{k}") for k in range(PEOPLE)]
    async with many(*clients):
        speakers = []
        for k in range(0, PEOPLE, 2):
            host, guest = clients[k : k + 2]
            made = await host.make("pairs", {"pace": "relaxed"}, {"sit": 0}, seats=2)
            await guest.join(made["code"], made["secret"])
            speakers += [Speaker(host, made["code"]), Speaker(guest, made["code"])]
        over = asyncio.Event()
        tasks = [asyncio.create_task(speaker.speak(over)) for speaker in speakers]
        try:
            assert await _all_play(speakers, time.monotonic())
            for misfortune, seconds in plan:
                kind, began = misfortune.__name__, time.monotonic()
                report.misfortunes.append(kind)
                for speaker in speakers:
                    speaker.silence, speaker.told = 0.0, began
                await asyncio.to_thread(misfortune, seconds)
                healed = time.monotonic()
                if not await _all_play(speakers, healed):
                    report.stuck.append(f"{kind} of {seconds:.1f} s: not everybody plays after {RECOVERY_SECONDS} s")
                    waiting = [one for one in speakers if one.last_ack < healed]
                    report.stuck += [f"{one.name} at {one.at.code}: {', '.join(one.trail)}" for one in waiting]
                for speaker in speakers:
                    speaker.tell()
                longest = max(speaker.silence for speaker in speakers)
                report.silence[kind] = max(report.silence.get(kind, 0), longest)
                report.pause[kind] = max(report.pause.get(kind, 0), time.monotonic() - began)
                if not report.good:
                    break
        finally:
            over.set()
            await asyncio.wait(tasks, timeout=30)
            for task in tasks:
                task.cancel()
            found = await asyncio.gather(*tasks, return_exceptions=True)
    report.stuck += [repr(one) for one in found if isinstance(one, Exception)]
    for speaker in speakers:
        _compare(cluster.store, speaker, report)
    return report


async def _all_play(speakers: list[Speaker], since: float) -> bool:
    """Wait until everybody was acknowledged; return whether that happened in time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(RECOVERY_SECONDS):
            while not all(speaker.last_ack > since for speaker in speakers):
                await asyncio.sleep(0.05)
            return True
    return False


def _compare(store: str, speaker: Speaker, report: Report) -> None:
    stored = [e.id for e in journal(store, speaker.at.code) if e.id and e.id.startswith(f"{speaker.name}x")]
    kept = set(stored)
    report.acknowledged += len(speaker.acknowledged)
    report.refused += len(speaker.refused)
    report.lost += [id for id in speaker.acknowledged if id not in kept]
    report.doubled += sorted({id for id in stored if stored.count(id) > 1})
    report.untrue += [id for id in speaker.refused if id in kept]
    numbers = [int(id.rpartition("x")[2]) for id in stored]
    if numbers != sorted(numbers):
        report.disordered.append(f"{speaker.name} at {speaker.at.code}")
