"""The page about the house under load says what was measured, and what was lost is counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.load import report
from bench.load.contenders import FILES, MEMORY, PIOCHE
from bench.load.measure import Load, Result

from pioche.house.stores.sqlite import SQLiteStore
from pioche.house.tables import journal as j

TIMES = {"p50": 2.0, "p99": 20.0, "p999": 30.0, "most": 40.0, "count": 30_000}


def result(name: str, cpu: float, late: float = 1.0, rate: int = 500) -> Result:
    times = {which: late * value for which, value in TIMES.items()}
    return Result(name, "somewhere", rate, 30_000, 0, 0, 35_000, 0, times, times, cpu, 0.4, 150.0, 3.0)


def test_the_best_lap_counts_and_the_others_are_set_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "setting", lambda: {"date": "today", "machine": "a core", "versions": {"Node": "20"}})
    laps = [
        result("pioche", 1.0),
        result("boardgame.io, files", 2.0, 3),
        result("pioche", 0.8),
        result("boardgame.io, files", 2.4),
    ]
    laps += [result("pioche", 0.5, rate=1000), result("pioche, PostgreSQL", 0.6, rate=1000)]
    page = report.page(laps, Load(), "python -m bench.load")
    assert "2,000 sockets at 500 tables" in page
    assert (
        "A move costs us 0.40 times the CPU of boardgame.io, files at 500 moves a second, whose p99 is 3.0 times ours."
        in page
    )
    assert "pioche, PostgreSQL, 1000 moves a second: 1.20 times the CPU of the file." in page
    assert "the best of 2 laps" in page


def test_what_is_in_the_journal_is_kept(tmp_path: Path) -> None:
    store = SQLiteStore(tmp_path / "house.db")
    store.open()
    store.begin()
    lines = [j.Line(line={"seat": 0, "do": "hit"}, who=1, id=name) for name in ("0-0", "0-1")]
    store.append("t", 0, [j.write(line) for line in lines])
    store.commit()
    store.close()
    assert PIOCHE.kept(tmp_path, [{"name": "t", "acked": ["0-0", "0-1", "0-2"]}]) == 2


def test_a_peer_is_judged_by_its_files(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    (tmp_path / "matches" / "a").write_text(json.dumps({"key": "m", "value": {"_stateID": 2, "G": {}}}))
    (tmp_path / "matches" / "b").write_text('{"key": "n", "value": {"_stateID"')  # killed in the middle
    told = [{"name": "m", "acked": ["0-0", "0-1", "0-2"]}, {"name": "n", "acked": ["1-0"]}]
    assert FILES.kept(tmp_path, told) == 2
    assert MEMORY.kept(tmp_path, told) == 0
