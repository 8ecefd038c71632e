"""The interface of stores, one for a single machine and one for several, with their rows and errors.

All of it is called in the writer's thread, several calls inside one transaction; `commit` returns when they are durable,
or raises and none of them happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from pioche.house.stores.tournament_rows import TournamentRows


class Problem(StrEnum):
    """The reason why a store cannot be used. The value names the sentence for the person who starts the server: section
    `serve` of the texts."""

    FAILED = "disk"  # any other reason
    FULL = "disk_full"
    FORBIDDEN = "forbidden"  # the user who starts the server may not write there
    IS_FOLDER = "a_folder"  # a folder was named instead of a file
    NO_FILE = "no_file"  # a device was named, or something else that keeps nothing
    DAMAGED = "damaged"  # the file is no house, or was one once
    EMPTY = "no_data"  # it holds nothing of Pioche
    NEWER = "newer"  # a later version of Pioche has written it
    FOREIGN = "foreign"  # a file of another program, or an empty one where a house is looked for
    LINKED = "linked"  # the file has a second name: under each of them SQLite would keep another log
    UNFINISHED = "restore_cut"  # a restore was cut off in the middle
    MOVED = "moved"  # the file was moved, replaced or cut short while the house is open
    ORPHAN = "orphan_log"  # the file is gone, but not the log with its latest moves
    IN_USE = "in_use"  # another house is open on it


class StoreFailed(Exception):
    """The disk or the database has failed. Nothing of the batch counts as stored."""

    def __init__(self, text: str = "", problem: Problem = Problem.FAILED) -> None:
        super().__init__(text)
        self.problem = problem


class StoreDamaged(StoreFailed):
    """Stored data that cannot be read, or a file that is no house."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text, Problem.DAMAGED)


class JournalDamaged(StoreDamaged):
    """The journal of one table cannot be read. All others can."""

    def __init__(self, code: str, entry: int) -> None:
        super().__init__(f"entry {entry} of table {code} is damaged")
        self.code, self.entry = code, entry


class Unsure(StoreFailed):
    """The answer to a commit was lost: the group may be stored, or not. Only the store itself can tell."""


class NotCommitted(StoreFailed):
    """A commit was refused, and it is known that nothing of it will ever count."""


class StoreBusy(StoreFailed):
    """The row is locked by a write of another worker: try again in a moment."""


class Conflict(Exception):
    """The number is taken in this journal: fold it again."""


class Fenced(Conflict):
    """The table has another owner by now: its state in this process is outdated."""


class Undone(Exception):
    """The database has undone the whole group because of one job in it, or because of another worker. Nothing is lost: the
    jobs may be tried again, one by one."""


@dataclass(frozen=True)
class PersonRow:
    """A person: a guest, or an account once there is a login."""

    id: str
    name: str
    lang: str
    login: str = ""
    password: str = ""  # as `people` writes it, never in clear
    made: int = 0  # seconds since 1970


@dataclass(frozen=True)
class KeyRow:
    """A passkey: the public key that checks its proofs."""

    id: str
    person: str
    public: str
    count: int  # of proofs, as the device counts them
    made: int  # seconds since 1970


@dataclass(frozen=True)
class TableRow:
    """The row of a table for lists and the lobby, which fold nothing."""

    code: str
    game: str
    preset: str
    public: bool
    phase: str
    made: int
    last: int
    host: str = ""  # a person
    shown: bytes = b""  # everything else lists show, as `core.table_lists` writes it; empty in rows of earlier versions


class Append(NamedTuple):
    """Entries to be added to a journal; see `Store.append`."""

    code: str
    first: int
    bodies: list[bytes]
    token: int


class Store(TournamentRows, Protocol):
    """Journals, people and their sessions."""

    @property
    def broken(self) -> tuple[type[Exception], ...]:
        """Return the exceptions after which the connection must be opened again."""
        ...

    @property
    def undurable(self) -> list[str]:
        """Return the settings of the database with which a power cut may lose what was acknowledged."""
        ...

    def open(self) -> None: ...
    def close(self) -> None: ...
    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def probe(self) -> None:
        """Write a row of no importance, to find out whether anything can be written."""
        ...

    @property
    def epoch(self) -> int:
        """Return a number that grows when history was restored from a backup."""
        ...

    # journals
    def append(self, code: str, first: int, bodies: list[bytes], token: int = 0) -> None:
        """Add entries numbered from `first`; raise Conflict when that number is taken or there would be a gap. `token` is
        that of the lease, where there are leases: raise Fenced when it is no longer the latest."""
        ...

    def append_all(self, appends: list[Append]) -> list[Conflict | None]:
        """Append to several tables; return the conflict of each, or None. Raise Undone when each must be tried alone."""
        ...

    def append_group(self, appends: list[Append]) -> list[Conflict | None] | None:
        """Do the same in a transaction of its own, without `begin` and `commit`; return None when nothing was done and a
        transaction must be begun."""
        ...

    def journal(self, code: str, first: int = 0) -> list[bytes]:
        """Return the entries of a journal from `first` on, none when there is no such journal; raise JournalDamaged."""
        ...

    def opening(self, code: str) -> list[bytes]:
        """Return the first entry alone, which tells the kind of a journal."""
        ...

    def put_table(self, row: TableRow) -> None: ...
    def table(self, code: str) -> TableRow | None: ...
    def public_tables(self, since: int, most: int, each: int) -> list[TableRow]:
        """Return the latest, at most `each` of one host."""
        ...

    def tables_of(self, person: str, most: int) -> list[TableRow]:
        """Return the tables a person has visited, the latest visit first."""
        ...

    def all_tables(self) -> list[TableRow]: ...

    # people
    def put_person(self, row: PersonRow) -> None: ...
    def person(self, id: str) -> PersonRow | None: ...
    def person_by_login(self, login: str) -> PersonRow | None: ...
    def forget_person(self, id: str) -> None:
        """Delete everything about a person but the seats, which are listed in `leaving` until they are given up."""
        ...

    def leaving(self, most: int, after: tuple[str, str] = ("", "")) -> list[tuple[str, str]]:
        """Return (table, person) of deleted people who may still have a name or a seat there, in order."""
        ...

    def leaving_from(self, code: str) -> list[str]: ...
    def has_left(self, code: str, person: str) -> None: ...
    def put_session(self, digest: str, person: str, kind: str, expires: int) -> None: ...
    def session(self, digest: str, kind: str) -> tuple[str, int] | None:
        """Return (person, expires) of a cookie, token or link, by its digest."""
        ...

    def drop_session(self, digest: str) -> bool: ...
    def sessions(self, person: str, kind: str) -> list[str]:
        """Return the digests of a person's cookies and tokens, or links, the last to expire first."""
        ...

    def purge_sessions(self, after: str, before: int, most: int) -> str:
        """Delete expired sessions (`before` that second) among the next `most`, by digest from `after` on. Return the last
        digest that was checked, or an empty string at the end."""
        ...

    def put_visit(self, person: str, code: str, at: int) -> None:
        """Note that a person has had a seat at a table."""
        ...

    def drop_visit(self, person: str, code: str) -> None:
        """Remove a table from a person's list."""
        ...

    def leave_later(self, person: str, code: str) -> None:
        """Do the same, and list name and seat there in `leaving` until they can be given up."""
        ...

    def visits(self, person: str, most: int) -> list[str]: ...

    def put_key(self, row: KeyRow) -> None: ...
    def key(self, id: str) -> KeyRow | None: ...
    def keys(self, person: str) -> list[KeyRow]: ...
    def drop_keys(self, person: str) -> None: ...

    def notice(self, kind: str, what: str) -> None:
        """Notify the other workers, where there are any, of an ended `session` or a changed `person`."""
        ...


@dataclass(frozen=True)
class Holding:
    """The lease of a table. `token` grows with every change of hands."""

    worker: str  # empty: no living worker
    token: int


@dataclass(frozen=True)
class LeaseRefresh:
    """The state of all workers and notices, as it is when a worker renews its lease."""

    alive: bool  # False: the others have given it up
    others: frozenset[str]  # living workers
    notices: list[tuple[int, str, str]]  # (number, kind, what), those of the last seconds, again and again
    newer: bool = False  # a later version has changed the schema: this worker cannot be sure of what it writes


@dataclass(frozen=True)
class WorkerRow:
    """A worker in the database."""

    worker: str
    beat: tuple[object, ...]  # changes for as long as it lives


class LeaseBook(Protocol):
    """Which worker owns which table. Every call is a transaction of its own and may raise StoreFailed."""

    def workers(self) -> list[WorkerRow]: ...
    def register(self, worker: str) -> None: ...
    def renew(self, worker: str) -> LeaseRefresh: ...
    def resign(self, worker: str) -> None:
        """Remove a worker, which frees all its tables."""
        ...

    def wait(self, seconds: float) -> None:
        """Wait for a notification of another worker, at most so long. A lost one only delays."""
        ...

    def owner(self, code: str) -> str:
        """Return the living worker that owns a table, or an empty name."""
        ...

    def request(self, code: str, worker: str) -> None:
        """Ask the owner of a table to hand it over to this worker."""
        ...

    def hand_over(self, code: str, worker: str) -> None:
        """Free a table of this worker and notify the others."""
        ...

    def hold(self, code: str, worker: str, afresh: bool = False) -> Holding | None:
        """Take a table that has no living owner and return its lease; another worker's if that owns it; one with no worker
        when this worker has been given up itself. `afresh`: under a new token even if it is ours, so that whatever was
        being written under the old one is written by now, or never. None: there is no such table. Raise StoreBusy while
        it is being written to."""
        ...

    def found(self, code: str, worker: str) -> Holding:
        """Return the lease of a table about to be made."""
        ...

    def release(self, code: str, token: int) -> None: ...
    def close(self) -> None: ...
