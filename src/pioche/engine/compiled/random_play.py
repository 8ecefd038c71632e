"""Random play, in the subset: the same text runs on a list of plain positions and on rows of records."""

from __future__ import annotations

from pioche.engine.chance import roll, sow
from pioche.engine.match import begin, legal, score, standing, step, wait
from pioche.engine.verbs import first_of, how_many

KERNELS = ("random_matches",)  # what is called from Python
CARDS, BOTS = 0, 1  # streams of a seed: what bots roll never touches the cards


def copy_table(rows, i, j):
    rows[i] = rows[j].clone()


def copy_row(rows, i, j):
    """`copy_table` in the compiled engine."""
    rows[i] = rows[j]


def first_by_loop(those):
    """`first_of` where the processor is not asked."""
    n = 0
    while not (those >> n) & 1:
        n += 1
    return n


def count_by_loop(those):
    """`how_many` where the processor is not asked."""
    n = 0
    while those:
        those &= those - 1
        n += 1
    return n


def open_match(rows, i, seed):
    """Row 0 holds the blank table of these options; row i becomes a match at its first decision."""
    copy_table(rows, i, 0)
    sow(rows[i].rng, seed, CARDS)
    begin(rows[i])


def any_seat(s, dice):
    """Return one of the seats that may act, all equally likely."""
    seats = s.waiting
    if s.turn >= 0 and seats == 1 << s.turn:
        return s.turn
    k = roll(dice, how_many(seats))
    while k:
        seats &= seats - 1
        k -= 1
    return first_of(seats)


def random_decision(s, dice, moves):
    p = any_seat(s, dice)
    moves[0] = 0
    legal(s, p, moves)
    step(s, p, moves[1 + roll(dice, moves[0])])


def collect(s, k, tallies):
    """Do nothing: events are counted by `tally_collect` in the twin that tallies."""


def tally_collect(s, k, tallies):
    for place in range(len(s.tally)):
        tallies[k][place] = s.tally[place]


def random_matches(rows, i, first, n, dice, moves, lengths, deals, scores, standings, tallies):
    """Play n matches by uniformly random decisions, match k from seed first + k; count the decisions."""
    total = 0
    for k in range(n):
        open_match(rows, i, first + k)
        s = rows[i]
        sow(dice, first + k, BOTS)
        decisions = 0
        while not s.over:
            if s.waiting:
                random_decision(s, dice, moves)
                decisions += 1
            else:
                wait(s)
        lengths[k] = decisions
        deals[k] = s.deal
        for p in range(s.seats):
            scores[k][p] = score(s, p)
            standings[k][p] = standing(s, p)
        collect(s, k, tallies)
        total += decisions
    return total
