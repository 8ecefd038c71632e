"""Sweep: one open card each; the lowest steals the top rank, the others mop up what lies below them.

Rule numbers are those of docs/games/sweep.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.kit import (
    RANKS, SEATS, Actions, Events, Fact, First, Move, Phases, Rounds, Rulebook, alone, below, bit, choice, end_deal,
    first_of, has, left_of, lowest, lowest_held, may, may_each_rank, next_of, note, number_option, rank_set, ranks, seat,
    size, to_move,
)
from pioche.families.bidding import Majorities, all_below, book, clear, clear_deal, deal_hands, decided, highest_card, kinds
from pioche.families.bidding import long_enough, score_majorities, take_all, throw_zone, turn_up
from pioche.rules.positions.sweep import POSITIONS

HAND, CENTRE = 5, 5  # R3, R6

ACTIONS = Actions("play:rank", "take:rank")
PLAY, TAKE = ACTIONS

EVENTS = Events(
    "deal count stock", "hand seat rank count", "round number starter=seat", "centre rank count",
    "play seat rank", "skip seat", "capture seat rank count", "take seat rank", "discard rank count",
    "shown seat rank count", "score rank count points holders=seats", "deal_score seat points total",
)  # fmt: skip
DEALT, DEALT_TO_YOU, ROUND, CENTRE_SHOWN, PLAYED, SKIPPED, CAPTURED, TAKEN, DISCARDED, *SCORING = EVENTS
SHOWN, SCORED, BOOKED = SCORING

PHASES = Phases("play", "capture")
PLAYING, CAPTURING = PHASES

REFUSALS = (("not_in_hand", "R8"), ("play_now", "R8"), ("not_a_target", "R16"), ("take_now", "R16"))
NOT_IN_HAND, PLAY_NOW, NOT_A_TARGET, TAKE_NOW = range(len(REFUSALS))


class Sweep(Majorities, seats=(3, 6), usual=4):
    centre = ranks()
    played = rank_set(SEATS)  # this round's cards, until their group has captured
    starter = seat()
    last_taker = seat()


def deal(s):
    clear_deal(s)  # R2
    clear(s.centre)
    for p in range(s.seats):
        clear(s.shown[p])
        s.played[p] = 0
    s.last_taker = -1
    deal_hands(s, HAND, DEALT, DEALT_TO_YOU)  # R3
    s.starter = below(s, s.seats)  # R5, R28
    new_round(s)


def new_round(s):
    s.round += 1
    note(s, ROUND, s.round, s.starter)
    turn_up(s, CENTRE, s.centre, CENTRE_SHOWN)  # R6
    s.phase = PLAYING
    to_move(s, s.starter)


def legal(s, p, moves):
    if s.phase == PLAYING:
        may_each_rank(moves, PLAY, s.hand[p])  # R8
        return
    targets = kinds(s.centre) & all_below(first_of(s.played[p]))  # R13: only later groups ever choose
    for rank in range(1, RANKS):
        if has(targets, rank):
            may(moves, TAKE + rank)  # R16


def apply(s, p, a):
    first = s.phase == PLAYING
    if first:
        lay(s, p, a - PLAY)
        if s.phase == PLAYING:
            return
        p = first_of_the_lowest(s)
    else:
        take(s, p, a - TAKE)
        p = next_of(s, p, group_of(s, p))  # R15
    capture(s, p, first)


def lay(s, p, rank):
    """R8-R10: clockwise, once each."""
    s.hand[p][rank] -= 1
    s.played[p] = bit(rank)
    note(s, PLAYED, p, rank)
    p = left_of(s, p)
    while p != s.starter and size(s.hand[p]) == 0:
        note(s, SKIPPED, p)  # R9
        p = left_of(s, p)
    if p == s.starter:
        s.phase = CAPTURING  # R10
    else:
        to_move(s, p)


def capture(s, p, first):
    """R11: p's group takes, then every higher one."""
    while p >= 0:
        if first:
            targets = bit(highest_card(s.centre))  # R12 a single rank: nobody will have to choose
        else:
            targets = all_below(first_of(s.played[p]))  # R13
        if not share(s, p, targets):
            return
        join_centre(s, group_of(s, p))
        p, first = first_of_the_lowest(s), False
    end_round(s)


def share(s, p, targets):
    """R14, R15: alone p takes all, else the group takes one each in turn, p first. False: p has to choose."""
    group = group_of(s, p)
    if alone(group):
        take_all(s, p, targets, s.hand[p], CAPTURED, 0)  # R18
        s.last_taker = p
        return True
    while True:
        left = kinds(s.centre) & targets  # nothing joins the centre meanwhile, so the targets stay fixed
        if left == 0:
            return True
        if not alone(left):
            to_move(s, p)  # R16
            return False
        take(s, p, first_of(left))
        p = next_of(s, p, group)  # they played clockwise too


def take(s, p, rank):
    s.centre[rank] -= 1
    s.hand[p][rank] += 1  # R18
    s.last_taker = p  # R19
    note(s, TAKEN, p, rank)


def group_of(s, p):
    """R11: the seats that played the same rank as p."""
    group = 0
    for q in range(s.seats):
        if s.played[q] == s.played[p]:
            group |= bit(q)
    return group


def first_of_the_lowest(s):
    """Return the seat that played the lowest card that has not captured yet, the earliest of a group; -1 when all have."""
    low, found = RANKS, -1
    p = s.starter
    for _ in range(s.seats):
        if lowest(s.played[p]) < low:
            low, found = lowest(s.played[p]), p
        p = left_of(s, p)
    return found


def join_centre(s, group):
    """R17: what has captured can be captured."""
    for p in range(s.seats):
        if has(group, p):
            s.centre[first_of(s.played[p])] += 1
            s.played[p] = 0


def end_round(s):
    throw_zone(s, s.centre, DISCARDED)  # R20
    s.starter = s.last_taker  # R7
    if s.left:
        new_round(s)
    else:  # R21-R24
        score_majorities(s, s.seats, SHOWN, SCORED)
        book(s, s.seats, BOOKED, BOOKED)
        end_deal(s)


def match_over(s):
    return long_enough(s) and decided(s, 1)  # R25-R27


def why_not(s, p, a):
    if s.phase == PLAYING:
        return NOT_IN_HAND if a < TAKE else PLAY_NOW
    return TAKE_NOW if a < TAKE else NOT_A_TARGET


def time_out(s, p):
    """Play the lowest card; take the highest target."""
    if s.phase == PLAYING:
        return PLAY + lowest_held(s.hand[p])
    rank = first_of(s.played[p]) - 1
    while s.centre[rank] == 0:
        rank -= 1
    return TAKE + rank


def facts(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """The order in which the cards of this round were laid down."""
    for p, cards in enumerate(view["played"]):
        if cards:
            yield Fact((p - view["starter"]) % view["options"]["seats"] + 1, "order", seat=p)


RULES = Rulebook(
    "sweep", 1, __name__, Sweep, ACTIONS, EVENTS, PHASES,
    options=(
        choice("length", "single cumulative"),
        number_option("target_score", 1, 1000, 150, only={"length": "cumulative"}),
        choice("match_tie", "shared extra_deal"),
    ),
    goals=("target_score",),
    family="bidding",
    rounds=Rounds("seats", {seats: (55 - seats * HAND) // CENTRE for seats in range(3, 7)}),  # R21
    moves={
        "play": Move("hand.seat", "played.seat"), "capture": Move("centre", "hand.seat", count="count"),
        "take": Move("centre", "hand.seat"),
    },
    firsts={"capture": First("round", ("capture", "take"))},  # R12
    facts=facts, positions=POSITIONS,
    minutes=(10, 15),
    presets={"sweep_150": {"length": "cumulative", "target_score": 150}},
    refusals=REFUSALS,
)  # fmt: skip
