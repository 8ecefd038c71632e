"""A warm start: the twin compiles in a process of its own, while judgement answers.

    python -m pioche.bots.warm_start five_cards pioche.rules.five_cards

compiles what search needs and leaves it in the cache on disk. Compiling in a thread would hold up everybody else in
the process, so the thread here only waits for that process and then takes what it left.
"""

from __future__ import annotations

import subprocess
import sys
from threading import Event, Lock, Thread

from pioche.bots.elsewhere import can_be_fetched, fetch
from pioche.engine.game import Game


class Oven:
    """The twin of one game: cold, warming up, or `ready`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ready = Event()
        self._thread = Thread(target=self._warm_up, daemon=True)
        self._thread.start()

    def _warm_up(self) -> None:
        bake_aside(self.game)
        bake(self.game)
        self.ready.set()


_ovens: dict[int, Oven] = {}  # by the rules they are for, which they keep
_lighting = Lock()


def oven(game: Game) -> Oven:
    """The oven of a game, lit by whoever asks first."""
    with _lighting:
        if id(game.rules) not in _ovens:
            _ovens[id(game.rules)] = Oven(game)
        return _ovens[id(game.rules)]


def bake_aside(game: Game) -> None:
    """In a process of its own, into the cache on disk. A game that only this process knows is left to `bake`."""
    if can_be_fetched(game):
        command = [sys.executable, "-m", "pioche.bots.warm_start", game.id, game.rules.module]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def bake(game: Game) -> None:
    """Compile what search needs, or take it from the cache: think once about a first move."""
    from pioche.bots.search import Search

    table = game.table(seed=1)
    seat = table.actors[0]
    legal = table.legal(seat)
    Search(game, iterations=1, worlds=1).choose(table.view(seat), [*legal, legal[0]], table.memory(seat))


if __name__ == "__main__":
    bake(fetch(sys.argv[1], sys.argv[2]))
