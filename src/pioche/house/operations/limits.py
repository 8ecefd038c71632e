"""How much of what: sizes, rates, crowds. Every limit of the house stands here."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

MESSAGE = 4096  # bytes of a socket message
BODY = 65_536  # bytes of an HTTP body
OUTBOX = 256  # answers waiting for one slow reader
SOCKETS_PER_PERSON = 4  # at one table; the oldest goes
SOCKETS_PER_ADDRESS, SOCKETS = 300, 20_000
WAITING = 1_000  # sockets that have not said hello
HELLO = 5.0  # seconds to say it
ROOMS = 20_000
KEYS = 50_000  # buckets kept


@dataclass(frozen=True)
class Rate:
    """`burst` at once, then `per_second`."""

    burst: float
    per_second: float


WISHES = Rate(40, 10)  # per socket; 25 slams in a second are no abuse
RATES = {
    "read": Rate(200, 50),
    "write": Rate(60, 10),
    "me": Rate(30, 1),
    "make": Rate(60, 1),
    "join": Rate(30, 0.5),
    "ticket": Rate(60, 5),
    "login": Rate(8, 0.1),
    "talk": Rate(5, 0.5),
    "hint": Rate(10, 2),
}


@dataclass(frozen=True)
class Pace:
    """How much time a table gives."""

    turn: int  # milliseconds for a decision; 0 is unlimited
    bank: int  # spare time for a match
    gone: int  # how long a person may be without a line when it is their turn


PACES = {
    "relaxed": Pace(0, 0, 600_000),
    "normal": Pace(45_000, 120_000, 60_000),
    "quick": Pace(15_000, 30_000, 30_000),
}


class Bucket:
    """Tokens that drip in; each wish takes one."""

    __slots__ = ("at", "rate", "tokens")

    def __init__(self, rate: Rate) -> None:
        self.rate, self.tokens, self.at = rate, rate.burst, time.monotonic()

    def take(self) -> float:
        """0 when there was a token, else the seconds until there is one."""
        now = time.monotonic()
        self.tokens = min(self.rate.burst, self.tokens + (now - self.at) * self.rate.per_second)
        self.at = now
        if self.tokens >= 1:
            self.tokens -= 1
            return 0.0
        return (1 - self.tokens) / self.rate.per_second


class Limits:
    """Buckets by name and by whom; those least used are forgotten."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale  # tests of other things may loosen everything
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def take(self, name: str, whom: str) -> float:
        key = name, whom
        bucket = self._buckets.get(key)
        if bucket is None:
            rate = RATES[name]
            bucket = self._buckets[key] = Bucket(Rate(rate.burst * self.scale, rate.per_second * self.scale))
            if len(self._buckets) > KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take()


def address_key(host: str) -> str:
    """An address as limits count it: IPv6 by its network."""
    return ":".join(host.split(":")[:4]) if ":" in host else host
