"""An acknowledged move survives the death of the process."""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median

import pytest

import pioche.client
from tests.house.durability.kills import Report, by_turns, campaign
from tests.house.progress import Progress
from tests.house.running import SERVE, Running, run

HOUSES, KILLS = 20, 50
FORGETFUL = ("-m", "tests.house.durability.forgetful")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured is the house, not how long clients wait before they knock again."""
    monkeypatch.setattr(pioche.client, "RECONNECT_SECONDS", (0.05, 0.1))


def busy() -> float:
    """How many others want each processor: three seconds are meant for a machine of one's own."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def kill(folder: Path, kills: int, seed: int, program: tuple[str, ...] = SERVE) -> Report:
    house = Running(folder, "--tempo", "0.02", "--loose", "10000", program=program)
    try:
        return run(campaign(house, kills, seed), 240 + 5 * kills)
    finally:
        house.stop()


def test_ten_kills_lose_nothing(tmp_path: Path) -> None:
    report = kill(tmp_path, 10, seed=1)
    assert report.good, report
    assert report.acked > 50
    assert median(report.back_after) < 3 * busy(), report.back_after


def test_a_house_that_acknowledges_first_is_caught(tmp_path: Path) -> None:
    report = kill(tmp_path, 6, seed=2, program=FORGETFUL)
    assert report.lost or report.retold
    assert not report.good


@pytest.mark.campaign
def test_a_thousand_kills_lose_nothing(tmp_path: Path) -> None:
    """Twenty houses, fifty kills each, as many at once as there are processors."""
    progress = Progress("kills", HOUSES * KILLS)

    def opened(k: int) -> Running:
        (tmp_path / str(k)).mkdir()
        return Running(tmp_path / str(k), "--tempo", "0.02", "--loose", "10000", "--no-backups")

    report = run(by_turns(opened, HOUSES, KILLS, seed=3, at_once=os.cpu_count() or 1, told=progress.step), 3 * 3600)
    slowest, usual = max(report.back_after), median(report.back_after)
    progress.say(f"{report.kills} kills, {report.acked} acknowledged moves, return {usual:.2f} s, slowest {slowest:.2f} s")
    assert report.good, report
    assert len(report.back_after) == HOUSES * KILLS
    assert usual < 3 * busy(), usual
