"""How to play Pairs: fold when the lowest card in play costs less than the next card is likely to.

Exactly one player loses, so points are not all alike: what counts is how close everybody is to the losing
score, and that a fold also ends the round for those in greater danger.
"""

from __future__ import annotations

from pioche.bots.common.playouts import any_move
from pioche.bots.common.pair_risk import cards_to_come, likely, pair_cost
from pioche.kit import NO_MONEY, OLYMPIA, PORTLAND, RANKS, TACOMA, everybody, has, how_many, lowest_in_play, roll
from pioche.rules.pairs import FOLD_FROM, HIT

FAR = 60  # squared steps to the losing score that feel like none: measured over 100,000 games of 2 to 8 seats


def novice(s, p, moves, dice):
    """Goes by the size of the own pile: two cards are many when a 1 can be had, three for a 2. Has hunches."""
    if roll(dice, 5) == 0 or moves[1] != HIT:
        return any_move(s, p, moves, dice)
    return fold(s, p, moves) if how_many(s.pile[p]) > lowest_in_play(s, everybody(s)) else HIT


def regular(s, p, moves, dice):
    """Looks at the piles and forgets the discards: hit while a pair does not cost more than the lowest card."""
    if moves[1] != HIT:
        return fold(s, p, moves)
    low = lowest_in_play(s, everybody(s))
    return HIT if cost_at_a_glance(s, s.pile[p]) <= low or must_hit(s, p, low) else fold(s, p, moves)


def cost_at_a_glance(s, pile):
    """Return the mean cost of the next card if every card that does not lie on the table is in the deck."""
    cost, cards = 0, 0
    for rank in range(1, RANKS):
        n = rank
        for q in range(s.seats):
            n -= has(s.pile[q], rank)
        cost += rank * n * has(pile, rank)
        cards += n
    return cost / cards


def must_hit(s, p, low):
    """A fold that loses the game is useless."""
    return s.points[p] + low >= s.losing_score


def would_hit(s, p, low):
    """Return whether another player is expected to hit: they count cards."""
    return pair_cost(s, s.pile[p]) <= low or must_hit(s, p, low)


def expert(s, p, moves, dice):
    """Look one lap ahead: the player who folds or pairs ends the round, and it may be another one."""
    if moves[1] != HIT:
        return fold(s, p, moves)
    low = lowest_in_play(s, everybody(s))
    folding = trouble(s, p, p, low)
    later = min(folding, after_hit(s, p, p, trouble(s, p, p, 0)))  # my next turn; from there back to this one
    q = p
    for _ in range(s.seats - 1):
        q = q - 1 if q else s.seats - 1
        later = after_hit(s, p, q, later) if would_hit(s, q, low) else trouble(s, p, q, low)
    return HIT if after_hit(s, p, p, later) <= folding else fold(s, p, moves)


def fold(s, p, moves):
    """R15: the own pile goes anyway; else relieve the seat that is farthest from losing."""
    chosen = moves[moves[0]]
    for k in range(1, moves[0] + 1):
        q = moves[k] - FOLD_FROM
        if q == p:
            return moves[k]
        if q >= 0 and s.points[q] < s.points[chosen - FOLD_FROM]:
            chosen = moves[k]
    return chosen


def after_hit(s, p, q, otherwise):
    """The trouble p is in when q hits: a pair ends the round, `otherwise` it goes on."""
    total, fresh = 0.0, cards_to_come(s)
    for rank in range(1, RANKS):
        if has(s.pile[q], rank):
            total += likely(s, rank) * trouble(s, p, q, rank)
            fresh -= likely(s, rank)
    return (total + fresh * otherwise) / cards_to_come(s)


def trouble(s, p, q, cost):
    """Return the loss of p when q takes `cost` points: the game, or what losing and winning are paid (R18-R22)."""
    losing = chance_to_lose(s, p, q, cost)
    if s.money == PORTLAND:
        theirs = 0
        for x in range(s.seats):
            theirs += room(s, x, q, cost)
        mine = room(s, p, q, cost)
        return losing * (theirs - mine) - (1 - losing) * mine
    if s.money == TACOMA or s.money == OLYMPIA:
        prize = 1
        if s.money == OLYMPIA:
            for x in range(s.seats):
                prize = max(prize, room(s, x, q, cost))
        return prize * (losing - (1 - losing) * chance_to_be_best(s, p, q, cost))
    return losing


def room(s, x, q, cost):
    """Return how far seat x is from losing once q has taken `cost`."""
    return max(0, s.losing_score - s.points[x] - (cost if x == q else 0))


def chance_to_lose(s, p, q, cost):
    """Danger falls with the square of the room that is left."""
    if room(s, q, q, cost) == 0:
        return 1.0 if p == q else 0.0
    danger = 0.0
    for x in range(s.seats):
        danger += 1 / (FAR + room(s, x, q, cost) * room(s, x, q, cost))
    return 1 / (FAR + room(s, p, q, cost) * room(s, p, q, cost)) / danger


def chance_to_be_best(s, p, q, cost):
    """Far from losing is close to winning: the square, twice."""
    total = 0
    for x in range(s.seats):
        total += room(s, x, q, cost) * room(s, x, q, cost) * room(s, x, q, cost) * room(s, x, q, cost)
    mine = room(s, p, q, cost) * room(s, p, q, cost)
    return mine * mine / total


# -- for search --------------------------------------------------------------------------------------


def chapter(s):
    """Until somebody scores: what comes after that is known well enough, and a whole game is mostly luck."""
    kept = s.deal * 10000
    for q in range(s.seats):
        kept += s.points[q]
    return kept


def prospect(s, p):
    """Return what was lost and won so far, and what still threatens in this game."""
    fear = 0.0 if s.over else trouble(s, p, p, 0)
    return -s.lost[p] - fear if s.money == NO_MONEY else s.purse[p] - s.stake * fear
