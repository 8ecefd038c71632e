"""Logging as JSON, one object a line: numbers and names of routes, never talk or cards."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from contextlib import nullcontext, suppress
from typing import TextIO

FLUSH_DELAY_SECONDS = 0.2  # in which records below WARNING are gathered
LOGGED_FIELDS = ("route", "status", "ms", "table", "error", "sockets")


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON with no fields but LOGGED_FIELDS, so that no secret can be logged."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        line |= {name: getattr(record, name) for name in LOGGED_FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record)
        return json.dumps(line, ensure_ascii=False)


def _where(record: logging.LogRecord) -> str:
    """Return file and line of the last frames. The message of the exception is left out: it may hold a card."""
    steps = []
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None:
        code = trace.tb_frame.f_code
        steps.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return " ".join(steps[-8:])


class BufferedHandler(logging.StreamHandler[TextIO]):
    """Writes records a few times a second, so that the event loop is not stopped by a system call for each.

    A record of level WARNING or above is written at once, with those before it.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        first = not self._lines
        self._lines.append(self.format(record))
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.flush()
            return
        if record.levelno >= logging.WARNING:
            self.flush()
        elif first:
            loop.call_later(FLUSH_DELAY_SECONDS, self.flush)

    def flush(self) -> None:
        with self.lock or nullcontext(), suppress(OSError, ValueError):  # the stream may be closed
            lines, self._lines = self._lines, []
            if lines:
                self.stream.write("\n".join(lines) + "\n")
            super().flush()


def set_up(level: str) -> None:
    """Log the server's records of this level and above to stderr, and errors of `websockets`."""
    handler = BufferedHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    for name in ("pioche.house", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "pioche.house" else logging.ERROR)  # websockets would log addresses
