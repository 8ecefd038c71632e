"""How to play Venture (docs/games/venture.md, section 12)."""

from __future__ import annotations

from pioche.bots.common.bids import all_cards, highest_below, note_down, noted, some_card
from pioche.bots.common.playouts import any_move
from pioche.kit import RANKS, bit, first_of, has, roll
from pioche.rules.venture import BID, BIDDING

TABLES = 32  # bids of the others that an expert imagines
LIKED = (0, 2, 2, 2, 3, 3, 3, 2, 2, 4, 6)  # how gladly others bid a card of each rank that they hold: measured
UNIT = 60  # of a point


def novice(s, p, moves, dice):
    """Pictures a table or two, if any."""
    if s.phase != BIDDING or roll(dice, 3) == 0:
        return any_move(s, p, moves, dice)
    return best_bid(s, p, moves, dice, unseen_cards(s, p), 2)


def regular(s, p, moves, dice):
    """Imagines a few tables and bids what costs least now."""
    if s.phase != BIDDING:
        return any_move(s, p, moves, dice)
    return best_bid(s, p, moves, dice, unseen_cards(s, p), 6)


def expert(s, p, moves, dice):
    """Imagines many tables, with the bids people like. Drafts the highest cards: they are often tied, and miss."""
    if s.phase != BIDDING:
        return moves[moves[0]]
    return best_bid(s, p, moves, dice, likely_bids(s, p), TABLES)


def playout(s, p, moves, dice):
    """Search imagines quickly: one table for all cards of the hand."""
    if s.phase != BIDDING:
        return any_move(s, p, moves, dice)
    bids, free = imagined_bids(s, likely_bids(s, p), dice), unspoiled(s, p)
    best, promise = moves[1], -UNIT * UNIT * UNIT
    for k in range(1, moves[0] + 1):
        hope = outcome(s, p, moves[k] - BID, bids, free)
        if hope > promise:
            best, promise = moves[k], hope
    return best


def best_bid(s, p, moves, dice, unseen, tables):
    free = unspoiled(s, p)
    first, second = dice[0], dice[1]
    best, promise = moves[1], -UNIT * UNIT * UNIT
    for k in range(1, moves[0] + 1):
        rank = moves[k] - BID
        hope = 0
        dice[0], dice[1] = first, second  # every card meets the same tables
        for _ in range(tables):
            hope += outcome(s, p, rank, imagined_bids(s, unseen, dice), free)
        if hope > promise:
            best, promise = moves[k], hope
    return best


def imagined_bids(s, unseen, dice):
    """Imagine bids of the others, of the cards p has not seen."""
    left, bids, total = unseen, 0, all_cards(unseen)
    for _ in range(s.seats - 1):
        other = some_card(left, total, dice)
        left, total = note_down(left, other, -1), total - 1
        bids = note_down(bids, other, 1)
    return bids


def unseen_cards(s, p):
    """Count the cards that lie neither in the centre nor in a pile nor in the own hand: they are in other hands."""
    found = 0
    for rank in range(1, RANKS):
        n = rank - s.hand[p][rank] - s.centre[rank]
        for q in range(s.seats):
            n -= s.pile[q][rank]
        found = note_down(found, rank, n)
    return found


def likely_bids(s, p):
    """The cards of the other hands, each as often as it is liked."""
    unseen, found = unseen_cards(s, p), 0
    for rank in range(1, RANKS):
        found = note_down(found, rank, noted(unseen, rank) * LIKED[rank])
    return found


def unspoiled(s, p):
    """The ranks of which nobody else has captured a card: they might still be cornered."""
    found = 0
    for rank in range(1, RANKS):
        others = 0
        for q in range(s.seats):
            others += s.pile[q][rank] * (q != p)
        if others == 0:
            found |= bit(rank)
    return found


def outcome(s, p, rank, bids, free):
    """Return the cost of a bid among others (R10-R15), less the mean of what they pay."""
    seen, once = 0, 0
    for r in range(1, RANKS):
        if noted(bids, r):
            seen |= bit(r)
        if noted(bids, r) + (r == rank) == 1:
            once |= bit(r)
    all_bids = seen | bit(rank)
    low, top = first_of(all_bids), RANKS - 1
    while not has(all_bids, top) and s.centre[top] == 0:
        top -= 1
    privileged = has(once, low)
    mine, everything = 0, 0
    if privileged:
        n = on_table(s, rank, bids, top)
        everything += n
        if low == rank:
            mine += price(s, p, top, n, free)
        once &= ~(bit(low) | bit(top))  # one has fired, one is captured before its turn
    highest = highest_below(once, RANKS)
    for r in range(1, highest):
        if not (privileged and r == top):
            everything += on_table(s, rank, bids, r)
    if has(once, rank):
        prey = highest_below(once, rank)
        for r in range(max(prey, 1), rank):
            mine += price(s, p, r, on_table(s, rank, bids, r), free)
    return mine * s.seats + everything * UNIT


def on_table(s, rank, bids, r):
    return s.centre[r] + noted(bids, r) + (r == rank)


def price(s, p, rank, cards, free):
    """Every card costs a point, unless the rank can be completed."""
    if cards == 0:
        return 0
    missing = rank - s.pile[p][rank] - cards
    if has(free, rank) and missing == 0:
        return UNIT * (rank + s.pile[p][rank])
    return -UNIT * cards
