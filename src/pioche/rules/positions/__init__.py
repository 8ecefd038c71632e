"""Which written positions of a game can be played: one small file a game, beside its rules.

`Positions` says what follows from a few words; `sound` says the rest, given the table and the name of its phase, and
answers with a refusal in English and French. Whatever the fields and the cards tell by themselves is checked already.
"""

from __future__ import annotations

from typing import Any

Refusal = tuple[str, str] | None


def two_are_in(those: int) -> Refusal:
    if those.bit_count() < 2:
        return "At least two players must be in (playing).", "Au moins deux joueurs doivent être en jeu (playing)."
    return None


def all_are_in(s: Any) -> Refusal:
    if s.playing != (1 << s.seats) - 1:
        return "playing: a deal begins with everybody in.", "playing : une donne commence avec tout le monde."
    return None
