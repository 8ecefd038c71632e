"""Auction: no cards at all, and sealed bids. It brings no judgement.

Six prizes come up in chance order. Everybody bids tokens in secret; the highest bid wins the prize and is paid, equal bids
win nothing and cost nothing. Who has no tokens left is out.
"""

from pioche.kit import (
    SEATS, Actions, Events, Phases, Position, Rulebook, all_choose, below, bit, end_deal, has, may, note, number,
    number_option, owner,
)

PRIZES = 6
NO_BID = -1

ACTIONS = Actions("bid:count")
(BID,) = ACTIONS
EVENTS = Events("prize value", "bid seat", "told seat count", "won seat value", "unsold")
PRIZE, BIDDEN, TOLD, WON, UNSOLD = EVENTS
PHASES = Phases("bid")
(BIDDING,) = PHASES


class Auction(Position, seats=(2, 6), usual=3):
    bids = number(SEATS, seen_by=owner, empty=NO_BID)
    tokens = number(SEATS)
    prize = number()
    gone = number()  # the prizes that have come up, a bit each
    points = number(SEATS)


def deal(s):
    s.gone = 0
    for p in range(s.seats):
        s.bids[p], s.tokens[p] = NO_BID, s.purse
    s.phase = BIDDING
    next_prize(s)


def next_prize(s):
    bidders = 0
    for p in range(s.seats):
        bidders |= bit(p) * (s.tokens[p] > 0)
    if s.gone == bit(PRIZES + 1) - 2 or bidders == 0:
        end_deal(s)
        return
    s.prize = 1 + below(s, PRIZES)
    while has(s.gone, s.prize):
        s.prize = s.prize % PRIZES + 1
    s.gone |= bit(s.prize)
    note(s, PRIZE, s.prize)
    all_choose(s, bidders)


def legal(s, p, moves):
    for n in range(s.tokens[p] + 1):
        may(moves, BID + n)


def apply(s, p, a):
    s.bids[p] = a - BID
    s.waiting ^= bit(p)
    note(s, BIDDEN, p)
    if s.waiting:
        return
    best, winner = 0, -1
    for q in range(s.seats):
        n = s.bids[q]
        s.bids[q] = NO_BID
        if n >= 0:
            note(s, TOLD, q, n)
        if n > best:
            best, winner = n, q
        elif n == best:
            winner = -1
    if winner >= 0:
        s.tokens[winner] -= best
        s.points[winner] += s.prize
        note(s, WON, winner, s.prize)
    else:
        note(s, UNSOLD)
    next_prize(s)


def time_out(s, p):
    return BID


def score(s, p):
    return s.points[p]


RULES = Rulebook(
    "auction", 1, __name__, Auction, ACTIONS, EVENTS, PHASES,
    options=(number_option("deals", 1, 9, 1), number_option("purse", 3, 20, 8)), family="bidding", minutes=(2, 4),
    text={"en": {"title": "Auction"}, "fr": {"title": "Enchère"}},
)  # fmt: skip
