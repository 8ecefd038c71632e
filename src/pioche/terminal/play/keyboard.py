"""Keys as they are pressed, or lines where there is no keyboard: both with a limit to the waiting."""

from __future__ import annotations

import os
import queue
import select
import sys
import threading
from typing import Any, Protocol

END_OF_INPUT = "\x04"


class Gone(Exception):
    """Nothing more will be typed."""


class Keyboard(Protocol):
    """Where the player types."""

    by_key: bool  # a key arrives at once, without Enter

    def wait(self, seconds: float | None) -> str | None:
        """Return the key or line typed within that time, or None; raise `Gone` at the end of input."""

    def __enter__(self) -> Keyboard: ...
    def __exit__(self, *problem: object) -> None: ...


class Keys:
    """The keyboard of a terminal, key by key and without echo."""

    by_key = True

    def __init__(self) -> None:
        self.file = sys.stdin.fileno()
        self.typed: list[str] = []
        self.before: Any = None

    def __enter__(self) -> Keys:
        import termios
        import tty

        self.before = termios.tcgetattr(self.file)
        tty.setcbreak(self.file)
        return self

    def __exit__(self, *problem: object) -> None:
        import termios

        termios.tcsetattr(self.file, termios.TCSADRAIN, self.before)

    def wait(self, seconds: float | None) -> str | None:
        if not self.typed:
            ready, _, _ = select.select([self.file], [], [], seconds)
            if not ready:
                return None
            raw = os.read(self.file, 64)
            if not raw:
                raise Gone
            self.typed = _keys(raw.decode(errors="ignore"))
        return self.typed.pop(0) if self.typed else None


def _keys(typed: str) -> list[str]:
    """Arrow keys and the like arrive as several characters that mean nothing here."""
    return [] if typed.startswith("\x1b") and len(typed) > 1 else list(typed.replace("\r", "\n"))


class Lines:
    """Lines from a pipe, or from a terminal that cannot give single keys."""

    by_key = False

    def __init__(self) -> None:
        self.typed: queue.Queue[str] = queue.Queue()

    def __enter__(self) -> Lines:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *problem: object) -> None:
        pass

    def _listen(self) -> None:
        for line in sys.stdin:
            self.typed.put(line.strip())
        self.typed.put(END_OF_INPUT)

    def wait(self, seconds: float | None) -> str | None:
        try:
            line = self.typed.get(timeout=seconds)
        except queue.Empty:
            return None
        if line == END_OF_INPUT:
            raise Gone
        return line


def keyboard(by_key: bool) -> Keyboard:
    """The best this terminal can do."""
    if by_key and sys.stdin.isatty():
        try:
            import termios  # noqa: F401  # not everywhere
        except ImportError:
            return Lines()
        return Keys()
    return Lines()
