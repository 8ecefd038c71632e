"""How to play Spoons (docs/games/spoons.md, section 12): as Pig, and a feint may startle somebody into grabbing."""

from __future__ import annotations

from pioche.bots.judgement.pig import pass_and_follow
from pioche.families.passing import SIGNAL, entitled
from pioche.families.race import PLAY
from pioche.bots.common.reflexes import IS_LURED, SIGNAL_PLAN, happens, plan_sooner, reaction_of
from pioche.rules.spoons import FEINT
from pioche.kit import has


def reflex(s, p, by, deed, level, plans, mind, dice, delays, odds):
    pass_and_follow(s, p, level, plans, mind, dice, delays, odds)
    if deed == FEINT and by != p and s.phase == PLAY and has(s.unsafe, p) and not entitled(s, p):
        if happens(p, level, IS_LURED, dice, odds):  # S11, T24
            plan_sooner(s, p, SIGNAL_PLAN, reaction_of(s, p, level, dice, delays, odds), SIGNAL, plans, dice)
