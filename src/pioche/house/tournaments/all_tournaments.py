"""The tournaments of one process: woken from their journals, made, listed, told what happens at their tables."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from contextlib import suppress
from functools import cache
from operator import methodcaller
from typing import Any, get_args

from msgspec import to_builtins

from pioche.engine.game import load
from pioche.errors import PiocheError
from pioche.house.operations import limits
from pioche.house.ownership.leases import Elsewhere
from pioche.house.people.identity import new_code
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol import tournament_views as v
from pioche.house.protocol.messages import Said
from pioche.house.protocol.sentences import Refusal, both
from pioche.house.stores.store import Conflict, PersonRow, Store, StoreFailed, Unsure
from pioche.house.stores.tournament_rows import TournamentRow
from pioche.house.stores.unreadable import Unreadable, stored_journal, stored_opening
from pioche.house.tables.state import TableState
from pioche.house.tables.talk import clean
from pioche.house.tournaments import reconcile, role_views
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.entering import new_secret
from pioche.house.tournaments.event_streams import EventStreams
from pioche.house.tournaments.house_parts import HouseParts
from pioche.house.tournaments.tournament_room import TournamentRoom
from pioche.house.tournaments.tournament_state import TournamentState
from pioche.tournament import Tournament

log = logging.getLogger("pioche.house")
MOST, IDLE = 500, 40  # in memory; of these nobody asks for anything
DAYS = 60  # a tournament nobody has touched for so long is not woken by itself
LISTED = 50
AGAIN = 5.0  # seconds between two looks for tournaments whose worker has died
PHASES = get_args(t.TournamentPhase)  # a damaged row may name another one
OF_THE_HOUSE = ("title", "privacy", "place", "tables", "game", "games", "game_options")


class Tournaments:
    def __init__(self, house: HouseParts) -> None:
        self.house = house
        self.rooms: dict[str, TournamentRoom] = {}
        self.streams = EventStreams()
        self._waking: dict[str, asyncio.Task[TournamentRoom | None]] = {}
        self._unreadable: dict[str, tuple[Unreadable, float]] = {}  # and when that was seen

    # -- waking ----------------------------------------------------------------------------------

    async def get(self, code: str) -> TournamentRoom:
        room = self.rooms.get(code)
        if room is not None and not room.gone:
            return room
        waking = self._waking.get(code)
        if waking is None:
            waking = self._waking[code] = asyncio.get_running_loop().create_task(self._wake(code))
            waking.add_done_callback(lambda _: self._waking.pop(code, None))
        found = await asyncio.shield(waking)
        if found is None:
            raise Refusal("no_such_tournament", 404)
        return found

    async def _wake(self, code: str) -> TournamentRoom | None:
        known = self._unreadable.get(code)
        if known is not None and time.monotonic() - known[1] < limits.UNREADABLE_RETRY_SECONDS:
            raise known[0].with_traceback(None)
        try:
            room = await self._read(code)
        except Unreadable as frozen:
            if known is None:
                log.error("a tournament cannot be read", extra={"table": code})
            self._unreadable[code] = frozen, time.monotonic()
            raise
        self._unreadable.pop(code, None)
        return room

    async def _read(self, code: str) -> TournamentRoom | None:
        leases, token, term = self.house.leases, 0, 0
        if not begins_a_tournament(await stored_opening(self.house.writer, code, what="unreadable_tournament")):
            return None
        if leases is not None:
            if self.house.closing:
                raise Elsewhere
            term, held = leases.term, await leases.take(code)
            if held is None:
                return None
            token = held
        bodies = await stored_journal(self.house.writer, code, what="unreadable_tournament")
        self._make_room()
        state = await self.house.tournaments_thread.run("fold", code, TournamentState.of, bodies)
        if leases is not None and leases.term != term:
            raise Elsewhere
        room = self.rooms[code] = TournamentRoom(self.house, state, token, self.streams, self._forget)
        return room

    def _make_room(self) -> None:
        """Where there is no room left, or many are idle, the one nobody has asked for longest goes to sleep: whoever makes
        tournaments by the dozen puts nobody else's to sleep that is played or watched. Where all are played, one sleeps that
        nobody watches: its tables play on, and the next who asks wakes it."""
        full = len(self.rooms) >= MOST
        idle = [(since, code) for code, room in self.rooms.items() if (since := room.idle) is not None]
        if full and not idle:
            idle = [(since, code) for code, room in self.rooms.items() if (since := room.quiet) is not None]
        if full and not idle:
            raise Refusal("house_full", 503)
        if full or len(idle) > IDLE:
            longest = self.rooms[min(idle)[1]]
            longest.close()
            self._forget(longest)

    def _forget(self, room: TournamentRoom) -> None:
        if self.rooms.get(room.code) is room:
            del self.rooms[room.code]
            if self.house.leases is not None:
                self.house.leases.release(room.code, room.token)

    async def tend(self) -> None:
        """When the house opens, and among several workers again and again: whatever is being played goes on."""
        while not self.house.closing:
            since = int(time.time()) - DAYS * 86_400
            with suppress(StoreFailed, Conflict):
                worker = self.house.leases.worker if self.house.leases is not None else ""
                for row in await self.house.writer.look(methodcaller("running_tournaments", since, MOST, worker)):
                    if row.code not in self.rooms and len(self.rooms) < MOST:
                        with suppress(Refusal):  # played elsewhere, or unreadable: the others go on
                            await self.get(row.code)
            if self.house.leases is None:
                return
            await asyncio.sleep(AGAIN)

    def hand_over_one(self, code: str) -> None:
        """Close a tournament that another worker is about to take."""
        if code in self.rooms:
            self.rooms[code].close()
            self._forget(self.rooms[code])

    def hand_over(self) -> None:
        """The others have given this worker up."""
        for room in list(self.rooms.values()):
            room.close()
        self.rooms.clear()

    close = hand_over

    # -- news from tables ------------------------------------------------------------------------

    def table_changed(self, state: TableState) -> None:
        """A table of a tournament has begun or ended."""
        code = state.opened.tournament
        if code in self.rooms:
            self.rooms[code].look_up(state.code)
        elif self.house.leases is not None:
            self.house.spawn(self._quietly(self.house.writer.do(lambda store: store.notice(reconcile.NEWS, code))))
        elif state.phase == "over":
            self.house.spawn(self._quietly(self.get(code)))

    async def _quietly(self, work: Any) -> None:
        with suppress(Refusal, StoreFailed, Conflict):
            await work

    def heard(self, kind: str, what: str) -> None:
        """What another worker has written down for all."""
        if kind == reconcile.NEWS and what in self.rooms:
            self.rooms[what].look_up()
        elif kind == reconcile.ORDER:
            told = json.loads(what)
            far = self.house.rooms.get(told["code"])
            if far is not None:
                self.house.spawn(self._quietly(reconcile.carry_out(far, told["orders"])))

    # -- making and listing ----------------------------------------------------------------------

    async def make(self, maker: PersonRow, wish: t.NewTournament) -> v.TournamentMade:
        """A new tournament, with its maker as organiser."""
        code = new_code()
        line = await self.house.tournaments_thread.run("found", maker.id, _founding, wish)
        made = int(time.time())
        founded = tj.Founded(
            code=code, line=line, public=wish.privacy == "public", place=wish.place, tables=wish.tables,
            key=secrets.token_hex(32), at=made,
        )  # fmt: skip
        entries: list[tj.AnyTournamentEntry] = [
            tj.Came(person=maker.id, name=maker.name),
            tj.Secret(link="entrants", secret=new_secret()),
            tj.Secret(link="referees", secret=new_secret()),
        ]
        bodies = [tj.write_entry(entry) for entry in (founded, *entries)]
        state = TournamentState.of(bodies)
        settings = state.model.settings
        row = TournamentRow(code, settings.title, settings.game, founded.public, "open", made, made, 0, 0, settings.rounds)
        leases = self.house.leases
        worker, token = (leases.worker, await leases.found(code)) if leases is not None else ("", 0)

        def keep(store: Store) -> None:
            store.append(code, 0, bodies, token)
            store.put_tournament(row)
            store.put_tournament_person(maker.id, code, "organiser", made)

        await self.house.writer.do(keep)
        if leases is not None and leases.worker != worker:
            raise Unsure(code)  # it is stored, and somebody else's
        with suppress(Refusal):  # else it is woken when there is room
            self._make_room()
            self.rooms[code] = TournamentRoom(self.house, state, token, self.streams, self._forget)
        return v.TournamentMade(code, role_views.links(state))

    async def listed(self, person: PersonRow | None) -> v.Tournaments:
        def look(store: Store) -> tuple[list[tuple[TournamentRow, str]], list[TournamentRow]]:
            mine = store.tournaments_of(person.id, LISTED) if person is not None else []
            return mine, store.public_tournaments(int(time.time()) - DAYS * 86_400, LISTED, limits.MAX_LOBBY_TABLES_PER_HOST)

        mine, public = await self.house.writer.look(look)
        return v.Tournaments(
            [_card(row, role) for row, role in mine if row.code], [_card(row) for row in public if row.phase in PHASES]
        )

    async def forget(self, person: str) -> None:
        """A person is forgotten in all tournaments they are part of."""
        rows = await self.house.writer.look(lambda store: store.tournaments_of(person, 1000))
        for row, _ in rows:
            with suppress(Refusal):
                room = await self.get(row.code)
                await room.ask(room.forget, person)


def begins_a_tournament(bodies: list[bytes]) -> bool:
    """Not the journal of a table, nor of nothing."""
    try:
        return bool(bodies) and isinstance(tj.read_entry(bodies[0]), tj.Founded)
    except ValueError:
        return False


def _founding(wish: t.NewTournament) -> dict[str, Any]:
    """The first line of the log; whatever is wrong with the settings is said here. It may take a moment."""
    options = {
        name: value
        for name, value in to_builtins(wish).items()
        if name not in OF_THE_HOUSE and value is not None and not (name == "rounds" and value == 0)
    }
    games = {
        number: {key: value for key, value in to_builtins(one).items() if value not in (None, {})}
        for number, one in wish.games.items()
    }
    if games:
        options["games"] = games
    if wish.game_options:
        options["game_options"] = wish.game_options
    try:
        model = Tournament(
            wish.game, title=clean(wish.title, t.LONGEST_TITLE), seed=secrets.randbits(53), at=int(time.time()), **options
        )
    except PiocheError as no:
        raise Refusal.of(no, 404 if type(no).__name__ == "UnknownGame" else 400) from no
    except (TypeError, ValueError) as no:
        raise Refusal("malformed", 400, why="options") from no
    return dict(model.entries[0])


@cache
def _title(game: str) -> Said:
    """Kept: a game is loaded for it, and a list has a hundred rows. One that is gone has its name."""
    try:
        return both(load(game).title)
    except PiocheError:
        return Said(game, game)


def _card(row: TournamentRow, role: str = "") -> v.TournamentCard:
    named = row.code, row.title, row.game, _title(row.game)
    told = row.phase if row.phase in PHASES else PHASES[0], row.public, row.last, row.entrants, row.round, row.rounds
    return v.TournamentCard(*named, *told, role)  # type: ignore[arg-type]
