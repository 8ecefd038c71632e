"""What every test leaves as it found it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pioche.engine.compiled.compiler  # noqa: F401 - pytest parses what it imports, and two threads must not do so at once
from pioche.engine import game


@pytest.fixture(autouse=True)
def the_games_there_were() -> Iterator[None]:
    """A game that a test registers is on no list afterwards: the next test in this process asks for all games."""
    with game.registered():
        yield
