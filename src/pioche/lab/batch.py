"""Many matches by random play, in either engine, through the same kernel."""

from __future__ import annotations

from typing import Any

from pioche.game import Game
from pioche.table import MENU


class Batch:
    """One worker's tables: a blank one to copy from and one to play on.

    After `play`, `lengths[k]`, `scores[k][seat]` and `standings[k][seat]` tell of match k.
    """

    def __init__(self, game: Game, engine: str = "compiled") -> None:
        self.game = game
        self.plain = engine == "plain"
        self.engine = {"plain": game.plain, "compiled": None}[engine] or game.compiled
        blank = game.blank()
        self.rows: Any
        self.dice: Any
        self.menu: Any
        if self.plain:
            self.rows, self.dice, self.menu = [blank, blank], [0, 0], [0] * MENU
        else:
            import numpy as np

            self.rows = np.zeros(2, game.rules.shape.dtype())
            game.rules.shape.write_row(blank, self.rows[0])
            self.dice, self.menu = np.zeros(2, "i8"), np.zeros(MENU, "i8")
        self.lengths: Any = None
        self.scores: Any = None
        self.standings: Any = None

    def play(self, first: int, matches: int) -> int:
        """Play match k from seed first + k; returns the number of decisions."""
        seats = self.game.seats
        if self.plain:
            self.lengths = [0] * matches
            self.scores, self.standings = ([[0] * seats for _ in range(matches)] for _ in range(2))
        else:
            import numpy as np

            self.lengths = np.zeros(matches, "i8")
            self.scores, self.standings = np.zeros((matches, seats), "i8"), np.zeros((matches, seats), "i8")
        return int(
            self.engine.random_matches(
                self.rows, 1, first, matches, self.dice, self.menu, self.lengths, self.scores, self.standings
            )
        )
