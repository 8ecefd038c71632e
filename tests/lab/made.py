"""Games made for tests of the lab: everybody says low or high, and what that is worth is known exactly.

`lottery`: one seat gets a point, whatever was said. `race`: whoever said high gets a point, and there is no chance. `bias`:
the first of two seats gets the point with the chance `bias` percent, else the second. `king`: the first two of three seats
have no choice, and the third, who cannot win, gives the point to the first or the second. `script`: the deals are won by
the seats of SCRIPT in their order. `exam`: a lone decision that is right when it is high.
"""

from pioche.kit import (
    SEATS,
    Actions,
    Events,
    Phases,
    Position,
    Rulebook,
    below,
    choice,
    end_deal,
    left_of,
    may,
    note,
    number,
    number_option,
    to_move,
)

SCRIPT = (0, 1, 1, 0, 0, 1)
ACTIONS = Actions("low", "high")
LOW, HIGH = ACTIONS
EVENTS = Events("said seat", "point seat")
SAID, POINT = EVENTS
PHASES = Phases("say")
(SAY,) = PHASES
LOTTERY, RACE, BIAS, KING, SCRIPTED, EXAM = range(6)


class Made(Position, seats=(2, 4), usual=2):
    points = number(SEATS)
    words = number(SEATS)


def deal(s):
    s.phase = SAY
    to_move(s, 0)


def legal(s, p, moves):
    may(moves, LOW)
    if s.kind != KING or p == 2:
        may(moves, HIGH)


def apply(s, p, a):
    s.words[p] = a
    note(s, SAID, p)
    if p < s.seats - 1 and s.kind != EXAM:
        to_move(s, left_of(s, p))
        return
    if s.kind == RACE:
        for q in range(s.seats):
            s.points[q] += s.words[q]
    elif s.kind == KING:
        give(s, 1 if s.words[2] == HIGH else 0)
    elif s.kind == BIAS:
        give(s, 0 if below(s, 100) < s.bias else 1)
    elif s.kind == SCRIPTED:
        give(s, SCRIPT[s.deal % 6])
    elif s.kind == EXAM:
        give(s, 0 if a == HIGH else 1)
    else:
        give(s, below(s, s.seats))
    end_deal(s)


def give(s, p):
    s.points[p] += 1
    note(s, POINT, p)


def score(s, p):
    return s.points[p]


def time_out(s, p):
    return LOW


RULES = Rulebook(
    "made",
    1,
    __name__,
    Made,
    ACTIONS,
    EVENTS,
    PHASES,
    options=(
        choice("kind", "lottery race bias king script exam"),
        number_option("bias", 0, 100, 50),
        number_option("deals", 1, 60, 1),
    ),
    family="pairs",
    minutes=(1, 2),
    judgement="tests.lab.made_judgement",
    text={"en": {"title": "Made"}, "fr": {"title": "Fait main"}},
)
