"""Measured matches, in the subset: whole matches between levels, and what each of them was like.

A match is told in a row of `facts`, and by seat and by turn order in rows of their own. Turn order belongs to a deal: the
seat that makes its first lone decision is the first, the next seat is the second, and so on. A deal without a decision
that a seat makes alone has no order.

Who leads is looked at when a deal ends; where a match is a single deal, after every decision of it.
"""

from __future__ import annotations

from pioche.bots.common.playouts import EXPERT, RANDOM, REGULAR, expert, novice, regular
from pioche.engine.chance import roll, sow
from pioche.engine.compiled.random_play import BOTS, any_seat, collect, open_match
from pioche.engine.match import apply, carry_on, leaders, legal, score, standing, wait
from pioche.engine.verbs import DEAL_OVER, bit, has, how_many

KERNELS = ("measured_matches",)  # what is called from Python

# What a row of facts holds.
(
    FACT_DECISIONS, FACT_FORCED, FACT_TURNS, FACT_ROUNDS, FACT_DEALS, FACT_ORDERED, FACT_LEAD_CHANGES, FACT_UNSETTLED,
    FACT_MOMENTS, FACT_COMEBACK, FACT_TIME,
) = range(11)  # fmt: skip
FACT_KEPT, TENTHS = 11, 10  # after each tenth of the match: which part of those who led then wins in the end
FACT_ANCHOR, FACT_TOGETHER, FACT_MOMENTS_SEEN, FACT_DECISIONS_SEEN = 21, 22, 23, 24  # needed while playing
FACTS = 25

# Leaders and last ones are kept on a path: at the ends of deals, and after the decisions of the first deal.
PATH_LED, PATH_LAST, PATH_LED_INSIDE, PATH_LAST_INSIDE = range(4)
PATH_ROOM = 4096
WHOLE_PLACE = 720720  # a first place, so that up to sixteen seats share it without a rest
DEAL_STREAM = 1 << 20  # streams of a seed for deals that begin alike whatever was played before


def measured_matches(rows, i, n, matches, common, buffers, found, room):
    """Play n matches. Match k has the cards of seed matches.cards[k] and players who roll from seed matches.luck[k]; seat p
    plays at matches.levels[k][p]. With `common`, deal d begins with the same generator whatever happened in the deals
    before. The first `room` decisions of match k are left in rows of `found.trace`: seat and action. Return the number of
    decisions."""
    total = 0
    moves, dice, bases, path, before = buffers.moves, buffers.dice, buffers.bases, buffers.path, buffers.before
    for k in range(n):
        facts = found.facts[k]
        open_match(rows, i, matches.cards[k])
        s = rows[i]
        sow(dice, matches.luck[k], BOTS)
        measured_start(rows[0], facts, before)
        while not s.over:
            if s.waiting:
                p = any_seat(s, dice)
                moves[0] = 0
                legal(s, p, moves)
                measured_menu(s, p, moves, bases, facts, found.offered[k])
                a = measured_move(s, p, matches.levels[k][p], moves, dice)
                if facts[FACT_DECISIONS] < room:
                    at = k * room + facts[FACT_DECISIONS]
                    found.trace[at][0], found.trace[at][1] = p, a
                measured_choice(a, moves[0] > 1, bases, facts, found.chosen[k])
                apply(s, p, a)
                measured_table(s, matches.cards[k], common, path, before, facts, found.gains[k], found.tops[k])
            else:
                deal = s.deal
                wait(s)
                if s.deal != deal:
                    measured_moment(s, path, facts)
        measured_end(s, path, facts, found.scores[k], found.standings[k])
        collect(s, k, found.tallies)
        total += facts[FACT_DECISIONS]
    return total


def measured_move(s, p, level, moves, dice):
    """The move of a seat at a level, from the menu it has."""
    if level == RANDOM:
        return moves[1 + roll(dice, moves[0])]
    if moves[0] == 1:
        return moves[1]
    if level == REGULAR:
        return regular(s, p, moves, dice)
    if level == EXPERT:
        return expert(s, p, moves, dice)
    return novice(s, p, moves, dice)


# -- the book of a match ---------------------------------------------------------------------------------


def measured_start(s, facts, before):
    """Start the figures of a match on a blank table: the antes of the first deal belong to it."""
    for place in range(FACTS):
        facts[place] = 0
    facts[FACT_ANCHOR] = -1
    for p in range(s.seats):
        before[0][p] = score(s, p)
        before[1][p] = standing(s, p)


def measured_menu(s, p, moves, bases, facts, offered):
    """Count a decision before it is made: whether it is forced, made alone, and what could be done."""
    alone = s.turn == p and s.waiting == bit(p)
    if alone:
        facts[FACT_TOGETHER] = 0
        if facts[FACT_ANCHOR] < 0:
            facts[FACT_ANCHOR] = p
    elif not has(facts[FACT_TOGETHER], p):
        facts[FACT_ROUNDS] += 1
        facts[FACT_TOGETHER] = s.waiting
    facts[FACT_TOGETHER] &= ~bit(p)
    if moves[0] == 1:
        facts[FACT_FORCED] += 1
    else:
        if alone:
            facts[FACT_TURNS] += 1
        there = 0
        for m in range(1, moves[0] + 1):
            there |= bit(measured_kind(moves[m], bases))
        for kind in range(len(bases)):
            offered[kind] += has(there, kind)


def measured_kind(a, bases):
    """Return the kind of an action; kinds are numbered from their bases upwards."""
    kind = 0
    while kind + 1 < len(bases) and a >= bases[kind + 1]:
        kind += 1
    return kind


def measured_choice(a, free, bases, facts, chosen):
    """A decision: by kind of action, and behind these once more where it was one of several moves."""
    facts[FACT_DECISIONS] += 1
    kind = measured_kind(a, bases)
    chosen[kind] += 1
    chosen[len(bases) + kind] += free


def measured_table(s, cards, common, path, before, facts, gains, tops):
    """After an action has been carried out and before the next deal: whatever a deal brought belongs to that deal, its
    antes included."""
    if s.phase == DEAL_OVER:
        if facts[FACT_ANCHOR] >= 0:
            measured_shares(s, facts[FACT_ANCHOR], before, gains, tops)
            facts[FACT_ORDERED] += 1
        facts[FACT_ANCHOR], facts[FACT_TOGETHER] = -1, 0
        for p in range(s.seats):
            before[0][p] = score(s, p)
            before[1][p] = standing(s, p)
        measured_moment(s, path, facts)
        if common:
            sow(s.rng, cards, DEAL_STREAM + s.deal + 1)
    elif s.deal == 0 and facts[FACT_DECISIONS_SEEN] < PATH_ROOM:
        path[PATH_LED_INSIDE][facts[FACT_DECISIONS_SEEN]] = leaders(s)
        path[PATH_LAST_INSIDE][facts[FACT_DECISIONS_SEEN]] = measured_last(s)
        facts[FACT_DECISIONS_SEEN] += 1
    carry_on(s)


def measured_moment(s, path, facts):
    """Note who leads and who is last at the end of a deal."""
    if facts[FACT_MOMENTS_SEEN] < PATH_ROOM:
        path[PATH_LED][facts[FACT_MOMENTS_SEEN]] = leaders(s)
        path[PATH_LAST][facts[FACT_MOMENTS_SEEN]] = measured_last(s)
        facts[FACT_MOMENTS_SEEN] += 1


def measured_last(s):
    """The seats with the worst standing."""
    worst, found = standing(s, 0), 1
    for p in range(1, s.seats):
        mine = standing(s, p)
        if mine < worst:
            worst, found = mine, 0
        if mine == worst:
            found |= bit(p)
    return found


def measured_shares(s, first, before, gains, tops):
    """Add what the deal brought to the first, the second, ... of it, and who gained most in standing."""
    best, winners = standing(s, 0) - before[1][0], 0
    for p in range(s.seats):
        best = max(best, standing(s, p) - before[1][p])
    for p in range(s.seats):
        winners += standing(s, p) - before[1][p] == best
    for p in range(s.seats):
        order = (p - first) % s.seats
        gains[order] += score(s, p) - before[0][p]
        if standing(s, p) - before[1][p] == best:
            tops[order] += WHOLE_PLACE // winners


def measured_end(s, path, facts, scores, standings):
    """Write the results of a match, and how the lead changed."""
    facts[FACT_DEALS] = s.deal
    for p in range(s.seats):
        scores[p] = score(s, p)
        standings[p] = standing(s, p)
    led, last, n = PATH_LED, PATH_LAST, facts[FACT_MOMENTS_SEEN]
    if s.deal == 1:
        led, last, n = PATH_LED_INSIDE, PATH_LAST_INSIDE, facts[FACT_DECISIONS_SEEN]
    winners = leaders(s)
    facts[FACT_MOMENTS] = n
    leader, now = 0, 0  # who led alone last
    for m in range(n):
        now = path[led][m]
        if how_many(now) == 1:
            facts[FACT_LEAD_CHANGES] += leader != 0 and now != leader
            leader = now
        if now != winners:
            facts[FACT_UNSETTLED] = m + 1
    if s.deal == 1:  # the last decision of a single deal is not on the path: it is the end
        facts[FACT_LEAD_CHANGES] += leader != 0 and how_many(winners) == 1 and winners != leader
        facts[FACT_MOMENTS] = n + 1
    for tenth in range(TENTHS):
        now = path[led][(tenth + 1) * n // TENTHS - 1] if (tenth + 1) * n >= TENTHS else (1 << s.seats) - 1
        facts[FACT_KEPT + tenth] = WHOLE_PLACE * how_many(now & winners) // how_many(now)
    if n > 1:
        half = n // 2 - 1 if s.deal > 1 else (n + 1) // 2 - 1
        behind = path[last][half]
        facts[FACT_COMEBACK] = (winners & behind) != 0 and behind != path[led][half]
