"""What the judgement of the bidding games shares. In the subset; no seat looks further than it may.

Notes a player makes while thinking are ten small numbers, one a rank, packed in one: there is no paper in the subset.
"""

from __future__ import annotations

from pioche.kit import RANKS, roll
from pioche.families.bidding import all_below

SURE = 1 << 10  # a chance of one
PARTS = 32  # shares are told in 32nds
LANE, ROOM = 6, 63  # bits and largest number of a note
FACES = sum(rank << (LANE * (rank - 1)) for rank in range(1, RANKS))  # every rank is worth itself


def noted(notes, rank):
    return (notes >> (LANE * (rank - 1))) & ROOM


def note_down(notes, rank, n):
    """Add n to the note of a rank."""
    return notes + (n << (LANE * (rank - 1)))


def some_card(notes, total, dice):
    """The rank of one of `total` cards noted by rank, each equally likely."""
    k = roll(dice, total)
    rank = 1
    while k >= noted(notes, rank):
        k -= noted(notes, rank)
        rank += 1
    return rank


def all_cards(notes):
    """Return how many cards are noted."""
    n = 0
    for rank in range(1, RANKS):
        n += noted(notes, rank)
    return n


def highest_below(those, rank):
    """The highest of a set of ranks below a rank; 0 when there is none."""
    rest, found = those & all_below(rank), 0
    for r in range(1, rank):
        if (rest >> r) & 1:
            found = r
    return found


def chance_of_most(held, unseen, rivals, share):
    """The chance that nobody holds more than `held` of a rank of which `unseen` cards are about, when each of them lies
    with any given rival with the chance `share` (in 32nds)."""
    if held == 0:
        return 0
    ways, found, whole = 1, 0, 1
    for n in range(unseen + 1):  # n of them lie with the same rival
        if n <= held:
            term = ways
            for _ in range(n):
                term *= share
            for _ in range(unseen - n):
                term *= PARTS - share
            found += term
        ways = ways * (unseen - n) // (n + 1)
        whole *= PARTS if n else 1
    one, chance = SURE * found // whole, SURE
    for _ in range(rivals):
        chance = chance * one // SURE
    return chance
