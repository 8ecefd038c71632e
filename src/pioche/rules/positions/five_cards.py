"""Written positions of Five Cards. Rule numbers are those of docs/games/five_cards.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal

COLUMNS, CARDS = 5, 55


def sound(s: Any, phase: str) -> Refusal:
    targets = [1 << rank for rank in range(1, 11) if s.targets >> rank & 1]
    if len(targets) != COLUMNS:
        return f"targets: there are {COLUMNS} of them (R4).", f"targets : il y en a {COLUMNS} (R4)."
    for column, (target, top, bottom) in enumerate(zip(targets, s.top, s.bottom, strict=True), 1):
        if top & bottom or (top | bottom) & target:
            return f"Column {column} holds a rank twice (R8).", f"La colonne {column} a deux fois le même rang (R8)."
    if s.drawn.bit_count() != 1 or s.out:
        return "drawn: one card, and none in out (R7, R11).", "drawn : une carte, et aucune dans out (R7, R11)."
    lying = sum(s.deck) + sum(s.discard) + 1 + COLUMNS + sum(side.bit_count() for side in (*s.top, *s.bottom))
    if lying != CARDS:
        return f"deck: {CARDS - lying} cards lie nowhere (R12).", f"deck : {CARDS - lying} cartes ne sont nulle part (R12)."
    return None


POSITIONS = Positions(needs={"place": "turn targets"}, sound=sound)
