"""The measurement of search: what is counted, and what is told of it. Nothing here looks at a clock."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from bench import report, search
from bench.search import Thought

import pioche

WHERE = report.setting("python -m bench.search", 1.0, 1)


def test_decisions_have_something_to_decide() -> None:
    game = pioche.load("five_cards")
    asked = search.decisions(game, Random(1))

    for _ in range(50):
        table, seat = next(asked)
        assert seat in table.actors
        assert len(table.legal(seat)) > 1


def test_a_promise_is_kept_by_speed_and_in_time() -> None:
    def thought(rate: int, slowest: float) -> Thought:
        return Thought("pairs", 4, 20, 3 * rate, 3.0, 0.5, slowest)

    assert thought(200_000, 1.2).good
    assert not thought(199_999, 1.0).good
    assert not thought(900_000, 1.21).good
    told = search.page([thought(900_000, 1.0), thought(100_000, 1.0)], 300_000.0, WHERE)
    assert "| pairs | 4 | 900 k | 3x | 50% | 100% | kept |" in told
    assert "| pairs | 4 | 100 k | 0.333x | 50% | 100% | not kept |" in told


def test_without_openspiel_there_is_no_ratio() -> None:
    assert "not measured" in search.page([Thought("pairs", 4, 20, 1, 1.0, 1.0, 1.0)], None, WHERE)


def test_a_run_leaves_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "stay_on_one_core", lambda: None)  # the other tests want theirs back
    search.main(["--seconds", "0.01", "--times", "2", "--games", "pairs", "--out", str(tmp_path)])
    found = json.loads((tmp_path / "search.json").read_text())["games"]

    assert [one["game"] for one in found] == ["pairs"]
    assert found[0]["decisions"] == 2
    assert found[0]["moves"] > 0
    assert (tmp_path / "search.md").read_text().strip() in capsys.readouterr().out
