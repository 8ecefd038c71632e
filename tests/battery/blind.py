"""Blind: a small game with card ids in which everything happens face down. Leaks are planted in it.

Two cards before every seat that nobody has looked at, a stock, a discard pile with its top face up. Look at an own
card, swap one with the left neighbour unseen, or draw one and throw one away.
"""

BLIND = """
from pioche.engine.cards import PACK
from pioche.engine.chance import below, top
from pioche.engine.options import number_option
from pioche.engine.position import SEATS, Position, by_card, cards, knowers, nobody, number, on_top
from pioche.engine.rulebook import Rulebook
from pioche.engine.verbs import bit, end_deal, left_of, may, note, tell, to_move
from pioche.engine.words import Actions, Events, Phases

ACTIONS = Actions("look:slot", "swap:slot", "draw:slot")
LOOK, SWAP, DRAW = ACTIONS
EVENTS = Events("looked seat slot", "you_saw card", "swapped seat slot", "thrown seat slot card", "hint number")
LOOKED, YOU_SAW, SWAPPED, THROWN, HINT = EVENTS
PHASES = Phases("turn")
TURN, = PHASES


class Blind(Position, seats=(2, 4), usual=3):
    eyes = by_card(PACK)
    layout = cards(SEATS, 2, seen_by=knowers("eyes"))
    stock = cards(PACK, seen_by=nobody, size="left")
    left = number()
    pile = cards(PACK, seen_by=on_top)
    thrown = number()
    turns = number()


def deal(s):
    s.left, s.thrown, s.turns = PACK, 0, 0
    for i in range(PACK):
        s.stock[i] = i
        s.pile[i] = -1
        s.eyes[i] = 0
    for i in range(PACK - 1, 0, -1):
        j = below(s, i + 1)
        s.stock[i], s.stock[j] = s.stock[j], s.stock[i]
    for i in range(2):
        for p in range(s.seats):
            s.layout[p][i] = from_stock(s)
    s.phase = TURN
    to_move(s, 0)


def from_stock(s):
    s.left -= 1
    i = top(s, s.stock, s.left)
    card = s.stock[i]
    s.stock[i] = s.stock[s.left]
    s.stock[s.left] = -1
    return card


def legal(s, p, moves):
    for i in range(2):
        may(moves, LOOK + i)
        may(moves, SWAP + i)
        may(moves, DRAW + i)


def apply(s, p, a):
    q = left_of(s, p)
    if a < SWAP:
        note(s, LOOKED, p, a - LOOK)
        tell(s, p, YOU_SAW, s.layout[p][a - LOOK])
    elif a < DRAW:
        i = a - SWAP
        s.layout[p][i], s.layout[q][i] = s.layout[q][i], s.layout[p][i]
        note(s, SWAPPED, p, i)
    else:
        i = a - DRAW
        card = s.layout[p][i]
        s.layout[p][i] = from_stock(s)
        s.pile[s.thrown] = card
        s.thrown += 1
        note(s, THROWN, p, i, card)
    s.turns += 1
    if s.turns == 12:
        end_deal(s)
    else:
        to_move(s, q)


def time_out(s, p):
    return LOOK


def score(s, p):
    return 0


RULES = Rulebook(
    "blind", 1, __name__, Blind, ACTIONS, EVENTS, PHASES, options=(number_option("deals", 1, 9, 2),),
    family="memory", minutes=(1, 2), deck="cards", text={"en": {"title": "Blind"}, "fr": {"title": "Aveugle"}},
)
"""

LAYOUT = 'layout = cards(SEATS, 2, seen_by=knowers("eyes"))'
LOOKS = "        note(s, LOOKED, p, a - LOOK)\n"
LEAKS: dict[str, tuple[str, str]] = {
    "layouts that lie open": (LAYOUT, "layout = cards(SEATS, 2)"),
    "a stock that lies open": ('seen_by=nobody, size="left"', 'size="left"'),
    "a swap that names the card": ("note(s, SWAPPED, p, i)", "note(s, SWAPPED, p, s.layout[q][i])"),
    "a look that somebody else is told of": ("tell(s, p, YOU_SAW", "tell(s, q, YOU_SAW"),
    "a menu that depends on a hidden card": ("SWAP + i)", "SWAP + (s.layout[p][i] + i) % 2)"),
    "an extra event for some cards": (LOOKS, LOOKS + "        if s.layout[q][0] % 2:\n            note(s, HINT, 1)\n"),
    "a count that tells of the stock": ("    s.turns += 1\n", "    s.turns += 1\n    note(s, HINT, s.stock[0])\n"),
}
