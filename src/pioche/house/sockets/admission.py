"""How many connections there may be, and how many that have not said who they are."""

from __future__ import annotations

from collections import Counter

from pioche.house.operations import limits
from pioche.house.operations.metrics import counts


class Admission:
    """Counts sockets by address and those that have not yet shown a ticket."""

    def __init__(self) -> None:
        self.sockets = 0
        self.waiting = 0
        self.by_address: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        full = self.sockets >= limits.SOCKETS or self.waiting >= limits.WAITING
        if full or self.by_address[address] >= limits.SOCKETS_PER_ADDRESS * (100 if _this_machine(address) else 1):
            return False
        self.sockets += 1
        self.waiting += 1
        self.by_address[address] += 1
        counts.sockets.set(self.sockets)
        return True

    def known(self, address: str) -> None:
        """The first message has been dealt with, whatever it was."""
        self.waiting -= 1

    def left(self, address: str) -> None:
        self.sockets -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]
        counts.sockets.set(self.sockets)


def _this_machine(address: str) -> bool:
    """This machine itself: a proxy in front, or tests."""
    return address.startswith("127.") or address in ("::1", "testclient")
