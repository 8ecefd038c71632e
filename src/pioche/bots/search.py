"""Search for any game, from its declaration alone: worlds filled in at random, a tree over what seats see."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from pioche.bots.kernels import DEPTH, WIDTH
from pioche.bots.worlds import Worlds
from pioche.game import Game
from pioche.table import MENU

BOOK = 1 << 14  # places the search can learn at


class Search:
    """Thinks for a time or a number of iterations and plays the move it tried most."""

    def __init__(self, game: Game, seed: int = 0, seconds: float = 1.0, iterations: int = 0, worlds: int = 48) -> None:
        import numpy as np

        self.game = game
        self.rng = Random(seed)
        self.seconds, self.iterations, self.worlds = seconds, iterations, worlds
        self.moves_played = 0
        self.engine = game.engine("bots")
        self.rows = np.zeros(2 + worlds, game.rules.shape.dtype())
        game.rules.shape.write_row(game.blank(), self.rows[0])
        self.menu, self.dice = np.zeros(MENU, "i8"), np.zeros(2, "i8")
        self.keys, self.count = np.zeros(BOOK, "i8"), np.zeros(BOOK, "i8")
        self.actions, self.offered, self.tried = (np.zeros((BOOK, WIDTH), "i8") for _ in range(3))
        self.gained = np.zeros((BOOK, WIDTH), "f8")
        self.path, self.before = np.zeros((DEPTH + 1, 3), "i8"), np.zeros(32, "i8")

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], memory: Mapping[str, Any]) -> str:
        """The move tried most; ties by mean gain."""
        import numpy as np

        if len(legal) == 1:
            return legal[0]
        me = view["seat"]
        until = time.perf_counter() + self.seconds
        maker = Worlds(self.game, view, memory)
        self.keys[:] = 0
        self.dice[:] = self.rng.getrandbits(31) + 1, self.rng.getrandbits(31) | 1
        bounds = np.array([1e18, -1e18])
        done = 0
        self.moves_played = 0
        while True:
            for k in range(self.worlds):
                self.game.rules.shape.write_row(maker.draw(self.rng), self.rows[2 + k])
            for _ in range(4):
                chunk = 256 if not self.iterations else min(256, self.iterations - done)
                self.moves_played += self.engine.think(
                    self.rows, self.worlds, chunk, me, self.dice, self.menu, self.keys, self.count,
                    self.actions, self.offered, self.tried, self.gained, self.path, self.before, bounds,
                )  # fmt: skip
                done += chunk
                if (self.iterations and done >= self.iterations) or (
                    not self.iterations and time.perf_counter() > until
                ):
                    return self._most_tried(me, legal)

    def _most_tried(self, me: int, legal: Sequence[str]) -> str:
        """Of the place where all iterations began."""
        key = self.engine.view_key_of_row(self.rows, 2, me)
        at = self.engine.place_in_book(self.keys, key)
        numbers = [self.game.rules.actions.read(word) for word in legal]
        best, promise = legal[0], (-1, 0.0)
        for k in range(int(self.count[at])):
            tried = int(self.tried[at][k])
            if tried and int(self.actions[at][k]) in numbers:
                hope = (tried, float(self.gained[at][k]) / tried)
                if hope > promise:
                    best, promise = legal[numbers.index(int(self.actions[at][k]))], hope
        return best
