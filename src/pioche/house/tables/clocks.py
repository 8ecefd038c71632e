"""Time at one table: whose turn it is since when, the time of the match, and when something falls due.

Time stands still when nobody is at the table, while it is paused, and for a moment after a restart, so that
everybody can be back before the first timer rings. Games with a clock of their own have no turns to be timed.
`TurnClock` and `MatchClock` look at no clock themselves: they are given the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pioche.engine.table import Table
from pioche.house.operations.limits import MAX_PAUSE_MS, Pace
from pioche.house.protocol.messages import Clock, Deadline
from pioche.house.tables.circumstances import NO_CONNECTION, Measured
from pioche.house.tables.news import Reader
from pioche.house.tables.presence import RECONNECT_MS, Presence, end_shown
from pioche.house.tables.reaction_claims import is_fair
from pioche.house.tables.state import TableState

RESUME_MIN_MS = 20_000  # after a restart or a pause every seat has at least that
AWAY_TURN_MS = 3_000  # what a seat gets that has missed its turns before
COME_BACK_SECONDS = 20.0  # that people have to come back after a restart
COUNTDOWN_SECONDS = 3.0  # from `resume` to the first card, in games with a clock
EMPTY_SECONDS = 300.0  # seconds without anybody after which a table leaves the memory


class SuspendDetector:
    """How long this process has stood still, in seconds: a laptop that slept, a machine that was frozen. Such time is
    nobody's; the clocks of all tables leave it out."""

    BEAT = 0.2  # seconds between two looks
    LONG = 1.5  # a look that comes so much later was held up by more than work

    def __init__(self) -> None:
        self.lost = 0.0
        self.ended = 0.0  # when it stood still for the last time
        self._last: float | None = None

    def check(self) -> None:
        now = asyncio.get_running_loop().time()
        if self._last is not None and now - self._last > self.LONG:
            self.lost += now - self._last
            self.ended = now
        self._last = now

    async def watch(self) -> None:
        loop = asyncio.get_running_loop()
        self._last = loop.time()
        while True:
            await asyncio.sleep(self.BEAT)
            if loop.time() - self._last > self.LONG:
                self.check()
            self._last = loop.time()


SUSPEND_DETECTOR = SuspendDetector()


@dataclass
class TurnClock:
    """The seats that are thinking, and until when, in milliseconds."""

    pace: Pace
    since: dict[int, int] = field(default_factory=dict)  # seat -> when its decision began
    stopped: int | None = None  # when the clock was stopped

    def think(self, seats: Iterable[int], now: int) -> None:
        """Set the seats that have to decide; those already thinking go on."""
        before, self.since = self.since, {}
        for seat in seats:
            self.since[seat] = before.get(seat, now)

    def spent(self, seat: int, now: int) -> int:
        """How long a seat has been thinking."""
        return max(0, now - self.since.get(seat, now))

    def decided(self, seat: int) -> None:
        """Its next decision begins afresh."""
        self.since.pop(seat, None)

    def stop(self, now: int) -> None:
        if self.stopped is None:
            self.stopped = now

    def go_on(self, now: int) -> None:
        """Everybody gets back what they had, and at least a kind minimum of the turn."""
        if self.stopped is not None:
            gone = now - self.stopped
            least = now - max(0, self.pace.turn - RESUME_MIN_MS)
            self.since = {seat: max(start + gone, least) for seat, start in self.since.items()}
            self.stopped = None

    def left(self, seat: int, bank: int, away: bool, now: int) -> int | None:
        """Milliseconds until the time of a thinking seat is up; None when it has all the time in the world."""
        if seat not in self.since:
            return None
        allowed = AWAY_TURN_MS if away else self.pace.turn + bank if self.pace.turn else None
        if allowed is None:
            return None
        now = self.stopped if self.stopped is not None else now
        return max(0, self.since[seat] + allowed - now)


@dataclass
class MatchClock:
    """The time of a match in milliseconds, fed by a monotonic clock in seconds. It stands still while nobody plays."""

    base: int = 0
    since: float | None = None  # when it began to run; None: it stands
    lost: float = 0.0  # what the process had stood still by then

    def at(self, moment: float) -> int:
        if self.since is None:
            return self.base
        return self.base + max(0, int((moment - self.since - SUSPEND_DETECTOR.lost + self.lost) * 1000))

    def run(self, moment: float) -> None:
        if self.since is None:
            self.since, self.lost = moment, SUSPEND_DETECTOR.lost

    def stop(self, moment: float) -> None:
        self.base, self.since = self.at(moment), None

    def moment(self, at: int) -> float | None:
        """When a match time will come, if the clock runs on."""
        return None if self.since is None else self.since + SUSPEND_DETECTOR.lost - self.lost + (at - self.base) / 1000


class Clocks:
    """The clocks of one table. It calls `timers_due` when the game has timers to ring and `time_is_up` when somebody's
    time may be: what happens then is decided in the room, in its order."""

    def __init__(
        self,
        pace: Pace,
        readers: Mapping[Reader, None],
        speed: float,
        timers_due: Callable[[], None],
        time_is_up: Callable[[], None],
    ) -> None:
        self.readers, self.speed = readers, speed
        self._timers_due, self._time_is_up = timers_due, time_is_up
        self.loop = asyncio.get_running_loop()
        self.turns = TurnClock(pace)
        self.match = MatchClock()
        self.presence = Presence(readers)
        self.running = False
        self.counting = False  # the hold is a countdown
        self.empty_since = self.loop.time()
        self._hold: float | None = None  # time stands until then
        self._missing: set[int] = set()  # people still to come back after a restart
        self._paused: int | None = None  # since when
        self._ended: int | None = None  # since when the end of a deal is shown
        self._timer: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None

    def folded(self, state: TableState) -> None:
        """The table has just been folded: time stands until people are back, or long enough."""
        self.stop()
        table = state.table
        self._reset(state, table.s.clock if table is not None and table.rules.timed else 0)
        if table is not None and table.rules.timed and state.phase == "playing":
            sitting = {chair.who for chair in state.chairs if chair.who is not None and not chair.away}
            self._missing = sitting - self.presence.present
            if self._missing and state.opened.tournament:  # a tournament waits no longer
                self._hold = self.loop.time() + COME_BACK_SECONDS / self.speed

    def new_match(self, state: TableState) -> None:
        table = state.table
        assert table is not None
        self._cancel_timer()
        self._reset(state, table.s.clock)
        self._missing = set()
        if table.rules.timed:
            for reader in self.readers:
                if not state.lags(reader.watcher):
                    reader.connection.measure_often(is_fair(table))

    def _reset(self, state: TableState, at: int) -> None:
        self.turns, self.match = TurnClock(state.pace), MatchClock(at)
        self.running, self._hold, self.counting = False, None, False
        self.presence.note(state, self.now)

    # -- now -------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """Milliseconds for turns; a house in a hurry has faster ones."""
        return int((self.loop.time() - SUSPEND_DETECTOR.lost) * 1000 * self.speed)

    def match_time(self, state: TableState, moment: float) -> int:
        """When something that arrived at a moment happened, in the time of the match."""
        assert state.table is not None
        return max(int(state.table.s.clock), self.match.at(moment))

    def steady(self) -> int:
        """Since when, in the time of the match, time has run without a break."""
        return max(self.match.base, self.match.at(SUSPEND_DETECTOR.ended))

    def connection_of(self, who: int) -> Measured:
        """Return the shortest round trip of a person: events may arrive by one connection and moves by another."""
        return min((reader.connection.measured() for reader in self.readers if reader.who == who), default=NO_CONNECTION)

    def message(self, state: TableState) -> Clock:
        """Return the clocks as all readers are told of them."""
        now, chairs, deadlines = self.now, state.chairs, []
        for seat in sorted(self.turns.since):
            chair = chairs[seat]
            left = self.turns.left(seat, chair.bank, chair.away, now)
            if left is not None:
                deadlines.append(Deadline(seat, left, chair.bank))
        next_deal = None if self._ended is None else self.next_deal(state)
        return Clock(self.match.at(self.loop.time()), self.match.since is not None, deadlines, next_deal)

    # -- comings and goings ------------------------------------------------------------------------

    def came(self, reader: Reader) -> None:
        self.presence.since.pop(reader.who, None)
        if self._missing:
            if self._hold is None:
                self._hold = self.loop.time() + COME_BACK_SECONDS
            self._missing.discard(reader.who)
            if not self._missing:
                self._hold = None

    def went(self, reader: Reader) -> None:
        self.presence.went(reader, self.now)
        if not self.readers:
            self.empty_since = self.loop.time()

    def played(self, moment: float) -> None:
        """End the wait for people to come back: one has moved in a game with a clock."""
        self._missing, self._hold = set(), None
        self.match.run(moment)

    def countdown(self, state: TableState) -> None:
        """The match goes on, in a moment."""
        table = state.table
        if table is not None and table.rules.timed:
            self._hold, self.counting = self.loop.time() + COUNTDOWN_SECONDS, True

    def _pause_left(self, state: TableState) -> int | None:
        """Milliseconds until a pause has been long enough; None when there is none, or it is the host's."""
        if self._paused is None or state.paused_by == state.host:
            return None
        return self._paused + MAX_PAUSE_MS - self.now

    def pause_is_over(self, state: TableState) -> bool:
        left = self._pause_left(state)
        return bool(self.readers) and left is not None and left <= 0

    def next_deal(self, state: TableState) -> int | None:
        """Milliseconds until the end of a deal has been shown for long enough; None when none is shown, or in a pause."""
        if self._ended is None or state.phase != "playing" or not self._needed(state):
            return None
        return max(0, self._ended + end_shown(state, self.presence.expected(self.now)) - self.now)

    # -- after every change ------------------------------------------------------------------------

    def update(self, state: TableState) -> bool:
        """Let time run or stand as the table is now. Has that changed?"""
        moment, now = self.loop.time(), self.now
        if (state.phase == "paused") != (self._paused is not None):
            self._paused = now if state.phase == "paused" else None
        if self._hold is not None and moment >= self._hold:
            self._hold, self._missing, self.counting = None, set(), False
        held = state.ending is not None and not state.ending.over
        if held != (self._ended is not None):
            self._ended = now if held else None
        stands = held or self._hold is not None or bool(self._missing)
        running = state.phase == "playing" and not stands and self._needed(state)
        changed = running != self.running
        if changed:
            self._turn(state, running, moment)
        if running:
            table = state.table
            assert table is not None
            if table.rules.timed:
                self._suspend_pings_during_race(state, len(table.actors_seen_by(None)) > 1)
                self._plan_timer(state)
                if state.opened.tournament:  # a person who is away does not hold up a round
                    self.turns.think([seat for seat in table.actors if self._away(state, table, seat)], now)
            else:  # people who have to decide are on the house's clock
                self.turns.think([seat for seat in table.actors if not state.chairs[seat].bot], now)
        self._plan_alarm(state, moment, now)
        return changed

    def _needed(self, state: TableState) -> bool:
        """Time stands still at an empty table, but not where a tournament waits for the result."""
        return bool(self.readers) or bool(state.opened.tournament)

    def empty(self, state: TableState) -> bool:
        """Return whether the table has no readers and no tournament waits for it."""
        return not (self.readers or (state.opened.tournament and state.phase == "playing"))

    def asleep(self, state: TableState) -> bool:
        """So it has been for long."""
        return self.empty(state) and self.loop.time() - self.empty_since >= EMPTY_SECONDS

    def sleep_now(self) -> None:
        """Its place in memory is needed."""
        self.empty_since -= EMPTY_SECONDS
        self._time_is_up()

    def _turn(self, state: TableState, running: bool, moment: float) -> None:
        """Time begins to run, or stands."""
        table = state.table
        self.running = running
        if running:
            self.match.run(moment)
            self.turns.go_on(self.now)
        else:
            self.match.stop(moment)
            self.turns.stop(self.now)
            self._cancel_timer()
            if state.phase == "paused" and table is not None and table.rules.timed:
                self._missing = set()

    def _away(self, state: TableState, table: Table, seat: int) -> bool:
        """Is the default of the rulebook to be played for a seat, and is there one now?"""
        return state.chairs[seat].away and table.default_action(seat) in table.legal(seat)

    def _suspend_pings_during_race(self, state: TableState, racing: bool) -> None:
        """Send no pings into an open race: a pong that waits with a move would change the order of reading. Delayed
        spectators, who must not know yet that it is on, are pinged as ever."""
        for reader in self.readers:
            reader.connection.racing = racing and not state.lags(reader.watcher)

    def _plan_timer(self, state: TableState) -> None:
        """When the next timer of the game is due."""
        table = state.table
        assert table is not None
        self._cancel_timer()
        timer = table.next_timer
        if timer is None or table.over:
            return
        due = self.match.moment(timer[0] + 1)  # who acts in the very millisecond of a deadline is in time
        assert due is not None
        self._timer = self.loop.call_at(due, self._timers_due)

    def _plan_alarm(self, state: TableState, moment: float, now: int) -> None:
        """For the moment when something may be due. An alarm that rings too early does no harm, it is wound again then:
        most moves leave it as it is."""
        chairs = state.chairs
        waits: list[float] = []
        if self._hold is not None:
            waits.append(self._hold - moment)
        if not self.readers:
            waits.append(EMPTY_SECONDS)
        if self.running:
            for seat in self.turns.since:
                left = self.turns.left(seat, chairs[seat].bank, chairs[seat].away, now)
                if left is not None:
                    waits.append(left / 1000 / self.speed)
        if self._ended is not None and (left := self.next_deal(state)) is not None:
            waits.append(left / 1000 / self.speed)
            blinks = [since + RECONNECT_MS - now for since in self.presence.since.values()]
            waits += [left / 1000 / self.speed for left in blinks if left > 0]
        if self.readers and (pause := self._pause_left(state)) is not None:
            waits.append(pause / 1000 / self.speed)
        if self._needed(state) and self.presence.since:
            dues = self.presence.dues(state, self.turns.since if self.running else None)
            waits += [(due - now) / 1000 / self.speed for due in dues]
        due = moment + max(0.005, min(waits)) if waits else None
        if self._alarm is not None:
            if due is not None and self._alarm.when() <= due:
                return
            self._alarm.cancel()
        self._alarm = None if due is None else self.loop.call_at(due, self._ring_alarm)

    def _ring_alarm(self) -> None:
        self._alarm = None
        self._time_is_up()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        self._cancel_timer()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
