"""Port: let your own pile grow, lock before a pair throws you out; for coins the best locked pile takes the pot.

Rule numbers are those of docs/games/port.md. Button, locks and payment (R1, R2, R4, R6, R7, R9) are those
of the family: locking.py. R11 to R17 are Port for points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.families.locking import ACTIONS, LOCK, PHASES, SHARED, TURN, Locking, ante_up, button_starts, buy_card
from pioche.families.locking import first_button_of_match, go_on, lock, lock_beside, out_by_pair, pay_pot
from pioche.families.locking import price_of_a_card
from pioche.kit import (
    SEATS, Events, Fact, Move, Rulebook, bit, by_seats, choice, draw, everybody, gather, has, how_many, left_of,
    lowest_shown, note, number, number_option, rank_set, reached, seat_option, throw, to_move,
)
from pioche.rules.positions.port import POSITIONS

COINS, FOR_POINTS = range(2)  # played_for
POINTS, CARDS_THEN_POINTS = range(2)  # scoring
BURN = 5  # R12 in Port for points

EVENTS = Events(
    *SHARED, "deal seat rank", "replaced seat rank", "pair seat rank", "lock seat value cards auto=flag",
    "burn count", "new_deal number", "flip seat rank", "score seat points total",
)  # fmt: skip
*_, DEALT, REPLACED, PAIRED, LOCKED, BURNED, DEAL_STARTS, FLIPPED, SCORED = EVENTS


class Port(Locking, seats=(2, 7), usual=4):
    pile = rank_set(SEATS)  # face up; a pair never stays in a pile
    total = number(SEATS)  # always the sum of the pile
    points = number(SEATS, least=0)  # R16 of all deals finished; none when played for coins


def cards_to_burn(s):
    return BURN if s.played_for == FOR_POINTS else 0


def start(s):
    if s.played_for == COINS:  # R13 without coins there is no button either
        first_button_of_match(s)


def between(s):
    if s.played_for == COINS:
        s.button = left_of(s, s.button)  # R2


def deal(s):
    if s.played_for == FOR_POINTS:
        deal_for_points(s)
        return
    for p in range(s.seats):
        s.pile[p] = s.total[p] = 0
    ante_up(s)  # R1, R2
    for _ in range(2):  # R3
        p = s.button
        for _ in range(s.seats):
            deal_one(s, p)
            p = left_of(s, p)
    button_starts(s)


def deal_one(s, p):
    """R3: a second card that pairs the first is replaced until the two differ."""
    card = draw(s)
    note(s, DEALT, p, card)
    while has(s.pile[p], card):
        s.discard[card] += 1
        note(s, REPLACED, p, card)
        card = draw(s)
        note(s, DEALT, p, card)
    add(s, p, card)


def deal_for_points(s):
    """R12, R13: the deck lives on from deal to deal; one card each, and the lowest begins."""
    if s.deal == 0:
        gather(s)
        note(s, BURNED, BURN)
    note(s, DEAL_STARTS, s.deal + 1)
    s.playing, s.locked = everybody(s), 0
    for p in range(s.seats):
        clear(s, p)
    for p in range(s.seats):
        card = draw(s)
        note(s, DEALT, p, card)
        add(s, p, card)
    s.phase = TURN
    to_move(s, lowest_shown(s, everybody(s)))
    arrange(s)  # C5 may have added cards


def add(s, p, card):
    s.pile[p] |= bit(card)
    s.total[p] += card


def apply(s, p, a):
    if a == LOCK:
        if s.played_for == FOR_POINTS:
            lock_beside(s, p, 0)  # R15
        else:
            lock(s, p, 0)  # R6
    else:
        card = turn_up(s, p)
        if has(s.pile[p], card):
            note(s, PAIRED, p, card)
            s.discard[card] += 1
            out_by_pair(s, p)
        else:
            add(s, p, card)
    go_on(s, p)  # R7, R9


def turn_up(s, p):
    """R5: buy a card; R14: for points it costs nothing."""
    if s.played_for == COINS:
        return buy_card(s, p)
    card = draw(s)
    note(s, FLIPPED, p, card)
    return card


def clear(s, p):
    """R5, R6: the pile of a player who is out goes to the discards."""
    throw(s, s.pile[p])
    s.pile[p] = s.total[p] = 0


def seal(s, p, auto):
    """R6: nothing to write down, a locked pile no longer changes."""
    note(s, LOCKED, p, s.total[p], how_many(s.pile[p]), auto)


def worth(s, p):
    """R8: points; or cards first, then points (never more than 55)."""
    return s.total[p] if s.scoring == POINTS else how_many(s.pile[p]) * 100 + s.total[p]


def reward(s):
    """R9; R16: a lock scores a point for everybody whose pile is not worth more, the player included."""
    if s.played_for == COINS:
        pay_pot(s)
        return
    for p in range(s.seats):
        if has(s.locked, p):
            earned = 0
            for q in range(s.seats):
                earned += worth(s, q) <= worth(s, p)
            s.points[p] += earned
            note(s, SCORED, p, earned, s.points[p])


def match_over(s):
    return s.deal >= s.deals if s.played_for == COINS else reached(s, s.target_score)  # R10, R17


def score(s, p):
    return s.purse[p] if s.played_for == COINS else s.points[p]


def arrange(s):
    for p in range(s.seats):
        s.total[p] = 0
        for rank in range(1, 11):
            s.total[p] += rank * has(s.pile[p], rank)


def facts(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """What a card costs, and the highest total that is locked; for points neither counts."""
    if view["options"]["played_for"] == "points":
        return
    yield from price_of_a_card(view, memory)
    if view["locked"]:
        yield Fact(max(view["total"][p] for p in view["locked"]), "to_beat")


TARGETS = {seats: 5 * seats + 1 for seats in range(2, 8)}  # R17
ONLY_COINS, ONLY_POINTS = {"played_for": "coins"}, {"played_for": "points"}

RULES = Rulebook(
    "port", 1, __name__, Port, ACTIONS, EVENTS, PHASES,
    options=(
        choice("scoring", "points cards_then_points"),
        number_option("ante", 1, 100, 1, only=ONLY_COINS),
        number_option("draw_cost", 0, 100, 1, only=ONLY_COINS),
        number_option("deals", 1, 100, 10, only=ONLY_COINS),
        seat_option("first_button", only=ONLY_COINS),
        choice("played_for", "coins points"),
        number_option("target_score", 1, 1000, by_seats(TARGETS), only=ONLY_POINTS),
    ),
    length="deals",
    goals=("target_score",),
    family="pairs",
    moves={
        "deal": Move("deck", "pile.seat"), "draw": Move("deck", "pile.seat", unless=(0,)),
        "flip": Move("deck", "pile.seat"), "tie_break": Move("deck", "pile.seat", count="kept"),
    },
    clears={"ante": ("pile",), "new_deal": ("pile",)},
    facts=facts, positions=POSITIONS,
    minutes=(10, 20),
    presets={"port_for_points": {"played_for": "points"}},
    refusals=(("no_card_left", "R5"),),
)  # fmt: skip
