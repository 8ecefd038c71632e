"""The whole house: its rooms, its people, its writer. What one process serves."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, TypeVar

from pioche.engine.game import load
from pioche.errors import PiocheError
from pioche.house.operations import limits
from pioche.house.operations.limits import Limits
from pioche.house.operations.metrics import counts
from pioche.house.ownership.bus import Bus
from pioche.house.ownership.leases import Elsewhere, Leases
from pioche.house.ownership.read_only_tables import ReadOnlyTables
from pioche.house.people.identity import People
from pioche.house.people.passkeys import Passkeys
from pioche.house.protocol import bodies as a
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots import roster
from pioche.house.stores.nightly import NightlyCopies
from pioche.house.stores.store import Conflict, PersonRow, Store, TableRow
from pioche.house.stores.writer import Writer
from pioche.house.tables import commands
from pioche.house.tables import journal as j
from pioche.house.tables.laid import check_laid
from pioche.house.tables.room import Room
from pioche.house.tables.state import TableState

Result = TypeVar("Result")
AskOthers = Callable[[set[str], MutableMapping[str, Any]], Awaitable[None]]  # at which addresses, which request
log = logging.getLogger("pioche.house")
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no letters to be confused: 5 bits each
LOBBY_DAYS = 2
BLOCKED = 15.0  # seconds a reader may take no byte
ON_A_NETWORK = {"latency": "fair", "idle_ms": 20_000}  # T11, T20: unless the host says otherwise


@dataclass(frozen=True)
class Config:
    """How this house is run. Nothing here needs to be set."""

    origins: frozenset[str] = (
        frozenset()
    )  # further addresses under which browsers may come; its own is always one
    tempo: float = 1.0  # how long bots take, as a factor
    speed: float = 1.0  # how fast turn clocks run
    loose: float = 1.0  # rate limits, as a factor
    secure: bool = False  # behind HTTPS: cookies travel only there
    lan: str = ""  # the address for other devices
    copies: NightlyCopies | None = None  # those the house makes by itself
    leases: Leases | None = None  # one of several workers
    bus: Callable[[Callable[[], None]], Bus] | None = None  # how they wake each other
    ask_others: AskOthers | None = None  # how one has other workers do their part of a request


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


class House:
    def __init__(self, store: Store, config: Config) -> None:
        self.config = config
        self.writer = Writer(store, asyncio.get_running_loop())
        self.people = People(self.writer, self._tell_others)
        self.passkeys = Passkeys(self.writer)
        self.limits = Limits(config.loose)
        self.rooms: dict[str, Room] = {}
        self._thinkers: ProcessPoolExecutor | None = None  # for bots that think long
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self.closing = False
        self._waking: dict[str, asyncio.Task[Room | None]] = {}
        self._folding = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.leases = config.leases
        self.wires: dict[Any, str] = {}  # sockets passed on to another worker, and to which
        self.read_only_tables = ReadOnlyTables(self.writer)
        self._lasting: list[asyncio.Task[None]] = []
        self.writer.start()
        if config.copies is not None:
            self._lasting.append(asyncio.get_running_loop().create_task(config.copies.run()))
        if self.leases is not None:
            self._join_others(self.leases)

    def _join_others(self, leases: Leases) -> None:
        loop = asyncio.get_running_loop()
        self._lasting.append(loop.create_task(leases.tend(self)))
        if self.config.bus is not None:
            bus = self.config.bus(leases.bell.set)
            leases.ring = bus.ring
            self._lasting.append(loop.create_task(bus.run()))

    def _tell_others(self) -> None:
        if self.leases is not None:
            self.leases.ring()

    @property
    def epoch(self) -> int:
        """Of the history clients know; part of the names of their streams."""
        return self.writer.store.epoch

    @property
    def speed(self) -> float:
        return self.config.speed

    @property
    def tempo(self) -> float:
        return self.config.tempo

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def aside(self, work: Callable[..., Result], *args: Any) -> Result:
        """Something long that touches no table, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: work(*args))

    def wake(self, game: str) -> None:
        """Heavy bots will be asked about this game soon."""
        self.spawn(self._ask(roster.warm_up, game))

    async def ponder(self, *question: Any) -> str:
        """What a heavy bot answers."""
        answer: str = await self._ask(roster.ponder, *question)
        return answer

    async def _ask(self, work: Callable[..., Any], *args: Any) -> Any:
        """The process of the heavy bots starts with the first question and is started again if it dies."""
        if self._thinkers is None:
            self._thinkers = ProcessPoolExecutor(1, get_context("spawn"), roster.step_back)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thinkers, work, *args)
        except BrokenExecutor:
            self._thinkers = None
            raise

    def hang_up(self, session: str) -> None:
        """A session has ended: so do its sockets."""
        for room in self.rooms.values():
            for reader in room.readers:
                if reader.session == session:
                    reader.hang_up(p.NO_ENTRY, "logout")

    def sweep(self) -> None:
        """Readers that have not taken a byte for too long are cut."""
        now = asyncio.get_running_loop().time()
        for room in self.rooms.values():
            for reader in room.readers:
                if reader.blocked is not None and now - reader.blocked > BLOCKED:
                    reader.line.drop()

    def count(self) -> None:
        counts.rooms.set(len(self.rooms))
        counts.commits.set(self.writer.commits)
        counts.stored.set(self.writer.jobs)
        counts.slow.set(self.writer.slowest)

    async def farewell(self) -> None:
        """Tell everybody to come back in a moment, while the lines still stand."""
        self.closing = True
        readers = [reader for room in self.rooms.values() for reader in room.readers]
        for reader in readers:
            reader.hang_up(p.RESTART, "restart", 500)
        for _ in range(20):
            if not any(reader.outbox for reader in readers):
                break
            await asyncio.sleep(0.02)
        if self.leases is not None:  # those who come back at once find their tables free
            for room in list(self.rooms.values()):
                await room.close()
            await self.leases.resign()

    async def close(self) -> None:
        """Write everything down."""
        self.closing = True
        for room in list(self.rooms.values()):
            await room.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
        if self._thinkers is not None:
            self._thinkers.shutdown(wait=False, cancel_futures=True)
        if self.leases is not None:
            await self.leases.close()
        for task in self._lasting:
            task.cancel()
        await asyncio.to_thread(self.writer.stop)

    # -- among other workers -----------------------------------------------------------------------

    def move_out(self) -> None:
        """The others have given this worker up, and its tables are theirs."""
        for room in list(self.rooms.values()):
            room.move_out()

    def cut_wires(self, alive: frozenset[str]) -> None:
        """Whoever was passed on to a worker that is gone comes back."""
        for wire in [wire for wire, worker in self.wires.items() if worker not in alive]:
            wire.cut()

    def heard(self, kind: str, what: str) -> None:
        """What another worker has done, or this one."""
        if kind == "session":
            self.people.ended(what)
            self.hang_up(what)
        elif kind == "person":
            self.people.changed(what)

    # -- rooms -----------------------------------------------------------------------------------

    async def room(self, code: str) -> Room:
        """A table, woken from its journal if it sleeps. Several who ask at once wake it once."""
        room = self.rooms.get(code)
        if room is not None:
            return room
        waking = self._waking.get(code)
        if waking is None:
            waking = self._waking[code] = asyncio.get_running_loop().create_task(self._wake(code))
            waking.add_done_callback(lambda _: self._waking.pop(code, None))
        found = await asyncio.shield(waking)
        if found is None:
            raise Refusal("no_such_table", 404)
        return found

    async def _wake(self, code: str) -> Room | None:
        worker, token = "", 0
        if self.leases is not None:
            if self.closing:
                raise Elsewhere
            worker = self.leases.worker
            found = await self.leases.take(code)
            if found is None:
                return None
            token = found
        bodies = await self.writer.look(lambda store: store.journal(code))
        if not bodies:
            return None
        if len(self.rooms) >= limits.ROOMS:
            raise Refusal("house_full", 503)
        async with self._folding:  # one after another: the first to be there can play while the next wakes up
            for so_far in TableState.unfolding(bodies):
                state = so_far
                await asyncio.sleep(0)
        if self.leases is not None and self.leases.worker != worker:  # given up in the meantime
            raise Elsewhere
        room = self.rooms[code] = Room(self, state, token)
        counts.rooms.set(len(self.rooms))
        return room

    async def table_state(self, code: str) -> TableState:
        """A table to be read only: as it is here, or as another worker has written it down."""
        if self.leases is None or code in self.rooms:
            return (await self.room(code)).state
        return await self.read_only_tables.read(code)

    def forget(self, room: Room) -> None:
        """A table falls asleep; its journal stays."""
        if self.rooms.get(room.code) is room:
            del self.rooms[room.code]
            counts.rooms.set(len(self.rooms))
            if self.leases is not None:
                self.leases.release(room.code, room.token)
        self.spawn(room.close())

    def note(self, state: TableState) -> None:
        """Keep what lists show about a table; the journal is the truth, so nothing is lost if this fails."""
        row = self._row(state)
        self.spawn(self._quietly(self.writer.do(lambda store: store.put_table(row))))

    async def _quietly(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Exception as wrong:
            log.warning("a note was lost", extra={"error": type(wrong).__name__})

    def _row(self, state: TableState, made: int | None = None) -> TableRow:
        now = int(time.time())
        public = state.settings.privacy == "public"
        return TableRow(state.code, state.game.id, state.opened.preset, public, state.phase, made or now, now)

    def visited(self, person: str, code: str) -> None:
        at = int(time.time())
        self.spawn(self._quietly(self.writer.do(lambda store: store.put_visit(person, code, at))))

    # -- new tables ------------------------------------------------------------------------------

    async def make(self, maker: PersonRow, wish: a.NewTable) -> tuple[Room, str]:
        """A new table with its maker as host, stored in one piece before anybody hears of it."""
        if len(self.rooms) >= limits.ROOMS:
            raise Refusal("house_full", status=503)
        opened = await self._opened(maker, wish)
        if opened.practice:
            await self.aside(check_laid, load(opened.preset or opened.game, **opened.options), opened)
        secret = secrets.token_urlsafe(16)
        try:
            state = TableState(opened)
            entries: list[j.AnyEntry] = [
                j.Joined(person=maker.id, name=maker.name),
                j.Relinked(who=1, digest=commands.digest(secret)),
            ]
            if wish.sit is not None:
                if wish.sit >= state.game.seats:
                    raise Refusal("no_such_seat", 400)
                entries.append(j.Sat(who=1, seat=wish.sit))
            for entry in entries:
                state.absorb(entry)
            for seat, level in sorted(wish.bots.items()):
                if not seat.isdigit() or int(seat) >= state.game.seats:
                    raise Refusal("no_such_seat", 400)
                if state.chairs[int(seat)].who is not None or state.chairs[int(seat)].bot:
                    raise Refusal("seat_taken")
                bot = commands.bot_entry(state, int(seat), level)
                entries.append(bot)
                state.absorb(bot)
            if wish.start:
                first = commands.begin(state, 1)
                for entry in first:
                    state.absorb(entry)
                entries += first
        except Refusal:
            raise
        except PiocheError as no:
            raise Refusal.of(no, 400) from no
        bodies = [j.write(entry) for entry in (opened, *entries)]
        row = self._row(state)
        worker = self.leases.worker if self.leases is not None else ""
        token = await self.leases.found(opened.code) if self.leases is not None else 0

        def keep(store: Store) -> None:
            store.append(opened.code, 0, bodies, token)
            store.put_table(row)
            store.put_visit(maker.id, opened.code, row.made)

        await self.writer.do(keep)
        if self.leases is not None and self.leases.worker != worker:
            raise Conflict(opened.code)
        room = self.rooms[opened.code] = Room(self, state, token)
        counts.rooms.set(len(self.rooms))
        return room, secret

    async def _opened(self, maker: PersonRow, wish: a.NewTable) -> j.Opened:
        try:
            game = load(wish.game, **wish.options)
            known = {option.id for option in game.all_options}
            usual = {name: value for name, value in ON_A_NETWORK.items() if name in known - set(wish.options)}
            game = load(wish.game, **{**usual, **wish.options})
        except PiocheError as no:
            raise Refusal.of(no, 404 if type(no).__name__ == "UnknownGame" else 400) from no
        except TypeError as no:
            raise Refusal("malformed", 400, why="options") from no
        opened = j.Opened(
            code=new_code(), game=game.id, preset=game.preset, options=dict(game.options), settings=wish.settings,
            cards=wish.cards, position=wish.position,
        )  # fmt: skip
        if wish.continues is not None:
            await self._continue(maker, wish.continues, opened)
        if wish.seed is not None:
            opened.seed = str(wish.seed)
        opened.practice = bool(
            opened.seed or opened.cards.strip() or opened.position is not None or opened.before
        )
        return opened

    async def _continue(self, maker: PersonRow, old: a.From, opened: j.Opened) -> None:
        """From a move of a finished match that the maker may see in full."""
        state = await self.table_state(old.code)
        if maker.id not in state.numbers or old.match > state.match or state.settings.replay != "open":
            raise Refusal("practice_only", 403)
        if old.match == state.match and not state.ended:
            raise Refusal("not_over_yet")
        if not state.played_by_our_rules(old.match):
            raise Refusal("earlier_rules")
        record = state.record(old.match)
        opened.game, opened.preset, opened.options = record.game, "", dict(record.options)
        opened.seed, opened.cards, opened.position = str(record.seed), record.cards, record.position
        opened.rules = record.rules
        opened.before = [dict(line) for line in record.moves[: old.at]]

    async def lobby(self) -> list[TableState]:
        """Public tables, the latest first."""
        since = int(time.time()) - LOBBY_DAYS * 86_400
        rows = await self.writer.look(lambda store: store.public_tables(since, 50))
        found = []
        for row in rows:
            try:
                found.append(await self.table_state(row.code))
            except Refusal:
                continue
        return found
