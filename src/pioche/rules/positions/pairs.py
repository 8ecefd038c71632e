"""Written positions of Pairs. Rule numbers are those of docs/games/pairs.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal


def sound(s: Any, phase: str) -> Refusal:
    for p in range(s.seats):
        kept = sum(rank * count for rank, count in enumerate(s.kept[p]))
        if kept and kept != s.points[p]:
            return (
                f"points: seat {p} has {s.points[p]}, but its penalty cards (kept) make {kept} (R10).",
                f"points : la place {p} en a {s.points[p]}, mais ses cartes de pénalité (kept) font {kept} (R10).",
            )
        if s.points[p] >= s.losing_score:
            return (
                f"points: seat {p} has {s.points[p]} and has lost already: the game ends at {s.losing_score} (R11).",
                f"points : la place {p} en a {s.points[p]} et a déjà perdu : la partie s'arrête à {s.losing_score} (R11).",
            )
    return None


POSITIONS = Positions(needs={"turn": "turn"}, sound=sound)
