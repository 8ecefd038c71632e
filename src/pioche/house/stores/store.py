"""What the house must never forget, behind a small interface: a store for one machine, another for many.

All of it is called in the writer's own thread, several calls inside one transaction; `commit` returns when they
are durable, or raises and none of them happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from pioche.house.stores.tournament_rows import TournamentRows


class Problem(StrEnum):
    """Why a store cannot be used. The value names the sentence for a person who wants to open the house: section `serve` of
    the texts."""

    FAILED = "disk"  # anything without a name of its own
    FULL = "disk_full"
    FORBIDDEN = "forbidden"  # the user who opens the house may not write there
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
    """The disk or the database refuses. Nothing of the batch counts as stored."""

    def __init__(self, text: str = "", problem: Problem = Problem.FAILED) -> None:
        super().__init__(text)
        self.problem = problem


class StoreDamaged(StoreFailed):
    """What is stored cannot be read, or is no house."""

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
    """Somebody is writing what was asked for: try again in a moment."""


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
        """After one of these the handle is not to be believed any more."""
        ...

    @property
    def undurable(self) -> list[str]:
        """Settings of the server under which a power cut may cost what was acknowledged."""
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

    def append_all(self, appends: list[Append]) -> list[Conflict | None]:
        """The same for several tables at once, and what is to be said against each. Undone: try each alone."""
        ...

    def append_group(self, appends: list[Append]) -> list[Conflict | None] | None:
        """The same as a transaction of its own, without `begin` and `commit`. None: nothing was done, begin one."""
        ...

    def journal(self, code: str, first: int = 0) -> list[bytes]:
        """All entries of a table from `first` on; empty when there is no such table. StoreFailed when they are
        damaged."""
        ...

    def opening(self, code: str) -> list[bytes]:
        """The first of them alone: what kind of journal is it, however long?"""
        ...

    def put_table(self, row: TableRow) -> None: ...
    def table(self, code: str) -> TableRow | None: ...
    def public_tables(self, since: int, most: int, each: int) -> list[TableRow]:
        """The latest, of each host no more than `each`."""
        ...

    def tables_of(self, person: str, most: int) -> list[TableRow]:
        """Those a person has visited, the latest visit first."""
        ...

    def all_tables(self) -> list[TableRow]: ...

    # people
    def put_person(self, row: PersonRow) -> None: ...
    def person(self, id: str) -> PersonRow | None: ...
    def person_by_login(self, login: str) -> PersonRow | None: ...
    def forget_person(self, id: str) -> None:
        """Everything but their seats: those stand in `leaving` until they are given up."""
        ...

    def leaving(self, most: int, after: tuple[str, str] = ("", "")) -> list[tuple[str, str]]:
        """(table, person) of people who were forgotten and may still have a name or a seat there, in order."""
        ...

    def leaving_from(self, code: str) -> list[str]: ...
    def has_left(self, code: str, person: str) -> None: ...
    def put_session(self, digest: str, person: str, kind: str, expires: int) -> None: ...
    def session(self, digest: str, kind: str) -> tuple[str, int] | None:
        """(person, expires) of a cookie, token or link, by its digest."""
        ...

    def drop_session(self, digest: str) -> bool: ...
    def sessions(self, person: str, kind: str) -> list[str]:
        """The digests of a person's cookies and tokens, or links, those that last longest first."""
        ...

    def purge_sessions(self, after: str, before: int, most: int) -> str:
        """Of the next `most` sessions, by digest from `after` on, drop those that ended `before` that second. The last
        digest looked at, or nothing when there are no more."""
        ...

    def put_visit(self, person: str, code: str, at: int) -> None:
        """A person has had a seat at a table."""
        ...

    def drop_visit(self, person: str, code: str) -> None:
        """The table is no longer one of theirs."""
        ...

    def leave_later(self, person: str, code: str) -> None:
        """The same; name and seat there stand in `leaving` until they can be given up."""
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
    """The lease of a table. `token` grows with every change of hands."""

    worker: str  # empty: no living worker
    token: int


@dataclass(frozen=True)
class LeaseRefresh:
    """What a worker learns when it renews its lease."""

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
        """All its tables are free at once."""
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
