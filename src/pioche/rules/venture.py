"""Venture: secret bids fire from low to high; every captured card costs a point, a whole rank pays.

Rule numbers are those of docs/games/venture.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pioche.kit import (
    ADMIT, RANKS, REFUSE, SEATS, Actions, Events, First, Move, Phases, Rounds, Rulebook, all_choose, bit, choice, empty_into,
    end_deal, everybody, first_of, has, left_of, lowest_held, may, may_each_rank, note, number_option, owner, ranks, size,
    tell,
)
from pioche.families.bidding import SecretBids, all_below, bidders, book, choose, clear, clear_deal, deal_hands
from pioche.families.bidding import decided, highest_card, take_all, tell_zone, turn_up, turn_up_bids
from pioche.families.bidding import untied_and_tied
from pioche.rules.positions.venture import POSITIONS

HANDS = (0, 0, 0, 17, 13, 10, 8, 7, 6)  # R1, by number of seats; the rest of the deck is the slug
KEEPING = 3  # R4

ACTIONS = Actions("bid:rank", "keep:rank.rank.rank")
BID, KEEP = ACTIONS

EVENTS = Events(
    "deal count slug", "hand seat rank count", "chosen seat", "kept seat rank count", "draft_step count",
    "passed seat rank count to", "received seat rank count from", "slug rank count", "round number",
    "bids seat rank", "miss rank seats", "fire seat captured=rank count rank", "lost_before_firing seat rank",
    "centre rank count", "score seat rank points", "deal_score seat points total",
)  # fmt: skip
DEALT, DEALT_TO_YOU, CHOSEN, KEPT, DRAFT_STEP, PASSED, RECEIVED, SLUG_SHOWN, ROUND, *FIRING = EVENTS
BIDS_SHOWN, MISSED, FIRED, LOST, CENTRE_LEFT, SCORED, BOOKED = FIRING

PHASES = Phases("draft", "bid")
DRAFTING, BIDDING = PHASES

REFUSALS = (("bid_now", "R8"), ("keep_now", "R4"), ("not_in_hand", "R8"), ("not_in_packet", "R4"))
BID_NOW, KEEP_NOW, NOT_IN_HAND, NOT_IN_PACKET = range(len(REFUSALS))


class Venture(SecretBids, seats=(3, 8), usual=5):
    centre = ranks()
    pile = ranks(SEATS)  # captured, face up
    packet = ranks(SEATS, seen_by=owner)  # draft only
    kept = ranks(SEATS, seen_by=owner)  # draft only


def deal(s):
    clear_deal(s)  # R1, R24: the slug is what will be left in the deck
    clear(s.centre)
    for p in range(s.seats):
        clear(s.pile[p])
        clear(s.packet[p])
        clear(s.kept[p])
        s.chosen[p] = s.bids[p] = 0
    deal_hands(s, HANDS[s.seats], DEALT, DEALT_TO_YOU)
    if s.draft:
        for p in range(s.seats):
            empty_into(s.hand[p], s.packet[p])  # R3
        draft(s)
    else:
        turn_up_slug(s)


def draft(s):
    """R4, R6: choose while the packets hold more than three cards; the last ones are kept whole."""
    if size(s.packet[0]) > KEEPING:
        s.phase = DRAFTING
        all_choose(s, everybody(s))
        return
    for p in range(s.seats):
        for rank in range(1, RANKS):
            if s.packet[p][rank]:
                tell(s, p, KEPT, p, rank, s.packet[p][rank])
        empty_into(s.packet[p], s.hand[p])
        empty_into(s.kept[p], s.hand[p])  # R7
    turn_up_slug(s)


def turn_up_slug(s):
    turn_up(s, s.left, s.centre, SLUG_SHOWN)  # R2
    new_round(s)


def new_round(s):
    s.round += 1
    note(s, ROUND, s.round)
    s.phase = BIDDING
    all_choose(s, everybody(s))


def legal(s, p, moves):
    if s.phase == BIDDING:
        may_each_rank(moves, BID, s.hand[p])  # R8
        return
    for x in range(1, RANKS):  # R4 a multiset, listed once in ascending order
        for y in range(x, RANKS):
            for z in range(y, RANKS):
                if can_keep(s, p, x, y, z):
                    may(moves, KEEP + (x * RANKS + y) * RANKS + z)


def three_ranks(a):
    a -= KEEP
    return a // (RANKS * RANKS), a // RANKS % RANKS, a % RANKS


def can_keep(s, p, x, y, z):
    packet = s.packet[p]
    return packet[x] > 0 and packet[y] > (x == y) and packet[z] > (x == z) + (y == z)


def apply(s, p, a):
    if s.phase == DRAFTING:
        x, y, z = three_ranks(a)
        keep(s, p, x)
        keep(s, p, y)
        keep(s, p, z)
        s.waiting ^= bit(p)
        note(s, CHOSEN, p)
        if s.waiting == 0:
            pass_packets(s)
    elif choose(s, p, a - BID, CHOSEN):
        turn_up_bids(s, BIDS_SHOWN)
        fire(s)


def keep(s, p, rank):
    s.packet[p][rank] -= 1
    s.kept[p][rank] += 1
    tell(s, p, KEPT, p, rank, 1)


def pass_packets(s):
    """R5: every packet goes to the left neighbour."""
    note(s, DRAFT_STEP, size(s.packet[0]))
    for p in range(s.seats):
        neighbour = left_of(s, p)
        for rank in range(1, RANKS):
            n = s.packet[p][rank]
            if n:
                tell(s, p, PASSED, p, rank, n, neighbour)
                tell(s, neighbour, RECEIVED, neighbour, rank, n, p)
    for rank in range(1, RANKS):
        carried = s.packet[s.seats - 1][rank]
        for p in range(s.seats - 1, 0, -1):
            s.packet[p][rank] = s.packet[p - 1][rank]
        s.packet[0][rank] = carried
    draft(s)


def fire(s):
    """R10-R17: in ascending rank, over one table of centre cards and bids."""
    untied, tied = untied_and_tied(s)
    for p in range(s.seats):
        s.centre[first_of(s.bids[p])] += 1
    taken = 0
    for rank in range(1, RANKS):
        if has(tied, rank):
            note(s, MISSED, rank, bidders(s, rank))  # R11, R13
        elif has(untied, rank):
            p = first_of(bidders(s, rank))
            if rank == first_of(untied | tied):
                taken = highest_card(s.centre)
                take_all(s, p, bit(taken), s.pile[p], FIRED, rank)  # R12
            elif rank == taken:
                note(s, LOST, p, rank)  # R15
            else:
                take_all(s, p, all_below(rank), s.pile[p], FIRED, rank)  # R14
    for p in range(s.seats):
        s.bids[p] = 0
    tell_zone(s, s.centre, CENTRE_LEFT)  # R17
    count_points(s)
    if size(s.hand[0]):
        new_round(s)
    else:
        end_with_scores(s)  # R18


def worth(s, p, rank):
    """R19, R20: a whole rank, with the help of the centre, is worth its rank; else each card costs one."""
    cards = s.pile[p][rank]
    if cards and cards + s.centre[rank] == rank:
        return rank
    return -cards


def count_points(s):
    """R21; during the deal what the piles would score now. Everything they depend on is public."""
    for p in range(s.seats):
        s.points[p] = 0
        for rank in range(1, RANKS):
            s.points[p] += worth(s, p, rank)


def end_with_scores(s):
    for p in range(s.seats):
        for rank in range(1, RANKS):
            if s.pile[p][rank]:
                note(s, SCORED, p, rank, worth(s, p, rank))
    book(s, s.seats, BOOKED, BOOKED)
    end_deal(s)


def match_over(s):
    return s.deal >= s.deals and decided(s, 1)  # R22, R23


def unlisted(s, p, a):
    """R4: three cards to keep may be named in any order."""
    if p >= 0 and has(s.waiting, p) and s.phase == DRAFTING and a >= KEEP:
        x, y, z = three_ranks(a)
        if can_keep(s, p, x, y, z):
            return ADMIT
    return REFUSE


def why_not(s, p, a):
    if s.phase == DRAFTING:
        return NOT_IN_PACKET if a >= KEEP else KEEP_NOW
    return NOT_IN_HAND if a < KEEP else BID_NOW


def time_out(s, p):
    """Bid the lowest card; keep the three lowest."""
    if s.phase == BIDDING:
        return BID + lowest_held(s.hand[p])
    packet = s.packet[p]
    return KEEP + (nth_card(packet, 1) * RANKS + nth_card(packet, 2)) * RANKS + nth_card(packet, 3)


def nth_card(zone, n):
    """The rank of the n-th card, counted from the lowest."""
    rank = 0
    while n > 0:
        rank += 1
        n -= zone[rank]
    return rank


def talk(options: Mapping[str, Any]) -> dict[str, str]:
    """R9: chat is not a move; the house reads this, the rules do not."""
    return {"bid": "off"} if options["table_talk"] == "off" else {}


RULES = Rulebook(
    "venture", 1, __name__, Venture, ACTIONS, EVENTS, PHASES,
    options=(
        choice("draft", "off on"),
        number_option("deals", 1, 20, 1),
        choice("table_talk", "on off"),  # R9
        choice("match_tie", "shared extra_deal"),
    ),
    rounds=Rounds("seats", {seats: HANDS[seats] for seats in range(3, 9)}),
    moves={
        "bids": Move("chosen.seat", "bids.seat"),
        "fire": Move("centre", "pile.seat", card="captured", count="count"),
    },
    firsts={"fire": First("round", ("miss", "fire"))},  # R12
    length="deals", family="bidding", minutes=(10, 15), positions=POSITIONS,
    presets={"venture_draft": {"draft": "on"}, "venture_series": {"deals": 5}},
    refusals=REFUSALS,
    talk=talk,
)  # fmt: skip
