"""How quick the bots of Pig, Spoons, Vatra and Agnès are, for people: somebody who follows a signal within 450 to 550 ms
loses some races to *regular* and most to *expert*, and the levels still form a ladder."""

from __future__ import annotations

import numpy as np
import pytest

import pioche
from pioche.bots.common.reflexes import QUANTILES
from pioche.bots.reflex_bot import LEVELS, NAMES, ODDS, SKILLS
from pioche.lab.arena import ladder
from pioche.lab.reflex_matches import ReflexBatch

SEATS = 4
RACES = 700  # from each seat
PERSON = (450, 550)  # milliseconds from the signal to the hand, whatever happens
CARDS = LEVELS["average"]  # how quickly a person passes cards
TIMED = ["pig", "spoons", "vatra", "agnes"]


def lost_races(game: str, level: str) -> float:
    """The share of races a person loses against three bots of a level, sitting in each seat as often."""
    one_race = pioche.load(game, seats=SEATS, match="one_deal")
    lost = 0
    for seat in range(SEATS):
        skills = [CARDS if p == seat else SKILLS[level] for p in range(SEATS)]
        batch = ReflexBatch(one_race, skills)
        me = sorted(set(skills)).index(CARDS)
        reactions = np.linspace(*PERSON, QUANTILES).round().astype("i8")
        for name in ("react", "own"):
            batch.delays[me * len(NAMES) + NAMES.index(name)] = reactions
        batch.odds[me][list(ODDS).index("lapse_p")] = 0
        batch.play(1 + seat * RACES, RACES)
        lives = np.array(batch.scores)[:, seat]
        lost += int((lives < lives.max()).sum())
    return lost / (SEATS * RACES)


@pytest.mark.parametrize("game", ["pig", "spoons"])
def test_a_person_loses_some_races_to_regulars_and_most_to_experts(game: str) -> None:
    assert 0.02 < lost_races(game, "novice") < 0.15
    assert 0.15 < lost_races(game, "regular") < 0.45
    assert 0.50 < lost_races(game, "expert") < 0.95


@pytest.mark.parametrize("game", TIMED)
def test_the_levels_still_form_a_ladder(game: str) -> None:
    """Each is better than the one below, as sure as 95 of 100."""
    found = ladder(pioche.load(game), list(SKILLS), 60)
    assert {(duel.a, duel.b): duel.verdict for duel in found.duels} == {
        ("regular", "novice"): "better", ("expert", "novice"): "better", ("expert", "regular"): "better",
    }  # fmt: skip
