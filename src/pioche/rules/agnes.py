"""Agnès: four cards nobody has looked at; swap, spy and slam them away until you dare to call.

Rule numbers are those of docs/games/agnes.md. `layouts.py` moves the cards, `powers.py` holds R40-R45,
`window.py` runs the race (R80-R85).
"""

from __future__ import annotations

from pioche.kit import (
    ADMIT, DROP, OFF, REFUSE, SEATS, SLOTS, TURN_CLOCK, Actions, Events, Phases, Rulebook, all_choose, below, bit,
    choice, end_deal, everybody, has, left_of, may, note, number, number_option, place, reached, seat,
    seat_option, seat_set, set_timer, switch, tell, to_move,
)
from pioche.families.layouts import a_card_is_left, card_at, close_eyes, count_cards, from_stock, lift, may_each_slot
from pioche.families.layouts import new_stock, next_card, off_pile, onto_pile, place_of, put, rank_of, replace_card
from pioche.families.layouts import take_together, top_discard
from pioche.families.powers import EMPTY_SLOT, EXCHANGE, LEAVE, LOOK, NINE, POWERS, SKIP, TOLD, WRONG, Powers
from pioche.families.powers import exchange_or_leave, fault, has_target, may_use, sees, touchable, untouchable, use_power
from pioche.families.window import NO_SLAM, Window, ask, open_window, start_clock, take_part
from pioche.rules.positions.agnes import POSITIONS

ACTIONS = Actions(
    *POWERS, "ready", "draw", "take:slot", "stuck", "keep:slot", "discard", "slam:seat.slot", "pass", "give:slot",
    "end", "call", "penalty:seat", signals="slam",
)  # fmt: skip
READY, DRAW, TAKE, STUCK, KEEP, DISCARD, SLAM, PASS, GIVE, END, CALL, PENALTY = list(ACTIONS)[len(POWERS) :]

EVENTS = Events(
    *TOLD, "round_started seat", "turned_up card", "ready seat", "drew seat", "you_drew card", "took seat slot card",
    "kept seat slot", "discarded seat card from=number window", "slam_right seat owner slot card",
    "slam_wrong seat owner slot card", "too_late", "window_closed", "gave seat from_slot owner slot",
    "penalty seat slot", "penalty_waived seat", "recycled size", "misuse seat", "called seat", "turn_ended seat",
    "card_shown seat slot card", "stock_shown card", "round_ended seat total points",
)  # fmt: skip
(ROUND_STARTED, TURNED_UP, WAS_READY, DREW, YOU_DREW, TOOK, KEPT, DISCARDED, SLAM_RIGHT, SLAM_WRONG, TOO_LATE,
 WINDOW_CLOSED, GAVE, PENALISED, WAIVED, RECYCLED, MISUSED, CALLED, TURN_ENDED, CARD_SHOWN, STOCK_SHOWN,
 ROUND_ENDED) = list(EVENTS)[len(TOLD) :]  # fmt: skip

PHASES = Phases("draw", "place", "slam", "give", "power", "king", "end", "memorise")
DRAWING, PLACING, SLAMMING, GIVING, POWER, AT_KING, ENDING, MEMORISING = PHASES
RACED, PLAYED, TURN_OVER = 8, 9, 10  # between two phases: what comes next is not yet settled

ON, ANY, YES = 0, 0, 0  # the first values of slam, slam_on and shuffle_between
KING_OF_HEARTS, SLOTS_DEALT = 25, 4
ENOUGH = 5  # R61 what a caller may have
SHORT = 10  # R87 seconds to memorise or to give


class Agnes(Powers, Window, seats=(2, 8), usual=4):
    starter = seat()
    turns = number(least=0, shown=False)  # completed in this round
    turns_left = number()  # R53 of the final lap
    slammer = seat()  # R37 who must give
    gap = place()  # and where to
    winners = seat_set()  # of the last round, as its totals
    total = number(SEATS)
    points = number(SEATS)
    rounds_won = number(SEATS)  # R74
    calls = number(SEATS)
    calls_failed = number(SEATS)
    card_sum = number(SEATS)


# -- setup -------------------------------------------------------------------------------------------


def packs(s):
    return s.decks if s.decks else 1 if s.seats <= 6 else 2  # R2


def start(s):
    s.starter = s.first if s.first >= 0 else below(s, s.seats)  # R5


def deal(s):
    if s.deal == 0 or s.shuffle_between == YES:  # R6, R73
        new_stock(s, packs(s))
    else:
        take_together(s, s.starter)
    s.caller = -1
    s.turns = s.turns_left = s.window = 0
    note(s, ROUND_STARTED, s.starter)
    for slot in range(1, SLOTS_DEALT + 1):  # R8
        p = s.starter
        for _ in range(s.seats):
            put(s, p, slot, from_stock(s))
            p = left_of(s, p)
    if s.start_discard:  # R9
        onto_pile(s, from_stock(s))
        note(s, TURNED_UP, top_discard(s))
    if s.peek:
        memorise(s)
    else:
        new_turn(s, s.starter)


def memorise(s):
    """R10: the first slots are seen by their owners until all are ready."""
    for p in range(s.seats):
        for slot in range(1, s.peek + 1):
            s.eyes[sees(s, p, place_of(p, slot))] = bit(p)
    s.phase = MEMORISING
    all_choose(s, everybody(s))
    ask(s, s.waiting, SHORT)


def be_ready(s, p):
    note(s, WAS_READY, p)
    s.waiting ^= bit(p)
    if s.waiting == 0:
        close_eyes(s)
        new_turn(s, s.starter)


# -- the turn ----------------------------------------------------------------------------------------


def new_turn(s, p):
    s.phase = DRAWING
    s.power = 0
    to_move(s, p)
    ask(s, bit(p), s.turn_time)


def legal(s, p, moves):
    if s.phase == SLAMMING:  # R32
        may(moves, PASS)
        for o in range(s.seats):
            if o != s.caller:
                may_each_slot(s, moves, SLAM + place_of(o, 0), o)
    elif s.phase == DRAWING:  # R21
        if a_card_is_left(s):
            may(moves, DRAW)
        if s.discarded:
            may_each_slot(s, moves, TAKE, p)
        if moves[0] == 0:
            may(moves, STUCK)
    elif s.phase == PLACING:  # R25
        may_each_slot(s, moves, KEEP, p)
        may(moves, DISCARD)
    elif s.phase == GIVING:  # R37
        may_each_slot(s, moves, GIVE, p)
    elif s.phase == POWER:  # R40
        may_use(s, p, moves)
        may(moves, SKIP)
    elif s.phase == AT_KING:
        may(moves, EXCHANGE)
        may(moves, LEAVE)
    elif s.phase == ENDING:  # R50
        may(moves, END)
        may(moves, CALL)
    else:
        may(moves, READY)


def apply(s, p, a):
    if p < 0:
        penalise(s, a - PENALTY)  # R48
        return
    if s.rtt:
        s.line[p] = s.rtt
    if s.phase == SLAMMING:
        take_part(s, p, NO_SLAM if a == PASS else a - SLAM)
    elif SLAM <= a < PASS:  # R38 nothing at all happens
        s.late ^= bit(p)
        too_late(s, p)
        return
    elif s.phase == MEMORISING:
        be_ready(s, p)
    else:
        s.waiting = 0
        act(s, p, a)
    go_on(s)


def act(s, p, a):
    """Carry out an action that a player makes alone."""
    if s.phase == DRAWING:
        draw_or_take(s, p, a)
    elif s.phase == PLACING:
        keep_or_discard(s, p, a)
    elif s.phase == GIVING:
        give(s, p, a - GIVE)
    elif s.phase == POWER and s.strict_power and fault(s, p, a) >= 0:  # R46
        note(s, MISUSED, p)
        penalise(s, p)
        s.phase = TURN_OVER
    elif s.phase == POWER:
        s.phase = AT_KING if use_power(s, p, a) else PLAYED
    elif s.phase == AT_KING:
        exchange_or_leave(s, p, a)
        s.phase = PLAYED
    else:
        end_or_call(s, p, a)


def go_on(s):
    """R20: after the window the gift, the power and the end of the turn; what does not arise is skipped."""
    if s.phase == RACED:
        s.phase = GIVING if s.gap >= 0 else POWER if has_target(s) else PLAYED
    if s.phase == PLAYED:
        s.power = 0
        s.phase = ENDING if s.caller < 0 else TURN_OVER  # R53
    if s.phase == TURN_OVER:
        end_turn(s)
    elif s.phase == GIVING:
        ask(s, bit(s.slammer), SHORT)
    elif s.waiting == 0:
        ask(s, bit(s.turn), s.turn_time)


def draw_or_take(s, p, a):
    """R21"""
    if a == DRAW:
        s.drawn = next_card(s, RECYCLED, s.recycle)  # R17
        s.eyes[s.drawn] = bit(p)
        note(s, DREW, p)
        tell(s, p, YOU_DREW, s.drawn)
        s.phase = PLACING
    elif a == STUCK:
        s.phase = PLAYED
    else:
        card = off_pile(s)
        s.knows[card] = everybody(s)  # R93
        note(s, TOOK, p, a - TAKE, card)
        onto_pile(s, replace_card(s, p, a - TAKE, card))
        put_down(s, p, a - TAKE)


def keep_or_discard(s, p, a):
    """R25"""
    card, slot = s.drawn, 0
    s.drawn = -1
    s.eyes[card] = 0
    if a == DISCARD:
        s.power = rank_of(card) if rank_of(card) >= NINE else 0  # R41
    else:
        slot = a - KEEP
        s.knows[card] = bit(p)  # R93
        note(s, KEPT, p, slot)
        card = replace_card(s, p, slot, card)
    onto_pile(s, card)
    put_down(s, p, slot)


# -- the quick discard -------------------------------------------------------------------------------


def put_down(s, p, slot):
    """R30: a card of the turn player on the pile opens a window; slot 0 stands for the drawn card."""
    runners = 0
    if s.slam == ON and (slot or s.slam_on == ANY):
        runners = touchable(s) & ~bit(p)  # R31
    s.window += runners != 0
    note(s, DISCARDED, p, top_discard(s), slot, s.window if runners else 0)
    s.phase = SLAMMING if runners else RACED
    if runners:
        open_window(s, runners)


def slammed(s, p, o, slot):
    card = card_at(s, place_of(o, slot))
    if rank_of(card) != rank_of(top_discard(s)):  # R36
        note(s, SLAM_WRONG, p, o, slot, card)
        s.knows[card] = everybody(s)
        s.eligible ^= bit(p)
        penalise(s, p)
        return False
    note(s, SLAM_RIGHT, p, o, slot, card)  # R34
    onto_pile(s, lift(s, o, slot))
    if o != p:
        s.slammer, s.gap = p, place_of(o, slot)  # R37
    return True


def penalise(s, p):
    """R14: a blind card in a new slot."""
    if a_card_is_left(s):
        put(s, p, s.last_slot[p] + 1, next_card(s, RECYCLED, s.recycle))
        note(s, PENALISED, p, s.last_slot[p])
    else:
        note(s, WAIVED, p)  # R18


def window_over(s):
    note(s, WINDOW_CLOSED)
    s.phase = RACED


def too_late(s, p):
    tell(s, p, TOO_LATE)  # R38


def give(s, p, slot):
    """R37: unseen, into the slot of the slammed card."""
    o, to = s.gap // SLOTS, s.gap % SLOTS
    put(s, o, to, lift(s, p, slot))
    note(s, GAVE, p, slot, o, to)
    s.slammer = s.gap = -1
    s.phase = RACED


# -- the call, the end of the round, the match -------------------------------------------------------


def end_or_call(s, p, a):
    if a == CALL:  # R51 nobody checks
        note(s, CALLED, p)
        s.caller = p
        s.calls[p] += 1
        s.turns_left = s.seats  # R53 one for each of the others, after this one
    s.phase = TURN_OVER


def end_turn(s):
    note(s, TURN_ENDED, s.turn)
    s.turns += 1
    s.turns_left -= s.caller >= 0
    if s.turns_left == 0 and (s.caller >= 0 or s.turns == s.lap_limit * s.seats):  # R53, R54
        end_round(s)
    else:
        new_turn(s, left_of(s, s.turn))


def end_round(s):
    """R55, R60-R66: all cards are turned up, the lowest total wins."""
    for p in range(s.seats):
        s.total[p] = 0
        for i in range(s.held[p]):
            card = s.layout[p][i]
            s.total[p] += -1 if card % 52 == KING_OF_HEARTS else min(rank_of(card), 10)  # R3, R4
            note(s, CARD_SHOWN, p, s.slot[p][i], card)
    for i in range(s.stock_left - 1, -1, -1):
        note(s, STOCK_SHOWN, s.stock[i])  # R94
    can_win = everybody(s)
    if s.caller >= 0 and s.total[s.caller] > ENOUGH:  # R61
        can_win ^= bit(s.caller)
        s.calls_failed[s.caller] += 1
    low, best = 1 << 30, 0
    for p in range(s.seats):
        if has(can_win, p) and s.total[p] < low:
            low, best = s.total[p], 0
        if has(can_win, p) and s.total[p] == low:
            best |= bit(p)
    if s.caller >= 0 and has(best, s.caller):  # R63
        best = bit(s.caller)
    s.winners = 0 if s.win_needs_five and low > ENOUGH else best  # R62, R64, R66
    for p in range(s.seats):
        gain = has(s.winners, p) + has(can_win, p) - 1
        s.points[p] += gain  # R67
        s.rounds_won[p] += has(s.winners, p)
        s.card_sum[p] += s.total[p]
        note(s, ROUND_ENDED, p, s.total[p], gain)
    set_timer(s, TURN_CLOCK, OFF)
    end_deal(s)


def between(s):
    """R72: left of the winner, the first one met from the starter on; left of the starter if nobody won."""
    p = s.starter
    while s.winners and not has(s.winners, p):
        p = left_of(s, p)
    s.starter = left_of(s, p)


def match_over(s):
    return s.deal >= s.rounds or (s.target > 0 and reached(s, s.target))  # R70


def score(s, p):
    return s.points[p]


# -- what is not on a menu ---------------------------------------------------------------------------


def referee(s, moves):
    """R48: before the turn player acts, and not against the caller."""
    if s.phase == DRAWING:
        for p in range(s.seats):
            if p != s.caller:
                may(moves, PENALTY + p)


def unlisted(s, p, a):
    """R38, T21: who is too late is not scolded. R46: at a strict table a misused power is punished."""
    if p >= 0 and s.phase != SLAMMING and has(s.late, p) and SLAM <= a <= PASS:
        return DROP if a == PASS or s.over else ADMIT
    if s.strict_power and s.phase == POWER and p == s.turn and (a < 0 or LOOK <= a < SKIP):
        return ADMIT
    return REFUSE


REFUSALS = (
    *WRONG, ("nothing_to_draw", "R18"), ("nothing_to_take", "R27"), ("not_stuck", "R21"), ("draw_or_take", "R21"),
    ("keep_or_discard", "R25"), ("slam_or_pass", "R32"), ("must_give", "R37"), ("power_or_skip", "R41"),
    ("exchange_or_leave", "R40"), ("end_or_call", "R50"), ("be_ready", "R10"),
)  # fmt: skip
(
    NOTHING_TO_DRAW, NOTHING_TO_TAKE, NOT_STUCK, DRAW_OR_TAKE, KEEP_OR_DISCARD, SLAM_OR_PASS, MUST_GIVE, POWER_OR_SKIP,
    EXCHANGE_OR_LEAVE, END_OR_CALL, BE_READY,
) = range(len(WRONG), len(REFUSALS))  # fmt: skip
OF_PHASE = (DRAW_OR_TAKE, KEEP_OR_DISCARD, SLAM_OR_PASS, MUST_GIVE, POWER_OR_SKIP, EXCHANGE_OR_LEAVE, END_OR_CALL, BE_READY)


def why_not(s, p, a):
    if s.phase == DRAWING and DRAW <= a <= STUCK:
        missing = EMPTY_SLOT if s.discarded else NOTHING_TO_TAKE
        return NOTHING_TO_DRAW if a == DRAW else NOT_STUCK if a == STUCK else missing
    if (s.phase == PLACING and KEEP <= a < DISCARD) or (s.phase == GIVING and GIVE <= a < END):
        return EMPTY_SLOT
    if s.phase == SLAMMING and SLAM <= a < PASS:
        return untouchable(s, a - SLAM)
    if s.phase == POWER and LOOK <= a < SKIP:
        return fault(s, p, a)
    return OF_PHASE[s.phase]


def time_out(s, p):
    """R87"""
    if s.phase == DRAWING and not a_card_is_left(s):
        return TAKE + s.slot[p][0] if s.discarded and s.held[p] else STUCK
    first = s.slot[p][0] if s.phase == GIVING else 0
    return first + (DRAW, DISCARD, PASS, GIVE, SKIP, LEAVE, END, READY)[s.phase]


def arrange(s):
    """A written position: count the cards and start the clock again."""
    count_cards(s, SLOTS_DEALT, packs(s))
    if s.starter < 0:
        s.starter = s.turn
    if s.phase == GIVING:
        s.waiting = bit(s.slammer)
    runners = touchable(s) & ~bit(s.turn) if s.phase == SLAMMING else 0
    start_clock(s, SHORT if s.phase == GIVING or s.phase == MEMORISING else s.turn_time, runners)


RULES = Rulebook(
    "agnes", 2, __name__, Agnes, ACTIONS, EVENTS, PHASES,
    options=(
        number_option("peek", 0, 2, 0), switch("start_discard"), choice("decks", "auto 1 2"),
        choice("recycle", "turn shuffle"), choice("slam", "on off"), choice("slam_on", "any layout"),
        choice("race", "live sealed"), choice("latency", "arrival fair", "fair"),
        number_option("slam_window", 1000, 10000, 3000),
        switch("strict_power"), switch("win_needs_five"), choice("shuffle_between", "yes no"),
        number_option("lap_limit", 5, 200, 40), number_option("rounds", 1, 50, 8), number_option("target", 0, 50, 0),
        seat_option("first"), number_option("turn_time", 0, 120, 30), switch("memory_aid"),
    ),
    length="rounds", goals=("target",), untimed={"race": "sealed"}, positions=POSITIONS, answers={"too_late": "late"},
    family="memory", minutes=(25, 45), deck="cards", timed=True, refusals=REFUSALS,
    earlier={1: {"blind_pass": 1}},
)  # fmt: skip
