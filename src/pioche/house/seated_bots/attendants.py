"""The bots of one table: each gets ready in its own time, and thinks again when something catches its eye."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pioche.bots import Bot
from pioche.bots.reflex_bot import by_reflexes
from pioche.house.seated_bots import roster
from pioche.house.seated_bots.racers import Racers
from pioche.house.tables import moves

if TYPE_CHECKING:
    from pioche.house.tables.room import Room

log = logging.getLogger("pioche.house")

FIRST = 500  # milliseconds: the first move at a cold table comes soon, however long its bot would like to think


@dataclass(frozen=True)
class Plan:
    """What a bot is about to do. A newer plan makes an older one worthless."""

    handle: asyncio.TimerHandle
    seen: object  # what it had before its eyes
    number: int


class Attendants:
    """Plans the moves of a room's bots; they are made in the room's order like everybody's."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.rng = random.Random(secrets.randbits(64))  # their own dice, never the cards'
        self.seeds = [self.rng.getrandbits(32) for _ in room.story.chairs]
        self._minds: dict[int, Bot] = {}
        self._heard: dict[int, int] = {}  # seat -> happenings its bot has been told
        self._plans: dict[int, Plan] = {}
        self._number = 0
        self._opened = False  # has a bot been asked at this table?
        self.racers = Racers(room, self.rng.getrandbits(31))

    def rest(self) -> None:
        """Time stands: nobody gets ready."""
        self.racers.rest()
        for plan in self._plans.values():
            plan.handle.cancel()
        self._plans = {}

    def new_match(self) -> None:
        self.rest()
        self.racers.new_match()
        self._minds, self._heard = {}, {}

    def get_ready(self) -> None:
        """Every bot that may act plans to."""
        story, table = self.room.story, self.room.story.table
        assert table is not None
        if by_reflexes(story.game):
            self.racers.get_ready()
            return
        for seat in table.actors:
            if not story.chairs[seat].bot or (seat in self._plans and not table.rules.timed):
                continue
            view = table.view(seat)
            seen = roster.attention(view)
            if seat in self._plans:
                if self._plans[seat].seen == seen:
                    continue
                self._plans.pop(seat).handle.cancel()
            if view["legal"]:
                self._plan(seat, view, seen)

    def _plan(self, seat: int, view: dict[str, Any], seen: object) -> None:
        table = self.room.story.table
        assert table is not None
        level = roster.level(self.room.story.chairs[seat].bot)
        heavy = level.heavy and self._opened
        word = "" if heavy else self._choose(seat, view)
        wait = roster.thinking_time(level.skill, view, word, table.rules, self.rng)
        if not self._opened:
            self._opened, wait = True, min(wait, FIRST)
            if level.heavy:
                self.room.house.wake(self.room.story.game.id)
        self._number += 1
        job = self._ponder if heavy else self._act
        handle = self.room.loop.call_later(
            wait * self.room.house.config.tempo / 1000, self.room.put, job, seat, self._number, word
        )
        self._plans[seat] = Plan(handle, seen, self._number)

    def _choose(self, seat: int, view: dict[str, Any]) -> str:
        """A bot that fails plays any move: nobody at the table is to suffer for it."""
        legal: list[str] = view["legal"]
        try:
            word = self._mind(seat).choose(view, legal, *self._memory(seat))
        except Exception:
            log.exception("a bot failed", extra={"table": self.room.code})
            word = ""
        return word if word in legal else self.rng.choice(legal)

    def _mind(self, seat: int) -> Bot:
        """Who answers at once; for a heavy bot that is the expert, while its own process wakes up or starts again."""
        if seat not in self._minds:
            level = roster.level(self.room.story.chairs[seat].bot)
            level = roster.level("expert") if level.heavy else level
            self._minds[seat] = level.make(self.room.story.game, self.seeds[seat])
        return self._minds[seat]

    def _memory(self, seat: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """The events since it was last asked, and what its seat would remember."""
        table = self.room.story.table
        assert table is not None
        events = table.events(seat, self._heard.get(seat, 0))
        self._heard[seat] = self._heard.get(seat, 0) + len(events)
        return events, table.memory(seat)

    def _stands(self, seat: int, number: int) -> bool:
        """Is this still what the bot wants, and its turn?"""
        story, table = self.room.story, self.room.story.table
        plan = self._plans.get(seat)
        if plan is None or plan.number != number or table is None:
            return False
        if story.phase == "playing" and story.chairs[seat].bot and seat in table.actors:
            return True
        del self._plans[seat]
        return False

    async def _ponder(self, seat: int, number: int, _: str) -> None:
        """In a process of its own: no table must wait for a bot that thinks long."""
        story, table = self.room.story, self.room.story.table
        if table is None or not self._stands(seat, number):
            return
        view = table.view(seat)
        level, game = story.chairs[seat].bot, story.game
        question = (
            level,
            game.id,
            dict(game.options),
            self.seeds[seat],
            view,
            view["legal"],
            *self._memory(seat),
        )

        async def ponder() -> None:
            try:
                word = await self.room.house.ponder(*question)
            except Exception:  # its process has died: somebody must play on
                log.exception("a bot failed", extra={"table": self.room.code})
                word = ""
            self.room.put(self._act, seat, number, word)

        self.room.house.spawn(ponder())

    async def _act(self, seat: int, number: int, word: str) -> None:
        table = self.room.story.table
        if table is None or not self._stands(seat, number):
            return
        del self._plans[seat]
        if word not in table.legal(seat):
            if table.rules.timed:
                return  # the moment has passed; it is asked again
            word = self._choose(seat, table.view(seat))
        meta: dict[str, int | None] = {}
        if table.rules.timed:
            meta = {"at": moves.match_time(self.room, self.room.loop.time()), "rtt": 0}
        await moves.act(self.room, seat, word, "bot", meta)
