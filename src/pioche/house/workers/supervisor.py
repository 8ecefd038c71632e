"""Several workers on one machine: one listening socket, one database, one process to a core.

The parent only holds the socket and the children. One that dies is replaced; its tables are taken over by whoever is
asked for them. When the parent dies, however it does, the children close the house behind it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from socket import socket
from typing import Any

GLANCE = 0.25  # seconds between two looks at the workers
ALONE = 0.25  # seconds before a dead worker is replaced; each time one dies in its first moments it is twice as long
STEADY, PAUSE = 5.0, 8.0  # seconds of such moments, and the longest pause
PARTING = 15.0  # seconds a worker has to close


class Supervisor:
    """The children, by place."""

    def __init__(self, listening: socket, addresses: dict[str, str], workers: int, arguments: list[str]) -> None:
        """`addresses`: what may hold a password, by its name in the environment."""
        self.fd, self.addresses = listening.fileno(), addresses
        self.places: list[subprocess.Popen[str] | None] = [None] * workers
        self.started, self._pauses = [0.0] * workers, [ALONE] * workers
        self.arguments = [f"--fd={self.fd}", *arguments]
        self._over = threading.Event()

    def _start(self, place: int) -> subprocess.Popen[str]:
        """Addresses go by the environment: everybody may read a list of processes."""
        child = subprocess.Popen(
            [sys.executable, "-m", "pioche.house.serve", "--no-browser", *self.arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[self.fd],
            start_new_session=True,
            env={**os.environ, **self.addresses},
        )
        self.places[place], self.started[place] = child, time.monotonic()
        return child

    def open(self) -> bool:
        """Start everybody. False: one of them could not, and has said why."""
        children = [self._start(place) for place in range(len(self.places))]
        for child in children:
            assert child.stdout is not None
            if not child.stdout.readline():
                self.close()
                return False
        return True

    def watch(self, lost: Callable[[int, int], object]) -> None:
        """Until somebody ends it."""
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: self._over.set())
        due: dict[int, float] = {}  # when an empty place is taken again
        while not self._over.wait(GLANCE):
            now = time.monotonic()
            for place, child in enumerate(self.places):
                if child is not None and child.poll() is not None:
                    lost(place, child.returncode)
                    _drop(child)
                    self.places[place] = None
                    at_once = now - self.started[place] < STEADY
                    self._pauses[place] = min(PAUSE, 2 * self._pauses[place]) if at_once else ALONE
                    due[place] = now + self._pauses[place]
                elif child is None and now >= due[place]:
                    self._start(place)
        self.close()

    def close(self) -> None:
        living = [child for child in self.places if child is not None]
        for child in living:
            if child.poll() is None:
                child.send_signal(signal.SIGINT)
        until = time.monotonic() + PARTING
        for child in living:
            try:
                child.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            _drop(child)


def _drop(child: subprocess.Popen[Any]) -> None:
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            pipe.close()


def report() -> None:
    """In a child: tell the parent that it is open. When the parent's end of standard input is gone, so is the parent."""
    print("open", flush=True)

    def wait() -> None:
        sys.stdin.read()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait, name="parent", daemon=True).start()
