"""Play by judgement, in the subset: matches between levels, and search on top of them.

A game's judgement stands in `bots/<game>.py`: `novice`, `regular` and `expert`, each `(s, p, moves, dice)` -> one of the
moves. They may look only at what seat p knows; a test permutes the rest. What a game does not say is here.
"""

from __future__ import annotations

from pioche.engine.chance import roll, sow
from pioche.engine.compiled.random_play import BOTS, any_seat, copy_table, open_match
from pioche.engine.match import legal, score, standing, step, wait

KERNELS = ("league_matches", "stray_moves", "both_ways", "think", "weigh")  # what is called from Python
HOOKS = ("novice", "regular", "expert", "playout", "chapter", "prospect", "any_seat")  # what judgement may define itself
RANDOM, NOVICE, REGULAR, EXPERT = range(4)

# Search: how wide a node may be, and what one iteration may cost.
WIDTH = 64
DEPTH = 400
CURIOUS = 0.7  # how much what is not known well is worth trying
TRUSTED = 0.5  # of that, how much goes to the move that judgement would make
WORST, BEST, ROOT, SQUARES = range(4)  # what search notes: the range of gains, where it began, how gains vary there

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
    """How search imagines the rest of a deal: everybody plays well."""
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
    """At least `most` decisions of a level in whole matches from seeds first, first + 1, ...; strays[0] counts answers
    that were not on the menu, strays[1] those that turned the generator of the cards, as no thought may."""
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
    """How two moves of a seat turn out when all play on at these levels, so many times: gains[k] is what the first
    brought more at the end of the match than the second with the same luck, in shares of the first place and in score.
    Row 0 is the position, row 1 is played on. Returns the number of moves played."""
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
    """What seat p has of the first place: all of it, a part where it is shared, or nothing."""
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
    """What seat p has by then; more is better."""
    return standing(s, p)


def view_key(s, p):
    """A number that tells apart what seat p sees: made from the declaration (`view_keys.py`)."""
    return 0


def place_in(keys, key):
    """Where a key stands or may stand in the book: linear probing; -1 when the book is full."""
    size = len(keys)
    at = key % size
    for _ in range(32):
        if keys[at] == key or keys[at] == 0:
            return at
        at = at + 1 if at + 1 < size else 0
    return -1


def open_place(at, moves, judged, count, actions, offered, tried, gained):
    """A new place in the book: the menu in its order, but what judgement would do stands first."""
    count[at] = min(moves[0], WIDTH)
    for k in range(count[at]):
        actions[at][k] = moves[1 + k]
        offered[at][k] = 1
        tried[at][k] = 0
        gained[at][k] = 0.0
    for k in range(moves[0]):
        if moves[1 + k] == judged:
            if k < WIDTH:
                actions[at][k] = actions[at][0]
            actions[at][0] = judged


def place_of_move(a, k, at, count, actions):
    """Where a move stands at a place: nearly always where it stood on the menu, or first; -1 when there is no room."""
    if k < count[at] and actions[at][k] == a:
        return k
    for other in range(count[at]):
        if actions[at][other] == a:
            return other
    return -1


def choose_by_book(at, moves, count, actions, offered, tried, gained, best, worst):
    """The move with the best promise at a known place: its mean gain, and more the less it was tried. What was never
    tried is expected to be as good as the rest; judgement's own move is worth trying more than others."""
    span = best - worst if best > worst else 1.0
    visits, total = 0, 0.0
    for k in range(count[at]):
        visits += tried[at][k]
        total += gained[at][k]
    usual = (total / visits - worst) / span if visits else 0.5
    others = (1 - TRUSTED) / count[at]
    picked, promise = 0, -1e9
    for turn in range(moves[0]):
        k = place_of_move(moves[1 + turn], turn, at, count, actions)
        if k >= 0:
            offered[at][k] += 1
            mean = (gained[at][k] / tried[at][k] - worst) / span if tried[at][k] else usual
            trust = TRUSTED + others if k == 0 else others
            hope = mean + CURIOUS * trust * offered[at][k] ** 0.5 / (1 + tried[at][k])
            if hope > promise:
                picked, promise = k, hope
    return picked


def think(rows, worlds, iterations, me, dice, moves, keys, count, actions, offered, tried, gained, path, added, noted):
    """Information-set Monte Carlo tree search. Rows 2 .. 2 + worlds are positions the seat cannot tell from the
    real one; row 1 is played on. Every seat learns at places keyed by what *it* sees, so nobody answers to a
    secret. Value: what the rest of the chapter adds to a seat's prospect, against the mean of the others.
    Returns the number of moves played."""
    total = 0
    for _ in range(iterations):
        copy_table(rows, 1, 2 + roll(dice, worlds))
        s = rows[1]
        s.rng[0] = 1 + roll(dice, 1 << 31)
        s.rng[1] = roll(dice, 1 << 31)
        now = chapter(s)
        for p in range(s.seats):
            added[p] = prospect(s, p)
        length, depth, in_book = 0, 0, True
        while not s.over and chapter(s) == now and depth < DEPTH:
            if not s.waiting:
                wait(s)
                depth += 1
                continue
            p = any_seat(s, dice) if depth or not (s.waiting >> me) & 1 else me
            moves[0] = 0
            legal(s, p, moves)
            a = moves[1]
            if moves[0] > 1:
                at = place_in(keys, view_key(s, p)) if in_book else -1
                if at >= 0 and keys[at]:
                    k = choose_by_book(at, moves, count, actions, offered, tried, gained, noted[BEST], noted[WORST])
                elif at >= 0:  # a new place: from here on by judgement
                    keys[at] = view_key(s, p)
                    judged = expert(s, p, moves, dice)
                    moves[0] = 0
                    legal(s, p, moves)  # judgement may have used the room of the menu for its thoughts
                    open_place(at, moves, judged, count, actions, offered, tried, gained)
                    in_book, k = False, 0
                else:
                    in_book, k = False, 0
                    a = playout(s, p, moves, dice)
                if at >= 0:
                    a = actions[at][k]
                    path[length][0] = at
                    path[length][1] = k
                    path[length][2] = p
                    length += 1
                    if depth == 0:
                        noted[ROOT] = at
            step(s, p, a)
            depth += 1
        total += depth
        reckon(s, added)
        for k in range(length):
            value = added[path[k][2]]
            noted[WORST] = min(noted[WORST], value)
            noted[BEST] = max(noted[BEST], value)
            if k == 0:
                noted[SQUARES] += value * value
            tried[path[k][0]][path[k][1]] += 1
            gained[path[k][0]][path[k][1]] += value
    return total


def weigh(rows, worlds, rounds, me, dice, moves, count, actions, offered, tried, gained, squares, added):
    """Every move still in question is tried in the same worlds with the same luck, and the rest of the chapter is played
    by judgement: what differs is the move's own doing. The place 0 of the book holds what judgement would do first, and
    gains are measured against it; who is no longer `offered` is out. Returns the number of moves played."""
    if count[0] == 0:
        copy_table(rows, 1, 2)
        moves[0] = 0
        legal(rows[1], me, moves)
        judged = expert(rows[1], me, moves, dice)
        moves[0] = 0
        legal(rows[1], me, moves)
        open_place(0, moves, judged, count, actions, offered, tried, gained)
    total = 0
    for _ in range(rounds):
        world = 2 + roll(dice, worlds)
        low, high, luck, more = roll(dice, 1 << 31), roll(dice, 1 << 31), roll(dice, 1 << 31), roll(dice, 1 << 31)
        here, there = dice[0], dice[1]
        usual = 0.0
        for k in range(count[0]):
            if offered[0][k]:
                copy_table(rows, 1, world)
                rows[1].rng[0], rows[1].rng[1] = 1 + low, high
                dice[0], dice[1] = 1 + luck, more
                total += play_out(rows[1], me, actions[0][k], moves, dice, added)
                usual = added[me] if k == 0 else usual
                tried[0][k] += 1
                gained[0][k] += added[me] - usual
                squares[k] += (added[me] - usual) ** 2
        dice[0], dice[1] = here, there
    return total


def play_out(s, me, a, moves, dice, added):
    """One move, and the rest of the chapter by judgement; what it adds to every seat's prospect, against the mean of
    the others. Who decides at the same time does so with care. Returns the number of moves."""
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
    """From what everybody had before: what was added since, against the mean of the others."""
    everybody = 0.0
    for p in range(s.seats):
        added[p] = prospect(s, p) - added[p]
        everybody += added[p]
    for p in range(s.seats):
        added[p] -= (everybody - added[p]) / (s.seats - 1)
