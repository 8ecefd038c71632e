"""What every test leaves as it found it, and what is tried once more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pioche.engine import game

REAL = [Path(__file__).parent / name for name in ("house", "page")]  # processes, browsers and lines, all on one busy machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What fails among these is tried once more, and named at the end. Whatever is named again and again is to be mended."""
    for item in items:
        if any(folder in item.path.parents for folder in REAL):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True)
def the_games_there_were() -> Iterator[None]:
    """A game that a test registers is on no list afterwards: the next test in this process asks for all games."""
    registry = game._guests
    before = dict(registry)
    yield
    registry.clear()
    registry.update(before)
