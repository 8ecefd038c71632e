"""Written positions of Sweep. Rule numbers are those of docs/games/sweep.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal

CENTRE = 5


def sound(s: Any, phase: str) -> Refusal:
    if s.left % CENTRE:
        return (
            f"left: the centre is filled {CENTRE} cards at a time, so that many must be left, or a multiple (R6).",
            f"left : le centre se remplit par {CENTRE} cartes, il en reste donc un multiple (R6).",
        )
    if any(played.bit_count() > 1 for played in s.played):
        return "played: one card each (R8).", "played : une carte chacun (R8)."
    if phase == "capture":
        if not s.played[s.turn]:
            return "played: the seat that takes has played a card (R11).", "played : la place qui prend a joué (R11)."
        return None
    order = [(s.starter + k) % s.seats for k in range(s.seats)]
    before = order[: order.index(s.turn)]
    for p in order:
        if s.played[p] if p not in before else any(s.hand[p]) and not s.played[p]:  # R9 without a card one is skipped
            return (
                f"played: from seat {s.starter} on up to the seat to play everybody has played, and nobody else (R8).",
                f"played : de la place {s.starter} à celle qui joue, chacun a joué, et personne d'autre (R8).",
            )
    return None


POSITIONS = Positions(needs={"play": "turn starter centre", "capture": "turn starter centre"}, sound=sound)
