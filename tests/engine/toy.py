"""Small games for tests of the engine: as many rules as the test needs, and no more."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from pioche import Game

PEEK = '''
"""Everybody holds a card and one may look at the neighbour's; all kinds of fields."""
from pioche.engine.cards import PACK
from pioche.engine.options import choice, number_option, seat_option, switch
from pioche.engine.position import SEATS, by_card, cards, coins, flag, knowers, nobody, number, owner, rank_set, ranks, seat
from pioche.engine.position import seat_set
from pioche.engine.rulebook import Rulebook
from pioche.engine.verbs import PairsDeck, Purses, bit, draw, end_deal, everybody, gather, has, left_of, may, may_each_rank
from pioche.engine.verbs import note, pay, split_pot, tell, to_move
from pioche.engine.words import Actions, Events, Phases

ACTIONS = Actions("show:rank", "pass", "give:seat.rank")
SHOW, PASS, GIVE = ACTIONS
EVENTS = Events("dealt rank", "shown seat rank", "passed seat")
DEALT, SHOWN, PASSED = EVENTS
PHASES = Phases("turn")
TURN, = PHASES

NO_SUCH_CARD = 0


class Peek(PairsDeck, Purses, seats=(2, 4), usual=3):
    hand = ranks(SEATS, seen_by=owner)
    pile = rank_set(SEATS)
    secret = number(SEATS, seen_by=owner)
    marked = flag(SEATS)
    eyes = by_card(PACK)
    table = cards(3, seen_by=knowers("eyes"))
    rest = cards(4, seen_by=nobody)
    best = seat()
    here = seat_set()


def deal(s):
    gather(s)
    s.phase = TURN
    s.here = everybody(s)
    for p in range(s.seats):
        pay(s, p, s.ante)
        for rank in range(1, 11):
            s.hand[p][rank] = 0
        for _ in range(2):
            card = draw(s)
            s.hand[p][card] += 1
            tell(s, p, DEALT, card)
        s.pile[p] = 0
    to_move(s, s.first if s.first >= 0 else 0)


def legal(s, p, moves):
    may_each_rank(moves, SHOW, s.hand[p])
    may(moves, PASS)


def apply(s, p, a):
    if a == PASS:
        note(s, PASSED, p)
        s.here ^= bit(p)
    else:
        s.hand[p][a - SHOW] -= 1
        s.discard[a - SHOW] += 1
        note(s, SHOWN, p, a - SHOW)
    q = left_of(s, p)
    if has(s.here, q) == 0 or s.here == 0:
        s.best = p
        split_pot(s, bit(p))
        end_deal(s)
        return
    to_move(s, q)


def time_out(s, p):
    return PASS


def why_not(s, p, a):
    return NO_SUCH_CARD if a < PASS else -1


def check(options):
    return ("Two seats cannot be slow.", "A deux on ne peut pas aller lentement.") if (
        options["seats"] == 2 and options["speed"] == "slow") else None


RULES = Rulebook(
    __name__, 1, __name__, Peek, ACTIONS, EVENTS, PHASES,
    options=(number_option("ante", 0, 10, 1), number_option("deals", 1, 9, 2), switch("loud"),
             choice("speed", "quick slow"), seat_option("first")),
    family="pairs", minutes=(1, 2), refusals=(("no_such_card", "R1"),), check=check,
    text={
        "en": {"title": "Peek", "refusals": {"no_such_card": "You hold no such card."}, "phases": {"turn": "Turn"}},
        "fr": {"title": "Coup d'oeil", "refusals": {"no_such_card": "Vous n'avez pas cette carte."},
               "phases": {"turn": "Tour"}},
    },
)
'''

TICK = '''
"""A bomb: whoever has the turn when it goes off loses; a deadline closes each deal, an opening timer starts it."""
from pioche.engine.clock import CLOSE, GO, OFF, Clocked, opens, set_timer
from pioche.engine.match import ADMIT, DROP, REFUSE
from pioche.engine.options import number_option
from pioche.engine.position import SEATS, number
from pioche.engine.rulebook import Rulebook
from pioche.engine.verbs import end_deal, left_of, may, note, to_move
from pioche.engine.words import Actions, Events, Phases

ACTIONS = Actions("hand_on", "shout", "whisper")
HAND_ON, SHOUT, WHISPER = ACTIONS
EVENTS = Events("ready", "go seat", "handed seat", "boom seat", "shouted seat shown=flag")
READY, GONE, HANDED, BOOM, SHOUTED = EVENTS
PHASES = Phases("wait", "play")
WAIT, PLAY = PHASES


class Tick(Clocked, seats=(2, 3), usual=2):
    lost = number(SEATS)


def deal(s):
    s.phase = WAIT
    s.turn = -1
    s.waiting = 0
    note(s, READY)
    set_timer(s, GO, s.clock + 100)


def ring(s, kind):
    if kind == GO:
        s.phase = PLAY
        note(s, GONE, 0)
        opens(s)
        set_timer(s, CLOSE, s.clock + 1000)
        to_move(s, 0)
    else:
        s.lost[s.turn] += 1
        note(s, BOOM, s.turn)
        end_deal(s)


def legal(s, p, moves):
    may(moves, HAND_ON)


def unlisted(s, p, a):
    return ADMIT if a == SHOUT else DROP if a == WHISPER else REFUSE


def apply(s, p, a):
    if a == SHOUT:
        note(s, SHOUTED, p, s.shown)
        return
    note(s, HANDED, p)
    to_move(s, left_of(s, p))


def score(s, p):
    return -s.lost[p]


RULES = Rulebook(
    __name__, 1, __name__, Tick, ACTIONS, EVENTS, PHASES, options=(number_option("deals", 1, 9, 2),),
    family="reaction", minutes=(1, 2), timed=True, text={"en": {"title": "Tick"}, "fr": {"title": "Tic"}},
)
'''


def toy(name: str, source: str, **options: Any) -> Game:
    """A game made of a text, with a module of its own."""
    if name not in sys.modules:
        module = ModuleType(name)
        sys.modules[name] = module
        exec(compile(source, name, "exec"), vars(module))
    return Game(sys.modules[name].RULES, options)


def peek(**options: Any) -> Game:
    return toy("toy_peek", PEEK, **options)


def tick(**options: Any) -> Game:
    return toy("toy_tick", TICK, **options)
