"""How to play Starboard: lock last, and draw only while the common hand is safe.

Everything is on the table, so the game can be solved backwards. The answer is nearly a rule of thumb: how
likely a pair may be for one more card grows with the pot and with the players still in.
"""

from __future__ import annotations

from pioche.bots.common.playouts import any_move
from pioche.bots.common.pair_risk import pair_chance
from pioche.kit import has, how_many, roll
from pioche.families.locking import DRAW, LOCK

GROWS = 0.11  # by how much a pair becomes likelier with every card in the hand


def novice(s, p, moves, dice):
    """Thinks that a bigger hand is a better one, more so in company, up to a point that depends on the day."""
    if roll(dice, 4) == 0:
        return any_move(s, p, moves, dice)
    return LOCK if how_many(s.hand) >= 2 + roll(dice, max(3, s.seats)) else DRAW


def regular(s, p, moves, dice):
    """Draws at 1 in 2 to come back, at 1 in 3 to take the lead; heads-up locks sooner, and joins a lock."""
    danger, size, duel = pair_chance(s, s.hand), how_many(s.hand), how_many(s.playing | s.locked) == 2
    if size < best_lock(s):
        return DRAW if danger < 0.5 else LOCK
    if size == best_lock(s):
        return DRAW if danger < 0.25 and not duel else LOCK
    return DRAW if danger < (0.2 if duel else 0.33) else LOCK


def expert(s, p, moves, dice):
    """Solved backwards for two and four seats; these few lines are what came out."""
    danger, size, best = pair_chance(s, s.hand), how_many(s.hand), best_lock(s)
    rivals, locks = how_many(s.playing) - 1, how_many(s.locked)
    if size < best:
        return DRAW if chase(s, best - size + 1, danger) > 0 else LOCK
    if rivals == 0:  # nobody comes after me
        return DRAW if size == best and chase(s, 1, danger) > s.pot / (locks + 1) else LOCK
    crowd = rivals + 1 if size > best else rivals + locks + 1.5  # those who would share or answer a lock
    return DRAW if danger < crowd / (crowd + 4.5) * s.pot / (s.pot + 2 * s.draw_cost) else LOCK


def chase(s, cards, danger):
    """Return the value of drawing so many cards and then locking alone."""
    value = 1.0 * s.pot + cards * s.draw_cost
    for k in range(cards):
        value = value * max(0, 1 - danger - GROWS * (cards - 1 - k)) - s.draw_cost
    return value


def best_lock(s):
    """Return the value of the best lock; 0 without one."""
    best = 0
    for q in range(s.seats):
        if has(s.locked, q):
            best = max(best, s.lock_size[q])
    return best
