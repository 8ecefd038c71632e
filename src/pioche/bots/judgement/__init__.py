"""The judgement of each game: a module in the subset with `novice`, `regular` and `expert`, and what else it overrides
of `playouts.py`.

The games of the house have theirs here, under their own name. Any other game names the module of its own in its
declaration: `Rulebook(..., judgement="my_package.judgement")`. What is not named does not exist.
"""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from pioche.engine.rulebook import Rulebook
from pioche.errors import PiocheError

HOUSE_RULES = "pioche.rules."


def judgement_module(rules: Rulebook) -> ModuleType | None:
    """Return the module with the levels of a game; None for a game without judgement."""
    name = rules.judgement
    if not name and rules.module == HOUSE_RULES + rules.id:
        name = f"{__name__}.{rules.id}"
        return importlib.import_module(name) if importlib.util.find_spec(name) else None
    if not name:
        return None
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{name}.".startswith(f"{missing.name}."):
            raise  # the judgement is there, and something it imports is not
        raise PiocheError(
            f"The judgement of {rules.id} is declared to be in {name}, and there is no such module.",
            f"Le jugement de {rules.id} est déclaré dans {name}, et ce module n’existe pas.",
        ) from None
