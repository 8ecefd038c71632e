"""How to play Vatra and Magarac (docs/games/vatra.md, section 12).

`reflex` is the reference bot. The levels play without a clock.
"""

from __future__ import annotations

from pioche.kit import bit, first_of, has, how_many, roll
from pioche.families.hands import card_of, place_of
from pioche.families.punishing import PUNISH
from pioche.families.race import PLAY, may_signal
from pioche.bots.common.reflexes import CARD, FORGETS_SECOND, NOTICED, OWN_DELAY, PICK_DELAY, SECOND_DELAY, SIGNAL_PLAN
from pioche.bots.common.reflexes import THINK_DELAY, cancel, delay_of, happens, in_a_new_deal, is_new, let_go, plan
from pioche.bots.common.reflexes import plan_sooner, reaction_of
from pioche.rules.vatra import ACCEPT, NAME, PASS, REFUSE_CARD, SHOUT, SLAM, banned_place, entitled, mover
from pioche.rules.vatra import traveller_card

HAS_SET, SEES_FIRE, HAS_SLAMMED = 1, 2, 4
NO_MOVE, TO_NAME, TO_ANSWER, TO_PASS, TO_PASS_ANOTHER = -1, 1, 2, 3, 4  # the reasons for a move of cards,
REASONS = 8  # beside the number of cards delivered so far
FORGOTTEN_MS = 1500  # T24
HEART = 1


# -- in real time --------------------------------------------------------------------------------------------


def reflex(s, p, by, deed, level, plans, mind, dice, delays, odds):
    in_a_new_deal(s, p, plans, mind)
    if not has(s.waiting, p) or (s.phase == PLAY and not has(s.unsafe, p)):
        let_go(p, plans, mind)
    elif s.phase == PUNISH:
        if is_new(mind, CARD, TO_NAME):
            plan(s, p, CARD, delay_of(p, level, THINK_DELAY, dice, delays), any_but_hearts(s, dice[p]), plans, dice)
    else:
        own = entitled(s, p)
        plan_card(s, p, own, level, plans, mind, dice, delays)
        plan_acts(s, p, own, level, plans, mind, dice, delays, odds)


def plan_card(s, p, own, level, plans, mind, dice, delays):
    """`think` from the delivery (or `go`); an offer is answered after `pick`. A set is not passed on."""
    reason = NO_MOVE
    if p == mover(s) and p != s.turn:
        reason = TO_ANSWER
    elif p == mover(s) and not own:
        reason = TO_PASS_ANOTHER if s.refused else TO_PASS
    if not is_new(mind, CARD, s.delivered * REASONS + reason if reason != NO_MOVE else NO_MOVE):
        return
    if reason == NO_MOVE:
        cancel(p, CARD, plans)
    elif reason == TO_ANSWER:
        plan(s, p, CARD, delay_of(p, level, PICK_DELAY, dice, delays), answer(dice[p]), plans, dice)
    else:
        delay = taking_up(s, p, level, dice, delays) + delay_of(p, level, THINK_DELAY, dice, delays)
        plan(s, p, CARD, delay, PASS + least_wanted(s, p, dice[p]), plans, dice)


def taking_up(s, p, level, dice, delays):
    """A card passed without being offered is picked up first."""
    if s.traveller or p != s.turn or s.delivered == 0:
        return 0
    return delay_of(p, level, PICK_DELAY, dice, delays)


def plan_acts(s, p, own, level, plans, mind, dice, delays, odds):
    """Slam after `own` with a set, after `react` on fire; then shout after `second`. Never a false alarm."""
    noticed = HAS_SET * own + SEES_FIRE * s.race_open + HAS_SLAMMED * has(s.slammed, p)
    before = mind[NOTICED + SIGNAL_PLAN]
    if not is_new(mind, SIGNAL_PLAN, noticed):
        return
    new = noticed & ~before
    if noticed & HAS_SLAMMED:
        if new & HAS_SLAMMED:
            delay = delay_of(p, level, SECOND_DELAY, dice, delays)
            delay += FORGOTTEN_MS * happens(p, level, FORGETS_SECOND, dice, odds)
            plan(s, p, SIGNAL_PLAN, delay, SHOUT, plans, dice)
    elif noticed == 0:
        cancel(p, SIGNAL_PLAN, plans)
    else:
        if new & HAS_SET:
            delay = taking_up(s, p, level, dice, delays) + delay_of(p, level, OWN_DELAY, dice, delays)
            plan_sooner(s, p, SIGNAL_PLAN, delay, SLAM, plans, dice)
        if new & SEES_FIRE:
            plan_sooner(s, p, SIGNAL_PLAN, reaction_of(s, p, level, dice, delays, odds), SLAM, plans, dice)


# -- cards -----------------------------------------------------------------------------------------------------


def least_wanted(s, p, dice):
    """The traveller whenever it may go; else any allowed card whose rank occurs least often in the whole hand."""
    odd = place_of(s, p, traveller_card(s)) if s.traveller else s.held[p]
    if odd < s.held[p] and odd != banned_place(s):
        return s.hand[p][odd]
    fewest, found = 9, 0
    for i in range(s.held[p]):
        if i != odd and i != banned_place(s):
            same = 0
            for j in range(s.held[p]):
                same += j != odd and s.hand[p][j] % 13 == s.hand[p][i] % 13
            if same < fewest:
                fewest, found = same, 0
            if same == fewest:
                found |= bit(i)
    for _ in range(roll(dice, how_many(found))):
        found &= found - 1
    return s.hand[p][first_of(found)]


def answer(dice):
    """Refuse one offer in four."""
    return REFUSE_CARD if roll(dice, 4) == 0 else ACCEPT


def any_but_hearts(s, dice):
    """E12: a named card costs nothing itself, and a heart is but a pat."""
    suit = roll(dice, 3)
    return NAME + 2 * card_of(roll(dice, s.seats), suit + 1 if suit >= HEART else suit)


# -- without a clock -----------------------------------------------------------------------------------------


def any_seat(s, dice):
    """Return one of the seats that have something sensible to do."""
    ready = 0
    for p in range(s.seats):
        if has(s.waiting, p) and (s.phase == PUNISH or s.race_open or p == mover(s) or entitled(s, p)):
            ready |= bit(p)
    if ready == 0:
        ready = s.waiting
    for _ in range(roll(dice, how_many(ready))):
        ready &= ready - 1
    return first_of(ready)


def novice(s, p, moves, dice):
    """Often passes any card."""
    a = regular(s, p, moves, dice)
    return moves[1 + roll(dice, s.held[p] - s.refused)] if a < ACCEPT and roll(dice, 2) else a


def regular(s, p, moves, dice):
    if s.phase == PUNISH:
        return any_but_hearts(s, dice)
    if (s.race_open or entitled(s, p)) and may_signal(s, p):
        return SHOUT if has(s.slammed, p) else SLAM
    if p == mover(s):
        return PASS + least_wanted(s, p, dice) if p == s.turn else answer(dice)
    return moves[moves[0]]  # a seat that can only wait should not have been asked


def expert(s, p, moves, dice):
    return regular(s, p, moves, dice)
