"""How to play Agnès (docs/games/agnes.md, section 12).

A bot keeps in mind which face it believes each card on the table to have. The belief is tied to the card as a thing
that lies somewhere, so that it travels along when cards are swapped or given, which everybody can see. A level forgets:
what it has seen is gone after a while, or taken for another card of the same player.
"""

from __future__ import annotations

from pioche.kit import PLACES, SLOTS, everybody, has, left_of, roll
from pioche.families.layouts import PILE, a_card_is_left, card_at, holds, place_of, rank_of, top_discard
from pioche.families.powers import EXCHANGE, INSPECT, JACK, LEAVE, LOOK, QUEEN, SKIP, SPY, SWAP, TEN
from pioche.bots.common.reflexes import CARD, FORGETS, NOTES, SPOT_DELAY, THINK_DELAY, delay_of, happens, in_a_new_deal
from pioche.bots.common.reflexes import is_new, let_go, plan
from pioche.rules.agnes import AT_KING, CALL, DISCARD, DRAW, DRAWING, END, ENDING, ENOUGH, GIVE, GIVING, KEEP
from pioche.rules.agnes import KING_OF_HEARTS, PASS, PLACING, POWER, READY, SLAM, SLAMMING, STUCK, TAKE

MOST_SEATS = 8
TURN_NOTICED = NOTES  # in mind: how many turns have been noticed,
HELD = NOTES + 1  # then for every seat the place its slam goes for that is not judged yet, and one;
FACES = HELD + MOST_SEATS  # then for every card the face it is believed to have, and one; nought when it has none
UNSEEN = 6  # what a card nobody has seen counts
LOW = 4  # a discard worth taking
PHASES_A_TURN = 16
SIMPLE, SHREWD = 0, 1


# -- in real time --------------------------------------------------------------------------------------------


def reflex(s, p, by, deed, level, plans, mind, dice, delays, odds):
    """R86: in a window at once pass, or slam after `spot`; every other decision takes `think`."""
    if in_a_new_deal(s, p, plans, mind):
        recall(s, p, mind)
        mind[TURN_NOTICED] = s.turns
        for q in range(s.seats):
            mind[HELD + q] = 0
    see(s, p, by, deed, mind)
    if mind[TURN_NOTICED] != s.turns:
        mind[TURN_NOTICED] = s.turns
        forget(s, p, level, mind, dice, odds)
    if not has(s.waiting, p):
        let_go(p, plans, mind)
    elif is_new(mind, CARD, s.turns * PHASES_A_TURN + s.phase + 1):
        choice = choose(s, p, mind, SIMPLE)
        delay = 0
        if s.phase != SLAMMING:
            delay = delay_of(p, level, THINK_DELAY, dice, delays)
        elif choice != PASS:
            delay = delay_of(p, level, SPOT_DELAY, dice, delays)
        plan(s, p, CARD, delay, choice, plans, dice)


def recall(s, p, mind):
    """R93: everything p has seen, with a perfect memory."""
    for card in range(PILE):
        mind[FACES + card] = card + 1 if has(s.knows[card], p) else 0


def see(s, p, by, deed, mind):
    """Update what p is shown: cards looked at now, cards shown to all, and the discard, which needs no memory."""
    if s.discarded:
        mind[FACES + top_discard(s)] = 0
    if s.drawn >= 0 and has(s.eyes[s.drawn], p):
        mind[FACES + s.drawn] = s.drawn + 1
    if s.phase == AT_KING and s.turn == p:
        see_at(s, s.pair[0], mind)
        see_at(s, s.pair[1], mind)
    if by == p and LOOK <= deed < SWAP:
        see_at(s, place_of(p, deed - LOOK), mind)
    elif by == p and SPY <= deed < INSPECT:
        see_at(s, deed - SPY, mind)
    elif TAKE <= deed < STUCK:
        see_at(s, place_of(by, deed - TAKE), mind)
    elif SLAM <= deed < PASS and has(s.slams, by):
        hold_in_mind(s, by, deed - SLAM, mind)
    elif SLAM <= deed < PASS and holds(s, deed - SLAM) and has(s.knows[card_at(s, deed - SLAM)], p):
        see_at(s, deed - SLAM, mind)  # a wrong one, laid open to all
    see_what_was_judged(s, p, mind)


def hold_in_mind(s, by, place, mind):
    """R82: nobody is shown a slam before it is judged. A card that lies open to all in memory shows nothing new."""
    if s.knows[card_at(s, place)] != everybody(s):
        mind[HELD + by] = place + 1


def see_what_was_judged(s, p, mind):
    """R36: wrong slams that were held back have been laid open by now; those that came too late never are."""
    for q in range(s.seats):
        if mind[HELD + q] and not has(s.slams, q):
            place = mind[HELD + q] - 1
            mind[HELD + q] = 0
            if holds(s, place) and s.knows[card_at(s, place)] == everybody(s):
                see_at(s, place, mind)


def see_at(s, place, mind):
    if holds(s, place):
        card = card_at(s, place)
        mind[FACES + card] = card + 1


def forget(s, p, level, mind, dice, odds):
    """Each remembered card is forgotten with some chance; one in three is taken for another of the same owner."""
    for o in range(s.seats):
        for i in range(s.held[o]):
            card = s.layout[o][i]
            if mind[FACES + card] and happens(p, level, FORGETS, dice, odds):
                if roll(dice[p], 3) == 0 and s.held[o] > 1:
                    j = (i + 1 + roll(dice[p], s.held[o] - 1)) % s.held[o]
                    mind[FACES + s.layout[o][j]] = mind[FACES + card]
                mind[FACES + card] = 0


# -- without a clock -----------------------------------------------------------------------------------------


def novice(s, p, moves, dice):
    """Play with one card in six forgotten for the moment."""
    half_recall(s, p, moves, dice, 6)
    return choose(s, p, moves, SIMPLE)


def regular(s, p, moves, dice):
    half_recall(s, p, moves, dice, 30)
    return choose(s, p, moves, SIMPLE)


def expert(s, p, moves, dice):
    recall(s, p, moves)
    return choose(s, p, moves, SHREWD)


def half_recall(s, p, mind, dice, one_in):
    """Some of what p has seen. The menu, already read, makes room for it."""
    recall(s, p, mind)
    for o in range(s.seats):
        for i in range(s.held[o]):
            card = s.layout[o][i]
            if mind[FACES + card] and roll(dice, one_in) == 0:
                mind[FACES + card] = 0
    if s.drawn >= 0:
        mind[FACES + s.drawn] = s.drawn + 1


# -- judgement -----------------------------------------------------------------------------------------------


def choose(s, p, mind, wit):
    """An action for p, whatever the phase asks for."""
    if s.phase == SLAMMING:
        return slam_or_pass(s, p, mind)
    if s.phase == DRAWING:
        return draw_or_take_one(s, p, mind, wit)
    if s.phase == PLACING:
        i = worst(s, p, mind, wit)
        return KEEP + s.slot[p][i] if s.held[p] and value(s.drawn) < guess(s, p, i, mind, wit) else DISCARD
    if s.phase == GIVING:
        return GIVE + s.slot[p][worst(s, p, mind, wit)]
    if s.phase == POWER:
        return choose_power(s, p, mind, wit)
    if s.phase == AT_KING:
        return exchange_if_lower(s, p)
    if s.phase == ENDING:
        return call_if_sure(s, p, mind)
    return READY


def value(card):
    """R3"""
    return -1 if card % 52 == KING_OF_HEARTS else min(rank_of(card), 10)


def is_known(s, o, i, mind):
    return mind[FACES + s.layout[o][i]] > 0


def guess(s, o, i, mind, wit):
    """Return the value that card i of a layout is believed to have. A good player rather parts with unknown cards."""
    face = mind[FACES + s.layout[o][i]]
    return value(face - 1) if face else UNSEEN + wit


def worst(s, p, mind, wit):
    """Return where p's most expensive card lies."""
    found = 0
    for i in range(1, s.held[p]):
        if guess(s, p, i, mind, wit) > guess(s, p, found, mind, wit):
            found = i
    return found


def unknown_card(s, o, mind):
    """Return where the first unknown card lies; -1 when there is none."""
    for i in range(s.held[o]):
        if not is_known(s, o, i, mind):
            return i
    return -1


def draw_or_take_one(s, p, mind, wit):
    i = worst(s, p, mind, wit)
    can_take = s.discarded > 0 and s.held[p] > 0
    if can_take:
        gift = value(top_discard(s))
        if gift <= LOW + wit and gift < guess(s, p, i, mind, wit):
            return TAKE + s.slot[p][i]
    if a_card_is_left(s):
        return DRAW
    return TAKE + s.slot[p][i] if can_take else STUCK


def slam_or_pass(s, p, mind):
    """An own card first (never the king of hearts), else an opponent's, clockwise."""
    target = rank_of(top_discard(s))
    o = p
    for _ in range(s.seats):
        for i in range(s.held[o] if o != s.caller else 0):
            face = mind[FACES + s.layout[o][i]] - 1
            if face >= 0 and rank_of(face) == target and (o != p or face % 52 != KING_OF_HEARTS):
                return SLAM + place_of(o, s.slot[o][i])
        o = left_of(s, o)
    return PASS


def choose_power(s, p, mind, wit):
    if s.power <= TEN:
        i = unknown_card(s, p, mind)
        return LOOK + s.slot[p][i] if i >= 0 else SKIP
    if s.power == QUEEN:
        o, i = unknown_of_another(s, p, mind)
        return SPY + place_of(o, s.slot[o][i]) if i >= 0 else SKIP
    if s.held[p] == 0:
        return SKIP
    if s.power == JACK:
        return swap_for_lower(s, p, mind, wit)
    i = unknown_card(s, p, mind)
    if i < 0 and wit == SHREWD:
        i = worst(s, p, mind, wit)
    o, j = unknown_of_another(s, p, mind)
    if i < 0 or j < 0:
        return SKIP
    return pair_of(INSPECT, place_of(p, s.slot[p][i]), place_of(o, s.slot[o][j]))


def unknown_of_another(s, p, mind):
    """The next opponent with a card of which p knows nothing: whose, and where."""
    o = left_of(s, p)
    for _ in range(s.seats - 1):
        i = unknown_card(s, o, mind) if o != s.caller else -1
        if i >= 0:
            return o, i
        o = left_of(s, o)
    return p, -1


def swap_for_lower(s, p, mind, wit):
    """The worst own card for the lowest remembered one; the shrewd swap a dear card for one they do not know."""
    i = worst(s, p, mind, wit)
    low, where = guess(s, p, i, mind, wit), -1
    o = left_of(s, p)
    for _ in range(s.seats - 1):
        for j in range(s.held[o] if o != s.caller else 0):
            cost = guess(s, o, j, mind, wit)
            if cost < low and (is_known(s, o, j, mind) or wit == SHREWD):
                low, where = cost, place_of(o, s.slot[o][j])
        o = left_of(s, o)
    return pair_of(SWAP, place_of(p, s.slot[p][i]), where) if where >= 0 else SKIP


def pair_of(a, one, other):
    """R40: a pair is written with the lower seat first."""
    return a + min(one, other) * PLACES + max(one, other)


def exchange_if_lower(s, p):
    """The king has shown both cards: the own one is to be the lower."""
    own, other = s.pair[0], s.pair[1]
    if own // SLOTS != p:
        own, other = other, own
    return EXCHANGE if value(card_at(s, other)) < value(card_at(s, own)) else LEAVE


def call_if_sure(s, p, mind):
    """All own cards known, and few enough points."""
    total = 0
    for i in range(s.held[p]):
        if not is_known(s, p, i, mind):
            return END
        total += value(mind[FACES + s.layout[p][i]] - 1)
    return CALL if total <= ENOUGH else END
