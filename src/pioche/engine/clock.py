"""Time as data: timers lie on the table, time arrives as an argument (reaction_clock.md, T1-T27).

In the subset: it runs in both engines. The house passes in its monotonic clock, the lab the time of the
next event. A game with a clock takes `Clocked` into its declaration and says in `ring` what a timer does.
"""

from __future__ import annotations

from pioche.engine.match import carry_on
from pioche.engine.position import Position, inner

# T4: in this order at the same instant. The first three are opening timers, the rest close something.
TIMERS = ("next_deal", "go", "unlock", "close", "straggler", "idle", "decide", "turn")
KINDS = 8
HOOKS = ("ring", "wait", "next_timer", "timer_time", "must_have_seen")  # what a game may define itself
NEXT_DEAL, GO, UNLOCK, CLOSE, STRAGGLER, IDLE, DECIDE, TURN_CLOCK = range(KINDS)
OFF = -1  # a timer that is not running
LATEST = 1 << 62  # later than any time
MISSING, UNTIMED = -1, -2  # no measure of the player's own; not even an arrival time: nobody measures at all


class Clocked(Position):
    """The fields of every game with a clock, besides `clock` itself."""

    timer = inner(KINDS, empty=OFF)
    shown = inner(empty=1)  # T13 the acting seat's screen had shown the opening
    since_open = inner(empty=UNTIMED)  # T12 the player's own measure, MISSING or UNTIMED
    rtt = inner()  # T12 the server's measure of the line


def ring(s, kind):
    """A timer goes off: the game's own."""


def set_timer(s, kind, at):
    s.timer[kind] = at


def next_timer(s):
    """The kind of the earliest pending timer, -1 when none runs."""
    found, soonest = -1, LATEST
    for kind in range(KINDS):
        t = s.timer[kind] if s.timer[kind] != OFF else LATEST
        found = kind if t < soonest else found
        soonest = min(soonest, t)
    return found


def timer_time(s, kind):
    return s.timer[kind]


def pass_time(s, t, deadlines_too):
    """T4: fire, in order of time, the timers due before t; at t itself the opening ones, and the closing
    ones only when nobody is about to act at t."""
    while not s.over:
        kind = next_timer(s)
        if kind < 0 or timer_time(s, kind) > t:
            break
        if timer_time(s, kind) == t and kind > UNLOCK and not deadlines_too:
            break
        s.clock = max(s.clock, timer_time(s, kind))
        s.timer[kind] = OFF
        ring(s, kind)
        carry_on(s)
    s.clock = max(s.clock, t)


def wait(s):
    """Let time pass until the next timer: nobody may act."""
    kind = next_timer(s)
    if kind >= 0:
        pass_time(s, timer_time(s, kind), 1)


def opens(s):
    """T8: the event just told opens a race; `seen` is measured against it."""
    s.opening = len(s.log)


def silent_opens(s):
    """`opens` in the compiled twin."""


def must_have_seen(s, a, told):
    """T13: how many of the `told` happenings a player must have been shown for `shown` to stand; -1 stands for
    those up to the opening of the race."""
    return -1


# -- fair play over a network ------------------------------------------------------------------------


def credit(rtt, jitter, most):
    """T14: how much of a delay the line may explain."""
    return min(rtt + jitter, most)


def reaction_time(t, open_t, since_open, allowed, least):
    """T14: the reaction as the player's own clock saw it, within what the line can explain."""
    longest = t - open_t
    if since_open < 0:
        since_open = longest
    return max(min(max(since_open, longest - allowed), longest), least)


def independent_stamp(t, rtt, most):
    """T14: for a seat that was not reacting to an opening."""
    return t - min(rtt // 2, most)
