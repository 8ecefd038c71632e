"""A plug-in of pytest: the battery that every game of the house passes, for a game of your own.

A test module that has a rulebook `RULES` and a test with the argument `pioche_law` gets one test for each law:

    from my_game import RULES

    def test_the_battery(pioche_law):
        pioche_law()

Nothing of Pioche is loaded in a run that does not ask for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

ARGUMENT = "pioche_law"
MAX_TABLES = 10
pytest.register_assert_rewrite("pioche.testing.every_moment", "pioche.testing.laws_of_games", "pioche.testing.noleak")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test for each law."""
    if ARGUMENT not in metafunc.fixturenames:
        return
    rules = getattr(metafunc.module, "RULES", None)
    if rules is None:
        raise pytest.UsageError(f"{metafunc.module.__name__} tests the laws of a game and has no RULES: import them there.")
    from pioche.testing.laws_of_games import LAWS

    metafunc.parametrize(ARGUMENT, [partial(_try_law, rules, name) for name in LAWS], ids=list(LAWS))


def _try_law(rules: object, name: str) -> None:
    import pioche
    from pioche.engine.rulebook import Rulebook
    from pioche.testing.covering import covering, spread
    from pioche.testing.laws_of_games import LAWS

    assert isinstance(rules, Rulebook)
    if pioche.engine.game.rulebooks().get(rules.id) is not rules:
        pioche.register(rules)
    LAWS[name](rules, spread(covering(rules.id), MAX_TABLES))


Law = Callable[[], None]  # what a test gets as `pioche_law`
