"""The door to the network. A house that was opened for this machine only can let the phones of the family in when somebody
at the machine asks for it. Never where a proxy or a service stands before it: there the operator decides.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pioche.house.people.origins import name_in
from pioche.house.protocol.sentences import Refusal

LOCAL = ("127.0.0.1", "::1", "localhost")


class LanAccess:
    """`address`: for other devices, while it is open. `opener` opens it and says that address; nobody may without one."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.opener: Callable[[], Awaitable[str]] | None = None

    def may_open(self, comes: tuple[str, str]) -> bool:
        """`comes`: the machine a request comes from, and the name it calls the house by."""
        client, host = comes
        return not self.address and self.opener is not None and client in LOCAL and name_in(host) in LOCAL

    async def open(self, comes: tuple[str, str]) -> str:
        """Open access once; return the address, also to a second request."""
        client, host = comes
        if client not in LOCAL or name_in(host) not in LOCAL or (self.opener is None and not self.address):
            raise Refusal("not_at_the_door", 403)
        if not self.address:
            assert self.opener is not None
            self.address = await self.opener()
        return self.address
