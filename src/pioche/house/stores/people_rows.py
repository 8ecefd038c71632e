"""Rows about people in both stores: names, logins, sessions, passkeys, visited tables, and seats still to be given up."""

from __future__ import annotations

import sqlite3
from typing import Any, LiteralString

from pioche.house.stores.store import Conflict, KeyRow, PersonRow, StoreDamaged

TABLES_OF_A_PERSON = (
    ("people", "id"), ("sessions", "person"), ("visits", "person"), ("keys", "person"), ("tournament_people", "person"),
)  # fmt: skip


class SQLitePeople:
    """To be mixed into the store of one machine."""

    @property
    def _db(self) -> sqlite3.Connection:
        raise NotImplementedError

    def put_person(self, row: PersonRow) -> None:
        values = (row.id, row.name, row.lang, row.login, row.password, row.made)
        kept = "name=excluded.name, lang=excluded.lang, login=excluded.login, password=excluded.password"
        try:
            self._db.execute(f"INSERT INTO people VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET {kept}", values)
        except sqlite3.IntegrityError:
            raise Conflict(row.login) from None

    def person(self, id: str) -> PersonRow | None:
        return self._person("id=?", id)

    def person_by_login(self, login: str) -> PersonRow | None:
        return self._person("login=?", login)

    def _person(self, where: str, value: str) -> PersonRow | None:
        row = self._db.execute(
            f"SELECT id, name, lang, login, password, made FROM people WHERE {where}", (value,)
        ).fetchone()
        if row is not None and not all(isinstance(value, str) for value in row[:5]):
            raise StoreDamaged("a person")
        return None if row is None else PersonRow(*row)

    def forget_person(self, id: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO leaving SELECT code, person FROM visits WHERE person=?", (id,))
        for table, column in TABLES_OF_A_PERSON:
            self._db.execute(f"DELETE FROM {table} WHERE {column}=?", (id,))

    def leaving(self, most: int, after: tuple[str, str] = ("", "")) -> list[tuple[str, str]]:
        ordered = "SELECT code, person FROM leaving WHERE (code, person) > (?, ?) ORDER BY code, person LIMIT ?"
        return [(row[0], row[1]) for row in self._db.execute(ordered, (*after, most))]

    def leaving_from(self, code: str) -> list[str]:
        return [row[0] for row in self._db.execute("SELECT person FROM leaving WHERE code=?", (code,))]

    def has_left(self, code: str, person: str) -> None:
        self._db.execute("DELETE FROM leaving WHERE code=? AND person=?", (code, person))

    def put_session(self, digest: str, person: str, kind: str, expires: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?)", (digest, person, kind, expires))

    def session(self, digest: str, kind: str) -> tuple[str, int] | None:
        row = self._db.execute("SELECT person, expires FROM sessions WHERE digest=? AND kind=?", (digest, kind)).fetchone()
        return (row[0], row[1]) if row is not None and isinstance(row[1], int) else None  # damaged: it has ended

    def drop_session(self, digest: str) -> bool:
        return self._db.execute("DELETE FROM sessions WHERE digest=?", (digest,)).rowcount > 0

    def sessions(self, person: str, kind: str) -> list[str]:
        found = self._db.execute(
            "SELECT digest FROM sessions WHERE person=? AND kind=? ORDER BY expires DESC, digest", (person, kind)
        )
        return [row[0] for row in found]

    def purge_sessions(self, after: str, before: int, most: int) -> str:
        rows = self._db.execute(
            "SELECT digest, expires FROM sessions WHERE digest>? ORDER BY digest LIMIT ?", (after, most)
        ).fetchall()
        ended = [(digest,) for digest, expires in rows if not isinstance(expires, int) or expires < before]
        self._db.executemany("DELETE FROM sessions WHERE digest=?", ended)
        return str(rows[-1][0]) if len(rows) == most else ""

    def put_visit(self, person: str, code: str, at: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO visits VALUES (?, ?, ?)", (person, code, at))

    def drop_visit(self, person: str, code: str) -> None:
        self._db.execute("DELETE FROM visits WHERE person=? AND code=?", (person, code))

    def leave_later(self, person: str, code: str) -> None:
        kept = "INSERT OR IGNORE INTO leaving SELECT code, person FROM visits WHERE person=? AND code=?"
        self._db.execute(kept, (person, code))
        self.drop_visit(person, code)

    def visits(self, person: str, most: int) -> list[str]:
        rows = self._db.execute("SELECT code FROM visits WHERE person=? ORDER BY at DESC LIMIT ?", (person, most))
        return [row[0] for row in rows]

    def put_key(self, row: KeyRow) -> None:
        values = (row.id, row.person, row.public, row.count, row.made)
        self._db.execute("INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?)", values)

    def key(self, id: str) -> KeyRow | None:
        row = self._db.execute("SELECT id, person, public, count, made FROM keys WHERE id=?", (id,)).fetchone()
        return None if row is None else KeyRow(*row)

    def keys(self, person: str) -> list[KeyRow]:
        rows = self._db.execute("SELECT id, person, public, count, made FROM keys WHERE person=? ORDER BY made", (person,))
        return [KeyRow(*row) for row in rows]

    def drop_keys(self, person: str) -> None:
        self._db.execute("DELETE FROM keys WHERE person=?", (person,))


class PostgresPeople:
    """To be mixed into the store of many machines."""

    def _ask(self, query: LiteralString, values: Any = None) -> Any:
        raise NotImplementedError

    def put_person(self, row: PersonRow) -> None:
        self._ask(
            "INSERT INTO people VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO UPDATE SET name = excluded.name,"
            " lang = excluded.lang, login = excluded.login, password = excluded.password",
            (row.id, row.name, row.lang, row.login, row.password, row.made),
        )

    def person(self, id: str) -> PersonRow | None:
        return self._person("SELECT * FROM people WHERE id = %s", id)

    def person_by_login(self, login: str) -> PersonRow | None:
        return self._person("SELECT * FROM people WHERE login = %s", login)

    def _person(self, query: LiteralString, value: str) -> PersonRow | None:
        row = self._ask(query, (value,)).fetchone()
        return None if row is None else PersonRow(*row)

    def forget_person(self, id: str) -> None:
        self._ask("INSERT INTO leaving SELECT code, person FROM visits WHERE person = %s ON CONFLICT DO NOTHING", (id,))
        self._ask("DELETE FROM people WHERE id = %s", (id,))
        self._ask("DELETE FROM sessions WHERE person = %s", (id,))
        self._ask("DELETE FROM visits WHERE person = %s", (id,))
        self._ask("DELETE FROM keys WHERE person = %s", (id,))
        self._ask("DELETE FROM tournament_people WHERE person = %s", (id,))

    def leaving(self, most: int, after: tuple[str, str] = ("", "")) -> list[tuple[str, str]]:
        query: LiteralString = "SELECT code, person FROM leaving WHERE (code, person) > (%s, %s) ORDER BY 1, 2 LIMIT %s"
        return [(row[0], row[1]) for row in self._ask(query, (*after, most))]

    def leaving_from(self, code: str) -> list[str]:
        return [row[0] for row in self._ask("SELECT person FROM leaving WHERE code = %s", (code,))]

    def has_left(self, code: str, person: str) -> None:
        self._ask("DELETE FROM leaving WHERE code = %s AND person = %s", (code, person))

    def put_session(self, digest: str, person: str, kind: str, expires: int) -> None:
        self._ask(
            "INSERT INTO sessions VALUES (%s, %s, %s, %s) ON CONFLICT (digest) DO UPDATE SET person = excluded.person,"
            " kind = excluded.kind, expires = excluded.expires",
            (digest, person, kind, expires),
        )

    def session(self, digest: str, kind: str) -> tuple[str, int] | None:
        row = self._ask("SELECT person, expires FROM sessions WHERE digest = %s AND kind = %s", (digest, kind)).fetchone()
        return None if row is None else (row[0], row[1])

    def drop_session(self, digest: str) -> bool:
        return bool(self._ask("DELETE FROM sessions WHERE digest = %s", (digest,)).rowcount)

    def sessions(self, person: str, kind: str) -> list[str]:
        rows = self._ask(
            "SELECT digest FROM sessions WHERE person = %s AND kind = %s ORDER BY expires DESC, digest", (person, kind)
        )
        return [row[0] for row in rows]

    def purge_sessions(self, after: str, before: int, most: int) -> str:
        rows = self._ask(
            "SELECT digest, expires FROM sessions WHERE digest > %s ORDER BY digest LIMIT %s", (after, most)
        ).fetchall()
        ended = [digest for digest, expires in rows if expires < before]
        if ended:
            self._ask("DELETE FROM sessions WHERE digest = ANY(%s) AND expires < %s", (ended, before))
        return str(rows[-1][0]) if len(rows) == most else ""

    def put_visit(self, person: str, code: str, at: int) -> None:
        self._ask(
            "INSERT INTO visits VALUES (%s, %s, %s) ON CONFLICT (person, code) DO UPDATE SET at = excluded.at",
            (person, code, at),
        )

    def drop_visit(self, person: str, code: str) -> None:
        self._ask("DELETE FROM visits WHERE person = %s AND code = %s", (person, code))

    def leave_later(self, person: str, code: str) -> None:
        kept: LiteralString = (
            "INSERT INTO leaving SELECT code, person FROM visits WHERE person = %s AND code = %s ON CONFLICT DO NOTHING"
        )
        self._ask(kept, (person, code))
        self.drop_visit(person, code)

    def visits(self, person: str, most: int) -> list[str]:
        rows = self._ask("SELECT code FROM visits WHERE person = %s ORDER BY at DESC LIMIT %s", (person, most))
        return [row[0] for row in rows]

    def put_key(self, row: KeyRow) -> None:
        self._ask(
            "INSERT INTO keys VALUES (%s, %s, %s, %s, %s) ON CONFLICT (id) DO UPDATE SET count = excluded.count",
            (row.id, row.person, row.public, row.count, row.made),
        )

    def key(self, id: str) -> KeyRow | None:
        row = self._ask("SELECT id, person, public, count, made FROM keys WHERE id = %s", (id,)).fetchone()
        return None if row is None else KeyRow(*row)

    def keys(self, person: str) -> list[KeyRow]:
        rows = self._ask("SELECT id, person, public, count, made FROM keys WHERE person = %s ORDER BY made", (person,))
        return [KeyRow(*row) for row in rows]

    def drop_keys(self, person: str) -> None:
        self._ask("DELETE FROM keys WHERE person = %s", (person,))
