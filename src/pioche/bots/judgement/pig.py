"""How to play Pig (docs/games/pig.md, section 12; reaction_clock.md, T25). Spoons shares it.

`reflex` is the reference bot. The levels play without a clock: they choose a card and never touch the nose too soon.
"""

from __future__ import annotations

from pioche.kit import bit, first_of, has, how_many, roll
from pioche.families.passing import PASS, SIGNAL, can_move_cards, card_move, entitled
from pioche.families.race import NONE, PLAY, may_signal
from pioche.bots.common.reflexes import CARD, NOTICED, OWN_DELAY, PICK_DELAY, SIGNAL_PLAN, THINK_DELAY, cancel, delay_of
from pioche.bots.common.reflexes import in_a_new_deal, is_new, let_go, plan, plan_sooner, reaction_of

HAS_SET, SEES_RACE = 1, 2
FRESH = 2  # what a card move is in mind as: nought stands for nothing noticed

# -- in real time (T25) --------------------------------------------------------------------------------------


def reflex(s, p, by, deed, level, plans, mind, dice, delays, odds):
    pass_and_follow(s, p, level, plans, mind, dice, delays, odds)


def pass_and_follow(s, p, level, plans, mind, dice, delays, odds):
    in_a_new_deal(s, p, plans, mind)
    if s.phase != PLAY or not has(s.unsafe, p):
        let_go(p, plans, mind)
        return
    own = entitled(s, p)
    plan_card(s, p, own, level, plans, mind, dice, delays)
    plan_signal(s, p, own, level, plans, mind, dice, delays, odds)


def plan_card(s, p, own, level, plans, mind, dice, delays):
    """`think` from the card received (or `go`), `pick` from the moment a card is there; a set is not passed on."""
    move = NONE if own else card_move(s, p)
    if is_new(mind, CARD, move + FRESH):
        if move == NONE:
            cancel(p, CARD, plans)
        elif move == PASS:
            delay = delay_of(p, level, THINK_DELAY, dice, delays)
            plan(s, p, CARD, delay, PASS + least_wanted(s, p, dice[p]), plans, dice)
        else:
            plan(s, p, CARD, delay_of(p, level, PICK_DELAY, dice, delays), move, plans, dice)


def plan_signal(s, p, own, level, plans, mind, dice, delays, odds):
    """After `own` with a set, after `react` when the race is open; with both the earlier. Never too soon."""
    noticed = HAS_SET * own + SEES_RACE * s.race_open
    before = mind[NOTICED + SIGNAL_PLAN]
    if not is_new(mind, SIGNAL_PLAN, noticed):
        return
    if noticed == 0:
        cancel(p, SIGNAL_PLAN, plans)
    if noticed & ~before & HAS_SET:
        plan_sooner(s, p, SIGNAL_PLAN, delay_of(p, level, OWN_DELAY, dice, delays), SIGNAL, plans, dice)
    if noticed & ~before & SEES_RACE:
        plan_sooner(s, p, SIGNAL_PLAN, reaction_of(s, p, level, dice, delays, odds), SIGNAL, plans, dice)


def least_wanted(s, p, dice):
    """T25: any card whose rank occurs least often in the hand."""
    fewest, found = 9, 0
    for i in range(s.held[p]):
        same = alike(s, p, i)
        if same < fewest:
            fewest, found = same, 0
        if same == fewest:
            found |= bit(i)
    for _ in range(roll(dice, how_many(found))):
        found &= found - 1
    return s.hand[p][first_of(found)]


def alike(s, p, i):
    """Return how many cards of the hand have the rank of card i."""
    same = 0
    for j in range(s.held[p]):
        same += s.hand[p][j] % 13 == s.hand[p][i] % 13
    return same


# -- without a clock -----------------------------------------------------------------------------------------


def any_seat(s, dice):
    """Return one of the seats that have something sensible to do; the others wait for a card."""
    ready = 0
    for p in range(s.seats):
        if has(s.waiting, p) and (s.race_open or can_move_cards(s, p) or entitled(s, p)):
            ready |= bit(p)
    if ready == 0:
        ready = s.waiting
    for _ in range(roll(dice, how_many(ready))):
        ready &= ready - 1
    return first_of(ready)


def novice(s, p, moves, dice):
    """Sees a finger on a nose only every other time, and often parts with any card."""
    move = card_move(s, p)
    if roll(dice, 2) or entitled(s, p) or move == NONE:
        return regular(s, p, moves, dice)
    return PASS + s.hand[p][roll(dice, s.held[p])] if move == PASS else move


def regular(s, p, moves, dice):
    move = card_move(s, p)
    if (entitled(s, p) or s.race_open) and may_signal(s, p):
        return SIGNAL
    if move == NONE:
        return moves[moves[0]]  # a seat that can only wait should not have been asked
    return PASS + least_wanted(s, p, dice) if move == PASS else move


def expert(s, p, moves, dice):
    return regular(s, p, moves, dice)
