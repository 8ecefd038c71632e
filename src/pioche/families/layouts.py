"""Cards in numbered slots: a face-down layout before every seat, a stock and a discard pile of card ids.

In the subset: it runs in both engines. A layout is kept close together, ascending by slot number; numbers
are never used again, so they may grow far beyond the number of cards. Who sees a card right now stands in
`eyes`, who would know it with a perfect memory in `knows`; both belong to the card and move with it.
"""

from __future__ import annotations

from pioche.kit import (
    PACK, SEATS, SLOTS, Position, below, bit, by_card, cards, flag, inner, knowers, nobody, note, number, on_top,
    slot_numbers, top,
)

PILE = 2 * PACK


class Layouts(Position):
    """A game with layouts also has an option `memory_aid`."""

    layout = cards(SEATS, PILE, seen_by=knowers("eyes", "knows", "memory_aid", open="over"), slots="slot")
    slot = slot_numbers(SEATS, PILE)
    held = inner(SEATS)  # cards in a layout
    last_slot = number(SEATS, least=0, shown=False)  # the highest slot number a layout has had
    drawn = cards(seen_by=knowers("eyes"))
    stock = cards(PILE, seen_by=nobody, size="stock_left", face_down=True)
    stock_left = number(empty=-1)  # -1 in a position that does not say what the stock holds
    shuffled = flag(shown=False)  # nobody can work out the order of the stock
    discard = cards(PILE, seen_by=on_top, size="discarded")
    discarded = number()
    eyes = by_card(PILE)
    knows = by_card(PILE)


def rank_of(card):
    """Ace 1 to king 13, in any pack."""
    return card % 13 + 1


# -- places ------------------------------------------------------------------------------------------


def place_of(p, slot):
    """A seat and a slot in one number, as actions and events write them."""
    return p * SLOTS + slot


def index_of(s, p, slot):
    """Return the index of the card of a slot in p's layout; `held` when the slot is empty."""
    i = 0
    while i < s.held[p] and s.slot[p][i] != slot:
        i += 1
    return i


def holds(s, place):
    return index_of(s, place // SLOTS, place % SLOTS) < s.held[place // SLOTS]


def card_at(s, place):
    return s.layout[place // SLOTS][index_of(s, place // SLOTS, place % SLOTS)]


def put(s, p, slot, card):
    """A card comes to lie in an empty slot."""
    i = s.held[p]
    while i and s.slot[p][i - 1] > slot:
        s.slot[p][i], s.layout[p][i] = s.slot[p][i - 1], s.layout[p][i - 1]
        i -= 1
    s.slot[p][i], s.layout[p][i] = slot, card
    s.held[p] += 1
    s.last_slot[p] = max(s.last_slot[p], slot)


def lift(s, p, slot):
    """The card of a slot leaves it; the slot stays empty."""
    i = index_of(s, p, slot)
    card = s.layout[p][i]
    n = s.held[p] - 1
    while i < n:
        s.slot[p][i], s.layout[p][i] = s.slot[p][i + 1], s.layout[p][i + 1]
        i += 1
    s.slot[p][n], s.layout[p][n] = 0, -1
    s.held[p] = n
    return card


def replace_card(s, p, slot, card):
    """A card takes the place of another one, which is returned."""
    i = index_of(s, p, slot)
    old = s.layout[p][i]
    s.layout[p][i] = card
    return old


def change_places(s, one, other):
    """The cards of two places swap; what anybody knows of them goes along."""
    i, j = index_of(s, one // SLOTS, one % SLOTS), index_of(s, other // SLOTS, other % SLOTS)
    card = s.layout[one // SLOTS][i]
    s.layout[one // SLOTS][i] = s.layout[other // SLOTS][j]
    s.layout[other // SLOTS][j] = card


def with_cards(s):
    """The seats whose layout is not empty."""
    found = 0
    for p in range(s.seats):
        if s.held[p]:
            found |= bit(p)
    return found


# -- menus -------------------------------------------------------------------------------------------


def may_each_slot(s, moves, a, p):
    """Add the action a + slot to the menu for every card of p."""
    n = moves[0] + 1
    for i in range(s.held[p]):
        moves[n + i] = a + s.slot[p][i]
    moves[0] += s.held[p]


def may_each_pair(s, moves, a, p, q):
    """Add an action to the menu for every card of p with every card of q, p the lower seat."""
    n = moves[0] + 1
    for i in range(s.held[p]):
        pair = a + place_of(p, s.slot[p][i]) * 32 * SLOTS + place_of(q, 0)
        for j in range(s.held[q]):
            moves[n + j] = pair + s.slot[q][j]
        n += s.held[q]
    moves[0] = n - 1


# -- piles -------------------------------------------------------------------------------------------


def clear_table(s):
    """No card lies anywhere."""
    for p in range(s.seats):
        for i in range(s.held[p]):
            s.slot[p][i], s.layout[p][i] = 0, -1
        s.held[p] = s.last_slot[p] = 0
    for i in range(s.discarded):
        s.discard[i] = -1
    s.discarded = 0


def new_stock(s, packs):
    """Every card, shuffled."""
    clear_table(s)
    s.stock_left = PACK * packs
    for card in range(s.stock_left):
        s.stock[card] = card
        s.eyes[card] = s.knows[card] = 0
    shuffle(s)


def shuffle(s):
    for i in range(s.stock_left - 1, 0, -1):
        j = below(s, i + 1)
        s.stock[i], s.stock[j] = s.stock[j], s.stock[i]
    s.shuffled = 1


def onto_stock(s, card):
    s.stock[s.stock_left] = card
    s.stock_left += 1


def take_together(s, first):
    """No shuffle: discards from the top, layouts clockwise from a seat, then the stock, make one packet."""
    p = first
    for _ in range(s.seats):
        p = s.seats - 1 if p == 0 else p - 1  # from its bottom up, so from the last seat back
        for i in range(s.held[p] - 1, -1, -1):
            s.knows[s.layout[p][i]] = 0
            onto_stock(s, s.layout[p][i])
    for i in range(s.discarded):
        onto_stock(s, s.discard[i])
    clear_table(s)
    s.shuffled = 0


def onto_pile(s, card):
    """Face up on the discard pile: what was known of its place is past."""
    s.discard[s.discarded] = card
    s.discarded += 1
    s.eyes[card] = s.knows[card] = 0


def top_discard(s):
    return s.discard[s.discarded - 1]


def off_pile(s):
    """The top discard is taken."""
    s.discarded -= 1
    card = s.discard[s.discarded]
    s.discard[s.discarded] = -1
    return card


def a_card_is_left(s):
    """Return whether a card is left in the stock, or under the top discard."""
    return s.stock_left > 0 or s.discarded > 1


def turn_over(s):
    """The discards under the top one become the stock: discarded first, drawn first."""
    s.stock_left = s.discarded - 1
    last = top_discard(s)
    for i in range(s.stock_left):
        s.stock[i] = s.discard[s.stock_left - 1 - i]
        s.discard[s.stock_left - i] = -1
    s.discard[0] = last
    s.discarded = 1
    s.shuffled = 0


def from_stock(s):
    """The top card. Where the order is no secret, chance has no say."""
    n = s.stock_left - 1
    i = top(s, s.stock, n) if s.shuffled else n
    card = s.stock[i]
    s.stock[i], s.stock[n] = s.stock[n], -1
    s.stock_left = n
    return card


def next_card(s, recycled, shuffled):
    """The discards refill the stock at the moment a card is needed, not before; `recycled` is the event."""
    if s.stock_left == 0:
        turn_over(s)
        note(s, recycled, s.stock_left)
        if shuffled:
            shuffle(s)
    return from_stock(s)


def close_eyes(s):
    """Turn face down what was looked at."""
    for card in range(PILE):
        s.eyes[card] = 0


# -- written positions -------------------------------------------------------------------------------


def count_cards(s, fewest, packs):
    """Derive what a written position leaves out: `fewest` slots have been there from the start; the stock, if
    it is not written, holds all other cards."""
    for p in range(s.seats):
        i = 0
        while i < PILE and s.layout[p][i] >= 0:
            i += 1
        s.held[p] = i
        s.last_slot[p] = max(s.last_slot[p], fewest, s.slot[p][i - 1] if i else 0)
    if s.stock_left < 0:
        s.stock_left = 0
        for card in range(PACK * packs):
            if not lies(s, card):
                onto_stock(s, card)
        shuffle(s)
    if s.drawn >= 0:
        s.eyes[s.drawn] = bit(s.turn)


def lies(s, card):
    """Return whether a card lies somewhere outside the stock."""
    for p in range(s.seats):
        for i in range(s.held[p]):
            if s.layout[p][i] == card:
                return True
    for i in range(s.discarded):
        if s.discard[i] == card:
            return True
    return s.drawn == card
