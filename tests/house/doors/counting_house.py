"""A house that counts what only a garbage collection would free. SIGUSR1: from now on. SIGUSR2: write it to a file."""

from __future__ import annotations

import gc
import json
import os
import runpy
import signal
from collections import Counter
from pathlib import Path


def begin(*_: object) -> None:
    gc.unfreeze()
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)  # whatever the house itself finds from now on is kept, and counted


def kinds(objects: list[object]) -> Counter[str]:
    return Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in objects)


def report(*_: object) -> None:
    """What was kept, and what is freed now: a suspended generator is closed before anything could be kept."""
    gc.unfreeze()
    before = kinds(gc.get_objects())
    gc.collect()
    freed = before - kinds(gc.get_objects())
    for name in ("builtins.tuple", "builtins.dict"):  # those of numbers and texts are only no longer looked at
        del freed[name]
    found = freed + kinds(gc.garbage)
    Path(os.environ["COUNTED"]).write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, report)
    runpy.run_module("pioche.house.serve", run_name="__main__", alter_sys=True)
