"""Whatever happens to several workers and their database: nothing acknowledged is lost or doubled, nothing refused is done,
and nobody waits ten seconds without being told. `make campaign-workers` does so at length."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="no psycopg here: pip install 'pioche[postgres]'")

from tests.house.cluster.misfortunes import Cluster, Report, campaign
from tests.house.running import run

SEED = int(os.environ.get("MISFORTUNES_SEED", "1"))
COUNT = int(os.environ.get("MISFORTUNES", "60"))


# A handshake that a client's own deadline cut short leaves its transport to the garbage collector of the test.
@pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <function _SelectorTransport.__del__:pytest.PytestUnraisableExceptionWarning"
)
def test_a_few_misfortunes(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, SEED)
    plan = [
        (cluster.killed, 1.0), (cluster.frozen, 5.0), (cluster.cut_off, 5.0), (cluster.lost_after_commit, 1.0),
        (cluster.lost_before_commit, 1.0), (cluster.database_crashed, 1.0),
        (cluster.database_frozen, 6.0), (cluster.joined, 1.0),
    ]  # fmt: skip
    try:
        report = run(campaign(cluster, plan), 400)
    finally:
        cluster.close()
    assert report.good, str(report)
    assert report.acknowledged > 100


@pytest.mark.campaign
def test_many_misfortunes(tmp_path: Path) -> None:
    """Every kind comes again and again, in random order, for 2 to 12 seconds."""
    cluster, dice = Cluster(tmp_path, SEED), random.Random(f"plan {SEED}")
    plan = []
    while len(plan) < COUNT:
        kinds = cluster.all_kinds()
        dice.shuffle(kinds)
        plan += [(kind, dice.uniform(2, 12)) for kind in kinds]
    try:
        report = run(campaign(cluster, plan[:COUNT]), 120 + 90 * COUNT)
    finally:
        cluster.close()
    print(report)
    assert report.good, str(report)


def test_a_report_with_a_fault_is_no_good_one() -> None:
    assert Report(silence={"frozen": 9.9}).good
    assert not Report(silence={"frozen": 10.1}).good
    for fault in ("lost", "doubled", "disordered", "untrue", "stuck"):
        assert not Report(**{fault: ["P1x1"]}).good
