"""The tournaments of one process: the registry of their actors, and how they are made, listed and told of their tables."""

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
from pioche.house.ownership.registry import Registry
from pioche.house.people.identity import new_code
from pioche.house.protocol import tournament_bodies as t
from pioche.house.protocol import tournament_views as v
from pioche.house.protocol.messages import Said
from pioche.house.protocol.sentences import Refusal, both
from pioche.house.stores.store import Conflict, PersonRow, Store, StoreFailed
from pioche.house.stores.tournament_rows import TournamentRow
from pioche.house.stores.unreadable import stored_opening
from pioche.house.tables.state import TableState
from pioche.house.tables.talk import clean
from pioche.house.tournaments import reconcile, role_views
from pioche.house.tournaments import tournament_journal as tj
from pioche.house.tournaments.entering import new_secret
from pioche.house.tournaments.event_streams import EventStreams
from pioche.house.tournaments.services import TournamentServices
from pioche.house.tournaments.tournament_room import TournamentRoom
from pioche.house.tournaments.tournament_state import TournamentState
from pioche.tournament import Tournament

log = logging.getLogger("pioche.house")
MAX_LIVE, MAX_IDLE = 500, 40  # tournaments in memory, and those nobody asks for
DAYS_WOKEN = 60  # a tournament unchanged for longer is not woken by itself
MAX_LISTED = 50
ORPHANS_SECONDS = 5.0  # between two searches for tournaments whose worker has died
PHASES = get_args(t.TournamentPhase)  # a damaged row may name another one
OF_THE_HOUSE = ("title", "privacy", "place", "tables", "game", "games", "game_options")


class Tournaments(Registry[TournamentRoom, TournamentState]):
    """All tournaments of this process."""

    unknown, unreadable_kind = "no_such_tournament", "unreadable_tournament"
    cannot_be_read = "a tournament cannot be read"

    def __init__(self, house: TournamentServices) -> None:
        super().__init__(house.writer, house.leases)
        self.house = house
        self.streams = EventStreams()

    # -- waking ----------------------------------------------------------------------------------

    @property
    def closing(self) -> bool:
        return self.house.closing

    async def exists(self, code: str) -> bool:
        return begins_a_tournament(await stored_opening(self.writer, code, what=self.unreadable_kind))

    async def fold(self, code: str, bodies: list[bytes]) -> TournamentState:
        folded: TournamentState = await self.house.tournaments_thread.run("fold", code, TournamentState.of, bodies)
        return folded

    def begin(self, state: TournamentState, token: int) -> TournamentRoom:
        return TournamentRoom(self.house, self, self.streams, state, token)

    def make_room(self) -> None:
        """Where there is no room left, or many are idle, take the one out of the memory that has been idle longest: one that
        is played or watched stays, however many others are made. Where all are played, take one that is not watched: its
        tables play on, and the next request wakes it."""
        full = len(self.rooms) >= MAX_LIVE
        idle = [(since, code) for code, room in self.rooms.items() if (since := room.idle) is not None]
        if full and not idle:
            idle = [(since, code) for code, room in self.rooms.items() if (since := room.quiet) is not None]
        if full and not idle:
            raise Refusal("house_full", 503)
        if full or len(idle) > MAX_IDLE:
            self.forget(self.rooms[min(idle)[1]])

    def _has_room(self) -> bool:
        """Make room if it can be made; otherwise a new tournament is woken when there is some."""
        try:
            self.make_room()
        except Refusal:
            return False
        return True

    async def tend(self) -> None:
        """Wake the tournaments that are being played: when the server starts, and among several workers repeatedly."""
        while not self.house.closing:
            since = int(time.time()) - DAYS_WOKEN * 86_400
            with suppress(StoreFailed, Conflict):
                worker = self.house.leases.worker if self.house.leases is not None else ""
                for row in await self.house.writer.read(methodcaller("running_tournaments", since, MAX_LIVE, worker)):
                    if row.code not in self.rooms and len(self.rooms) < MAX_LIVE:
                        with suppress(Refusal):  # played elsewhere, or unreadable: the others go on
                            await self.get(row.code)
            if self.house.leases is None:
                return
            await asyncio.sleep(ORPHANS_SECONDS)

    def close(self) -> None:
        super().close()
        self.rooms.clear()

    # -- news from tables ------------------------------------------------------------------------

    def table_changed(self, state: TableState) -> None:
        """Have a tournament look at one of its tables, which has begun or ended."""
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

    def handle_notice(self, kind: str, what: str) -> None:
        """React to a notice of another worker."""
        if kind == reconcile.NEWS and what in self.rooms:
            self.rooms[what].look_up()
        elif kind == reconcile.ORDER:
            told = json.loads(what)
            far = self.house.rooms.get(told["code"])
            if far is not None:
                self.house.spawn(self._quietly(reconcile.carry_out(far, told["orders"])))

    # -- making and listing ----------------------------------------------------------------------

    async def make(self, maker: PersonRow, wish: t.NewTournament) -> v.TournamentMade:
        """Make a tournament with its maker as organiser."""
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

        def keep(store: Store, token: int) -> None:
            store.append(code, 0, bodies, token)
            store.put_tournament(row)
            store.put_tournament_person(maker.id, code, "organiser", made)

        await self.add(code, state, keep, self._has_room)
        return v.TournamentMade(code, role_views.links(state))

    async def listed(self, person: PersonRow | None) -> v.Tournaments:
        since = int(time.time()) - DAYS_WOKEN * 86_400

        def look(store: Store) -> tuple[list[tuple[TournamentRow, str]], list[TournamentRow]]:
            mine = store.tournaments_of(person.id, MAX_LISTED) if person is not None else []
            return mine, store.public_tournaments(since, MAX_LISTED, limits.MAX_LOBBY_TABLES_PER_HOST)

        mine, public = await self.house.writer.read(look)
        return v.Tournaments(
            [_card(row, role) for row, role in mine if row.code], [_card(row) for row in public if row.phase in PHASES]
        )

    async def forget_person(self, person: str) -> None:
        """Forget a person in all tournaments they are part of."""
        rows = await self.house.writer.read(lambda store: store.tournaments_of(person, 1000))
        for row, _ in rows:
            with suppress(Refusal):
                room = await self.get(row.code)
                await room.ask(room.forget, person)


def begins_a_tournament(bodies: list[bytes]) -> bool:
    """Return whether the first entry of a journal is that of a tournament."""
    try:
        return bool(bodies) and isinstance(tj.read_entry(bodies[0]), tj.Founded)
    except ValueError:
        return False


def _founding(wish: t.NewTournament) -> dict[str, Any]:
    """Return the first line of the log. Refusal when the settings are wrong. It may take a moment."""
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
            wish.game,
            title=clean(wish.title, t.MAX_TITLE_LETTERS),
            seed=secrets.randbits(53),
            at=int(time.time()),
            **options,
        )
    except PiocheError as no:
        raise Refusal.of(no, 404 if type(no).__name__ == "UnknownGame" else 400) from no
    except (TypeError, ValueError) as no:
        raise Refusal("malformed", 400, why="options") from no
    return dict(model.entries[0])


@cache
def _title(game: str) -> Said:
    """Return the title of a game; its id where the game is gone. Cached, as the game is loaded for it."""
    try:
        return both(load(game).title)
    except PiocheError:
        return Said(game, game)


def _card(row: TournamentRow, role: str = "") -> v.TournamentCard:
    named = row.code, row.title, row.game, _title(row.game)
    told = row.phase if row.phase in PHASES else PHASES[0], row.public, row.last, row.entrants, row.round, row.rounds
    return v.TournamentCard(*named, *told, role)  # type: ignore[arg-type]
