"""Kuhn poker as a game of Pioche: three cards, two seats, one bet. Small enough to be solved, and its value is known.

Everybody antes 1. The first seat bets 1 or checks; a bet is called or folded. The higher card wins at a showdown.
The first seat loses 1/18 a deal when both play perfectly.
"""

from pioche.kit import (
    SEATS,
    Actions,
    Events,
    PairsDeck,
    Phases,
    Purses,
    Rulebook,
    coins,
    draw,
    end_deal,
    may,
    note,
    number_option,
    owner,
    ranks,
    tell,
    to_move,
)  # fmt: skip

ACTIONS = Actions("check", "bet")  # after a bet: fold, call
CHECK, BET = ACTIONS
EVENTS = Events("hand rank", "checked seat", "bet seat", "won seat amount")
DEALT, CHECKED, STAKED, WON = EVENTS
PHASES = Phases("first", "second", "answer")
FIRST, SECOND, ANSWER = PHASES


class Kuhn(PairsDeck, Purses, seats=(2, 2), usual=2):
    hand = ranks(SEATS, seen_by=owner)
    paid = coins(SEATS)


def deal(s):
    for rank in range(1, 11):
        s.deck[rank] = 1 if rank <= 3 else 0
        s.discard[rank] = s.hand[0][rank] = s.hand[1][rank] = 0
    s.left, s.burned = 3, 0
    for p in range(2):
        s.paid[p] = 1
        card = draw(s)
        s.hand[p][card] = 1
        tell(s, p, DEALT, card)
    s.phase = FIRST
    to_move(s, 0)


def legal(s, p, moves):
    may(moves, CHECK)
    may(moves, BET)


def apply(s, p, a):
    if a == BET:
        s.paid[p] = 2
        note(s, STAKED, p)
    else:
        note(s, CHECKED, p)
    if s.phase == ANSWER or (s.phase == SECOND and a == CHECK):
        settle_up(s, 1 - p if s.phase == ANSWER and a == CHECK else higher(s))
    elif a == BET:
        s.phase = ANSWER
        to_move(s, 1 - p)
    else:
        s.phase = SECOND
        to_move(s, 1 - p)


def higher(s):
    rank = 3
    while s.hand[0][rank] + s.hand[1][rank] == 0:
        rank -= 1
    return 0 if s.hand[0][rank] else 1


def settle_up(s, winner):
    amount = s.paid[1 - winner]
    s.purse[winner] += amount
    s.purse[1 - winner] -= amount
    note(s, WON, winner, amount)
    end_deal(s)


def time_out(s, p):
    return CHECK


RULES = Rulebook(
    "kuhn", 1, __name__, Kuhn, ACTIONS, EVENTS, PHASES, options=(number_option("deals", 1, 10, 1),), family="pairs",
    minutes=(1, 2), text={"en": {"title": "Kuhn poker"}, "fr": {"title": "Poker de Kuhn"}},
)  # fmt: skip
