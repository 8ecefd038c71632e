"""The bots of one table: each plans its move, and plans again when something in its view has changed."""

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

FIRST_MOVE_MS = 500  # at most, for the first move at a cold table


@dataclass(frozen=True)
class Plan:
    """A move a bot is about to make. A newer plan replaces an older one."""

    handle: asyncio.TimerHandle
    seen: object  # the part of the view it was planned on
    number: int


class BotPlanner:
    """Plans the moves of a table's bots. It returns them to the table, in its order."""

    def __init__(self, state: SeatedTable, at: BotTable) -> None:
        self.at = at
        self.rng = random.Random(secrets.randbits(64))  # their own dice, never the cards'
        self.seeds = [self.rng.getrandbits(32) for _ in state.chairs]
        self._minds: dict[int, Bot] = {}
        self._heard: dict[int, int] = {}  # seat -> happenings its bot has been told
        self._plans: dict[int, Plan] = {}
        self._number = 0
        self._opened = False  # has a bot been asked at this table?
        self.by_reflexes = by_reflexes(state.game)
        self.reflexes = ReflexPlanner(at, self.rng.getrandbits(31))

    def rest(self) -> None:
        """Drop all plans: time stands."""
        self.reflexes.rest()
        for plan in self._plans.values():
            plan.handle.cancel()
        self._plans = {}

    def new_match(self) -> None:
        self.rest()
        self.reflexes.new_match()
        self._minds, self._heard = {}, {}

    def get_ready(self, state: SeatedTable, now: int) -> None:
        """Plan a move for every bot that may act. `now`: in the time of the match."""
        table, chairs = state.table, state.chairs
        assert table is not None
        if self.by_reflexes:
            self.reflexes.get_ready(state, now)
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
                self._plan(state, seat, view, seen)

    def _plan(self, state: SeatedTable, seat: int, view: dict[str, Any], seen: object) -> None:
        table = state.table
        assert table is not None
        level = roster.level(state.chairs[seat].bot)
        heavy = level.heavy and self._opened
        word = "" if heavy else self._choose(state, seat, view)
        wait: float = roster.thinking_time(level.skill, view, word, table.rules, self.rng)
        if not self._opened:
            self._opened, wait = True, min(wait, FIRST_MOVE_MS)
            if level.heavy:
                self.at.house.preload_game(state.game.id)
        self._number += 1
        wait *= self.at.house.tempo / 1000
        if heavy:  # it thinks at once: the pause people expect is part of that
            handle = self.at.loop.call_later(0, self.at.in_turn, self._search, seat, self._number, wait)
        else:
            handle = self.at.loop.call_later(wait, self.at.in_turn, self._act, seat, self._number, word)
        self._plans[seat] = Plan(handle, seen, self._number)

    def _choose(self, state: SeatedTable, seat: int, view: dict[str, Any]) -> str:
        """Return the move a bot chooses; any legal one if it fails."""
        legal: list[str] = view["legal"]
        try:
            word = self._mind(state, seat).choose(view, legal, *self._memory(state, seat))
        except Exception:
            log.exception("a bot failed", extra={"table": state.code})
            word = ""
        return word if word in legal else self.rng.choice(legal)

    def _mind(self, state: SeatedTable, seat: int) -> Bot:
        """Return the bot that answers at once; for a searching one the expert, while its process starts."""
        if seat not in self._minds:
            level = roster.level(state.chairs[seat].bot)
            level = roster.level("expert") if level.heavy else level
            self._minds[seat] = level.make(state.game, self.seeds[seat])
        return self._minds[seat]

    def _memory(self, state: SeatedTable, seat: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Return the events since the bot was last asked, and what its seat would remember."""
        table = state.table
        assert table is not None
        events = table.events(seat, self._heard.get(seat, 0))
        self._heard[seat] = self._heard.get(seat, 0) + len(events)
        return events, table.memory(seat)

    def _stands(self, state: SeatedTable, seat: int, number: int) -> bool:
        """Return whether a plan is still the newest, and its seat to move; drop it if not."""
        table, plan = state.table, self._plans.get(seat)
        if plan is None or plan.number != number or table is None:
            return False
        if state.phase == "playing" and state.chairs[seat].bot and seat in table.actors:
            return True
        del self._plans[seat]
        return False

    def _search(self, state: SeatedTable, seat: int, number: int, least: float) -> None:
        """Ask a bot that searches, in a process of its own: no table waits for it. `least`: seconds until it moves."""
        table, game = state.table, state.game
        if table is None or not self._stands(state, seat, number):
            return
        view, level = table.view(seat), state.chairs[seat].bot
        question = level, game.id, dict(game.options), self.seeds[seat], view, view["legal"], *self._memory(state, seat)
        whose, code = state.responsible or state.code, state.code

        async def search() -> None:
            began = self.at.loop.time()
            try:
                word = await self.at.house.ask_bot_process(whose, *question)
            except TooLate:  # its process is stuck or has too much to do: the expert plays on
                word = ""
            except Exception:
                log.exception("a bot failed", extra={"table": code})
                word = ""
            await asyncio.sleep(max(0.0, began + least - self.at.loop.time()))
            self.at.in_turn(self._act, seat, number, word)

        self.at.house.spawn(search())

    def _act(self, state: SeatedTable, seat: int, number: int, word: str, late: bool = False) -> tuple[int, str] | None:
        """Return the planned move if it is still due. `late`: it has waited for its turn among the bots of its address."""
        table = state.table
        if table is None or not self._stands(state, seat, number):
            return None
        if not late and (wait := self.at.wait()):
            handle = self.at.loop.call_later(wait, self.at.in_turn, self._act, seat, number, word, True)
            self._plans[seat] = replace(self._plans[seat], handle=handle)
            return None
        del self._plans[seat]
        if word not in table.legal(seat):
            if table.rules.timed:
                return None  # the moment has passed; it is asked again
            word = self._choose(state, seat, table.view(seat))
        return seat, word
