"""A window: for a moment several seats may slam a card, and the first right one wins (agnes.md, 4.4).

In the subset: it runs in both engines. Three ways to run it: `race=live` by arrival or by fair stamps, and
`race=sealed`, where all choose in secret and chance orders them. What a slam does
is the game's own. R80-R90 are rules of Agnès, T1-T27 those of the common clock.
"""

from __future__ import annotations

from pioche.kit import (
    CLOSE, DECIDE, OFF, SEATS, SLOTS, TURN_CLOCK, UNTIMED, Clocked, alone, apply, below, bit, credit, first_of,
    has, how_many, inner, nobody, number, opens, owner, place, reaction_time, seat_set, set_timer, time_out,
)

LIVE, SEALED = 0, 1  # race
ARRIVAL, FAIR = range(2)  # latency, as in race.py
JITTER, MOST_CREDIT, LEAST_REACTION = 30, 300, 100  # R81
UNKNOWN = -1  # a line nobody has measured yet may be as slow as any
NO_SLAM = -1


class Window(Clocked):
    """A game with a window has the options `race`, `latency`, `slam_window` and `turn_time`."""

    waiting = seat_set(veil="eligible", shown=False)  # R90 who has passed is known to nobody
    since = number(shown=False)  # when the window opened, or the present decision was asked for
    window = number(shown=False)  # R80 how many have been opened in this deal
    eligible = seat_set(shown=False)  # R31 those seen to take part while it is open
    late = seat_set(seen_by=nobody)  # R38 those who had not acted when the last one closed
    slams = seat_set(seen_by=nobody)  # R82, R85 received, not yet applied
    aim = place(SEATS, seen_by=owner)  # the card such a slam goes for
    stamp = number(SEATS, seen_by=nobody)  # R81 the time that counts for it
    arrived = number(SEATS, seen_by=nobody)  # its turn among equal stamps
    decision = number(seen_by=nobody, empty=OFF, least=OFF)  # R82 when the slams received are judged
    line = number(SEATS, seen_by=nobody, empty=UNKNOWN)  # T12 each seat's round trip as last measured
    blind_pass = inner()  # earlier rules: a pass counts though its window was not seen


# -- what a game says itself -------------------------------------------------------------------------


def slammed(s, p, o, slot):
    """Carry out a slam of p; return whether it was right."""
    return 0


def too_late(s, p):
    """A slam of p has no effect."""


def window_over(s):
    """The window has closed."""


def go_on(s):
    """After whatever has been done: on to the next decision."""


# -- the window --------------------------------------------------------------------------------------


def ask(s, seats, seconds):
    """R87: these seats decide, and have that long."""
    s.waiting = seats
    s.since = s.clock
    if s.turn_time:
        set_timer(s, TURN_CLOCK, s.clock + 1000 * seconds)


def open_window(s, seats):
    """R80: the event just told shows the target to all at once. A live race has a clock of its own."""
    opens(s)
    ask(s, seats, s.turn_time)
    s.eligible = seats
    s.late = s.slams = 0
    if s.race == LIVE:
        set_timer(s, TURN_CLOCK, OFF)
        set_timer(s, CLOSE, closing_time(s))


def take_part(s, p, aim):
    """R32-R35: p slams, or passes with NO_SLAM."""
    if not s.shown and (aim != NO_SLAM or not s.blind_pass):
        return  # R80 sent before its window was seen, or for the one before: dropped
    s.line[p] = s.rtt
    s.waiting ^= bit(p)
    if aim != NO_SLAM:
        receive(s, p, aim)
    right = time_to_judge(s, p) and judge(s)
    if right or s.waiting == 0:
        close_window(s)
    elif s.race == LIVE and s.latency == FAIR:
        set_timer(s, CLOSE, closing_time(s))


def receive(s, p, aim):
    """R81: at the time of the player's own reaction, as far as the line can explain the rest."""
    s.stamp[p] = s.clock
    if s.latency == FAIR and s.since_open != UNTIMED:
        allowed = credit(s.rtt, JITTER, MOST_CREDIT)
        s.stamp[p] = s.since + reaction_time(s.clock, s.since, s.since_open, allowed, LEAST_REACTION)
    if s.race == LIVE and s.stamp[p] > s.since + s.slam_window:
        too_late(s, p)  # R83
        return
    s.aim[p] = aim
    s.arrived[p] = how_many(s.slams)
    s.slams |= bit(p)


def time_to_judge(s, p):
    """R82: at once on arrival and when nobody is left; else when no earlier reaction can still be heard of."""
    if s.waiting == 0:
        return True
    if s.race == SEALED or not has(s.slams, p):
        return False
    if s.latency == ARRIVAL or s.since_open == UNTIMED:
        return True
    if s.decision == OFF:
        decide_at(s, s.stamp[p] + patience(s))
        return s.decision <= s.clock
    return False


def decide_at(s, t):
    s.decision = t
    set_timer(s, DECIDE, t)


def patience(s):
    """R82, R83: the largest credit among the seats that have not acted yet; by arrival there is none."""
    most = 0
    if s.latency == FAIR:
        for p in range(s.seats):
            if has(s.waiting, p):
                allowed = MOST_CREDIT if s.line[p] == UNKNOWN else credit(s.line[p], JITTER, MOST_CREDIT)
                most = max(most, allowed)
    return most


def closing_time(s):
    """R83"""
    return max(s.clock, s.since + s.slam_window + patience(s))


def judge(s):
    """R33: carry out the slams received one by one until one is right; return whether one was."""
    decide_at(s, OFF)
    while s.slams:
        p = next_slam(s)
        s.slams ^= bit(p)
        aim = s.aim[p]
        s.aim[p] = NO_SLAM
        if slammed(s, p, aim // SLOTS, aim % SLOTS):
            return True
    return False


def next_slam(s):
    """R82: the earliest stamp, then the first to arrive. R85: any, all equally likely."""
    those = s.slams
    if alone(those):
        return first_of(those)
    if s.race == SEALED:
        for _ in range(below(s, how_many(those))):
            those &= those - 1
        return first_of(those)
    found = first_of(those)
    for p in range(found + 1, s.seats):
        if has(those, p):
            sooner = s.stamp[p] - s.stamp[found]
            if sooner < 0 or (sooner == 0 and s.arrived[p] < s.arrived[found]):
                found = p
    return found


def close_window(s):
    """R35, R38: slams not yet applied never are."""
    for p in range(s.seats):
        if has(s.slams, p):
            s.aim[p] = NO_SLAM
            too_late(s, p)
    s.late = s.waiting
    s.waiting = s.slams = s.eligible = 0
    set_timer(s, CLOSE, OFF)
    decide_at(s, OFF)
    window_over(s)


# -- time --------------------------------------------------------------------------------------------


def ring(s, kind):
    """R82, R83: a hold or the window ends. R87: the default is played for those who have not decided."""
    s.rtt = 0
    if kind == TURN_CLOCK:
        absent = s.waiting
        for p in range(s.seats):
            if has(absent, p):
                apply(s, p, time_out(s, p))
    else:
        if judge(s) or kind == CLOSE:
            close_window(s)
        go_on(s)


def wait(s):
    """Never called: a window in which no seat can act closes by itself."""


def start_clock(s, seconds, seats):
    """The timers of a written position; `seats` may slam if it does not say who may."""
    if s.eligible == 0 and seats:
        s.eligible = s.waiting = seats
    if s.eligible and s.race == LIVE:
        set_timer(s, CLOSE, closing_time(s))
        for p in range(s.seats):
            if has(s.slams, p) and s.decision == OFF:  # a position that does not say when
                set_timer(s, DECIDE, max(s.clock, s.stamp[p] + patience(s), s.timer[DECIDE]))
        decide_at(s, max(s.decision, s.timer[DECIDE]))
    elif s.turn_time and not s.over:
        set_timer(s, TURN_CLOCK, max(s.clock, s.since + 1000 * seconds))
