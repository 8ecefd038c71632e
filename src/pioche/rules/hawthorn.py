"""Hawthorn: Pairs with a secret hand; rounds alternate deck and hand, the last one in takes the pot.

Rule numbers are those of docs/games/hawthorn.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.kit import (
    SEATS, Actions, Counting, Events, Fact, Move, PairsDeck, Phases, Purses, Rulebook, all_choose, alone, bit, can_draw,
    choose_first_card, deal_hands_of, draw, empty_into, end_deal, everybody, first_of, gather, has, left_of, lowest_card,
    lowest_held, lowest_in_play, lowest_shown, may, may_each_rank, nobody, note, number_option, owner, pay, pay_and_leave,
    rank_set, ranks, seat, seat_set, split_pot, to_move,
)
from pioche.rules.positions.hawthorn import POSITIONS

ACTIONS = Actions("choose:rank", "hit", "play:rank", "pass")
CHOOSE, HIT, PLAY, PASS = ACTIONS

EVENTS = Events(
    "ante seat amount", "hand rank", "chosen seat", "reveal seat rank", "button seat", "round deck=flag",
    "hit seat rank", "play seat rank", "pair seat rank paid", "pass seat paid", "out seat", "pot winner amount",
)
ANTED, DEALT_TO_YOU, CHOSEN, REVEALED, BUTTON, ROUND, DRAWN, PLAYED, PAIRED, PASSED, OUT, POT_WON = EVENTS

PHASES = Phases("choose", "deck_round", "hand_round")
CHOOSING, DECK_ROUND, HAND_ROUND = PHASES

REFUSALS = (
    ("choose_first", "R3"), ("deck_round", "R7"), ("hand_round", "R8"), ("no_card_left", "R7"),
    ("not_in_hand", "R3"), ("not_in_hand", "R8"), ("already_chosen", "R3"),
)  # fmt: skip
(
    CHOOSE_FIRST, DECK_ROUND_NOW, HAND_ROUND_NOW, NO_CARD_LEFT, NOT_IN_HAND_TO_CHOOSE, NOT_IN_HAND_TO_PLAY, ALREADY_CHOSEN,
) = range(len(REFUSALS))  # fmt: skip


class Hawthorn(PairsDeck, Purses, seats=(2, 6), usual=4):
    discard = ranks(seen_by=nobody)  # hands go there unseen
    hand = ranks(SEATS, seen_by=owner)
    pile = rank_set(SEATS)  # face up; a pair never stays in a pile
    choice = rank_set(SEATS, seen_by=owner, chosen_from="hand")  # the first card, before the reveal
    playing = seat_set(still_in=True, shown=False)  # who is still in
    button = seat()


def deal(s):
    s.playing = everybody(s)
    for p in range(s.seats):
        pay(s, p, s.ante)  # R1
        note(s, ANTED, p, s.ante)
        s.pile[p] = 0
        empty_into(s.hand[p], s.discard)
    gather(s)  # C8 all 55 cards, whatever the last deal left
    deal_hands_of(s, 5, DEALT_TO_YOU)  # R2
    s.phase = CHOOSING  # R3 all at once, in secret
    all_choose(s, s.playing)


def legal(s, p, moves):
    if s.phase == CHOOSING:
        may_each_rank(moves, CHOOSE, s.hand[p])  # R3
        return
    if s.phase == HAND_ROUND:
        may_each_rank(moves, PLAY, s.hand[p])  # R8
    elif can_draw(s):
        may(moves, HIT)  # R7
    may(moves, PASS)


def apply(s, p, a):
    if s.phase == CHOOSING:
        choose(s, p, a - CHOOSE)
        return
    if a == PASS:  # R9 the price of passing
        price = lowest_in_play(s, s.playing)
        note(s, PASSED, p, price)
        pay_and_leave(s, p, price, OUT)  # R11
    else:
        card = from_deck(s, p) if a == HIT else from_hand(s, p, a - PLAY)
        if has(s.pile[p], card):  # R10 a pair costs its rank
            note(s, PAIRED, p, card, card)
            s.discard[card] += 1
            pay_and_leave(s, p, card, OUT)
        else:
            s.pile[p] |= bit(card)
    pass_the_turn(s, p)


def choose(s, p, rank):
    if choose_first_card(s, p, rank, CHOSEN, REVEALED):  # R3 turned up together
        s.button = lowest_shown(s, s.playing)  # R4
        note(s, BUTTON, s.button)
        s.phase = DECK_ROUND  # R5
        note(s, ROUND, 1)
        to_move(s, s.button)


def from_deck(s, p):
    card = draw(s)
    note(s, DRAWN, p, card)
    return card


def from_hand(s, p, rank):
    s.hand[p][rank] -= 1
    note(s, PLAYED, p, rank)
    return rank


def pass_the_turn(s, p):
    """R5: to the next one still in; crossing the button changes the kind of round."""
    if alone(s.playing):  # R12, R13
        winner = first_of(s.playing)
        note(s, POT_WON, winner, s.pot)
        split_pot(s, s.playing)
        end_deal(s)
        return
    while True:
        p = left_of(s, p)
        if p == s.button:
            s.phase = HAND_ROUND if s.phase == DECK_ROUND else DECK_ROUND
            note(s, ROUND, s.phase == DECK_ROUND)
        if has(s.playing, p):
            break
    to_move(s, p)


def why_not(s, p, a):
    if s.phase == CHOOSING:
        return NOT_IN_HAND_TO_CHOOSE if a < HIT else CHOOSE_FIRST
    if a < HIT:
        return ALREADY_CHOSEN
    if s.phase == DECK_ROUND:
        return NO_CARD_LEFT if a == HIT else DECK_ROUND_NOW
    return HAND_ROUND_NOW if a == HIT else NOT_IN_HAND_TO_PLAY


def time_out(s, p):
    """Choose the lowest rank; later pass."""
    return CHOOSE + lowest_held(s.hand[p]) if s.phase == CHOOSING else PASS


def facts(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """A pass costs the lowest rank in play."""
    low = lowest_card(view, "pile", view["playing"])
    if low:
        yield Fact(low[0], do="pass", seat=low[1], rank=low[0])


RULES = Rulebook(
    "hawthorn", 1, __name__, Hawthorn, ACTIONS, EVENTS, PHASES,
    options=(number_option("ante", 1, 100, 1), number_option("deals", 1, 100, 10)),
    length="deals",
    family="pairs",
    moves={
        "reveal": Move("choice.seat", "pile.seat"), "hit": Move("deck", "pile.seat"), "play": Move("hand.seat", "pile.seat"),
        "tie_break": Move("deck", "pile.seat", count="kept"),
    },
    clears={"ante": ("pile",)},
    facts=facts, positions=POSITIONS,
    minutes=(20, 40),
    counting=Counting(dealt="hand", turned_up=("reveal", "hit", "play", "tie_break")),
    refusals=REFUSALS,
)
