"""Written positions of Goblin Poker. Rule numbers are those of docs/games/goblin_poker.md."""

from __future__ import annotations

from typing import Any

from pioche.kit import Positions
from pioche.rules.positions import Refusal, all_are_in, two_are_in

HANDS = (
    "hand: all who are in hold as many cards, one fewer once they have chosen or thrown one (R3, R6).",
    "hand : tous ceux qui sont en jeu ont autant de cartes, une de moins après en avoir choisi ou jeté une (R3, R6).",
)


def sound(s: Any, phase: str) -> Refusal:
    if phase == "choose":  # R3 with the card that is chosen; another one is there to be thrown
        cards = {sum(s.hand[p]) + s.choice[p].bit_count() for p in range(s.seats)}
        return all_are_in(s) or (HANDS if len(cards) > 1 or min(cards) < 2 else None)
    inside = [p for p in range(s.seats) if s.playing >> p & 1]
    if s.to_act & ~s.playing or not s.to_act >> s.turn & 1:
        return (
            "to_act: those in who have not acted in this round, the seat to play among them (R5).",
            "to_act : ceux qui sont en jeu et n'ont pas joué dans cette manche, dont la place qui joue (R5).",
        )
    acted = [p for p in inside if not s.to_act >> p & 1]
    if sum(s.heap) != len(acted) or not all(s.thrown[p] for p in acted):
        return (
            "heap, thrown: there is one card of everybody in who has acted in this round, and no other (R7).",
            "heap, thrown : une carte de chacun qui est en jeu et a joué dans cette manche, et aucune autre (R7).",
        )
    if len({sum(s.hand[p]) - (s.to_act >> p & 1) for p in inside}) > 1 or not sum(s.hand[s.turn]):
        return HANDS
    return two_are_in(s.playing)  # R10


POSITIONS = Positions(
    players="playing", needs={"choose": "playing", "throw": "turn playing pile"}, secret={"choose": "choice"}, sound=sound
)
