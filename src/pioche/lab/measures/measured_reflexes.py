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


def measured_races(rows, i, n, matches, reflexes, buffers, found, room):
    """Play n matches. Match k has the cards of seed matches.cards[k] and players who roll from seed matches.luck[k]; seat p
    has the reflexes of matches.levels[k][p]. The first `room` actions of match k are left in rows of `found.trace`: seat,
    action, time. Return the number of actions."""
    total = 0
    plans, minds, delays, odds = reflexes.plans, reflexes.minds, reflexes.delays, reflexes.odds
    moves, dice, bases, path, before = buffers.moves, buffers.dice, buffers.bases, buffers.path, buffers.before
    for k in range(n):
        facts = found.facts[k]
        open_match(rows, i, matches.cards[k])
        s = rows[i]
        s.since_open = MISSING  # everything arrives at its time, nobody measures
        sit_down(s, matches.luck[k], plans, minds, dice)
        measured_start(rows[0], facts, before)
        by, deed, going, deal = NOBODY, NO_DEED, True, s.deal
        while going:
            look_around(s, by, deed, (1 << s.seats) - 1, matches.levels[k], plans, minds, dice, delays, odds)
            at = next_due(s, plans)
            early = timer_comes_first(s, plans, at)
            by, deed, going = NOBODY, NO_DEED, s.over == 0 and (early or at >= 0)
            if going:
                t = timer_time(s, next_timer(s)) if early else plans[at][DUE]
                pass_time(s, t, early)
                if not early:
                    p, wanted = take_plan(at, plans)
                    if is_open_to(s, p, wanted, moves):
                        if facts[FACT_DECISIONS] < room:
                            place = k * room + facts[FACT_DECISIONS]
                            found.trace[place][0], found.trace[place][1], found.trace[place][2] = p, wanted, t
                        measured_choice(wanted, 0, bases, facts, found.chosen[k])
                        step(s, p, wanted)
                        by, deed = p, wanted
                    else:  # dropped, and the bot is asked again
                        minds[p][NOTICED + at % PLANS] = 0
            if s.deal != deal:
                deal = s.deal
                measured_moment(s, path, facts)
        measured_end(s, path, facts, found.scores[k], found.standings[k])
        facts[FACT_TIME] = s.clock
        collect(s, k, found.tallies)
        total += facts[FACT_DECISIONS]
    return total
