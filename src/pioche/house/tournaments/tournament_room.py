"""One tournament, living in real time. One task serves it, in the order things arrive: decide, write down, then tell.

What has to be done at its tables is never remembered as a duty: it follows from the journal of the tournament and from the
tables as they are (`tending`). So it is the same after a crash as before.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from typing import Any

from pioche.errors import PiocheError
from pioche.house.operations.metrics import counts
from pioche.house.operations.questions import Job, Questions
from pioche.house.protocol import messages as p
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol.sentences import Refusal
from pioche.house.stores.store import Conflict, Fenced, PersonRow, Store, StoreFailed
from pioche.house.stores.tournament_rows import TournamentRow
from pioche.house.tournaments import drawing, entering, entrant_actions, reconcile, role_views
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.entering import new_secret
from pioche.house.tournaments.event_streams import EventStreams, Listener
from pioche.house.tournaments.house_parts import HouseParts
from pioche.house.tournaments.managing import managed
from pioche.house.tournaments.tournament_state import Guest, TournamentState
from pioche.tournament.actions import check_reseat, check_seat
from pioche.tournament.roles import ENTRANT, PERSONAL
from pioche.tournament.roles import check as check_role

log = logging.getLogger("pioche.house")
MOST_ENTRIES = 50_000
PAPERS = 64  # lists and pages kept
SLEEP = 600.0  # seconds without anybody after which it leaves the memory
STALE = {True: 2.0, False: 5.0}  # seconds a view is kept while tables play: which unit they play is in no journal of ours


class TournamentRoom:
    """The actor of one tournament."""

    def __init__(
        self, house: HouseParts, state: TournamentState, token: int, streams: EventStreams,
        forget: Callable[[TournamentRoom], None],
    ) -> None:  # fmt: skip
        self.house, self.state, self.code, self.token, self.streams = house, state, state.code, token, streams
        self.gone = False
        self.loop = asyncio.get_running_loop()
        self.listeners: set[Listener] = set()
        self.progress: dict[str, role_views.Progress] = {}
        self._forget = forget
        self._queue: asyncio.Queue[tuple[Job, tuple[Any, ...]]] = asyncio.Queue()
        self._questions = Questions()
        self._views: dict[bool, tuple[int, float, bytes]] = {}  # for staff or not: version, when, the view
        self._warm = False  # the process that draws is there
        self._changed: set[str] = set()  # tables where something has happened; the empty one stands for all
        self._papers: dict[tuple[Any, ...], Any] = {}  # lists and pages to print, as last made
        self._papers_of = -1  # of this version
        self._alarm: asyncio.TimerHandle | None = None
        self._used = self.loop.time()
        self._noted: tuple[str, int, int] | None = None  # what lists show
        self.put(self._tend)
        self._task: asyncio.Task[None] | None = self.loop.create_task(self._run(), name=f"tournament {self.code}")

    @property
    def now(self) -> int:
        """Seconds since 1970; a house in a hurry has faster ones."""
        made = self.state.founded.at
        return int(made + (time.time() - made) * self.house.speed)

    # -- the actor -------------------------------------------------------------------------------

    def put(self, job: Job, *args: Any) -> None:
        self._queue.put_nowait((job, args))

    def look_up(self, table: str = "") -> None:
        """Something may have happened at one of its tables, or at any. Two hundred people sit down at once: each table is
        looked at once for all that happened there."""
        waiting = bool(self._changed)
        self._changed.add(table)
        if not waiting:
            self.put(self._tend_changed)

    async def ask(self, job: Job, *args: Any) -> Any:
        """Have something done in order, and wait for what comes of it."""
        if self.gone:
            raise Fenced(self.code)
        self._used = self.loop.time()
        return await self._questions.ask(self.put, job, *args)

    async def _run(self) -> None:
        while True:
            job, args = await self._queue.get()
            try:
                with suppress(Refusal):
                    await job(*args)
                self._plan_alarm()
            except Fenced:
                self.close()
                self._forget(self)
            except (StoreFailed, Conflict):
                await self._reload()
            except Exception:
                log.exception("tournament set back", extra={"table": self.code})
                counts.broken.inc()
                await self._reload()
            del job, args  # until the next job comes they would keep what was asked, and by whom

    async def _reload(self) -> None:
        """Fold it again from what is stored."""
        try:
            old = self.state.by_code
            bodies = await self.house.writer.look(lambda store: store.journal(self.code))
            self.state = await self.house.tournaments_thread.run("fold", self.code, TournamentState.of, bodies)
            for code, link in self.state.by_code.items():
                if code in old:
                    link.made, link.seen = old[code].made, old[code].seen
            self._views, self._noted = {}, None
            self._plan_alarm()
        except Exception:
            log.exception("tournament cannot be folded", extra={"table": self.code})
            self.close()
            self._forget(self)

    @property
    def idle(self) -> float | None:
        """Since when nobody has asked for anything; None where somebody listens, or a round is played."""
        return None if self.state.model.phase in ("playing", "finals") else self.quiet

    @property
    def quiet(self) -> float | None:
        """The same, whether a round is played or not."""
        return None if self.listeners or self._questions or not self._queue.empty() else self._used

    def close(self) -> None:
        self.gone = True
        if self._alarm is not None:
            self._alarm.cancel()
        self.streams.end(self.listeners)
        self._questions.refuse(Fenced(self.code))
        if self._task is not None:  # it knows this tournament, which leaves the memory now
            self._task.cancel()
            self._task = None

    # -- write, then tell ------------------------------------------------------------------------

    async def store(self, entries: list[tj.AnyTournamentEntry]) -> None:
        """Write down what was decided; the model has already taken the lines among the entries."""
        if not entries:
            return
        row = self._row()
        bodies = [tj.write_entry(entry) for entry in entries]
        first, token, code = self.state.length, self.token, self.code
        people = entering.roles_after(self.state, entries)

        def keep(store: Store) -> None:
            store.append(code, first, bodies, token)
            if row is not None:
                store.put_tournament(row)
            for person, role in people:
                store.put_tournament_person(person, code, role, int(time.time()))

        await self.house.writer.do(keep)
        for entry in entries:
            self.state.absorb(entry, done=True)
        self.tell()

    def _row(self) -> TournamentRow | None:
        """What lists show, when it is no longer what they show."""
        model, founded = self.state.model, self.state.founded
        started = [one.number for one in model.state.rounds if one.state != "seated"]
        shown = role_views.public_state(model.state).phase, len(model.entrants), started[-1] if started else 0
        if shown == self._noted:
            return None
        self._noted, settings, (phase, entrants, number) = shown, model.settings, shown
        total = model.rounds if started else settings.rounds
        row = self.code, settings.title, settings.game, founded.public, phase, founded.at, int(time.time())
        return TournamentRow(*row, entrants, number, total)

    def tell(self) -> None:
        self.streams.wake(self.listeners)

    # -- what people ask for ---------------------------------------------------------------------

    def may_see(self, person: str | None) -> Guest | None:
        guest = self.state.guest(person)
        if guest is None and not self.state.founded.public:
            raise Refusal("tournament_invitation", 403)
        return guest

    async def answer(self, person: str | None) -> bytes:
        """The whole answer to one person: what concerns them, and the view of their role, written once for all."""
        guest = self.may_see(person)
        mine = p.encode(role_views.mine(self.state, guest, self.progress))
        shown = await self._view(self.state.is_staff(guest))
        head = b'{"version":%d,"now":%d,"you":' % (self.state.version_for(guest), self.now)
        return head + mine + b',"view":' + shown + b"}"

    async def _view(self, staff: bool) -> bytes:
        version = self.state.version if staff else self.state.public_version
        kept, moment = self._views.get(staff), self.loop.time()
        playing = self.state.model.phase in ("playing", "finals")
        if kept is not None and kept[0] == version and (not playing or moment - kept[1] < STALE[staff]):
            return kept[2]
        reconcile.glance(self)
        made = await self.house.tournaments_thread.run("view", self.code, self._encode_view, staff)
        self._views[staff] = version, moment, made
        return bytes(made)

    def _encode_view(self, staff: bool) -> bytes:
        return p.encode(role_views.view(self.state, staff, self.progress, self.now))

    async def look_at(self, person: str | None, work: Callable[..., Any], *args: Any) -> Any:
        """Something made of the tournament aside, in order: `work(state, guest, ...)`. It is the same for all of a role,
        so it is made once and handed out until something changes."""
        guest = self.may_see(person)
        staff = self.state.is_staff(guest)
        version = self.state.version if staff else self.state.public_version
        if len(self._papers) >= PAPERS or self._papers_of != self.state.version:
            self._papers, self._papers_of = {}, self.state.version
        key = staff, version, work, *args
        try:
            if key not in self._papers:
                made = await self.house.tournaments_thread.run("paper", self.code, work, self.state, guest, *args)
                self._papers[key] = made
            return self._papers[key]
        except Refusal:
            raise
        except PiocheError as no:  # a round or a name that is not there
            raise Refusal.of(no, 404) from no

    async def listen(self, listener: Listener) -> None:
        self.may_see(listener.person)
        self.listeners.add(listener)
        self.streams.wake([listener])

    def version_for(self, person: str | None) -> int:
        return self.state.version_for(self.state.guest(person))

    # -- deeds -----------------------------------------------------------------------------------

    async def join(self, person: PersonRow, wish: t.Enter) -> bytes:
        """Somebody comes, by whichever link it is."""
        before = len(self.state.model.entries)
        try:
            entries = entering.joined(self.state, person, wish, self.now)
        except Refusal:
            if len(self.state.model.entries) > before:
                await self._reload()
            raise
        await self.store(entries)
        await self._tend()
        return await self.answer(person.id)

    async def act(self, person: str, wish: t.Act) -> bytes:
        """One action of section 4.1."""
        guest = self.may_see(person)
        if guest is not None and (guest.who, wish.id) in self.state.answers:
            return await self.answer(person)
        role = entrant_actions.role_for(self.state, guest, wish)
        assert guest is not None
        if self.state.length > MOST_ENTRIES:
            raise Refusal("tournament_full")
        entrant_actions.check(self.state, guest, role, wish)
        if wish.do in PERSONAL and role == ENTRANT and wish.name is None:
            wish.name = self.state.name_of(guest)
        by, at = entrant_actions.actor(self.state, guest, role), self.now
        model = self.state.model
        before = len(model.entries)
        extra: list[tj.AnyTournamentEntry] = []
        try:
            if wish.do in ("seat", "reseat"):
                await self._draw(wish, by, at)
            elif wish.do == "substitute" and wish.new is None:
                extra.append(entering.substitutes_link(self.state, wish, role))
            else:
                extra += entering.unlinked(self.state, wish)
                beyond = await reconcile.beyond(self, wish.beyond) if wish.do == "no_show" else []
                entrant_actions.perform(model, wish, by, at, beyond)
        except PiocheError as no:
            if len(model.entries) > before:  # some of several were done
                await self._reload()
            if isinstance(no, Refusal):
                raise
            raise Refusal.of(no, 409) from no
        entries: list[tj.AnyTournamentEntry] = [tj.Done(who=guest.who, line=dict(line)) for line in model.entries[before:]]
        entries += [*extra, *reconcile.missing_links(self.state)]
        if entries:
            entries[0].who, entries[0].id = guest.who, wish.id
        await self.store(entries)
        await self._tend()
        if wish.do in ("check_in", "close") and not self._warm and not drawing.is_quick(model.state):
            self._warm = True  # whoever seats the next round does not wait for a process to begin
            self.house.spawn(self._get_ready())
        return await self.answer(person)

    async def _get_ready(self) -> None:
        with suppress(BrokenExecutor, RuntimeError):
            await self.house.run_in_process(drawing.get_ready)

    async def _draw(self, wish: t.Act, by: str, at: int) -> None:
        """Two who click at once have it drawn once: the second finds the round seated."""
        model = self.state.model
        check_role(model.state, {"do": wish.do, "by": by})
        if wish.do == "seat":
            check_seat(model.state)
        else:
            check_reseat(model.state)
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
        model.take(found)

    async def manage(self, person: str, wish: t.Manage) -> bytes:
        guest = self.may_see(person)
        if guest is None or guest.who != 1:
            raise Refusal("tournament_role", 403)
        if (guest.who, wish.id) not in self.state.answers:
            entries = managed(self.state, wish, new_secret)
            entries[0].who, entries[0].id = guest.who, wish.id
            await self.store(entries)
            await self.store(reconcile.missing_links(self.state))
            await self._tend()
        return await self.answer(person)

    async def forget(self, person: str) -> None:
        """A person is forgotten: the entrant is nobody's any more, the name stays in the log."""
        guest = self.state.guest(person)
        if guest is not None and guest.entrant is not None:
            await self.store([tj.Unlinked(entrant=guest.entrant)])
        if guest is not None and guest.referee:
            await self.store([tj.Referees(whom=guest.who, on=False)])

    # -- time ------------------------------------------------------------------------------------

    async def _tend(self) -> None:
        await reconcile.tend(self)

    async def _tend_changed(self) -> None:
        codes, self._changed = self._changed, set()
        await (reconcile.tend(self) if "" in codes else reconcile.look_at_some(self, codes))

    def _plan_alarm(self) -> None:
        """What is planned and comes sooner stays: whoever asks again and again puts nothing off."""
        if self.gone:
            self._ring(None)
            return
        due = reconcile.next_look(self.state, self.now)
        if due is not None:
            self._ring(max(0.2, due / self.house.speed), self._tend)
        elif not self.listeners and self.loop.time() - self._used >= SLEEP:
            self.close()
            self._forget(self)
        else:
            self._ring(SLEEP, asyncio.sleep, 0)

    def _ring(self, seconds: float | None, *job: Any) -> None:
        planned = self._alarm
        if planned is not None:
            if seconds is not None and planned.when() <= self.loop.time() + seconds:
                return
            planned.cancel()
        self._alarm = None if seconds is None else self.loop.call_later(seconds, self._rings, *job)

    def _rings(self, *job: Any) -> None:
        self._alarm = None
        self.put(*job)
