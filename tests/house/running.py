"""A real house in a process of its own, and people who talk to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from pioche.house import app, serve
from pioche.house.core import table_lists
from pioche.house.core.house import Config
from pioche.house.stores.sqlite import SQLiteStore, read_only
from pioche.house.tables import journal as j

Result = TypeVar("Result")
SERVE = ("-m", "pioche.house.serve")


class Running:
    """The process. It can be killed without a word and started again on the same port with the same file."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        program: tuple[str, ...] = SERVE,
        env: dict[str, str] | None = None,
        at_home: bool = False,
    ) -> None:
        """`at_home`: somebody sits at this machine, and a browser is opened for them (which does nothing)."""
        self.data = folder / "house.db"
        self.log = folder / "house.log"
        self.program, self.env = program, {"BROWSER": "true", **(env or {})}
        self.arguments = arguments if at_home else ("--no-browser", *arguments)
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> float:
        """Seconds until it was open."""
        began = time.monotonic()
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.program, "--data", str(self.data), "--port", str(self.port), *self.arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **self.env},
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found[1])
                return time.monotonic() - began
        raise AssertionError(f"the house did not open:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """Without a word, at any moment."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._reap()

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self._reap()

    def _reap(self) -> None:
        assert self.process is not None
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    # -- looking inside, from outside --------------------------------------------------------------

    def settled_rss(self) -> float:
        """Megabytes, once every game is ready: the house makes them so beside its first visitors."""
        before = self.rss()
        for _ in range(40):
            time.sleep(0.5)
            before, now = self.rss(), before
            if abs(before - now) < 0.1:
                break
        return before

    def rss(self) -> float:
        """Megabytes of memory."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    def cpu(self) -> float:
        """Seconds of processor time."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def journal(self, code: str) -> list[j.AnyEntry]:
        """What the file says, read while the house may be open or dead."""
        store = read_only(self.data)
        try:
            return [j.read(body) for body in store.journal(code)]
        finally:
            store.close()

    def errors(self) -> list[str]:
        """What went wrong inside, if anything."""
        return [line for line in self.log.read_text().splitlines() if '"error"' in line or "Traceback" in line]


@contextlib.contextmanager
def in_process() -> Iterator[str]:
    """A house in threads of this process, with one file and without the work it does now and then; its address."""
    with tempfile.TemporaryDirectory() as folder, serve.listen("127.0.0.1", 0) as listening, contextlib.ExitStack() as stack:
        store = SQLiteStore(Path(folder) / "house.db")
        store.open()
        opened = threading.Event()
        for module, pause in ((app, "SWEEP_SECONDS"), (app, "WARM_UP_PAUSE_SECONDS"), (table_lists, "WRITE_PAUSE_SECONDS")):
            stack.enter_context(patch.object(module, pause, 3600.0))
        application = app.build(store, Config(loose=1000))
        server = serve.make_server(application, application.lifespan, opened=opened.set)
        thread = threading.Thread(target=server.run, args=([listening],))
        try:
            thread.start()
            opened.wait(30)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.end()
            thread.join()


def run(work: Coroutine[Any, Any, Result], seconds: float = 300) -> Result:
    """Run people, with an end to their patience."""

    async def patient() -> Result:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(patient())


@contextlib.asynccontextmanager
async def many(*people: Any) -> Any:
    """Several async contexts at once."""
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(person) for person in people]
