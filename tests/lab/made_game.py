"""The made game, while the tests of a module run."""

from collections.abc import Iterator

import pytest

import pioche
from pioche.engine import game
from tests.lab.made import RULES


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """It is in no list of games before or after."""
    with game.registered():
        pioche.register(RULES)
        yield
