"""Written positions of Venture. Rule numbers are those of docs/games/venture.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal

KEEPING = 3


def sound(s: Any, phase: str) -> Refusal:
    seats = range(s.seats)
    if any(s.bids) or any(chosen.bit_count() > (phase == "bid") for chosen in s.chosen):
        return (
            "chosen, bids: one card each, face down until everybody has bid (R8).",
            "chosen, bids : une carte chacun, cachée jusqu'à ce que tous aient misé (R8).",
        )
    if phase == "draft":
        return drafting(s)
    if s.left or any(map(any, s.packet)) or any(map(any, s.kept)):
        return (
            "deck, packet, kept: they are empty once bids are made (R2, R7). Write deck as [] if need be.",
            "deck, packet, kept : vides quand on mise (R2, R7). Au besoin, donnez deck comme [].",
        )
    if len({sum(s.hand[p]) + (s.chosen[p] != 0) for p in seats}) > 1:
        return "hand: everybody holds as many cards (R8).", "hand : tous ont autant de cartes (R8)."
    return None


def drafting(s: Any) -> Refusal:
    seats = range(s.seats)
    packets = {sum(s.packet[p]) - KEEPING * (s.waiting >> p & 1) for p in seats}
    totals = {sum(s.packet[p]) + sum(s.kept[p]) for p in seats}
    if len(packets) > 1 or min(packets) < 1 or len(totals) > 1 or any(map(any, s.hand)) or s.turn >= 0:
        return (
            f"packet, kept: packets are of one size, and who has chosen has {KEEPING} of it in kept (R4).",
            f"packet, kept : les paquets ont la même taille, et qui a choisi en a {KEEPING} dans kept (R4).",
        )
    return None


POSITIONS = Positions(secret={"bid": "chosen"}, sound=sound)
