"""The engines of a game with what its bots need in them: play by judgement, and the judgement of the game itself."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace

import pioche.bots.common.playouts as playouts
from pioche.bots.judgement import judgement_module
from pioche.engine.game import PLAIN, Engine, Game
from pioche.engine.rulebook import Rulebook


def judgement_engine(game: Game, which: Engine = PLAIN) -> SimpleNamespace:
    """The rules of a game and its levels as functions: `decide`, `league_matches`, `weigh`, ..."""
    return game.engine(which, bot_modules(game.rules))


def bot_modules(rules: Rulebook) -> tuple[ModuleType, ...]:
    """Return the modules that bots add to the rules of a game, the most general first."""
    own = judgement_module(rules)
    return playouts, *([own] if own else [])
