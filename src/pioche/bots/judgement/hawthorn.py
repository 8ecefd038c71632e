"""How to play Hawthorn: nobody wants to start, and few should leave as early as they do.

The price of passing is small, but so is a pair of a small rank, and the pot goes to the last one in. Lay down
small cards first: they rarely pair, and they make leaving cheap for everybody.
"""

from __future__ import annotations

from pioche.bots.common.playouts import any_move
from pioche.kit import RANKS, has, how_many, lowest_in_play, roll
from pioche.rules.hawthorn import CHOOSE, CHOOSING, HAND_ROUND, HIT, PASS, PLAY


def novice(s, p, moves, dice):
    """Plays any card that makes no pair, and is afraid once three or four lie there. Has hunches."""
    if s.phase == CHOOSING or roll(dice, 10) == 0:
        return any_move(s, p, moves, dice)
    if s.phase == HAND_ROUND:
        return play(s, p, roll(dice, max(1, fresh_cards(s, p))))
    return HIT if moves[1] == HIT and how_many(s.pile[p]) < 3 + roll(dice, 2) else PASS


def regular(s, p, moves, dice):
    """Small cards first; passes when that is cheaper than the next card is likely to be."""
    if s.phase == CHOOSING:
        return moves[1]
    if s.phase == HAND_ROUND:
        return play(s, p, 0)
    return HIT if moves[1] == HIT and pair_cost(s, p) <= lowest_in_play(s, s.playing) else PASS


def expert(s, p, moves, dice):
    """Keeps the others guessing with the first card; then knows what staying is worth."""
    if s.phase == CHOOSING:
        return choose_from(s, p, 1 + roll(dice, 10))
    if s.phase == HAND_ROUND:
        return play(s, p, 0)
    after = (1 - pair_chance(s, p, p)) * staying(s, p) - pair_cost(s, p)
    return HIT if moves[1] == HIT and after >= -lowest_in_play(s, s.playing) else PASS


def staying(s, p):
    """Return the value of being still in: a share of the pot, more or less by how safe the others and the player are, and
    by the cards left to play. The numbers were fitted to 10,000 positions played out many times."""
    theirs = 0.0
    for q in range(s.seats):
        if q != p and has(s.playing, q):
            theirs += pair_chance(s, p, q)
    rivals = how_many(s.playing) - 1
    return s.pot / (rivals + 1) + 25 * theirs / rivals - 10 * pair_chance(s, p, p) + fresh_cards(s, p) - 5


def choose_from(s, p, least):
    """R3: the lowest card of at least this rank, else the highest. To show the lowest card is to start, so it is
    well to show a little more than the others; and when they go high, to go low again."""
    chosen = 0
    for rank in range(RANKS - 1, 0, -1):
        if s.hand[p][rank] and (rank >= least or chosen == 0):
            chosen = rank
    return CHOOSE + chosen


def play(s, p, skip):
    """The lowest card that makes no pair, or one of the next; without one, leaving is always cheaper."""
    for rank in range(1, RANKS):
        if is_fresh(s, p, rank):
            if skip == 0:
                return PLAY + rank
            skip -= 1
    return PASS


def is_fresh(s, p, rank):
    return s.hand[p][rank] > 0 and not has(s.pile[p], rank)


def fresh_cards(s, p):
    """Return how many ranks of the hand make no pair."""
    n = 0
    for rank in range(1, RANKS):
        n += is_fresh(s, p, rank)
    return n


# -- what p has not seen ----------------------------------------------------------------------------


def unseen(s, p, rank):
    """Cards of a rank that lie neither in the own hand nor in a pile."""
    n = rank - s.hand[p][rank]
    for q in range(s.seats):
        n -= has(s.pile[q], rank)
    return n


def all_unseen(s, p):
    n = 0
    for rank in range(1, RANKS):
        n += unseen(s, p, rank)
    return n


def pair_chance(s, p, q):
    """Return the probability that the next card pairs q, as far as p can see."""
    n = 0
    for rank in range(1, RANKS):
        n += unseen(s, p, rank) * has(s.pile[q], rank)
    return n / all_unseen(s, p)


def pair_cost(s, p):
    """Return the mean cost of the next card."""
    n = 0
    for rank in range(1, RANKS):
        n += rank * unseen(s, p, rank) * has(s.pile[p], rank)
    return n / all_unseen(s, p)
