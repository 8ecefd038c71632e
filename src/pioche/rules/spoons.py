"""Spoons: Pig with cutlery. One spoon fewer than players, and the first one gone starts a stampede.

Rule numbers S1-S15 are those of docs/games/spoons.md; R numbers are Pig's and stand in passing.py, the race (T7-T21)
stands in race.py.
"""

from __future__ import annotations

from pioche.families.passing import LEAVING, MOVES, PASSING_EVENTS, PASSING_OPTIONS, REFUSALS, SIGNAL, Passing, check
from pioche.families.passing import may_move_card, move_or_leave, usual_move, wrong_move
from pioche.families.race import HOUR, may_signal, settle_up, signal
from pioche.kit import (
    SEATS, Actions, Events, Lives, Phases, Rulebook, bit, choice, first_of, how_many, may, note, number, number_option,
    seat_set, word_option,
)
from pioche.rules.positions.pig import POSITIONS

ACTIONS = Actions(*MOVES, "grab", *LEAVING, "feint", signals="grab")
GRAB = SIGNAL
FEINT = tuple(ACTIONS)[-1]

EVENTS = Events(*PASSING_EVENTS, "grabbed seat left", "spoon_returned seat", "feint seat")
GRABBED, SPOON_RETURNED, FEINTED = tuple(EVENTS)[-3:]

PHASES = Phases("look", "play", "between")

FEINTS_OFF, FEINT_TOO_SOON, NO_FEINT_IN_A_RACE = range(len(REFUSALS), len(REFUSALS) + 3)


class Spoons(Passing, seats=(2, 26), usual=4):
    spoons = number()  # in the centre
    holding = seat_set()  # who has one
    feint_after = number(SEATS, shown=False)  # S11 when a seat may feint again


def lay_out(s):
    """S2: one spoon fewer than live seats; those who have grabbed hold one each."""
    s.holding = s.signalled
    s.spoons = how_many(s.live) - 1 - how_many(s.holding)


def legal(s, p, moves):
    may_move_card(s, p, moves)  # S3, R10-R12
    if may_signal(s, p):
        may(moves, GRAB)  # S5, T26 at any time
    if may_feint(s, p):
        may(moves, FEINT)


def may_feint(s, p):
    """S11"""
    return s.feints == 1 and s.race_open == 0 and s.clock >= s.feint_after[p]


def has_other_moves(s, p):
    return may_feint(s, p)


def cools_until(s, p):
    return s.feint_after[p] if s.feints and not s.race_open else 0


def apply(s, p, a):
    if a == GRAB:
        signal(s, p)  # S5-S9, R19, R21
    elif a == FEINT:
        note(s, FEINTED, p)  # S11 no other effect
        s.feint_after[p] = s.clock + s.feint_cooldown_ms
    else:
        move_or_leave(s, p, a)  # S3, R33, R34
    settle_up(s)


def announce(s, p):
    """S5, S7: a spoon moves to p. The last one to grab finds none, and waits for the photo finish."""
    if s.spoons:
        s.spoons -= 1
        s.holding |= bit(p)
    note(s, GRABBED, p, s.spoons)


def take_back(s, p):
    note(s, SPOON_RETURNED, p)  # S9 before anything else happens


def tidy(s):
    """S7: after a photo finish the worst stamp gives its spoon up. Who is out holds none."""
    late = s.holding & s.losers
    if late:
        note(s, SPOON_RETURNED, first_of(late))
        s.holding = s.signalled & ~s.losers
    s.holding &= s.live


def time_out(s, p):
    move = usual_move(s, p)
    return FEINT if move == GRAB and not may_signal(s, p) else move


def why_not(s, p, a):
    if a != FEINT:
        return wrong_move(s, p, a)
    return FEINTS_OFF if not s.feints else NO_FEINT_IN_A_RACE if s.race_open else FEINT_TOO_SOON


RULES = Rulebook(
    "spoons", 1, __name__, Spoons, ACTIONS, EVENTS, PHASES,
    options=(
        word_option("lives", "three", three=3, immediate=1),  # S13, R24
        choice("theme", "spoons forks knives"),
        choice("feints", "off on"),
        number_option("feint_cooldown_ms", 0, HOUR, 2000),
        *PASSING_OPTIONS,
    ),
    lives=Lives("letters", "lives"),
    family="reaction",
    positions=POSITIONS,
    minutes=(1, 10),
    deck="cards",
    timed=True, answers={"signal_refused": "refused", "false_start": "false"},
    presets={
        "forks": {"theme": "forks"},
        "knives": {"theme": "knives"},
        "spoons_with_stock": {"stock": True},
    },
    refusals=(*REFUSALS, ("feints_off", "S11"), ("feint_too_soon", "S11"), ("no_feint_in_a_race", "S11")),
    check=check,
)  # fmt: skip
