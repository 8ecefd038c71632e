"""Many matches by random play, in either engine, through the same kernel."""

from __future__ import annotations

from typing import Any

from pioche.engine.game import COMPILED, Engine, Game
from pioche.engine.table import MENU_SIZE
from pioche.engine.verbs import TALLY


class Batch:
    """The tables of one worker: a blank one to copy from and one to play on. After `play`, `lengths[k]`, `deals[k]`,
    `scores[k][seat]` and `standings[k][seat]` describe match k; in an engine that tallies also `tallies[k]`."""

    def __init__(self, game: Game, engine: Engine = COMPILED) -> None:
        self.game = game
        self.compiled = engine.compiled
        self.engine = game.engine(engine)
        self.kinds = TALLY * len(game.rules.events) if engine.tally else 0
        blank = game.blank()
        self.rows: Any
        if not engine.compiled:
            self.rows = [blank, blank]
        else:
            import numpy as np

            self.rows = np.zeros(2, game.rules.shape.dtype(self.kinds))
            game.rules.shape.write_row(blank, self.rows[0])
        self.dice, self.menu = self._numbers(2), self._numbers(MENU_SIZE)
        self.lengths: Any = None
        self.deals: Any = None
        self.scores: Any = None
        self.standings: Any = None
        self.tallies: Any = None

    def _numbers(self, n: int, m: int = 0) -> Any:
        """Noughts in a row or a grid, as the engine likes them."""
        if not self.compiled:
            return [[0] * m for _ in range(n)] if m else [0] * n
        import numpy as np

        return np.zeros((n, m) if m else n, "i8")

    def play(self, first: int, matches: int) -> int:
        """Play match k from seed first + k; returns the number of decisions."""
        seats = self.game.seats
        self.lengths, self.deals = self._numbers(matches), self._numbers(matches)
        self.scores, self.standings = self._numbers(matches, seats), self._numbers(matches, seats)
        self.tallies = self._numbers(matches, self.kinds) if self.kinds else self._numbers(1, 1)
        return int(
            self.engine.random_matches(
                self.rows, 1, first, matches, self.dice, self.menu,
                self.lengths, self.deals, self.scores, self.standings, self.tallies,
            )
        )  # fmt: skip
