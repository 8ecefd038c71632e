"""How to play Five Cards (docs/games/five_cards.md, section 12)."""

from __future__ import annotations

from pioche.kit import RANKS, first_of, has, how_many, lowest, roll
from pioche.rules.five_cards import COLUMNS, PLACE, open_columns, target, weight

SLICES = 8  # of the time until the stock would be empty
CERTAIN = 1 << 12
UNIT = 1000  # of a point
LOOSE, LOOSER = 4, 16  # how far ahead one must be: at the end, and more for every card expected


def novice(s, p, moves, dice):
    """Big targets look best, as long as they are not won."""
    best = moves[1 + roll(dice, moves[0])]
    if roll(dice, 4):
        for k in range(1, moves[0] + 1):  # from the lowest target to the highest
            if lead(s, p, moves[k] - PLACE) <= 0:
                best = moves[k]
    return best


def regular(s, p, moves, dice):
    """Choose what wins most if the round stopped now; then the highest target, and the smallest sufficient lead."""
    card = lowest(s.drawn)
    best, promise = moves[1], -UNIT * UNIT
    for k in range(1, moves[0] + 1):
        column = moves[k] - PLACE
        prize, ahead = target(s, column), lead(s, p, column)
        gain = settled(prize, ahead + card) - settled(prize, ahead)
        hope = gain * UNIT + prize * 20 - abs(ahead + card)
        if hope > promise:
            best, promise = moves[k], hope
    return best


def expert(s, p, moves, dice):
    """Try each column on the table: what it is worth, less what the opponent's next card will make of it."""
    slack = LOOSE + LOOSER * cards_to_come(s) // 8
    best, promise = moves[1], -UNIT * UNIT
    for k in range(1, moves[0] + 1):
        column = moves[k] - PLACE
        lay(s, p, column, s.drawn)
        hope = prospects(s, p, slack) - best_replies(s, 1 - p, slack)
        lay(s, p, column, s.drawn)
        if hope > promise:
            best, promise = moves[k], hope
    return best


# -- columns ---------------------------------------------------------------------------------------------


def lead(s, p, column):
    ahead = weight(s.top[column - 1]) - weight(s.bottom[column - 1])
    return ahead if p == 0 else -ahead


def settled(prize, ahead):
    """Return what a column brings more to the one who is ahead than to the other, if the round stopped now."""
    return prize if ahead > 0 else 0 if ahead == 0 else -prize


def hoped(prize, ahead, slack):
    """The same while cards are still to come: a lead is worth the more, the larger it is."""
    return UNIT * prize * ahead // (abs(ahead) + slack)


def lay(s, p, column, card):
    """Lay a card on trial; laying it again takes it back."""
    if p == 0:
        s.top[column - 1] ^= card
    else:
        s.bottom[column - 1] ^= card


def prospects(s, p, slack):
    total = 0
    for column in range(1, COLUMNS + 1):
        total += hoped(target(s, column), lead(s, p, column), slack)
    return total


def best_replies(s, p, slack):
    """Return the mean of what p's next card adds to p's prospects: a rank that lies in a column is blocked there."""
    total = 0
    for rank in range(1, RANKS):
        if s.deck[rank]:
            fitting, gain = open_columns(s, rank), -UNIT * UNIT
            while fitting:
                column = first_of(fitting)
                prize, ahead = target(s, column), lead(s, p, column)
                gain = max(gain, hoped(prize, ahead + rank, slack) - hoped(prize, ahead, slack))
                fitting &= fitting - 1
            total += s.deck[rank] * max(gain, 0)
    return total // s.left


# -- the end of the round ----------------------------------------------------------------------------------


def cards_to_come(s):
    """Return the mean number of cards still to be laid. Give every card of the stock its own random time: the round lasts
    as long as no rank has run out of columns, whatever the order of the others."""
    together = 0
    for time in range(SLICES):
        chance = CERTAIN
        for rank in range(COLUMNS + 1, RANKS):
            places = how_many(open_columns(s, rank)) - has(s.drawn, rank)
            chance = chance * still_fits(s.deck[rank], places, 2 * time + 1) // CERTAIN
        together += chance
    return max(0, (s.left + 1) * together // (SLICES * CERTAIN) - 1)


def still_fits(copies, places, time):
    """The chance that of so many cards no more than so many have come by a time, in slices."""
    if copies <= places:
        return CERTAIN
    rest, ways, power, found = 2 * SLICES - time, 1, CERTAIN, 0
    for came in range(places + 1):
        found = found * rest + ways * power
        ways = ways * (copies - came) // (came + 1)
        power *= time
    for _ in range(copies - max(places, 0)):
        found *= rest
    for _ in range(copies):
        found //= 2 * SLICES
    return found
