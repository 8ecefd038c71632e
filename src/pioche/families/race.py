"""The race of Pig, Spoons and Vatra: somebody signals, and the last to follow loses the deal.

In the subset: it runs in both engines. Rule numbers T1-T27 are those of docs/games/reaction_clock.md. A game
says itself who is entitled (`entitled`), what moves of cards there are (`can_move_cards`, `force`), what a letter
is (`penalise`) and what the end of a deal brings (`conclude`). Its `apply` calls `signal` (or its parts) when a seat
signals, and ends with `settle_up`.
"""

from __future__ import annotations

from pioche.kit import (
    CLOSE, GO, IDLE, KINDS, NEXT_DEAL, OFF, SEATS, STRAGGLER, UNLOCK, Clocked, Events, alone, below, bit, choice,
    credit, end_deal, everybody, first_of, flag, has, how_many, independent_stamp, inner, left_of, match_over,
    nobody, note, number, number_option, opens, owner, reaction_time, seat, seat_set, set_timer, tell,
)

ENDS_DEAL, LETTER, BLOCKED = range(3)  # false_start
ARRIVAL, FAIR = range(2)  # latency
LOOK, PLAY, BETWEEN = range(3)  # phases; a game appends its own
NONE = -1
BY_RACE, BY_FALSE_START, BY_STRAGGLERS, BY_STALEMATE, BY_RESIGNING, BY_TALKING = range(6)  # why a deal is over

RACE_EVENTS = (  # the events of the family; a game may call them otherwise and appends its own
    "deal_started dealer live=seats groups go_at", "go", "false_start seat", "signal_refused until",
    "reaction seat ms place photo_finish=flag",
    "deal_over winner losers=seats cause=race/false_start/straggler/stalemate/resign/talk",
)  # fmt: skip
DEAL_STARTED, STARTED, FALSE_STARTED, SIGNAL_REFUSED, REACTED, DEAL_ENDED = Events(*RACE_EVENTS)

HOUR = 3_600_000
RACE_OPTIONS = (
    choice("false_start", "ends_deal letter blocked"),  # T17
    number_option("grace_ms", 0, HOUR, 1500),
    number_option("lockout_ms", 0, HOUR, 1000),
    number_option("stalemate_rounds", 0, 1000, 200),
    number_option("max_voids", 1, 20, 3),
    number_option("look_ms", 0, HOUR, 3000),
    number_option("pause_ms", 0, HOUR, 4000),
    number_option("straggler_ms", 0, HOUR, 30000),  # T19
    number_option("idle_ms", 0, HOUR, 0),  # T20
    choice("latency", "arrival fair"),
    number_option("min_reaction_ms", 0, HOUR, 100),  # T11
    number_option("jitter_ms", 0, HOUR, 30),
    number_option("max_credit_ms", 0, HOUR, 300),
    choice("show_relay", "off on", "on"),
    choice("alert", "subtle loud"),  # T26 a matter of display
)


class Racing(Clocked):
    waiting = seat_set(veil="unsafe", shown=False)  # T26 under `blocked` the menu depends on the hand: a secret
    unsafe = seat_set(shown=False)  # during play: the live seats that have not signalled
    live = seat_set(still_in=True, shown=False)  # who takes part
    dealer = seat()
    signalled = seat_set()
    race_open = flag(shown=False)  # T26 no screen may shout it
    opener = seat(shown=False)
    open_t = number(shown=False)  # T8
    stamp = number(SEATS, shown=False)  # T14 the time that counts for a signal
    order = number(SEATS, shown=False)  # T14 for equal stamps: 1 for the first signal, and so on
    with_set = seat_set(seen_by=nobody)  # T16 who was entitled when signalling
    locked_until = number(SEATS, seen_by=owner, shown=False)  # T17 `blocked`
    grace_until = number(shown=False)  # T17 `letter`
    idle_since = number(SEATS, empty=OFF, least=OFF, shown=False)  # T20 since when a move of cards has been open to a seat
    go_at = number(shown=False)  # T27
    ended_at = number(shown=False)  # when the last deal ended
    winner = seat()  # of the deal that has just ended
    losers = seat_set()
    voids = number(shown=False)  # deals in a row that had no loser and no winner
    verdict = inner(empty=NONE)  # why the deal is over, until it is concluded
    gone = inner()  # the seats that leave with it


# -- what a game of the family says itself -----------------------------------------------------------


def entitled(s, p):
    """Does p hold what a first signal needs?"""
    return 0


def can_move_cards(s, p):
    """Is a move of cards open to p?"""
    return 0


def has_other_moves(s, p):
    """Is there anything else on the menu of p?"""
    return 0


def cools_until(s, p):
    """When such a thing comes back onto it."""
    return 0


def force(s, p):
    """T20: make p's move of cards."""


def at_go(s):
    """What else happens at `go`."""


def announce(s, p):
    """Tell the valid signal of p to all."""


def take_back(s, p):
    """S9: what happens on the table when the signal of p turns out to be false."""


def penalise(s, p):
    """T17 `letter`: p takes a letter at once."""


def conclude(s):
    """The deal is over for the reason in `verdict`; these are its `losers`."""


# -- from the deal to the first signal ---------------------------------------------------------------


def start(s):
    s.live = everybody(s)
    s.dealer = below(s, s.seats)


def new_race(s, groups):
    """A deal begins: nobody has signalled, and everybody looks at the own hand until `go`."""
    s.phase = LOOK
    s.turn = s.opener = s.winner = -1
    s.waiting = s.unsafe = s.signalled = s.with_set = s.losers = 0
    s.race_open = s.open_t = 0
    for p in range(s.seats):
        s.stamp[p] = s.order[p] = 0
        s.idle_since[p] = OFF
    s.go_at = s.clock + s.look_ms
    set_timer(s, GO, s.go_at)
    note(s, DEAL_STARTED, s.dealer, s.live, groups, s.go_at)


def go(s):
    s.phase = PLAY
    s.unsafe = s.live
    note(s, STARTED)
    at_go(s)
    if s.idle_ms:
        for p in range(s.seats):
            watch(s, p, 1)


def settle_up(s):
    """After whatever happened: the deal is over, or who may act now is known."""
    if s.verdict != NONE:
        conclude(s)
    elif s.phase == PLAY:
        if s.idle_ms:
            set_idle(s)
        refresh(s)


def over(s, losers, cause):
    """The deal is over, and these seats have lost it."""
    s.losers = losers
    s.verdict = cause


def refresh(s):
    """Let all act who have not signalled; under `blocked` those who have something on their menu (T17)."""
    s.waiting = s.unsafe
    if s.false_start == BLOCKED:
        for p in range(s.seats):
            if has(s.unsafe, p) and not can_act(s, p):
                s.waiting ^= bit(p)
        set_unlock(s)


def can_act(s, p):
    return can_move_cards(s, p) or may_signal(s, p) or has_other_moves(s, p)


def may_signal(s, p):
    """T17: the signal is always on the menu (T26), but under `blocked` only when it would be valid."""
    if s.false_start != BLOCKED:
        return True
    return s.clock >= s.locked_until[p] and (s.race_open == 1 or entitled(s, p))


# -- signals (T8-T18) --------------------------------------------------------------------------------


def signal(s, p):
    """p signals by one act. (Vatra has two acts and puts these steps together itself.)"""
    own = entitled(s, p)
    if allowed(s, p, own):
        stamp = stamp_now(s, p)
        announce(s, p)
        if not s.race_open:
            open_race(s, p)
        if own:
            s.with_set |= bit(p)
        safe(s, p, stamp)


def allowed(s, p, own):
    """T9: return whether this signal is valid. An invalid one is punished here (T17, T18)."""
    if s.false_start == BLOCKED and s.clock < s.locked_until[p]:
        tell(s, p, SIGNAL_REFUSED, s.locked_until[p])
        return False
    if own or (s.race_open and (s.latency == ARRIVAL or s.shown)):  # T13
        return True
    if s.false_start == BLOCKED:
        s.locked_until[p] = s.clock + s.lockout_ms
        tell(s, p, SIGNAL_REFUSED, s.locked_until[p])
    elif s.false_start == LETTER and s.clock < s.grace_until:
        tell(s, p, SIGNAL_REFUSED, s.grace_until)  # people react to the false one
    else:
        take_back(s, p)
        note(s, FALSE_STARTED, p)
        if s.false_start == LETTER:
            s.grace_until = s.clock + s.grace_ms
            penalise(s, p)
        else:
            over(s, bit(p), BY_FALSE_START)
    return False


def stamp_now(s, p):
    """T10, T14: the time that counts for a valid signal of p arriving now. Nobody reacts to the own opening."""
    if s.latency == ARRIVAL:
        return s.clock
    if s.race_open and s.shown and p != s.opener:
        slack = credit(s.rtt, s.jitter_ms, s.max_credit_ms)
        return s.open_t + reaction_time(s.clock, s.open_t, s.since_open, slack, s.min_reaction_ms)
    return independent_stamp(s.clock, s.rtt, s.max_credit_ms)


def open_race(s, p):
    """T8: the event just told is the opening."""
    opens(s)
    s.race_open = 1
    s.opener = p
    s.open_t = s.clock
    if s.straggler_ms:
        set_timer(s, STRAGGLER, s.open_t + s.straggler_ms)
    for q in range(s.seats):
        s.idle_since[q] = OFF  # T20 only while the race is closed
    set_timer(s, IDLE, OFF)


def safe(s, p, stamp):
    """T10, T15: p has signalled. By arrival the race ends when one seat is left; else after the photo finish."""
    s.stamp[p] = stamp
    s.signalled |= bit(p)
    s.order[p] = how_many(s.signalled)
    s.unsafe &= ~bit(p)
    if s.unsafe == 0 or (s.latency == ARRIVAL and alone(s.unsafe)):
        end_race(s)
    elif alone(s.unsafe):
        set_timer(s, STRAGGLER, OFF)
        set_close(s)


def end_race(s):
    """T10, T15: the seat without signal is last, else the worst stamp."""
    over(s, bit(first_of(s.unsafe) if s.unsafe else last_of(s, s.signalled)), BY_RACE)


def stragglers(s):
    """T19: all who have not signalled lose."""
    over(s, s.unsafe, BY_STRAGGLERS)


def ahead(s, p, q):
    """T14: return whether p ranks before q."""
    return s.stamp[p] < s.stamp[q] or (s.stamp[p] == s.stamp[q] and s.order[p] < s.order[q])


def first_in(s, seats):
    """T16: the best stamp among these seats; nobody when there are none."""
    best = -1
    for p in range(s.seats):
        if has(seats, p) and (best < 0 or ahead(s, p, best)):
            best = p
    return best


def last_of(s, seats):
    worst = first_of(seats)
    for p in range(s.seats):
        if has(seats, p) and ahead(s, worst, p):
            worst = p
    return worst


# -- the end of a deal -------------------------------------------------------------------------------


def stop(s):
    """Close the race and tell the reactions (T27)."""
    s.waiting = s.unsafe = s.gone = 0
    s.verdict = NONE
    s.turn = -1
    s.ended_at = s.clock
    for p in range(s.seats):
        s.idle_since[p] = OFF
        if has(s.signalled, p):
            place = place_in_race(s, p)
            note(s, REACTED, p, s.stamp[p] - s.open_t, place, place != s.order[p])
    s.race_open = 0
    for kind in range(KINDS):
        set_timer(s, kind, OFF)


def place_in_race(s, p):
    place = 1
    for q in range(s.seats):
        if has(s.signalled, q) and ahead(s, q, p):
            place += 1
    return place


def pause(s):
    """The next deal comes after a pause; the end of the match comes at once."""
    if match_over(s):
        end_deal(s)
    else:
        s.phase = BETWEEN
        set_timer(s, NEXT_DEAL, s.ended_at + s.pause_ms)


# -- timers ------------------------------------------------------------------------------------------


def ring(s, kind):
    """T4: a timer goes off."""
    if kind == NEXT_DEAL:
        end_deal(s)
    elif kind == GO:
        go(s)
    elif kind == CLOSE:
        end_race(s)
    elif kind == STRAGGLER:
        stragglers(s)
    elif kind == IDLE:
        force(s, first_idler(s))
    settle_up(s)  # for UNLOCK nothing else


def set_close(s):
    """T15: no later message could rank before the largest stamp so far."""
    set_timer(s, CLOSE, s.stamp[last_of(s, s.signalled)] + s.max_credit_ms)


def set_unlock(s):
    """T17: when the first lock-out ends, menus grow."""
    found = OFF
    for p in range(s.seats):
        if has(s.unsafe, p):
            found = sooner(s, found, s.locked_until[p])
            found = sooner(s, found, cools_until(s, p))
    set_timer(s, UNLOCK, found)


def sooner(s, t, other):
    return other if other > s.clock and (t == OFF or other < t) else t


def watch(s, p, moved):
    """T20: the period runs from the moment a move of cards is open to p, and restarts at each own move."""
    if not s.race_open:
        if not can_move_cards(s, p):
            s.idle_since[p] = OFF
        elif moved or s.idle_since[p] == OFF:
            s.idle_since[p] = s.clock


def set_idle(s):
    found = OFF
    for p in range(s.seats):
        if s.idle_since[p] != OFF and (found == OFF or s.idle_since[p] + s.idle_ms < found):
            found = s.idle_since[p] + s.idle_ms
    set_timer(s, IDLE, found)


def first_idler(s):
    """T4: of several at the same time the first from the dealer's left."""
    p = left_of(s, s.dealer)
    while s.idle_since[p] == OFF or s.idle_since[p] + s.idle_ms > s.clock:
        p = left_of(s, p)
    return p


def set_timers(s):
    """The timers that run in a written position."""
    for kind in range(KINDS):
        set_timer(s, kind, OFF)
    if s.over:
        return
    if s.phase == LOOK:
        set_timer(s, GO, s.go_at)
    elif s.phase == BETWEEN:
        set_timer(s, NEXT_DEAL, s.ended_at + s.pause_ms)
    elif s.race_open and alone(s.unsafe):
        set_close(s)
    elif s.race_open and s.straggler_ms:
        set_timer(s, STRAGGLER, s.open_t + s.straggler_ms)
    if s.idle_ms:
        set_idle(s)


def resume(s):
    """A written position need not say who is live, who may act, or which timers run."""
    s.live = s.live if s.live else everybody(s)
    s.dealer = max(s.dealer, 0)
    if s.phase == PLAY:
        s.unsafe = s.live & ~s.signalled
        if s.idle_ms:
            for p in range(s.seats):
                watch(s, p, 0)
    set_timers(s)
    if s.phase == PLAY:
        refresh(s)
