"""One table with people round it, living in real time. One task serves it, in the order things arrive.

Decide, write down, then tell: `commands` decides, `store` writes, `news` tells. While the writer has not confirmed an
entry nobody hears of it; if it cannot be written the table is folded again from what is stored, as if nothing had been
tried.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from pioche.house.operations import limits
from pioche.house.operations.metrics import counts
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots.bot_table import BotTable
from pioche.house.seated_bots.planner import BotPlanner
from pioche.house.stores.store import Conflict, Fenced, StoreFailed
from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables.absences import stands_in
from pioche.house.tables.clocks import SLEEP, Clocks
from pioche.house.tables.commands import Circumstances, Decision
from pioche.house.tables.news import TAIL, News, Reader, Shown
from pioche.house.tables.services import HouseServices
from pioche.house.tables.state import TableState

log = logging.getLogger("pioche.house")
REMEMBERED = 256  # refusals kept, so that the same command gets the same answer
MISSES = 2  # turns in a row the clock made: the person is away
DELAY = 30.0  # seconds delayed spectators lag behind
MADE = {by: counts.moves.labels(by) for by in ("player", "bot", "clock")}
Job = Callable[..., Awaitable[Any]]


class Command(NamedTuple):
    """What a reader has sent, and when its bytes were read."""

    reader: Reader
    wish: p.AnyWish
    arrived: float


class Room:
    """The actor of one table."""

    def __init__(self, house: HouseServices, state: TableState, token: int = 0) -> None:
        self.house, self.state, self.code = house, state, state.code
        self.token = token  # of the lease under which it is played here, where there are several workers
        self.gone = False  # it is played elsewhere now
        self.loop = asyncio.get_running_loop()
        self.readers: dict[Reader, None] = {}  # in the order they came
        timers, alarm = partial(self.put, self._timers_due), partial(self.put, self._time_is_up)
        self.clocks = Clocks(state, self.readers, house.speed, timers, alarm)
        self.bots = BotPlanner(BotTable(state, house, self.put, self._bot_moves, self.clocks.match_time, self.loop))
        self.news = News(state, self.readers, self.clocks.message)
        self._queue: asyncio.Queue[Command | tuple[Job, tuple[Any, ...]]] = asyncio.Queue()
        self._refused: OrderedDict[tuple[int, str], p.Telling] = OrderedDict()
        self._asked: set[asyncio.Future[Any]] = set()
        self._changed = True  # something was stored, or somebody came
        self._seated = -1  # the version of the seating everybody was last told of
        self._with_bots = False
        self.clocks.folded(state)
        self.put(asyncio.sleep, 0)  # what it has been folded to may already need clocks and bots
        self._task = self.loop.create_task(self._run(), name=f"room {self.code}")

    # -- the actor -------------------------------------------------------------------------------

    def receive(self, reader: Reader, wish: p.AnyWish, arrived: float) -> None:
        """A command of a reader; it is served in its turn."""
        if self.gone:
            reader.hang_up(p.RESTART, "moved", 500)
        elif reader.closed is None:
            self._queue.put_nowait(Command(reader, wish, arrived))

    def enter(self, reader: Reader, since: int | None, stream: str) -> None:
        """A connection has shown its ticket."""
        self.put(self.hello, reader, since, stream)
        if self.gone:
            reader.hang_up(p.RESTART, "moved", 500)

    def put(self, job: Job, *args: Any) -> None:
        """Something to be done in the room's order."""
        self._queue.put_nowait((job, args))

    async def ask(self, job: Job, *args: Any) -> Any:
        """Have something done in the room's order, and wait for what comes of it."""
        future: asyncio.Future[Any] = self.loop.create_future()
        if self.gone:
            raise Fenced(self.code)
        self._asked.add(future)
        future.add_done_callback(self._asked.discard)

        async def run() -> None:
            try:
                result = await job(*args)
            except Exception as wrong:
                if not future.done():
                    future.set_exception(wrong)
                if not isinstance(wrong, Refusal):
                    raise
            else:
                if not future.done():
                    future.set_result(result)

        self.put(run)
        return await asyncio.shield(future)

    async def _run(self) -> None:
        """One thing after the other. Whatever it was, everything is settled before the next."""
        while True:
            item = await self._queue.get()
            try:
                if isinstance(item, Command):
                    await self._serve(item)
                else:
                    with suppress(Refusal):
                        await item[0](*item[1])
                self.settle()
                if isinstance(item, Command):
                    counts.answer.observe(self.loop.time() - item.arrived)
            except (StoreFailed, Conflict):
                await self.set_back()
            except Exception:
                log.exception("table set back", extra={"table": self.code})
                counts.broken.inc()
                await self.set_back()

    async def close(self) -> None:
        self.clocks.stop()
        self.bots.rest()
        self._task.cancel()
        self.gone = True
        for future in list(self._asked):
            if not future.done():
                future.set_exception(Fenced(self.code))

    def move_out(self) -> None:
        """The table has another owner: everybody here goes there, and what was asked here last was not done."""
        self.gone = True
        for reader in self.readers:
            reader.hang_up(p.RESTART, "moved", 500)
        self.house.forget(self)

    async def set_back(self) -> None:
        """Fold the table again from what is stored; everybody comes back to that."""
        if self.gone:
            return
        try:
            self.state = TableState.of(await self.house.writer.look(lambda store: store.journal(self.code)))
            self.bots.folded(self.state)
            self.clocks.folded(self.state)
            delayed, self.news = self.news.delayed, News(self.state, self.readers, self.clocks.message)
            self.news.delayed = delayed
            self._changed, self._seated = True, -1
            self.settle()
        except Exception:  # the disk cannot be read, or the game is at fault: this table stops, the others play on
            log.exception("table cannot be folded", extra={"table": self.code})
            for reader in self.readers:
                reader.hang_up(p.RESTART, "broken", 2000)
            self.house.forget(self)

    # -- write -----------------------------------------------------------------------------------

    async def store(self, decision: Decision) -> None:
        """Write down what was decided; then it has happened, and everybody may hear of it."""
        entries, state, before = decision.entries, self.state, self.state.phase
        if not entries:
            return
        moved = decision.by is not None
        if moved:
            self.clocks.turns.decided(decision.seat)
        try:
            await self.house.writer.append(self.code, state.length, list(map(j.write, entries)), self.token)
        except Fenced:
            self.move_out()
            raise
        for entry in entries:
            state.absorb(entry, moved)
            if isinstance(entry, j.Sat):
                self.house.visited(state.people[entry.who].person, self.code)
        self._changed = True
        if decision.by in MADE:
            MADE[decision.by].inc()
        if state.phase != before:
            self.house.note(state)
            if isinstance(entries[-1], j.Began):
                self.bots.new_match()
                self.clocks.new_match()
            elif isinstance(entries[-1], j.Resumed):
                self.clocks.countdown()

    # -- tell ------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Everything is stored: wind the clocks, wake the bots, tell everybody."""
        due = self.clocks.settle()
        if due and not self.clocks.running:
            self.bots.rest()
        if self._changed:
            if self._seated != self.state.version:
                self._reseat()
            self.news.look()
            if self.news.public is not None:
                self.loop.call_later(DELAY / self.house.speed, self._release, self.news.public)
                self.news.public = None
        if self.clocks.running and self._with_bots:
            self.bots.get_ready()
        due, self._changed = due or self._changed, False
        self.news.tell(due)

    def _reseat(self) -> None:
        """Who has sat down or stood up listens to another stream from now on."""
        self._seated = self.state.version
        self._with_bots = any(chair.bot for chair in self.state.chairs)
        for reader in list(self.readers):
            name = self._stream_name(reader.who)
            if name != reader.stream:
                reader.follow(self.state.watcher(reader.who), name)
            if not self.state.may_watch(reader.who):
                reader.hang_up(p.NO_ENTRY, "no_spectators")

    def _stream_name(self, who: int) -> str:
        return f"{self.code}:{self.house.epoch}:{self.state.stream_name(self.state.watcher(who))}:{self.state.edition}"

    def _release(self, shown: Shown) -> None:
        self.news.release(shown)

    def line_takes_more(self, reader: Reader) -> None:
        self.news.tell_rest(reader)

    # -- people ----------------------------------------------------------------------------------

    @property
    def present(self) -> set[int]:
        return {reader.who for reader in self.readers}

    async def hello(self, reader: Reader, since: int | None, stream: str) -> None:
        """A connection has shown its ticket: it listens from now on."""
        if self.gone:
            reader.hang_up(p.RESTART, "moved", 500)
            return
        state = self.state
        if not state.may_watch(reader.who):
            reader.hang_up(p.NO_ENTRY, "no_spectators")
            return
        same = [other for other in self.readers if other.who == reader.who]
        for other in same[: len(same) + 1 - limits.SOCKETS_PER_PERSON]:
            other.hang_up(p.REPLACED, "replaced")
        reader.follow(state.watcher(reader.who), self._stream_name(reader.who))
        told = len(state.streams[reader.watcher])
        if since is None:
            reader.n = reader.skipped = max(0, told - TAIL)
        else:
            reader.n = since if since <= told and stream in ("", reader.stream) else 0
        self.readers[reader] = None
        self._changed = True
        self.news.came_or_went()
        self.clocks.came(reader)
        if state.table is not None and state.table.rules.timed:
            reader.line.race_ahead()

    async def goodbye(self, reader: Reader) -> None:
        """A connection is gone."""
        if self.readers.pop(reader, reader) is None:
            self.news.came_or_went()
            self.clocks.went(reader)
            self._changed = True

    # -- commands --------------------------------------------------------------------------------

    async def _serve(self, command: Command) -> None:
        """Do it, or say why not; the same command again gets the same answer."""
        reader = command.reader
        key = reader.who, str(getattr(command.wish, "id", ""))
        answer = self._refused.get(key) or self._acknowledged(key) or await self._do(command, key)
        if answer is not None:
            reader.answer(answer)
            if reader not in self.readers:
                reader.flush(None)

    def _acknowledged(self, key: tuple[int, str]) -> p.Ack | None:
        made = self.state.answers.get(key)
        return None if made is None else p.Ack(key[1], made.n, made.late)

    async def _do(self, command: Command, key: tuple[int, str]) -> p.Telling | None:
        reader, wish, arrived = command
        try:
            now = self._circumstances(reader, arrived)
            decision = commands.decide(self.state, reader.who, wish, now)
            if decision.asks is not None:  # may somebody look over a shoulder?
                for other in self.readers:
                    if self.state.people[other.who].seat == decision.asks.seat:
                        other.answer(decision.asks)
            await self.store(decision)
            if decision.by is not None and self.state.game.rules.timed:
                self.clocks.played(arrived)
            if decision.refused is not None:
                raise decision.refused
            if isinstance(wish, p.Say):
                await self._judge(reader.who, wish, decision.spoken_to, now)
            if isinstance(decision.reply, p.Ack) and decision.reply.late:
                return self._remember(key, decision.reply)
            return decision.reply or self._acknowledged(key) or p.Ack(key[1], len(self.state.streams[reader.watcher]))
        except Refusal as no:
            return self._remember(key, _no(key[1], no))
        except (StoreFailed, Conflict):
            await self.set_back()
            if self.gone:
                return None  # the owner knows what became of it
            return self._acknowledged(key) or _no(key[1], Refusal("not_stored"))  # it may have been stored after all
        except Exception:
            reader.answer(_no(key[1], Refusal("broken")))
            reader.flush(None)
            raise

    def _circumstances(self, reader: Reader, arrived: float) -> Circumstances:
        clocks, seat = self.clocks, reader.watcher
        timed = self.state.table is not None and self.state.table.rules.timed
        return Circumstances(
            int(time.time()),
            clocks.match_time(arrived) if timed else 0,
            reader.line.rtt if timed else 0,
            0 if seat is None else clocks.turns.spent(seat, clocks.now),
            clocks.counting,
            partial(self._limit, reader.who),
        )

    def _limit(self, who: int, name: str) -> None:
        wait = self.house.limits.take(name, f"{self.code} {who}")
        if wait:
            raise Refusal("too_often", 429, seconds=round(wait) + 1)

    def _remember(self, key: tuple[int, str], answer: p.Telling) -> p.Telling:
        self._refused[key] = answer
        if len(self._refused) > REMEMBERED:
            self._refused.popitem(last=False)
        return answer

    async def _judge(self, who: int, wish: p.Say, spoken_to: list[int], now: Circumstances) -> None:
        """Some rules judge whom words were meant for."""
        for other in spoken_to:
            with suppress(Refusal):
                await self.store(commands.judged_talk(self.state, who, wish, other, now))

    # -- bots and clocks ---------------------------------------------------------------------------

    async def _bot_moves(self, seat: int, word: str) -> None:
        meta: commands.Meta = {}
        if self.state.game.rules.timed:
            meta = {"at": self.clocks.match_time(self.loop.time()), "rtt": 0}
        spent = self.clocks.turns.spent(seat, self.clocks.now)
        await self.store(commands.move(self.state, seat, word, "bot", meta, spent))

    async def _timers_due(self) -> None:
        """Timers of the game ring, one after the other: each is written down before the next."""
        clocks = self.clocks
        while clocks.running and (table := self.state.table) is not None and not table.over:
            timer = table.next_timer
            if timer is None or timer[0] >= clocks.match.at(self.loop.time()):
                return
            await self.store(commands.timer(self.state))

    async def _time_is_up(self) -> None:
        """Somebody's time may be: they are played for, or somebody stands in. A table nobody is at falls asleep."""
        clocks = self.clocks
        if not self.readers and self.loop.time() - clocks.empty_since >= SLEEP and self._queue.empty():
            self.house.forget(self)
            return
        await self.store(Decision(clocks.absences.new_host(clocks.now)))
        if not clocks.running:
            return
        await self.store(Decision(clocks.absences.overdue(clocks.turns.since, clocks.now)))
        table = self.state.table
        assert table is not None
        for deadline in clocks.message().deadlines:
            chair = self.state.chairs[deadline.seat]
            if deadline.left == 0 and deadline.seat in table.actors and not chair.bot:
                spent = clocks.turns.spent(deadline.seat, clocks.now)
                await self.store(commands.default_move(self.state, deadline.seat, spent))
                if chair.misses >= MISSES and not chair.away and not table.over:
                    await self.store(Decision([stands_in(self.state, deadline.seat)]))

    # -- over HTTP -------------------------------------------------------------------------------

    async def do(self, decide: Callable[..., list[j.AnyEntry]], *args: Any) -> None:
        """Write down what a function of `commands` decides."""
        await self.store(Decision(decide(self.state, *args)))


def _no(id: str, refusal: Refusal) -> p.No:
    return p.No(id, refusal.reason, refusal.en, refusal.fr, refusal.rule)
