"""Matches between bots with reflexes, many at a time: the scheduler of `reflex.py`, compiled.

Match k is played from seed + k in any process, and every match is the one `play` puts on a real table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pioche.bots.common.reflexes import MIND, PLANS
from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.reflex_bot import LEVELS, Skill, delay_tables, levels_for, odds_tables, play, simulated, skill_of
from pioche.engine.game import TALLYING, Engine, Game
from pioche.engine.table import MENU_SIZE
from pioche.engine.verbs import TALLY
from pioche.errors import BadOption
from pioche.lab.simulate import Progress, Result, simulate

__all__ = ["LEVELS", "REFERENCE", "ReflexBatch", "play", "simulate_reflex"]

REFERENCE = "reference"  # T25 at the average level


class ReflexBatch:
    """The tables of one worker. After `play`, `lengths[k]`, `times[k]`, `deals[k]`, `scores[k][seat]` and
    `standings[k][seat]` describe match k, `trace` the first one: rows of time, seat, action. In an engine that tallies
    there is also `tallies[k]`."""

    def __init__(
        self, game: Game, level: Skill | Sequence[Skill] = "average", engine: Engine = TALLYING, room: int = 0
    ) -> None:
        self.game = simulated(game)
        self.plain = not engine.compiled
        self.engine = judgement_engine(self.game, engine)
        if not hasattr(self.engine, "reflex_matches"):
            raise BadOption(
                f"{game.title('en')} is not a game of reflexes.", f"{game.title('fr')} n’est pas un jeu de réflexes."
            )
        skills = [skill_of(one) for one in levels_for(game, level)]
        known = sorted(set(skills))
        self.levels = [known.index(skill) for skill in skills]
        self.delays, self.odds = self._table(delay_tables(known)), self._table(odds_tables(known))
        self.kinds = TALLY * len(game.rules.events) if engine.tally else 0
        seats, blank = self.game.seats, self.game.blank()
        self.rows: Any = [blank, blank]
        if not self.plain:
            self.rows = np.zeros(2, self.game.rules.shape.dtype(self.kinds))
            self.game.rules.shape.write_row(blank, self.rows[0])
        self.plans, self.minds = self._numbers(PLANS * seats, 3), self._numbers(seats, MIND)
        self.dice, self.menu = self._numbers(seats + 1, 2), self._numbers(MENU_SIZE)
        self.room = room
        self.lengths: Any = None
        self.times: Any = None
        self.deals: Any = None
        self.scores: Any = None
        self.standings: Any = None
        self.tallies: Any = None
        self._trace: Any = None

    def _table(self, numbers: list[list[int]]) -> Any:
        return numbers if self.plain else np.array(numbers, "i8")

    def _numbers(self, n: int, m: int = 0) -> Any:
        if self.plain:
            return [[0] * m for _ in range(n)] if m else [0] * n
        return np.zeros((n, m) if m else n, "i8")

    def play(self, first: int, matches: int, levels: Any = None) -> int:
        """Play match k from seed first + k; returns the number of actions. `levels` seats the players of every match:
        levels[k][p] is the place of a skill among all there are, the lowest first."""
        seats = self.game.seats
        self.lengths, self.times, self.deals = (self._numbers(matches) for _ in range(3))
        self.scores, self.standings = self._numbers(matches, seats), self._numbers(matches, seats)
        self.tallies = self._numbers(matches, self.kinds) if self.kinds else self._numbers(1, 1)
        self._trace = self._numbers(max(self.room, 1), 3)
        levels = self._table([self.levels] * matches) if levels is None else levels
        return int(
            self.engine.reflex_matches(
                self.rows, 1, first, matches, levels, self.delays, self.odds, self.plans, self.minds, self.dice,
                self.menu, self.lengths, self.times, self.deals, self.scores, self.standings, self.tallies, self._trace,
                self.room,
            )
        )  # fmt: skip

    @property
    def trace(self) -> list[tuple[int, int, int]]:
        """The actions of the first match, as many as fit."""
        return [(int(t), int(p), int(a)) for t, p, a in self._trace[: min(int(self.lengths[0]), self.room)]]


def simulate_reflex(
    game: Game,
    matches: int = 1000,
    level: Skill | Sequence[Skill] = "average",
    seed: int = 1,
    *,
    workers: int = 0,
    progress: Progress | None = None,
) -> Result:
    """Play many matches between bots with reflexes and say how they went: `lab.simulate` for games with a clock."""
    named = [str(one) for one in levels_for(game, "average" if level == REFERENCE else level)]
    return simulate(game, matches, named, seed, workers=workers, progress=progress)
