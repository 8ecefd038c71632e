"""How to play Port: a lock shows the others what they have to beat, so lock late.

A player behind a lock has nothing to lose and draws on. Lock once it is likely that nobody gets past you;
until then a card costs little, and every pair among the others makes the pot yours.
"""

from __future__ import annotations

from pioche.bots.common.playouts import any_move
from pioche.bots.common.pair_risk import cards_to_come, likely, pair_chance
from pioche.kit import RANKS, bit, has, how_many, roll
from pioche.families.locking import DRAW, LOCK
from pioche.rules.port import POINTS, worth


def novice(s, p, moves, dice):
    """Locks a nice pile, whatever the others show. What is nice depends on the day."""
    if roll(dice, 10) == 0:
        return any_move(s, p, moves, dice)
    return LOCK if s.total[p] >= 14 + roll(dice, 7) else DRAW


def regular(s, p, moves, dice):
    """Locks 18 points that beat every lock, unless a pair is unlikely; gives up when beaten and in danger."""
    danger = pair_chance(s, s.pile[p])
    if worth(s, p) < best_lock(s):
        return LOCK if danger > 0.5 else DRAW
    return LOCK if s.total[p] >= 18 and danger >= 0.2 else DRAW


def expert(s, p, moves, dice):
    """Compares the share of the pot that a lock promises now with what one more card promises."""
    mine, best, rivals = worth(s, p), best_lock(s), how_many(s.playing) - 1
    now = 0.0
    if mine >= best:
        now = s.pot * stands(s, p, mine) / (1 + (how_many(s.locked) if mine == best else 0))
    hope = 2 / (rivals + 2) if rivals else 0.0  # of one who may still go on: measured
    then = 0.0
    for rank in range(1, RANKS):
        if not has(s.pile[p], rank):
            if mine + card(s, rank) > best:
                promise = max(hope, stands(s, p, mine + card(s, rank)))
            else:
                promise = hope if rivals else reaches(s, p, best + 1 - card(s, rank))
            then += likely(s, rank) * promise
    then = then / cards_to_come(s) * (s.pot + s.draw_cost) - s.draw_cost
    return DRAW if then > now else LOCK


def best_lock(s):
    """Return the value of the best lock; 0 without one."""
    best = 0
    for q in range(s.seats):
        if has(s.locked, q):
            best = max(best, worth(s, q))
    return best


def stands(s, p, value):
    """Return the probability that a lock of this value is never beaten: those behind it will try."""
    chance = 1.0
    for q in range(s.seats):
        if q != p and has(s.playing, q):
            chance *= 1 - reaches(s, q, value + 1)
    return chance


def reaches(s, q, target):
    """Return the probability that q gets there without a pair, with one card or two; more hardly matter."""
    if worth(s, q) >= target:
        return 1.0
    ways = 0
    for first in range(1, RANKS):
        if not has(s.pile[q], first):
            missing = target - worth(s, q) - card(s, first)
            if missing <= 0:
                ways += likely(s, first) * cards_to_come(s)
            else:
                ways += likely(s, first) * cards_from(s, s.pile[q] | bit(first), missing)
    return ways / (cards_to_come(s) * cards_to_come(s))


def cards_from(s, pile, missing):
    """Return how many cards make up for what is missing at once, without a pair."""
    n = 0
    for rank in range(1, RANKS):
        if card(s, rank) >= missing and not has(pile, rank):
            n += likely(s, rank)
    return n


def card(s, rank):
    """R8: what a card adds to the worth of a pile."""
    return rank if s.scoring == POINTS else 100 + rank
