"""How to play Blackstone: take as little as you must, and leave when you hold a black stone and nobody else does.

Solved backwards for two, the minimum is right nearly always. With more players a large take can pay: those
behind it must take as many or buy their way out, and who survives collects.
"""

from __future__ import annotations

from pioche.kit import bit, has, how_many, next_of, roll, size
from pioche.rules.blackstone import PASS, TAKE, TEN

MARKED, MARKED_OF_TWO = 2, 6  # how many times likelier a black stone makes its owner the loser
STUBBORN = 1.6  # the others leave only when taking costs so many times the price
RAISE = 12  # more cards than that on top of the minimum are never right
TABLE = 8  # seats
WHITE = 0.8  # of a card: most are white stones


def novice(s, p, moves, dice):
    """Takes a card more than needed now and then, and loses heart now and then."""
    k = min(s.minimum, s.left)
    if k == 0 or k > 8 or (s.black[p][TEN] and k > 3) or roll(dice, 20) == 0:
        return PASS
    return TAKE + min(k + roll(dice, 2), s.left)


def regular(s, p, moves, dice):
    """Takes the minimum while that is cheaper than leaving, on average."""
    k = min(s.minimum, s.left)
    white = size(s.white)
    return TAKE + k if k and ruin(s, p, k) * (white + k / 2 + s.stake) < price(s, white) else PASS


def expert(s, p, moves, dice):
    """Weighs every number of cards: what it risks, what the others will do about it, what is left for me."""
    white = size(s.white)
    least = min(s.minimum, s.left)
    best, chosen = -price(s, white), PASS
    for k in range(max(least, 1), s.left + 1):
        if k <= least + RAISE or k == s.left:
            value = promise(s, p, k, white)
            if k > least:
                value -= price(s, white) * s.seats / TABLE  # a raise must be clearly better: many may raise again
            if value > best:
                best, chosen = value, TAKE + k
    return chosen


def price(s, white):
    """R11: what leaving costs."""
    return white / 2 + s.stake


def ruin(s, p, k):
    """Return the probability that k cards bring p a second black stone."""
    none, one = 1.0, 0.0
    for turned in range(k):
        first = none * s.deck[TEN] / (s.left - turned)
        second = one * (s.deck[TEN] - 1) / (s.left - turned)
        none -= first
        one += first - second
    return 1 - none if s.black[p][TEN] else 1 - none - one


def promise(s, p, k, white):
    """The mean result of taking k cards."""
    danger = ruin(s, p, k)
    turned = min(k / 2, (2 - s.black[p][TEN]) * s.left / (s.deck[TEN] + 1))  # when it happens
    if k == s.left:  # R8 nobody can answer
        safe = s.pot + (how_many(s.playing) - 1) * price(s, white + WHITE * k)
    else:
        safe = lap(s, p, k, white + WHITE * k)
    return (1 - danger) * safe - danger * (white + WHITE * turned + s.stake)


def lap(s, p, k, white):
    """Return the value for p of k cards having been safe: the others must take as many, or pay."""
    pot, playing, value, going = 1.0 * s.pot, s.playing, 0.0, 1.0
    q = next_of(s, p, s.playing)
    while q != p:
        danger = ruin(s, q, k)
        if danger * (white + k / 2 + s.stake) < STUBBORN * price(s, white):
            value += going * danger * (pot + white + s.stake) / (how_many(playing) - 1)
            going *= 1 - danger
            white += WHITE * k
        else:
            pot += price(s, white)
            playing ^= bit(q)
        q = next_of(s, q, s.playing)
    if playing == bit(p):
        return value + going * pot
    return value + going * max(-price(s, white), outlook(s, p, playing, pot, white))


def outlook(s, p, playing, pot, white):
    """Return the value for p of a deal that goes on: one of the players will lose it, the others share."""
    marked = MARKED_OF_TWO if how_many(playing) == 2 else MARKED
    weights = 0
    for q in range(s.seats):
        if has(playing, q):
            weights += marked if s.black[q][TEN] else 1
    losing = (marked if s.black[p][TEN] else 1) / weights
    loss = white + s.stake
    return (1 - losing) * (pot + loss) / (how_many(playing) - 1) - losing * loss
