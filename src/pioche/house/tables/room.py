"""The actor of one table: `commands` decides, the journal is appended, `state` absorbs, `news` tells.

Everything round the state (clocks, presence, bots, news, commit and reveal) is handed the state and keeps none.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec.structs import replace

from pioche.house.actors import Actor, Keeper, Why
from pioche.house.operations.metrics import LATENCY_BUCKETS_SECONDS, counts, every_move
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots.bot_table import BotTable
from pioche.house.seated_bots.planner import BotPlanner
from pioche.house.stores.store import Conflict, StoreFailed, Unsure
from pioche.house.tables import commands, due_actions
from pioche.house.tables import journal as j
from pioche.house.tables.circumstances import NO_CONNECTION, Circumstances
from pioche.house.tables.clocks import Clocks
from pioche.house.tables.commit_reveal import CommitReveal
from pioche.house.tables.hints import Steps
from pioche.house.tables.news import Command, News, Reader
from pioche.house.tables.outcomes import (
    Answered,
    Deferred,
    Entries,
    HintAsked,
    Moved,
    Outcome,
    Question,
    ShareNoted,
    ShareShown,
    Spoken,
    Written,
)
from pioche.house.tables.presence import Places
from pioche.house.tables.reaction_claims import is_fair
from pioche.house.tables.services import HouseServices
from pioche.house.tables.state import TableState
from pioche.house.tables.table_info import Moment

log = logging.getLogger("pioche.house")
REFUSALS_KEPT = 256  # so that the same command gets the same answer
SPECTATOR_DELAY_SECONDS = 30.0  # how far delayed spectators lag behind


class Room(Actor[TableState, Written]):
    """The actor of one table."""

    def __init__(self, house: HouseServices, keeper: Keeper, state: TableState, token: int = 0) -> None:
        super().__init__(keeper, state.code, state, token)
        self.house = house
        self.readers: dict[Reader, None] = {}  # in the order they came
        self.everybody: dict[Reader, None] = {}  # and those whose hello still waits in the queue
        timers, alarm = partial(self.put, self._timers_due), partial(self.put, self._time_is_up)
        self.places = Places(self.readers, house.speed, house.limits)
        self.clocks = Clocks(state.pace, self.readers, house.speed, timers, alarm)
        in_turn = partial(self.put, self._bot_turn)
        self.bots = BotPlanner(state, BotTable(house, in_turn, self.loop, self.places.bots_wait))
        self.news = News(state, self.readers, self.clocks.message)
        self.commit_reveal = CommitReveal(partial(self.put, self._deal))
        self._refused: OrderedDict[tuple[int, str], p.Telling] = OrderedDict()
        self._hinted: dict[int, tuple[int, list[p.Hint]]] = {}  # by seat: good until the next entry
        self._arrived: float | None = None  # when the command that is served now arrived
        self._changed = True  # something was stored, or a reader came
        self._seated = -1  # the version of the seating readers were last told of
        self._with_bots = False
        self.clocks.folded(state)
        self.commit_reveal.folded(state)
        self.put(_publish_only)  # the table it was folded to may already need clocks and bots
        self.start()

    # -- readers ---------------------------------------------------------------------------------

    def receive(self, reader: Reader, wish: p.AnyCommand, arrived: float) -> None:
        """Queue a command of a reader."""
        if self.gone:
            reader.hang_up(p.RESTART, "moved", 500)
        elif reader.closed is None:
            self.put(self._serve, Command(reader, wish, arrived))

    def enter(self, reader: Reader, since: int | None, stream: str) -> None:
        """Queue the hello of an authenticated connection."""
        self.everybody[reader] = None
        self.put(self._hello, reader, since, stream)
        if self.gone:
            reader.hang_up(p.RESTART, "moved", 500)

    def leave(self, reader: Reader) -> None:
        """Queue the end of a connection."""
        self.everybody.pop(reader, None)
        self.put(self._goodbye, reader)

    def connection_writable(self, reader: Reader) -> None:
        """Send what is still due to a reader whose connection takes bytes again."""
        self.news.tell_rest(self.state, reader)

    def send_away(self, why: Why) -> None:
        match why:
            case "moved":
                self.hang_up(p.RESTART, "moved", 500)
            case "unreadable":
                self.hang_up(p.RESTART, "unreadable", 1000)
            case "unsure":
                self.hang_up(p.RESTART, "unsure", 1000)
            case "broken":
                self.hang_up(p.RESTART, "broken", 2000)

    def hang_up(self, code: int, why: str, retry: int) -> None:
        """Refuse all further commands; tell every reader, also those about to come in, when to come back."""
        self.gone = True
        for reader in list(self.everybody):
            reader.hang_up(code, why, retry)

    def move_out(self, code: int, why: str, retry: int) -> None:
        """Leave the memory because another worker plays the table."""
        self.hang_up(code, why, retry)
        self.keeper.forget(self)

    def close(self) -> None:
        if self._task is not None:
            self.clocks.stop()
            self.bots.rest()
            self.commit_reveal.stop()
            self.send_away("moved")
        super().close()

    # -- the steps of the actor ------------------------------------------------------------------

    async def append(self, outcome: Written) -> None:
        if outcome.entries:
            await self.keeper.writer.append(self.code, self.state.length, list(map(j.write, outcome.entries)), self.token)

    def absorb(self, outcome: Written) -> None:
        entries, state, before = outcome.entries, self.state, self.state.phase
        if not entries:
            return
        draft = None
        if isinstance(outcome, Moved):
            draft = outcome.table
            self.clocks.turns.decided(outcome.seat)
            every_move.moves[outcome.by] += 1
        for entry in entries:
            state.absorb(entry, draft)
            if isinstance(entry, j.Sat):
                self.house.visited(state.people[entry.who].person, self.code)
        self._changed = True
        if state.phase != before:
            if not state.lags(None):  # else when spectators may know it
                self.house.schedule_list_update(state)
            if isinstance(entries[-1], j.Began):
                self.bots.new_match()
                self.clocks.new_match(state)
            elif isinstance(entries[-1], j.Resumed):
                self.clocks.countdown(state)

    def publish(self) -> None:
        """Update clocks, schedule bots, flush readers."""
        state = self.state
        due = self.clocks.update(state)
        if due and not self.clocks.running:
            self.bots.rest()
        if self._changed or (due and state.lags(None)):
            if self._seated != state.version:
                self._reseat()
            if self.clocks.presence.since:  # it may be the turn of a person who is not there
                self.house.schedule_list_update(state)
            self.news.look(state)
            if self.news.public is not None:
                self.loop.call_later(SPECTATOR_DELAY_SECONDS / self.house.speed, self._release, self.news.public)
                self.news.public = None
        if self.clocks.running and self._with_bots:
            self.bots.get_ready(state, self.clocks.match_time(state, self.loop.time()))
        due, self._changed = due or self._changed, False
        self.news.tell(state, due)
        if self._arrived is not None:
            waited, self._arrived = self.loop.time() - self._arrived, None
            every_move.waits[bisect_left(LATENCY_BUCKETS_SECONDS, waited)] += 1
            every_move.waited += waited

    async def fold(self, bodies: list[bytes]) -> TableState:
        return await self.house.fold(bodies)

    def reloaded(self, before: TableState) -> None:
        self.bots.new_match()
        self.clocks.folded(self.state)
        for command in self.commit_reveal.folded(self.state):
            self.put(self._serve, command)
        delayed, self.news = self.news.delayed, News(self.state, self.readers, self.clocks.message)
        self.news.delayed = delayed
        self._changed, self._seated = True, -1

    def _reseat(self) -> None:
        """Let readers whose seat has changed follow another stream, and disconnect those who lost access."""
        state = self.state
        self._seated = state.version
        self.clocks.presence.note(state, self.clocks.now)
        self.house.schedule_list_update(state)
        self._with_bots = any(chair.bot for chair in state.chairs)
        for reader in list(self.readers):
            name = self._stream_name(reader.who)
            if name != reader.stream:
                reader.follow(state.watcher(reader.who), name)
            self._disconnect_unwelcome(reader)

    def _disconnect_unwelcome(self, reader: Reader) -> bool:
        """Disconnect a reader who lost access; return whether it happened."""
        out = not self.state.may_watch(reader.who)
        if out:
            reader.hang_up(p.NO_ENTRY, "banned" if self.state.people[reader.who].banned else "no_spectators")
        return out

    def _stream_name(self, who: int) -> str:
        return f"{self.code}:{self.house.epoch}:{self.state.stream_name(self.state.watcher(who))}:{self.state.edition}"

    def _release(self, moment: Moment) -> None:
        self.news.release(self.state, moment)
        self.house.schedule_list_update(self.state)

    # -- people ----------------------------------------------------------------------------------

    async def _hello(self, reader: Reader, since: int | None, stream: str) -> None:
        state = self.state
        if self.gone or reader.closed is not None:
            reader.hang_up(p.RESTART, "moved", 500)
            return
        if self._disconnect_unwelcome(reader):
            return
        reader.follow(state.watcher(reader.who), self._stream_name(reader.who))
        self.news.begin_for(state, reader, since, stream)
        self.readers[reader], self._changed = None, True
        self.house.schedule_list_update(state)
        self.news.came_or_went()
        self.clocks.came(reader)
        if (table := state.table) is not None and table.rules.timed and not state.lags(reader.watcher):
            reader.connection.measure_often(is_fair(table))

    async def _goodbye(self, reader: Reader) -> None:
        if self.readers.pop(reader, reader) is None:
            self.places.keep(reader.who)
            self.news.came_or_went()
            self.clocks.went(reader)
            self.house.schedule_list_update(self.state)
            self._changed = True

    async def come(self, person: str, name: str, secret: str, face: str, pace: Callable[[], None]) -> None:
        """Let a person in; one who was there before just comes back. `pace` refuses new people who come too fast."""
        who = self.state.numbers.get(person)
        if who is not None:
            commands.may(self.state, who, "see_table")
            self.places.take(self.state, who)
            return
        outcome = commands.come(self.state, person, name, secret, face)
        self.places.take(self.state, len(self.state.people) + 1)
        pace()
        await self.commit(outcome)

    async def sit(self, who: int, seat: int | None) -> None:
        """Seat a person over HTTP."""
        await self.do(commands.sit, who, seat, self.news.behind(self.state, self.state.watcher(who)))

    async def do(self, decide: Callable[..., list[j.AnyEntry]], *args: Any) -> None:
        """Write the entries a function of the state returns."""
        await self.commit(Entries(decide(self.state, *args)))

    def info_for(self, who: int) -> p.TableInfo:
        """Return the table as a person may know it, without a connection."""
        return self.news.info_for(self.state, self.state.watcher(who))

    # -- commands --------------------------------------------------------------------------------

    async def _serve(self, command: Command) -> None:
        """Carry out a command and answer it; the same command again gets the same answer."""
        reader, self._arrived = command.reader, command.arrived
        if self.state.promised is not None and self.commit_reveal.hold(command):
            return
        key = reader.who, str(getattr(command.wish, "id", ""))
        answer = self._refused.get(key) or self.state.answers.get(key) or await self._decide(command, key)
        if answer is not None:
            if reader.watcher is None and isinstance(answer, p.Ack) and self.state.lags(None):
                answer = replace(answer, n=self.news.last(self.state, None))
            reader.answer(answer)
            if reader not in self.readers:
                reader.flush(None)

    async def _decide(self, command: Command, key: tuple[int, str]) -> p.Telling | None:
        reader, wish, arrived = command
        try:
            if type(wish) is not p.Move and (rate := commands.rate_of(self.state, reader.who, wish)):
                self._count(reader, rate)
            outcome = commands.decide(self.state, reader.who, wish, self._circumstances(reader, arrived))
        except Refusal as no:
            return self._remember(key, no.to(key[1]))
        except Exception:  # the rules are at fault; nothing has changed
            log.exception("a command broke", extra={"table": self.code})
            counts.broken.inc()
            return Refusal("broken").to(key[1])
        try:
            return await self._carry_out(outcome, command, key)
        except Refusal as no:
            return self._remember(key, no.to(key[1]))
        except (StoreFailed, Conflict) as failed:
            known = isinstance(failed, StoreFailed) and not isinstance(failed, Unsure)  # nothing was written
            if known or await self.reload():
                return self.state.answers.get(key) or Refusal("not_stored").to(key[1])
            return None  # the same command again gets the true answer
        except Exception:
            reader.answer(Refusal("broken").to(key[1]))
            reader.flush(None)
            raise

    async def _carry_out(self, outcome: Outcome, command: Command, key: tuple[int, str]) -> p.Telling | None:
        """Do what an outcome asks for, and return the answer."""
        reader, wish, arrived = command
        reply: p.Ack | None = None
        match outcome:
            case Moved():
                await self.commit(outcome)
                if self.state.game.rules.timed:
                    self.clocks.played(arrived)
                if outcome.refused is not None:
                    return self._remember(key, outcome.refused.to(key[1]))
            case Entries():
                await self.commit(outcome)
                reply = outcome.reply
            case Answered():
                reply = outcome.reply
                if reply is not None and reply.late:
                    return self._remember(key, reply)
            case Spoken():
                assert isinstance(wish, p.Say)
                self._count(reader, "talk")
                await self.commit(outcome)
                for seat in outcome.to:  # some rules judge whom words were meant for
                    with suppress(Refusal):
                        now = self._circumstances(reader, arrived)
                        await self.commit(commands.judged_talk(self.state, reader.who, wish, seat, now))
            case Deferred():
                await self.commit(outcome)
                self.commit_reveal.fixed(self.state, self.readers)
                return None  # answered when the match has begun
            case Question():
                for other in self.readers:
                    if other.who == outcome.asked:
                        other.answer(outcome.asks)
                if outcome.refused is not None:
                    return self._remember(key, outcome.refused.to(key[1]))
            case HintAsked():
                self._count(reader, "hint")
                return p.Hints(key[1], await self._hint(reader, outcome.seat, outcome.steps))
            case ShareNoted():
                self.commit_reveal.note(outcome)
            case ShareShown():
                assert self.state.promised is not None
                self.commit_reveal.show(self.state.promised, outcome)
        return reply or self.state.answers.get(key) or p.Ack(key[1], len(self.state.streams[reader.watcher]))

    def _count(self, reader: Reader, rate: str) -> None:
        """Refuse what a person does too often."""
        self.house.limits.refuse(f"{self.code} {reader.who}", rate)

    async def _hint(self, reader: Reader, seat: int, steps: Steps) -> list[p.Hint]:
        kept = self._hinted.get(seat)
        if kept is None or kept[0] != self.state.length:
            kept = self._hinted[seat] = self.state.length, await self.house.counting.count(reader.connection.address, steps)
        return kept[1]

    def _circumstances(self, reader: Reader, arrived: float) -> Circumstances:
        state, clocks, seat, at, connection, steady = self.state, self.clocks, reader.watcher, 0, NO_CONNECTION, 0
        if state.table is not None and state.table.rules.timed:
            at, connection, steady = clocks.match_time(state, arrived), clocks.connection_of(reader.who), clocks.steady()
        spent = 0 if seat is None else clocks.turns.spent(seat, clocks.now)
        behind, told = (False, 0) if seat is not None else (self.news.behind(state, None), self.news.last(state, None))
        noted, seconds = self.commit_reveal.noted, int(time.time())
        return Circumstances(seconds, at, connection, spent, clocks.counting, noted, self.readers, behind, told, steady)

    def _remember(self, key: tuple[int, str], answer: p.Telling) -> p.Telling:
        self._refused[key] = answer
        if len(self._refused) > REFUSALS_KEPT:
            self._refused.popitem(last=False)
        return answer

    # -- bots, clocks, the deal --------------------------------------------------------------------

    async def _bot_turn(self, job: Callable[..., tuple[int, str] | None], *args: Any) -> None:
        """Run a job of the bots on the state as it is now, and make the move it returns."""
        move = job(self.state, *args)
        if move is not None:
            seat, word = move
            spent = self.clocks.turns.spent(seat, self.clocks.now)
            await self.commit(commands.move(self.state, seat, word, "bot", self._moment(), spent))

    def _moment(self) -> commands.Meta:
        """Return when the server moves, in games with a clock."""
        if not self.state.game.rules.timed:
            return {}
        return {"at": self.clocks.match_time(self.state, self.loop.time()), "rtt": 0}

    async def _timers_due(self) -> None:
        for outcome in due_actions.timers(self.state, self.clocks):
            await self.commit(outcome)

    async def _time_is_up(self) -> None:
        """Do what is due by itself. A table without anybody leaves the memory."""
        if self.clocks.asleep(self.state) and not self.busy:
            self.keeper.forget(self)
            return
        for outcome in due_actions.people(self.state, self.clocks, self._moment):
            await self.commit(outcome)

    async def _deal(self) -> None:
        """Begin a match whose list of promises is fixed: all shares are shown, or their time is over."""
        fixed = self.state.promised
        if fixed is None:
            return
        await self.commit(self.commit_reveal.begin(self.state, int(time.time())))
        for reader in self.readers:
            if reader.who == fixed.who:
                reader.answer(self.state.answers[fixed.who, fixed.wish])
        for command in self.commit_reveal.finish():
            self.put(self._serve, command)


async def _publish_only() -> None:
    """Do nothing, so that what is true is published."""
