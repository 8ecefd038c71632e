"""One contender under load: started on a core of its own, driven from another, killed at the end."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bench.load.contenders import HERE, Contender
from bench.load.database import database

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Load:
    tables: int = 500
    rate: int = 500
    seconds: int = 60
    warm: int = 10
    server_core: int = 0
    driver_core: int = 1
    priority: int = 0  # as `nice` understands it

    @property
    def sockets(self) -> int:
        return self.tables * 4


@dataclass(frozen=True)
class Result:
    """Milliseconds from the moment a move was due to its answer, and until all four saw it."""

    name: str
    storage: str
    rate: int  # moves a second that were asked for
    moves: int
    unanswered: int
    refused: int
    acknowledged: int
    lost: int  # acknowledged, and gone after kill -9
    answered: dict[str, float]
    seen: dict[str, float]
    cpu_ms: float  # processor time of the server for one move
    busy: float  # share of its core
    memory_mb: float
    others: float  # processes that wanted to run on this machine meanwhile


class Trouble(Exception):
    """A contender could not be measured."""


def measure(contender: Contender, load: Load) -> Result:
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="load-")))
        if contender.database:
            address = stack.enter_context(database(load.driver_core))
            (folder / "database").write_text(address, encoding="utf-8")
        port = _free_port()
        with (folder / "server.log").open("w") as log:
            server = subprocess.Popen(
                [*_on(load.server_core, load), *contender.command(port, folder)],
                cwd=HERE.parents[1], stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True,
            )  # fmt: skip
        _first(server.pid, load.priority)
        try:
            assert server.stdout is not None
            _await(server.stdout, contender.opens, folder / "server.log")
            threading.Thread(target=_drain, args=(server.stdout,), daemon=True).start()
            figures, cpu, memory, others = _drive(contender, load, port, server.pid, folder)
        finally:
            server.send_signal(signal.SIGKILL)
            server.wait()
        tables = figures.pop("tables")
        acknowledged = sum(len(table["acked"]) for table in tables)
        return Result(
            contender.name, contender.storage, load.rate, figures["moves"], figures["unanswered"], figures["refused"],
            acknowledged, acknowledged - contender.kept(folder, tables), figures["answered"], figures["seen"],
            1000 * cpu / max(1, figures["meanwhile"]), cpu / load.seconds, memory, others,
        )  # fmt: skip


def _on(core: int, load: Load) -> list[str]:
    return ["nice", "-n", str(load.priority), "taskset", "-c", str(core)]


def _drive(
    contender: Contender, load: Load, port: int, server: int, folder: Path
) -> tuple[dict[str, Any], float, float, float]:
    out = folder / "figures.json"
    numbers = [str(number) for number in (load.tables, load.rate, load.seconds, load.warm)]
    command = [*_on(load.driver_core, load), "node", str(HERE / "drive.mjs"), contender.driver]
    command += [f"http://127.0.0.1:{port}", *numbers, str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as driver:
        _first(driver.pid, load.priority)
        assert driver.stdout is not None
        _await(driver.stdout, "begin", folder / "server.log")
        before = _cpu(server)
        _await(driver.stdout, "end", folder / "server.log")
        used, memory, others = _cpu(server) - before, _memory(server), os.getloadavg()[0]
        _await(driver.stdout, "done", folder / "server.log")
    return json.loads(out.read_text(encoding="utf-8")), used, memory, others


def _first(process: int, priority: int) -> None:
    """Linux shares its cores among sessions before it looks at priorities: the session gets the same."""
    group = Path(f"/proc/{process}/autogroup")
    if priority and group.exists():
        group.write_text(str(priority))


def _await(lines: IO[str], wanted: str, log: Path) -> None:
    for line in lines:
        if wanted in line:
            return
    raise Trouble(f"it ended before it said “{wanted}”:\n{log.read_text()[-2000:]}")


def _drain(lines: IO[str]) -> None:
    for _ in lines:
        pass


def _cpu(process: int) -> float:
    """Seconds of processor time, all threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _memory(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
