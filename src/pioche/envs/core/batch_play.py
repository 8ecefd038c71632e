"""Many tables side by side, in the subset: what `pioche.batch` calls for every table of its range.

A table has a row of numbers, `rows[i + 1]`, and a line in the book, `book[i]`, which tells who is asked and what was added.
The menu is written into `room`; behind it stand the engine's numbers of all dense actions, and behind those the way back.
"""

from __future__ import annotations

from pioche.engine.chance import roll, sow
from pioche.engine.compiled.random_play import BOTS, open_match
from pioche.engine.match import legal, standing, step, wait
from pioche.engine.verbs import first_of

KERNELS = ("batch_run",)  # what is called from Python
HOOKS = ("observe", "placed", "unplaced", "batch_take", "batch_go_on", "batch_answer")  # what is defined for one game

BATCH_OPEN, BATCH_STEP, BATCH_LOOK = range(3)  # what to do with every table of the range
MENU_ROOM = 8192  # room for a menu: as long as `engine.table.MENU`
BATCH_STRAY = -1  # no dense action stands for this one

# A line of the book. The first two numbers are the generator of the table's opponents.
BOOK_ACTOR, BOOK_OVER, BOOK_SEED, BOOK_COUNT, BOOK_TICK, BOOK_ASKED, BOOK_STRAYS = range(2, 9)
BOOK_SEATS = 9  # from here on by seat: standing so far, level (-1: asked from outside), what it means to do in this tick
BATCH_NEXT_SEED = 1 << 32  # from one match of a table to its next
BATCH_FROM_OUTSIDE = -1
BATCH_UNRANKED = -(1 << 40)  # a seat that is not ranked earns nothing


# -- what is written for each game ------------------------------------------------------------------------


def observe(s, p, o):
    """Write what seat p may know into o, as numbers; replaced by what `observations.py` makes of the declaration."""


def placed(s, p, a):
    """An action with the place of a card in its row instead of its slot number, as dense actions count; -1 beyond them."""
    return a


def unplaced(s, p, a):
    """The way back."""
    return a


def batch_take(s, b, p, a, moves):
    """Seat p does a."""
    step(s, p, a)


def batch_go_on(s, b, moves):
    """Go on to the next seat to ask and return it; -1 when the match is over. Of several the first: they choose in
    secret."""
    while s.waiting == 0 and not s.over:
        wait(s)
    if s.over:
        return -1
    if s.turn >= 0 and s.waiting == 1 << s.turn:
        return s.turn
    return first_of(s.waiting)


def batch_answer(s, p, level, moves, dice):
    """The move of an opponent; here any one, `batch_against.py` asks judgement."""
    moves[0] = 0
    legal(s, p, moves)
    return moves[1 + roll(dice, moves[0])]


# -- the loop ----------------------------------------------------------------------------------------------


def batch_run(rows, book, actions, first, last, todo, again, room, size, rewards, mask, out):
    """Open tables first to last - 1, let the seat that is asked act, or only look. `again`: a match that is over gives
    way to the next. Return how many matches have ended."""
    ended = 0
    for i in range(first, last):
        b = book[i]
        if todo == BATCH_OPEN:
            batch_open(rows, i + 1, b, room)
            for q in range(rows[0].seats):
                rewards[i][q] = 0
        s = rows[i + 1]
        if todo == BATCH_STEP:
            b[BOOK_OVER] = 0
            if not s.over:
                p = b[BOOK_ACTOR]
                batch_take(s, b, p, unplaced(s, p, room[MENU_ROOM + actions[i]]), room)
                batch_others(s, b, room)
            batch_earned(s, b, rewards[i])
            if s.over:
                b[BOOK_OVER] = 1
                ended += 1
                while rows[i + 1].over and again:
                    b[BOOK_SEED] += BATCH_NEXT_SEED
                    batch_open(rows, i + 1, b, room)
        batch_look(rows[i + 1], b, room, size, mask[i], out[i])
    return ended


def batch_open(rows, i, b, moves):
    """A fresh match of the seed in the book, up to its first question."""
    open_match(rows, i, b[BOOK_SEED])
    s = rows[i]
    sow(b, b[BOOK_SEED], BOTS)
    b[BOOK_ASKED] = 0
    for q in range(s.seats):
        b[BOOK_SEATS + q] = standing(rows[0], q)
        b[BOOK_SEATS + 2 * s.seats + q] = -1
    batch_others(s, b, moves)


def batch_others(s, b, moves):
    """Levels play until somebody from outside is asked, or the match is over."""
    p = batch_go_on(s, b, moves)
    while p >= 0 and b[BOOK_SEATS + s.seats + p] != BATCH_FROM_OUTSIDE:
        batch_take(s, b, p, batch_answer(s, p, b[BOOK_SEATS + s.seats + p], moves, b), moves)
        p = batch_go_on(s, b, moves)
    b[BOOK_ACTOR] = p


def batch_earned(s, b, rewards):
    """Write what every seat's standing has gained since the last call."""
    for q in range(s.seats):
        now, before = standing(s, q), b[BOOK_SEATS + q]
        rewards[q] = now - before if now > BATCH_UNRANKED and before > BATCH_UNRANKED else 0
        b[BOOK_SEATS + q] = now


def batch_look(s, b, room, size, mask, o):
    """The menu of the seat that is asked, and what it may know; all noughts when the match is over."""
    for d in range(size):
        mask[d] = 0
    p, b[BOOK_COUNT] = b[BOOK_ACTOR], 0
    if p < 0:
        for k in range(len(o)):
            o[k] = 0
        return
    room[0] = 0
    legal(s, p, room)
    if b[BOOK_TICK]:
        mask[0] = 1  # to wait
        b[BOOK_COUNT] = 1
    for m in range(1, room[0] + 1):
        d = batch_dense(placed(s, p, room[m]), room, size)
        if d == BATCH_STRAY:
            b[BOOK_STRAYS] += 1
        elif mask[d] == 0:
            mask[d] = 1
            b[BOOK_COUNT] += 1
    observe(s, p, o)


def batch_dense(a, room, size):
    """The dense number of an action: from the table behind the numbers, or searched among them where it is too large."""
    if a < 0:
        return BATCH_STRAY
    at = MENU_ROOM + size + a
    if at < len(room):
        return room[at]
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        if room[MENU_ROOM + middle] < a:
            low = middle + 1
        else:
            high = middle
    return low if low < size and room[MENU_ROOM + low] == a else BATCH_STRAY
