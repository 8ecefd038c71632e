"""People for tests: they play any legal move, lose their line now and then, and remember what they were told."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass
from typing import Any

import pytest

import pioche
from pioche.client import LOST, Client, Refused, Sitting
from pioche.house.seated_bots.roster import AnyMove
from tests.house.running import Running, many

# Options that make a match short, so that every game can be played to its end in a second or two.
SHORT: dict[str, dict[str, Any]] = {
    "hawthorn": {"deals": 3},
    "port": {"deals": 4},
    "starboard": {"deals": 4},
    "rocket": {"rounds": 4},
    "blackstone": {"deals": 4},
    "goblin_poker": {"deals": 3},
    "five_cards": {"target_score": 30},
    "pig": {"lives": "immediate", "look_ms": 30, "pause_ms": 30, "straggler_ms": 3000},
    "spoons": {"lives": "immediate", "look_ms": 30, "pause_ms": 30, "straggler_ms": 3000},
    "vatra": {"lives": "immediate", "look_ms": 30, "pause_ms": 30, "straggler_ms": 3000},
    "agnes": {"rounds": 1, "lap_limit": 5, "slam_window": 1000},
}


@contextlib.asynccontextmanager
async def people(house: Running, *names: str) -> Any:
    """Clients with these names."""
    async with many(*(Client(house.address, name) for name in names)) as found:
        yield found


async def refused(work: Any) -> str:
    """Return why a request is refused, with a sentence in both languages."""
    with pytest.raises(Refused) as no:
        await work
    assert no.value.said["en"]
    assert no.value.said["fr"]
    return no.value.reason


async def heard(sitting: Sitting, kind: str) -> dict[str, Any]:
    """Wait for an event of a kind; return the latest."""
    await sitting.until(lambda: any(event["kind"] == kind for event in sitting.events), 10)
    return next(event for event in reversed(sitting.events) if event["kind"] == kind)


def short(game: str) -> dict[str, Any]:
    """Those of the options that the game has, with as many seats as people and bots want."""
    known = {option.id for option in pioche.load(game).all_options}
    low, high = pioche.load(game).seat_range
    return {"seats": min(max(4, low), high), **{k: v for k, v in SHORT.get(game, {}).items() if k in known}}


@dataclass(frozen=True)
class Acked:
    """A move the house said it will never forget."""

    id: str
    word: str
    n: int
    late: bool
    when: float


class Player:
    """Plays until the match is over, whatever happens to the line."""

    def __init__(self, sitting: Sitting, dice: random.Random, cuts: float = 0.0) -> None:
        self.at, self.dice, self.cuts = sitting, dice, cuts
        self.acks: list[Acked] = []
        self.refused: list[str] = []
        self.times_cut = 0
        self._seed = dice.getrandbits(32)
        self._mind: AnyMove | None = None

    @property
    def over(self) -> bool:
        return bool(self.at.table) and self.at.table["phase"] == "over"

    async def play(self, until: Any = None) -> None:
        """Move whenever it is possible; lose the line and come back, now as the same page, now as a fresh one."""
        at = self.at
        while not (until() if until else self.over):
            try:
                if at.socket is None:
                    await at.connect()
                if self.dice.random() < self.cuts:
                    await self._lose_the_line()
                elif self._may_move():
                    await self._move()
                else:
                    async with asyncio.timeout(20):
                        await at.hear()
            except LOST:
                at.cut()
                await asyncio.sleep(0.05)

    def _may_move(self) -> bool:
        return bool(self.at.menu) and self.at.table.get("phase") == "playing"

    async def _lose_the_line(self) -> None:
        self.times_cut += 1
        self.at.cut()
        if self.dice.random() < 0.3:
            await asyncio.sleep(self.dice.random() * 0.05)

    async def _move(self) -> None:
        at = self.at
        assert at.menu is not None
        assert at.view is not None
        words = [choice["do"] for choice in at.menu]
        self._mind = self._mind or AnyMove(pioche.load(at.table["game"]), self._seed)
        word = self._mind.choose(at.view, words, [], {})
        id = f"{self.dice.getrandbits(64):016x}"
        try:
            ack = await at.move(word, id, seen=at.n, deal=at.view["deal"])
        except Refused as no:
            self.refused.append(no.reason)
            at.menu = None if no.reason == "not_your_turn" else at.menu
        else:
            self.acks.append(Acked(id, word, ack["n"], ack.get("late", False), time.monotonic()))


async def table_for(
    host: Client, guests: list[Client], game: str, settings: dict[str, Any] | None = None, **options: Any
) -> Any:
    """A table at which the host sits first and the guests beside them."""
    made = await host.make(game, settings, **{**short(game), **options})
    for guest in guests:
        await guest.join(made["code"], made["secret"])
        await guest.sit(made["code"])
    return made
