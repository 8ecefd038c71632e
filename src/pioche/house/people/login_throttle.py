"""Waiting times for wrong passwords. Attackers at other addresses cannot lock the owner out of an account.

Wrong passwords are counted by account and address together. Each address has a few free tries, then each try doubles the
wait. While an account is attacked from many addresses, a new address has one free try; an address from which the right
password has come before keeps all of its own. Passkeys, private links and open sessions are not throttled.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from pioche.house.protocol.sentences import Refusal

FREE_TRIES = 5  # wrong passwords from one address before the first wait
MAX_WAIT_SECONDS = 900.0
FORGET_SECONDS = 86_400.0  # after which the wrong passwords of an address are forgotten
ATTACK_TRIES = 30  # wrong passwords from all addresses, from which on a new address has one free try
ATTACK_DECAY_SECONDS = 120.0  # in which one of those is forgotten
MAX_COUNTERS = 50_000


@dataclass(slots=True)
class Tries:
    """Wrong passwords from one address for one account."""

    wrong: int = 0
    last: float = 0.0
    known: bool = False  # the right password has come from this address


class LoginThrottle:
    """Counters of wrong passwords, in memory only: no address is stored."""

    def __init__(self, scale: float = 1.0) -> None:
        self.free = int(FREE_TRIES * scale)
        self.attacked = ATTACK_TRIES * scale
        self._tries: OrderedDict[tuple[str, str], Tries] = OrderedDict()
        self._everywhere: OrderedDict[str, tuple[float, float]] = OrderedDict()  # account -> wrong ones, and when

    def admit(self, login: str, address: str) -> None:
        """Refuse with 429 if a password may not be tried now, else count it as wrong until `record` knows better.

        Counting before the check bounds the tries that run at the same time.
        """
        now = time.monotonic()
        tries = self._of(login, address, now)
        wait = self._wait(login, tries, now)
        if wait > 0:
            raise Refusal("too_often", 429, retry=int(wait * 1000) + 1000, seconds=int(wait) + 1)
        tries.wrong, tries.last = tries.wrong + 1, now
        self._everywhere[login] = self._pressure(login, now) + 1, now
        self._everywhere.move_to_end(login)
        if len(self._everywhere) > MAX_COUNTERS:
            self._everywhere.popitem(last=False)

    def record(self, login: str, address: str, right: bool) -> None:
        """Take back the count of `admit` and all earlier ones of this address if the password was right."""
        if right:
            tries = self._of(login, address, time.monotonic())
            tries.wrong, tries.known = 0, True

    def _of(self, login: str, address: str, now: float) -> Tries:
        key = login, address
        tries = self._tries.setdefault(key, Tries())
        self._tries.move_to_end(key)
        if len(self._tries) > MAX_COUNTERS:
            self._tries.popitem(last=False)
        if now - tries.last > FORGET_SECONDS:
            tries.wrong = 0
        return tries

    def _pressure(self, login: str, now: float) -> float:
        """Return the wrong passwords for an account from all addresses that are not forgotten yet."""
        wrong, last = self._everywhere.get(login, (0.0, now))
        return max(0.0, wrong - (now - last) / ATTACK_DECAY_SECONDS)

    def _wait(self, login: str, tries: Tries, now: float) -> float:
        """Return the seconds until the next try; 0 or less if it may be made now."""
        stranger = not tries.known and self._pressure(login, now) >= self.attacked
        free, first = (1, 30.0) if stranger else (self.free, 1.0)
        if tries.wrong < free:
            return 0.0
        return tries.last + min(MAX_WAIT_SECONDS, first * 2.0 ** min(20, tries.wrong - free)) - now
