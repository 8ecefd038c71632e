"""What moves are worth, in the subset: each is played on many times, with the same luck for all of them."""

from __future__ import annotations

from pioche.engine.chance import roll
from pioche.engine.compiled.random_play import any_seat, copy_table
from pioche.engine.match import leaders, legal, score, step, wait
from pioche.engine.verbs import has, how_many
from pioche.lab.measures.measured_play import WHOLE_PLACE, measured_move

KERNELS = ("weighed_moves",)  # what is called from Python


def weighed_moves(rows, me, actions, n, levels, times, dice, moves, firsts, results):
    """Play n moves of a seat to the end at these levels, `times` times each with the same luck for every move:
    firsts[m][t * seats + q] is the part of the first place of seat q, results[m][t] the score of `me`. Row 0 is the
    position, row 1 is played on. Return the number of moves played."""
    total = 0
    for t in range(times):
        low, high, luck, more = roll(dice, 1 << 31), roll(dice, 1 << 31), roll(dice, 1 << 31), roll(dice, 1 << 31)
        here, there = dice[0], dice[1]
        for m in range(n):
            copy_table(rows, 1, 0)
            s = rows[1]
            s.rng[0], s.rng[1] = 1 + low, high
            dice[0], dice[1] = 1 + luck, more
            step(s, me, actions[m])
            total += 1
            while not s.over:
                if s.waiting:
                    p = any_seat(s, dice)
                    moves[0] = 0
                    legal(s, p, moves)
                    step(s, p, measured_move(s, p, levels[p], moves, dice))
                    total += 1
                else:
                    wait(s)
            winners = leaders(s)
            for q in range(s.seats):
                firsts[m][t * s.seats + q] = WHOLE_PLACE // how_many(winners) if has(winners, q) else 0
            results[m][t] = score(s, me)
        dice[0], dice[1] = here, there
    return total
