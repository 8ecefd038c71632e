"""Play by judgement, in the subset: matches between levels, and search on top of them.

A game's judgement stands in a module of its own (`judgement/`): `novice`, `regular` and `expert`, each `(s, p, moves, dice)`
-> one of the moves. They may look only at what seat p knows; a test permutes the rest. What a game does not say is here.
"""

from __future__ import annotations

from pioche.engine.chance import roll, sow
from pioche.engine.compiled.random_play import BOTS, any_seat, copy_table, open_match
from pioche.engine.match import legal, score, standing, step, wait

KERNELS = ("league_matches", "stray_moves", "both_ways", "weigh")  # what is called from Python
HOOKS = ("novice", "regular", "expert", "playout", "chapter", "prospect", "any_seat")  # what judgement may define itself
RANDOM, NOVICE, REGULAR, EXPERT = range(4)

# Search: how many moves it weighs, and how long a playout may be.
WIDTH = 64
DEPTH = 400

# -- judgement ---------------------------------------------------------------------------------------


def any_move(s, p, moves, dice):
    return moves[1 + roll(dice, moves[0])]


def novice(s, p, moves, dice):
    """Knows the rules and has a hunch now and then."""
    return any_move(s, p, moves, dice) if roll(dice, 3) == 0 else regular(s, p, moves, dice)


def regular(s, p, moves, dice):
    return any_move(s, p, moves, dice)


def expert(s, p, moves, dice):
    return regular(s, p, moves, dice)


def playout(s, p, moves, dice):
    """Choose a move in a playout of search: everybody plays well."""
    return expert(s, p, moves, dice)


def decide(s, p, level, moves, dice):
    """The move of a seat at a level; forced moves need no thought."""
    moves[0] = 0
    legal(s, p, moves)
    if moves[0] == 1:
        return moves[1]
    if level == REGULAR:
        return regular(s, p, moves, dice)
    if level == EXPERT:
        return expert(s, p, moves, dice)
    if level == NOVICE:
        return novice(s, p, moves, dice)
    return any_move(s, p, moves, dice)


def play_on(s, levels, moves, dice):
    """To the end of the match, seat p at levels[p]. Returns the number of decisions."""
    decisions = 0
    while not s.over:
        if s.waiting:
            p = any_seat(s, dice)
            step(s, p, decide(s, p, levels[p], moves, dice))
            decisions += 1
        else:
            wait(s)
    return decisions


def league_matches(rows, i, first, n, levels, dice, moves, lengths, scores, standings):
    """n matches from seeds first, first + 1, ...; seat p of match k plays at levels[k][p]."""
    total = 0
    for k in range(n):
        open_match(rows, i, first + k)
        s = rows[i]
        sow(dice, first + k, BOTS)
        lengths[k] = play_on(s, levels[k], moves, dice)
        for p in range(s.seats):
            scores[k][p] = score(s, p)
            standings[k][p] = standing(s, p)
        total += lengths[k]
    return total


def stray_moves(rows, i, first, most, level, dice, moves, strays):
    """Play at least `most` decisions of a level in whole matches from seeds first, first + 1, ...; strays[0] counts
    answers that were not on the menu, strays[1] those that changed the generator of the cards, which a decision must
    not."""
    total, seed = 0, first
    while total < most:
        open_match(rows, i, seed)
        s = rows[i]
        sow(dice, seed, BOTS)
        seed += 1
        while not s.over:
            if s.waiting:
                p = any_seat(s, dice)
                low, high = s.rng[0], s.rng[1]
                a = decide(s, p, level, moves, dice)
                strays[1] += s.rng[0] != low or s.rng[1] != high
                moves[0] = 0
                legal(s, p, moves)  # judgement may have used the room of the menu for its thoughts
                k = 1
                while k <= moves[0] and moves[k] != a:
                    k += 1
                if k > moves[0]:
                    strays[0] += 1
                    a = moves[1]
                step(s, p, a)
                total += 1
            else:
                wait(s)
    return total


def both_ways(rows, me, one, other, levels, times, dice, moves, gains):
    """Play both of two moves of a seat to the end at these levels, so many times: gains[k] is what the first brought more
    than the second with the same luck, in shares of the first place and in score. Row 0 is the position, row 1 is
    played on. Return the number of moves played."""
    total = 0
    for k in range(times):
        low, high, luck, more = roll(dice, 1 << 31), roll(dice, 1 << 31), roll(dice, 1 << 31), roll(dice, 1 << 31)
        here, there = dice[0], dice[1]
        gains[k][0], gains[k][1] = 0.0, 0.0
        for way in range(2):
            copy_table(rows, 1, 0)
            s = rows[1]
            s.rng[0], s.rng[1] = 1 + low, high
            dice[0], dice[1] = 1 + luck, more
            step(s, me, other if way else one)
            total += 1 + play_on(s, levels, moves, dice)
            sign = -1 if way else 1
            gains[k][0] += sign * first_share(s, me)
            gains[k][1] += sign * score(s, me)
        dice[0], dice[1] = here, there
    return total


def first_share(s, p):
    """Return the part of the first place that seat p has: 1, less where it is shared, or 0."""
    ahead, level = 0, 0
    for q in range(s.seats):
        ahead += standing(s, q) > standing(s, p)
        level += standing(s, q) == standing(s, p)
    return 0.0 if ahead else 1.0 / level


# -- search ------------------------------------------------------------------------------------------


def chapter(s):
    """Search imagines what comes until this number changes."""
    return s.deal


def prospect(s, p):
    """Return the estimated result of seat p; more is better."""
    return standing(s, p)


def list_moves(moves, judged, count, actions, offered, tried, gained):
    """The moves to be weighed: the menu in its order, but what judgement would do stands first."""
    count[0] = min(moves[0], WIDTH)
    for k in range(count[0]):
        actions[k] = moves[1 + k]
        offered[k] = 1
        tried[k] = 0
        gained[k] = 0.0
    for k in range(moves[0]):
        if moves[1 + k] == judged:
            if k < WIDTH:
                actions[k] = actions[0]
            actions[0] = judged


def weigh(rows, worlds, rounds, me, dice, moves, count, actions, offered, tried, gained, squares, added):
    """Every move still in question is tried in the same worlds with the same luck, and the rest of the chapter is played
    by judgement: what differs is the move's own doing. What judgement would do stands first, and gains are measured against
    it; what is no longer `offered` is out. Returns the number of moves played."""
    if count[0] == 0:
        copy_table(rows, 1, 2)
        moves[0] = 0
        legal(rows[1], me, moves)
        judged = expert(rows[1], me, moves, dice)
        moves[0] = 0
        legal(rows[1], me, moves)
        list_moves(moves, judged, count, actions, offered, tried, gained)
    total = 0
    for _ in range(rounds):
        world = 2 + roll(dice, worlds)
        low, high, luck, more = roll(dice, 1 << 31), roll(dice, 1 << 31), roll(dice, 1 << 31), roll(dice, 1 << 31)
        here, there = dice[0], dice[1]
        usual = 0.0
        for k in range(count[0]):
            if offered[k]:
                copy_table(rows, 1, world)
                rows[1].rng[0], rows[1].rng[1] = 1 + low, high
                dice[0], dice[1] = 1 + luck, more
                total += play_out(rows[1], me, actions[k], moves, dice, added)
                usual = added[me] if k == 0 else usual
                tried[k] += 1
                gained[k] += added[me] - usual
                squares[k] += (added[me] - usual) ** 2
        dice[0], dice[1] = here, there
    return total


def play_out(s, me, a, moves, dice, added):
    """Play one move, and the rest of the chapter by judgement; add the change of every seat's prospect against the mean
    of the others. Simultaneous decisions are made with care. Return the number of moves."""
    now, depth, together = chapter(s), 1, s.waiting & ~(1 << me)
    for p in range(s.seats):
        added[p] = prospect(s, p)
    step(s, me, a)
    while not s.over and chapter(s) == now and depth < DEPTH:
        if s.waiting:
            p = any_seat(s, dice)
            if (together >> p) & 1:
                step(s, p, decide(s, p, EXPERT, moves, dice))
                together ^= 1 << p
            else:
                moves[0] = 0
                legal(s, p, moves)
                step(s, p, moves[1] if moves[0] == 1 else playout(s, p, moves, dice))
        else:
            wait(s)
        depth += 1
    reckon(s, added)
    return depth


def reckon(s, added):
    """Turn the prospects before into what was added since, against the mean of the others."""
    everybody = 0.0
    for p in range(s.seats):
        added[p] = prospect(s, p) - added[p]
        everybody += added[p]
    for p in range(s.seats):
        added[p] -= (everybody - added[p]) / (s.seats - 1)
