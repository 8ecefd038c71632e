"""Several workers on one machine: one database, one process to a core, each with a port of its own.

The parent only holds the sockets and the children. A worker that dies is replaced on the same socket; its tables are
taken over by the workers that are asked for them. When the parent dies, however it does, the children close.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from socket import socket
from typing import Any

CHECK_SECONDS = 0.25  # between two checks of the workers
RESTART_SECONDS = 0.25  # before a dead worker is replaced; each time one dies early it is twice as long
EARLY_SECONDS = 5.0  # a worker that lives no longer has died early
MAX_RESTART_SECONDS = 8.0
CLOSE_SECONDS = 15.0  # a worker has to close


class Supervisor:
    """The child processes, one for each listening socket."""

    def __init__(self, listening: Sequence[socket], addresses: dict[str, str], arguments: list[str]) -> None:
        """`addresses`: what may hold a password, by its name in the environment."""
        self.fds, self.addresses = [one.fileno() for one in listening], addresses
        self.places: list[subprocess.Popen[str] | None] = [None] * len(self.fds)
        self.started, self._pauses = [0.0] * len(self.fds), [RESTART_SECONDS] * len(self.fds)
        self.arguments = arguments
        self._over = threading.Event()

    def _start(self, place: int) -> subprocess.Popen[str]:
        """Start a child. Addresses go by the environment: every user may read a list of processes."""
        child = subprocess.Popen(
            [sys.executable, "-m", "pioche.house.serve", "--no-browser", f"--fd={self.fds[place]}", *self.arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=[self.fds[place]],
            start_new_session=True,
            env={**os.environ, **self.addresses},
        )
        self.places[place], self.started[place] = child, time.monotonic()
        return child

    def open(self) -> bool:
        """Start all children; return False when one of them could not open, and has said why."""
        children = [self._start(place) for place in range(len(self.places))]
        for child in children:
            assert child.stdout is not None
            if not child.stdout.readline():
                self.close()
                return False
        return True

    def watch(self, lost: Callable[[int, int], object]) -> None:
        """Replace children that die, until this process gets a signal to end."""
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: self._over.set())
        due: dict[int, float] = {}  # when an empty place is taken again
        while not self._over.wait(CHECK_SECONDS):
            now = time.monotonic()
            for place, child in enumerate(self.places):
                if child is not None and child.poll() is not None:
                    lost(place, child.returncode)
                    _drop(child)
                    self.places[place] = None
                    early = now - self.started[place] < EARLY_SECONDS
                    self._pauses[place] = min(MAX_RESTART_SECONDS, 2 * self._pauses[place]) if early else RESTART_SECONDS
                    due[place] = now + self._pauses[place]
                elif child is None and now >= due[place]:
                    self._start(place)
        self.close()

    def close(self) -> None:
        """End all children, by force when they take too long."""
        living = [child for child in self.places if child is not None]
        for child in living:
            if child.poll() is None:
                child.send_signal(signal.SIGINT)
        until = time.monotonic() + CLOSE_SECONDS
        for child in living:
            try:
                child.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            _drop(child)


def _drop(child: subprocess.Popen[Any]) -> None:
    """Close our ends of its pipes."""
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            pipe.close()


def report() -> None:
    """Tell the parent that this child is open, and end when the parent has died: then standard input ends."""
    print("open", flush=True)

    def wait() -> None:
        sys.stdin.read()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait, name="parent", daemon=True).start()
