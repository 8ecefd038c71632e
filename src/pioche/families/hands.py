"""Hands of a few cards with identity, and where else such cards lie in Pig, Spoons and Vatra.

In the subset: it runs in both engines. A hand is kept in the order its cards came. Between two neighbours cards wait in
a slot, first in, first out; all slots share one row, so that few of them cost little. Rule numbers are those of
docs/games/pig.md.
"""

from __future__ import annotations

from pioche.kit import JOKER, PACK, SEATS, Position, below, cards, flag, inner, nobody, number, owner, top

HAND = 5  # cards in the largest hand
MOST = 4 * PACK


class Hands(Position):
    hand = cards(SEATS, HAND, seen_by=owner, packed=True)  # in the order the cards came
    held = inner(SEATS)
    fresh = flag(SEATS, seen_by=owner, shown=False)  # the last card of the hand is the one received last in this deal


class Piles(Hands):
    slot = number(SEATS, least=0)  # R9 how many cards wait at each seat's left
    on_the_way = cards(MOST, seen_by=nobody, packed=True)  # those cards, slot by slot from seat 0 on, each slot oldest first
    draw_pile = cards(MOST, seen_by=nobody, size="draw_left", face_down=True)  # R6 the stock
    draw_left = number()
    shuffled = flag(shown=False)  # nobody can work out the order of the stock
    discard = cards(MOST, seen_by=nobody, size="discarded", face_down=True)
    discarded = number()
    aside = cards(MOST, seen_by=nobody, size="set_aside")  # R4, and the cards of seats that went out in this deal
    set_aside = number()
    winning_hand = cards(HAND, packed=True)  # R23 laid open


# -- cards -------------------------------------------------------------------------------------------


def group_of(card):
    """R4: A K Q J 10 ... 2 are 0 to 12."""
    return (13 - card % 13) % 13


def card_of(group, suit):
    """R4: the card of a rank group; the groups of the second pack follow those of the first."""
    return group // 13 * PACK + suit * 13 + (13 - group % 13) % 13


def rank_order(card):
    """T20: A K Q ... 2, then ♠ ♥ ♦ ♣, then pack by pack; a joker comes last."""
    return card if card == JOKER else group_of(card) * 16 + card % PACK // 13 * 4 + card // PACK


def shuffle(s, pile, n):
    """The first n places of a pile in any order, all equally likely."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        pile[i], pile[j] = pile[j], pile[i]


def lift_top(s, pile, n, shuffled):
    """The top card of a pile of n. Where its order is settled, chance has no say."""
    i = top(s, pile, n - 1) if shuffled else n - 1
    card = pile[i]
    pile[i] = pile[n - 1]
    pile[n - 1] = -1
    return card


# -- hands -------------------------------------------------------------------------------------------


def put(s, p, card):
    s.hand[p][s.held[p]] = card
    s.held[p] += 1


def place_of(s, p, card):
    """Return the place of a card in p's hand; `held` when it is not there."""
    i = 0
    while i < s.held[p] and s.hand[p][i] != card:
        i += 1
    return i


def pull(s, p, i):
    """A card leaves its place in p's hand."""
    card = s.hand[p][i]
    s.held[p] -= 1
    while i < s.held[p]:
        s.hand[p][i] = s.hand[p][i + 1]
        i += 1
    s.hand[p][i] = -1
    return card


def put_back(s, p, i, card):
    """A card comes back to the place it had."""
    for j in range(s.held[p], i, -1):
        s.hand[p][j] = s.hand[p][j - 1]
    s.hand[p][i] = card
    s.held[p] += 1


def received_last(s, p, i):
    """Return whether the card at place i is the one p received last in this deal."""
    return 1 if s.fresh[p] and i == s.held[p] - 1 else 0


def most_alike(s, p):
    """Return the largest number of cards of one rank in p's hand (R2: suits and packs do not matter)."""
    counts, most = 0, 0
    for i in range(s.held[p]):
        rank = 4 * (s.hand[p][i] % 13)  # four bits for each
        counts += 1 << rank
        most = max(most, (counts >> rank) & 15)
    return most


def card_to_part_with(s, p, banned):
    """T20: the one received last, else the last of the hand from ace to two; never the one in the banned place."""
    if s.fresh[p] and banned != s.held[p] - 1:
        return s.hand[p][s.held[p] - 1]
    found = -1
    for i in range(s.held[p]):
        if i != banned and (found < 0 or rank_order(s.hand[p][i]) > rank_order(found)):
            found = s.hand[p][i]
    return found


def empty_hand(s, p):
    for i in range(HAND):
        s.hand[p][i] = -1
    s.held[p] = s.fresh[p] = 0


def count_hands(s):
    """For a written position."""
    for p in range(s.seats):
        s.held[p] = 0
        while s.held[p] < HAND and s.hand[p][s.held[p]] >= 0:
            s.held[p] += 1


# -- slots and piles ---------------------------------------------------------------------------------


def lying(s, p):
    """Return how many cards lie in the slots of the seats before p."""
    n = 0
    for q in range(p):
        n += s.slot[q]
    return n


def into_slot(s, p, card):
    """R10: to the back of p's slot."""
    back = lying(s, p + 1)
    i = lying(s, s.seats)
    while i > back:
        s.on_the_way[i] = s.on_the_way[i - 1]
        i -= 1
    s.on_the_way[back] = card
    s.slot[p] += 1


def off_slot(s, p):
    """R11: the front, the oldest card of p's slot."""
    i = lying(s, p)
    card = s.on_the_way[i]
    last = lying(s, s.seats) - 1
    while i < last:
        s.on_the_way[i] = s.on_the_way[i + 1]
        i += 1
    s.on_the_way[last] = -1
    s.slot[p] -= 1
    return card


def onto_stock(s, card):
    s.draw_pile[s.draw_left] = card
    s.draw_left += 1


def off_stock(s):
    card = lift_top(s, s.draw_pile, s.draw_left, s.shuffled)
    s.draw_left -= 1
    return card


def onto_discard(s, card):
    s.discard[s.discarded] = card
    s.discarded += 1


def put_aside(s, card):
    s.aside[s.set_aside] = card
    s.set_aside += 1


def turn_over_discard(s):
    """R12: the whole discard becomes the stock, the latest discard on top."""
    for i in range(s.discarded):
        s.draw_pile[i] = s.discard[i]
        s.discard[i] = -1
    s.draw_left = s.discarded
    s.discarded = s.shuffled = 0


def shuffle_stock(s):
    shuffle(s, s.draw_pile, s.draw_left)
    s.shuffled = 1


def clear_table(s):
    """No card lies anywhere."""
    for i in range(lying(s, s.seats)):
        s.on_the_way[i] = -1
    for p in range(s.seats):
        empty_hand(s, p)
        s.slot[p] = 0
    for i in range(s.draw_left):
        s.draw_pile[i] = -1
    for i in range(s.discarded):
        s.discard[i] = -1
    for i in range(s.set_aside):
        s.aside[i] = -1
    for i in range(HAND):
        s.winning_hand[i] = -1
    s.draw_left = s.discarded = s.set_aside = 0
