"""Ambush: a 52-card deck, a hidden hand and a card chosen in secret.

Everybody has six cards and chooses one of them face down. They are turned up together: the highest takes as many points
as cards were played; if two are equally high, nobody does. One fresh card each after the first trick.
"""

from pioche.kit import (
    PACK, SEATS, Actions, Events, Phases, Position, Rulebook, all_choose, below, bit, cards, end_deal, everybody, may,
    nobody, note, number, number_option, owner, tell, top,
)

HAND = 6

ACTIONS = Actions("lay:card")
(LAY,) = ACTIONS
EVENTS = Events("you_got card", "laid seat", "shown seat card", "won seat count", "nobody_won")
YOU_GOT, LAID, SHOWN, WON, NOBODY_WON = EVENTS
PHASES = Phases("choose")
(CHOOSE,) = PHASES


class Ambush(Position, seats=(2, 5), usual=3):
    stock = cards(PACK, seen_by=nobody, size="left", face_down=True)
    left = number()
    hand = cards(SEATS, HAND, seen_by=owner)
    hidden = cards(SEATS, 1, seen_by=owner, chosen_from="hand")
    shown = cards(PACK)  # everything that has been played, face up
    played = number()
    points = number(SEATS)


def deal(s):
    s.played, s.left = 0, PACK
    for i in range(PACK):
        s.shown[i] = -1
        s.stock[i] = i
    for i in range(PACK - 1, 0, -1):
        j = below(s, i + 1)
        s.stock[i], s.stock[j] = s.stock[j], s.stock[i]
    for p in range(s.seats):
        s.hidden[p][0] = -1
        for i in range(HAND):
            take(s, p, i)
    s.phase = CHOOSE
    all_choose(s, everybody(s))


def take(s, p, i):
    s.left -= 1
    at = top(s, s.stock, s.left)
    s.hand[p][i] = s.stock[at]
    s.stock[at] = s.stock[s.left]
    s.stock[s.left] = -1
    tell(s, p, YOU_GOT, s.hand[p][i])


def height(card):
    """Ace 1 to king 13."""
    return card % 13 + 1


def legal(s, p, moves):
    for i in range(HAND):
        if s.hand[p][i] >= 0:
            may(moves, LAY + s.hand[p][i])


def apply(s, p, a):
    i = 0
    while s.hand[p][i] != a - LAY:
        i += 1
    while i < HAND - 1:  # the hand stays close together
        s.hand[p][i] = s.hand[p][i + 1]
        i += 1
    s.hand[p][HAND - 1] = -1
    s.hidden[p][0] = a - LAY
    s.waiting ^= bit(p)
    note(s, LAID, p)
    if s.waiting == 0:
        turn_up(s)


def turn_up(s):
    best, winner = 0, -1
    for p in range(s.seats):
        card = s.hidden[p][0]
        s.hidden[p][0] = -1
        s.shown[s.played] = card
        s.played += 1
        note(s, SHOWN, p, card)
        if height(card) > best:
            best, winner = height(card), p
        elif height(card) == best:
            winner = -1
    if winner >= 0:
        s.points[winner] += s.seats
        note(s, WON, winner, s.seats)
    else:
        note(s, NOBODY_WON)
    if s.hand[0][0] < 0:
        end_deal(s)
        return
    if s.played == s.seats:
        for p in range(s.seats):
            take(s, p, HAND - 1)
    all_choose(s, everybody(s))


def time_out(s, p):
    return LAY + s.hand[p][0]


def score(s, p):
    return s.points[p]


RULES = Rulebook(
    "ambush", 1, __name__, Ambush, ACTIONS, EVENTS, PHASES,
    options=(number_option("deals", 1, 9, 2),), family="bidding", minutes=(3, 5), deck="cards",
    judgement="tests.guests.ambush_judgement",
    text={
        "en": {"title": "Ambush", "events": {"won": "{seat} takes {count}."}},
        "fr": {"title": "Embuscade", "events": {"won": "{seat} prend {count}."}},
    },
)  # fmt: skip
