"""A warm start: the twin compiles in a process of its own, while judgement answers.

    python -m pioche.bots.warm_start hawthorn

compiles what search needs and leaves it in the cache on disk. Compiling in a thread would hold up everybody else in
the process, so the thread here only waits for that process and then takes what it left.
"""

from __future__ import annotations

import subprocess
import sys
from threading import Event, Thread
from typing import Any

from pioche.engine.game import HOUSE_GAMES, Game, load


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


def oven(game: Game) -> Oven:
    """The oven of a game, lit by whoever asks first; the same rules with other options share it."""
    made: dict[Any, Any] = game.rules.engines
    if Oven not in made:
        made[Oven] = Oven(Game(game.rules, {}))
    lit: Oven = made[Oven]
    return lit


def bake_aside(game: Game) -> None:
    """In a process of its own, into the cache on disk. A game that only this process knows is left to `bake`."""
    if game.id in HOUSE_GAMES:
        command = [sys.executable, "-m", "pioche.bots.warm_start", game.id]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def bake(game: Game) -> None:
    """Compile what search needs, or take it from the cache: think once about a first move."""
    from pioche.bots.search import Search

    table = game.table(seed=1)
    seat = table.actors[0]
    legal = table.legal(seat)
    Search(game, iterations=1, worlds=1).choose(table.view(seat), [*legal, legal[0]], table.memory(seat))


if __name__ == "__main__":
    bake(load(sys.argv[1]))
