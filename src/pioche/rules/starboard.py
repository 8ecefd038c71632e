"""Starboard: one hand for the whole table; pay to add a card, or lock at its present size.

Rule numbers are those of docs/games/starboard.md. Button, locks and payment (R1, R2, R4, R6-R9, R11) are
those of the family: locking.py.
"""

from __future__ import annotations

from pioche.families.locking import ACTIONS, LOCK, PHASES, SHARED, Locking, ante_up, beat_locks_below, button_starts
from pioche.families.locking import buy_card, go_on, lock, out_by_pair, price_of_a_card
from pioche.kit import (
    SEATS, Events, Move, Rulebook, bit, choice, draw, has, how_many, note, number, number_option, rank_set, seat_option,
)
from pioche.rules.positions.port import POSITIONS

ON_LOCK, ON_DRAW = range(2)  # lock_out
BOTH, DRAWN_ONLY = range(2)  # pair_discard

EVENTS = Events(
    *SHARED, "hand_card rank", "replaced rank", "pair seat rank hand_size", "lock seat size auto=flag",
)  # fmt: skip
*_, HAND_CARD, REPLACED, PAIRED, LOCKED = EVENTS


class Starboard(Locking, seats=(2, 7), usual=4):
    hand = rank_set()  # the common hand, face up; a pair never stays in it
    lock_size = number(SEATS, least=0, most=10)  # cards in the hand when this seat locked; 0 without a lock


def deal(s):
    s.hand = 0
    for p in range(s.seats):
        s.lock_size[p] = 0
    ante_up(s)  # R1, R2
    hand_card(s)  # R3
    hand_card(s)
    button_starts(s)


def hand_card(s):
    """R3: a second card that pairs the first is replaced until the two differ."""
    card = draw(s)
    note(s, HAND_CARD, card)
    while has(s.hand, card):
        s.discard[card] += 1
        note(s, REPLACED, card)
        card = draw(s)
        note(s, HAND_CARD, card)
    s.hand |= bit(card)


def apply(s, p, a):
    if a == LOCK:
        lock(s, p, 0)  # R6
    else:
        card = buy_card(s, p)  # R5
        if has(s.hand, card):
            pair(s, p, card)
        else:
            s.hand |= bit(card)
            if s.lock_out == ON_DRAW:
                beat_locks_below(s, how_many(s.hand))
    go_on(s, p)  # R9, R11


def pair(s, p, card):
    """R5: the player is out, and the pair leaves the hand (or only the card just drawn)."""
    s.discard[card] += 1
    if s.pair_discard == BOTH:
        s.discard[card] += 1
        s.hand ^= bit(card)
    note(s, PAIRED, p, card, how_many(s.hand))
    out_by_pair(s, p)


def seal(s, p, auto):
    s.lock_size[p] = how_many(s.hand)  # R6
    note(s, LOCKED, p, s.lock_size[p], auto)


def worth(s, p):
    return s.lock_size[p]  # R11 the ranks do not matter


def clear(s, p):
    s.lock_size[p] = 0


RULES = Rulebook(
    "starboard", 1, __name__, Starboard, ACTIONS, EVENTS, PHASES,
    options=(
        choice("lock_out", "on_lock on_draw"),
        choice("pair_discard", "both drawn"),
        number_option("ante", 1, 100, 1),
        number_option("draw_cost", 0, 100, 1),
        number_option("deals", 1, 100, 10),
        seat_option("first_button"),
    ),
    length="deals",
    family="pairs",
    moves={"draw": Move("deck", "hand", unless=(0,))},
    facts=price_of_a_card, positions=POSITIONS,
    minutes=(8, 15),
    refusals=(("no_card_left", "R10"),),
)  # fmt: skip
