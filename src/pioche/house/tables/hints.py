"""Hints: prices and odds of the moves on a menu, computed from what the seat can know.

Some counts take a tenth of a second. They are made piece by piece, one piece in a turn of the loop however many are asked
for, and everybody else has their turn in between.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from weakref import WeakValueDictionary

from pioche.engine.odds import counting, price_alone
from pioche.engine.table import Table
from pioche.house.protocol.messages import Hint

MAX_MOVES_OF_A_KIND = 6  # in one hint
Steps = Generator[None, None, list[Hint]]


def hints(table: Table, seat: int) -> Steps:
    kinds: dict[str, int] = {}
    found = []
    for word in table.legal(seat):
        kind = word.partition(":")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= MAX_MOVES_OF_A_KIND:
            found.append((yield from _hint(table, seat, word)))
            yield
    return found


class Counting:
    """All that is counted in one house: pieces by turns between addresses, and one count after the other for each."""

    def __init__(self) -> None:
        self._piece = asyncio.Lock()
        self._of: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def count(self, address: str, steps: Steps) -> list[Hint]:
        """Nothing happens at this table meanwhile, and everything at others."""
        mine = self._of.setdefault(address, asyncio.Lock())
        async with mine:
            while True:
                async with self._piece:
                    try:
                        next(steps)
                    except StopIteration as counted:
                        return counted.value  # type: ignore[no-any-return]
                    await asyncio.sleep(0)


def _hint(table: Table, seat: int, word: str) -> Generator[None, None, Hint]:
    counted = yield from counting(table, seat, word)
    if counted is None:
        sure = price_alone(table, seat, word)
        return Hint(word, None if sure is None else dict(sure), None)
    events = sorted({event for outcome in counted.outcomes for event in outcome.events})
    chances = {event: round(float(counted.chance(event)), 4) for event in events}
    return Hint(word, dict(counted.outcomes[0].changes) if counted.certain else None, chances)
