"""Bots in real time, in the subset: plans that fall due, and the loop that lets them happen (T22-T25).

Rule numbers are those of docs/games/reaction_clock.md. A seat may mean to move a card and to signal at the same time,
so it has two plans; a plan is a time, a coin for equal times (T6) and an action. What a bot has noticed so far
stands in its row of `minds`, its luck comes from its own row of `dice`; the last row of `dice` belongs to the
scheduler. A game says in `reflex` how a seat answers to what it sees. Delays are tables of quantiles, so that no
arithmetic but whole numbers is needed.
"""

from __future__ import annotations

from pioche.engine.chance import roll, sow
from pioche.engine.clock import MISSING, next_timer, pass_time, timer_time
from pioche.engine.compiled.random_play import collect, open_match
from pioche.engine.match import legal, score, standing, step
from pioche.engine.verbs import has

KERNELS = ("reflex_matches",)  # what is called from Python
PLANS = 2  # a seat may mean to do two things at a time
CARD, SIGNAL_PLAN = range(PLANS)
DUE, COIN, DEED = range(3)  # a plan
NEVER = -1

DEAL_NOTICED, NOTICED = 0, 1  # in a mind: the deal, and what led to each of its plans; nought for nothing yet
NOTES = NOTICED + PLANS  # what else a game keeps in mind comes after these
MIND = 128

PICK_DELAY, THINK_DELAY, OWN_DELAY, REACT_DELAY, LAPSE_DELAY, SECOND_DELAY, SPOT_DELAY = range(7)
DELAY_KINDS = 7
QUANTILES = 1024
LAPSES, FORGETS_SECOND, IS_LURED, FORGETS = range(4)  # chances, in millionths
MILLION = 1_000_000

SCHEDULER, FIRST_BOT = 2, 3  # streams of a seed, beside those of the cards and of untimed play
FAIR_COIN = 1 << 30
NOBODY, NO_DEED = -1, -1  # a timer went off, nobody did anything


# -- what a game says itself ---------------------------------------------------------------------------------


def reflex(s, p, by, deed, level, plans, mind, dice, delays, odds):
    """Something has happened (`by` did `deed`, or a timer went off): p makes plans, or drops them."""


# -- plans -----------------------------------------------------------------------------------------------------


def plan(s, p, kind, delay, deed, plans, dice):
    """p means to do this after a while."""
    row = plans[PLANS * p + kind]
    row[DUE] = s.clock + delay
    row[COIN] = roll(dice[s.seats], FAIR_COIN)  # T6
    row[DEED] = deed


def plan_sooner(s, p, kind, delay, deed, plans, dice):
    """The same, unless it is to happen sooner anyway."""
    due = plans[PLANS * p + kind][DUE]
    if due == NEVER or s.clock + delay < due:
        plan(s, p, kind, delay, deed, plans, dice)


def cancel(p, kind, plans):
    plans[PLANS * p + kind][DUE] = NEVER


def is_new(mind, kind, what):
    """Return whether the reason for a plan has changed since it was noticed, and notice it."""
    if mind[NOTICED + kind] == what:
        return False
    mind[NOTICED + kind] = what
    return True


def in_a_new_deal(s, p, plans, mind):
    """A deal p has not noticed yet: old plans are void."""
    if mind[DEAL_NOTICED] == s.deal + 1:
        return False
    mind[DEAL_NOTICED] = s.deal + 1
    let_go(p, plans, mind)
    return True


def let_go(p, plans, mind):
    """Nothing is left to be done."""
    for kind in range(PLANS):
        cancel(p, kind, plans)
        mind[NOTICED + kind] = 0


def delay_of(p, level, kind, dice, delays):
    """T24"""
    return delays[level * DELAY_KINDS + kind][roll(dice[p], QUANTILES)]


def happens(p, level, what, dice, odds):
    return roll(dice[p], MILLION) < odds[level][what]


def reaction_of(s, p, level, dice, delays, odds):
    """T24: `react`, and sometimes the eyes were on the cards; never quicker than a nerve."""
    delay = max(delay_of(p, level, REACT_DELAY, dice, delays), s.min_reaction_ms)
    if happens(p, level, LAPSES, dice, odds):
        delay += delay_of(p, level, LAPSE_DELAY, dice, delays)
    return delay


# -- the loop (T23) ----------------------------------------------------------------------------------------------


def sit_down(s, seed, plans, minds, dice):
    """Reset what the bots have noticed. T22: a stream for every bot and one for the scheduler, none of them the cards'."""
    for p in range(s.seats):
        for i in range(MIND):
            minds[p][i] = 0
        let_go(p, plans, minds[p])
        sow(dice[p], seed, FIRST_BOT + p)
    sow(dice[s.seats], seed, SCHEDULER)


def look_around(s, by, deed, bots, levels, plans, minds, dice, delays, odds):
    """T23: every bot sees the new situation."""
    for p in range(s.seats):
        if has(bots, p):
            reflex(s, p, by, deed, levels[p], plans, minds[p], dice, delays, odds)


def next_due(s, plans):
    """T6: the plan that falls due first, -1 when there is none."""
    first = -1
    for i in range(PLANS * s.seats):
        t = plans[i][DUE]
        if t != NEVER:
            if first < 0 or t < plans[first][DUE] or (t == plans[first][DUE] and plans[i][COIN] < plans[first][COIN]):
                first = i
    return first


def timer_comes_first(s, plans, i):
    """T4: at the same instant an action comes before what it is in time for, and lets opening timers fire itself."""
    kind = next_timer(s)
    return kind >= 0 and (i < 0 or timer_time(s, kind) < plans[i][DUE])


def take_plan(i, plans):
    """A plan falls due: seat and action."""
    plans[i][DUE] = NEVER
    return i // PLANS, plans[i][DEED]


def is_open_to(s, p, deed, moves):
    """Return whether an action is on the menu of p."""
    if not has(s.waiting, p):
        return False
    moves[0] = 0
    legal(s, p, moves)
    for k in range(1, moves[0] + 1):
        if moves[k] == deed:
            return True
    return False


def reflex_matches(
    rows, i, first, n, levels, delays, odds, plans, minds, dice, moves,
    lengths, times, deals, scores, standings, tallies, trace, room,
):  # fmt: skip
    """n matches from seeds first, first + 1, ...; seat p of match k has the reflexes of levels[k][p]. The first match
    leaves its actions in the `room` rows of `trace`: time, seat, action."""
    total = 0
    for k in range(n):
        open_match(rows, i, first + k)
        s = rows[i]
        s.since_open = MISSING  # everything arrives at its time, nobody measures
        sit_down(s, first + k, plans, minds, dice)
        by, deed, done, going = NOBODY, NO_DEED, 0, True
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
                        if k == 0 and done < room:
                            trace[done][0], trace[done][1], trace[done][2] = t, p, wanted
                        step(s, p, wanted)
                        by, deed = p, wanted
                        done += 1
                    else:  # dropped, and the bot is asked again
                        minds[p][NOTICED + at % PLANS] = 0
        lengths[k] = done
        times[k] = s.clock
        deals[k] = s.deal
        for p in range(s.seats):
            scores[k][p] = score(s, p)
            standings[k][p] = standing(s, p)
        collect(s, k, tallies)
        total += done
    return total
