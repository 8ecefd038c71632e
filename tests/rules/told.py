"""What tests of rules share: what a table told, and playing on at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pioche import Table


def told(table: Table, *kinds: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of these kinds a seat (a spectator) was told, without their numbers."""
    return [{k: v for k, v in e.items() if k != "n"} for e in table.events(seat) if e["kind"] in kinds]


def cards_in(position: dict[str, Any], *zones: str) -> Counter[int]:
    """How many cards of each rank lie in these zones of a written position, one pile or many."""
    found: Counter[int] = Counter()
    rows = [position[zone] for zone in zones]
    while rows:
        row = rows.pop()
        found.update(item for item in row if isinstance(item, int))
        rows += [item for item in row if isinstance(item, list)]
    return found


def wandering(table: Table, seed: int, most: int = 10_000) -> Iterator[tuple[int, str]]:
    """Play on by random decisions; each is handed out just before it is made."""
    dice = random.Random(seed)
    for _ in range(most):
        if table.over:
            return
        seat = dice.choice(table.actors)
        word = dice.choice(table.legal(seat))
        yield seat, word
        table.act(seat, word)
    raise AssertionError(f"no end after {most} decisions")
