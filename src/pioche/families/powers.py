"""Powers of cards: look at one of your own, swap two unseen, spy, or inspect two (agnes.md, 4.5).

In the subset: it runs in both engines. The actions, events and refusals of a game with powers begin with
`POWERS`, `TOLD` and `WRONG`. Rule numbers are those of docs/games/agnes.md.
"""

from __future__ import annotations

from pioche.families.layouts import Layouts, card_at, change_places, close_eyes, holds, may_each_pair, may_each_slot
from pioche.families.layouts import place_of, with_cards
from pioche.kit import PLACES, SLOTS, Actions, Events, bit, has, how_many, note, number, place, seat, tell

POWERS = ("look:slot", "swap:seat.slot/seat.slot", "spy:seat.slot", "inspect:seat.slot/seat.slot", "skip",
          "exchange", "leave")  # fmt: skip
LOOK, SWAP, SPY, INSPECT, SKIP, EXCHANGE, LEAVE = Actions(*POWERS)

TOLD = ("looked seat slot", "swapped seat pos1=place pos2=place", "spied seat owner slot",
        "inspected seat pos1=place pos2=place", "power_skipped seat", "exchanged seat", "left seat",
        "you_saw owner slot card")  # fmt: skip
LOOKED, SWAPPED, SPIED, INSPECTED, SKIPPED, EXCHANGED, LEFT, YOU_SAW = Events(*TOLD)

WRONG = (("empty_slot", "R42"), ("caller_protected", "R52"), ("no_such_player", "R42"), ("same_player", "R40"),
         ("own_card", "R40"), ("other_power", "R40"))  # fmt: skip
EMPTY_SLOT, CALLER_PROTECTED, NO_SUCH_PLAYER, SAME_PLAYER, OWN_CARD, OTHER_POWER = range(len(WRONG))

NINE, TEN, JACK, QUEEN, KING = range(9, 14)


class Powers(Layouts):
    caller = seat()  # R52 whose cards may no longer be touched
    power = number(least=0, most=13)  # R41 rank of the card whose power may still be used
    pair = place(2)  # R45 what the king looks at


def touchable(s):
    """R42, R52: the seats whose cards may be looked at, swapped and slammed."""
    return with_cards(s) & ~bit(s.caller) if s.caller >= 0 else with_cards(s)


def sees(s, p, where):
    """p privately sees a card, and with a perfect memory knows it from then on (R93)."""
    card = card_at(s, where)
    s.knows[card] |= bit(p)
    tell(s, p, YOU_SAW, where // SLOTS, where % SLOTS, card)
    return card


def has_target(s):
    """R41: return whether there is a power to be used, and a card to use it on."""
    if s.power <= TEN:
        return s.power > 0 and has(touchable(s), s.turn)
    return how_many(touchable(s) & ~bit(s.turn)) > 0 if s.power == QUEEN else how_many(touchable(s)) > 1


def may_use(s, p, moves):
    """R40, R42"""
    if s.power <= TEN:
        may_each_slot(s, moves, LOOK, p)
        return
    a = SWAP if s.power == JACK else INSPECT
    for o in range(s.seats):
        if o != s.caller:
            if s.power == QUEEN:
                if o != p:
                    may_each_slot(s, moves, SPY + place_of(o, 0), o)
            else:
                for q in range(o + 1, s.seats):
                    if q != s.caller:
                        may_each_pair(s, moves, a, o, q)


def use_power(s, p, a):
    """R40: use the power; return whether the king still has to decide."""
    if a == SKIP:
        note(s, SKIPPED, p)
    elif a < SWAP:
        note(s, LOOKED, p, a - LOOK)
        sees(s, p, place_of(p, a - LOOK))
    elif a < SPY:
        one, other = (a - SWAP) // PLACES, (a - SWAP) % PLACES
        note(s, SWAPPED, p, one, other)
        change_places(s, one, other)
    elif a < INSPECT:
        note(s, SPIED, p, (a - SPY) // SLOTS, (a - SPY) % SLOTS)
        sees(s, p, a - SPY)
    else:  # R45 both at once
        s.pair[0], s.pair[1] = (a - INSPECT) // PLACES, (a - INSPECT) % PLACES
        note(s, INSPECTED, p, s.pair[0], s.pair[1])
        for i in range(2):
            s.eyes[sees(s, p, s.pair[i])] = bit(p)
        return True
    return False


def exchange_or_leave(s, p, a):
    """R40: the king has seen both."""
    close_eyes(s)
    if a == EXCHANGE:
        change_places(s, s.pair[0], s.pair[1])
        note(s, EXCHANGED, p)
    else:
        note(s, LEFT, p)
    s.pair[0] = s.pair[1] = -1


def fault(s, p, a):
    """R40, R42: what is wrong with a power command; -1 when nothing is."""
    if a == SKIP:
        return -1
    wanted = TEN if a < SWAP else JACK if a < SPY else QUEEN if a < INSPECT else KING
    if a < LOOK or a > SKIP or max(s.power, TEN) != wanted:
        return OTHER_POWER
    if wanted == TEN:
        return -1 if holds(s, place_of(p, a - LOOK)) else EMPTY_SLOT
    if wanted == QUEEN:
        return OWN_CARD if (a - SPY) // SLOTS == p else untouchable(s, a - SPY)
    pair = a - (SWAP if wanted == JACK else INSPECT)
    if pair // PLACES // SLOTS == pair % PLACES // SLOTS:
        return SAME_PLAYER
    return max(untouchable(s, pair // PLACES), untouchable(s, pair % PLACES))


def untouchable(s, where):
    """R42, R52: why the card of a place may not be touched; -1 when it may."""
    if where // SLOTS >= s.seats:
        return NO_SUCH_PLAYER
    return CALLER_PROTECTED if where // SLOTS == s.caller else -1 if holds(s, where) else EMPTY_SLOT
