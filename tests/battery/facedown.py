"""What the rulebooks let an action or an event reveal: the few facts a declaration cannot say.

A game that is not named here has no such action; its events never show a card that stays hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pioche import Table

# Actions by name whose argument nobody else may learn although only one seat acts.
FACE_DOWN: Mapping[str, frozenset[str]] = {
    "goblin_poker": frozenset({"play"}),  # R7 the card goes face down onto the heap
}

# Actions by name whose consequences tell something about cards that stay hidden.
TELLING: Mapping[str, frozenset[str]] = {
    "agnes": frozenset({"slam"}),  # R34, R36 right or wrong
    "pig": frozenset({"touch_nose"}),  # T9, T17 entitled or a false start
    "spoons": frozenset({"grab"}),
    "vatra": frozenset({"slam", "shout"}),
}

# Events by name that show a card which then lies hidden again.
SHOWS: Mapping[str, frozenset[str]] = {
    "agnes": frozenset({"slam_wrong", "you_saw", "took", "you_drew"}),  # R90
}


def name_of(table: Table, word: str) -> str:
    return table.rules.actions.of(table.rules.actions.read(word)).name if word else ""


def telling(table: Table, word: str) -> bool:
    return name_of(table, word) in TELLING.get(table.game.id, frozenset())


def shows(table: Table, event: Mapping[str, Any]) -> bool:
    return event["kind"] in SHOWS.get(table.game.id, frozenset())


def face_down(table: Table, seat: int, word: str) -> bool:
    """May others learn no more than that the seat has acted? So it is for a secret choice others still have to make."""
    named = name_of(table, word) in FACE_DOWN.get(table.game.id, frozenset())
    if not named and (table.rules.timed or len(table.actors) < 2):
        return False
    after = table.clone()
    after.act(seat, word)
    if named:  # and nothing was turned up on the occasion
        return after.rules.shape.view(after.s, None).get("pile") == table.rules.shape.view(table.s, None).get("pile")
    return bool(after.s.waiting == table.s.waiting & ~(1 << seat) and after.s.phase == table.s.phase)
