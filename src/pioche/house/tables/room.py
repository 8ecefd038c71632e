"""One table with people round it, living in real time. One task serves it, in the order things arrive.

Decide, write down, then tell: `commands` decides, `store` writes, `news` tells. Nobody hears of an entry before it is
written. If it cannot be, the table is folded again from what is stored; what became of it is said when it is known."""

from __future__ import annotations

import asyncio
import logging
import time
from bisect import bisect_left
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec.structs import replace

from pioche.house.operations.metrics import SECONDS, counts, every_move
from pioche.house.operations.questions import Job, Questions
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots.bot_table import BotTable
from pioche.house.seated_bots.planner import BotPlanner
from pioche.house.stores.store import Conflict, Fenced, StoreFailed, Unsure
from pioche.house.stores.unreadable import Unreadable, stored_journal
from pioche.house.tables import commands, due_actions
from pioche.house.tables import journal as j
from pioche.house.tables.clocks import Clocks
from pioche.house.tables.commands import Command
from pioche.house.tables.commit_reveal import CommitReveal
from pioche.house.tables.hints import Steps
from pioche.house.tables.news import News, Reader
from pioche.house.tables.presence import Places
from pioche.house.tables.reaction_claims import is_fair
from pioche.house.tables.services import NO_LINE, Circumstances, Decision, HouseServices
from pioche.house.tables.state import TableState
from pioche.house.tables.table_info import Moment

log = logging.getLogger("pioche.house")
REMEMBERED = 256  # refusals kept, so that the same command gets the same answer
DELAY = 30.0  # seconds delayed spectators lag behind


class Room:
    """The actor of one table."""

    def __init__(self, house: HouseServices, state: TableState, token: int = 0) -> None:
        self.house, self.state, self.code = house, state, state.code
        self.token = token  # of the lease under which it is played here, where there are several workers
        self.gone = False  # it is played elsewhere now
        self.loop = asyncio.get_running_loop()
        self.readers: dict[Reader, None] = {}  # in the order they came
        self.everybody: dict[Reader, None] = {}  # and those whose hello still waits in the queue
        timers, alarm = partial(self.put, self._timers_due), partial(self.put, self._time_is_up)
        self.places = Places(self.readers, house.speed, house.limits)
        self.clocks = Clocks(state, self.readers, house.speed, timers, alarm)
        for_bots = self._bot_moves, self.clocks.match_time, self.loop, self.places.bots_wait
        self.bots = BotPlanner(BotTable(state, house, self.put, *for_bots))
        self.news = News(state, self.readers, self.clocks.message)
        self._queue: deque[Command | tuple[Job, tuple[Any, ...]]] = deque()
        self._nothing_to_do: asyncio.Future[None] | None = None  # what the task waits for then
        self._refused: OrderedDict[tuple[int, str], p.Telling] = OrderedDict()
        self._hinted: dict[int, tuple[int, list[p.Hint]]] = {}  # by seat: good until the next entry
        self._questions = Questions()
        self._changed = True  # something was stored, or somebody came
        self._seated = -1  # the version of the seating everybody was last told of
        self._with_bots = False
        self.clocks.folded(state)
        self.commit_reveal = CommitReveal(self)
        self.put(asyncio.sleep, 0)  # what it has been folded to may already need clocks and bots
        self._task: asyncio.Task[None] | None = self.loop.create_task(self._run(), name=f"room {self.code}")

    # -- the actor -------------------------------------------------------------------------------

    def receive(self, reader: Reader, wish: p.AnyCommand, arrived: float) -> None:
        """A command of a reader; it is served in its turn."""
        if self.gone:
            reader.hang_up(p.RESTART, "moved", 500)
        elif reader.closed is None:
            self._add(Command(reader, wish, arrived))

    def enter(self, reader: Reader, since: int | None, stream: str) -> None:
        """A connection has shown its ticket."""
        self.everybody[reader] = None
        self.put(self.hello, reader, since, stream)
        if self.gone:
            reader.hang_up(p.RESTART, "moved", 500)

    def leave(self, reader: Reader) -> None:
        """A connection is gone."""
        self.everybody.pop(reader, None)
        self.put(self.goodbye, reader)

    def put(self, job: Job, *args: Any) -> None:
        """Something to be done in the room's order."""
        self._add((job, args))

    def _add(self, item: Command | tuple[Job, tuple[Any, ...]]) -> None:
        """A queue with one who takes from it: asyncio's, made for many, costs several times as much."""
        self._queue.append(item)
        if self._nothing_to_do is not None and not self._nothing_to_do.done():
            self._nothing_to_do.set_result(None)

    async def ask(self, job: Job, *args: Any) -> Any:
        """Have something done in the room's order, and wait for what comes of it."""
        if self.gone:
            raise Fenced(self.code)
        return await self._questions.ask(self.put, job, *args)

    async def _run(self) -> None:
        """One thing after the other. Whatever it was, everything is settled before the next."""
        while True:
            if not self._queue:
                self._nothing_to_do = self.loop.create_future()
                await self._nothing_to_do
            item = self._queue.popleft()
            try:
                if isinstance(item, Command):
                    await self._serve(item)
                else:
                    with suppress(Refusal):
                        await item[0](*item[1])
                self.settle()
                if isinstance(item, Command):
                    waited = self.loop.time() - item.arrived
                    every_move.waits[bisect_left(SECONDS, waited)] += 1
                    every_move.waited += waited
            except (StoreFailed, Conflict):
                await self.reload()
            except Exception:
                log.exception("table set back", extra={"table": self.code})
                counts.broken.inc()
                await self.reload()

    async def close(self) -> None:
        """The parts of a room know it and each other: they are taken apart, so that the table leaves the memory at once."""
        if self._task is None:
            return
        self._task.cancel()
        self._task = None
        self.clocks.close()
        self.bots.close()
        self.commit_reveal.close()
        self.hang_up(p.RESTART, "moved", 500)
        self._questions.refuse(Fenced(self.code))

    def hang_up(self, code: int, why: str, retry: int) -> None:
        """From now on nobody is heard here: whoever is there, or about to come in, is told to come back."""
        self.gone = True
        for reader in list(self.everybody):
            reader.hang_up(code, why, retry)

    def hand_over(self, code: int, why: str, retry: int) -> None:
        """The table is not played here any more: everybody comes back, and learns then what became of their last wish."""
        self.hang_up(code, why, retry)
        self.house.forget(self)

    async def reload(self) -> bool:
        """Fold the table again from what is stored; everybody comes back to that. False: they are sent away, because
        nothing can be known here, or nothing be played."""
        if self.gone:
            return False
        try:
            self.token = await self.house.take_again(self.code)
            self.state = await self.house.fold(await stored_journal(self.house.writer, self.code))
            self.bots.folded(self.state)
            self.clocks.folded(self.state)
            self.commit_reveal.folded()
            delayed, self.news = self.news.delayed, News(self.state, self.readers, self.clocks.message)
            self.news.delayed = delayed
            self._changed, self._seated = True, -1
            self.settle()
            return True
        except (StoreFailed, Unreadable) as wrong:
            self.hang_up(p.RESTART, "unreadable" if isinstance(wrong, Unreadable) else "unsure", 1000)
        except (Conflict, Refusal):  # it has another owner by now
            self.hang_up(p.RESTART, "moved", 500)
        except Exception:  # the game is at fault: this table stops, the others play on
            log.exception("table cannot be folded", extra={"table": self.code})
            self.hang_up(p.RESTART, "broken", 2000)
        self.house.forget(self)
        return False

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
            self.hand_over(p.RESTART, "moved", 500)
            raise
        for entry in entries:
            state.absorb(entry, moved)
            if isinstance(entry, j.Sat):
                self.house.visited(state.people[entry.who].person, self.code)
        self._changed = True
        if decision.by is not None:
            every_move.moves[decision.by] += 1
        if state.phase != before:
            if not state.lags(None):  # else when spectators may know it
                self.house.schedule_list_update(state)
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
        if self._changed or (due and self.state.lags(None)):
            if self._seated != self.state.version:
                self._reseat()
            if self.clocks.presence.since:  # it may be the turn of somebody who is not there
                self.house.schedule_list_update(self.state)
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
        self.clocks.presence.note(self.clocks.now)
        self.house.schedule_list_update(self.state)
        self._with_bots = any(chair.bot for chair in self.state.chairs)
        for reader in list(self.readers):
            name = self._stream_name(reader.who)
            if name != reader.stream:
                reader.follow(self.state.watcher(reader.who), name)
            self._see_out(reader)

    def _see_out(self, reader: Reader) -> bool:
        """Whoever may not be here any more is told so. Is it so?"""
        out = not self.state.may_watch(reader.who)
        if out:
            reader.hang_up(p.NO_ENTRY, "banned" if self.state.people[reader.who].banned else "no_spectators")
        return out

    def _stream_name(self, who: int) -> str:
        return f"{self.code}:{self.house.epoch}:{self.state.stream_name(self.state.watcher(who))}:{self.state.edition}"

    def _release(self, moment: Moment) -> None:
        self.news.release(moment)
        self.house.schedule_list_update(self.state)

    def line_takes_more(self, reader: Reader) -> None:
        self.news.tell_rest(reader)

    # -- people ----------------------------------------------------------------------------------

    async def hello(self, reader: Reader, since: int | None, stream: str) -> None:
        """A connection has shown its ticket: it listens from now on."""
        if self.gone or reader.closed is not None:
            reader.hang_up(p.RESTART, "moved", 500)
            return
        if self._see_out(reader):
            return
        reader.follow(self.state.watcher(reader.who), self._stream_name(reader.who))
        self.news.begin_for(reader, since, stream)
        self.readers[reader], self._changed = None, True
        self.house.schedule_list_update(self.state)
        self.news.came_or_went()
        self.clocks.came(reader)
        if (table := self.state.table) is not None and table.rules.timed and not self.state.lags(reader.watcher):
            reader.line.race_ahead(is_fair(table))

    async def goodbye(self, reader: Reader) -> None:
        """A connection is gone."""
        if self.readers.pop(reader, reader) is None:
            self.places.keep(reader.who)
            self.news.came_or_went()
            self.clocks.went(reader)
            self.house.schedule_list_update(self.state)
            self._changed = True

    # -- commands --------------------------------------------------------------------------------

    async def _serve(self, command: Command) -> None:
        """Do it, or say why not; the same command again gets the same answer."""
        reader = command.reader
        if self.state.promised is not None and self.commit_reveal.hold(*command):
            return
        key = reader.who, str(getattr(command.wish, "id", ""))
        answer = self._refused.get(key) or self.state.answers.get(key) or await self._do(command, key)
        if answer is not None:
            if reader.watcher is None and isinstance(answer, p.Ack) and self.state.lags(None):
                answer = replace(answer, n=self.news.last(None))
            reader.answer(answer)
            if reader not in self.readers:
                reader.flush(None)

    async def _do(self, command: Command, key: tuple[int, str]) -> p.Telling | None:
        reader, wish, arrived = command
        try:
            now = self._circumstances(reader, arrived)
            decision = commands.decide(self.state, reader.who, wish, now)
            if decision.asks is not None:
                for other in self.readers:
                    if other.who == decision.asked:
                        other.answer(decision.asks)
            await self.store(decision)
            if decision.counting is not None:
                return p.Hints(key[1], await self._hint(reader, decision.seat, decision.counting))
            if decision.answer_later:
                return self.commit_reveal.fixed()
            if decision.by is not None and self.state.game.rules.timed:
                self.clocks.played(arrived)
            if decision.refused is not None:
                return self._remember(key, decision.refused.to(key[1]))
            if isinstance(wish, p.Say):
                for seat in decision.spoken_to:  # some rules judge whom words were meant for
                    with suppress(Refusal):
                        await self.store(commands.judged_talk(self.state, reader.who, wish, seat, now))
            if isinstance(decision.reply, p.Ack) and decision.reply.late:
                return self._remember(key, decision.reply)
            return decision.reply or self.state.answers.get(key) or p.Ack(key[1], len(self.state.streams[reader.watcher]))
        except Refusal as no:
            return self._remember(key, no.to(key[1]))
        except (StoreFailed, Conflict) as failed:
            undone = Refusal("not_stored").to(key[1])
            if isinstance(failed, StoreFailed) and not isinstance(failed, Unsure):
                reader.answer(self.state.answers.get(key) or undone)  # known not to have happened, or all but what follows
                await self.reload()
            elif await self.reload():
                return self.state.answers.get(key) or undone  # now it is known
            return None  # whoever sends it again hears the truth
        except Exception:
            reader.answer(Refusal("broken").to(key[1]))
            reader.flush(None)
            raise

    async def _hint(self, reader: Reader, seat: int, counting: Steps) -> list[p.Hint]:
        kept = self._hinted.get(seat)
        if kept is None or kept[0] != self.state.length:
            kept = self._hinted[seat] = self.state.length, await self.house.counting.count(reader.line.address, counting)
        return kept[1]

    def _circumstances(self, reader: Reader, arrived: float) -> Circumstances:
        clocks, seat, at, line, steady = self.clocks, reader.watcher, 0, NO_LINE, 0
        if self.state.table is not None and self.state.table.rules.timed:
            at, line, steady = clocks.match_time(arrived), clocks.line_of(reader.who), clocks.steady()
        spent = 0 if seat is None else clocks.turns.spent(seat, clocks.now)
        limit = partial(self.house.limits.refuse, f"{self.code} {reader.who}")
        behind, told = (False, 0) if seat is not None else (self.news.behind(None), self.news.last(None))
        return Circumstances(
            int(time.time()), at, line, spent, clocks.counting, limit, self.commit_reveal, self.readers, behind, told, steady
        )

    def _remember(self, key: tuple[int, str], answer: p.Telling) -> p.Telling:
        self._refused[key] = answer
        if len(self._refused) > REMEMBERED:
            self._refused.popitem(last=False)
        return answer

    # -- bots and clocks ---------------------------------------------------------------------------

    async def _bot_moves(self, seat: int, word: str) -> None:
        spent = self.clocks.turns.spent(seat, self.clocks.now)
        await self.store(commands.move(self.state, seat, word, "bot", self._moment(), spent))

    def _moment(self) -> commands.Meta:
        """When the house itself moves, in games with a clock."""
        return {"at": self.clocks.match_time(self.loop.time()), "rtt": 0} if self.state.game.rules.timed else {}

    async def _timers_due(self) -> None:
        for decision in due_actions.timers(self.state, self.clocks):
            await self.store(decision)

    async def _time_is_up(self) -> None:
        """Somebody's time may be. A table nobody is at falls asleep."""
        if self.clocks.asleep and not self._queue:
            self.house.forget(self)
            return
        for decision in due_actions.people(self.state, self.clocks, self._moment):
            await self.store(decision)

    async def do(self, decide: Callable[..., list[j.AnyEntry]], *args: Any) -> None:
        """Write down what a function of `commands` decides."""
        await self.store(Decision(decide(self.state, *args)))

    async def sit(self, who: int, seat: int | None) -> None:
        await self.do(commands.sit, who, seat, self.news.behind(self.state.watcher(who)))
