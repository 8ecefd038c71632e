"""Written positions of Blackstone. Rule numbers are those of docs/games/blackstone.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal, two_are_in

TEN = 10


def sound(s: Any, phase: str) -> Refusal:
    if s.white[TEN]:
        return "white: a 10 is black (R5).", "white : un 10 est noir (R5)."
    if any(sum(row) > row[TEN] or row[TEN] > 1 for row in s.black):
        return (
            "black: at most one 10 before a player, and nothing else (R4, R5).",
            "black : au plus un 10 devant un joueur, et rien d'autre (R4, R5).",
        )
    return two_are_in(s.playing)  # R12


POSITIONS = Positions(players="playing", needs={"turn": "turn playing"}, sound=sound)
