"""Rows for lists of tournaments, which are read without folding, in both stores. Journals are stored like all others."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any, LiteralString, Protocol

PLAYED: LiteralString = "('playing', 'finals')"
SQLITE = """
CREATE TABLE IF NOT EXISTS tournaments (
    code TEXT PRIMARY KEY, title TEXT NOT NULL, game TEXT NOT NULL, public INTEGER NOT NULL, phase TEXT NOT NULL,
    made INTEGER NOT NULL, last INTEGER NOT NULL, entrants INTEGER NOT NULL, round INTEGER NOT NULL,
    rounds INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tournaments_by_phase ON tournaments (phase, last);
CREATE TABLE IF NOT EXISTS tournament_people (
    person TEXT NOT NULL, code TEXT NOT NULL, role TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (person, code)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tournament_people_by_role ON tournament_people (code, role);
"""
POSTGRES: LiteralString = """
CREATE TABLE tournaments (
    code text PRIMARY KEY, title text NOT NULL, game text NOT NULL, public boolean NOT NULL, phase text NOT NULL,
    made bigint NOT NULL, last bigint NOT NULL, entrants integer NOT NULL, round integer NOT NULL, rounds integer NOT NULL);
CREATE INDEX tournaments_by_phase ON tournaments (phase, last);
CREATE TABLE tournament_people (
    person text NOT NULL, code text NOT NULL, role text NOT NULL, at bigint NOT NULL, PRIMARY KEY (person, code));
CREATE INDEX tournament_people_by_role ON tournament_people (code, role);
"""


@dataclass(frozen=True)
class TournamentRow:
    code: str
    title: str
    game: str
    public: bool
    phase: str
    made: int
    last: int
    entrants: int = 0
    round: int = 0  # the last one that was started
    rounds: int = 0


class TournamentRows(Protocol):
    """The part of a store that is about tournaments."""

    def put_tournament(self, row: TournamentRow) -> None: ...
    def running_tournaments(self, since: int, most: int, worker: str) -> list[TournamentRow]:
        """Return tournaments that are being played, the latest first, without those another living worker owns."""
        ...

    def public_tournaments(self, since: int, most: int, each: int) -> list[TournamentRow]:
        """Return the latest, at most `each` of one organiser."""
        ...

    def tournaments_of(self, person: str, most: int) -> list[tuple[TournamentRow, str]]:
        """Return the tournaments of a person with the role there, the latest first."""
        ...

    def put_tournament_person(self, person: str, code: str, role: str, at: int) -> None: ...


COLUMNS: LiteralString = "t.code, t.title, t.game, t.public, t.phase, t.made, t.last, t.entrants, t.round, t.rounds"
MAKER: LiteralString = "LEFT JOIN tournament_people o ON o.code=t.code AND o.role='organiser'"
PLACE: LiteralString = "row_number() OVER (PARTITION BY coalesce(o.person, t.code) ORDER BY t.last DESC, t.code) AS place"


KINDS = (str, str, str, int, str, int, int, int, int, int)


def as_declared(row: Sequence[Any], kinds: Sequence[type]) -> list[Any]:
    """Replace values of a wrong type by an empty one: SQLite returns what a damaged byte makes of a column."""
    return [value if isinstance(value, kind) else kind() for value, kind in zip(row, kinds, strict=True)]


def _row(values: Any) -> TournamentRow:
    code, title, game, public, *others = as_declared(values[:10], KINDS)
    return TournamentRow(code, title, game, bool(public), *others)


class SQLiteTournaments:
    """To be mixed into the store of one machine."""

    @property
    def _db(self) -> sqlite3.Connection:
        raise NotImplementedError

    def put_tournament(self, row: TournamentRow) -> None:
        kept = "phase=excluded.phase, last=excluded.last, entrants=excluded.entrants, round=excluded.round"
        put = f"ON CONFLICT (code) DO UPDATE SET {kept}, rounds=excluded.rounds"
        self._db.execute(f"INSERT INTO tournaments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) {put}", astuple(row))

    def running_tournaments(self, since: int, most: int, worker: str) -> list[TournamentRow]:
        where = f"WHERE t.phase IN {PLAYED} AND t.last>=? ORDER BY t.last DESC LIMIT ?"
        return [_row(found) for found in self._db.execute(f"SELECT {COLUMNS} FROM tournaments t {where}", (since, most))]

    def public_tournaments(self, since: int, most: int, each: int) -> list[TournamentRow]:
        latest = f"SELECT {COLUMNS}, {PLACE} FROM tournaments t {MAKER} WHERE t.public=1 AND t.last>=?"
        query = f"SELECT * FROM ({latest}) AS found WHERE place<=? ORDER BY last DESC, code LIMIT ?"
        return [_row(found) for found in self._db.execute(query, (since, each, most))]

    def tournaments_of(self, person: str, most: int) -> list[tuple[TournamentRow, str]]:
        joined = "tournament_people p JOIN tournaments t ON t.code=p.code WHERE p.person=? ORDER BY t.last DESC LIMIT ?"
        rows = self._db.execute(f"SELECT {COLUMNS}, p.role FROM {joined}", (person, most))
        return [(_row(found), found[10]) for found in rows]

    def put_tournament_person(self, person: str, code: str, role: str, at: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO tournament_people VALUES (?, ?, ?, ?)", (person, code, role, at))


class PostgresTournaments:
    """To be mixed into the store of many machines."""

    def _ask(self, query: LiteralString, values: Any = None) -> Any:
        raise NotImplementedError

    def put_tournament(self, row: TournamentRow) -> None:
        self._ask(
            "INSERT INTO tournaments VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (code) DO UPDATE SET"
            " phase = excluded.phase, last = excluded.last, entrants = excluded.entrants, round = excluded.round,"
            " rounds = excluded.rounds",
            astuple(row),
        )

    def running_tournaments(self, since: int, most: int, worker: str) -> list[TournamentRow]:
        query: LiteralString = (
            f"SELECT {COLUMNS} FROM tournaments t LEFT JOIN leases l USING (code) LEFT JOIN workers w ON w.id = l.worker"
            f" WHERE t.phase IN {PLAYED} AND t.last >= %s AND (w.id IS NULL OR w.id = %s) ORDER BY t.last DESC LIMIT %s"
        )
        return [_row(found) for found in self._ask(query, (since, worker, most))]

    def public_tournaments(self, since: int, most: int, each: int) -> list[TournamentRow]:
        latest: LiteralString = f"SELECT {COLUMNS}, {PLACE} FROM tournaments t {MAKER} WHERE t.public AND t.last >= %s"
        query: LiteralString = f"SELECT * FROM ({latest}) AS found WHERE place <= %s ORDER BY last DESC, code LIMIT %s"
        return [_row(found) for found in self._ask(query, (since, each, most))]

    def tournaments_of(self, person: str, most: int) -> list[tuple[TournamentRow, str]]:
        query: LiteralString = (
            "SELECT t.code, t.title, t.game, t.public, t.phase, t.made, t.last, t.entrants, t.round, t.rounds, p.role"
            " FROM tournament_people p JOIN tournaments t USING (code) WHERE p.person = %s ORDER BY t.last DESC LIMIT %s"
        )
        return [(_row(found), found[10]) for found in self._ask(query, (person, most))]

    def put_tournament_person(self, person: str, code: str, role: str, at: int) -> None:
        self._ask(
            "INSERT INTO tournament_people VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (person, code) DO UPDATE SET role = excluded.role, at = excluded.at",
            (person, code, role, at),
        )
