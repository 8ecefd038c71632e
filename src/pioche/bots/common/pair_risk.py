"""What players of the Pairs deck reckon before they draw: how likely a pair is, and what it would cost.

For games where every card but those of the deck lies or lay face up: who has counted knows what the deck
still holds, though not in which order.
"""

from __future__ import annotations

from pioche.kit import RANKS, has


def likely(s, rank):
    """Return how many cards of a rank the next draw may bring. An empty deck is reshuffled first (C4)."""
    return s.deck[rank] + (s.discard[rank] if s.left == 0 else 0)


def cards_to_come(s):
    """Return how many cards the next draw may bring; at least one, to divide by."""
    n = 0
    for rank in range(1, RANKS):
        n += likely(s, rank)
    return max(n, 1)


def pair_chance(s, pile):
    """Return the probability that the next card pairs one of the pile."""
    n = 0
    for rank in range(1, RANKS):
        n += likely(s, rank) * has(pile, rank)
    return n / cards_to_come(s)


def pair_cost(s, pile):
    """Return the mean cost of the next card, if a pair costs its rank."""
    n = 0
    for rank in range(1, RANKS):
        n += rank * likely(s, rank) * has(pile, rank)
    return n / cards_to_come(s)
