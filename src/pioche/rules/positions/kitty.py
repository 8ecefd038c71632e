"""Written positions of Kitty. Rule numbers are those of docs/games/kitty.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal

SOFT = 1  # mode


def sound(s: Any, phase: str) -> Refusal:
    each = 2 if s.mode == SOFT else 1  # R4
    if s.left % each:
        return (
            "left: in soft mode two cards a round are turned up (R4).",
            "left : en mode soft, deux cartes par manche (R4).",
        )
    choosing = phase in ("pass", "bid")
    for p in range(s.seats):
        if sum(s.hand[p]) + (s.chosen[p] != 0) < s.left // each + choosing:
            return (
                f"hand: seat {p} has too few cards to bid until the kitty is empty (R8).",
                f"hand : la place {p} a trop peu de cartes pour enchérir jusqu'à la fin du chaton (R8).",
            )
        if s.chosen[p].bit_count() > choosing or s.bids[p].bit_count() != (not choosing):
            return (
                "chosen, bids: one card each, face down while all choose and then turned up (R8, R9).",
                "chosen, bids : une carte chacun, cachée tant que tous choisissent, puis retournée (R8, R9).",
            )
    return None


POSITIONS = Positions(
    needs={"": "round", "pass": "target", "bid": "target", "pick": "turn target", "give": "turn target"},
    secret={"pass": "chosen", "bid": "chosen"},
    sound=sound,
)
