"""The parts of one server process: tables, tournaments, people, lists, the writer, and how they start and end."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Any

from pioche.house.core.account_deletion import AccountDeletion
from pioche.house.core.lan_access import LanAccess
from pioche.house.core.new_tables import as_wished, go_on_from, new_table
from pioche.house.core.table_lists import Lists, row_of
from pioche.house.operations import limits
from pioche.house.operations.fair_thread import FairThread
from pioche.house.operations.limits import Limits
from pioche.house.operations.metrics import counts
from pioche.house.ownership.leases import Leases
from pioche.house.ownership.read_only_tables import ReadOnlyTables
from pioche.house.ownership.registry import Registry
from pioche.house.people.identity import People, new_code
from pioche.house.people.passkeys import Passkeys
from pioche.house.protocol import bodies as a
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal
from pioche.house.seated_bots.bot_processes import BotProcesses
from pioche.house.stores.nightly import NightlyCopies
from pioche.house.stores.store import PersonRow, Store, StoreDamaged
from pioche.house.stores.unreadable import stored_opening
from pioche.house.stores.writer import Writer
from pioche.house.tables import journal as j
from pioche.house.tables.clocks import SUSPEND_DETECTOR
from pioche.house.tables.hints import Counting
from pioche.house.tables.room import Room
from pioche.house.tables.starting_position import StartingPosition
from pioche.house.tables.state import TableState
from pioche.house.tournaments.all_tournaments import Tournaments

log = logging.getLogger("pioche.house")
MAX_BLOCKED_SECONDS = 15.0  # for which a reader may take no byte
PROBE_ANSWER_SECONDS = 1.5  # within which a healthy server writes something


@dataclass(frozen=True)
class Config:
    """The settings of a server. All have defaults."""

    origins: frozenset[str] = frozenset()  # further addresses under which browsers may come; its own is always one
    tempo: float = 1.0  # how long bots take, as a factor
    speed: float = 1.0  # how fast turn clocks run
    loose: float = 1.0  # rate limits, as a factor
    secure: bool = False  # behind HTTPS: cookies travel only there
    door: LanAccess = field(default_factory=LanAccess)  # how other devices come in
    notices: tuple[str, ...] = ()  # the operator's own pages, see api/notices.py
    copies: NightlyCopies | None = None  # those the house makes by itself
    leases: Leases | None = None  # one of several workers


class Tables(Registry[Room, TableState]):
    """All tables of this process."""

    def __init__(self, house: House) -> None:
        super().__init__(house.writer, house.leases)
        self.house = house

    @property
    def closing(self) -> bool:
        return self.house.closing

    async def exists(self, code: str) -> bool:
        """Return whether this is the code of a table. It may be that of a tournament, whose lease is not touched."""
        try:
            row = await self.writer.read(methodcaller("table", code))
            return row is not None or await self.house.lists.miss(code)
        except StoreDamaged:  # of the lists: the journal tells whether there is such a table
            return bool(await stored_opening(self.writer, code))

    def make_room(self) -> None:
        if len(self.rooms) >= limits.MAX_ROOMS:
            raise Refusal("house_full", 503)

    async def fold(self, code: str, bodies: list[bytes]) -> TableState:
        return await self.house.fold(bodies)

    async def before_begin(self, code: str) -> None:
        """Queue giving up the seats of deleted people."""
        with suppress(StoreDamaged):
            for person in await self.writer.read(methodcaller("leaving_from", code)):
                self.house.spawn(self.house.account_deletion.leave(code, person))

    def begin(self, state: TableState, token: int) -> Room:
        room = Room(self.house, self, state, token)
        counts.rooms.set(len(self.rooms) + 1)
        return room

    def forgotten(self, actor: Room) -> None:
        counts.rooms.set(len(self.rooms))
        if not actor.gone:
            self.house.write_last_row(actor)


class House:
    def __init__(self, store: Store, config: Config) -> None:
        self.config = config
        self.writer = Writer(store, asyncio.get_running_loop())
        self.people = People(self.writer, config.loose)
        self.passkeys = Passkeys(self.writer)
        self.limits = Limits(config.loose)
        self.counting = Counting()
        self.bot_processes = BotProcesses()  # for bots that think long
        # Slow functions by who waits for them: visitors (replays, pictures, checks of laid cards), a page that is being
        # opened (QR codes, some milliseconds each), tournaments. No queue of one delays another.
        self.visitors_thread = FairThread("visitors")
        self.qr_thread = FairThread("qr")
        self.tournaments_thread = FairThread("tournaments")
        self.closing = False
        self._probing: asyncio.Task[None] | None = None
        self._folding = ThreadPoolExecutor(1, thread_name_prefix="fold")
        self._tasks: set[asyncio.Task[Any]] = set()
        self.leases = config.leases
        self.read_only_tables = ReadOnlyTables(self.writer)
        self.tables = Tables(self)
        self.rooms, self.unreadable = self.tables.rooms, self.tables.unreadable
        self.lists = Lists(self.writer, self.rooms, self.unreadable)
        self.account_deletion = AccountDeletion(self.writer, self.rooms, self.room)
        self.tournaments = Tournaments(self)
        self.writer.start()
        tending = [self.people.keep_tidy(), self.lists.tend(), self.account_deletion.tend(), self.tournaments.tend()]
        self._lasting = [asyncio.get_running_loop().create_task(work) for work in (SUSPEND_DETECTOR.watch(), *tending)]
        if config.copies is not None:
            self._lasting.append(asyncio.get_running_loop().create_task(config.copies.run()))
        if self.leases is not None:
            self._lasting.append(asyncio.get_running_loop().create_task(self.leases.tend(self)))

    @property
    def epoch(self) -> int:
        """The number of the history clients know; part of the names of their streams."""
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

    def preload_game(self, game: str) -> None:
        """Load a game in the processes of searching bots, which will be asked about it soon."""
        self.bot_processes.warm_up(game)

    async def ask_bot_process(self, whose: str, *question: Any) -> str:
        """Return the move a searching bot chooses at a table of this person."""
        return await self.bot_processes.ask(whose, *question)

    async def run_in_process(self, work: Callable[..., Any], *args: Any) -> Any:
        """Run a long function in a process of the bots."""
        return await self.bot_processes.run(work, *args)

    def hang_up(self, *sessions: str) -> None:
        """Close the connections of sessions that have ended."""
        for room in self.rooms.values():
            for reader in list(room.everybody):
                if reader.session in sessions:
                    reader.hang_up(p.NO_ENTRY, "logout")
        self.tournaments.streams.hang_up(sessions)

    def drop_idle(self) -> None:
        """Drop readers that have not taken a byte for too long, and unload the emptiest of too many empty tables."""
        now = asyncio.get_running_loop().time()
        empty: list[Room] = []
        for room in self.rooms.values():
            if room.clocks.empty(room.state):
                empty.append(room)
            for reader in room.readers:
                if reader.blocked is not None and now - reader.blocked > MAX_BLOCKED_SECONDS:
                    reader.connection.drop()
        for room in sorted(empty, key=lambda room: -room.clocks.empty_since)[limits.MAX_EMPTY_ROOMS :]:
            room.clocks.sleep_now()

    def count(self) -> None:
        counts.rooms.set(len(self.rooms))
        counts.commits.set(self.writer.commits)
        counts.stored.set(self.writer.jobs)
        counts.slow.set(self.writer.slowest)
        counts.unreadable.set(len(self.unreadable))
        counts.storing.set(self.writer.can_write)
        counts.damaged.set(self.writer.damaged)
        counts.undurable.set(len(self.writer.store.undurable))

    async def announce_restart(self) -> None:
        """Close all connections with the request to come back in a moment; free all tables."""
        self.closing = True
        readers = [reader for room in self.rooms.values() for reader in room.everybody]
        for reader in readers:
            reader.hang_up(p.RESTART, "restart", 500)
        for _ in range(20):
            if not any(reader.outbox for reader in readers):
                break
            await asyncio.sleep(0.02)
        if self.leases is not None:  # those who come back at once find their tables free
            self.tournaments.close()
            self.tables.close()
            await self.leases.resign()

    async def close(self) -> None:
        """End all tasks, threads and processes, having written what is queued."""
        self.closing = True
        self.tournaments.close()
        self.tables.close()
        for thread in (self.visitors_thread, self.qr_thread, self.tournaments_thread):
            thread.close()
        self._folding.shutdown(wait=False, cancel_futures=True)
        self.bot_processes.close()
        if self.leases is not None:
            await self.leases.close()
        for task in self._lasting:
            task.cancel()
        await asyncio.to_thread(self.writer.stop)

    # -- among other workers -----------------------------------------------------------------------

    def writes(self) -> bool:
        """Return whether anything can be stored; begin to try again when the store has failed."""
        if not self.writer.can_write and self._probing is None:
            self._probing = asyncio.get_running_loop().create_task(self._probe())
        return self.writer.can_write

    async def _probe(self) -> None:
        try:
            await self._quietly(self.writer.do(lambda store: store.probe()))
            await (self.leases.probe() if self.leases is not None else asyncio.sleep(0))
        finally:
            self._probing = None

    async def check(self) -> a.Health:
        """Return the health of the server; raise Refusal, soon, when tables cannot be played."""
        probing = self._probing = self._probing or asyncio.get_running_loop().create_task(self._probe())
        await asyncio.wait({probing}, timeout=PROBE_ANSWER_SECONDS)
        if not (probing.done() and (self.leases is None or self.leases.well) and self.writer.can_write):
            raise Refusal(self.writer.refusal, 503, retry=2000)
        return a.Health(True, len(self.unreadable), list(self.writer.store.undurable), self.writer.damaged)

    def hand_over(self, code: int, why: str, retry: int) -> None:
        """Close all tables and tournaments: other workers take them."""
        self.tournaments.close()
        for room in list(self.rooms.values()):
            room.move_out(code, why, retry)

    def hand_over_table(self, code: str) -> None:
        """Close a table or tournament that another worker is about to take."""
        self.tables.hand_over(code)
        self.tournaments.hand_over(code)

    def handle_notice(self, kind: str, what: str) -> None:
        """Handle a notice of another worker, or of this one."""
        if kind == "session":
            self.people.ended(what)
            self.hang_up(what)
        elif kind == "person":
            self.people.changed(what)
            self.account_deletion.new.set()
        else:
            self.tournaments.handle_notice(kind, what)

    # -- tables ----------------------------------------------------------------------------------

    async def room(self, code: str) -> Room:
        """Return a table, woken from its journal if need be."""
        return await self.tables.get(code)

    async def fold(self, bodies: list[bytes]) -> TableState:
        """Fold in a thread, one table after another: the first can be played while the next is folded."""
        return await asyncio.get_running_loop().run_in_executor(self._folding, TableState.of, bodies)

    async def table_state(self, code: str) -> TableState:
        """Return the state of a table to read only: from memory, or as another worker has stored it."""
        if self.leases is None or code in self.rooms:
            return (await self.room(code)).state
        return await self.read_only_tables.read(code)

    def write_last_row(self, room: Room) -> None:
        """Write what lists show of a table that leaves the memory."""
        self.spawn(self._quietly(self.lists.asleep(room)))

    def schedule_list_update(self, state: TableState) -> None:
        """Keep what lists show about a table; the journal is the truth, so nothing is lost if this fails."""
        self.lists.touch(state.code)
        if state.opened.tournament:
            self.tournaments.table_changed(state)

    async def _quietly(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Exception as wrong:
            log.warning("a note was lost", extra={"error": type(wrong).__name__})

    def visited(self, person: str, code: str) -> None:
        at = int(time.time())
        self.spawn(self._quietly(self.writer.do(lambda store: store.put_visit(person, code, at))))

    # -- new tables ------------------------------------------------------------------------------

    async def make(self, maker: PersonRow, wish: a.NewTable, address: str) -> tuple[Room, str]:
        """Make a table with its maker as host, stored in one transaction before it is published."""
        if len(self.rooms) >= limits.MAX_ROOMS:
            raise Refusal("house_full", status=503)
        position = StartingPosition(await self._opened(maker, wish))
        if position.opened.practice:
            await self.visitors_thread.run("check", address, position.check)
        secret = secrets.token_urlsafe(16)
        state, entries = new_table(position, maker, wish, secret)
        return await self.store_new_table(state, entries, [maker.id]), secret

    async def store_new_table(self, state: TableState, entries: list[j.AnyEntry], visitors: list[str]) -> Room:
        """Store a table that was never seen before, in one piece, and open its room. `state` has absorbed the entries."""
        code, row = state.code, row_of(state, set())
        bodies = [j.write(entry) for entry in (state.opened, *entries)]

        def keep(store: Store, token: int) -> None:
            store.append(code, 0, bodies, token)
            store.put_table(row)
            for person in visitors:
                store.put_visit(person, code, row.made)

        room = await self.tables.add(code, state, keep)
        assert room is not None
        return room

    async def _opened(self, maker: PersonRow, wish: a.NewTable) -> j.Opened:
        opened = as_wished(new_code(), wish)
        if wish.continues is not None:
            go_on_from(await self.table_state(wish.continues.code), maker.id, wish.continues, opened)
        opened.seed = opened.seed if wish.seed is None else str(wish.seed)
        opened.practice = bool(opened.seed or opened.cards.strip() or opened.position is not None or opened.before)
        return opened
