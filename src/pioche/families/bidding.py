"""What the bidding games share: hands, secret bids, majorities, matches to a target. In the subset.

Events are the game's own: functions that tell something are given its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pioche.kit import (
    RANKS, SEATS, PairsDeck, alone, bit, draw, first_of, gather, has, how_many, leaders, note, number, owner, rank_set,
    ranks, reached, tell,
)

SINGLE, TO_TARGET = range(2)  # option `length`
SHARED, EXTRA_DEAL = range(2)  # option `match_tie`


class Bidding(PairsDeck):
    hand = ranks(SEATS, seen_by=owner)
    round = number()  # of this deal, the first is 1
    points = number(SEATS)  # of this deal
    total = number(SEATS)  # of all deals finished


class Majorities(Bidding):
    """Games in which the final hands score, rank by rank."""

    discard = ranks()  # everything in it was face up
    shown = ranks(SEATS)  # the hands, laid open for scoring


class SecretBids(Bidding):
    chosen = rank_set(SEATS, seen_by=owner, chosen_from="hand")  # one card face down, until everybody has chosen
    bids = rank_set(SEATS)  # the same cards, turned up


# -- zones -----------------------------------------------------------------------------------------


def kinds(zone):
    """The set of the ranks in a zone."""
    found = 0
    for rank in range(1, RANKS):
        if zone[rank]:
            found |= bit(rank)
    return found


def highest_card(zone):
    """The highest rank in a zone; 0 when it is empty."""
    rank = RANKS - 1
    while rank and zone[rank] == 0:
        rank -= 1
    return rank


def all_below(rank):
    """The set of the strictly lower ranks."""
    return bit(rank) - 1


def clear(zone):
    for rank in range(1, RANKS):
        zone[rank] = 0


def tell_zone(s, zone, kind):
    """Tell everybody what lies in a zone, rank by rank."""
    for rank in range(1, RANKS):
        if zone[rank]:
            note(s, kind, rank, zone[rank])


def take_all(s, p, those, zone, kind, bid):
    """Every card of these ranks leaves the centre for a zone of p."""
    for rank in range(1, RANKS):
        n = s.centre[rank]
        if n and has(those, rank):
            s.centre[rank] = 0
            zone[rank] += n
            note(s, kind, p, rank, n, bid)


def throw_zone(s, zone, kind):
    """A zone goes to the discards, in the open."""
    tell_zone(s, zone, kind)
    for rank in range(1, RANKS):
        s.discard[rank] += zone[rank]
        zone[rank] = 0


# -- dealing ---------------------------------------------------------------------------------------


def clear_deal(s):
    """All 55 cards are shuffled; nothing but totals and coins stays of the deal before."""
    gather(s)
    s.round = 0
    for p in range(s.seats):
        s.points[p] = 0
        clear(s.hand[p])


def deal_hands(s, n, dealt, yours):
    """n cards each, one at a time in seat order; everybody sees their own."""
    for _ in range(n):
        for p in range(s.seats):
            card = draw(s)
            s.hand[p][card] += 1
    note(s, dealt, n, s.left)
    for p in range(s.seats):
        for rank in range(1, RANKS):
            if s.hand[p][rank]:
                tell(s, p, yours, p, rank, s.hand[p][rank])


def turn_up(s, n, zone, kind):
    """The next n face-down cards are laid open in an empty zone. Their order is chance's until now."""
    for _ in range(n):
        card = draw(s)
        zone[card] += 1
    tell_zone(s, zone, kind)


# -- secret bids -----------------------------------------------------------------------------------


def choose(s, p, rank, kind):
    """p lays a card face down; true when everybody has."""
    s.hand[p][rank] -= 1
    s.chosen[p] = bit(rank)
    s.waiting ^= bit(p)
    note(s, kind, p)
    return s.waiting == 0


def turn_up_bids(s, kind):
    for p in range(s.seats):
        s.bids[p] = s.chosen[p]
        s.chosen[p] = 0
        note(s, kind, p, first_of(s.bids[p]))


def bidders(s, rank):
    """The seats that bid this rank."""
    found = 0
    for p in range(s.seats):
        if has(s.bids[p], rank):
            found |= bit(p)
    return found


def untied_and_tied(s):
    """The ranks bid by one seat only, and those bid by several."""
    once, more = 0, 0
    for p in range(s.seats):
        more |= once & s.bids[p]
        once |= s.bids[p]
    return once ^ more, more


# -- scoring ---------------------------------------------------------------------------------------


def score_majorities(s, sides, shown, scored):
    """Most cards of rank r are worth r points, in full to every tied side; p, p + sides, ... are one side."""
    for p in range(s.seats):
        for rank in range(1, RANKS):
            n = s.hand[p][rank]
            if n:
                s.hand[p][rank] = 0
                s.shown[p][rank] = n
                note(s, shown, p, rank, n)
    for rank in range(RANKS - 1, 0, -1):
        most, holders = 1, 0
        for p in range(s.seats):
            n = held_by_side(s, p, rank, sides)
            if n > most:
                most, holders = n, 0
            if n == most:
                holders |= bit(p)
        if holders:
            note(s, scored, rank, most, rank, holders)
            for p in range(s.seats):
                s.points[p] += rank * has(holders, p)


def held_by_side(s, p, rank, sides):
    n = 0
    for q in range(p % sides, s.seats, sides):
        n += s.shown[q][rank]
    return n


def book(s, sides, booked, team_booked):
    """The points of the deal join the totals; partners, who have the same, are told of together."""
    for p in range(s.seats):
        s.total[p] += s.points[p]
    for p in range(sides):
        team = 0
        for q in range(p, s.seats, sides):
            team |= bit(q)
        if alone(team):
            note(s, booked, p, s.points[p], s.total[p])
        else:
            note(s, team_booked, team, s.points[p], s.total[p])


def number_of_sides(options: Mapping[str, Any]) -> int:
    """Return how many sides play. With partners seats p and p + n/2 play together."""
    seats = int(options["seats"])
    return seats // 2 if options["partners"] == "on" else seats


# -- the match -------------------------------------------------------------------------------------


def score(s, p):
    return s.total[p]


def long_enough(s):
    """Return whether the match is over: after one deal, or when a total reaches the target."""
    return s.length == SINGLE or reached(s, s.target_score)


def decided(s, members):
    """A tie for the best total is shared, or played on until one side (of so many seats) leads alone."""
    return s.match_tie == SHARED or how_many(leaders(s)) == members
