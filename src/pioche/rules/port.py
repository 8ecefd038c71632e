"""Port: buy cards for your own pile, lock before a pair throws you out; the best locked pile takes the pot.

Rule numbers are those of docs/games/port.md. Button, locks and payment (R1, R2, R4, R6, R7, R9) are those
of the family: locking.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.families.locking import ACTIONS, LOCK, PHASES, SHARED, Locking, ante_up, button_starts, buy_card, go_on
from pioche.families.locking import lock, out_by_pair, price_of_a_card
from pioche.kit import (
    SEATS, Events, Fact, Move, Rulebook, bit, choice, draw, has, how_many, left_of, note, number, number_option, rank_set,
    seat_option, throw,
)
from pioche.rules.positions.port import POSITIONS

POINTS, CARDS_THEN_POINTS = range(2)

EVENTS = Events(
    *SHARED, "deal seat rank", "replaced seat rank", "pair seat rank", "lock seat value cards auto=flag",
)  # fmt: skip
*_, DEALT, REPLACED, PAIRED, LOCKED = EVENTS


class Port(Locking, seats=(2, 7), usual=4):
    pile = rank_set(SEATS)  # face up; a pair never stays in a pile
    total = number(SEATS)  # always the sum of the pile


def deal(s):
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


def add(s, p, card):
    s.pile[p] |= bit(card)
    s.total[p] += card


def apply(s, p, a):
    if a == LOCK:
        lock(s, p, 0)  # R6
    else:
        card = buy_card(s, p)  # R5
        if has(s.pile[p], card):
            note(s, PAIRED, p, card)
            s.discard[card] += 1
            out_by_pair(s, p)
        else:
            add(s, p, card)
    go_on(s, p)  # R7, R9


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


def arrange(s):
    for p in range(s.seats):
        s.total[p] = 0
        for rank in range(1, 11):
            s.total[p] += rank * has(s.pile[p], rank)


def facts(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """What a card costs, and the highest total that is locked."""
    yield from price_of_a_card(view, memory)
    if view["locked"]:
        yield Fact(max(view["total"][p] for p in view["locked"]), "to_beat")


RULES = Rulebook(
    "port", 1, __name__, Port, ACTIONS, EVENTS, PHASES,
    options=(
        choice("scoring", "points cards_then_points"),
        number_option("ante", 1, 100, 1),
        number_option("draw_cost", 0, 100, 1),
        number_option("deals", 1, 100, 10),
        seat_option("first_button"),
    ),
    length="deals",
    family="pairs",
    moves={"deal": Move("deck", "pile.seat"), "draw": Move("deck", "pile.seat", unless=(0,))},
    clears={"ante": ("pile",)},
    facts=facts, positions=POSITIONS,
    minutes=(10, 20),
    refusals=(("no_card_left", "R5"),),
)  # fmt: skip
