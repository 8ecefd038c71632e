"""Search for any game, from its declaration alone: worlds filled in at random, and what the moves lead to in them.

Where a game has judgement of its own, the moves are weighed against each other in the same worlds with the same luck, and
judgement plays the rest (`Scales`); where it has none, a tree over what the seats see learns how to (`Tree`).
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from threading import Lock, Thread
from typing import Any

from pioche.bots.judged import judged_engine
from pioche.bots.judgement import judgement_module
from pioche.bots.playouts import BEST, DEPTH, ROOT, SQUARES, WIDTH, WORST
from pioche.bots.worlds import Worlds
from pioche.engine.game import COMPILED, Game
from pioche.engine.table import MENU

BOOK = 1 << 14  # places a tree can learn at
FRESH = 8  # worlds that are drawn anew
EVERY = 64  # iterations between that, where they are counted
LONGEST = 1024  # iterations between that, where time counts
MORE = 1.25  # times as much has a thread learnt when it looks again whether it is enough
DOUBT = 1.0  # standard errors by which a move must look better than judgement's own
SURE = 2.5  # standard errors by which a move must fall behind to be dropped,
FEW = 128  # after so many tries at least

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
        self.moves_played = self.strayed = 0
        self.engine = judged_engine(game, COMPILED)

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], memory: Mapping[str, Any]) -> str:
        """What all threads together think best."""
        if len(legal) == 1:
            return legal[0]
        kind: type[Mind] = Scales if judgement_module(self.game.rules) else Tree
        worlds = [Worlds(self.game, view, memory, undecided=True) for _ in range(self.threads)]
        minds = [kind(self, some, self.rng.getrandbits(64)) for some in worlds]
        others = [Thread(target=mind.think, daemon=True) for mind in minds[1:]]
        for thread in others:
            thread.start()
        minds[0].think()
        for thread in others:
            thread.join()
        self.moves_played = sum(mind.moves_played for mind in minds)
        chosen = kind.decided(minds)
        for word in legal:
            if self.game.rules.actions.read(word) == chosen:
                return word
        self.strayed += 1  # a search at fault must not stop a table; tests see to it that it never is
        return legal[0]


class Mind(ABC):
    """What one thread learns: how often each move was tried, and what it gained in all. What judgement would do is the
    first of them, and stays the answer unless another has proved better than luck would make it look."""

    def __init__(self, search: Search, worlds: Worlds, seed: int) -> None:
        self.search, self.worlds = search, worlds
        self.rng = Random(seed)
        self.moves_played = 0
        self.tried: Counter[int] = Counter()
        self.gained: dict[int, float] = {}
        self.judged = -1

    def think(self) -> None:
        """Up to half of the time goes into drawing worlds: one that is used again and again says the same again."""
        import numpy as np

        search, done, look, chunk = self.search, 0, FEW, 16
        began = search.clock()
        until = began + search.seconds
        rows = np.zeros(2 + search.worlds, search.game.rules.shape.dtype())
        drawn = self._draw(rows, 0)
        with a_book() as book:
            book.open(self.rng)
            while True:
                if search.iterations:
                    chunk = min(EVERY, search.iterations - done)
                ready = search.clock()
                self.moves_played += self.learn(rows, min(drawn, search.worlds), chunk, book)
                now = search.clock()
                done += chunk
                if done >= search.iterations if search.iterations else now >= until:
                    break
                if done >= look:
                    look = int(MORE * done)
                    if self.settled(book):
                        break
                pace = chunk / max(now - ready, 1e-6)
                chunk = max(2 * FRESH, min(LONGEST, int((ready - began) * pace)))
                chunk = max(1, min(chunk, int((until - now) * pace)))
                began = search.clock()
                drawn = self._draw(rows, drawn)
            self.remember(book)

    @abstractmethod
    def learn(self, rows: Any, worlds: int, times: int, book: Book) -> int:
        """Try moves some times; returns how many moves that took."""

    @staticmethod
    @abstractmethod
    def decided(minds: Sequence[Any]) -> int:
        """What all of them together think best."""

    def settled(self, book: Book) -> bool:
        return False

    def remember(self, book: Book, at: int = 0) -> None:
        actions = [int(a) for a in book.actions[at][: int(book.count[at])]]
        self.tried = Counter({a: int(book.tried[at][k]) for k, a in enumerate(actions)})
        self.gained = {a: float(book.gained[at][k]) for k, a in enumerate(actions)}
        self.judged = actions[0]

    def _draw(self, rows: Any, drawn: int) -> int:
        """A few more worlds; when there is no more room, in place of the oldest."""
        few = min(FRESH, self.search.worlds)
        for k in range(drawn, drawn + few):
            place = 2 + k % self.search.worlds
            self.search.game.rules.shape.write_row(self.worlds.draw(self.rng), rows[place])
        return drawn + few


class Scales(Mind):
    """Weighs the moves against judgement's own. Whatever is clearly not the best is tried no more."""

    def learn(self, rows: Any, worlds: int, times: int, book: Book) -> int:
        moves: int = self.search.engine.weigh(
            rows, worlds, times, self.worlds.me, book.dice, book.menu, book.count, book.actions, book.offered, book.tried,
            book.gained, book.squares, book.added,
        )  # fmt: skip
        return moves

    def settled(self, book: Book) -> bool:
        """Drop what falls behind; is there nothing left to choose?"""
        n = int(book.count[0])
        mean, error = _paired(book.tried[0][:n], book.gained[0][:n], book.squares[:n])
        there = book.offered[0][:n]
        if book.tried[0][0] >= FEW:
            bar = float((mean - SURE * error)[there > 0].max())
            there[1:][(mean + SURE * error)[1:] < bar] = 0
        rivals = int(there[1:].sum())
        return rivals == 0 or (rivals == 1 and bool(((mean - SURE * error)[1:][there[1:] > 0] > 0).all()))

    def remember(self, book: Book, at: int = 0) -> None:
        super().remember(book, at)
        self.squares = {a: float(book.squares[k]) for k, a in enumerate(self.tried)}

    @staticmethod
    def decided(minds: Sequence[Any]) -> int:
        """The move that gains most on judgement's own, if it is more than doubtful."""
        import numpy as np

        actions: list[int] = list(minds[0].tried)
        tried = np.array([sum(mind.tried[a] for mind in minds) for a in actions])
        gained = np.array([sum(mind.gained[a] for mind in minds) for a in actions])
        squares = np.array([sum(mind.squares[a] for mind in minds) for a in actions])
        mean, error = _paired(tried, gained, squares)
        best = int(mean.argmax())
        return actions[best] if mean[best] > DOUBT * error[best] else actions[0]


def _paired(tried: Any, gained: Any, squares: Any) -> tuple[Any, Any]:
    """Mean gains and their standard errors; one try says nothing of how gains vary."""
    import numpy as np

    n = np.maximum(tried, 1)
    mean = gained / n
    return mean, np.sqrt(np.maximum(squares / n - mean * mean, 1e-12) / n)


class Tree(Mind):
    """Learns at every place of a tree what is good for whoever chooses there."""

    squares = 0.0  # of the gains at the root

    def learn(self, rows: Any, worlds: int, times: int, book: Book) -> int:
        moves: int = self.search.engine.think(
            rows, worlds, times, self.worlds.me, book.dice, book.menu, book.keys, book.count, book.actions, book.offered,
            book.tried, book.gained, book.path, book.added, book.noted,
        )  # fmt: skip
        return moves

    def remember(self, book: Book, at: int = 0) -> None:
        """Of the place where every iteration began."""
        if book.noted[ROOT] >= 0:  # else there is nothing to choose
            super().remember(book, int(book.noted[ROOT]))
            self.squares = float(book.noted[SQUARES])

    @staticmethod
    def decided(minds: Sequence[Any]) -> int:
        """The move tried most, if it is more than doubtful."""
        tried: dict[int, int] = {a: sum(mind.tried[a] for mind in minds) for a in minds[0].tried}
        mean = {a: sum(mind.gained.get(a, 0.0) for mind in minds) / max(n, 1) for a, n in tried.items()}
        if not tried:
            return -1
        most = max(tried, key=lambda a: (tried[a], mean[a]))
        judged: int = minds[0].judged
        if most == judged or not tried[judged]:
            return most
        n = sum(tried.values())
        middle = sum(tried[a] * mean[a] for a in tried) / n
        variance = max(sum(mind.squares for mind in minds) / n - middle * middle, 0.0)
        error = math.sqrt(variance * (1 / tried[most] + 1 / tried[judged]))
        return most if mean[most] - mean[judged] > DOUBT * error else judged


class Book:
    """Room for what a tree learns. It fits every game and is large, so books are lent and given back."""

    def __init__(self) -> None:
        import numpy as np

        self.menu, self.dice = np.zeros(MENU, "i8"), np.zeros(2, "i8")
        self.keys, self.count = np.zeros(BOOK, "i8"), np.zeros(BOOK, "i8")
        self.actions, self.offered, self.tried = (np.zeros((BOOK, WIDTH), "i8") for _ in range(3))
        self.gained = np.zeros((BOOK, WIDTH), "f8")
        self.path, self.added = np.zeros((DEPTH + 1, 3), "i8"), np.zeros(32)
        self.squares, self.noted = np.zeros(WIDTH), np.zeros(4)

    def open(self, rng: Random) -> None:
        """Empty, with luck of its own: at the beginning of a decision."""
        self.keys[:] = 0
        self.count[0] = 0
        self.squares[:] = 0
        self.dice[:] = rng.getrandbits(31) + 1, rng.getrandbits(31) | 1
        self.noted[[WORST, BEST, ROOT, SQUARES]] = 1e18, -1e18, -1, 0


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
