"""The actor of one tournament. What has to be done at its tables is no duty of its own: `reconcile` derives it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from typing import Any

from pioche.errors import PiocheError
from pioche.house.actors import Actor, Job, Keeper, Why
from pioche.house.protocol import messages as p
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import PersonRow, Store
from pioche.house.stores.tournament_rows import TournamentRow
from pioche.house.tournaments import decisions, drawing, entering, reconcile, role_views
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.entering import Lines
from pioche.house.tournaments.event_streams import EventStreams, Listener
from pioche.house.tournaments.reconcile import Reconciler
from pioche.house.tournaments.services import TournamentServices
from pioche.house.tournaments.tournament_state import Guest, TournamentState
from pioche.tournament import Tournament
from pioche.tournament.actions import check_reseat, check_seat
from pioche.tournament.roles import check as check_role

PAGES_KEPT = 64  # lists and pages to print
SLEEP_SECONDS = 600.0  # without anybody, after which a tournament leaves the memory
STALE_SECONDS = {True: 2.0, False: 5.0}  # a view for staff, or not, is kept so long while tables play


class TournamentRoom(Actor[TournamentState, Lines]):
    """The actor of one tournament."""

    what = "unreadable_tournament"

    def __init__(
        self, house: TournamentServices, keeper: Keeper, streams: EventStreams, state: TournamentState, token: int
    ) -> None:
        super().__init__(keeper, state.code, state, token)
        self.house, self.streams = house, streams
        self.listeners: set[Listener] = set()
        self.tables = Reconciler(house)
        self._views: dict[bool, tuple[int, float, bytes]] = {}  # for staff or not: version, when, the view
        self._warm = False  # the process that draws is there
        self._to_tend: set[str] = set()  # tables where something has happened; the empty one stands for all
        self._pages: dict[tuple[Any, ...], Any] = {}  # lists and pages to print, as last made
        self._pages_of = -1  # of this version
        self._alarm: asyncio.TimerHandle | None = None
        self._used = self.loop.time()
        self._listed: tuple[str, int, int] | None = None  # what lists show
        self.put(self._tend)
        self.start()

    @property
    def now(self) -> int:
        return self.tables.now(self.state)

    def look_up(self, table: str = "") -> None:
        """Tend a table soon, or all of them. Two hundred people sit down at once: each table is tended once for that."""
        waiting = bool(self._to_tend)
        self._to_tend.add(table)
        if not waiting:
            self.put(self._tend_some)

    async def ask(self, job: Job, *args: Any) -> Any:
        self._used = self.loop.time()
        return await super().ask(job, *args)

    @property
    def idle(self) -> float | None:
        """Since when nobody has asked for anything; None where a stream is open, or a round is played."""
        return None if self.state.model.phase in ("playing", "finals") else self.quiet

    @property
    def quiet(self) -> float | None:
        """The same, whether a round is played or not."""
        return None if self.listeners or self.busy else self._used

    def close(self) -> None:
        self._ring(None)
        self.send_away("moved")
        super().close()

    # -- the steps of the actor ------------------------------------------------------------------

    async def append(self, outcome: Lines) -> None:
        """Write the entries, the row lists show if it changes, and the roles of people, in one transaction."""
        entries, after = outcome
        if not entries:
            return
        listed, row = self._row(after or self.state.model)
        bodies = [tj.write_entry(entry) for entry in entries]
        first, token, code = self.state.length, self.token, self.code
        people = entering.roles_after(self.state, entries)

        def keep(store: Store) -> None:
            store.append(code, first, bodies, token)
            if row is not None:
                store.put_tournament(row)
            for person, role in people:
                store.put_tournament_person(person, code, role, int(time.time()))

        await self.keeper.writer.do(keep)
        self._listed = listed

    def absorb(self, outcome: Lines) -> None:
        for entry in outcome.entries:
            self.state.absorb(entry)
        if outcome.entries:
            self._tell()

    def publish(self) -> None:
        """Plan the next time something is due. What is planned and comes sooner stays."""
        due = reconcile.next_look(self.state, self.now)
        if self.gone:
            return
        if due is not None:
            self._ring(max(0.2, due / self.house.speed), self._tend)
        elif not self.listeners and self.loop.time() - self._used >= SLEEP_SECONDS:
            self.close()
            self.keeper.forget(self)
        else:
            self._ring(SLEEP_SECONDS, _publish_only)

    async def fold(self, bodies: list[bytes]) -> TournamentState:
        folded: TournamentState = await self.house.tournaments_thread.run("fold", self.code, TournamentState.of, bodies)
        return folded

    def reloaded(self, before: TournamentState) -> None:
        for code, link in self.state.by_code.items():
            if code in before.by_code:
                link.made, link.seen = before.by_code[code].made, before.by_code[code].seen
        self._views, self._listed = {}, None
        self._tell()

    def send_away(self, why: Why) -> None:
        self.streams.end(self.listeners)

    def _row(self, model: Tournament) -> tuple[tuple[str, int, int], TournamentRow | None]:
        """Return what lists show of a tournament, and its row when that is no longer what they show."""
        founded = self.state.founded
        started = [one.number for one in model.state.rounds if one.state != "seated"]
        listed = role_views.public_state(model.state).phase, len(model.entrants), started[-1] if started else 0
        if listed == self._listed:
            return listed, None
        settings, (phase, entrants, number) = model.settings, listed
        total = model.rounds if started else settings.rounds
        row = self.code, settings.title, settings.game, founded.public, phase, founded.at, int(time.time())
        return listed, TournamentRow(*row, entrants, number, total)

    def _tell(self) -> None:
        self.streams.wake(self.listeners)

    # -- what people ask for ---------------------------------------------------------------------

    def may_see(self, person: str | None) -> Guest | None:
        """Return who a person is here; Refusal when they may not see the tournament."""
        guest = self.state.guest(person)
        if guest is None and not self.state.founded.public:
            raise Refusal("tournament_invitation", 403)
        return guest

    async def answer(self, person: str | None) -> bytes:
        """Return the answer to one person: what concerns them, and the view of their role, which is encoded once for all."""
        guest = self.may_see(person)
        mine = p.encode(role_views.mine(self.state, guest, self.tables.progress))
        shown = await self._view(self.state.is_staff(guest))
        head = b'{"version":%d,"now":%d,"you":' % (self.state.version_for(guest), self.now)
        return head + mine + b',"view":' + shown + b"}"

    async def _view(self, staff: bool) -> bytes:
        version = self.state.version if staff else self.state.public_version
        kept, moment = self._views.get(staff), self.loop.time()
        playing = self.state.model.phase in ("playing", "finals")
        if kept is not None and kept[0] == version and (not playing or moment - kept[1] < STALE_SECONDS[staff]):
            return kept[2]
        self.tables.glance(self.state)
        made = await self.house.tournaments_thread.run("view", self.code, self._encode_view, staff)
        self._views[staff] = version, moment, made
        return bytes(made)

    def _encode_view(self, staff: bool) -> bytes:
        return p.encode(role_views.view(self.state, staff, self.tables.progress, self.now))

    async def look_at(self, person: str | None, work: Callable[..., Any], *args: Any) -> Any:
        """Return `work(state, guest, ...)`, computed in a thread. It is the same for all of a role, so it is kept until
        something changes."""
        guest = self.may_see(person)
        staff = self.state.is_staff(guest)
        version = self.state.version if staff else self.state.public_version
        if len(self._pages) >= PAGES_KEPT or self._pages_of != self.state.version:
            self._pages, self._pages_of = {}, self.state.version
        key = staff, version, work, *args
        try:
            if key not in self._pages:
                self._pages[key] = await self.house.tournaments_thread.run("page", self.code, work, self.state, guest, *args)
            return self._pages[key]
        except Refusal:
            raise
        except PiocheError as no:  # a round or a name that is not there
            raise Refusal.of(no, 404) from no

    async def listen(self, listener: Listener) -> None:
        """Tell a stream of every change from now on."""
        self.may_see(listener.person)
        self.listeners.add(listener)
        self.streams.wake([listener])

    def version_for(self, person: str | None) -> int:
        return self.state.version_for(self.state.guest(person))

    # -- commands ----------------------------------------------------------------------------------

    async def join(self, person: PersonRow, wish: t.Enter) -> bytes:
        """Let a person in, by whichever link they come."""
        await self.commit(entering.joined(self.state, person, wish, self.now))
        await self._tend()
        return await self.answer(person.id)

    async def act(self, person: str, wish: t.Act) -> bytes:
        """Carry out one action of section 4.1."""
        guest = self.may_see(person)
        if guest is not None and (guest.who, wish.id) in self.state.answers:
            return await self.answer(person)
        role = decisions.check(self.state, guest, wish)
        assert guest is not None
        at = self.now
        drawn = await self._draw(wish, decisions.actor(self.state, guest, role), at) if wish.do in drawing.DRAWN else None
        beyond = await self.tables.beyond(self.state, wish.beyond) if wish.do == "no_show" else []
        await self.commit(decisions.act(self.state, guest, role, wish, at, drawn, beyond))
        await self._tend()
        if wish.do in ("check_in", "close") and not self._warm and not drawing.is_quick(self.state.model.state):
            self._warm = True  # the first who seats a round does not wait for a process to begin
            self.house.spawn(self._warm_up())
        return await self.answer(person)

    async def _warm_up(self) -> None:
        with suppress(BrokenExecutor, RuntimeError):
            await self.house.run_in_process(drawing.get_ready)

    async def _draw(self, wish: t.Act, by: str, at: int) -> drawing.Line:
        """Search the seating of a round. Of two commands at once only the first searches: the second is refused."""
        model = self.state.model
        try:
            check_role(model.state, {"do": wish.do, "by": by})
            if wish.do == "seat":
                check_seat(model.state)
            else:
                check_reseat(model.state)
        except PiocheError as no:
            raise Refusal.of(no, 409) from no
        question = p.encode(model.entries), wish.do, by, at, wish.tables, wish.fillers
        if drawing.is_quick(model.state):
            found = await self.house.tournaments_thread.run("draw", self.code, drawing.draw, *question)
        else:
            try:
                found = await self.house.run_in_process(drawing.draw, *question)
            except BrokenExecutor:  # its process has died: it is drawn here
                found = await self.house.tournaments_thread.run("draw", self.code, drawing.draw, *question)
        if not isinstance(found, dict):
            raise drawing.refusal(found)
        return found

    async def manage(self, person: str, wish: t.Manage) -> bytes:
        """Carry out what an organiser decides about links, places, tables and time."""
        guest = self.may_see(person)
        if guest is None or guest.who != 1:
            raise Refusal("tournament_role", 403)
        if (guest.who, wish.id) not in self.state.answers:
            await self.commit(decisions.manage(self.state, guest, wish))
            await self._tend()
        return await self.answer(person)

    async def forget(self, person: str) -> None:
        """Forget a person: the entrant is nobody's, the name stays in the log."""
        await self.commit(decisions.forget(self.state, person))

    # -- tables and time ---------------------------------------------------------------------------

    async def _tend(self) -> None:
        await self._commit_all(self.tables.tend(self.state))

    async def _tend_some(self) -> None:
        codes, self._to_tend = self._to_tend, set()
        await self._commit_all(self.tables.tend(self.state) if "" in codes else self.tables.tend_some(self.state, codes))

    async def _commit_all(self, outcomes: AsyncIterator[Lines]) -> None:
        async for outcome in outcomes:
            await self.commit(outcome)

    def _ring(self, seconds: float | None, *job: Any) -> None:
        """Queue a job then; None: cancel what is planned. What is planned and comes sooner stays."""
        planned = self._alarm
        if planned is not None:
            if seconds is not None and planned.when() <= self.loop.time() + seconds:
                return
            planned.cancel()
        self._alarm = None if seconds is None else self.loop.call_later(seconds, self._rings, *job)

    def _rings(self, *job: Any) -> None:
        self._alarm = None
        self.put(*job)


async def _publish_only() -> None:
    """Do nothing, so that the next time something is due is planned."""
