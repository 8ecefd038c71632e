"""Riddle: guess a number nobody knows. Nothing in the declaration tells which numbers it may be."""

from pioche.kit import (
    SEATS, Actions, Events, Phases, Position, Rulebook, below, end_deal, left_of, may, nobody, note, number,
    number_option, to_move,
)

MOST = 12

ACTIONS = Actions("guess:count")
(GUESS,) = ACTIONS
EVENTS = Events("too_low seat count", "too_high seat count", "found seat count")
TOO_LOW, TOO_HIGH, FOUND = EVENTS
PHASES = Phases("guess")
(GUESSING,) = PHASES


class Riddle(Position, seats=(2, 4), usual=2):
    secret = number(seen_by=nobody)
    low = number()  # it is at least this
    high = number()
    points = number(SEATS)


def deal(s):
    s.secret, s.low, s.high = 1 + below(s, MOST), 1, MOST
    s.phase = GUESSING
    to_move(s, s.deal % s.seats)


def legal(s, p, moves):
    for n in range(s.low, s.high + 1):
        may(moves, GUESS + n)


def apply(s, p, a):
    n = a - GUESS
    if n == s.secret:
        note(s, FOUND, p, n)
        s.points[p] += 1
        end_deal(s)
        return
    if n < s.secret:
        s.low = n + 1
        note(s, TOO_LOW, p, n)
    else:
        s.high = n - 1
        note(s, TOO_HIGH, p, n)
    to_move(s, left_of(s, p))


def time_out(s, p):
    return GUESS + s.low


def score(s, p):
    return s.points[p]


RULES = Rulebook(
    "riddle", 1, __name__, Riddle, ACTIONS, EVENTS, PHASES, options=(number_option("deals", 1, 9, 3),),
    family="memory", minutes=(1, 2), text={"en": {"title": "Riddle"}, "fr": {"title": "Devinette"}},
)  # fmt: skip
