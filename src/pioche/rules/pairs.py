"""Pairs: take cards one at a time and never match one you already show; exactly one player loses.

Rule numbers are those of docs/games/pairs.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pioche.kit import (
    NO_MONEY, RANKS, SEATS, Actions, Events, Fact, Move, PairsDeck, Phases, Purses, Rulebook, bit, by_choice, by_seats,
    can_draw, choice, draw, end_deal, everybody, gather, has, left_of, lowest_card, lowest_in_play, lowest_shown, may, note,
    number, number_option, rank_set, ranks, settle, switch, throw, to_move,
)
from pioche.rules.positions.pairs import POSITIONS

BURN = 5  # R2, C4

ACTIONS = Actions("hit", "fold", "fold:seat", "skip")
HIT, FOLD, FOLD_FROM, SKIP = ACTIONS

EVENTS = Events(
    "game_start losing_score", "burn count", "deal seat rank", "hit seat rank", "pair seat rank",
    "fold seat rank from", "skip seat", "score seat points total", "round_end", "game_end loser",
    "payment from to amount", "carried amount",
)  # fmt: skip
GAME_STARTS, BURNED, DEALT, DRAWN, PAIRED, FOLDED, SKIPPED, SCORED, ROUND_OVER, GAME_OVER, PAID, CARRIED = EVENTS

PHASES = Phases("turn")
TURN, = PHASES

REFUSALS = (
    ("no_card_left", "R6"), ("cards_left", "R14"), ("empty_pile", "R14"),
    ("choose_pile", "R15"), ("not_lowest", "R15"), ("only_continuous", "R15"),
)  # fmt: skip
NO_CARD_LEFT, CARDS_LEFT, EMPTY_PILE, CHOOSE_PILE, NOT_LOWEST, ONLY_CONTINUOUS = range(len(REFUSALS))


class Pairs(PairsDeck, Purses, seats=(2, 8), usual=4):
    pile = rank_set(SEATS)  # face up; a pair never stays in a pile
    kept = ranks(SEATS)  # penalty cards, out of circulation until the game ends
    points = number(SEATS, least=0)  # R10 always the sum of the penalty cards
    lost = number(SEATS)  # games lost in this match
    total = number(SEATS)  # points of all games of this match, the present one included


def deal(s):
    """R2, R24: a game starts with all 55 cards and clean scores."""
    gather(s)
    for p in range(s.seats):
        s.points[p] = s.pile[p] = 0
        for rank in range(1, RANKS):
            s.kept[p][rank] = 0
    note(s, GAME_STARTS, s.losing_score)
    note(s, BURNED, BURN)
    new_round(s)


def new_round(s):
    """R3, R4: one card each (as far as they go, should penalty cards have eaten the deck), the lowest starts."""
    for p in range(s.seats):
        if can_draw(s):
            card = draw(s)
            s.pile[p] = bit(card)
            note(s, DEALT, p, card)
    s.phase = TURN
    to_move(s, lowest_shown(s, everybody(s)))


def legal(s, p, moves):
    empty_handed = s.pile[p] == 0
    if can_draw(s):
        may(moves, HIT)  # R6
    elif empty_handed:
        may(moves, SKIP)  # R14
    if empty_handed:
        return  # R14 without a card one cannot fold
    if not s.continuous:
        may(moves, FOLD)  # R7
        return
    low = lowest_in_play(s, everybody(s))
    for q in range(s.seats):
        if has(s.pile[q], low):
            may(moves, FOLD_FROM + q)  # R15 the folder chooses the pile


def apply(s, p, a):
    if a == HIT:
        card = draw(s)
        note(s, DRAWN, p, card)
        if has(s.pile[p], card):  # R8 a pair costs its rank; one of the two cards is kept
            note(s, PAIRED, p, card)
            keep(s, p, card)
            return
        s.pile[p] |= bit(card)
    elif a == SKIP:
        note(s, SKIPPED, p)
    else:  # R7 fold: take the lowest card in play
        low = lowest_in_play(s, everybody(s))
        owner = a - FOLD_FROM if a >= FOLD_FROM else nearest_with(s, p, low)
        s.pile[owner] ^= bit(low)
        note(s, FOLDED, p, low, owner)
        keep(s, p, low)
        return
    to_move(s, left_of(s, p))


def keep(s, p, card):
    """R8, R10: the card becomes a penalty card of p and its rank is scored."""
    s.kept[p][card] += 1
    s.points[p] += card
    s.total[p] += card
    note(s, SCORED, p, card, s.points[p])
    if s.points[p] >= s.losing_score:  # R11 reached is enough
        end_game(s, p)
        return
    for q in range(s.seats):
        if q == p or not s.continuous:  # R9 every pile goes, the deck lives on; R13 only the scorer's own pile
            throw(s, s.pile[q])
            s.pile[q] = 0
    if every_card_is_kept(s):
        end_game(s, most_points(s, p))
    elif s.continuous:
        to_move(s, left_of(s, p))
    else:
        note(s, ROUND_OVER)
        new_round(s)


def end_game(s, loser):
    s.lost[loser] += 1
    note(s, GAME_OVER, loser)
    settle(s, loser, PAID)  # R17
    if s.pot:
        note(s, CARRIED, s.pot)  # R20, R21 what could not be shared
    end_deal(s)


def every_card_is_kept(s):
    """Many seats with a high losing score can run out of cards; then nothing can happen."""
    if can_draw(s):
        return False
    shown = 0
    for p in range(s.seats):
        shown |= s.pile[p]
    return shown == 0


def most_points(s, scorer):
    """Return the loser of a game that ran out of cards; the last scorer among equals, else the lowest seat."""
    loser = scorer
    for p in range(s.seats):
        if s.points[p] > s.points[loser]:
            loser = p
    return loser


def nearest_with(s, p, rank):
    """R7: the own pile, else the first one clockwise that shows the rank."""
    while not has(s.pile[p], rank):
        p = left_of(s, p)
    return p


def match_over(s):
    return s.deal >= s.games  # R24


def score(s, p):
    return s.purse[p] if s.money != NO_MONEY else s.total[p]


def standing(s, p):
    """R25: purses with money; else fewest lost games, then fewest points, which do not rank a single game."""
    if s.money != NO_MONEY:
        return s.purse[p]
    return -s.lost[p] if s.games == 1 else -(s.lost[p] * 100000 + s.total[p])


def why_not(s, p, a):
    if a == HIT or a == SKIP:
        return NO_CARD_LEFT if a == HIT else CARDS_LEFT
    if s.pile[p] == 0:
        return EMPTY_PILE
    if s.continuous:
        return CHOOSE_PILE if a == FOLD else NOT_LOWEST
    return ONLY_CONTINUOUS


def time_out(s, p):
    """Fold if legal, else hit."""
    if s.pile[p] == 0:
        return HIT if can_draw(s) else SKIP
    if s.continuous:
        return FOLD_FROM + nearest_with(s, p, lowest_in_play(s, everybody(s)))
    return FOLD


def arrange(s):
    """R10: penalty cards that are written make the points."""
    for p in range(s.seats):
        if s.points[p] == 0:
            for rank in range(1, RANKS):
                s.points[p] += rank * s.kept[p][rank]


STAKES = {"none": 1, "seattle": 1, "tacoma": 6, "olympia": 1, "portland": 1}  # R19-R22
LOSING_SCORES = {2: 31, 3: 21, 4: 16, 5: 13, 6: 11, 7: 11, 8: 11}  # R1

def facts(view: Mapping[str, Any], memory: Mapping[str, Any]) -> Iterator[Fact]:
    """R7: a fold costs the lowest card in play. Money: what everybody stakes."""
    low = lowest_card(view, "pile", range(len(view["pile"])))
    if low:
        yield Fact(low[0], do="fold", seat=low[1], rank=low[0])
    if view["options"]["money"] != "none":
        yield Fact(view["options"]["stake"], "stake")


RULES = Rulebook(
    "pairs", 1, __name__, Pairs, ACTIONS, EVENTS, PHASES,
    options=(
        switch("continuous"),
        choice("money", "none seattle tacoma olympia portland"),
        number_option("stake", 1, 1000, by_choice("money", STAKES)),
        number_option("losing_score", 5, 60, by_seats(LOSING_SCORES)),
        number_option("games", 1, 50, 1),
    ),
    length="games",
    goals=("losing_score",),
    family="pairs",
    moves={
        "deal": Move("deck", "pile.seat"), "hit": Move("deck", "pile.seat"),
        "tie_break": Move("deck", "pile.seat", count="kept"),
    },
    facts=facts, positions=POSITIONS,
    minutes=(5, 10),
    presets={
        "continuous_pairs": {"continuous": True},
        "seattle": {"money": "seattle", "games": 10},
        "tacoma": {"money": "tacoma", "games": 10},
        "olympia": {"money": "olympia", "games": 10},
        "portland": {"money": "portland", "games": 10},
    },
    refusals=REFUSALS,
)  # fmt: skip
