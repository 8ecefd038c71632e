"""One house for all tests of a worker that do not harm it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.delay import ADDRESS
from tests.house.running import Running


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Bots answer at once, nobody is told to slow down."""
    words = ("--tempo", "0", "--loose", "10000", "--log", "info", "--trusted-proxy", ADDRESS)
    running = Running(tmp_path_factory.mktemp("house"), *words)
    yield running
    running.stop()
    assert not running.errors(), running.errors()[-3:]
