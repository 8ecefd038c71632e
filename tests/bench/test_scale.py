"""The house on paper: a lost rack is no storm with a book for each cell, and is one where it should be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bench.scale import Plan, Servers, World, main

PAGE = (Path(__file__).parents[2] / "bench" / "scale.md").read_text(encoding="utf-8")


def test_a_queue_serves_one_after_the_other() -> None:
    servers = Servers(2)
    assert [servers.serve(0.0, 1.0) for _ in range(5)] == [1.0, 1.0, 2.0, 2.0, 3.0]
    assert servers.longest == 2.0
    assert servers.serve(10.0, 1.0) == 11.0


def test_everybody_comes_back_after_a_lease() -> None:
    outcome = World(Plan(workers=40, people=4_000, lost=4, cells=1, shards=1)).run()
    assert outcome.people == outcome.back == 400
    assert 4.0 <= outcome.half <= outcome.p99 <= outcome.last < 12
    assert not outcome.storm
    assert outcome.attempts >= outcome.people


def test_one_book_for_very_many_workers_is_a_storm_and_cells_are_none() -> None:
    one = World(Plan(workers=2_000, people=40_000, lost=100, cells=1, shards=1, servers=8)).run()
    cells = World(Plan(workers=2_000, people=40_000, lost=100)).run()
    assert one.storm
    assert not cells.storm
    assert one.strikes > 20 * cells.strikes


def test_the_same_seed_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        main(["--workers", "20", "--people", "800", "--lost", "2", "--cells", "1"])
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert "No storm" in told[0]


def test_the_page_shows_arguments_that_exist() -> None:
    for arguments in re.findall(r"\| `(--[^`]*)` \|$", PAGE, re.MULTILINE):
        names = re.findall(r"--([\w-]+)", arguments)
        assert {name.replace("-", "_") for name in names} <= set(Plan.__dataclass_fields__), arguments
