"""Workers of one house in processes of their own, on one real database."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import time
from pathlib import Path

from pioche.house.stores.postgres_connection import connect
from pioche.house.tables import journal as j
from tests.house.cluster.servers import Nginx
from tests.house.running import SERVE, Running

QUICK = ("--tempo", "0", "--loose", "10000")
LEASE = 3.0  # seconds


class Worker(Running):
    """One worker, on a port of its own."""

    def __init__(
        self, folder: Path, store: str, *arguments: str, lease: float = LEASE, program: tuple[str, ...] = SERVE
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.store = store
        words = (*QUICK, "--lease", str(lease), *arguments)
        super().__init__(folder, *words, program=program, env={"PIOCHE_STORE": store})

    def journal(self, code: str) -> list[j.AnyEntry]:
        return journal(self.store, code)

    def pause(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        threads = Path(f"/proc/{self.process.pid}/task")
        while not all((thread / "stat").read_text().rsplit(")", 1)[1].split()[0] == "T" for thread in threads.iterdir()):
            time.sleep(0.01)

    def go_on(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)


class Crew(Worker):
    """`--workers N` behind a proxy. To kill it is to kill one of the workers, at random."""

    def __init__(self, folder: Path, store: str, workers: int, *arguments: str, seed: int = 1, lease: float = LEASE) -> None:
        self.dice = random.Random(seed)
        self.ports: list[int] = []
        super().__init__(folder, store, "--workers", str(workers), "--trusted-proxy", "127.0.0.1", *arguments, lease=lease)
        self.proxy = Nginx(folder, self.ports)

    @property
    def address(self) -> str:
        return self.proxy.address

    def start(self) -> float:
        """Another worker takes the dead one's place by itself."""
        if self.process is not None:
            return 0.0
        took = super().start()
        assert self.process is not None
        assert self.process.stdout is not None
        line = next(line for line in self.process.stdout if line.startswith("Workers: "))
        self.ports = [int(port) for port in re.findall(r"http://127\.0\.0\.1:(\d+)/", line)]
        return took

    def stop(self) -> None:
        self.proxy.close()
        super().stop()

    def children(self) -> list[int]:
        assert self.process is not None
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # it is gone by now
                pid, _, rest = stat.read_text().partition(" (")
                if int(rest.rpartition(") ")[2].split()[1]) == self.process.pid:
                    found.append(int(pid))
        return sorted(found)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, IndexError):
            os.kill(self.dice.choice(self.children()), signal.SIGKILL)


class Nemesis(Crew):
    """Whatever may happen to a worker: it is killed, it freezes for a while, or the others give it up though it lives."""

    def kill(self) -> None:
        misfortune = self.dice.choice(("killed", "frozen", "struck"))
        if misfortune == "killed":
            super().kill()
        elif misfortune == "frozen":
            with contextlib.suppress(ProcessLookupError, IndexError):
                pid = self.dice.choice(self.children())
                os.kill(pid, signal.SIGSTOP)
                time.sleep(self.dice.uniform(0.5, 5))
                os.kill(pid, signal.SIGCONT)
        else:
            with contextlib.closing(connect(self.store)) as db:
                db.execute("DELETE FROM workers WHERE id = (SELECT id FROM workers ORDER BY random() LIMIT 1)")


def journal(store: str, code: str) -> list[j.AnyEntry]:
    """What the database says, read from outside, whatever version wrote it."""
    with contextlib.closing(connect(store)) as db:
        rows = db.execute("SELECT body FROM entries WHERE code=%s ORDER BY n", (code,)).fetchall()
    return [j.read(bytes(body)) for (body,) in rows]
