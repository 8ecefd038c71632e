"""The lobby and "my tables", answered from stored rows: no table is folded or woken for a list.

A row says what everybody may see of a table, and who sits where. It is written in the transaction that makes the table,
then whenever something of it changes, several tables at a time, and once more when the table falls asleep. What a table
in memory looks like is known exactly; a row may be behind by a second, and no more than its present turn is lost with it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from operator import methodcaller
from typing import NamedTuple, get_args

import msgspec
from msgspec import Struct

from pioche.engine.game import load
from pioche.errors import PiocheError
from pioche.house.operations import limits
from pioche.house.protocol import bodies as a
from pioche.house.protocol import messages as p
from pioche.house.protocol.messages import Said
from pioche.house.protocol.sentences import both
from pioche.house.stores.store import Store, StoreDamaged, StoreFailed, TableRow
from pioche.house.stores.writer import Writer
from pioche.house.tables.room import Room
from pioche.house.tables.state import TableState
from pioche.house.tournaments.all_tournaments import begins_a_tournament

MAX_MATCHES_LISTED = 50  # of one table
ROWS_PER_WRITE = 100  # in one transaction
WRITE_PAUSE_SECONDS = 0.5  # between two writes
ROWS_PER_TURN = 20  # read before the loop does something else
PHASES = get_args(p.Phase)
PRESENCE_SECONDS = 300.0  # after which the row of a public table with people is written again


class Played(Struct, frozen=True, array_like=True):
    """A match that is over."""

    match: int
    at: int  # when it began
    sitters: list[str]  # the person on each seat, or nothing
    players: list[str]
    scores: list[int]
    ranking: list[int]


class Listing(Struct, frozen=True, omit_defaults=True, array_like=True):
    """The part of a table that lists show beside its row."""

    title: Said
    host: str  # as they are called at the table
    names: list[str]  # of the people who have a seat
    sitters: list[str]  # the person on each seat, or nothing
    turns: list[int]  # seats whose person is not there and would see that it is their turn
    pace: str
    spectators: str
    locked: bool
    present: int  # people with a line
    players: list[str] = []  # who has each seat, bots included
    scores: list[int] = []  # of the last match that is over, by seat
    ranking: list[int] = []
    match: int = 0  # its number
    played: list[Played] = []  # every match that is over, the last ones first
    banned: list[str] = []  # whom the host has sent away


_write = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Listing).decode


def listing_of(state: TableState, present: set[int], later: p.TableInfo | None = None) -> Listing:
    """Return the listing of a table. `later`: the table as spectators know it where they see everything delayed. Then only
    seats and turns are current, which are shown to their person alone."""
    chairs, table = state.chairs, state.table
    sitters = [state.people[chair.who].person if chair.who is not None else "" for chair in chairs]
    turns = []
    if state.phase == "playing" and table is not None:
        absent = [seat for seat, chair in enumerate(chairs) if chair.who is not None and chair.who not in present]
        turns = [seat for seat in absent if seat in table.actors_seen_by(seat)]
    names = [state.people[chair.who].name for chair in chairs if chair.who is not None]
    host, locked, settings = _name(state, state.host), state.locked, state.settings
    if later is not None:
        host, locked, names = _name(state, later.host), later.locked, [s.name for s in later.seats if s.who is not None]
    of_now = (_title(state), host, names, sitters, turns, settings.pace, settings.spectators, locked, len(present))
    played = _played(state, later)
    banned = [person.person for person in state.people.values() if person.banned]
    if table is None or state.phase != "over" or (later is not None and later.phase != "over"):
        return Listing(*of_now, played=played, banned=banned)
    players = [state.name_of(seat) for seat in range(len(chairs))]
    return Listing(*of_now, players, table.scores, table.ranking, state.match, played, banned)


def _played(state: TableState, later: p.TableInfo | None) -> list[Played]:
    """Every match that is over; where spectators learn everything later, those of which they know it."""
    known = state.match if later is None else later.match - (later.phase != "over")
    found = []
    for match in sorted(state.results, reverse=True)[:MAX_MATCHES_LISTED]:
        if match <= known:
            sitters = [state.people[who].person if who is not None else "" for who in state.sitters[match - 1]]
            names = state.records[match - 1].names
            found.append(Played(match, state.began[match - 1], sitters, list(names), *state.results[match]))
    return found


def row_of(state: TableState, present: set[int], later: p.TableInfo | None = None) -> TableRow:
    now, public = int(time.time()), state.settings.privacy == "public"
    shown = _write(listing_of(state, present, later))
    phase = state.phase if later is None else later.phase
    return TableRow(state.code, state.game.id, state.opened.preset, public, phase, now, now, state.responsible, shown)


def _for_all(shown: bytes) -> Listing:
    """Return the part of a row that everyone may see."""
    return msgspec.structs.replace(_read(shown), sitters=[], turns=[], present=0, banned=[])


class Written(NamedTuple):
    """A row as it was written, and when, by two clocks."""

    phase: str
    shown: bytes
    at: float
    last: int


def _name(state: TableState, who: int) -> str:
    return state.people[who].name if who else ""  # a tournament's table has no host


def _title(state: TableState) -> Said:
    return both(state.game.title)


@lru_cache(500)
def _usual_title(game: str) -> Said:
    """Return the title for a row without one: of an earlier version, or of a game that is not installed."""
    try:
        return both(load(game).title)
    except PiocheError:
        return Said(game, game)


class Lists:
    def __init__(self, writer: Writer, rooms: Mapping[str, Room], damaged: Container[str] = ()) -> None:
        self.writer, self.rooms, self.damaged = writer, rooms, damaged
        self._changed: dict[str, bool] = {}  # tables whose row is old, and whether it only says that people are still there
        self._written: dict[str, Written] = {}  # of tables in memory
        self._wake = asyncio.Event()

    def touch(self, code: str) -> None:
        """A list may show something else of this table now."""
        self._changed.setdefault(code, False)
        self._wake.set()

    async def miss(self, code: str) -> bool:
        """Return whether there is a journal of a table without a row, and write the row then: damage may have renamed it."""
        bodies = await self.writer.read(methodcaller("opening", code))
        missed = bool(bodies) and not begins_a_tournament(bodies)
        if missed:
            self.touch(code)
        return missed

    async def asleep(self, room: Room) -> None:
        """The last row of a table that leaves the memory."""
        self._changed.pop(room.code, None)
        before = self._written.pop(room.code, None)
        if room.state.people:
            row = self._row(room, set(), before)
            await self.writer.do(lambda store: store.put_table(row))

    async def tend(self) -> None:
        """Write rows that have changed, some at a time, and now and then those of tables where people still are."""
        while True:
            try:
                async with asyncio.timeout(PRESENCE_SECONDS / 5):
                    await self._wake.wait()
            except TimeoutError:
                self._still_there()
            self._wake.clear()
            while self._changed:
                await self._write_some()
                await asyncio.sleep(WRITE_PAUSE_SECONDS)

    def _still_there(self) -> None:
        before = time.monotonic() - PRESENCE_SECONDS
        for code, written in self._written.items():
            room = self.rooms.get(code)
            if written.at < before and room is not None and room.readers and room.state.settings.privacy == "public":
                self._changed[code] = True

    def _row(self, room: Room, present: set[int], before: Written | None, still_there: bool = False) -> TableRow:
        """Where spectators learn everything later, they do not learn either that something has just been done."""
        later = room.news.later(room.state)
        row = row_of(room.state, present, later)
        if later is None or before is None or still_there or before.phase != row.phase:
            return row
        return row if _for_all(before.shown) != _for_all(row.shown) else replace(row, last=before.last)

    async def _write_some(self) -> None:
        rows, now = [], time.monotonic()
        for code in list(self._changed)[:ROWS_PER_WRITE]:
            still_there = self._changed.pop(code)
            room = self.rooms.get(code)
            if room is None or room.gone or not room.state.people:
                continue
            before = self._written.get(code)
            row = self._row(room, room.clocks.presence.present, before, still_there)
            if before is None or before[:2] != (row.phase, row.shown) or before.at < now - PRESENCE_SECONDS:
                rows.append(row)
                self._written[code] = Written(row.phase, row.shown, now, row.last)

        def keep(store: Store) -> None:
            for row in rows:
                store.put_table(row)

        if rows:
            try:
                await self.writer.do(keep)
            except StoreDamaged:  # the place of one of them: each of the others goes alone
                for row in rows:
                    with suppress(StoreFailed):
                        await self.writer.do(methodcaller("put_table", row))
            except StoreFailed:  # the journal is the truth: the row is written at the next change
                for row in rows:
                    self._written.pop(row.code, None)

    # -- what is shown -----------------------------------------------------------------------------

    def _listing(self, row: TableRow) -> tuple[str, Listing] | None:
        """The phase and what is shown: of a table in memory as it is, of any other as it was last written."""
        room = self.rooms.get(row.code)
        if room is not None and room.state.people:
            later = room.news.later(room.state)
            return (later or room.state).phase, listing_of(room.state, room.clocks.presence.present, later)
        try:
            return (row.phase, _read(row.shown)) if row.shown and row.phase in PHASES else None
        except (msgspec.MsgspecError, UnicodeDecodeError):  # damaged: it is written again when the table wakes up
            return None

    async def lobby(self) -> list[a.LobbyTable]:
        """Return public tables that were used lately: those with people first, then the latest."""
        since = int(time.time()) - limits.LOBBY_SECONDS
        try:
            rows = await self.writer.read(
                lambda store: store.public_tables(since, limits.MAX_LOBBY_TABLES, limits.MAX_LOBBY_TABLES_PER_HOST)
            )
        except StoreDamaged:
            rows = self._awake()
        found: list[tuple[bool, a.LobbyTable]] = []
        for row in rows:
            listed = self._listing(row) if row.code not in self.damaged else None
            if listed is not None:
                phase, one = listed
                seats, free = len(one.sitters), len(one.sitters) - len(one.names)
                shown = (one.host, seats, free, one.names, one.pace, one.spectators, one.locked)
                found.append((not one.present, a.LobbyTable(row.code, row.game, one.title, phase, *shown)))  # type: ignore[arg-type]
        found.sort(key=lambda pair: pair[0])
        return [one for _, one in found]

    def _awake(self) -> list[TableRow]:
        """Public tables in memory, where the list of all cannot be read: that is where people are."""
        states = [room.state for room in self.rooms.values() if room.state.people]
        public = [state for state in states if state.settings.privacy == "public"]
        return [row_of(state, set()) for state in public[-limits.MAX_LOBBY_TABLES :]]

    async def tables_of(self, person: str) -> list[a.MyTable]:
        """Return the tables a person has been at, the latest first."""
        rows = await self.writer.read(lambda store: store.tables_of(person, limits.MAX_MY_TABLES))
        found: list[a.MyTable] = []
        for row in rows:
            if len(found) % ROWS_PER_TURN == ROWS_PER_TURN - 1:
                await asyncio.sleep(0)  # three hundred tables with fifty matches each are much to read
            listed, seat, turn = self._listing(row), None, False
            phase, title = row.phase if row.phase in PHASES else PHASES[0], _usual_title(row.preset or row.game)
            if listed is not None:
                phase, one = listed
                title = one.title
                seat = one.sitters.index(person) if person in one.sitters else None
                turn = seat in one.turns
                room = self.rooms.get(row.code)
                if room is not None and seat is not None:
                    phase = room.state.phase
                if room is not None and seat is not None and phase == "playing" and room.state.table is not None:
                    turn = seat in room.state.table.actors_seen_by(seat)
            mine = a.MyTable(row.code, row.game, title, phase, seat, turn, row.last)  # type: ignore[arg-type]
            if listed is not None and phase == "over" and one.match:
                mine = msgspec.structs.replace(
                    mine, players=one.players, scores=one.scores, ranking=one.ranking, match=one.match
                )
            if listed is not None:
                closed = "banned" if person in one.banned else ""
                mine = msgspec.structs.replace(mine, played=_of(person, one.played, row.last), closed=closed)
            if row.code in self.damaged:
                mine = msgspec.structs.replace(mine, your_turn=False, closed="damaged")
            found.append(mine)
        return found


def _of(person: str, played: list[Played], last: int) -> list[a.PlayedMatch]:
    """Return the matches a person took part in."""
    return [
        a.PlayedMatch(one.match, one.at or last, one.sitters.index(person), one.players, one.scores, one.ranking)
        for one in played
        if person in one.sitters
    ]
