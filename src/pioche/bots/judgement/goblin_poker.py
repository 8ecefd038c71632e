"""How to play Goblin Poker: stay, and throw what others show and you do not.

Leaving costs the whole pot, a pair at most ten. A card lands on everybody with the same chance, the thrower
included, so what matters is whom it would hit: now, where it makes a pair, and later, where it only waits for one.
"""

from __future__ import annotations

from pioche.bots.common.playouts import any_move
from pioche.kit import RANKS, has, how_many, lowest_in_play, roll, size
from pioche.rules.goblin_poker import CHOOSE, CHOOSING, PASS, PLAY, POT_PLUS_LOW

WAITS = 0.2  # of the chance that a card which pairs nobody yet does so in a later round
PAIR = 6  # what somebody else's pair brings into the pot


def novice(s, p, moves, dice):
    """Throws what comes to hand, if possible no card of the own pile. Loses heart now and then."""
    if s.phase == CHOOSING or roll(dice, 5) == 0:
        return any_move(s, p, moves, dice)
    if roll(dice, 25) == 0:
        return PASS
    a = moves[1 + roll(dice, moves[0] - 1)]
    return moves[1] if has(s.pile[p], a - PLAY) else a


def regular(s, p, moves, dice):
    """Shows a low card and never leaves; throws any card that somebody shows, and keeps what the own pile shows."""
    if s.phase == CHOOSING:
        return moves[1 + roll(dice, 2)]
    best, chosen = -100, moves[1]
    for rank in range(1, RANKS):
        if s.hand[p][rank]:
            hope = 10 * (shown_by(s, rank) > 0) - 20 * has(s.pile[p], rank) + roll(dice, 5)
            if hope > best:
                best, chosen = hope, PLAY + rank
    return chosen


def expert(s, p, moves, dice):
    """Shows what is hardest to pair; weighs whom every card would hit, now and later; leaves where that is cheap."""
    if s.phase == CHOOSING:
        return CHOOSE + safest_card(s, p)
    if staying(s, p) < -leaving(s):
        return PASS
    best, chosen = -1000.0, moves[1]
    for rank in range(1, RANKS):
        if s.hand[p][rank]:
            hope = throwing(s, p, rank)
            if hope > best:
                best, chosen = hope, PLAY + rank
    return chosen


def shown_by(s, rank):
    """Return how many piles show a rank."""
    n = 0
    for q in range(s.seats):
        n += has(s.pile[q], rank)
    return n


def safest_card(s, p):
    """R3: what the others are least able to pair, and cheap if they do."""
    best, chosen = 1000, 1
    for rank in range(1, RANKS):
        if s.hand[p][rank]:
            danger = (rank - s.hand[p][rank]) * (rank + 5)
            if danger < best:
                best, chosen = danger, rank
    return chosen


def throwing(s, p, rank):
    """Return the value of a throw: each of the players in gets the card with the same probability."""
    players, rounds = how_many(s.playing), size(s.hand[p]) - 1
    later = WAITS * rounds * unseen(s, p, rank) / all_unseen(s, p)
    gain = rank / (players - 1) + s.pot / (players * (players - 1))  # of everybody else when a player leaves
    loss = rank + s.pot / players
    value = 0.0
    for q in range(s.seats):
        if has(s.playing, q):
            chance = 1.0 if has(s.pile[q], rank) else later
            value += -chance * loss if q == p else chance * gain
    return value


def leaving(s):
    """R8: the price."""
    return lowest_in_play(s, s.playing) + (s.pot if s.pass_cost == POT_PLUS_LOW else 0)


def staying(s, p):
    """Return the value of going on to the end: to share the pot with those who get there too, or to pay for a pair."""
    theirs = 0.0
    for q in range(s.seats):
        if q != p and has(s.playing, q):
            theirs += survival(s, p, q)
    rivals, mine = how_many(s.playing) - 1, survival(s, p, p)
    return mine * (s.pot + PAIR * (rivals - theirs)) / (1 + theirs) - (1 - mine) * PAIR


def survival(s, p, q):
    """Return the probability that q never gets a pair, as far as p can see."""
    n = 0
    for rank in range(1, RANKS):
        n += unseen(s, p, rank) * has(s.pile[q], rank)
    chance = 1.0
    for _ in range(size(s.hand[p])):
        chance *= 1 - n / all_unseen(s, p)
    return chance


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
