"""Five Cards: a duel over five open targets; the first card that fits in no column ends the round.

Rule numbers are those of docs/games/five_cards.md.
"""

from __future__ import annotations

from pioche.kit import (
    SEATS, Actions, Events, Move, PairsDeck, Phases, Rulebook, below, bit, carry_on, choice, draw, empty_into, end_deal,
    first_of, gather, has, how_many, leads_alone, left_of, lowest, may, note, number, number_option, rank_set, reached, seat,
    to_move,
)
from pioche.rules.positions.five_cards import POSITIONS

COLUMNS = 5
EXTRA_ROUND = 1  # R16

ACTIONS = Actions("place:column")
(PLACE,) = ACTIONS

EVENTS = Events(
    "set_aside rank", "targets column rank", "starter seat", "draw seat rank", "place seat column rank",
    "unplayable seat rank", "score column top bottom points",
    "column winners=seats column margin points", "totals seat points total",
)  # fmt: skip
SET_ASIDE, TARGET_LAID, STARTS, DRAWN, PLACED, UNPLAYABLE, SCORED, COLUMN_WON, TOTALLED = EVENTS

PHASES = Phases("place")
(PLACING,) = PHASES

REFUSALS = (("rank_lies_there", "R8"), ("no_such_column", "R4"))
RANK_LIES_THERE, NO_SUCH_COLUMN = range(len(REFUSALS))


class FiveCards(PairsDeck, seats=(2, 2)):
    targets = rank_set()  # R4 from the lowest to the highest, as sets are: column 1 holds the lowest
    top = rank_set(COLUMNS)  # the side of seat 0, column by column; no rank lies twice in a column
    bottom = rank_set(COLUMNS)  # the side of seat 1
    drawn = rank_set()  # the card being placed
    out = rank_set()  # the card that ended the round
    starter = seat()
    points = number(SEATS)  # of the last round
    total = number(SEATS)


def start(s):
    s.starter = below(s, 2)  # R6


def deal(s):
    """R2-R5: five targets of different ranks; what repeats a rank is set aside and shuffled back."""
    gather(s)
    s.targets = s.drawn = s.out = 0
    for column in range(COLUMNS):
        s.top[column] = s.bottom[column] = 0
    while how_many(s.targets) < COLUMNS:
        card = draw(s)
        if has(s.targets, card):
            s.discard[card] += 1
            note(s, SET_ASIDE, card)
        else:
            s.targets |= bit(card)
    empty_into(s.discard, s.deck)
    s.left = 50
    for column in range(1, COLUMNS + 1):
        note(s, TARGET_LAID, column, target(s, column))
    note(s, STARTS, s.starter)
    draw_card(s, s.starter)


def target(s, column):
    """R4: column 1 has the lowest target, column 5 the highest."""
    rest = s.targets
    for _ in range(1, column):
        rest &= rest - 1
    return lowest(rest)


def draw_card(s, p):
    """R7: the draw is automatic. R11: a card that fits nowhere ends the round and counts for nobody."""
    card = draw(s)  # R12 never from an empty stock
    s.drawn = bit(card)
    note(s, DRAWN, p, card)
    if open_columns(s, card):
        s.phase = PLACING
        to_move(s, p)
    else:
        note(s, UNPLAYABLE, p, card)
        s.out, s.drawn = s.drawn, 0
        score_round(s)


def open_columns(s, card):
    """R8: the columns where this rank lies nowhere: not as the target, not on either side."""
    found, targets = 0, s.targets
    for column in range(COLUMNS):
        if not has(targets & -targets | s.top[column] | s.bottom[column], card):
            found |= bit(column + 1)
        targets &= targets - 1  # on to the next target
    return found


def legal(s, p, moves):
    fitting = open_columns(s, lowest(s.drawn))
    for column in range(1, COLUMNS + 1):
        if has(fitting, column):
            may(moves, PLACE + column)  # R9


def apply(s, p, a):
    column = a - PLACE
    note(s, PLACED, p, column, lowest(s.drawn))
    if p == 0:
        s.top[column - 1] |= s.drawn
    else:
        s.bottom[column - 1] |= s.drawn
    s.drawn = 0
    draw_card(s, left_of(s, p))  # R10


def score_round(s):
    """R13-R15: the heavier side takes the target; equals take half each, the odd point is lost."""
    s.points[0] = s.points[1] = 0
    for column in range(1, COLUMNS + 1):
        prize = target(s, column)
        top, bottom = weight(s.top[column - 1]), weight(s.bottom[column - 1])
        if top == bottom:
            prize //= 2
        if top >= bottom:
            s.points[0] += prize
        if bottom >= top:
            s.points[1] += prize
        note(s, SCORED, column, top, bottom, prize)
        note(s, COLUMN_WON, (top >= bottom) * bit(0) | (bottom >= top) * bit(1), column, abs(top - bottom), prize)
    for p in range(2):
        s.total[p] += s.points[p]
        note(s, TOTALLED, p, s.points[p], s.total[p])
    end_deal(s)


def weight(side):
    """The sum of the ranks on one side of a column."""
    n = 0
    while side:
        n += first_of(side)
        side &= side - 1
    return n


def between(s):
    """R17: fewer points start; after an even round the one who did not start it."""
    if s.points[0] == s.points[1]:
        s.starter = left_of(s, s.starter)
    else:
        s.starter = 0 if s.points[0] < s.points[1] else 1


def match_over(s):
    return reached(s, s.target_score) and (s.match_tie != EXTRA_ROUND or leads_alone(s))  # R16


def score(s, p):
    return s.total[p]


def why_not(s, p, a):
    return RANK_LIES_THERE if 1 <= a - PLACE <= COLUMNS else NO_SUCH_COLUMN


def time_out(s, p):
    """The rulebook names no default: the first open column."""
    return PLACE + first_of(open_columns(s, lowest(s.drawn)))


def arrange(s):
    """R7: a position that says whose turn it is but not which card was drawn: it is drawn now."""
    if s.turn >= 0 and not s.drawn:
        draw_card(s, s.turn)
        carry_on(s)


RULES = Rulebook(
    "five_cards", 1, __name__, FiveCards, ACTIONS, EVENTS, PHASES,
    options=(number_option("target_score", 1, 1000, 100), choice("match_tie", "shared extra_round")),
    goals=("target_score",),
    family="bidding",
    moves={"draw": Move("deck", "drawn")},
    clears={"draw": ("drawn",)},
    positions=POSITIONS,
    minutes=(10, 15),
    refusals=REFUSALS,
)  # fmt: skip
