"""The bots of one table: each gets ready in its own time, and thinks again when something catches its eye."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from dataclasses import dataclass, replace
from typing import Any

from pioche.bots import Bot
from pioche.bots.reflex_bot import by_reflexes
from pioche.house.seated_bots import roster
from pioche.house.seated_bots.bot_processes import TooLate
from pioche.house.seated_bots.bot_table import BotTable, SeatedTable
from pioche.house.seated_bots.reflex_planner import ReflexPlanner

log = logging.getLogger("pioche.house")

FIRST = 500  # milliseconds: the first move at a cold table comes soon, however long its bot would like to think


@dataclass(frozen=True)
class Plan:
    """What a bot is about to do. A newer plan makes an older one worthless."""

    handle: asyncio.TimerHandle
    seen: object  # what it had before its eyes
    number: int


class BotPlanner:
    """Plans the moves of a table's bots; they are made in the table's order like everybody's."""

    def __init__(self, at: BotTable) -> None:
        self.at = at
        self.rng = random.Random(secrets.randbits(64))  # their own dice, never the cards'
        self.seeds = [self.rng.getrandbits(32) for _ in at.state.chairs]
        self._minds: dict[int, Bot] = {}
        self._heard: dict[int, int] = {}  # seat -> happenings its bot has been told
        self._plans: dict[int, Plan] = {}
        self._number = 0
        self._opened = False  # has a bot been asked at this table?
        self.by_reflexes = by_reflexes(at.state.game)
        self.reflexes = ReflexPlanner(at, self.rng.getrandbits(31))

    def rest(self) -> None:
        """Time stands: nobody gets ready."""
        self.reflexes.rest()
        for plan in self._plans.values():
            plan.handle.cancel()
        self._plans = {}

    def close(self) -> None:
        """The table is closed."""
        self.rest()
        self.at.leave()

    def folded(self, state: SeatedTable) -> None:
        """The table has been folded again."""
        self.at.state = state
        self.new_match()

    def new_match(self) -> None:
        self.rest()
        self.reflexes.new_match()
        self._minds, self._heard = {}, {}

    def get_ready(self) -> None:
        """Every bot that may act plans to."""
        table, chairs = self.at.state.table, self.at.state.chairs
        assert table is not None
        if self.by_reflexes:
            self.reflexes.get_ready()
            return
        for seat in table.actors:
            if not chairs[seat].bot or (seat in self._plans and not table.rules.timed):
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
        table = self.at.state.table
        assert table is not None
        level = roster.level(self.at.state.chairs[seat].bot)
        heavy = level.heavy and self._opened
        word = "" if heavy else self._choose(seat, view)
        wait: float = roster.thinking_time(level.skill, view, word, table.rules, self.rng)
        if not self._opened:
            self._opened, wait = True, min(wait, FIRST)
            if level.heavy:
                self.at.house.preload_game(self.at.state.game.id)
        self._number += 1
        wait *= self.at.house.tempo / 1000
        if heavy:  # it thinks at once: the pause people expect is part of that
            handle = self.at.loop.call_later(0, self.at.put, self._ponder, seat, self._number, wait)
        else:
            handle = self.at.loop.call_later(wait, self.at.put, self._act, seat, self._number, word)
        self._plans[seat] = Plan(handle, seen, self._number)

    def _choose(self, seat: int, view: dict[str, Any]) -> str:
        """A bot that fails plays any move: nobody at the table is to suffer for it."""
        legal: list[str] = view["legal"]
        try:
            word = self._mind(seat).choose(view, legal, *self._memory(seat))
        except Exception:
            log.exception("a bot failed", extra={"table": self.at.state.code})
            word = ""
        return word if word in legal else self.rng.choice(legal)

    def _mind(self, seat: int) -> Bot:
        """Who answers at once; for a heavy bot that is the expert, while its own process wakes up or starts again."""
        if seat not in self._minds:
            level = roster.level(self.at.state.chairs[seat].bot)
            level = roster.level("expert") if level.heavy else level
            self._minds[seat] = level.make(self.at.state.game, self.seeds[seat])
        return self._minds[seat]

    def _memory(self, seat: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """The events since it was last asked, and what its seat would remember."""
        table = self.at.state.table
        assert table is not None
        events = table.events(seat, self._heard.get(seat, 0))
        self._heard[seat] = self._heard.get(seat, 0) + len(events)
        return events, table.memory(seat)

    def _stands(self, seat: int, number: int) -> bool:
        """Is this still what the bot wants, and its turn?"""
        table, plan = self.at.state.table, self._plans.get(seat)
        if plan is None or plan.number != number or table is None:
            return False
        if self.at.state.phase == "playing" and self.at.state.chairs[seat].bot and seat in table.actors:
            return True
        del self._plans[seat]
        return False

    async def _ponder(self, seat: int, number: int, least: float) -> None:
        """In a process of its own: no table must wait for a bot that thinks long."""
        table, game = self.at.state.table, self.at.state.game
        if table is None or not self._stands(seat, number):
            return
        view, level = table.view(seat), self.at.state.chairs[seat].bot
        question = level, game.id, dict(game.options), self.seeds[seat], view, view["legal"], *self._memory(seat)

        async def ponder() -> None:
            began = self.at.loop.time()
            try:
                word = await self.at.house.ask_bot_process(self.at.state.responsible or self.at.state.code, *question)
            except TooLate:  # its process is stuck or has too much to do: the expert plays on
                word = ""
            except Exception:
                log.exception("a bot failed", extra={"table": self.at.state.code})
                word = ""
            await asyncio.sleep(max(0.0, began + least - self.at.loop.time()))
            self.at.put(self._act, seat, number, word)

        self.at.house.spawn(ponder())

    async def _act(self, seat: int, number: int, word: str, late: bool = False) -> None:
        """`late`: it has waited for its turn among the bots of its address."""
        table = self.at.state.table
        if table is None or not self._stands(seat, number):
            return
        if not late and (wait := self.at.wait()):
            handle = self.at.loop.call_later(wait, self.at.put, self._act, seat, number, word, True)
            self._plans[seat] = replace(self._plans[seat], handle=handle)
            return
        del self._plans[seat]
        if word not in table.legal(seat):
            if table.rules.timed:
                return  # the moment has passed; it is asked again
            word = self._choose(seat, table.view(seat))
        await self.at.move(seat, word)
