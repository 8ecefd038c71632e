"""What a decision was worth, told by somebody who sees all cards.

A deal says little about its players: most of its result is luck. What a player gains on another is, in the mean,
the sum over the player's own decisions of what each move brings more than the other's move would have, if the other plays
everything after it (the performance difference lemma of Kakade and Langford). That can be found out at the table: from the
true position both moves are played on many times, with new random cards that are the same for both.
"""

from __future__ import annotations

import numpy as np

from pioche.bots import LEVELS, make
from pioche.bots.judgement_engine import judgement_engine
from pioche.engine.game import COMPILED, Game
from pioche.engine.table import MENU_SIZE, Table

PLAYOUTS_PER_MOVE = 400  # both moves are played on


class MoveEvaluation:
    """Holds a guest's moves against what a level of judgement would have done in its place, and adds up what the guest has
    `gained`: shares of the first place, and score."""

    def __init__(self, game: Game, level: str, seed: int) -> None:
        self.game, self.level = game, level
        self.judgement = make(level, game, seed)
        self.gained = np.zeros(2)
        self._rows = np.zeros(2, game.rules.shape.dtype())
        self._dice, self._menu = np.array([seed % (1 << 31) + 1, 1], "i8"), np.zeros(MENU_SIZE, "i8")
        self._levels = np.full(game.seats, LEVELS.index(level))
        self._gains = np.zeros((PLAYOUTS_PER_MOVE, 2))

    def look(self, table: Table, seat: int, move: str) -> None:
        """Evaluate a move that is about to be made."""
        usual = self.judgement.choose(table.view(seat), table.legal(seat), [], table.memory(seat))
        if usual != move:
            one, other = (self.game.rules.actions.read(word) for word in (move, usual))
            self.game.rules.shape.write_row(table.s, self._rows[0])
            judgement_engine(self.game, COMPILED).both_ways(
                self._rows, seat, one, other, self._levels, PLAYOUTS_PER_MOVE, self._dice, self._menu, self._gains
            )
            self.gained += self._gains.mean(axis=0)
