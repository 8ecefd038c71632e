"""Blackstone: take at least as many cards as the last one who took, or pay to leave; a second 10 loses.

Rule numbers are those of docs/games/blackstone.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.kit import (
    RANKS, SEATS, TIE_BREAK, Actions, Counting, Events, Fact, Move, PairsDeck, Phases, Purses, Rulebook, alone, bit, coins,
    draw, end_deal, everybody, first_of, gather, has, may, may_each_number, next_of, note, number, number_option, pay,
    ranks, seat_set, size, split_pot, to_move,
)
from pioche.rules.positions.blackstone import POSITIONS

TEN = 10

ACTIONS = Actions("take:count", "pass")
TAKE, PASS = ACTIONS

EVENTS = Events(
    "stake seat amount", "deal seat rank", "surplus_ten_returned seat count", "starter seat",
    "take seat count", "reveal rank", "black seat count", "loser seat white", "pass seat white paid",
    "pot winners=seats share carry",
)  # fmt: skip
STAKED, DEALT, TEN_RETURNED, STARTS, TAKEN, TURNED, BLACK, LOST, PASSED, POT_WON = EVENTS

PHASES = Phases("turn")
(TURN,) = PHASES

REFUSALS = (("too_few", "R8"), ("too_many", "R8"), ("whole_deck", "R8"))
TOO_FEW, TOO_MANY, WHOLE_DECK = range(len(REFUSALS))


class Blackstone(PairsDeck, Purses, seats=(2, 8), usual=4):
    """Black stones of players who passed lie in `discard`; cards called and never turned over are `burned`:
    nobody sees them, so they are only a number and their faces stay among those of the deck."""

    white = ranks()  # white stones in the middle
    black = ranks(SEATS)  # black stones: 10s before their owners
    stakes = coins(SEATS)  # before the players, not in the pot
    playing = seat_set(still_in=True, shown=False)  # who is still in
    minimum = number(least=0, most=55)  # m: how many cards must be taken at least


def deal(s):
    gather(s)
    s.playing = everybody(s)
    for rank in range(1, RANKS):
        s.white[rank] = 0
    for p in range(s.seats):  # R1
        s.black[p][TEN] = 0
        s.purse[p] -= s.stake
        s.stakes[p] = s.stake
        note(s, STAKED, p, s.stake)
    starter = lowest_card_starts(s)
    for p in range(s.seats):  # R4
        surplus = s.black[p][TEN] - 1
        if surplus > 0:
            s.black[p][TEN] = 1
            s.deck[TEN] += surplus
            s.left += surplus
            note(s, TEN_RETURNED, p, surplus)
    note(s, STARTS, starter)
    s.minimum = 1  # R6
    s.phase = TURN
    to_move(s, starter)


def lowest_card_starts(s):
    """R2, R3: one card each; those tied for lowest get another one each, and only the new cards count."""
    tied, event = everybody(s), DEALT
    while True:
        low, lowest_seats = RANKS, 0
        for p in range(s.seats):
            if has(tied, p):
                if s.left == 0:
                    return first_of(tied)  # R3 guard
                card = draw(s)
                note(s, event, p, card, 1)
                put_down(s, p, card)
                others = 0 if card < low else lowest_seats
                lowest_seats = others | bit(p) if card <= low else others
                low = min(low, card)
        if alone(lowest_seats):
            return first_of(lowest_seats)
        tied, event = lowest_seats, TIE_BREAK


def put_down(s, p, card):
    """R5, R9: a 10 stays with the player, every other card goes to the middle."""
    if card == TEN:
        s.black[p][TEN] += 1
    else:
        s.white[card] += 1


def legal(s, p, moves):
    least = min(s.minimum, s.left)  # R8 fewer left than the minimum: the whole deck
    may_each_number(moves, TAKE, max(least, 1), s.left)
    may(moves, PASS)  # R7 always


def apply(s, p, a):
    if a == PASS:
        leave(s, p)
    else:
        take(s, p, a - TAKE)
    if s.phase == TURN:
        to_move(s, next_of(s, p, s.playing))


def take(s, p, k):
    note(s, TAKEN, p, k)
    s.minimum = k  # R8
    for turned in range(1, k + 1):  # R9
        card = draw(s)
        note(s, TURNED, card)
        put_down(s, p, card)
        if card == TEN:
            note(s, BLACK, p, s.black[p][TEN])
        if s.black[p][TEN] == 2:  # R9, R10 the rest stays face down for ever
            s.burned = k - turned
            s.left -= s.burned
            lose(s, p)
            return


def lose(s, p):
    """R13: one coin for every white stone, and the stake."""
    white = size(s.white)
    note(s, LOST, p, white)
    put_into_pot(s, p, white)
    pay_out(s)


def leave(s, p):
    """R11: half the white stones, rounded up, and the stake; the black stone leaves the game."""
    white = size(s.white)
    price = (white + 1) // 2
    note(s, PASSED, p, white, price)
    put_into_pot(s, p, price)
    s.discard[TEN] += s.black[p][TEN]
    s.black[p][TEN] = 0
    if alone(s.playing):  # R12
        pay_out(s)


def put_into_pot(s, p, amount):
    s.playing ^= bit(p)
    pay(s, p, amount)
    s.pot += s.stakes[p]
    s.stakes[p] = 0


def pay_out(s):
    """R13, R14: who is left takes the own stake back and a share of the pot."""
    for p in range(s.seats):
        s.purse[p] += s.stakes[p]
        s.stakes[p] = 0
    share = split_pot(s, s.playing)
    note(s, POT_WON, s.playing, share, s.pot)
    end_deal(s)


def why_not(s, p, a):
    k = a - TAKE
    if s.left < s.minimum:
        return WHOLE_DECK
    return TOO_FEW if k < s.minimum else TOO_MANY


def time_out(s, p):
    return TAKE + min(s.minimum, s.left) if s.minimum <= 3 and s.left else PASS


def arrange(s):
    s.minimum = max(s.minimum, 1)  # R6


def facts(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """What a pass and a second black stone cost, and how many 10s are left: all others lie open or were black stones."""
    white, stake = len(view["white"]), view["options"]["stake"]
    yield Fact((white + 1) // 2, "pass_half", do="pass", of=stake)
    yield Fact(white, "second_black", of=stake)
    yield Fact(TEN - view["discard"] - sum(map(len, view["black"])), "tens_left", of=view["deck"])


RULES = Rulebook(
    "blackstone", 1, __name__, Blackstone, ACTIONS, EVENTS, PHASES,
    options=(number_option("stake", 0, 100, 5), number_option("deals", 1, 100, 10)),
    length="deals",
    family="pairs",
    moves={"reveal": Move("deck", "white", unless=(TEN,))},
    facts=facts, positions=POSITIONS,
    minutes=(20, 30),
    counting=Counting(matter=(10,)),  # all but tens are alike
    refusals=REFUSALS,
)  # fmt: skip
