"""Written positions of Hawthorn. Rule numbers are those of docs/games/hawthorn.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal, all_are_in, two_are_in


def sound(s: Any, phase: str) -> Refusal:
    if phase == "choose":
        return all_are_in(s)  # R3
    return two_are_in(s.playing)  # R12


POSITIONS = Positions(
    players="playing",
    needs={"choose": "playing", "deck_round": "turn playing button pile", "hand_round": "turn playing button pile"},
    secret={"choose": "choice"},
    sound=sound,
)
