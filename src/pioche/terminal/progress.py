"""Progress of long work, on the error stream."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pioche.terminal import say, show

SECONDS_BETWEEN_LINES = 5.0  # between two lines of progress

Progress = Callable[[int, int], None]


@contextmanager
def bar(title: str, lang: str) -> Iterator[Progress]:
    """How far it is, apart from the results: a bar on a terminal, a line now and then in a file or a pipe."""
    if not sys.stderr.isatty():
        yield _lines(title, lang)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _lines(title: str, lang: str) -> Progress:
    """Print a line every few seconds; work that is done sooner prints nothing."""
    last = time.monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal last
        if done < total and time.monotonic() - last > SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            show(say("lab.so_far", lang, title=title, percent=100 * done // total), error=True, flush=True)

    return progress
