"""Time at one table: it runs while somebody is there, thinks for the bots, and knows what happens when it is up.

Time stands still when nobody is at the table, while it is paused, and for a moment after a restart, so that
everybody can be back before the first timer rings.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import TYPE_CHECKING, Any

from pioche.bots import Bot
from pioche.house import company
from pioche.house import journal as j
from pioche.house import protocol as p
from pioche.house.clocks import MatchClock, TurnClock
from pioche.house.streams import Watcher

if TYPE_CHECKING:
    from pioche.house.caller import Caller
    from pioche.house.room import Room

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
        self.rng = random.Random(secrets.randbits(64))  # bots' dice: never the cards'
        self.minds: dict[int, Bot] = {}
        self.seeds = [self.rng.getrandbits(32) for _ in room.story.chairs]
        self.absent: dict[int, int] = {}  # person -> since when without a line
        self._bots: dict[int, tuple[asyncio.TimerHandle, object]] = {}  # seat -> (its next action, what it has seen)
        self._heard: dict[int, int] = {}  # seat -> happenings its bot has been told
        self._tick: asyncio.TimerHandle | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._running = False
        self._hold: float | None = None
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

    def clock(self, watcher: Watcher) -> p.Clock:
        room, story = self.room, self.room.story
        now = self.now
        deadlines = [
            deadline
            for seat in sorted(room.turn_clock.since)
            if (deadline := room.turn_clock.deadline(seat, story.chairs[seat].bank, story.chairs[seat].away, now))
        ]
        return p.Clock(room.match_clock.at(self.loop.time()), room.match_clock.running, deadlines)

    # -- comings and goings ------------------------------------------------------------------------

    def fresh(self) -> None:
        """The table has just been folded: time stands until people are back, or long enough."""
        room, table = self.room, self.room.story.table
        self.stop()
        self.minds, self._heard = {}, {}
        room.turn_clock = TurnClock(room.story.pace)
        room.match_clock = MatchClock(table.s.clock if table is not None and table.rules.timed else 0)
        self._running, self._hold = False, None
        if table is not None and table.rules.timed and room.story.phase == "playing":
            sitting = {chair.who for chair in room.story.chairs if chair.who is not None and not chair.away}
            self._missing = {who for who in sitting if who not in room.present}

    def new_match(self) -> None:
        room, table = self.room, self.room.story.table
        assert table is not None
        self._cancel()
        self.minds, self._heard = {}, {}
        room.turn_clock = TurnClock(room.story.pace)
        room.match_clock = MatchClock(table.s.clock)
        self._running, self._hold, self._missing = False, None, set()
        if table.rules.timed:
            for caller in room.callers:
                caller.protocol.race_ahead()

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
        """Somebody plays: the wait for the others is over."""
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
        for handle, _ in self._bots.values():
            handle.cancel()
        self._bots = {}
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None

    # -- after every change ------------------------------------------------------------------------

    def settle(self) -> None:
        room, story = self.room, self.room.story
        moment = self.loop.time()
        if self._hold is not None and moment >= self._hold:
            self._hold, self._missing = None, set()
        running = story.phase == "playing" and bool(room.callers) and self._hold is None and not self._missing
        if running != self._running:
            self._turn(running, moment)
        if running:
            self._hush()
            self._think()
            self._plan_bots()
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
            self._hold = self.loop.time() + COUNTDOWN

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
        due = self.room.match_clock.moment(timer[0] + 1)  # who acts in the very millisecond of a deadline is in time
        assert due is not None
        self._tick = self.loop.call_at(due, self.room.put, self._ring)

    async def _ring(self) -> None:
        """Timers of the game are due."""
        room, table = self.room, self.room.story.table
        self._tick = None
        if not self._running or table is None:
            return
        lines: list[j.AnyEntry] = []
        while (timer := table.next_timer) is not None and timer[0] < room.match_clock.at(self.loop.time()) and not table.over:
            table.advance(max(timer[0], table.s.clock))
            lines.append(j.Line(line=table.moves[-1], by="time"))
        await room.store(lines, done=True)

    # -- bots ------------------------------------------------------------------------------------

    def _plan_bots(self) -> None:
        """Every bot that may act gets ready to; one that sees a race open thinks again."""
        story, table = self.room.story, self.room.story.table
        assert table is not None
        for seat in table.actors:
            if not story.chairs[seat].bot:
                continue
            if seat in self._bots and not table.rules.timed:
                continue
            view = table.view(seat)
            seen = company.attention(view)
            if seat in self._bots:
                if self._bots[seat][1] == seen:
                    continue
                self._bots.pop(seat)[0].cancel()
            legal = view["legal"]
            level = company.level(story.chairs[seat].bot)
            if legal:
                word = "" if level.heavy else self._mind(seat).choose(view, legal, *self._memory(seat))
                wait = company.thinking_time(level.skill, view, word, table.rules.timed, self.rng)
                wait = int(wait * self.room.house.config.tempo)
                handle = self.loop.call_later(wait / 1000, self._bot_is_ready, seat, word, level)
                self._bots[seat] = handle, seen

    def _mind(self, seat: int) -> Bot:
        if seat not in self.minds:
            level = company.level(self.room.story.chairs[seat].bot)
            try:
                self.minds[seat] = level.make(self.room.story.game, self.seeds[seat])
            except Exception:  # a game nobody has taught this level: it plays somehow
                self.minds[seat] = company.AnyMove(self.room.story.game, self.seeds[seat])
        return self.minds[seat]

    def _memory(self, seat: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """What a bot is told besides its view: the events since it was last asked, and what its seat would remember."""
        table = self.room.story.table
        assert table is not None
        events = table.events(seat, self._heard.get(seat, 0))
        self._heard[seat] = self._heard.get(seat, 0) + len(events)
        return events, table.memory(seat)

    def _bot_is_ready(self, seat: int, word: str, level: company.Level) -> None:
        if level.heavy:
            self.room.put(self._bot_ponders, seat)
        else:
            self.room.put(self._bot_acts, seat, word)

    async def _bot_ponders(self, seat: int) -> None:
        """In a process of its own: no table must wait for a bot that thinks."""
        table = self.room.story.table
        if table is None or not self._its_turn(seat):
            self._bots.pop(seat, None)
            return
        game, view = self.room.story.game, table.view(seat)
        name = self.room.story.chairs[seat].bot
        question = name, game.id, dict(game.options), self.seeds[seat], view, view["legal"], *self._memory(seat)

        async def ponder() -> None:
            try:
                word = await self.room.house.ponder(*question)
            except Exception:  # its process has died: somebody must play on
                word = self.rng.choice(view["legal"])
            self.room.put(self._bot_acts, seat, word)

        self.room.house.spawn(ponder())

    def _its_turn(self, seat: int) -> bool:
        story, table = self.room.story, self.room.story.table
        return self._running and table is not None and bool(story.chairs[seat].bot) and seat in table.actors

    async def _bot_acts(self, seat: int, word: str) -> None:
        self._bots.pop(seat, None)
        table = self.room.story.table
        if table is None or not self._its_turn(seat):
            return
        legal = table.legal(seat)
        if word not in legal:
            if not legal or table.rules.timed:
                return  # the moment has passed; it is asked again
            word = self._mind(seat).choose(table.view(seat), legal, *self._memory(seat))
        meta: dict[str, int | None] = {}
        if table.rules.timed:
            meta = {"at": self.room.match_time(self.loop.time()), "rtt": 0}
        await self.room.act(seat, word, "bot", [], meta)

    # -- when time is up ---------------------------------------------------------------------------

    def _plan_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        wait = min((wait for wait in self._waits()), default=None)
        self._alarm = None if wait is None else self.loop.call_later(max(0.005, wait), self.room.put, self._time_is_up)

    def _waits(self) -> list[float]:
        """Seconds until something may be due."""
        room, story = self.room, self.room.story
        waits: list[float] = []
        if self._hold is not None:
            waits.append(self._hold - self.loop.time())
        if not room.callers:
            return [*waits, SLEEP]
        if self._running:
            waits += [self._in(deadline.left) for deadline in self.clock(None).deadlines]
            waits += [self._in(since + self._patience() - self.now) for seat, since in self._lost().items()]
        if story.host in self.absent:
            waits.append(self._in(self.absent[story.host] + HOST_GONE - self.now))
        return waits

    def _patience(self) -> int:
        table = self.room.story.table
        return GONE_IN_A_RACE if table is not None and table.rules.timed else self.room.story.pace.gone

    def _lost(self) -> dict[int, int]:
        """Seats the others wait for whose person has no line: seat -> since when."""
        story, table = self.room.story, self.room.story.table
        found = {}
        for seat, chair in enumerate(story.chairs):
            if chair.who in self.absent and not chair.away and table is not None and seat in table.actors:
                since = self.absent[chair.who]
                found[seat] = since if table.rules.timed else max(since, self.room.turn_clock.since.get(seat, since))
        return found

    async def _time_is_up(self) -> None:
        room, story = self.room, self.room.story
        self._alarm = None
        if not room.callers and self.loop.time() - self._empty_since >= SLEEP:
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
        for deadline in self.clock(None).deadlines:
            if deadline.left == 0 and deadline.seat in table.actors and not story.chairs[deadline.seat].bot:
                await self._play_for(deadline.seat)

    async def _play_for(self, seat: int) -> None:
        """The rulebook's default, marked as such; who misses again and again is away."""
        room, story, table = self.room, self.room.story, self.room.story.table
        assert table is not None
        legal = table.legal(seat)
        word = table.default_action(seat)
        await room.act(seat, word if word in legal else legal[0], "clock", [], {})
        if story.chairs[seat].misses >= MISSES and not story.chairs[seat].away and not table.over:
            await room.store([self._stand_in(seat)])

    def _stand_in(self, seat: int) -> j.StandsIn:
        bot = company.USUAL if self.room.story.settings.absent == "bot" else ""
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
