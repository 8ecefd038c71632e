"""The punishment of Vatra: a card is named, and every card turned before it costs the loser its suit (V21-V26).

In the subset: it runs in both engines. Rule numbers are those of docs/games/vatra.md. The events of a game with
punishments begin with `PUNISHING_EVENTS`; its phases hold `punish` after those of the race.
"""

from __future__ import annotations

from pioche.kit import (
    IDLE, JOKER, OFF, SEATS, Events, below, bit, cards, flag, has, left_of, nobody, note, number, owner, seat,
    seat_set, set_timer,
)
from pioche.families.hands import HAND, Hands, empty_hand, lift_top, put, shuffle
from pioche.families.race import BETWEEN, NONE, RACE_EVENTS, Racing, pause, set_idle, watch

PUNISH = BETWEEN + 1

PUNISHING_EVENTS = (
    *RACE_EVENTS, "showed seat card", "punishment loser punisher shuffler", "named seat card end=top/bottom",
    "punished card stroke=hammer/pat/twist/cross/nothing",
)  # fmt: skip
SHOWED, PUNISHMENT, NAMED, PUNISHED = tuple(Events(*PUNISHING_EVENTS))[len(RACE_EVENTS) :]

RIFFLE = 1  # punish_shuffle
BOTTOM = 1
NOTHING = 4  # what a joker costs; the suits ♠ ♥ ♦ ♣ cost 0 to 3
MOST_CARDS = 53


class Punishing(Hands, Racing):
    offer = cards(SEATS, 1, seen_by=owner)  # V9 a card offered, not yet taken: still its passer's
    open_hand = cards(SEATS, HAND)  # V21
    to_punish = seat_set()  # V23 losers still to be punished
    punisher = seat()
    shuffler = seat()
    pack = cards(MOST_CARDS, seen_by=nobody, size="pack_left", face_down=True)  # V24
    pack_left = number()
    shuffled = flag(shown=False)  # nobody can work out the order of the pack
    turned = cards(MOST_CARDS)
    strokes = number(SEATS, 4)  # V25 hammers, pats, twists and crosses


# -- the pack ----------------------------------------------------------------------------------------


def onto_pack(s, card):
    s.pack[s.pack_left] = card
    s.pack_left += 1


def off_pack(s):
    card = lift_top(s, s.pack, s.pack_left, s.shuffled)
    s.pack_left -= 1
    return card


def shuffle_pack(s):
    shuffle(s, s.pack, s.pack_left)
    s.shuffled = 1


def clear_everything(s):
    """No card lies anywhere."""
    for p in range(s.seats):
        empty_hand(s, p)
        s.offer[p][0] = -1
        for i in range(HAND):
            s.open_hand[p][i] = -1
    for i in range(MOST_CARDS):
        s.pack[i] = s.turned[i] = -1
    s.pack_left = s.to_punish = 0
    s.punisher = s.shuffler = NONE


def lay_hands_open(s):
    """V21: the pending offer with the passer's hand."""
    for p in range(s.seats):
        if s.offer[p][0] >= 0:
            put(s, p, s.offer[p][0])
            s.offer[p][0] = -1
        for i in range(s.held[p]):
            s.open_hand[p][i] = s.hand[p][i]
            note(s, SHOWED, p, s.hand[p][i])
        empty_hand(s, p)


def after_winner(s):
    """V23, V26: clockwise from the winner; without one from the dealer's left."""
    return s.winner if s.winner >= 0 else left_of(s, s.dealer)


# -- punishments -------------------------------------------------------------------------------------


def go_on(s):
    """The next loser is punished, or the next deal comes after the pause (V29)."""
    s.ended_at = s.clock
    if not s.to_punish:
        pause(s)
        return
    p = after_winner(s)
    while not has(s.to_punish, p):
        p = left_of(s, p)
    s.punisher = s.winner if s.winner >= 0 else left_of(s, p)  # V23
    s.shuffler = left_of(s, p)
    while s.shuffler == s.punisher:
        s.shuffler = left_of(s, s.shuffler)
    note(s, PUNISHMENT, p, s.punisher, s.shuffler)
    gather_pack(s)
    s.phase = PUNISH
    s.turn = p
    s.waiting = bit(p)
    if s.idle_ms:
        watch(s, p, 1)
        set_idle(s)


def gather_pack(s):
    """V24, V26: what was turned lies on the rest of the pack; at first all hands do, from the winner's on."""
    n = 0
    while n < MOST_CARDS and s.turned[n] >= 0:
        n += 1
    for i in range(n - 1, -1, -1):
        onto_pack(s, s.turned[i])
        s.turned[i] = -1
    p = after_winner(s)
    for _ in range(s.seats):
        p = s.seats - 1 if p == 0 else p - 1  # from its bottom up, so from the last seat back
        for i in range(HAND - 1, -1, -1):
            if s.open_hand[p][i] >= 0:
                onto_pack(s, s.open_hand[p][i])
                s.open_hand[p][i] = -1
    if s.punish_shuffle == RIFFLE:
        s.shuffled = 0
        for _ in range(s.riffles):
            riffle(s)
    else:
        shuffle_pack(s)


def riffle(s):
    """V26: cut after as many cards as heads, then drop from either packet by its remaining size."""
    n = s.pack_left
    j = n
    for _ in range(n):
        j -= below(s, 2)
    i, cut = 0, j
    for k in range(n):
        if below(s, n - k) < cut - i:
            s.turned[k] = s.pack[i]
            i += 1
        else:
            s.turned[k] = s.pack[j]
            j += 1
    for k in range(n):
        s.pack[k] = s.turned[k]
        s.turned[k] = -1


def name_card(s, p, named, end):
    """V24: every card before the named one costs its suit."""
    note(s, NAMED, p, named, end)
    if end == BOTTOM:
        for i in range(s.pack_left // 2):
            j = s.pack_left - 1 - i
            s.pack[i], s.pack[j] = s.pack[j], s.pack[i]
    n = 0
    s.turned[0] = off_pack(s)
    while s.turned[n] != named:
        card = s.turned[n]
        stroke = NOTHING if card == JOKER else card // 13
        note(s, PUNISHED, card, stroke)
        if stroke != NOTHING:
            s.strokes[p][stroke] += 1  # V25
        n += 1
        s.turned[n] = off_pack(s)
    s.to_punish ^= bit(p)
    s.turn = NONE
    s.waiting = 0
    s.idle_since[p] = OFF
    set_timer(s, IDLE, OFF)
    go_on(s)
