"""One table with people round it, living in real time. One task serves it, in the order things arrive.

Decide, write down, then tell. While the writer has not confirmed an entry nobody hears of it; if it cannot be
written the table is folded again from what is stored, as if nothing had been tried.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pioche.house import limits
from pioche.house.metrics import counts
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots import roster
from pioche.house.stores.store import Conflict, Fenced, StoreFailed
from pioche.house.tables import commands, moves, rights
from pioche.house.tables import journal as j
from pioche.house.tables.clocks import MatchClock, TurnClock
from pioche.house.tables.desk import TAIL, Desk, table_info
from pioche.house.tables.hints import hints
from pioche.house.tables.reader import Caller
from pioche.house.tables.state import Story
from pioche.house.tables.streams import Watcher
from pioche.house.tables.timekeeper import Timekeeper

if TYPE_CHECKING:
    from pioche.house.house import House

log = logging.getLogger("pioche.house")
REMEMBERED = 256  # refusals kept, so that the same wish gets the same answer


class Room:
    """The actor of one table."""

    def __init__(self, house: House, story: Story, token: int = 0) -> None:
        self.house, self.story, self.code = house, story, story.code
        self.token = token  # of the lease under which it is played here, where there are several workers
        self.gone = False  # it is played elsewhere now
        self.loop = asyncio.get_running_loop()
        self.callers: dict[Caller, None] = {}  # in the order they came
        self.match_clock = MatchClock()
        self.turn_clock = TurnClock(story.pace)
        self.desk = Desk(self)
        self.keeper = Timekeeper(self)
        self._queue: asyncio.Queue[tuple[Callable[..., Awaitable[Any]], tuple[Any, ...]]] = asyncio.Queue()
        self._refused: OrderedDict[tuple[int, str], p.Telling] = OrderedDict()
        self._asked: set[asyncio.Future[Any]] = set()
        self._info: bytes | None = None
        self._changed = True
        self._settling = self._news = False
        self._task = self.loop.create_task(self._run(), name=f"room {self.code}")
        if story.table is not None and story.table.rules.timed:
            self.match_clock.base = story.table.s.clock

    # -- the actor -------------------------------------------------------------------------------

    def put(self, job: Callable[..., Awaitable[Any]], *args: Any) -> None:
        self._queue.put_nowait((job, args))
        if self.gone:
            for caller in [arg for arg in args if isinstance(arg, Caller)]:
                caller.hang_up(p.RESTART, "moved", 500)

    async def ask(self, job: Callable[..., Awaitable[Any]], *args: Any) -> Any:
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
        self.put(self._settle_in)
        while True:
            job, args = await self._queue.get()
            try:
                settled = None
                with suppress(Refusal):
                    settled = await job(*args)
                if not settled:
                    self.settle()
            except (StoreFailed, Conflict):
                await self.set_back()
            except Exception:
                log.exception("table set back", extra={"table": self.code})
                counts.broken.inc()
                await self.set_back()

    @property
    def idle(self) -> bool:
        """Nobody waits for anything."""
        return self._queue.empty()

    async def _settle_in(self) -> None:
        """The first thing a room does: what it has been folded to may already need clocks and bots."""

    async def close(self) -> None:
        self.keeper.stop()
        self._task.cancel()
        self.gone = True
        for future in list(self._asked):
            if not future.done():
                future.set_exception(Fenced(self.code))

    def move_out(self) -> None:
        """The table has another owner: everybody here goes there, and what was asked here last was not done."""
        self.gone = True
        for caller in self.callers:
            caller.hang_up(p.RESTART, "moved", 500)
        self.house.forget(self)

    async def set_back(self) -> None:
        """Fold the table again from what is stored; everybody comes back to that."""
        if self.gone:
            return
        try:
            self.story = Story.of(await self.house.writer.look(lambda store: store.journal(self.code)))
            self.desk = Desk(self)
            self._changed, self._info = True, None
            self.keeper.fresh()
            self.settle()
        except (
            Exception
        ):  # the disk cannot be read, or the game is at fault: this table stops, the others play on
            log.exception("table cannot be folded", extra={"table": self.code})
            for caller in self.callers:
                caller.hang_up(p.RESTART, "broken", 2000)
            self.house.forget(self)

    async def store(self, entries: Iterable[j.AnyEntry], done: bool = False) -> None:
        """Write entries down; then they have happened. `done`: the engine's table has already made the moves."""
        entries = list(entries)
        if not entries:
            return
        bodies = [j.write(entry) for entry in entries]
        try:
            await self.house.append(self.story, bodies, self.token)
        except Fenced:
            self.move_out()
            raise
        before = self.story.phase
        for entry in entries:
            self.story.absorb(entry, done and isinstance(entry, j.Line))
            if not isinstance(entry, j.Line | j.Spoke):
                self._info = None
            if isinstance(entry, j.Sat):
                await self.house.visited(self.story.people[entry.who].person, self.code)
        self._changed = True
        if self.story.phase != before:
            self._info = None
            await self.house.note(self.story)
            if isinstance(entries[-1], j.Began):
                self.keeper.new_match()
            elif isinstance(entries[-1], j.Resumed):
                self.keeper.countdown()

    def settle(self) -> None:
        """Everything is stored: show it, wind the clocks, wake the bots."""
        self._settling = True
        self.keeper.settle()
        if self._changed:
            self._changed = False
            self._follow_streams()
            self.desk.look({caller.watcher for caller in self.callers})
            self.keeper.show_later()
            self.wake()
        self._settling = False
        if self._news:
            self._ring()

    def wake(self) -> None:
        """There may be something new for everybody; they hear of it when all is settled."""
        self._news = True
        if not self._settling:
            self._ring()

    def _ring(self) -> None:
        self._news, self.desk.time_is = False, None
        for caller in list(self.callers):
            caller.news = True
            caller.ring()

    def due(self, caller: Caller) -> bytes | None:
        return self.desk.due(caller)

    # -- people ----------------------------------------------------------------------------------

    @property
    def present(self) -> set[int]:
        return {caller.who for caller in self.callers}

    def info(self) -> bytes:
        if self._info is None:
            self._info = p.encode(table_info(self.story, self.present))
        return self._info

    def stream_name(self, watcher: Watcher) -> str:
        return f"{self.code}:{self.house.epoch}:{self.story.streams.name(watcher)}"

    def _follow_streams(self) -> None:
        """Who has sat down or stood up listens to another stream from now on."""
        for caller in self.callers:
            watcher = self.story.watcher(caller.who)
            name = self.stream_name(watcher)
            if name != caller.stream:
                caller.watcher, caller.stream, caller.n, caller.skipped, caller.shown = (
                    watcher,
                    name,
                    0,
                    0,
                    b"",
                )
                caller.greet = True
            if not self._may_watch(caller.who):
                caller.hang_up(p.NO_ENTRY, "no_spectators")

    def _may_watch(self, who: int) -> bool:
        """A table without spectators is open to look at only while no cards are played; the host may always stay."""
        story = self.story
        playing = story.phase in ("playing", "paused")
        return (
            not playing
            or story.settings.spectators != "none"
            or story.watcher(who) is not None
            or who == story.host
        )

    async def hello(self, caller: Caller, since: int | None, stream: str) -> None:
        """A socket has shown its ticket: it listens from now on."""
        story = self.story
        watcher = caller.watcher = story.watcher(caller.who)
        if not self._may_watch(caller.who):
            caller.hang_up(p.NO_ENTRY, "no_spectators")
            return
        same = [other for other in self.callers if other.who == caller.who]
        for other in same[: len(same) + 1 - limits.SOCKETS_PER_PERSON]:
            other.hang_up(p.REPLACED, "replaced")
        caller.stream = self.stream_name(watcher)
        told = len(story.streams.streams[watcher])
        if since is None:
            caller.n = caller.skipped = max(0, told - TAIL)
        else:
            caller.n = since if since <= told and stream in ("", caller.stream) else 0
        self.callers[caller] = None
        self._info, self._changed = None, True
        self.keeper.came(caller)
        if story.table is not None and story.table.rules.timed:
            caller.protocol.race_ahead()

    async def goodbye(self, caller: Caller) -> None:
        """A socket is gone."""
        if self.callers.pop(caller, caller) is None:
            self._info = None
            self.keeper.went(caller)
            self.wake()

    # -- wishes ----------------------------------------------------------------------------------

    async def wish(self, caller: Caller, wish: p.AnyWish, arrived: float) -> bool:
        """Do it, or say why not; the same wish again gets the same answer. Everything is settled then."""
        answer: p.Telling
        key = caller.who, getattr(wish, "id", "")
        before = self.story.answers.get(key)
        if before is not None:
            answer = p.Ack(key[1], before.n, before.late)
        elif key in self._refused:
            answer = self._refused[key]
        else:
            try:
                answer = await self._grant(caller, wish, arrived)
            except Refusal as no:
                answer = self._remember(key, _no(key[1], no))
            except (StoreFailed, Conflict):
                await self.set_back()
                if self.gone:
                    return False  # the owner knows what became of it
                again = self.story.answers.get(key)  # it may have been stored after all
                answer = p.Ack(key[1], again.n, again.late) if again else _no(key[1], Refusal("not_stored"))
            except Exception:
                caller.tell(_no(key[1], Refusal("broken")))
                raise
        caller.answer(answer)
        self.settle()
        caller.ring()
        counts.answer.observe(self.loop.time() - arrived)
        return True

    def _remember(self, key: tuple[int, str], answer: p.Telling) -> p.Telling:
        self._refused[key] = answer
        if len(self._refused) > REMEMBERED:
            self._refused.popitem(last=False)
        return answer

    async def _grant(self, caller: Caller, wish: p.AnyWish, arrived: float) -> p.Telling:
        key = caller.who, str(getattr(wish, "id", ""))
        if isinstance(wish, p.Move) and (late := moves.too_late(self, caller, wish)) is not None:
            return self._remember(key, late)
        entries = commands.decide(self.story, caller.who, wish, int(time.time()))
        if isinstance(wish, p.Move):
            return await moves.make(self, caller, wish, arrived)
        if isinstance(wish, p.AskHint):
            return await self._hint(caller, wish)
        if isinstance(wish, p.Relink):
            secret = secrets.token_urlsafe(16)
            await self.store([j.Relinked(who=caller.who, id=wish.id, digest=commands.digest(secret))])
            return p.Ack(wish.id, len(self.story.streams.streams[caller.watcher]), secret=secret)
        if isinstance(wish, p.Say):
            wait = self.house.limits.take("talk", f"{self.code} {caller.who}")
            if wait:
                raise Refusal("too_often", 429, seconds=round(wait) + 1)
        if isinstance(wish, p.Look):
            self._pass_on(caller, wish)
        await self.store(entries)
        if isinstance(wish, p.Say):
            await moves.rule_about_talk(self, caller, wish, arrived)
        made = self.story.answers.get(key)
        return (
            p.Ack(key[1], made.n) if made else p.Ack(key[1], len(self.story.streams.streams[caller.watcher]))
        )

    def _pass_on(self, caller: Caller, wish: p.Look) -> None:
        """The person at the seat is asked whether somebody may look over their shoulder."""
        asked = p.Asked(caller.who, self.story.people[caller.who].name, wish.seat)
        for other in self.callers:
            if self.story.seat_of(other.who) == wish.seat:
                other.tell(asked)

    async def _hint(self, caller: Caller, wish: p.AskHint) -> p.Telling:
        if not self.story.settings.hints:
            raise Refusal("no_hints")
        wait = self.house.limits.take("hint", f"{self.code} {caller.who}")
        if wait:
            raise Refusal("too_often", 429, seconds=round(wait) + 1)
        seat, table = self.story.seat_of(caller.who), self.story.table
        assert seat is not None
        assert table is not None
        return p.Hints(wish.id, hints(table, seat))

    # -- over HTTP -------------------------------------------------------------------------------

    async def join(self, person: str, name: str, secret: str) -> int:
        """A person enters the table; their number there."""
        invited = secrets.compare_digest(commands.digest(secret), self.story.digest)
        await self.store(commands.join(self.story, person, name, invited))
        await self.house.visited(person, self.code)
        return self.story.numbers[person]

    async def sit(self, who: int, seat: int | None) -> None:
        wish = p.Sit(secrets.token_hex(8), seat)
        await self.store(commands.decide(self.story, who, wish, int(time.time())))

    async def leave(self, who: int) -> None:
        """A person is forgotten: their seat becomes a bot's, their name a number."""
        seat = self.story.seat_of(who)
        entries: list[j.AnyEntry] = [j.Renamed(who=who, name=f"#{who}")]
        if seat is not None:
            heir = roster.usual(self.story.game) if self.story.phase in ("playing", "paused") else ""
            entries.append(j.Stood(who=who, seat=seat, bot=heir))
        await self.store(entries)

    def check(self, deed: str, who: int) -> None:
        rights.check(deed, commands.roles(self.story, who), self.story.phase)


def _no(id: str, refusal: Refusal) -> p.No:
    return p.No(id, refusal.reason, refusal.en, refusal.fr, refusal.rule)
