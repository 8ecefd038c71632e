"""Logs for machines and people: one JSON object a line, numbers and names of routes, never what was said or dealt."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from contextlib import nullcontext, suppress
from typing import TextIO

PAUSE = 0.2  # seconds a line about everyday matters may wait for others
KEPT = ("route", "status", "ms", "table", "error", "sockets")


class OneLine(logging.Formatter):
    """Only the fields named in KEPT leave the house, whatever a caller put into the record."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        line |= {name: getattr(record, name) for name in KEPT if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record)
        return json.dumps(line, ensure_ascii=False)


def _where(record: logging.LogRecord) -> str:
    """File and line of every step, without values: a message of an exception may hold a card."""
    steps = []
    trace = record.exc_info[2] if record.exc_info else None
    while trace is not None:
        code = trace.tb_frame.f_code
        steps.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return " ".join(steps[-8:])


class Gathered(logging.StreamHandler[TextIO]):
    """Lines about everyday matters are written together, a few times a second: each alone would be a break in the work of
    the loop. Whatever is a trouble is written at once, with those before it."""

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
            loop.call_later(PAUSE, self.flush)

    def flush(self) -> None:
        with self.lock or nullcontext(), suppress(OSError, ValueError):  # nobody may read it any more
            lines, self._lines = self._lines, []
            if lines:
                self.stream.write("\n".join(lines) + "\n")
            super().flush()


def set_up(level: str) -> None:
    handler = Gathered(sys.stderr)
    handler.setFormatter(OneLine())
    for name in ("pioche.house", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "pioche.house" else logging.ERROR)  # websockets would log addresses
