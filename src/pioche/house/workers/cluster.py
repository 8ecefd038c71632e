"""Set up one of several workers, from the address of a database."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from socket import socket
from typing import TYPE_CHECKING, Any

from pioche.house.core.house import Config
from pioche.house.ownership.leases import LEASE_SECONDS, Leases
from pioche.house.stores.store import Problem, StoreFailed, Undone
from pioche.house.workers import supervisor

if TYPE_CHECKING:
    from pioche.house.stores.postgres import PostgresStore

SCHEMES = ("postgresql://", "postgres://")


class Unusable(Exception):
    """A reason why the server cannot start: the name of a sentence, and its words."""

    def __init__(self, sentence: str, **words: Any) -> None:
        super().__init__(sentence)
        self.sentence, self.words = sentence, words


@dataclass(frozen=True)
class Several:
    """How workers share a house. With no store there is one worker and one file."""

    store: str = ""  # postgresql://...
    workers: int = 1
    lease: float = LEASE_SECONDS
    fd: int | None = None  # the listening socket, in a child of the supervisor

    def check(self) -> None:
        """Raise Unusable for invalid values."""
        if self.store:
            check_address(self.store)
        elif self.workers > 1:
            raise Unusable("need_store")

    @property
    def shown(self) -> str:
        """Return the address of the database without its password."""
        return shown(self.store) if self.store else ""

    def inherited(self) -> socket | None:
        return None if self.fd is None else socket(fileno=self.fd)

    @property
    def ready(self) -> Callable[[], None] | None:
        """Return the function a child of the supervisor calls when it listens; None for a server without a supervisor."""
        return None if self.fd is None else supervisor.report


def _postgres() -> Any:
    """Import psycopg, here and nowhere earlier; raise Unusable when it is not installed."""
    try:
        from pioche.house.stores import postgres
    except ImportError as missing:
        if "psycopg" not in str(missing) and "libpq" not in str(missing):
            raise
        raise Unusable("no_postgres") from missing
    return postgres


def check_address(address: str) -> None:
    """Raise Unusable for an address that cannot be meant, before it is tried. With two @, or a / before the @, a part of the
    password would be taken for the name of a machine or of the database, and be shown."""
    if not address.startswith(SCHEMES):
        raise Unusable("bad_store")
    place = address.partition("://")[2].partition("?")[0]
    if place.count("@") > 1:
        raise Unusable("store_at")
    if "@" in place.partition("/")[2]:
        raise Unusable("store_slash")


def shown(address: str) -> str:
    """Return the address of a database without its password."""
    broken = _postgres().PostgresStore.broken
    from pioche.house.stores.postgres_connection import shown as without_password

    try:
        return without_password(address)
    except broken:  # the driver cannot take it apart, and would quote it
        raise Unusable("bad_store") from None


def database(address: str, read_only: bool = False) -> PostgresStore:
    """Return an open store; raise Unusable."""
    check_address(address)
    postgres = _postgres()
    shown(address)
    store: PostgresStore = postgres.PostgresStore(address)
    try:
        if read_only:
            store.open_to_read()
        else:
            store.open()
    except StoreFailed as wrong:
        sentence = wrong.problem if wrong.problem is not Problem.FAILED else "no_database"
        raise Unusable(sentence, file=shown(address), why=wrong) from wrong
    return store


@contextmanager
def read(address: str) -> Iterator[PostgresStore]:
    """Yield an open store for a command; raise Unusable, too, when it fails later on."""
    store = database(address, read_only=True)
    try:
        with closing(store):
            yield store
    except (StoreFailed, Undone, _postgres().psycopg.Error) as wrong:
        raise Unusable("no_database", file=shown(address), why=str(wrong).partition("\n")[0]) from wrong


def with_leases(config: Config, store: PostgresStore, several: Several) -> Config:
    """Return the configuration of one of several workers, registered in the database; raise Unusable."""
    from pioche.house.stores.postgres_leases import PostgresLeases

    book = PostgresLeases(store.address, several.lease)
    pulse = PostgresLeases(store.address, several.lease, store.channel)
    leases = Leases(book, pulse, several.lease)
    try:
        leases.enter()
    except StoreFailed as wrong:
        raise Unusable("no_database", file=several.shown, why=wrong) from wrong
    return dataclasses.replace(config, leases=leases)
