"""A rule that never ends fails its test instead of stopping the run."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

EVERYDAY, CAMPAIGN = 120, 7200  # seconds


@pytest.fixture(autouse=True)
def no_endless_rule(request: pytest.FixtureRequest) -> Iterator[None]:
    campaign = request.node.get_closest_marker("campaign") or os.environ.get("PIOCHE_CAMPAIGN")
    limit = CAMPAIGN if campaign else EVERYDAY

    def stop(signum: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"no end after {limit} s: look for a loop that does not end, or a table that is too large")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(limit)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
