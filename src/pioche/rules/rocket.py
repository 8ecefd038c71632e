"""Rocket: casino Pairs; everybody bets against the dealer alone, who can never stop and fears every 3.

Rule numbers are those of docs/games/rocket.md. With `dealer=house` the last seat is the house's: it holds
the bank's pile and purse, never acts and is never ranked, and "left of the dealer" is seat 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.kit import (
    RANKS, SEATS, Actions, Events, Fact, Move, PairsDeck, Phases, Rulebook, all_choose, below, bit, can_draw, choice, coins,
    draw, end_deal, everybody, has, left_of, lowest, lowest_card, lowest_in_play, may, next_of, note, number_option, owner,
    rank_set, seat, seat_option, seat_set, throw, to_move,
)
from pioche.rules.positions.rocket import POSITIONS

ROTATE, HOUSE = range(2)  # R4
LEFT_OF_DEALER, LOWEST_CARD = range(2)  # R10
UNITS = 10  # R7 a bet is ten units
DEADLY = 3  # R9, R17
PAIR, THREE, FIRST_THREE = range(1, 4)  # why the dealer loses
CALLED_OFF, ALL_DONE, DEALER_LOST = range(1, 4)  # why a round ends
UNRANKED = -(1 << 50)  # R24

ACTIONS = Actions("bet:count", "continue", "pass")
BET, CONTINUE, PASS = ACTIONS

EVENTS = Events(
    "dealer seat", "shuffle count", "bet_placed seat", "bets seat amount", "deal seat rank", "button seat",
    "continue seat rank", "pair seat rank paid", "pass seat low paid", "dealer_draw rank",
    "dealer_loses rank cause", "payment from to amount", "round_end cause",
)  # fmt: skip
(
    DEALS, SHUFFLED, BET_PLACED, BET_SHOWN, DEALT, BUTTON_GIVEN, CONTINUED, PAIRED, PASSED, DEALER_DREW,
    DEALER_LOSES, PAID, ROUND_OVER,
) = EVENTS  # fmt: skip

PHASES = Phases("bet", "turn")
BETTING, TURN = PHASES

REFUSALS = (("bets_are_down", "R6"), ("bet_first", "R6"), ("over_limit", "R6"), ("bet_in_tens", "R6"))
BETS_ARE_DOWN, BET_FIRST, OVER_LIMIT, BET_IN_TENS = range(len(REFUSALS))


class Rocket(PairsDeck, seats=(2, 7), usual=4):
    purse = coins(SEATS)
    pile = rank_set(SEATS)  # face up, the dealer's too; a pair never stays in a pile
    secret_bet = coins(SEATS, seen_by=owner)  # until all bets are in
    bet = coins(SEATS)  # what lies in front of a player
    playing = seat_set(still_in=True, shown=False)  # the players still in; never the dealer
    dealing = seat(still_in=True)
    button = seat()  # R10, R23: lives on from round to round


# -- setup -----------------------------------------------------------------------------------------


def start(s):
    """R4: the house sits last; among friends an option or chance names the first dealer."""
    if s.dealer == HOUSE:
        s.dealing = s.seats - 1
    else:
        s.dealing = s.first_dealer if s.first_dealer >= 0 else below(s, s.seats)
    note(s, DEALS, dealer_told(s))


def between(s):
    """R25: among friends the deal moves to the left."""
    if s.dealer == ROTATE:
        s.dealing = left_of(s, s.dealing)
        note(s, DEALS, s.dealing)


def dealer_told(s):
    """Events name the dealer's seat, or nobody's: the house."""
    return -1 if s.dealer == HOUSE else s.dealing


def deal(s):
    """R2: a shoe that has run low (or was never filled) is shuffled. Then all bet at once, in secret (R6)."""
    if 100 * s.left <= s.reshuffle_percent * 55 * s.decks:
        for rank in range(1, RANKS):  # R1
            s.deck[rank] = rank * s.decks
            s.discard[rank] = 0
        s.left = 55 * s.decks
        note(s, SHUFFLED, s.left)
    s.playing = everybody(s) ^ bit(s.dealing)  # R5
    s.phase = BETTING
    all_choose(s, s.playing)


def legal(s, p, moves):
    if s.phase == BETTING:
        for amount in range(UNITS, s.max_bet + 1, UNITS):
            may(moves, BET + amount)  # R6
        return
    may(moves, CONTINUE)  # R12
    may(moves, PASS)


def apply(s, p, a):
    if s.phase == BETTING:
        place_bet(s, p, a - BET)
    elif a == PASS:
        low = lowest(s.pile[p] | s.pile[s.dealing])  # R13 other players' cards do not count
        leave(s, p, low, PASSED)
        next_turn(s, p)
    elif can_draw(s):
        take_card(s, p)
        next_turn(s, p)
    else:
        end_round(s, CALLED_OFF)  # R3


# -- bets and first cards --------------------------------------------------------------------------


def place_bet(s, p, amount):
    s.secret_bet[p] = amount
    s.waiting ^= bit(p)
    note(s, BET_PLACED, p)
    if s.waiting:
        return
    for q in range(s.seats):
        if has(s.playing, q):  # R6 shown together; R7 out of the purse, in front of the player
            s.bet[q] = s.secret_bet[q]
            s.secret_bet[q] = 0
            s.purse[q] -= s.bet[q]
            note(s, BET_SHOWN, q, s.bet[q])
    first_cards(s)


def first_cards(s):
    """R8: one card each; clockwise from the left of the dealer, the dealer comes last."""
    p = s.dealing
    for _ in range(s.seats):
        p = left_of(s, p)
        card = draw(s)  # no pile lies on the table: there are always enough
        s.pile[p] = bit(card)
        note(s, DEALT, dealer_told(s) if p == s.dealing else p, card)
    if has(s.pile[s.dealing], DEADLY):
        dealer_loses(s, DEADLY, FIRST_THREE)  # R9
        return
    if s.first_player == LOWEST_CARD:
        give_button(s)
    s.phase = TURN
    to_move(s, starter(s))


def give_button(s):
    """R10: to the lowest first card; among equals the first one clockwise after the last holder."""
    low = lowest_in_play(s, s.playing)
    p = left_of(s, s.button if s.button >= 0 else s.dealing)
    while not (has(s.playing, p) and has(s.pile[p], low)):
        p = left_of(s, p)
    s.button = p
    note(s, BUTTON_GIVEN, p)


def starter(s):
    return s.button if s.first_player == LOWEST_CARD else left_of(s, s.dealing)


# -- laps ------------------------------------------------------------------------------------------


def take_card(s, p):
    card = draw(s)
    note(s, CONTINUED, p, card)
    if has(s.pile[p], card):  # R14 a pair costs its rank in units
        s.discard[card] += 1
        leave(s, p, card, PAIRED)
    else:
        s.pile[p] |= bit(card)


def leave(s, p, rank, told):
    """R13-R15: pay that many units out of the bet, take the rest back; the cards go at once."""
    paid = s.bet[p] // UNITS * rank
    note(s, told, p, rank, paid)
    s.purse[s.dealing] += paid
    s.purse[p] += s.bet[p] - paid
    s.bet[p] = 0
    s.playing ^= bit(p)
    throw(s, s.pile[p])
    s.pile[p] = 0


def next_turn(s, p):
    """R11, R12: clockwise to the next one still in; when the lap is round, the dealer."""
    if not s.playing:
        end_round(s, ALL_DONE)  # R16
        return
    p = left_of(s, p)
    while p != starter(s) and not has(s.playing, p):
        p = left_of(s, p)
    if p == starter(s):
        dealers_turn(s, p)
    else:
        to_move(s, p)


def dealers_turn(s, first):
    """R17: the dealer must draw. A pair or any 3 loses; else the next lap."""
    if not can_draw(s):
        end_round(s, CALLED_OFF)  # R3
        return
    card = draw(s)
    note(s, DEALER_DREW, card)
    if has(s.pile[s.dealing], card):
        s.discard[card] += 1
        dealer_loses(s, card, PAIR)
        return
    s.pile[s.dealing] |= bit(card)
    if card == DEADLY:
        dealer_loses(s, DEADLY, THREE)
    else:
        to_move(s, first if has(s.playing, first) else next_of(s, first, s.playing))


def dealer_loses(s, rank, cause):
    """R18: every player still in wins that many of the own units."""
    note(s, DEALER_LOSES, rank, cause)
    for p in range(s.seats):
        if has(s.playing, p):
            won = s.bet[p] // UNITS * rank
            s.purse[s.dealing] -= won
            s.purse[p] += won
            note(s, PAID, dealer_told(s), p, won)
    end_round(s, DEALER_LOST)


def end_round(s, cause):
    """R3, R18: bets still on the table go back; R25: all piles go to the discards."""
    for p in range(s.seats):
        s.purse[p] += s.bet[p]
        s.bet[p] = 0
        throw(s, s.pile[p])
        s.pile[p] = 0
    note(s, ROUND_OVER, cause)
    end_deal(s)


# -- match -----------------------------------------------------------------------------------------


def match_over(s):
    return s.deal >= (s.rounds if s.dealer == HOUSE else s.laps_of_table * s.seats)  # R22


def standing(s, p):
    """R24: by purse; the house is not ranked."""
    return UNRANKED if s.dealer == HOUSE and p == s.dealing else s.purse[p]


def why_not(s, p, a):
    if s.phase == TURN:
        return BETS_ARE_DOWN
    if a >= CONTINUE:
        return BET_FIRST
    return OVER_LIMIT if a - BET > s.max_bet else BET_IN_TENS


def time_out(s, p):
    """The smallest bet; later pass."""
    return BET + UNITS if s.phase == BETTING else PASS


def facts(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """R13: a pass costs the lowest card of the player and the dealer; R17: how likely the next card hurts the dealer;
    R2: when the shoe is shuffled."""
    options, me, dealing = view["options"], view["seat"], view["dealing"]
    low = lowest_card(view, "pile", (me, dealing)) if me in view["playing"] and view["pile"][me] else None
    if low:
        yield Fact(view["bet"][me] // UNITS * low[0], do="pass", seat=low[1], rank=low[0])
    full = 55 * options["decks"]
    yield Fact(options["reshuffle_percent"] * full // 100, "reshuffle", of=full, zone="deck")
    if view["pile"][dealing] and view["deck"]:
        gone = [*memory["discard"], *(rank for pile in view["pile"] for rank in pile)]
        bad = {DEADLY, *view["pile"][dealing]}
        hurting = sum(rank * options["decks"] - gone.count(rank) for rank in bad)
        yield Fact(hurting / view["deck"], "dealer_risk", counted=True)


RULES = Rulebook(
    "rocket", 1, __name__, Rocket, ACTIONS, EVENTS, PHASES,
    options=(
        number_option("decks", 1, 8, 1),
        number_option("reshuffle_percent", 5, 50, 20),
        number_option("max_bet", 10, 4000, 100, step=10),
        choice("dealer", "rotate house"),
        seat_option("first_dealer"),
        choice("first_player", "left_of_dealer lowest_card"),
        number_option("laps_of_table", 1, 20, 2, only={"dealer": "rotate"}),
        number_option("rounds", 1, 200, 20, only={"dealer": "house"}),
    ),
    length="rounds",
    family="pairs",
    moves={
        "bets": Move("purse.seat", "bet.seat", card="", count="amount"), "deal": Move("deck", "pile.seat|dealing"),
        "continue": Move("deck", "pile.seat"), "dealer_draw": Move("deck", "pile.dealing"),
    },
    clears={"round_end": ("pile",)},
    marked={"pile": (DEADLY,)},
    facts=facts, positions=POSITIONS,
    minutes=(5, 15),
    presets={"casino_rocket": {"dealer": "house", "first_player": "lowest_card", "decks": 8}},
    refusals=REFUSALS,
)  # fmt: skip
