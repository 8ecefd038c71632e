"""Random play at a table, through the public door, one step at a time.

A step is what a record keeps: an action of a seat, or time that passes. In games with a clock the seats
answer after random delays, now and then nobody does and a timer fires.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pioche
from pioche import Table

MAX_DECISIONS = 30_000  # decisions; no match of the everyday battery comes near it


@dataclass(frozen=True)
class Step:
    """A seat's action, or (seat None) time alone up to `at`."""

    seat: int | None
    word: str
    at: int | None = None

    def do(self, table: Table) -> None:
        if self.seat is None:
            assert self.at is not None
            table.advance(self.at)
        elif self.at is None:
            table.act(self.seat, self.word)
        else:
            table.act(self.seat, self.word, at=self.at)


def next_step(table: Table, dice: random.Random) -> Step:
    """Something that may happen now."""
    timer = table.next_timer
    if not table.actors:
        assert timer is not None, f"nobody may act and no timer runs: {table.position()}"
        return Step(None, "", timer[0])
    seat = dice.choice(table.actors)
    word = dice.choice(table.legal(seat))
    if not table.rules.timed:
        return Step(seat, word)
    at = table.s.clock + dice.choice((0, 1, 150, 400, 900))
    if timer is not None and (timer[0] < at or dice.random() < 0.02):
        return Step(None, "", timer[0])  # the timer comes first and may change what is legal
    return Step(seat, word, at)


def playing(table: Table, dice: random.Random, most: int = MAX_DECISIONS) -> Iterator[Step]:
    """Play on; every step is handed out just before it is done."""
    for _ in range(most):
        if table.over:
            return
        step = next_step(table, dice)
        yield step
        step.do(table)


def fresh(name: str, choice: dict[str, object], seed: int) -> Table:
    return pioche.load(name, **choice).table(seed=seed)


def midway(name: str, choice: dict[str, object], seed: int, steps: int) -> Table:
    """A table some steps into a match (or at its end, when it was shorter)."""
    table, dice = fresh(name, choice, seed), random.Random(seed)
    for _ in playing(table, dice, steps):
        pass
    return table
