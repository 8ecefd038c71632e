"""A warm start: the twin compiles in a process of its own, while judgement answers.

    python -m pioche.bots.warm_start five_cards pioche.rules.five_cards

compiles what search needs and leaves it in the cache on disk. Compiling in a thread would hold up everybody else in
the process, so the thread here only waits for that process and then takes what it left.
"""

from __future__ import annotations

import subprocess
import sys
from threading import Event, Lock, Thread

from pioche.bots.other_processes import can_be_fetched, fetch
from pioche.engine.game import Game


class WarmStart:
    """The compiled engine of one game: not there yet, or `ready`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ready = Event()
        self._thread = Thread(target=self._warm_up, daemon=True)
        self._thread.start()

    def _warm_up(self) -> None:
        compile_aside(self.game)
        compile_here(self.game)
        self.ready.set()


_started: dict[int, WarmStart] = {}  # by the rules they are for, which they keep alive
_starting = Lock()


def warm_start_of(game: Game) -> WarmStart:
    """Return the warm start of a game; the first call begins it."""
    with _starting:
        if id(game.rules) not in _started:
            _started[id(game.rules)] = WarmStart(game)
        return _started[id(game.rules)]


def compile_aside(game: Game) -> None:
    """Compile in a process of its own, into the cache on disk. A game that only this process knows is left to
    `compile_here`."""
    if can_be_fetched(game):
        command = [sys.executable, "-m", "pioche.bots.warm_start", game.id, game.rules.module]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def compile_here(game: Game) -> None:
    """Compile what search needs, or take it from the cache: think once about a first move."""
    from pioche.bots.search import Search

    table = game.table(seed=1)
    seat = table.actors[0]
    legal = table.legal(seat)
    Search(game, iterations=1, worlds=1).choose(table.view(seat), [*legal, legal[0]], table.memory(seat))


if __name__ == "__main__":
    compile_here(fetch(sys.argv[1], sys.argv[2]))
