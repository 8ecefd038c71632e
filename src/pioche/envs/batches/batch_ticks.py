"""Games with a clock in ticks, in the subset.

In every tick each seat that may act is asked once, in seat order, and all of them see the table as it was when the tick
began. Then what they want is done in an order drawn by lot, as far as it is still on the menu, and time passes. While
nobody may act, time passes up to the next timer.
"""

from __future__ import annotations

from pioche.engine.chance import roll
from pioche.engine.clock import MISSING, pass_time
from pioche.engine.match import legal, step, wait
from pioche.engine.verbs import first_of, has, how_many
from pioche.envs.core.batch_play import BOOK_ASKED, BOOK_SEATS, BOOK_TICK, batch_run

__all__ = ["batch_go_on", "batch_run", "batch_take"]

TICK_WAIT = -1


def batch_take(s, b, p, a, moves):
    """Note that p wants to do this in the tick; without ticks, do it."""
    if b[BOOK_TICK] == 0:
        step(s, p, a)
        return
    b[BOOK_SEATS + 2 * s.seats + p] = a
    b[BOOK_ASKED] = p + 1


def batch_go_on(s, b, moves):
    """The next seat of this tick, or the first of the next one; -1 when the match is over."""
    if b[BOOK_TICK] == 0:
        while s.waiting == 0 and not s.over:
            wait(s)
        return -1 if s.over else first_of(s.waiting)
    s.since_open = MISSING  # what is done arrives at its time, nobody measures
    while not s.over:
        for p in range(b[BOOK_ASKED], s.seats):
            if has(s.waiting, p):
                moves[0] = 0
                legal(s, p, moves)
                if moves[0]:
                    b[BOOK_ASKED] = p
                    return p
        tick_over(s, b, moves)
    return -1


def tick_over(s, b, moves):
    """Do what all seats want, after the last was asked, and let time pass."""
    wanted, asked = 0, b[BOOK_ASKED] > 0
    plans = BOOK_SEATS + 2 * s.seats
    for p in range(s.seats):
        if b[plans + p] != TICK_WAIT:
            wanted |= 1 << p
    while wanted and not s.over:
        k, rest = roll(b, how_many(wanted)), wanted
        while k:
            rest &= rest - 1
            k -= 1
        p = first_of(rest)
        wanted ^= 1 << p
        if tick_allows(s, p, b[plans + p], moves):
            step(s, p, b[plans + p])
    for p in range(s.seats):
        b[plans + p] = TICK_WAIT
    b[BOOK_ASKED] = 0
    if asked:
        pass_time(s, s.clock + b[BOOK_TICK], 1)
    else:
        wait(s)


def tick_allows(s, p, a, moves):
    """Return whether an action is still on the menu."""
    if not has(s.waiting, p):
        return False
    moves[0] = 0
    legal(s, p, moves)
    for m in range(1, moves[0] + 1):
        if moves[m] == a:
            return True
    return False
