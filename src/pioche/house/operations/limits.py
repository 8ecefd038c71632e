"""Every limit of the server: sizes, numbers, times, rates. A name says what it bounds and in which unit."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address

from pioche.house.protocol.sentences import Refusal

# Messages and requests
MAX_MESSAGE_BYTES = 4096  # bytes of a socket message
MAX_PATH_PART_LETTERS = 64  # letters of a name in an address: of a game, of a table
MAX_BODY_BYTES = 65_536  # bytes of an HTTP body
MAX_HEAD_BYTES = 32_768  # bytes of a request line and its headers
MAX_HEADERS = 100  # of one request
MAX_PIPELINED_REQUESTS = 8  # requests sent before the answers to earlier ones
MAX_QR_TEXT_BYTES = 300  # bytes of an address that is drawn as a QR code
MAX_OUTBOX_MESSAGES = 256  # answers waiting for one slow reader
MAX_KEPT_ANSWERS = 1_000  # to one person at one table: a command that is sent again gets the same answer

# Connections. A club of 200 people behind one address has a socket each, some in two windows; a browser has up to six
# connections for a moment. Thirty such clubs fit into the server.
MAX_SOCKETS_PER_PERSON = 4  # at one table; the oldest is closed
MAX_SOCKETS_PER_ADDRESS = 600
MAX_SOCKETS = 20_000
MAX_CONNECTIONS_PER_ADDRESS = 600  # that are no sockets
MAX_CONNECTIONS = 24_000  # that are no sockets
MAX_SILENT_SOCKETS_PER_ADDRESS = 100  # sockets that have not said hello; the oldest of them makes room
MAX_SILENT_SOCKETS = 1_000  # sockets that have not said hello; the oldest of them makes room
SPARE_FILES = 200  # of the operating system's open files, for everything that is no connection
PROXY_FACTOR = 100  # times as much as one address has a proxy of ours: many come through it

# Times. A browser sends a request at once; a phone with a bad connection sends 64 KiB in twenty seconds.
HEAD_SECONDS = 10.0  # for the head of a request to arrive, from its first byte or from the connection on
BODY_SECONDS = 20.0  # for the body of a request to arrive
TAKE_SECONDS = 60.0  # for the other side to take an answer
HELLO_SECONDS = 5.0  # for a socket to say hello
GREETING_SECONDS = 20.0  # from the handshake to a valid hello, including the time the server needs in between

# Tables
MAX_ROOMS = 20_000  # tables in memory
MAX_EMPTY_ROOMS = 100  # tables without people that stay in memory for a while; those left longest ago leave it first
MAX_LOBBY_TABLES = 50  # tables in the lobby
MAX_LOBBY_TABLES_PER_HOST = 3  # tables of one host in the lobby
LOBBY_SECONDS = 1_800  # after which a table without people leaves the lobby
MAX_PEOPLE = 60  # who hold a place at one table
MAX_PEOPLE_EVER = 600  # who came to one table: their numbers and names stay in its journal
MAX_MY_TABLES = 300  # tables in the list of one person
MAX_ENTRIES = 50_000  # of a journal, after which no new match begins there
MAX_OTHER_ENTRIES = 3_000  # of a journal, that are no moves: talk, seats, pauses
MAX_OTHER_ENTRIES_PER_MATCH = 300  # as many more for each match
MAX_PAUSE_MS = 300_000  # milliseconds a pause lasts at most, unless it is the host's
MAX_BOT_TABLES = 100  # tournament tables of bots alone that play at once; the rest wait
MAX_BOT_TABLES_PER_TOURNAMENT = 20  # the same, in one tournament
UNREADABLE_RETRY_SECONDS = 30.0  # until a table or a tournament that could not be read is read again

MAX_BUCKETS = 50_000  # counters of rates in memory


@dataclass(frozen=True)
class Rate:
    """A token bucket: `burst` at once, then `per_second`."""

    burst: float
    per_second: float


COMMAND_RATE = Rate(40, 10)  # per socket; 25 slams in a second are no abuse
RATES = {
    "connect": Rate(300, 50),  # by address, like the next two; PROXY_FACTOR as much for a proxy on this machine
    "request": Rate(600, 150),  # of any kind; two hundred people who open the page at once are served in a minute
    "message": Rate(60, 200),  # on all sockets of an address; further ones are delayed, not refused
    "read": Rate(200, 50),
    "write": Rate(60, 10),
    "me": Rate(30, 1),
    "make": Rate(60, 1 / 30),  # a table every half minute, and an evening's worth at once
    "make_here": Rate(300, 0.1),  # by address: a club of two hundred has its tables
    "public": Rate(3, 1 / 300),  # by person, in the lobby
    "public_here": Rate(20, 1 / 60),
    "join": Rate(30, 0.5),
    "newcomers": Rate(30, 1 / 30),  # at one table, by address: enough for a club, too few for a crowd of invented guests
    "ticket": Rate(60, 5),
    "login": Rate(8, 0.1),
    "link": Rate(20, 0.2),
    "picture": Rate(20, 0.5),  # each takes a fifth of a second to draw
    "qr": Rate(40, 3),  # a hundredth of a second each, in a thread; a club of two hundred has its invitations in a minute
    "door": Rate(5, 0.1),
    "talk": Rate(5, 0.5),
    # at one table, for each person there
    "seat": Rate(8, 0.1),
    "rename": Rate(3, 0.02),
    "look": Rate(6, 0.1),
    "pause": Rate(6, 0.1),
    "ready": Rate(20, 1),
    "hosting": Rate(40, 2),
    "hint": Rate(10, 2),
    "tournament": Rate(60, 3),
    "bots": Rate(600, 150),  # their moves, at all tables of an address; further ones are delayed
}


@dataclass(frozen=True)
class Pace:
    """Time limits at a table, in milliseconds."""

    turn: int  # for a decision; 0 is unlimited
    bank: int  # spare time for a match
    gone: int  # that a person may be disconnected when it is their turn


PACES = {"relaxed": Pace(0, 0, 600_000), "normal": Pace(45_000, 120_000, 60_000), "quick": Pace(15_000, 30_000, 30_000)}


class Bucket:
    """A token bucket: tokens are added at a rate, each action takes one."""

    __slots__ = ("at", "rate", "tokens")

    def __init__(self, rate: Rate) -> None:
        self.rate, self.tokens, self.at = rate, rate.burst, time.monotonic()

    def take(self) -> float:
        """Take a token and return 0; if there is none, return the seconds until there is one."""
        wait = self.wait()
        if not wait:
            self.tokens -= 1
        return wait

    def wait(self) -> float:
        """Return the seconds until there is a token, 0 if there is one, without taking it."""
        now = time.monotonic()
        self.tokens = min(self.rate.burst, self.tokens + (now - self.at) * self.rate.per_second)
        self.at = now
        return 0.0 if self.tokens >= 1 else (1 - self.tokens) / self.rate.per_second

    def reserve(self) -> float:
        """Take the next token, even if it is not there yet; return the seconds until it is."""
        now = time.monotonic()
        self.tokens = min(self.rate.burst, self.tokens + (now - self.at) * self.rate.per_second) - 1
        self.at = now
        return max(0.0, -self.tokens / self.rate.per_second)


class Limits:
    """Token buckets by name of the rate and by subject (a person, an address); the least recently used are dropped."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale  # factor on all rates, for tests
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def take(self, name: str, subject: str) -> float:
        return self.bucket(name, subject).take()

    def refuse(self, subject: str, name: str) -> None:
        """Take a token; refuse with 429 if there is none."""
        self.refuse_any([(subject, name)])

    def refuse_any(self, counted: Sequence[tuple[str, str]]) -> None:
        """Take a token of each bucket, given as (subject, name); if one has none, refuse with 429 and take none.

        A client that waits for the time in the refusal succeeds, as far as others leave it tokens.
        """
        buckets = [self.bucket(name, subject) for subject, name in counted]
        wait = max(bucket.wait() for bucket in buckets)
        if wait:
            raise Refusal("too_often", 429, retry=int(wait * 1000) + 1000, seconds=int(wait) + 1)
        for bucket in buckets:
            bucket.tokens -= 1

    def bucket(self, name: str, subject: str, scale: float = 1.0) -> Bucket:
        """Return the bucket of a subject, made with `scale` times the rate if there is none yet."""
        key = name, subject
        bucket = self._buckets.get(key)
        if bucket is None:
            rate, scale = RATES[name], scale * self.scale
            bucket = self._buckets[key] = Bucket(Rate(rate.burst * scale, rate.per_second * scale))
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


def address_key(host: str) -> str:
    """Return the key under which limits count an address: for IPv6 its /64 network, since one household or machine has all
    of its addresses; for an IPv4-mapped address the IPv4 address."""
    return _network(host) if ":" in host else host


@lru_cache(4096)
def _network(host: str) -> str:
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address if address.is_loopback else IPv6Address(int(address) >> 64 << 64))


def many_behind(address: str) -> int:
    """Return the factor for limits by address: `PROXY_FACTOR` for a proxy on this machine, else 1."""
    return PROXY_FACTOR if address_key(address) in ("127.0.0.1", "::1", "testclient") else 1
