"""Time at one table: it runs while somebody is there, thinks for the bots, and knows what happens when it is up.

Time stands still when nobody is at the table, while it is paused, and for a moment after a restart, so that
everybody can be back before the first timer rings.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots import roster
from pioche.house.seated_bots.attendants import Attendants
from pioche.house.tables import journal as j
from pioche.house.tables import moves
from pioche.house.tables.clocks import MatchClock, TurnClock

if TYPE_CHECKING:
    from pioche.house.tables.reader import Caller
    from pioche.house.tables.room import Room

MISSES = 2  # turns in a row the clock made: the person is away
GONE_IN_A_RACE = 15_000  # a game with a clock cannot wait longer for a lost line
HOST_GONE = 120_000  # then somebody else is host
BACK_TOGETHER = 20.0  # seconds everybody has to come back after a restart
COUNTDOWN = 3.0  # seconds from `resume` to the first card, in games with a clock
SLEEP = 300.0  # seconds without anybody after which a table leaves the memory
DELAY = 30.0  # seconds delayed spectators lag behind


class Timekeeper:
    """Winds the clocks of a room. Whatever they bring about goes through the room's queue like everything else."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.loop = room.loop
        self.attendants = Attendants(room)
        self.absent: dict[int, int] = {}  # person -> since when without a line
        self._tick: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._running = False
        self._hold: float | None = None
        self._counting = False  # the hold is a countdown
        self._missing: set[int] = set()  # people still to come back after a restart
        self._empty_since = self.loop.time()
        self.fresh()

    # -- now -------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """Milliseconds for turns; a house in a hurry has faster ones."""
        return int(self.loop.time() * 1000 * self.room.house.config.speed)

    def _in(self, ms: int) -> float:
        return ms / 1000 / self.room.house.config.speed

    def clock(self) -> p.Clock:
        room, story = self.room, self.room.story
        now = self.now
        deadlines = [
            deadline
            for seat in sorted(room.turn_clock.since)
            if (
                deadline := room.turn_clock.deadline(
                    seat, story.chairs[seat].bank, story.chairs[seat].away, now
                )
            )
        ]
        return p.Clock(room.match_clock.at(self.loop.time()), room.match_clock.running, deadlines)

    # -- comings and goings ------------------------------------------------------------------------

    def fresh(self) -> None:
        """The table has just been folded: time stands until people are back, or long enough."""
        room, table = self.room, self.room.story.table
        self.stop()
        self.attendants.new_match()
        room.turn_clock = TurnClock(room.story.pace)
        room.match_clock = MatchClock(table.s.clock if table is not None and table.rules.timed else 0)
        self._running, self._hold, self._counting = False, None, False
        self._note_absent()
        if table is not None and table.rules.timed and room.story.phase == "playing":
            sitting = {chair.who for chair in room.story.chairs if chair.who is not None and not chair.away}
            self._missing = {who for who in sitting if who not in room.present}

    def new_match(self) -> None:
        room, table = self.room, self.room.story.table
        assert table is not None
        self._cancel()
        self.attendants.new_match()
        room.turn_clock = TurnClock(room.story.pace)
        room.match_clock = MatchClock(table.s.clock)
        self._running, self._hold, self._missing, self._counting = False, None, set(), False
        self._note_absent()
        if table.rules.timed:
            for caller in room.callers:
                caller.protocol.race_ahead()

    def _note_absent(self) -> None:
        """Who has a seat but no line is waited for from now on."""
        for chair in self.room.story.chairs:
            if chair.who is not None and chair.who not in self.room.present:
                self.absent.setdefault(chair.who, self.now)

    def came(self, caller: Caller) -> None:
        self.absent.pop(caller.who, None)
        if self._missing:
            if self._hold is None:
                self._hold = self.loop.time() + BACK_TOGETHER
            self._missing.discard(caller.who)
            if not self._missing:
                self._hold = None

    def went(self, caller: Caller) -> None:
        if caller.who not in self.room.present:
            self.absent[caller.who] = self.now
        if not self.room.callers:
            self._empty_since = self.loop.time()

    def first_move(self, moment: float) -> None:
        """Somebody plays: the wait for the others is over. Nobody may jump a countdown."""
        if self._counting:
            raise Refusal("paused")
        self._missing, self._hold = set(), None
        self.room.match_clock.run(moment)

    def decided(self, seat: int) -> int:
        return self.room.turn_clock.decided(seat, self.now)

    def stop(self) -> None:
        self._cancel()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _cancel(self) -> None:
        self.attendants.rest()
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None

    # -- after every change ------------------------------------------------------------------------

    def settle(self) -> None:
        room, story = self.room, self.room.story
        moment = self.loop.time()
        if self._hold is not None and moment >= self._hold:
            self._hold, self._missing, self._counting = None, set(), False
        running = story.phase == "playing" and bool(room.callers) and self._hold is None and not self._missing
        if running != self._running:
            self._turn(running, moment)
        if running:
            self._hush()
            self._think()
            self.attendants.get_ready()
            self._plan_tick()
        self._plan_alarm()

    def _turn(self, running: bool, moment: float) -> None:
        """Time begins to run, or stands."""
        room, table = self.room, self.room.story.table
        self._running = running
        if running:
            room.match_clock.run(moment)
            room.turn_clock.go_on(self.now)
        else:
            room.match_clock.stop(moment)
            room.turn_clock.stop(self.now)
            self._cancel()
            if room.story.phase == "paused" and table is not None and table.rules.timed:
                self._missing = set()
        room.wake()

    def countdown(self) -> None:
        """The match goes on, in a moment."""
        table = self.room.story.table
        if table is not None and table.rules.timed:
            self._hold, self._counting = self.loop.time() + COUNTDOWN, True

    def _hush(self) -> None:
        """No pings into an open race: bytes that wait together at the door are read in the order of the first one."""
        table = self.room.story.table
        assert table is not None
        if table.rules.timed:
            racing = len(table.actors_seen_by(None)) > 1
            for caller in self.room.callers:
                caller.protocol.pulse.racing = racing

    def _think(self) -> None:
        """Games without a clock of their own: people who have to decide are on the house's."""
        story, table = self.room.story, self.room.story.table
        assert table is not None
        if not table.rules.timed:
            people = {seat for seat in table.actors if not story.chairs[seat].bot}
            self.room.turn_clock.think(people, self.now)

    def _plan_tick(self) -> None:
        table = self.room.story.table
        assert table is not None
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        timer = table.next_timer
        if timer is None or table.over:
            return
        due = self.room.match_clock.moment(
            timer[0] + 1
        )  # who acts in the very millisecond of a deadline is in time
        assert due is not None
        self._tick = self.loop.call_at(due, self.room.put, self._ring)

    async def _ring(self) -> None:
        """Timers of the game are due."""
        room, table = self.room, self.room.story.table
        self._tick = None
        if not self._running or table is None:
            return
        lines: list[j.AnyEntry] = []
        while (
            (timer := table.next_timer) is not None
            and timer[0] < room.match_clock.at(self.loop.time())
            and not table.over
        ):
            table.advance(max(timer[0], table.s.clock))
            lines.append(j.Line(line=table.moves[-1], by="time"))
        await room.store(lines, done=True)

    # -- when time is up ---------------------------------------------------------------------------

    def _plan_alarm(self) -> None:
        """An alarm that rings too early does no harm, it is wound again then: most moves leave it as it is."""
        wait = min(self._waits(), default=None)
        due = None if wait is None else self.loop.time() + max(0.005, wait)
        if self._alarm is not None:
            if due is not None and self._alarm.when() <= due:
                return
            self._alarm.cancel()
        self._alarm = None if due is None else self.loop.call_at(due, self.room.put, self._time_is_up)

    def _waits(self) -> list[float]:
        """Seconds until something may be due."""
        room, story = self.room, self.room.story
        waits: list[float] = []
        if self._hold is not None:
            waits.append(self._hold - self.loop.time())
        if not room.callers:
            return [*waits, SLEEP]
        if self._running:
            waits += [self._in(left) for left in self._left()]
            waits += [self._in(since + self._patience() - self.now) for seat, since in self._lost().items()]
        if story.host in self.absent:
            waits.append(self._in(self.absent[story.host] + HOST_GONE - self.now))
        return waits

    def _left(self) -> list[int]:
        """What the seats that are thinking still have."""
        clock, chairs, now = self.room.turn_clock, self.room.story.chairs, self.now
        found = [clock.left(seat, chairs[seat].bank, chairs[seat].away, now) for seat in clock.since]
        return [left for left in found if left is not None]

    def _patience(self) -> int:
        table = self.room.story.table
        return GONE_IN_A_RACE if table is not None and table.rules.timed else self.room.story.pace.gone

    def _lost(self) -> dict[int, int]:
        """Seats the others wait for whose person has no line: seat -> since when."""
        story, table = self.room.story, self.room.story.table
        found: dict[int, int] = {}
        if not self.absent:
            return found
        for seat, chair in enumerate(story.chairs):
            if chair.who in self.absent and not chair.away and table is not None and seat in table.actors:
                since = self.absent[chair.who]
                found[seat] = (
                    since if table.rules.timed else max(since, self.room.turn_clock.since.get(seat, since))
                )
        return found

    async def _time_is_up(self) -> None:
        room, story = self.room, self.room.story
        self._alarm = None
        if not room.callers and self.loop.time() - self._empty_since >= SLEEP and room.idle:
            room.house.forget(room)
            return
        await self._hand_over()
        if not self._running:
            return
        table, now = story.table, self.now
        assert table is not None
        for seat, since in self._lost().items():
            if now >= since + self._patience():
                await room.store([self._stand_in(seat)])
        for deadline in self.clock().deadlines:
            if deadline.left == 0 and deadline.seat in table.actors and not story.chairs[deadline.seat].bot:
                await self._play_for(deadline.seat)

    async def _play_for(self, seat: int) -> None:
        """The rulebook's default, marked as such; who misses again and again is away."""
        room, story, table = self.room, self.room.story, self.room.story.table
        assert table is not None
        legal = table.legal(seat)
        word = table.default_action(seat)
        await moves.act(room, seat, word if word in legal else legal[0], "clock", {})
        if story.chairs[seat].misses >= MISSES and not story.chairs[seat].away and not table.over:
            await room.store([self._stand_in(seat)])

    def _stand_in(self, seat: int) -> j.StandsIn:
        bot = roster.usual(self.room.story.game) if self.room.story.settings.absent == "bot" else ""
        return j.StandsIn(seat=seat, bot=bot)

    async def _hand_over(self) -> None:
        """A host who has left does not take the table along."""
        room, story = self.room, self.room.story
        if story.host in self.absent and self.now >= self.absent[story.host] + HOST_GONE:
            here = [who for who in sorted(room.present) if story.seat_of(who) is not None]
            if here:
                await room.store([j.Hosted(whom=here[0])])

    # -- spectators with a delay -------------------------------------------------------------------

    def show_later(self) -> None:
        """What spectators may see now reaches delayed ones a while later."""
        room = self.room
        if room.story.settings.spectators == "delayed" and None in room.desk.shown:
            self.loop.call_later(DELAY / room.house.config.speed, self._release, room.desk.shown[None])

    def _release(self, shown: Any) -> None:
        self.room.desk.delayed = shown
        self.room.wake()
