"""A game in another process: by its name where it is installed, else from the module that declares it."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from pioche.engine.game import Game, load
from pioche.errors import UnknownGame


def can_be_fetched(game: Game) -> bool:
    """Return whether another process would find the rules; not those typed into a notebook or a script."""
    module = sys.modules.get(game.rules.module)
    if game.rules.module == "__main__" or module is None or getattr(module, "__spec__", None) is None:
        return False
    return getattr(module, "RULES", None) is game.rules


def fetch(name: str, module: str, **options: Any) -> Game:
    """A game that `can_be_fetched`."""
    try:
        return load(name, **options)
    except UnknownGame:
        return Game(importlib.import_module(module).RULES, options)
