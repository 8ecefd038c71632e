"""Vatra and Magarac: one card creeps round the table until somebody slams and shouts; the last to do both loses.

Rule numbers V1-V30: docs/games/vatra.md; families/ has race.py (T7-T21), hands.py, punishing.py (V21-V26).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pioche.families.hands import card_of, card_to_part_with, count_hands, most_alike, place_of, pull, put, put_back
from pioche.families.hands import received_last
from pioche.families.punishing import BOTTOM, PUNISH, PUNISHING_EVENTS, Punishing, after_winner, clear_everything, go_on
from pioche.families.punishing import lay_hands_open, name_card, off_pack, onto_pack, shuffle_pack
from pioche.families.race import BY_FALSE_START, BY_STALEMATE, BY_STRAGGLERS, DEAL_ENDED, NONE, PLAY, RACE_OPTIONS, allowed
from pioche.families.race import first_in, may_signal, new_race, open_race, over, resume, safe, settle_up, stamp_now
from pioche.families.race import stop, watch
from pioche.kit import (
    ADMIT, DROP, JOKER, REFUSE, SEATS, Actions, Events, Lives, Phases, Rulebook, bit, choice, flag, has, left_of, may,
    nobody, note, number, number_option, reached, seat_set, switch, tell, word_option,
)
from pioche.rules.positions.vatra import POSITIONS

ACTIONS = Actions("pass:card", "accept", "refuse", "slam", "shout", "name:card.end", signals="slam shout")
PASS, ACCEPT, REFUSE_CARD, SLAM, SHOUT, NAME = ACTIONS

EVENTS = Events(
    *(event.replace("false_start", "false_alarm") for event in PUNISHING_EVENTS), "traveller_shown seat card",
    "hand card", "offered seat", "refused_card seat", "passed seat relayed=flag forced=flag", "received card",
    "slam seat", "shout seat", "lost seat count", "letter seat count=life", "jackass seat",
)  # fmt: skip
TRAVELLER_SHOWN, DEALT, OFFERED, REFUSED, PASSED, RECEIVED, SLAMMED, SHOUTED, LOST, LETTERED, JACKASS = \
    tuple(EVENTS)[len(PUNISHING_EVENTS):]  # fmt: skip

PHASES = Phases("look", "play", "between", "punish")

REFUSALS = (
    ("not_in_hand", "V6"), ("not_that_card", "V9"), ("fire", "V13"), ("not_on_turn", "V6"), ("not_answered", "V9"),
    ("no_offer", "V9"), ("act_made", "V12"), ("not_in_pack", "V24"), ("nothing_to_name", "V24"),
)  # fmt: skip
NOT_IN_HAND, NOT_THAT_CARD, FIRE, NOT_ON_TURN, NOT_ANSWERED, NO_OFFER, ACT_MADE, NOT_IN_PACK, NOTHING_TO_NAME = \
    range(len(REFUSALS))  # fmt: skip

MAGARAC, VATRA = range(2)  # game
SEVEN_OF_DIAMONDS = 32


class Vatra(Punishing, seats=(3, 13), usual=4):
    old_place = number(seen_by=nobody)  # V9 where the offered card was in the hand
    refused = flag(shown=False)  # V9 the card back in its old place may not be passed in this turn
    delivered = number(shown=False)  # V20 in this deal
    slammed = seat_set()
    shouted = seat_set()
    lost = number(SEATS)  # V22 letters, V28 deals lost
    deals_done = number()  # V28 that were not void


# -- setup (V1-V5) -----------------------------------------------------------------------------------


def traveller_card(s):
    return SEVEN_OF_DIAMONDS if s.seats <= 7 else JOKER  # V2


def deal(s):
    clear_everything(s)
    s.slammed = s.shouted = s.refused = s.delivered = 0
    for group in range(s.seats):  # V2
        for suit in range(4):
            onto_pack(s, card_of(group, suit))
    if s.traveller:
        onto_pack(s, traveller_card(s))
    shuffle_pack(s)
    new_race(s, s.seats)  # V5
    p = s.dealer
    while s.pack_left:  # V3
        p = left_of(s, p)
        put(s, p, off_pack(s))
        tell(s, p, DEALT, s.hand[p][s.held[p] - 1])
    for p in range(s.seats):
        if holds_traveller(s, p):
            note(s, TRAVELLER_SHOWN, p, traveller_card(s))  # V4


def holds_traveller(s, p):
    return s.traveller == 1 and (place_of(s, p, traveller_card(s)) < s.held[p] or s.offer[p][0] == traveller_card(s))


def at_go(s):
    s.turn = left_of(s, s.dealer)  # V5


# -- passing (V6-V11) --------------------------------------------------------------------------------


def mover(s):
    """Return who moves a card: the seat on turn, or its left neighbour while a card is on offer; NONE after the fire."""
    if s.race_open:
        return NONE  # V13
    return s.turn if s.offer[s.turn][0] < 0 else left_of(s, s.turn)


def can_move_cards(s, p):
    return s.turn == p if s.phase == PUNISH else mover(s) == p


def legal(s, p, moves):
    if s.phase == PUNISH:
        for card in range(4 * s.seats):  # V24
            may(moves, NAME + 2 * card_of(card // 4, card % 4))
            may(moves, NAME + 2 * card_of(card // 4, card % 4) + BOTTOM)
        return
    if p == mover(s):
        if p != s.turn:  # V9
            may(moves, ACCEPT)
            may(moves, REFUSE_CARD)
        else:  # V6
            for i in range(s.held[p]):
                if i != banned_place(s):
                    may(moves, PASS + s.hand[p][i])
    if may_signal(s, p):  # V12
        if not has(s.slammed, p):
            may(moves, SLAM)
        if not has(s.shouted, p):
            may(moves, SHOUT)


def banned_place(s):
    """V9: where the card just refused lies in the hand on turn."""
    return s.old_place if s.refused else NONE


def apply(s, p, a):
    if a >= NAME:
        name_card(s, p, (a - NAME) // 2, (a - NAME) % 2)
    elif a >= SLAM:
        act(s, p, a)
    else:
        move_card(s, p, a, 0)
    settle_up(s)


def move_card(s, p, a, forced):
    giver = s.turn
    if a == ACCEPT:
        card = s.offer[giver][0]
        s.offer[giver][0] = -1
        deliver(s, giver, card, 1 if s.fresh[giver] and s.old_place == s.held[giver] else 0, forced)
    elif a == REFUSE_CARD:  # V9
        put_back(s, giver, s.old_place, s.offer[giver][0])
        s.offer[giver][0] = -1
        s.refused = 1
        note(s, REFUSED, p)
    elif s.traveller and not s.refused:  # V9
        s.old_place = place_of(s, p, a - PASS)
        s.offer[p][0] = pull(s, p, s.old_place)
        note(s, OFFERED, p)
    else:  # V8
        place = place_of(s, p, a - PASS)
        relayed = received_last(s, p, place)
        deliver(s, p, pull(s, p, place), relayed, forced)
    if s.idle_ms:
        for q in range(s.seats):
            watch(s, q, p == q)


def deliver(s, p, card, relayed, forced):
    """V6: the left neighbour gets the card and the turn."""
    s.fresh[p] -= relayed
    note(s, PASSED, p, relayed * s.show_relay, forced)
    s.turn = left_of(s, p)
    put(s, s.turn, card)
    s.fresh[s.turn] = 1
    tell(s, s.turn, RECEIVED, card)
    s.refused = 0
    s.delivered += 1
    if s.stalemate_rounds and s.delivered >= s.stalemate_rounds * s.seats:
        over(s, 0, BY_STALEMATE)  # V20


def entitled(s, p):
    """V10: four of a kind, the own pending offer included, and no traveller."""
    if holds_traveller(s, p):
        return False
    alike = 0
    for i in range(s.held[p]):
        alike += s.offer[p][0] >= 0 and s.hand[p][i] % 13 == s.offer[p][0] % 13
    return most_alike(s, p) == 4 or alike == 3


# -- fire (V12-V18) ----------------------------------------------------------------------------------


def act(s, p, a):
    """V12-V14: either act opens the race; only both together are safe, at the later of their stamps."""
    if not allowed(s, p, entitled(s, p)):
        return
    stamp = stamp_now(s, p)
    first = not has(s.slammed | s.shouted, p)
    note(s, SLAMMED if a == SLAM else SHOUTED, p)
    if a == SLAM:
        s.slammed |= bit(p)
    else:
        s.shouted |= bit(p)
    if not s.race_open:
        open_race(s, p)  # V13
    if first:
        s.stamp[p] = stamp
    else:
        safe(s, p, max(stamp, s.stamp[p]))


def penalise(s, p):
    """V16, T17 `letter`"""
    take_letter(s, p)
    if s.lost[p] >= s.word:
        s.gone = bit(p)
        over(s, bit(p), BY_FALSE_START)


def take_letter(s, p):
    s.lost[p] += 1
    note(s, LETTERED if s.game == MAGARAC else LOST, p, s.lost[p])
    if s.game == MAGARAC and s.lost[p] >= s.word:
        note(s, JACKASS, p)  # V27


def conclude(s):
    cause, paid = s.verdict, s.gone
    if cause == BY_STRAGGLERS and s.signalled == 0:
        s.losers = 0  # V18 nobody is safe: void
    s.refused, s.winner = 0, NONE  # V17
    if s.opener >= 0 and s.losers:
        s.winner = first_in(s, s.signalled & ~s.losers) if has(s.losers, s.opener) else s.opener
    stop(s)
    lay_hands_open(s)
    p = after_winner(s)
    for _ in range(s.seats):
        if has(s.losers & ~paid, p):
            take_letter(s, p)  # V22
        p = left_of(s, p)
    s.voids = 0 if s.losers else s.voids + 1
    s.deals_done += s.losers != 0
    note(s, DEAL_ENDED, s.winner, s.losers, cause)
    s.to_punish = s.losers if s.game == VATRA else 0
    go_on(s)


# -- the match (V27-V29) -----------------------------------------------------------------------------


def match_over(s):
    if s.voids >= s.max_voids or (s.game == VATRA and s.deals_done >= s.deals):  # V20, V28
        return True
    return s.game == MAGARAC and reached(s, s.word)  # V27


def between(s):
    if s.losers:
        s.dealer = left_of(s, s.dealer)  # V3


def score(s, p):
    return s.lost[p]  # letters, or deals lost


def standing(s, p):
    """V27-V29: a drawn match has no loser."""
    return 0 if s.voids >= s.max_voids else -s.lost[p]


# -- a seat that does nothing, or the wrong thing -------------------------------------------------------


def time_out(s, p):
    """V19, T20: pass, accept, name the ace of spades from the top. Who has no card to move may only act."""
    if s.phase == PUNISH:
        return NAME
    if p == mover(s):
        return PASS + card_to_part_with(s, p, banned_place(s)) if p == s.turn else ACCEPT
    return SHOUT if has(s.slammed, p) else SLAM


def force(s, p):
    if s.phase == PUNISH:
        name_card(s, p, 0, 0)
    else:
        move_card(s, p, time_out(s, p), 1)


def unlisted(s, p, a):
    """T21: what comes too late is dropped. T17 `blocked`: a refusal is told in private."""
    if p < 0 or a < 0 or s.over:
        return REFUSE
    if s.phase != PLAY and (s.phase != PUNISH or a < NAME):
        return DROP
    left = (a == SLAM and not has(s.slammed, p)) or (a == SHOUT and not has(s.shouted, p))
    return ADMIT if left else REFUSE


def why_not(s, p, a):
    if s.phase == PUNISH:
        return NOT_IN_PACK
    if a >= SLAM:
        return NOTHING_TO_NAME if a >= NAME else ACT_MADE
    if s.race_open:
        return FIRE
    if a >= ACCEPT:
        return NO_OFFER
    if p != mover(s):
        return NOT_ANSWERED if p == s.turn else NOT_ON_TURN
    return NOT_THAT_CARD if place_of(s, p, a - PASS) < s.held[p] else NOT_IN_HAND


def arrange(s):
    """A written position need not say who has the turn, nor who is safe."""
    count_hands(s)
    if s.phase == PLAY:
        s.turn = s.turn if s.turn >= 0 else left_of(s, max(s.dealer, 0))
        s.signalled = s.slammed & s.shouted
    if not s.over:
        resume(s)


def check(options: Mapping[str, Any]) -> tuple[str, str] | None:
    if options["false_start"] == "letter" and options["game"] == "vatra":
        return (
            "false_start=letter goes with game=magarac only: Vatra has no letters.",
            "false_start=letter ne va qu’avec game=magarac : la Vatra n’a pas de lettres.",
        )
    return None


ONLY_MAGARAC, ONLY_VATRA = {"game": "magarac"}, {"game": "vatra"}
RULES = Rulebook(
    "vatra", 1, __name__, Vatra, ACTIONS, EVENTS, PHASES,
    options=(
        choice("game", "magarac vatra"), switch("traveller"), word_option("word", "MAGARAC", ONLY_MAGARAC),
        number_option("deals", 1, 100, 10, only=ONLY_VATRA), choice("punish_shuffle", "fair riffle", only=ONLY_VATRA),
        number_option("riffles", 1, 7, 2, only={"punish_shuffle": "riffle"}),
        *RACE_OPTIONS,
    ),
    length="deals", lives=Lives("lost", "word"), family="reaction", minutes=(5, 20), deck="cards", timed=True,
    positions=POSITIONS, answers={"signal_refused": "refused", "false_alarm": "false"},
    presets={
        "magarac": {"game": "magarac"}, "vatra_fire": {"game": "vatra"},
        "travelling_magarac": {"game": "magarac", "traveller": True},
    },
    refusals=REFUSALS,
    check=check,
)  # fmt: skip
