"""Deals into matches. In the subset: it runs in both engines, around the rules of one game.

A game says what a deal is (`deal`, `legal`, `apply`). It may also say what happens once at the start of
a match (`start`), what moves between two deals (`between`), when the match is over (`match_over`), what
a seat's result is (`score`) and how results rank (`standing`). The defaults stand here.
"""

from __future__ import annotations

from pioche.engine.verbs import DEAL_OVER, MATCH_OVER, bit, deal_ended, has, how_many, note, split_pot

HOOKS = (  # what a game may define itself
    "deal", "legal", "apply", "start", "between", "match_over", "score", "standing", "time_out", "why_not", "unlisted",
    "referee", "wait", "arrange",
)  # fmt: skip
REFUSE, DROP, ADMIT = range(3)  # answers of `unlisted`
NO_MONEY, SEATTLE, TACOMA, OLYMPIA, PORTLAND = range(5)

# -- what a game must say itself -------------------------------------------------------------------


def deal(s):
    """Set up one deal, up to its first decision."""


def legal(s, p, moves):
    """Fill the menu of a seat that may act."""


def apply(s, p, a):
    """Carry out an action; it is on the menu."""


# -- what a game may say itself --------------------------------------------------------------------


def start(s):
    """Once, before the first deal."""


def between(s):
    """After a deal, before the next one: the button moves, a starter is named."""


def match_over(s):
    """A match is a fixed number of deals (C8)."""
    return s.deal >= s.deals


def score(s, p):
    return s.purse[p]


def standing(s, p):
    """Return what ranks a seat, higher is better."""
    return score(s, p)


def time_out(s, p):
    """Return the action played for a seat whose time has run out."""
    return -1


def why_not(s, p, a):
    """Return the refusal that explains that a is not on the menu of p, by its name; -1 for none."""
    return -1


def unlisted(s, p, a):
    """Return what happens to an action that is not on the menu: refused, silently dropped, or carried out (and punished)
    all the same. -1 stands for a word that is no action at all."""
    return REFUSE


def referee(s, moves):
    """Fill the menu of the table's referee, who is no seat; most rulebooks know none. `apply` gets seat -1."""


def wait(s):
    """Let time pass until the next timer: nobody may act. Games without a clock never come here."""


def arrange(s):
    """Derive what a written position leaves out."""


# -- the match -------------------------------------------------------------------------------------


def begin(s):
    """Play from the first shuffle to the first decision."""
    start(s)
    deal(s)
    carry_on(s)


def step(s, p, a):
    """Carry out one action, and everything that follows from it up to the next decision."""
    apply(s, p, a)
    carry_on(s)


def carry_on(s):
    """Go on to the next deal, or to the end of the match, when a deal is over."""
    while s.phase == DEAL_OVER and not s.over:
        deal_ended(s)
        s.deal += 1
        if match_over(s):
            s.over = 1
            note(s, MATCH_OVER)
        else:
            between(s)
            deal(s)


def leads_alone(s):
    """Exactly one seat has the best standing."""
    return how_many(leaders(s)) == 1


def leaders(s):
    """The seats with the best standing."""
    best, found = standing(s, 0), bit(0)
    for p in range(1, s.seats):
        mine = standing(s, p)
        if mine > best:
            best, found = mine, 0
        if mine == best:
            found |= bit(p)
    return found


def reached(s, target):
    """Some seat has the target score."""
    for p in range(s.seats):
        if score(s, p) >= target:
            return True
    return False


# -- settlements: what the loser of a game pays (pairs.md R17-R23) -----------------------------------


def settle(s, loser, paid):
    """R17: once, at the end of a game; `paid` is the event. Olympia and Portland count every point."""
    if s.money == SEATTLE:  # R19
        for p in range(s.seats):
            if p != loser:
                transfer(s, loser, p, s.stake, paid)
    elif s.money == PORTLAND:  # R22
        for p in range(s.seats):
            if p != loser:
                transfer(s, loser, p, s.stake * (s.points[loser] - s.points[p]), paid)
    elif s.money == TACOMA or s.money == OLYMPIA:  # R20, R21
        best, low = best_of_the_others(s, loser)
        prize = s.stake if s.money == TACOMA else s.stake * (s.points[loser] - low)
        s.purse[loser] -= prize
        s.pot += prize
        share = split_pot(s, best)
        for p in range(s.seats):
            if has(best, p):
                note(s, paid, loser, p, share)


def transfer(s, giver, taker, amount, paid):
    s.purse[giver] -= amount
    s.purse[taker] += amount
    note(s, paid, giver, taker, amount)


def best_of_the_others(s, loser):
    """R20, R23: the seats with the fewest points; the loser never shares a prize."""
    low, best = 1 << 30, 0
    for p in range(s.seats):
        if p != loser:
            if s.points[p] < low:
                low, best = s.points[p], 0
            if s.points[p] == low:
                best |= bit(p)
    return best, low
