"""Kitty: pass a card to the left, then bid in secret; the lowest bid nobody else made wins the prize.

Rule numbers are those of docs/games/kitty.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.kit import (
    RANKS, SEATS, SIZES, Actions, Events, Fact, Move, Phases, Rounds, Rulebook, all_choose, alone, by_seats, choice, coins,
    end_deal, everybody, first_of, has, left_of, lowest_held, may, may_each_rank, note, number_option, ranks, tell, to_move,
)
from pioche.families.bidding import Majorities, SecretBids, bidders, book, choose, clear, clear_deal, deal_hands, decided
from pioche.families.bidding import highest_card, kinds, long_enough, number_of_sides, score_majorities, throw_zone
from pioche.families.bidding import tell_zone, turn_up, turn_up_bids, untied_and_tied
from pioche.rules.positions.kitty import POSITIONS

HANDS = (0, 0, 0, 16, 12, 9, 8)  # R3, by number of seats; all but seven cards, and three with five seats
ASIDE = 3  # R2
THE_ONE = 1  # R13
HARD, SOFT = range(2)

ACTIONS = Actions("pass:rank", "bid:rank", "pick:rank", "give:rank.seat")
PASS, BID, PICK, GIVE = ACTIONS
TO = SIZES["seat"]  # give:5.2 is GIVE + 5 * TO + 2

EVENTS = Events(
    "aside count", "deal count kitty", "hand seat rank count", "round number", "reveal rank count",
    "chosen seat", "pass seat rank to", "bids seat rank", "ignored rank seats", "award seat rank from_bid",
    "give giver=seat rank seat", "discard rank count", "shown seat rank count", "score rank count points holders=seats",
    "deal_score seat points total", "settle seat coins", "unclaimed rank count", "team_score team=seats points total",
)  # fmt: skip
SET_ASIDE, DEALT, DEALT_TO_YOU, ROUND, REVEALED, CHOSEN, PASSED, BIDS_SHOWN, IGNORED, *ENDING = EVENTS
AWARDED, GIVEN, DISCARDED, SHOWN, SCORED, BOOKED, SETTLED, UNCLAIMED, TEAM_BOOKED = ENDING

PHASES = Phases("pass", "bid", "pick", "give")
PASSING, BIDDING, PICKING, GIVING = PHASES

# Refusals: the time is for something else, or the card or seat will not do.
REFUSALS = (
    ("pass_now", "R7"), ("bid_now", "R8"), ("pick_now", "R11"), ("give_now", "R13"),
    ("not_to_pass", "R7"), ("not_to_bid", "R8"), ("not_to_pick", "R11"), ("not_to_give", "R13"),
    ("yourself", "R13"), ("partner", "R14"), ("no_seat", "R13"),
)  # fmt: skip
(
    PASS_NOW, BID_NOW, PICK_NOW, GIVE_NOW, NOT_TO_PASS, NOT_TO_BID, NOT_TO_PICK, NOT_TO_GIVE,
    YOURSELF, PARTNER, NO_SEAT,
) = range(len(REFUSALS))  # fmt: skip


class Kitty(Majorities, SecretBids, seats=(3, 6), usual=4):
    target = ranks()
    purse = coins(SEATS)


def deal(s):
    clear_deal(s)  # R1, R28: the kitty is what will be left in the deck
    clear(s.target)
    for p in range(s.seats):
        clear(s.shown[p])
        s.chosen[p] = s.bids[p] = 0
    if s.seats == 5:
        s.burned = ASIDE  # R2
        s.left -= ASIDE
        note(s, SET_ASIDE, ASIDE)
    deal_hands(s, HANDS[s.seats], DEALT, DEALT_TO_YOU)  # R3
    new_round(s)


def new_round(s):
    s.round += 1
    note(s, ROUND, s.round)
    two = s.mode == SOFT and s.round > 1  # R4
    turn_up(s, 2 if two else 1, s.target, REVEALED)  # R6
    s.phase = PASSING
    all_choose(s, everybody(s))


def sides(s):
    """R5: seats s and s + n/2 are partners; without partners every seat is a side."""
    return s.seats // 2 if s.partners else s.seats


def legal(s, p, moves):
    if s.phase == PASSING:
        may_each_rank(moves, PASS, s.hand[p])  # R7
    elif s.phase == BIDDING:
        may_each_rank(moves, BID, s.hand[p])  # R8
    elif s.phase == PICKING:
        may_each_rank(moves, PICK, s.target)  # R11
    else:
        for rank in range(1, RANKS):
            for q in range(s.seats):
                if s.target[rank] and may_receive(s, p, q):
                    may(moves, GIVE + rank * TO + q)  # R13


def may_receive(s, p, q):
    """R13, R14: any other seat; in a partners game none of the own team."""
    return q % sides(s) != p % sides(s)


def apply(s, p, a):
    if s.phase == PASSING:
        if choose(s, p, a - PASS, CHOSEN):
            exchange(s)
    elif s.phase == BIDDING:
        if choose(s, p, a - BID, CHOSEN):
            turn_up_bids(s, BIDS_SHOWN)
            capture(s)
    else:
        if s.phase == PICKING:
            award(s, p, a - PICK)
        else:
            give(s, p, (a - GIVE) // TO, (a - GIVE) % TO)
        second_claim(s)


def exchange(s):
    """R7: all passed cards move at the same moment; only passer and receiver know them."""
    for p in range(s.seats):
        card = first_of(s.chosen[p])
        s.chosen[p] = 0
        neighbour = left_of(s, p)
        s.hand[neighbour][card] += 1
        tell(s, p, PASSED, p, card, neighbour)
        tell(s, neighbour, PASSED, p, card, neighbour)
    s.phase = BIDDING  # R8
    all_choose(s, everybody(s))


def capture(s):
    """R9: tied ranks are ignored; the lowest claimant comes first."""
    claims, tied = untied_and_tied(s)
    for rank in range(1, RANKS):
        if has(tied, rank):
            note(s, IGNORED, rank, bidders(s, rank))
    if claims:
        p = first_of(bidders(s, first_of(claims)))
        if has(claims, THE_ONE):
            ask(s, p, GIVING)  # R13 always an explicit decision
            return
        if not alone(kinds(s.target)):
            ask(s, p, PICKING)  # R11
            return
        award(s, p, lowest_held(s.target))  # R10, and R11 with two equal cards
    second_claim(s)


def ask(s, p, phase):
    s.phase = phase
    to_move(s, p)


def award(s, p, rank):
    s.target[rank] -= 1
    s.hand[p][rank] += 1
    note(s, AWARDED, p, rank, first_of(s.bids[p]))


def give(s, p, rank, taker):
    """R13, R15: the 1 wins for somebody else, who cannot refuse."""
    s.target[rank] -= 1
    s.hand[taker][rank] += 1
    note(s, GIVEN, p, rank, taker)


def second_claim(s):
    """R11, R15: the second-lowest claimant, if any, takes the other card of a two-card target."""
    claims, _ = untied_and_tied(s)
    claims &= claims - 1  # the lowest has been served
    if claims and kinds(s.target):
        award(s, first_of(bidders(s, first_of(claims))), lowest_held(s.target))
    end_round(s)


def end_round(s):
    """R12, R16: the bids are discarded, and with them what nobody claimed."""
    tell_zone(s, s.target, UNCLAIMED)
    for p in range(s.seats):
        s.target[first_of(s.bids[p])] += 1
        s.bids[p] = 0
    throw_zone(s, s.target, DISCARDED)
    if s.left:
        new_round(s)
    else:  # R17-R20
        score_majorities(s, sides(s), SHOWN, SCORED)
        book(s, sides(s), BOOKED, TEAM_BOOKED)
        pay_stakes(s)
        end_deal(s)


def pay_stakes(s):
    """R21-R24: losers pay the difference to every winning side, winners receive it from every other side."""
    if s.stake == 0:
        return
    best = s.points[0]
    for p in range(1, s.seats):
        best = max(best, s.points[p])
    winners, behind = 0, 0
    for p in range(sides(s)):  # one seat of every side
        winners += s.points[p] == best
        behind += best - s.points[p]
    for p in range(s.seats):
        difference = best - s.points[p]
        gain = s.stake * (behind if difference == 0 else -difference * winners)
        s.purse[p] += gain
        note(s, SETTLED, p, gain)


def match_over(s):
    return long_enough(s) and decided(s, s.seats // sides(s))  # R25-R27


def why_not(s, p, a):
    if s.phase == PASSING:
        return NOT_TO_PASS if a < BID else PASS_NOW
    if s.phase == BIDDING:
        return NOT_TO_BID if BID <= a < PICK else BID_NOW
    if s.phase == PICKING:
        return NOT_TO_PICK if PICK <= a < GIVE else PICK_NOW
    if a < GIVE:
        return GIVE_NOW
    taker = (a - GIVE) % TO
    if taker >= s.seats:
        return NO_SEAT
    if may_receive(s, p, taker):
        return NOT_TO_GIVE
    return YOURSELF if taker == p else PARTNER


def time_out(s, p):
    """Pass and bid the lowest card, pick the highest; give the lowest to the next seat on the left."""
    if s.phase == PASSING:
        return PASS + lowest_held(s.hand[p])
    if s.phase == BIDDING:
        return BID + lowest_held(s.hand[p])
    if s.phase == PICKING:
        return PICK + highest_card(s.target)
    return GIVE + lowest_held(s.target) * TO + left_of(s, p)  # partners never sit side by side


def check(options: Mapping[str, Any]) -> tuple[str, str] | None:
    if options["partners"] == "on" and options["seats"] not in (4, 6):
        return "Partners need 4 or 6 seats.", "Le jeu en équipes demande 4 ou 6 places."
    return None


def talk(options: Mapping[str, Any]) -> dict[str, str]:
    """R5: partners may not talk about their cards while they are played."""
    return dict.fromkeys(PHASES.names, "phrases") if options["partners"] == "on" else {}


def facts(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """Who plays with whom: p, p + n and so on are partners."""
    if view["options"]["partners"] == "on":
        yield Fact(number_of_sides(view["options"]), "sides")


RULES = Rulebook(
    "kitty", 1, __name__, Kitty, ACTIONS, EVENTS, PHASES,
    options=(
        choice("mode", "hard soft", by_seats({3: "hard", 4: "hard", 5: "soft", 6: "soft"})),
        choice("partners", "off on"),
        choice("length", "single long"),
        number_option("target_score", 1, 1000, 100, only={"length": "long"}),
        number_option("stake", 0, 1000, 0),
        choice("match_tie", "shared extra_deal"),
    ),
    rounds=Rounds("mode", {"hard": 7, "soft": 4}),  # R4
    moves={
        "bids": Move("chosen.seat", "bids.seat"), "award": Move("target", "hand.seat"), "give": Move("target", "hand.seat"),
    },
    goals=("target_score",), marked={"hand": (THE_ONE,)}, facts=facts, positions=POSITIONS,
    family="bidding", minutes=(10, 15),
    presets={
        "soft_kitty": {"mode": "soft"},
        "kitty_partners": {"seats": 4, "partners": "on"},
        "kitty_long": {"length": "long", "target_score": 100},
    },
    refusals=REFUSALS,
    check=check, sides=number_of_sides, talk=talk,
)  # fmt: skip
