"""Pig: pass cards as fast as you like, and when somebody silently touches the nose, do not be the last to follow.

Rule numbers are those of docs/games/pig.md. R1-R14, R16-R17 and R22-R35 are shared with Spoons and stand in
passing.py, the race (T7-T21) stands in race.py.
"""

from __future__ import annotations

from pioche.families.passing import LEAVING, MOVES, PASSING_EVENTS, PASSING_OPTIONS, REFUSALS, SIGNAL, Passing, check
from pioche.families.passing import may_move_card, move_or_leave
from pioche.families.race import may_signal, settle_up, signal
from pioche.kit import Actions, Events, Lives, Phases, Rulebook, may, note, word_option
from pioche.rules.positions.pig import POSITIONS

ACTIONS = Actions(*MOVES, "touch_nose", *LEAVING, signals="touch_nose")
TOUCH_NOSE = SIGNAL

EVENTS = Events(*PASSING_EVENTS, "nose seat")
NOSE = tuple(EVENTS)[-1]

PHASES = Phases("look", "play", "between")


class Pig(Passing, seats=(2, 26), usual=4):
    """Everything lies on the table of the family."""


def legal(s, p, moves):
    may_move_card(s, p, moves)  # R10-R12
    if may_signal(s, p):
        may(moves, TOUCH_NOSE)  # R15, T26 at any time


def apply(s, p, a):
    if a == TOUCH_NOSE:
        signal(s, p)  # R15, R18-R21
    else:
        move_or_leave(s, p, a)  # R10-R12, R33, R34
    settle_up(s)


def announce(s, p):
    note(s, NOSE, p)  # R15 silent: a finger is seen, nothing is heard


RULES = Rulebook(
    "pig", 1, __name__, Pig, ACTIONS, EVENTS, PHASES,
    options=(word_option("lives", "pig", immediate=1, pig=3, hog=3, donkey=6), *PASSING_OPTIONS),  # R24
    lives=Lives("letters", "lives"),
    family="reaction",
    positions=POSITIONS,
    minutes=(1, 10),
    deck="cards",
    timed=True, answers={"signal_refused": "refused", "false_start": "false"},
    presets={
        "quick_pig": {"lives": "immediate"},
        "hog": {"lives": "hog"},
        "donkey": {"lives": "donkey"},
        "pig_with_stock": {"stock": True},
        "three_card_pig": {"cards": 3},
        "five_card_pig": {"cards": 5},
    },
    refusals=REFUSALS,
    check=check,
)  # fmt: skip
