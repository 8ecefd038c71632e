"""One open socket. News wait for nobody: a slow reader gets them put together, a dead one is cut and may resume."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from pioche.house import limits
from pioche.house.protocol.messages import SLOW, Bye, Telling, encode
from pioche.house.protocol.sentences import said
from pioche.house.tables.streams import Watcher

if TYPE_CHECKING:
    from pioche.house.sockets.websocket_guard import GuardedProtocol
    from pioche.house.tables.room import Room

BLOCKED = 15.0  # seconds a reader may take no byte
AT_ONCE = 8  # messages handed to the line in one piece


class Caller:
    """Whoever is at the other end hears the table as it is now, and every numbered event in between."""

    def __init__(self, room: Room, who: int, session: str, protocol: GuardedProtocol) -> None:
        self.room, self.who, self.session, self.protocol = room, who, session, protocol
        self.watcher: Watcher = None
        self.stream = ""  # its full name, as last told
        self.n = 0  # the last number sent
        self.skipped = 0  # events a fresh page did not ask for
        self.greet = True  # a welcome is due
        self.news = True  # so is a look at the table
        self.info = b""  # the table as last told
        self.info_of = b""  # what that was made of
        self.shown = b""  # view and menu as last told
        self.outbox: deque[bytes] = deque()  # answers
        self.closed: tuple[int, str] | None = None
        self.blocked: float | None = None  # since when a byte waits to be taken
        self._ended = asyncio.Event()  # the good bye is written
        protocol.relieved = self.ring

    @property
    def rtt(self) -> int:
        return self.protocol.pulse.rtt

    def answer(self, answer: Telling) -> None:
        """What goes out with the next ring; the news that are due then go first."""
        self.outbox.append(encode(answer))
        if len(self.outbox) > limits.OUTBOX:
            self.outbox.clear()
            self.hang_up(SLOW, "slow", 0)

    def tell(self, answer: Telling) -> None:
        self.answer(answer)
        self.ring()

    def hang_up(self, code: int, reason: str, retry: int | None = None) -> None:
        """Say why, then close."""
        if self.closed is None:
            sentence = said("bye", reason)
            self.outbox.append(encode(Bye(reason, sentence.en, sentence.fr, retry)))
            self.closed = code, reason
            self.ring()

    def ring(self) -> None:
        """Something may be due: write it, as long as the line takes it. Otherwise the line rings when it does again."""
        protocol = self.protocol
        frames: list[bytes] = []
        while protocol.takes_more:
            data = self._next()
            if data is None:
                if frames:
                    protocol.say(frames)
                self.blocked = None
                if self.closed is not None:
                    self._ended.set()
                return
            frames.append(data)
            if len(frames) == AT_ONCE:
                protocol.say(frames)
                frames = []
        if self.blocked is None:
            self.blocked = asyncio.get_running_loop().time()

    async def end(self, send: Any) -> None:
        """Close the socket once the good bye is on its way."""
        await self._ended.wait()
        assert self.closed is not None
        await send({"type": "websocket.close", "code": self.closed[0], "reason": self.closed[1]})

    def _next(self) -> bytes | None:
        if self.closed is None and (data := self.room.due(self)) is not None:
            return data
        return self.outbox.popleft() if self.outbox else None
