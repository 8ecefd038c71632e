"""What the rulebooks let an action or an event reveal: the few facts a declaration cannot say.

A game that is not named here has no such action; its events never show a card that stays hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pioche import Table
from pioche.testing.other_worlds import faces
from pioche.testing.steps import Step

# Actions by name whose argument nobody else may learn, although they are no choice all make at once.
FACE_DOWN: Mapping[str, frozenset[str]] = {
    "goblin_poker": frozenset({"play"}),  # R7 the card goes face down onto the heap
    "pig": frozenset({"pass"}),
    "spoons": frozenset({"pass"}),
    "vatra": frozenset({"pass"}),  # V6
    "agnes": frozenset({"slam", "pass"}),  # R82, R85, R90: neither who has passed nor a slam held back is shown
}

# ... under these options, where it depends on them.
UNDER: Mapping[str, tuple[tuple[str, str], ...]] = {
    "pig": (("show_relay", "off"),),  # else all see whether a card is handed on at once
    "spoons": (("show_relay", "off"),),
    "vatra": (("show_relay", "off"),),
    "agnes": (("race", "sealed"), ("latency", "fair")),
}

# Of these the ones of which others may not even learn that they were made.
UNNOTICED: Mapping[str, frozenset[str]] = {"agnes": frozenset({"slam", "pass"})}

# Actions by name whose consequences tell something about cards that stay hidden.
TELLING: Mapping[str, frozenset[str]] = {
    "agnes": frozenset({"slam"}),  # R34, R36 right or wrong
    "pig": frozenset({"touch_nose"}),  # T9, T17 entitled or a false start
    "spoons": frozenset({"grab"}),
    "vatra": frozenset({"slam", "shout"}),
}

# Events by name that show a card which then lies hidden again.
SHOWS: Mapping[str, frozenset[str]] = {
    "kitty": frozenset({"bids"}),  # R8 turned up together, and gone when the round is over
    "venture": frozenset({"bids"}),
    "agnes": frozenset({"slam_right", "slam_wrong", "took"}),  # R90
}

# Private ones, which show it to the seat that acts and to nobody else.
SHOWS_THE_ACTOR: Mapping[str, frozenset[str]] = {
    "agnes": frozenset({"you_saw", "you_drew"}),
    "blind": frozenset({"you_saw"}),  # the battery's own
}


def name_of(table: Table, word: str) -> str:
    return table.rules.actions.of(table.rules.actions.read(word)).name if word else ""


def telling(table: Table, word: str) -> bool:
    return name_of(table, word) in TELLING.get(table.game.id, frozenset())


def shows(table: Table, event: Mapping[str, Any], to_the_actor: bool) -> bool:
    """Return whether this event may show a card that stays hidden."""
    kinds = SHOWS.get(table.game.id, frozenset())
    return event["kind"] in (kinds | SHOWS_THE_ACTOR.get(table.game.id, frozenset()) if to_the_actor else kinds)


def unnoticed(table: Table, word: str) -> bool:
    return name_of(table, word) in UNNOTICED.get(table.game.id, frozenset())


def face_down(table: Table, step: Step) -> bool:
    """Return whether others may learn only that the seat has acted: so in a secret choice that others still have to make."""
    assert step.seat is not None
    named = name_of(table, step.word) in FACE_DOWN.get(table.game.id, frozenset())
    under = UNDER.get(table.game.id, ())
    if named and under and not any(table.game.options.get(option) == value for option, value in under):
        return False
    if not named and (table.rules.timed or len(table.actors) < 2):
        return False
    after = table.clone()
    step.do(after)
    if after.s.phase != table.s.phase or after.s.deal != table.s.deal:
        return False  # everybody has chosen, and the cards were turned up
    if named:
        return faces(after, None) == faces(table, None) or table.rules.timed
    return bool(after.s.waiting == table.s.waiting & ~(1 << step.seat))
