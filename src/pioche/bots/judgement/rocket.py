"""How to play Rocket: stay as long as the dealer has more to fear from the next lap than you have.

The edge is the dealer's, so bet little; unless the shoe has turned: every 3 that is still in it is the
dealer's end, and small ranks make passing cheap.
"""

from __future__ import annotations

from pioche.bots.common.playouts import any_move
from pioche.bots.common.pair_risk import pair_chance, pair_cost
from pioche.kit import RANKS, bit, how_many, lowest, roll
from pioche.rules.rocket import BET, BETTING, CONTINUE, DEADLY, PASS, UNITS

# What a card of each rank that is still in the shoe is worth to the players, in tenths of a unit: derivatives of the
# exact heads-up value with an infinite shoe. The edge turns where the mean of the shoe exceeds TURNED.
COUNT = (0, 47, 20, 115, -1, -4, -7, -9, -11, -12, -13)
TURNED = 2
WORSE = 0.6  # units: how much more dangerous the lap after the next is


def novice(s, p, moves, dice):
    """Bets by mood and leaves by the size of the pile; has hunches."""
    if s.phase == BETTING:
        return moves[1 + roll(dice, min(3, moves[0]))]
    if roll(dice, 10) == 0:
        return any_move(s, p, moves, dice)
    return PASS if how_many(s.pile[p]) > price(s, p) + 1 else CONTINUE


def regular(s, p, moves, dice):
    """Bets the minimum, and passes when that is cheaper than the next card is likely to be."""
    if s.phase == BETTING:
        return BET + UNITS
    return PASS if price(s, p) < pair_cost(s, s.pile[p]) else CONTINUE


def expert(s, p, moves, dice):
    """Counts the shoe, and looks two laps ahead: within a hundredth of a per cent of perfect basic play."""
    if s.phase == BETTING:
        return moves[moves[0]] if count(s) > TURNED * s.left else BET + UNITS
    theirs = s.pile[s.dealing] | bit(DEADLY)
    loss, safe = pair_cost(s, s.pile[p]), 1 - pair_chance(s, s.pile[p])
    gain, lap = pair_cost(s, theirs), 1 - pair_chance(s, theirs)  # the dealer's draw: won, or one more lap
    next_lap = max(-price(s, p), safe * gain - loss - WORSE)
    return CONTINUE if safe * (gain + lap * next_lap) - loss >= -price(s, p) else PASS


def price(s, p):
    """R13: what passing costs, in units."""
    return lowest(s.pile[p] | s.pile[s.dealing])


def count(s):
    n = 0
    for rank in range(1, RANKS):
        n += COUNT[rank] * s.deck[rank]
    return n
