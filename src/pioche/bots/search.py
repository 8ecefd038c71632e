"""Search for any game, from its declaration alone: worlds filled in at random, and what the moves lead to in them.

The moves are weighed against each other in the same worlds with the same luck. Judgement plays the rest where a game has it;
where it has none, everybody plays any move.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from threading import Thread
from typing import Any

from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.judgement import judgement_module
from pioche.bots.common.playouts import WIDTH
from pioche.bots.world_sampling import WorldSampler
from pioche.engine.game import COMPILED, Game
from pioche.engine.table import MENU_SIZE

NEW_WORLDS_PER_ROUND = 8  # worlds drawn in each round
ITERATIONS_PER_ROUND = 64  # iterations between that, where they are counted
MAX_ITERATIONS_PER_ROUND = 1024  # iterations between that, where time counts
CHECK_GROWTH = 1.25  # times as much has a thread learnt when it looks again whether it is enough
LEAD_STANDARD_ERRORS = 1.0  # standard errors by which a move must look better than judgement's own
DROP_STANDARD_ERRORS = 2.5  # standard errors by which a move must fall behind to be dropped,
MIN_TRIES_TO_DROP = 128  # after so many tries at least

Clock = Callable[[], float]


class Search:
    """Thinks for a time or a number of iterations, in one thread or several."""

    def __init__(
        self, game: Game, seed: int = 0, seconds: float = 1.0, iterations: int = 0, worlds: int = 48, threads: int = 1,
        clock: Clock = time.perf_counter,
    ) -> None:  # fmt: skip
        self.game = game
        self.rng = Random(seed)
        self.seconds, self.iterations, self.worlds, self.threads = seconds, iterations, worlds, threads
        self.clock = clock
        self.moves_played = self.illegal_choices = 0
        self.engine = judgement_engine(game, COMPILED)
        self.advised = judgement_module(game.rules) is not None
        self.menu: list[int] = []

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], memory: Mapping[str, Any]) -> str:
        """Return the move that all threads together estimate best."""
        if len(legal) == 1:
            return legal[0]
        self.menu = [self.game.rules.actions.read(word) for word in legal]
        worlds = [WorldSampler(self.game, view, memory, undecided=True) for _ in range(self.threads)]
        estimates = [MoveEstimates(self, some, self.rng.getrandbits(64)) for some in worlds]
        others = [Thread(target=one.think, daemon=True) for one in estimates[1:]]
        for thread in others:
            thread.start()
        estimates[0].think()
        for thread in others:
            thread.join()
        self.moves_played = sum(one.moves_played for one in estimates)
        chosen = MoveEstimates.decided(estimates, LEAD_STANDARD_ERRORS if self.advised else 0.0)
        if chosen in self.menu:
            return legal[self.menu.index(chosen)]
        self.illegal_choices += 1  # a search at fault must not stop a table; tests see to it that it never is
        return legal[0]


class MoveEstimates:
    """The estimates of one thread: how often each move was tried, and its gain over the move of judgement. That one
    stands first, and remains the answer unless another has proved better than luck would make it look. Moves that are
    clearly not the best are not tried further."""

    def __init__(self, search: Search, worlds: WorldSampler, seed: int) -> None:
        self.search, self.worlds = search, worlds
        self.rng = Random(seed)
        self.moves_played = 0
        self.tried: Counter[int] = Counter()
        self.gained: dict[int, float] = {}
        self.squares: dict[int, float] = {}
        self.judgement_move = -1

    def think(self) -> None:
        """Try moves until time or iterations are used up. At most half of the time goes into drawing worlds, since a
        world that is reused says the same again."""
        import numpy as np

        search, done, look, chunk = self.search, 0, MIN_TRIES_TO_DROP, 16
        began = search.clock()
        until = began + search.seconds
        rows = np.zeros(2 + search.worlds, search.game.rules.shape.dtype())
        drawn = self._draw(rows, 0)
        buffers = SearchBuffers(self.rng)
        if not search.advised:
            buffers.list_moves(search.menu)
        while True:
            if search.iterations:
                chunk = min(ITERATIONS_PER_ROUND, search.iterations - done)
            ready = search.clock()
            self.moves_played += self._weigh(rows, min(drawn, search.worlds), chunk, buffers)
            now = search.clock()
            done += chunk
            if done >= search.iterations if search.iterations else now >= until:
                break
            if done >= look:
                look = int(CHECK_GROWTH * done)
                if buffers.settled():
                    break
            pace = chunk / max(now - ready, 1e-6)
            chunk = max(2 * NEW_WORLDS_PER_ROUND, min(MAX_ITERATIONS_PER_ROUND, int((ready - began) * pace)))
            chunk = max(1, min(chunk, int((until - now) * pace)))
            began = search.clock()
            drawn = self._draw(rows, drawn)
        self._remember(buffers)

    def _weigh(self, rows: Any, worlds: int, times: int, buffers: SearchBuffers) -> int:
        """Try moves some times; return how many moves were played."""
        moves: int = self.search.engine.weigh(
            rows, worlds, times, self.worlds.me, buffers.dice, buffers.menu, buffers.count, buffers.actions, buffers.offered,
            buffers.tried, buffers.gained, buffers.squares, buffers.added,
        )  # fmt: skip
        return moves

    def _remember(self, buffers: SearchBuffers) -> None:
        actions = [int(a) for a in buffers.actions[: int(buffers.count[0])]]
        self.tried = Counter({a: int(buffers.tried[k]) for k, a in enumerate(actions)})
        self.gained = {a: float(buffers.gained[k]) for k, a in enumerate(actions)}
        self.squares = {a: float(buffers.squares[k]) for k, a in enumerate(actions)}
        self.judgement_move = actions[0]

    def _draw(self, rows: Any, drawn: int) -> int:
        """Draw a few more worlds; when there is no more room, in place of the oldest."""
        few = min(NEW_WORLDS_PER_ROUND, self.search.worlds)
        for k in range(drawn, drawn + few):
            place = 2 + k % self.search.worlds
            self.search.game.rules.shape.write_row(self.worlds.draw(self.rng), rows[place])
        return drawn + few

    @staticmethod
    def decided(estimates: Sequence[MoveEstimates], doubt: float) -> int:
        """Return the move that gains most over that of judgement, if the gain exceeds `doubt` standard errors."""
        import numpy as np

        actions: list[int] = list(estimates[0].tried)
        tried = np.array([sum(one.tried[a] for one in estimates) for a in actions])
        gained = np.array([sum(one.gained[a] for one in estimates) for a in actions])
        squares = np.array([sum(one.squares[a] for one in estimates) for a in actions])
        mean, error = _paired(tried, gained, squares)
        best = int(mean.argmax())
        return actions[best] if mean[best] > doubt * error[best] else actions[0]


def _paired(tried: Any, gained: Any, squares: Any) -> tuple[Any, Any]:
    """Mean gains and their standard errors; one try says nothing of how gains vary."""
    import numpy as np

    n = np.maximum(tried, 1)
    mean = gained / n
    return mean, np.sqrt(np.maximum(squares / n - mean * mean, 1e-12) / n)


class SearchBuffers:
    """The arrays of one search, with random numbers of its own."""

    def __init__(self, rng: Random) -> None:
        import numpy as np

        self.menu, self.count = np.zeros(MENU_SIZE, "i8"), np.zeros(1, "i8")
        self.dice = np.array([rng.getrandbits(31) + 1, rng.getrandbits(31) | 1], "i8")
        self.actions, self.offered, self.tried = (np.zeros(WIDTH, "i8") for _ in range(3))
        self.gained, self.squares, self.added = np.zeros(WIDTH), np.zeros(WIDTH), np.zeros(32)

    def list_moves(self, menu: Sequence[int]) -> None:
        """List the moves of a game without judgement: the first move of the menu is then the reference, the same for
        every thread."""
        self.count[0] = min(len(menu), WIDTH)
        self.actions[: self.count[0]] = menu[:WIDTH]
        self.offered[: self.count[0]] = 1

    def settled(self) -> bool:
        """Drop the moves that fall behind; return whether no choice is left."""
        n = int(self.count[0])
        mean, error = _paired(self.tried[:n], self.gained[:n], self.squares[:n])
        there = self.offered[:n]
        if self.tried[0] >= MIN_TRIES_TO_DROP:
            bar = float((mean - DROP_STANDARD_ERRORS * error)[there > 0].max())
            there[1:][(mean + DROP_STANDARD_ERRORS * error)[1:] < bar] = 0
        rivals = int(there[1:].sum())
        return rivals == 0 or (rivals == 1 and bool(((mean - DROP_STANDARD_ERRORS * error)[1:][there[1:] > 0] > 0).all()))
