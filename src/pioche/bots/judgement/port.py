"""How to play Port: a lock shows the others what they have to beat, so lock late.

A player behind a lock has nothing to lose and draws on. Lock once it is likely that nobody gets past you;
until then a card costs little, and every pair among the others makes the pot yours.

For points nobody beats a lock, and a card costs nothing but the danger: a lock is worth a point for everybody who
ends no higher, so look at each of the others rather than at the best alone.
"""

from __future__ import annotations

from pioche.bots.common.playouts import any_move
from pioche.bots.common.pair_risk import cards_to_come, likely, pair_chance
from pioche.kit import RANKS, bit, has, how_many, roll
from pioche.families.locking import DRAW, LOCK
from pioche.rules.port import FOR_POINTS, POINTS, worth

ENOUGH = 12  # points with which others lock when nobody can beat a lock: measured


def novice(s, p, moves, dice):
    """Locks a nice pile, whatever the others show. What is nice depends on the day."""
    if roll(dice, 10) == 0:
        return any_move(s, p, moves, dice)
    return LOCK if s.total[p] >= 14 + roll(dice, 7) else DRAW


def regular(s, p, moves, dice):
    """Locks 18 points that beat every lock, unless a pair is unlikely; gives up when beaten and in danger.
    For points 17 are enough, and nobody is beaten."""
    danger = pair_chance(s, s.pile[p])
    if s.played_for == FOR_POINTS:
        return LOCK if s.total[p] >= 17 and danger >= 0.2 else DRAW
    if worth(s, p) < best_lock(s):
        return LOCK if danger > 0.5 else DRAW
    return LOCK if s.total[p] >= 18 and danger >= 0.2 else DRAW


def expert(s, p, moves, dice):
    """Compares the share of the pot that a lock promises now with what one more card promises."""
    if s.played_for == FOR_POINTS:
        return DRAW if after_a_card(s, p) > behind(s, p, worth(s, p)) else LOCK
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


def after_a_card(s, p):
    """Return the points that a lock after one more card promises; a pair promises none."""
    ways = 0.0
    for rank in range(1, RANKS):
        if not has(s.pile[p], rank):
            ways += likely(s, rank) * behind(s, p, worth(s, p) + card(s, rank))
    return ways / cards_to_come(s)


def behind(s, p, value):
    """R16: return how many players, p among them, are expected to end with no more than this value."""
    n = 1.0
    for q in range(s.seats):
        if q != p:
            n += ends_behind(s, q, value) if has(s.playing, q) else worth(s, q) <= value
    return n


def ends_behind(s, q, value):
    """Return the probability that q, who is in, pairs or locks with no more than this, within two cards."""
    if s.total[q] >= ENOUGH:
        return 1.0 * (worth(s, q) <= value)
    if worth(s, q) > value:
        return pair_chance(s, s.pile[q])
    ways = 0
    for first in range(1, RANKS):
        if has(s.pile[q], first):
            ways += likely(s, first) * cards_to_come(s)
        else:
            room = value - worth(s, q) - card(s, first)
            if room >= 0 and s.total[q] + first >= ENOUGH:
                ways += likely(s, first) * cards_to_come(s)
            elif room >= 0:
                ways += likely(s, first) * (cards_to_come(s) - cards_from(s, s.pile[q] | bit(first), room + 1))
    return ways / (cards_to_come(s) * cards_to_come(s))


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
