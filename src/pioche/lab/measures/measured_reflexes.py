"""Measured matches against the clock, in the subset: the loop of `reflexes.py`, and what each match was like."""

from __future__ import annotations

from pioche.bots.common.reflexes import (
    DUE, NO_DEED, NOBODY, NOTICED, PLANS, is_open_to, look_around, next_due, sit_down, take_plan, timer_comes_first,
)  # fmt: skip
from pioche.engine.clock import MISSING, next_timer, pass_time, timer_time
from pioche.engine.compiled.random_play import collect, open_match
from pioche.engine.match import step
from pioche.lab.measures.measured_play import (
    FACT_DECISIONS, FACT_TIME, measured_choice, measured_end, measured_moment, measured_start,
)  # fmt: skip

KERNELS = ("measured_races",)  # what is called from Python


def measured_races(
    rows, i, n, cards, luck, levels, delays, odds, plans, minds, dice, moves, bases, path, before, facts, scores,
    standings, chosen, tallies, trace, room,
):  # fmt: skip
    """n matches. Match k has the cards of seed cards[k] and players who roll from seed luck[k]; seat p has the reflexes of
    levels[k][p]. The first `room` actions of match k are left in rows of `trace`: seat, action, time."""
    total = 0
    for k in range(n):
        open_match(rows, i, cards[k])
        s = rows[i]
        s.since_open = MISSING  # everything arrives at its time, nobody measures
        sit_down(s, luck[k], plans, minds, dice)
        measured_start(rows[0], facts[k], before)
        by, deed, going, deal = NOBODY, NO_DEED, True, s.deal
        while going:
            look_around(s, by, deed, (1 << s.seats) - 1, levels[k], plans, minds, dice, delays, odds)
            at = next_due(s, plans)
            early = timer_comes_first(s, plans, at)
            by, deed, going = NOBODY, NO_DEED, s.over == 0 and (early or at >= 0)
            if going:
                t = timer_time(s, next_timer(s)) if early else plans[at][DUE]
                pass_time(s, t, early)
                if not early:
                    p, wanted = take_plan(at, plans)
                    if is_open_to(s, p, wanted, moves):
                        if facts[k][FACT_DECISIONS] < room:
                            place = k * room + facts[k][FACT_DECISIONS]
                            trace[place][0], trace[place][1], trace[place][2] = p, wanted, t
                        measured_choice(wanted, 0, bases, facts[k], chosen[k])
                        step(s, p, wanted)
                        by, deed = p, wanted
                    else:  # dropped, and the bot is asked again
                        minds[p][NOTICED + at % PLANS] = 0
            if s.deal != deal:
                deal = s.deal
                measured_moment(s, path, facts[k])
        measured_end(s, path, facts[k], scores[k], standings[k])
        facts[k][FACT_TIME] = s.clock
        collect(s, k, tallies)
        total += facts[k][FACT_DECISIONS]
    return total
