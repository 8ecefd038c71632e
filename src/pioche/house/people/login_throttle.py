"""How long whoever tries passwords must wait: longer and longer, and no stranger elsewhere locks anybody out of an account.

Wrong passwords are counted for an account and an address together. From one address a few are free, then each costs
twice the wait of the one before. When an account is tried from everywhere, a new address has one try before it waits;
an address from which its password has come before keeps its few. Passkeys, private links and open sessions never ask.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

from pioche.house.protocol.sentences import Refusal

FREE = 5  # wrong passwords from one address before the first wait
LONGEST = 900.0  # seconds
FORGET = 86_400.0  # seconds after which a wrong password is forgotten
ATTACKED = 30  # wrong passwords from everywhere: then a stranger has one try
CALMS = 120.0  # seconds in which one of those is forgotten
KEPT = 50_000


@dataclass(slots=True)
class Tries:
    """Of one address at one account."""

    wrong: int = 0
    last: float = 0.0
    known: bool = False  # the password has come from here


class LoginThrottle:
    """Kept in memory only: no address is ever stored."""

    def __init__(self, scale: float = 1.0) -> None:
        self.free = int(FREE * scale)
        self.attacked = ATTACKED * scale
        self._tries: OrderedDict[tuple[str, str], Tries] = OrderedDict()
        self._everywhere: OrderedDict[str, tuple[float, float]] = OrderedDict()  # account -> wrong ones, and when

    def ask(self, login: str, address: str) -> None:
        """May a password be tried? It counts as wrong until it is known to be right: many at once are many tries."""
        now = time.monotonic()
        tries = self._of(login, address, now)
        wait = self._wait(login, tries, now)
        if wait > 0:
            raise Refusal("too_often", 429, retry=int(wait * 1000) + 1000, seconds=int(wait) + 1)
        tries.wrong, tries.last = tries.wrong + 1, now
        self._everywhere[login] = self._pressure(login, now) + 1, now
        self._everywhere.move_to_end(login)
        if len(self._everywhere) > KEPT:
            self._everywhere.popitem(last=False)

    def tried(self, login: str, address: str, right: bool) -> None:
        if right:
            tries = self._of(login, address, time.monotonic())
            tries.wrong, tries.known = 0, True

    def _of(self, login: str, address: str, now: float) -> Tries:
        key = login, address
        tries = self._tries.setdefault(key, Tries())
        self._tries.move_to_end(key)
        if len(self._tries) > KEPT:
            self._tries.popitem(last=False)
        if now - tries.last > FORGET:
            tries.wrong = 0
        return tries

    def _pressure(self, login: str, now: float) -> float:
        wrong, last = self._everywhere.get(login, (0.0, now))
        return max(0.0, wrong - (now - last) / CALMS)

    def _wait(self, login: str, tries: Tries, now: float) -> float:
        """Seconds until the next try."""
        stranger = not tries.known and self._pressure(login, now) >= self.attacked
        free, first = (1, 30.0) if stranger else (self.free, 1.0)
        if tries.wrong < free:
            return 0.0
        return tries.last + min(LONGEST, first * 2.0 ** min(20, tries.wrong - free)) - now
