"""How fast random play goes, in either engine, in CPU seconds of one core."""

from __future__ import annotations

import time
from typing import Any

from pioche.engine.game import COMPILED, Engine, load
from pioche.lab.random_matches import Batch


def measure(game_id: str, engine: Engine = COMPILED, seconds: float = 1.0, **options: Any) -> tuple[int, float]:
    """(decisions, CPU seconds) of uniformly random play, warm: compilation is not counted."""
    batch = Batch(load(game_id, **options), engine)
    size = 16
    batch.play(1, size)
    decisions, spent, first = 0, 0.0, 1
    while spent < seconds:
        before = time.process_time()
        decisions += batch.play(first, size)
        taken = time.process_time() - before
        spent += taken
        first += size
        if taken < seconds / 20:
            size *= 2
    return decisions, spent
