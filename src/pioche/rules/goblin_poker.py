"""Goblin Poker: everybody throws a card on the heap, the heap is dealt back, a pair throws you out.

Rule numbers are those of docs/games/goblin_poker.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.kit import (
    SEATS, Actions, Events, Fact, Move, PairsDeck, Phases, Purses, Rounds, Rulebook, all_choose, alone, bit, break_tie,
    choice, choose_first_card, deal_hands_of, draw_from, empty_into, end_deal, everybody, first_of, gather, has,
    lowest_card, lowest_held, lowest_in_play, may, may_each_rank, next_of, nobody, note, number, number_option, owner, pay,
    pay_and_leave, rank_set, ranks, seat_set, size, split_pot, tell, to_move,
)
from pioche.rules.positions.goblin_poker import POSITIONS

POT_PLUS_LOW, LOW = range(2)  # pass_cost
HAND = 6

ACTIONS = Actions("choose:rank", "play:rank", "pass")
CHOOSE, PLAY, PASS = ACTIONS

EVENTS = Events(
    "ante seat amount", "hand rank", "chosen seat", "reveal seat rank", "lowest seat",
    "round number first=seat", "thrown seat", "your_throw rank", "pass seat pot low paid",
    "deal_out seat rank", "pair seat rank paid", "out seat", "pot winners=seats share carry",
)  # fmt: skip
(ANTED, DEALT_TO_YOU, CHOSEN, REVEALED, LOWEST, ROUND, THROWN, YOU_THREW, PASSED, DEALT_OUT, PAIRED, OUT,
 POT_WON) = EVENTS  # fmt: skip

PHASES = Phases("choose", "throw")
CHOOSING, THROWING = PHASES

REFUSALS = (("choose_first", "R3"), ("already_chosen", "R3"), ("not_in_hand", "R6"))
CHOOSE_FIRST, ALREADY_CHOSEN, NOT_IN_HAND = range(len(REFUSALS))


class GoblinPoker(PairsDeck, Purses, seats=(3, 8), usual=5):
    discard = ranks(seen_by=nobody)  # hands go there unseen
    hand = ranks(SEATS, seen_by=owner)
    pile = rank_set(SEATS)  # face up; a pair never stays in a pile
    choice = rank_set(SEATS, seen_by=owner, chosen_from="hand")  # the first card, before the reveal
    heap = ranks(seen_by=nobody)
    thrown = number(SEATS, seen_by=owner, least=0, most=10)  # the own card in the heap, until the heap is shuffled
    playing = seat_set(still_in=True, shown=False)  # who is still in
    to_act = seat_set()  # who has not yet thrown or passed in this round
    round = number()


def deal(s):
    s.playing = everybody(s)
    s.round = s.to_act = 0
    for p in range(s.seats):
        pay(s, p, s.ante)  # R1
        note(s, ANTED, p, s.ante)
        s.pile[p] = s.thrown[p] = 0
        empty_into(s.hand[p], s.discard)
    empty_into(s.heap, s.discard)
    gather(s)  # C8 all 55 cards, whatever the last deal left
    deal_hands_of(s, HAND, DEALT_TO_YOU)  # R2
    s.phase = CHOOSING  # R3 all at once, in secret
    all_choose(s, s.playing)


def lowest_pile(s):
    """R4: of two piles the lower one holds the lowest rank that only one of them has. Compared card by card
    that rank is the first difference, against a higher card or against no card at all."""
    low, tied = 0, 0
    for p in range(s.seats):
        if has(s.playing, p):
            differing = s.pile[p] ^ low
            if differing == 0:
                tied |= bit(p)
            elif has(s.pile[p], first_of(differing)):
                low, tied = s.pile[p], bit(p)
    p = break_tie(s, tied)  # C5
    note(s, LOWEST, p)
    return p


def new_round(s):
    """R5: the lowest pile acts first, then everybody else once, clockwise."""
    s.round += 1
    s.phase = THROWING
    s.to_act = s.playing
    first = lowest_pile(s)
    note(s, ROUND, s.round, first)
    to_move(s, first)


def legal(s, p, moves):
    if s.phase == CHOOSING:
        may_each_rank(moves, CHOOSE, s.hand[p])  # R3
    else:
        may_each_rank(moves, PLAY, s.hand[p])  # R6
        may(moves, PASS)


def apply(s, p, a):
    if s.phase == CHOOSING:
        if choose_first_card(s, p, a - CHOOSE, CHOSEN, REVEALED):  # R3
            new_round(s)
        return
    if a == PASS:
        buy_out(s, p)
    else:
        throw_on_heap(s, p, a - PLAY)
    s.to_act ^= bit(p)
    if alone(s.playing):  # R10 even without having acted
        pay_out(s)
    elif s.to_act:
        to_move(s, next_of(s, p, s.to_act))
    else:
        deal_out(s)


def throw_on_heap(s, p, rank):
    """R7: everybody sees that a card was thrown, only the thrower knows which."""
    s.hand[p][rank] -= 1
    s.heap[rank] += 1
    s.thrown[p] = rank
    note(s, THROWN, p)
    tell(s, p, YOU_THREW, rank)


def buy_out(s, p):
    """R8: the whole pot of this moment once more, and the lowest rank in play."""
    low = lowest_in_play(s, s.playing)
    price = low + s.pot if s.pass_cost == POT_PLUS_LOW else low
    note(s, PASSED, p, s.pot, low, price)
    pay_and_leave(s, p, price, OUT)  # R9


def deal_out(s):
    """R11: one card of the shuffled heap for everybody in, the lowest pile first."""
    for p in range(s.seats):
        s.thrown[p] = 0  # shuffled: its owner no longer knows where the card is
    p = lowest_pile(s)
    due = s.playing
    while due:
        card = draw_from(s, s.heap, size(s.heap))
        note(s, DEALT_OUT, p, card)
        due ^= bit(p)
        if not has(s.pile[p], card):
            s.pile[p] |= bit(card)
        else:  # R12 a pair costs its rank
            note(s, PAIRED, p, card, card)
            s.discard[card] += 1
            pay_and_leave(s, p, card, OUT)
            if alone(s.playing):  # R13 what is left of the heap stays unseen
                due = 0
        if due:
            p = next_of(s, p, due)
    if alone(s.playing) or size(s.hand[first_of(s.playing)]) == 0:
        pay_out(s)
    else:
        new_round(s)  # R14


def pay_out(s):
    """R15, R16: the last one takes everything; survivors of the last round share."""
    share = split_pot(s, s.playing)
    note(s, POT_WON, s.playing, share, s.pot)
    end_deal(s)


def why_not(s, p, a):
    if s.phase == CHOOSING:
        return CHOOSE_FIRST if a >= PLAY else NOT_IN_HAND
    return ALREADY_CHOSEN if a < PLAY else NOT_IN_HAND


def time_out(s, p):
    """The lowest rank, never a pass."""
    return (CHOOSE if s.phase == CHOOSING else PLAY) + lowest_held(s.hand[p])


def arrange(s):
    """R5: who is in and has no card on the heap still has to act."""
    if s.phase == THROWING and s.to_act == 0:
        for p in range(s.seats):
            if has(s.playing, p) and s.thrown[p] == 0:
                s.to_act |= bit(p)


def facts(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """R8: what a pass costs at this moment."""
    low = lowest_card(view, "pile", view["playing"])
    if low:
        pot = view["pot"] if view["options"]["pass_cost"] == "pot_plus_low" else 0
        yield Fact(pot + low[0], do="pass", seat=low[1], rank=low[0])


RULES = Rulebook(
    "goblin_poker", 1, __name__, GoblinPoker, ACTIONS, EVENTS, PHASES,
    options=(
        choice("pass_cost", "pot_plus_low low"),
        number_option("ante", 1, 100, 1),
        number_option("deals", 1, 100, 10),
    ),
    length="deals",
    family="pairs",
    rounds=Rounds("", {"": HAND - 1}),
    moves={
        "reveal": Move("choice.seat", "pile.seat"), "deal_out": Move("heap", "pile.seat"),
        "tie_break": Move("deck", "pile.seat", count="kept"),
    },
    clears={"ante": ("pile",)},
    facts=facts, positions=POSITIONS,
    minutes=(30, 50),
    refusals=REFUSALS,
)  # fmt: skip
