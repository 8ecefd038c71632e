"""Our games, in both engines, through the same door the lab uses."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bench.race import Entrant, Run

if TYPE_CHECKING:
    from pioche.engine.game import Engine

COMPILED, PLAIN = "Pioche, compiled", "Pioche, plain Python"


def entrants() -> list[Entrant]:
    """Each game of the house compiled, then each plain, with the options a table has by default."""
    from pioche.engine import game as ours  # here and not above: threads are counted before number libraries load

    engines = ((COMPILED, ours.COMPILED), (PLAIN, ours.PLAIN))
    return [Entrant(group, game, partial(_prepare, game, engine)) for group, engine in engines for game in ours.games()]


def _prepare(game: str, engine: Engine) -> Run:
    from pioche.lab.speed import measure

    return lambda seconds: measure(game, engine, seconds)
