"""What may come of the moves on a menu, for tables that allow hints. Counted on what the seat can know."""

from __future__ import annotations

from pioche.engine.odds import odds, price
from pioche.engine.table import Table
from pioche.house.protocol.messages import Hint

SOME = 6  # moves of one kind a hint speaks of


def hints(table: Table, seat: int) -> list[Hint]:
    kinds: dict[str, int] = {}
    found = []
    for word in table.legal(seat):
        kind = word.partition(":")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= SOME:
            found.append(_hint(table, seat, word))
    return found


def _hint(table: Table, seat: int, word: str) -> Hint:
    counted = odds(table, seat, word)
    if counted is None:
        sure = price(table, seat, word)
        return Hint(word, None if sure is None else dict(sure), None)
    events = sorted({event for outcome in counted.outcomes for event in outcome.events})
    chances = {event: round(float(counted.chance(event)), 4) for event in events}
    return Hint(word, dict(counted.outcomes[0].changes) if counted.certain else None, chances)
