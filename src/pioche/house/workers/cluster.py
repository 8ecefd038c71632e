"""What a house needs to be one of several workers, from addresses on the command line."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from socket import socket
from typing import TYPE_CHECKING, Any

from pioche.house.core.house import Config
from pioche.house.ownership.bus import Bus, RedisConnection
from pioche.house.ownership.leases import SECONDS, Leases
from pioche.house.stores.store import StoreFailed
from pioche.house.workers import supervisor

if TYPE_CHECKING:
    from pioche.house.stores.postgres import PostgresStore

SCHEMES = ("postgresql://", "postgres://")
INSIDE = "127.0.0.1:0"  # where other workers of the same machine reach this one


class Unusable(Exception):
    """Why the house cannot open: the name of a sentence, and its words."""

    def __init__(self, sentence: str, **words: Any) -> None:
        super().__init__(sentence)
        self.sentence, self.words = sentence, words


@dataclass(frozen=True)
class Several:
    """How workers share a house. With no store there is one worker and one file."""

    store: str = ""  # postgresql://...
    bus: str = ""  # redis://...
    workers: int = 1
    address: str = INSIDE
    lease: float = SECONDS
    fd: int | None = None  # the listening socket, in a child of the supervisor

    def check(self) -> None:
        if self.store and not self.store.startswith(SCHEMES):
            raise Unusable("bad_store")
        if not self.store and (self.workers > 1 or self.bus):
            raise Unusable("need_store")
        if self.bus:
            try:
                RedisConnection(self.bus)
            except ValueError:
                raise Unusable("bad_bus") from None

    @property
    def inside(self) -> tuple[str, int]:
        host, _, port = self.address.rpartition(":")
        if not port.isdigit():
            raise Unusable("bad_address", host=self.address)
        return host.strip("[]"), int(port)

    @property
    def shown(self) -> str:
        """Where everything is kept, without a password."""
        return _postgres().shown(self.store) if self.store else ""

    def inherited(self) -> socket | None:
        return None if self.fd is None else socket(fileno=self.fd)

    @property
    def ready(self) -> Callable[[], None] | None:
        """What a child of the supervisor does when it is open; a house of its own tells its owner instead."""
        return None if self.fd is None else supervisor.report


def _postgres() -> Any:
    """psycopg is loaded here and nowhere earlier."""
    try:
        from pioche.house.stores import postgres
    except ImportError as missing:
        if "psycopg" not in str(missing) and "libpq" not in str(missing):
            raise
        raise Unusable("no_postgres") from missing
    return postgres


def database(address: str, read_only: bool = False) -> PostgresStore:
    """An open store."""
    postgres = _postgres()
    store: PostgresStore = postgres.PostgresStore(address)
    try:
        if read_only:
            store.open_to_read()
        else:
            store.open()
    except StoreFailed as wrong:
        raise Unusable("no_database", file=postgres.shown(address), why=wrong) from wrong
    return store


def among_others(config: Config, store: PostgresStore, inside: socket, several: Several) -> Config:
    """The same house as one of several, known to the others by the address it listens on for them."""
    from pioche.house.stores.postgres_leases import PostgresLeases
    from pioche.house.workers.relay import ask_all

    host, port = inside.getsockname()[:2]
    book = PostgresLeases(store.address, several.lease)
    leases = Leases(book, f"{host}:{port}", store.relay, several.lease)
    try:
        leases.enter()
    except StoreFailed as wrong:
        raise Unusable("no_database", file=several.shown, why=wrong) from wrong
    bus = partial(Bus, several.bus, store.name) if several.bus else None
    return dataclasses.replace(config, leases=leases, bus=bus, ask_others=partial(ask_all, leases.relay))
