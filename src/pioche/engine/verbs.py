"""The few verbs all rules share. In the subset: they run in both engines.

Rule functions call the state `s`, a seat `p`, an action `a`. `moves` is the menu being filled:
`moves[0]` counts, the actions follow.
"""

from __future__ import annotations

from pioche.engine.cards import RANKS
from pioche.engine.chance import draw_from
from pioche.engine.position import SEATS, Position, coins, nobody, number, ranks

HOOKS = ("BURN", "cards_to_burn")  # what a game may define itself
MATCH_OVER, TURN_OF, RESHUFFLED, TIE_BREAK = range(4)  # the events every game has
DEAL_OVER = -1  # phase between the end of a deal and what the match makes of it
EVERYONE = -1  # audience of a public event
TALLY = 9  # numbers kept of every kind of event by the twin that counts
SETS_TOLD = (0,)  # which numbers of an event are sets, a bit each; the twin knows the game's
BURN = 0  # cards burned unseen at every shuffle; a game that burns sets its own


class PairsDeck(Position):
    """One Pairs deck as counts by rank. Unseen cards have no order, burned cards included."""

    deck = ranks(seen_by=nobody, size="left")
    left = number()  # cards that can still be drawn: those in `deck` less the burned ones
    burned = number(least=0, shown=False)
    discard = ranks(seen_by=nobody, counted=True)  # it all lay face up before


class Purses(Position):
    purse = coins(SEATS)
    pot = coins()


# -- telling ---------------------------------------------------------------------------------------


def note(s, kind, a=0, b=0, c=0, d=0):
    """Something everybody sees happens."""
    s.log.append((kind, EVERYONE, s.clock, a, b, c, d))


def tell(s, p, kind, a=0, b=0, c=0, d=0):
    """Something only seat p sees happens."""
    s.log.append((kind, p, s.clock, a, b, c, d))


def deal_ended(s):
    """A deal is over and lies on the table for the last time: copy it where the table keeps the ends of deals."""
    if s.last_deal is not None:
        s.last_deal.keep(s)


def silent_note(s, kind, a=0, b=0, c=0, d=0):
    """`note` in the compiled twin: nobody listens there."""


def silent_tell(s, p, kind, a=0, b=0, c=0, d=0):
    """`tell` in the compiled twin."""


def silent_deal_ended(s):
    """`deal_ended` in the compiled twin."""


def tally_note(s, kind, a=0, b=0, c=0, d=0):
    """`note` in the twin that counts: how often, the sum of each number, how many sets held several."""
    place = kind * TALLY
    s.tally[place] += 1
    count_up(s, place + 1, a, has(SETS_TOLD[kind], 0))
    count_up(s, place + 2, b, has(SETS_TOLD[kind], 1))
    count_up(s, place + 3, c, has(SETS_TOLD[kind], 2))
    count_up(s, place + 4, d, has(SETS_TOLD[kind], 3))


def tally_tell(s, p, kind, a=0, b=0, c=0, d=0):
    """`tell` in the twin that counts."""
    tally_note(s, kind, a, b, c, d)


def count_up(s, place, value, is_set):
    if is_set:
        s.tally[place] += how_many(value)
        s.tally[place + 4] += not alone(value)
    else:
        s.tally[place] += value


# -- seats -----------------------------------------------------------------------------------------


def bit(n):
    return 1 << n


def has(those, n):
    """Return whether n is in the set. Sets of seats and of ranks are bits."""
    return (those >> n) & 1


def everybody(s):
    return (1 << s.seats) - 1


def how_many(those):
    """Return the size of a set; one instruction in the compiled engine."""
    return those.bit_count()


def alone(those):
    """Exactly one is in the set."""
    return those != 0 and those & (those - 1) == 0


def first_of(those):
    """The lowest number in a set that is not empty; one instruction in the compiled engine."""
    return (those & -those).bit_length() - 1


def left_of(s, p):
    p += 1
    return 0 if p == s.seats else p


def next_of(s, p, seats):
    """The first seat of the set met clockwise after p (p itself comes last)."""
    p = left_of(s, p)
    while not (seats >> p) & 1:
        p = left_of(s, p)
    return p


def to_move(s, p):
    """Give the turn to p alone."""
    s.turn = p
    s.waiting = 1 << p
    note(s, TURN_OF, p)


def all_choose(s, seats):
    """Let these seats choose in secret, at the same time."""
    s.turn = -1
    s.waiting = seats


def end_deal(s):
    s.phase = DEAL_OVER
    s.turn = -1
    s.waiting = 0


# -- menus -----------------------------------------------------------------------------------------


def may(moves, a):
    n = moves[0] + 1
    moves[n] = a
    moves[0] = n


def may_each_rank(moves, a, zone):
    """Add the action a + rank to the menu for every rank in the zone."""
    n = moves[0]
    for rank in range(1, RANKS):  # each is written down and stays if it counts: the processor has nothing to guess
        moves[n + 1] = a + rank
        n += zone[rank] > 0
    moves[0] = n


def may_each_number(moves, a, least, most):
    """Add the action a + k to the menu for every k from `least` to `most`."""
    n = moves[0] - least + 1
    for k in range(least, most + 1):
        moves[n + k] = a + k
    moves[0] += max(0, most - least + 1)


# -- the Pairs deck --------------------------------------------------------------------------------


def gather(s):
    """All 55 cards are shuffled, rank r exactly r times, and the top ones burned."""
    for rank in range(1, RANKS):
        s.deck[rank] = rank
        s.discard[rank] = 0
    s.burned = cards_to_burn(s)
    s.left = 55 - s.burned


def cards_to_burn(s):
    """Return how many cards are burned at a shuffle; a game in which that depends on an option defines its own."""
    return BURN


def can_draw(s):
    """C4: a card is left somewhere; burned and discarded cards come back when the deck is empty."""
    if s.left or s.burned:
        return True
    for rank in range(1, RANKS):
        if s.discard[rank]:
            return True
    return False


def draw(s):
    """C4: the top card of the deck. Never call it unless `can_draw`."""
    if s.left == 0:
        reshuffle(s)
    card = draw_from(s, s.deck, s.left + s.burned)
    s.left -= 1
    return card


def deal_hands_of(s, n, yours):
    """n cards each, one at a time in seat order; everybody sees their own as it comes."""
    for _ in range(n):
        for p in range(s.seats):
            card = draw(s)
            s.hand[p][card] += 1
            tell(s, p, yours, card)


def reshuffle(s):
    """C4: the discards (and what was burned before) become the deck; some are burned, never the last."""
    n = s.burned
    for rank in range(1, RANKS):
        n += s.discard[rank]
        s.deck[rank] += s.discard[rank]
        s.discard[rank] = 0
    s.burned = min(cards_to_burn(s), n - 1)
    s.left = n - s.burned
    note(s, RESHUFFLED, n, s.burned)


def lowest_shown(s, seats):
    """The seat that shows the lowest card among these; ties are broken by C5."""
    low, tied = RANKS, 0
    for p in range(s.seats):  # choosing values rather than ways: the processor has nothing to guess
        rank = lowest(s.pile[p]) if has(seats, p) else RANKS + 1
        tied = bit(p) if rank < low else tied | bit(p) if rank == low else tied
        low = min(low, rank)
    return break_tie(s, tied)


def break_tie(s, tied):
    """C5: tied seats each show one more card, the lowest new card wins; those tied again repeat."""
    while not alone(tied):
        low, again = RANKS + 1, 0
        for p in range(s.seats):
            if has(tied, p):
                rank = fresh_card(s, p)
                if rank < low:
                    low, again = rank, 0
                if rank == low:
                    again |= bit(p)
        tied = again
        if low == RANKS:  # C5(e) nobody can draw a new rank: the lowest seat
            tied &= -tied
    return first_of(tied)


def fresh_card(s, p):
    """C5(b): draw onto p's pile a rank it does not show, replacing pairs; 11 when there is none (e)."""
    while fresh_rank_left(s, p):
        card = draw(s)
        if not has(s.pile[p], card):
            s.pile[p] |= bit(card)
            note(s, TIE_BREAK, p, card, 1)
            return card
        s.discard[card] += 1
        note(s, TIE_BREAK, p, card, 0)
    return RANKS


def fresh_rank_left(s, p):
    for rank in range(1, RANKS):
        if not has(s.pile[p], rank) and s.deck[rank] + s.discard[rank] > 0:
            return True
    return False


def lowest(pile):
    """The lowest rank of a set; 11 when it is empty."""
    return first_of(pile | bit(RANKS))


def throw(s, pile):
    """A pile goes to the discards."""
    add_each(s.discard, pile)


def add_each(zone, those):
    """Add one card of each of these ranks; a few instructions in the compiled engine."""
    while those:
        zone[first_of(those)] += 1
        those &= those - 1


def lowest_in_play(s, seats):
    """The lowest rank in the piles of these seats."""
    shown = 0
    for p in range(s.seats):
        shown |= s.pile[p] * has(seats, p)
    return lowest(shown)


def size(zone):
    n = 0
    for rank in range(1, RANKS):
        n += zone[rank]
    return n


def empty_into(zone, other):
    """Move every card of a zone to another one."""
    for rank in range(1, RANKS):
        other[rank] += zone[rank]
        zone[rank] = 0


# -- coins -----------------------------------------------------------------------------------------


def pay(s, p, amount):
    """Move coins from p's purse into the pot. Debts are allowed (C6)."""
    s.purse[p] -= amount
    s.pot += amount


def split_pot(s, winners):
    """C7: equal shares for the winners; the odd coins stay in the pot for the next deal."""
    share = s.pot // how_many(winners)
    for p in range(s.seats):
        if has(winners, p):
            s.purse[p] += share
            s.pot -= share
    return share


# -- secret hands ----------------------------------------------------------------------------------


def choose_first_card(s, p, rank, chosen, revealed):
    """Set a card of p's hand apart in secret; the last choice turns them all up, one a pile. Return whether it did.
    `chosen` and `revealed` are the events."""
    s.hand[p][rank] -= 1
    s.choice[p] = bit(rank)
    s.waiting ^= bit(p)
    note(s, chosen, p)
    if s.waiting:
        return False
    for q in range(s.seats):
        s.pile[q] = s.choice[q]
        note(s, revealed, q, first_of(s.choice[q]))
        s.choice[q] = 0
    return True


def pay_and_leave(s, p, price, out):
    """p is out: pay into the pot, and pile and hand go unseen to the discards; `out` is the event."""
    pay(s, p, price)
    s.playing ^= bit(p)
    throw(s, s.pile[p])
    s.pile[p] = 0
    empty_into(s.hand[p], s.discard)
    note(s, out, p)


def lowest_held(zone):
    """The lowest rank of a zone that is not empty."""
    rank = 1
    while zone[rank] == 0:
        rank += 1
    return rank
