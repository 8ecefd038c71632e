"""A browser and a house for all tests of a worker. Where there is no browser the tests say so and skip."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.running import Running
from tests.page.driving import HUMAN, QUICK, STILL, Browser, missing


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if missing():
        pytest.skip(missing())
    one = Browser()
    yield one
    one.close()


@pytest.fixture(scope="session")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house with quick bots."""
    running = Running(tmp_path_factory.mktemp("page"), *QUICK)
    yield running.address
    running.stop()


@pytest.fixture(scope="session")
def human_house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house whose bots have the reflexes of people."""
    running = Running(tmp_path_factory.mktemp("human"), *HUMAN)
    yield running.address
    running.stop()


@pytest.fixture(scope="session")
def still(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house where nobody moves but the person in the browser."""
    running = Running(tmp_path_factory.mktemp("still"), *STILL)
    yield running.address
    running.stop()
    assert not running.errors()
