"""Search for any game, from its declaration alone: worlds filled in at random, a tree over what seats see."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from threading import Lock, Thread
from typing import Any

from pioche.bots.kernels import BEST, DEPTH, ROOT, SQUARES, WIDTH, WORST
from pioche.bots.worlds import Worlds
from pioche.game import Game
from pioche.table import MENU

BOOK = 1 << 14  # places a tree can learn at
FRESH = 8  # worlds that are drawn anew
EVERY = 512  # iterations between that
LOOKS = 25  # how often in its time a thread looks at the clock
LONGEST = 1024  # iterations between two looks
DOUBT = 1.0  # standard errors by which a move must look better than judgement's own

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
        self.moves_played = 0
        self.engine = game.engine("bots")

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], memory: Mapping[str, Any]) -> str:
        """What all trees together think best."""
        if len(legal) == 1:
            return legal[0]
        trees = [Tree(self, Worlds(self.game, view, memory), self.rng.getrandbits(64)) for _ in range(self.threads)]
        others = [Thread(target=tree.grow, daemon=True) for tree in trees[1:]]
        for thread in others:
            thread.start()
        trees[0].grow()
        for thread in others:
            thread.join()
        self.moves_played = sum(tree.moves_played for tree in trees)
        chosen = self._decided(trees)
        return next((word for word in legal if self.game.rules.actions.read(word) == chosen), legal[0])

    def _decided(self, trees: Sequence[Tree]) -> int:
        """The move tried most; but judgement's own, unless the other has proved better than luck would make it look."""
        tried = {a: sum(tree.tried[a] for tree in trees) for a in trees[0].tried}
        mean = {a: sum(tree.gained.get(a, 0.0) for tree in trees) / max(n, 1) for a, n in tried.items()}
        if not tried:
            return -1
        most, judged = max(tried, key=lambda a: (tried[a], mean[a])), trees[0].judged
        if most == judged or not tried[judged]:
            return most
        n = sum(tried.values())
        middle = sum(tried[a] * mean[a] for a in tried) / n
        variance = max(sum(tree.squares for tree in trees) / n - middle * middle, 0.0)
        error = math.sqrt(variance * (1 / tried[most] + 1 / tried[judged]))
        return most if mean[most] - mean[judged] > DOUBT * error else judged


class Tree:
    """What one thread learns: how often each move was tried at the root, what it gained in all, and how gains vary."""

    def __init__(self, search: Search, worlds: Worlds, seed: int) -> None:
        self.search, self.worlds = search, worlds
        self.rng = Random(seed)
        self.moves_played = 0
        self.tried: Counter[int] = Counter()
        self.gained: dict[int, float] = {}
        self.judged, self.squares = -1, 0.0

    def grow(self) -> None:
        import numpy as np

        search, done = self.search, 0
        until = search.clock() + search.seconds
        rows = np.zeros(2 + search.worlds, search.game.rules.shape.dtype())
        drawn = self._draw(rows, 0)
        chunk = 16
        with a_book() as book:
            while True:
                began = search.clock()
                if search.iterations:
                    chunk = min(EVERY, search.iterations - done)
                self.moves_played += search.engine.think(
                    rows, min(drawn, search.worlds), chunk, self.worlds.me, *book.opened(self.rng, done == 0)
                )
                done += chunk
                now = search.clock()
                if done >= search.iterations if search.iterations else now >= until:
                    break
                if done // EVERY != (done - chunk) // EVERY or done < EVERY:
                    drawn = self._draw(rows, drawn)
                took = max(now - began, 1e-6)
                chunk = max(1, min(LONGEST, int(chunk * search.seconds / LOOKS / took)))
            self._remember(book)

    def _remember(self, book: Book) -> None:
        """Of the place where every iteration began; what judgement would do stands there first."""
        at = int(book.noted[ROOT])
        if at < 0:  # nothing to choose
            return
        actions = [int(a) for a in book.actions[at][: int(book.count[at])]]
        self.tried = Counter({a: int(book.tried[at][k]) for k, a in enumerate(actions)})
        self.gained = {a: float(book.gained[at][k]) for k, a in enumerate(actions)}
        self.judged, self.squares = actions[0], float(book.noted[SQUARES])

    def _draw(self, rows: Any, drawn: int) -> int:
        """A few more worlds; when there is no more room, in place of the oldest."""
        few = min(FRESH, self.search.worlds)
        for k in range(drawn, drawn + few):
            place = 2 + k % self.search.worlds
            self.search.game.rules.shape.write_row(self.worlds.draw(self.rng), rows[place])
        return drawn + few


class Book:
    """Room for what a tree learns. It fits every game and is large, so books are lent and given back."""

    def __init__(self) -> None:
        import numpy as np

        self.menu, self.dice = np.zeros(MENU, "i8"), np.zeros(2, "i8")
        self.keys, self.count = np.zeros(BOOK, "i8"), np.zeros(BOOK, "i8")
        self.actions, self.offered, self.tried = (np.zeros((BOOK, WIDTH), "i8") for _ in range(3))
        self.gained = np.zeros((BOOK, WIDTH), "f8")
        self.path, self.before = np.zeros((DEPTH + 1, 3), "i8"), np.zeros(32, "i8")
        self.noted = np.zeros(4)

    def opened(self, rng: Random, empty: bool) -> tuple[Any, ...]:
        """As `think` takes it; at the beginning of a decision, empty."""
        if empty:
            self.keys[:] = 0
            self.dice[:] = rng.getrandbits(31) + 1, rng.getrandbits(31) | 1
            self.noted[[WORST, BEST, ROOT, SQUARES]] = 1e18, -1e18, -1, 0
        return (
            self.dice, self.menu, self.keys, self.count, self.actions, self.offered, self.tried, self.gained,
            self.path, self.before, self.noted,
        )  # fmt: skip


_books: list[Book] = []
_lending = Lock()


@contextmanager
def a_book() -> Iterator[Book]:
    with _lending:
        book = _books.pop() if _books else Book()
    try:
        yield book
    finally:
        with _lending:
            _books.append(book)
