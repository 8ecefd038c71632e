"""The bots of a table with a clock: each has reflexes of its own, and the one whose plan is due first acts."""

from __future__ import annotations

import asyncio

from pioche.bots.common.reflexes import NOBODY
from pioche.bots.reflex_bot import Reflexes
from pioche.engine.table import Table
from pioche.house.seated_bots import roster
from pioche.house.seated_bots.bot_table import BotTable, SeatedTable
from pioche.house.seated_bots.handicap import Handicap


class ReflexPlanner:
    """Shows the bots everything that happens (T23), and wakes up when the first of their plans falls due."""

    def __init__(self, at: BotTable, seed: int) -> None:
        self.at = at
        self.seed = seed
        self._reflexes: Reflexes | None = None
        self._skills: list[float] = []
        self._handicap = Handicap()
        self._looked = 0  # lines of the record they have taken notice of
        self._handle: asyncio.TimerHandle | None = None
        self._late, self._not_before = False, 0.0  # the bots of this address have moved too often: one waits until then

    def rest(self) -> None:
        """Drop the wake-up: time stands."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def new_match(self) -> None:
        self.rest()
        self._reflexes = None
        self._handicap = Handicap()

    def get_ready(self, state: SeatedTable, now: int) -> None:
        """Wake up when the first plan falls due. `now`: in the time of the match."""
        table = state.table
        assert table is not None
        self.rest()
        if table.over or not any(chair.bot for chair in state.chairs):
            return
        reflexes = self._watch(state, table)
        due = reflexes.first()
        if due is not None:
            wait = max(due[0] - now, self.at.house.tempo)  # nobody acts in no time at all
            least = self._not_before - self.at.loop.time()
            self._handle = self.at.loop.call_later(max(wait / 1000, least), self.at.in_turn, self._act)

    def _watch(self, state: SeatedTable, table: Table) -> Reflexes:
        """Show the bots what has happened since the last time; one that sits down in mid-match sees the table as it is."""
        levels = [chair.bot for chair in state.chairs]
        skills = [roster.level(level).skill for level in levels]
        if state.settings.handicap:
            skills = self._handicap.eased(skills, levels, table)
        bots = sum(1 << seat for seat, level in enumerate(levels) if level)
        reflexes = self._reflexes
        if reflexes is None or reflexes.table is not table or skills != self._skills:
            reflexes = self._reflexes = Reflexes(table, skills, self.seed, [], self.at.house.tempo)
            self._skills, self._looked = skills, len(table.moves)
        if bots != reflexes.bots:
            reflexes.bots = bots
            reflexes.look()
        for line in table.moves[self._looked :]:
            by = line["seat"] if "do" in line and line["seat"] is not None else NOBODY
            reflexes.look(by, line["do"] if by != NOBODY else "")
        self._looked = len(table.moves)
        return reflexes

    def _act(self, state: SeatedTable) -> tuple[int, str] | None:
        """Return the move that is due, if it still is."""
        table, reflexes = state.table, self._reflexes
        if table is None or reflexes is None or reflexes.table is not table or state.phase != "playing":
            return None
        due = reflexes.first()
        if self._handle is None or due is None:
            return None
        self._handle = None
        self._late = not self._late and bool(wait := self.at.wait())
        if self._late:
            self._not_before = self.at.loop.time() + wait
            return None  # `get_ready` is next
        seat, word, still = reflexes.take(due[1])
        if still and state.chairs[seat].bot:
            return seat, word
        reflexes.look()
        return None
