"""What Port and Starboard share: pay for a card or lock; a better lock throws out the others.

In the subset, like the verbs: it runs in both engines. A game of this family says itself what is dealt
(`deal`), what a drawn card does (`apply`), what a lock is worth (`seal`, `worth`) and what becomes of the
cards of a player who is out (`clear`). Rule numbers are those of docs/games/port.md and
docs/games/starboard.md; where they differ, in this order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.kit import (
    Actions, Events, Fact, PairsDeck, Phases, Purses, alone, below, bit, can_draw, draw, end_deal, everybody, first_of,
    gather, has, left_of, may, next_of, note, pay, seat, seat_set, split_pot, to_move,
)

ACTIONS = Actions("draw", "lock")
DRAW, LOCK = ACTIONS

SHARED = (  # the events of the family; a game appends its own
    "ante seat amount", "button seat", "draw seat rank paid", "out seat beaten=flag",
    "pot winners=seats share carry",
)  # fmt: skip
ANTED, BUTTON, DRAWN, OUT, POT_WON = Events(*SHARED)

PHASES = Phases("turn")
(TURN,) = PHASES

HOOKS = ("reward",)  # what a game of the family may define itself, beside what does nothing here
NO_CARD_LEFT = 0  # the one refusal of each game


class Locking(PairsDeck, Purses):
    playing = seat_set(still_in=True, shown=False)  # R4 in; who is neither in nor locked is out
    locked = seat_set(still_in=True)
    button = seat()


# -- what a game of the family says itself ---------------------------------------------------------


def seal(s, p, auto):
    """p locks: keep the value of this lock and tell it."""


def worth(s, p):
    """The value of p's lock."""
    return 0


def clear(s, p):
    """p is out: the cards of p leave the table."""


def reward(s):
    """The deal is over: give the locks that stand what they have earned."""
    pay_pot(s)


# -- the rules of the family -----------------------------------------------------------------------


def start(s):
    first_button_of_match(s)


def first_button_of_match(s):
    s.button = below(s, s.seats) if s.first_button < 0 else s.first_button  # R2


def between(s):
    s.button = left_of(s, s.button)  # R2


def ante_up(s):
    """R1, R2: everybody pays and is in; all 55 cards are shuffled (C8)."""
    gather(s)
    s.playing, s.locked = everybody(s), 0
    for p in range(s.seats):
        pay(s, p, s.ante)
        note(s, ANTED, p, s.ante)
    note(s, BUTTON, s.button)


def button_starts(s):
    s.phase = TURN
    to_move(s, s.button)  # R2, R4


def legal(s, p, moves):
    if can_draw(s):
        may(moves, DRAW)  # R5, R10
    may(moves, LOCK)  # R6


def buy_card(s, p):
    """R5: pay, then draw."""
    pay(s, p, s.draw_cost)
    card = draw(s)
    note(s, DRAWN, p, card, s.draw_cost)
    return card


def lock(s, p, auto):
    """R6: the value is fixed, and every lock below the best is out, perhaps this very one."""
    lock_beside(s, p, auto)
    best = 0
    for q in range(s.seats):
        if has(s.locked, q):
            best = max(best, worth(s, q))
    beat_locks_below(s, best)


def lock_beside(s, p, auto):
    """The value is fixed, and no other lock is touched."""
    s.playing ^= bit(p)
    s.locked |= bit(p)
    seal(s, p, auto)


def beat_locks_below(s, value):
    for p in range(s.seats):
        if has(s.locked, p) and worth(s, p) < value:
            s.locked ^= bit(p)
            clear(s, p)
            note(s, OUT, p, 1)


def out_by_pair(s, p):
    """R5: the coins paid stay in the pot."""
    s.playing ^= bit(p)
    clear(s, p)
    note(s, OUT, p, 0)


def go_on(s, p):
    """R7, R9: the last one not out locks without being asked; when nobody is in, the deal is over."""
    if s.locked == 0 and alone(s.playing):
        lock_beside(s, first_of(s.playing), 1)
    if s.playing:
        to_move(s, next_of(s, p, s.playing))
        return
    reward(s)
    end_deal(s)


def pay_pot(s):
    """R9, R11: all locks that still stand are equal."""
    share = split_pot(s, s.locked)
    note(s, POT_WON, s.locked, share, s.pot)


def why_not(s, p, a):
    return NO_CARD_LEFT


def time_out(s, p):
    return LOCK


# -- what can be read off the table ----------------------------------------------------------------


def price_of_a_card(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """What a card costs."""
    yield Fact(view["options"]["draw_cost"], do="draw")
