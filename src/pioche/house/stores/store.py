"""What the house must never forget, behind a small interface: a store for one machine, another for many.

All of it is called in the writer's own thread, several calls inside one transaction; `commit` returns when they
are durable, or raises and none of them happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class StoreFailed(Exception):
    """The disk or the database refuses. Nothing of the batch counts as stored."""

    sentence = "disk"  # what a person is told who wants to open the house: section `serve` of the texts


class StoreFull(StoreFailed):
    """There is no room left."""

    sentence = "disk_full"


class StoreDamaged(StoreFailed):
    """The file is no house, or was one once."""

    sentence = "damaged"


class StoreNewer(StoreFailed):
    """A later version of Pioche has written it."""

    sentence = "newer"


class StoreInUse(StoreFailed):
    """Another house is open on it."""

    sentence = "in_use"


class Conflict(Exception):
    """Somebody else has written this number of this journal: fold it again."""


class Fenced(Conflict):
    """This table has another owner by now: whatever we believe about it is old."""


class Undone(Exception):
    """The database undid the whole group because of one job in it, or because of another worker. It stands no worse
    than before: the jobs may be tried again, one by one."""


@dataclass(frozen=True)
class PersonRow:
    """Somebody the house knows: a guest, or an account once there is a login."""

    id: str
    name: str
    lang: str
    login: str = ""
    password: str = ""  # as `people` writes it, never in clear
    made: int = 0  # seconds since 1970


@dataclass(frozen=True)
class KeyRow:
    """A passkey: what its proofs are checked with."""

    id: str
    person: str
    public: str
    count: int  # of proofs, as the device counts them
    made: int  # seconds since 1970


@dataclass(frozen=True)
class TableRow:
    """What lists and lobbies need to know about a table without folding it."""

    code: str
    game: str
    preset: str
    public: bool
    phase: str
    made: int
    last: int


class Store(Protocol):
    """Journals, people and their sessions."""

    @property
    def broken(self) -> tuple[type[Exception], ...]:
        """After one of these the handle is not to be believed any more."""
        ...

    def open(self) -> None: ...
    def close(self) -> None: ...
    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def probe(self) -> None:
        """Write something of no importance, to see whether anything can be written."""
        ...

    @property
    def epoch(self) -> int:
        """Grows when history was restored from a backup."""
        ...

    # journals
    def append(self, code: str, first: int, bodies: list[bytes], token: int = 0) -> None:
        """Entries numbered from `first`; Conflict when that number is taken or there is a gap. `token` is the lease
        under which the table is played, where there are leases: Fenced when it is no longer the latest."""
        ...

    def journal(self, code: str, first: int = 0) -> list[bytes]:
        """All entries of a table from `first` on; empty when there is no such table. StoreFailed when they are
        damaged."""
        ...

    def put_table(self, row: TableRow) -> None: ...
    def table(self, code: str) -> TableRow | None: ...
    def public_tables(self, since: int, most: int) -> list[TableRow]: ...
    def all_tables(self) -> list[TableRow]: ...

    # people
    def put_person(self, row: PersonRow) -> None: ...
    def person(self, id: str) -> PersonRow | None: ...
    def person_by_login(self, login: str) -> PersonRow | None: ...
    def forget_person(self, id: str) -> None: ...
    def put_session(self, digest: str, person: str, kind: str, expires: int) -> None: ...
    def session(self, digest: str, kind: str) -> tuple[str, int] | None:
        """(person, expires) of a cookie, token or link, by its digest."""
        ...

    def drop_session(self, digest: str) -> bool: ...
    def put_visit(self, person: str, code: str, at: int) -> None:
        """A person has had a seat at a table."""
        ...

    def visits(self, person: str, most: int) -> list[str]: ...

    def put_key(self, row: KeyRow) -> None: ...
    def key(self, id: str) -> KeyRow | None: ...
    def keys(self, person: str) -> list[KeyRow]: ...
    def drop_keys(self, person: str) -> None: ...

    def notice(self, kind: str, what: str) -> None:
        """Something other workers must hear of, where there are others: an ended `session`, a changed `person`."""
        ...


@dataclass(frozen=True)
class Holding:
    """Who plays a table: its lease. `token` grows with every change of hands."""

    worker: str
    address: str  # where the other workers reach it
    token: int


@dataclass(frozen=True)
class Morning:
    """What a worker learns when it looks up from its tables."""

    alive: bool  # False: the others have given it up
    others: frozenset[str]  # workers that live
    notices: list[tuple[int, str, str]]  # (number, kind, what), those of the last seconds, again and again


class LeaseBook(Protocol):
    """Which worker owns which table. Every call is a transaction of its own and may raise StoreFailed."""

    def register(self, worker: str, address: str) -> None: ...
    def renew(self, worker: str) -> Morning: ...
    def resign(self, worker: str) -> None:
        """All its tables are free at once."""
        ...

    def hold(self, code: str, worker: str) -> Holding | None:
        """Take a table that has no living owner; whoever has it then, nobody (no worker) when this worker has been
        given up itself. None: there is no such table."""
        ...

    def found(self, code: str, worker: str) -> Holding:
        """The lease of a table about to be made."""
        ...

    def release(self, code: str, token: int) -> None: ...
    def close(self) -> None: ...
