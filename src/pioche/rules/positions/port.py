"""Written positions of Port and Starboard. Rule numbers are those of docs/games/port.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal, two_are_in


def sound(s: Any, phase: str) -> Refusal:
    if s.playing & s.locked:
        return (
            "playing, locked: a seat is in or has locked, not both (R4).",
            "playing, locked : une place est en jeu ou a verrouillé, pas les deux (R4).",
        )
    for p, points in enumerate(getattr(s, "points", ())):
        if s.played_for and points >= s.target_score:
            return (
                f"points: seat {p} has {points}, so the match is over: {s.target_score} are enough (R17).",
                f"points : la place {p} en a {points} et la partie est finie : {s.target_score} suffisent (R17).",
            )
    return two_are_in(s.playing | s.locked)  # R7


POSITIONS = Positions(players="playing", needs={"turn": "turn playing"}, sound=sound)
