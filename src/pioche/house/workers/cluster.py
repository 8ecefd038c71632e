"""What a house needs to be one of several workers, from addresses on the command line."""

from __future__ import annotations

import dataclasses
import ipaddress
import os
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from socket import create_connection, socket
from typing import TYPE_CHECKING, Any

from pioche.house.core.house import Config
from pioche.house.ownership.bus import Bus, RedisConnection
from pioche.house.ownership.leases import SECONDS, Leases
from pioche.house.stores.store import AddressTaken, LeaseBook, StoreFailed, Undone
from pioche.house.workers import supervisor

if TYPE_CHECKING:
    from pioche.house.stores.postgres import PostgresStore

SCHEMES = ("postgresql://", "postgres://")
INSIDE = "127.0.0.1:0"  # where other workers of the same machine reach this one
PORTS = 65_535
REACH = 0.3  # seconds for a line to a worker of the same machine
WATCHED = 2.5  # seconds in which a living worker has counted on


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
        if self.store:
            check_address(self.store)
            self.inside  # noqa: B018 - raises for what is no address
            if self.workers > 1 and self.address != INSIDE:
                raise Unusable("inside_one")
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
        if ":" in host and not (host.startswith("[") and host.endswith("]")):
            raise Unusable("inside_brackets", host=self.address)
        if not (port.isascii() and port.isdigit()) or int(port) > PORTS:
            raise Unusable("inside_nowhere", host=self.address)
        host = host.strip("[]")
        if host in ("", "*") or _nowhere(host):
            raise Unusable("inside_nowhere", host=self.address)
        return host, int(port)

    @property
    def shown(self) -> str:
        """Where everything is kept, without a password."""
        return shown(self.store) if self.store else ""

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


def check_address(address: str) -> None:
    """What nobody could mean is said before anybody tries it. Two @, or a / before the @: a part of the password would be
    taken for the name of a machine or of the database, and be shown."""
    if not address.startswith(SCHEMES):
        raise Unusable("bad_store")
    place = address.partition("://")[2].partition("?")[0]
    if place.count("@") > 1:
        raise Unusable("store_at")
    if "@" in place.partition("/")[2]:
        raise Unusable("store_slash")


def shown(address: str) -> str:
    """The address of a database without its password."""
    broken = _postgres().PostgresStore.broken
    from pioche.house.stores.postgres_connection import shown as without_password

    try:
        return without_password(address)
    except broken:  # the driver cannot take it apart, and would quote it
        raise Unusable("bad_store") from None


def database(address: str, read_only: bool = False) -> PostgresStore:
    """An open store."""
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
        sentence = wrong.sentence if wrong.sentence != StoreFailed.sentence else "no_database"
        raise Unusable(sentence, file=shown(address), why=wrong) from wrong
    return store


@contextmanager
def read(address: str) -> Iterator[PostgresStore]:
    """An open store for a command; Unusable, too, when it fails later on."""
    store = database(address, read_only=True)
    try:
        with closing(store):
            yield store
    except (StoreFailed, Undone, _postgres().psycopg.Error) as wrong:
        raise Unusable("no_database", file=shown(address), why=str(wrong).partition("\n")[0]) from wrong


def among_others(config: Config, store: PostgresStore, inside: socket, several: Several) -> Config:
    """The same house as one of several, known to the others by the address it listens on for them."""
    from pioche.house.stores.postgres_leases import PostgresLeases

    host, port = inside.getsockname()[:2]
    if _nowhere(host):
        raise Unusable("inside_nowhere", host=several.address)
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    book, pulse = (PostgresLeases(store.address, several.lease, this_machine()) for _ in range(2))
    leases = Leases(book, pulse, address, store.relay, several.lease)
    try:
        look_around(book, address, this_machine())
        leases.enter()
    except AddressTaken as taken:
        raise Unusable("inside_taken", here=address, there=taken.address) from taken
    except StoreFailed as wrong:
        raise Unusable("no_database", file=several.shown, why=wrong) from wrong
    bus = partial(Bus, several.bus, store.name) if several.bus else None
    return dataclasses.replace(config, leases=leases, bus=bus)


def this_machine() -> str:
    """What all processes have in common that reach each other at 127.0.0.1: a start of the machine and its network."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {os.stat('/proc/self/ns/net').st_ino}"
    except OSError:
        return f"{uuid.getnode():x}"


def look_around(book: LeaseBook, address: str, machine: str) -> None:
    """Before this worker says where it is: those of this machine that died are struck, and nobody may live at the same
    address, or on another machine while one of both can only be reached from its own."""
    strangers: dict[str, tuple[object, ...]] = {}
    for other in book.colleagues():
        if other.machine == machine:
            if other.address == address or _nobody_listens(other.address):
                book.bury(other.worker)
        elif other.address == address or (other.machine and (_lonely(address) or _lonely(other.address))):
            strangers[other.worker] = other.beat
    until = time.monotonic() + WATCHED
    while strangers and time.monotonic() < until:
        time.sleep(0.1)
        for other in book.colleagues():
            if strangers.get(other.worker, other.beat) != other.beat:
                raise AddressTaken(other.address)


def _nobody_listens(address: str) -> bool:
    host, _, port = address.rpartition(":")
    try:
        create_connection((host.strip("[]"), int(port)), REACH).close()
    except ConnectionRefusedError:
        return True
    except (OSError, ValueError):
        return False
    return False


def _lonely(address: str) -> bool:
    """It means something on one machine only."""
    host = address.rpartition(":")[0].strip("[]")
    return host == "localhost" or _is(host, "is_loopback")


def _nowhere(host: str) -> bool:
    """One can listen there, but nobody can be told to come."""
    return _is(host, "is_unspecified") or _is(host, "is_multicast")


def _is(host: str, what: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return bool(getattr(getattr(address, "ipv4_mapped", None) or address, what))
