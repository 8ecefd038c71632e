"""What Pig and Spoons share: cards passed to the left at full speed, lives, and a match until two are left.

In the subset: it runs in both engines. Rule numbers are those of docs/games/pig.md; the race itself is in
race.py. A game of this family puts the signal on the menu, says what it looks like (`announce`, `take_back`) and
what else lies on the table (`lay_out`, `tidy`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pioche.kit import (
    ADMIT, DROP, NEXT_DEAL, OFF, PACK, REFUSE, SEATS, Actions, Events, bit, choice, end_deal, has, how_many,
    left_of, may, next_of, note, number, number_option, set_timer, switch, tell,
)
from pioche.families.hands import HAND, Piles, card_of, card_to_part_with, clear_table, count_hands, empty_hand, into_slot
from pioche.families.hands import most_alike, off_slot, off_stock, onto_discard, onto_stock, place_of, pull, put, put_aside
from pioche.families.hands import received_last, shuffle_stock, turn_over_discard
from pioche.families.race import BETWEEN, BY_FALSE_START, BY_RESIGNING, BY_STALEMATE, BY_TALKING, DEAL_ENDED, NONE, PLAY
from pioche.families.race import RACE_EVENTS, RACE_OPTIONS, Racing, first_in, new_race, over, pause, resume, stop, watch

MOVES = ("pass:card", "pick", "draw")  # then comes the signal by its own name, then
LEAVING = ("resign", "say:seat")  # then what else a game may have
PASS, PICK, DRAW, SIGNAL, RESIGN, SAY = Actions(*MOVES, "signal", *LEAVING)
END_OF_SAY = SAY + 32

PASSING_EVENTS = (
    *RACE_EVENTS, "hand card", "passed seat relayed=flag forced=flag", "picked seat forced=flag",
    "drew seat forced=flag", "received card", "recycled count", "showed seat card", "letter seat count=life", "out seat",
    "resigned seat", "talked seat other",
)  # fmt: skip
DEALT, PASSED, PICKED, DREW, RECEIVED, RECYCLED, SHOWED, LETTERED, OUT, RESIGNED, TALKED = \
    tuple(Events(*PASSING_EVENTS))[len(RACE_EVENTS):]  # fmt: skip

REFUSALS = (
    ("not_in_hand", "R10"), ("pass_first", "R11"), ("take_first", "R10"), ("nothing_waiting", "R11"),
    ("dealer_draws", "R11"), ("only_dealer_draws", "R12"), ("no_stock", "R12"), ("nothing_to_draw", "R12"),
)  # fmt: skip
NOT_IN_HAND, PASS_FIRST, TAKE_FIRST, NOTHING_WAITING, DEALER_DRAWS, ONLY_DEALER_DRAWS, NO_STOCK, NOTHING_TO_DRAW = \
    range(len(REFUSALS))  # fmt: skip

SHUFFLE, AS_IT_LIES = range(2)  # recycle
ONE_DUEL, TO_THE_LAST_LIFE, TWO_WINNERS = range(3)  # final
SERIES, ONE_DEAL = range(2)  # match
AUTO, WINNER, ROTATE = range(3)  # next_dealer


class Passing(Piles, Racing):
    passes = number(shown=False)  # R22 made in this deal while the race was closed
    letters = number(SEATS)  # R25 lives lost
    exits = number(shown=False)  # moments at which seats went out
    exit = number(SEATS, shown=False)  # R32 at which of them


# -- what a game of the family says itself -----------------------------------------------------------


def lay_out(s):
    """What else lies on the table while signals are made."""


def tidy(s):
    """What becomes of it when a deal is over, or somebody has left."""


# -- setup (R1-R8; the first dealer, R7, stands in race.py) ------------------------------------------


def groups_for(seats, hand):
    """R4: the rank groups in use without stock."""
    return (hand * seats + 3) // 4 if hand == 5 else seats


def packs_needed(seats, hand, stock):
    """R3: fixed by the number of players at the start."""
    if stock:
        return (hand * seats + 4 + PACK - 1) // PACK
    return (groups_for(seats, hand) + 12) // 13


def deal(s):
    clear_table(s)
    s.passes = 0
    k = how_many(s.live)
    groups = groups_for(k, s.cards)
    if s.stock:  # R5
        groups = 13 * (s.packs if s.packs else packs_needed(s.seats, s.cards, s.stock))
    suits = 3 if s.cards == 3 and not s.stock else 4
    for group in range(groups):  # R4
        for suit in range(suits):
            onto_stock(s, card_of(group, suit))
    shuffle_stock(s)
    new_race(s, groups)  # R8
    p = s.dealer
    for _ in range(s.cards * k):  # R6
        p = next_of(s, p, s.live)
        card = off_stock(s)
        put(s, p, card)
        tell(s, p, DEALT, card)
    while s.draw_left and not s.stock:
        put_aside(s, off_stock(s))
    lay_out(s)


# -- play (R9-R17) -----------------------------------------------------------------------------------


def right_of(s, p):
    """R1: the previous live seat."""
    p = s.seats - 1 if p == 0 else p - 1
    while not has(s.live, p):
        p = s.seats - 1 if p == 0 else p - 1
    return p


def card_move(s, p):
    """R10-R13: what p may do with cards now: PASS, PICK, DRAW or nothing. One card in, one card out."""
    if s.held[p] == s.cards:
        return PASS
    if s.stock and p == s.dealer:
        return DRAW if s.draw_left + s.discarded else NONE
    return PICK if s.slot[right_of(s, p)] else NONE


def can_move_cards(s, p):
    return has(s.live, p) == 1 and card_move(s, p) != NONE


def may_move_card(s, p, moves):
    move = card_move(s, p)
    if move == PASS:
        for i in range(s.held[p]):
            may(moves, PASS + s.hand[p][i])
    elif move != NONE:
        may(moves, move)


def entitled(s, p):
    """R2, R14: a set in the hand, four cards of one rank (three in the game of three cards)."""
    return most_alike(s, p) >= min(s.cards, 4)


def move_or_leave(s, p, a):
    """Carry out every action but the signal."""
    if a < SIGNAL:
        move_card(s, p, a, 0)
    elif a == RESIGN:
        note(s, RESIGNED, p)
        remove(s, p, BY_RESIGNING)
    else:  # R34
        note(s, TALKED, p, a - SAY)
        s.letters[p] = s.lives
        remove(s, p, BY_TALKING)


def move_card(s, p, a, forced):
    if a < PICK:
        place = place_of(s, p, a - PASS)
        relayed = received_last(s, p, place)
        s.fresh[p] -= relayed
        card = pull(s, p, place)
        note(s, PASSED, p, relayed * s.show_relay, forced)
        if s.stock and next_of(s, p, s.live) == s.dealer:  # R10 no slot before the dealer
            onto_discard(s, card)
        else:
            into_slot(s, p, card)
        s.passes += 1 - s.race_open
    elif a == PICK:  # R11
        note(s, PICKED, p, forced)
        receive(s, p, off_slot(s, right_of(s, p)))
    else:  # R12
        if s.draw_left == 0:
            note(s, RECYCLED, s.discarded)
            turn_over_discard(s)
            if s.recycle == SHUFFLE:
                shuffle_stock(s)
        note(s, DREW, p, forced)
        receive(s, p, off_stock(s))
    if s.idle_ms:
        watch(s, p, 1)
        watch(s, next_of(s, p, s.live), 0)
    if not s.race_open and s.stalemate_rounds and s.passes >= s.stalemate_rounds * how_many(s.live):
        over(s, 0, BY_STALEMATE)  # R22


def receive(s, p, card):
    put(s, p, card)
    s.fresh[p] = 1
    tell(s, p, RECEIVED, card)


def time_out(s, p):
    return usual_move(s, p)


def usual_move(s, p):
    """T20: take a card if one may; else pass one. Who can do neither may only signal, or do nothing at all."""
    move = card_move(s, p)
    if move == PASS:
        return PASS + card_to_part_with(s, p, NONE)
    return move if move != NONE else SIGNAL


def force(s, p):
    move_card(s, p, usual_move(s, p), 1)


# -- lives (R18-R27) ---------------------------------------------------------------------------------


def lettered(s, p):
    s.letters[p] += 1
    note(s, LETTERED, p, s.letters[p])


def penalise(s, p):
    """T17 `letter`: the deal goes on unless it was the last life."""
    lettered(s, p)
    if s.letters[p] >= s.lives:
        s.gone = bit(p)
        over(s, bit(p), BY_FALSE_START)


def remove(s, p, cause):
    """R33: p is out at once, and so is the deal."""
    if s.phase == BETWEEN:
        goes_out(s, bit(p))
        tidy(s)
        if match_over(s):
            set_timer(s, NEXT_DEAL, OFF)
            end_deal(s)
    else:
        s.gone = bit(p)
        over(s, 0, cause)


def conclude(s):
    """The deal is over: letters for the losers (R25), the winner's hand is shown (R19, R23), then who is out."""
    s.winner = first_in(s, s.with_set)
    cause, gone = s.verdict, s.gone
    p = s.winner if s.winner >= 0 else s.dealer
    for _ in range(s.seats):
        p = left_of(s, p)
        if has(s.losers & ~s.gone, p):
            lettered(s, p)
            if s.letters[p] >= s.lives or final_duel(s):
                gone |= bit(p)
    stop(s)
    if s.winner >= 0:
        for i in range(s.held[s.winner]):
            s.winning_hand[i] = s.hand[s.winner][i]
            note(s, SHOWED, s.winner, s.winning_hand[i])
        empty_hand(s, s.winner)
    s.voids = s.voids + 1 if cause == BY_STALEMATE else 0
    if gone:
        goes_out(s, gone)
    tidy(s)
    note(s, DEAL_ENDED, s.winner, s.losers, cause)
    pause(s)


def goes_out(s, seats):
    """R26: nothing private is left to them."""
    s.exits += 1
    for p in range(s.seats):
        if has(seats, p):
            s.live ^= bit(p)
            s.exit[p] = s.exits
            note(s, OUT, p)
            for i in range(s.held[p]):
                put_aside(s, s.hand[p][i])
            empty_hand(s, p)


# -- the match (R28-R35) -----------------------------------------------------------------------------


def final_duel(s):
    """R30"""
    return s.stock and s.final == ONE_DUEL and how_many(s.live) == 2


def match_over(s):
    k = how_many(s.live)
    if k < 2 or s.voids >= s.max_voids:  # R35 drawn
        return True
    if s.match == ONE_DEAL and s.voids == 0:  # R31
        return True
    return k == 2 and (s.stock == 0 or s.final == TWO_WINNERS)  # R29, R30


def between(s):
    """R28: the next dealer."""
    if s.winner >= 0:
        to_winner = s.next_dealer == WINNER or (s.next_dealer == AUTO and s.stock)
        s.dealer = s.winner if to_winner else left_of(s, s.dealer)
    if not has(s.live, s.dealer):
        s.dealer = next_of(s, s.dealer, s.live)


def score(s, p):
    """Lives left."""
    return s.lives - s.letters[p]


def standing(s, p):
    """R32: the winners, then live seats that lost a match of one deal, then those who went out, latest first."""
    if not has(s.live, p):
        return s.exit[p]
    return s.exits + (1 if s.match == ONE_DEAL and has(s.losers, p) else 2)


def unlisted(s, p, a):
    """R33, R34: resigning and talking are never on the menu. T21: what comes too late is dropped."""
    if p < 0 or a < 0 or s.over:
        return REFUSE
    if SAY <= a < END_OF_SAY:
        return ADMIT if talks_to_one_out(s, p, a - SAY) else DROP
    if not has(s.live, p):
        return REFUSE
    if a == RESIGN:
        return ADMIT
    if s.phase != PLAY:
        return DROP
    return ADMIT if a == SIGNAL and has(s.unsafe, p) else REFUSE  # T17 `blocked`: answered in private


def talks_to_one_out(s, p, q):
    """R34: and has been shown that it is one."""
    return s.talk_rule and s.shown and q < s.seats and has(s.live, p) and not has(s.live, q)


def must_have_seen(s, a, told):
    """R34: who speaks to a pig must have been shown that it is out."""
    found = 0 if SAY <= a < END_OF_SAY else -1
    for i in range(told if found == 0 else 0):
        if s.log[i][0] == OUT and s.log[i][3] == a - SAY:
            found = i + 1
    return found


def why_not(s, p, a):
    return wrong_move(s, p, a)


def wrong_move(s, p, a):
    full = s.held[p] == s.cards
    if a < PICK:
        return NOT_IN_HAND if full else TAKE_FIRST
    if a == PICK:
        if s.stock and p == s.dealer:
            return DEALER_DRAWS
        return PASS_FIRST if full else NOTHING_WAITING
    if a == DRAW:
        if not s.stock:
            return NO_STOCK
        if p != s.dealer:
            return ONLY_DEALER_DRAWS
        return PASS_FIRST if full else NOTHING_TO_DRAW
    return -1


def arrange(s):
    count_hands(s)
    if not s.over:
        resume(s)
        if s.phase != BETWEEN:
            lay_out(s)


# -- options -----------------------------------------------------------------------------------------

PASSING_OPTIONS = (
    switch("stock"),
    number_option("cards", 3, HAND, 4),
    choice("packs", "auto 1 2 3 4"),
    choice("final", "one_deal lives two_winners"),
    choice("match", "series one_deal"),
    choice("next_dealer", "auto winner rotate"),
    choice("recycle", "shuffle as_is"),
    choice("talk_rule", "off on"),
    *RACE_OPTIONS,
)


def check(options: Mapping[str, Any]) -> tuple[str, str] | None:
    """R3, R29, R30: tables that cannot be."""
    seats, stock = options["seats"], options["stock"]
    if seats == 2 and not stock:
        return (
            "Two players need a stock: without one the last two have already won.",
            "À deux, il faut une pioche : sans elle, les deux derniers ont déjà gagné.",
        )
    if seats == 2 and options["final"] == "two_winners":
        return (
            "final=two_winners takes at least 3 players: two would have won before the first card.",
            "final=two_winners demande au moins 3 joueurs : à deux, tous deux auraient gagné d’avance.",
        )
    need = packs_needed(seats, options["cards"], stock)
    if options["packs"] != "auto" and int(options["packs"]) < need:
        return (
            f"{seats} players with {options['cards']} cards each need at least {need} packs.",
            f"À {seats} joueurs et {options['cards']} cartes chacun, il faut au moins {need} jeux de cartes.",
        )
    return None
