"""The notebooks of the docs were executed without an error, show results, and still run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pioche

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["a-match-move-by-move", "a-rule-in-question"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_was_executed_and_shows_what_it_found(path: Path) -> None:
    outputs = [output for cell in cells(path) for output in cell["outputs"]]

    assert all(cell["execution_count"] for cell in cells(path))
    assert not [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]
    assert sum("text/html" in output.get("data", {}) for output in outputs) >= 3
    assert path.stat().st_size < 300_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_still_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code, with fewer matches; what a cell ends with can show itself."""
    monkeypatch.setenv("MPLBACKEND", "agg")
    space: dict[str, Any] = {}
    for cell in cells(path):
        source = "".join(cell["source"])
        for many, few in (
            ("20_000", "1_024"),
            ("6_000", "1_024"),
            ("4_000", "600"),
            ("1_000", "120"),
            ("times=200", "times=16"),
            ("decisions=100", "decisions=25"),
        ):
            source = source.replace(many, few)
        *before, last = source.splitlines()
        exec("\n".join(before) if last.isidentifier() else source, space)
        if last.isidentifier():
            assert "<table" in space[last]._repr_html_()


def test_results_show_themselves() -> None:
    found = pioche.simulate("starboard", 200, "expert")

    assert "<table>" in found._repr_html_()
    compared = pioche.compare("starboard", {"draw_cost": 2}, by="order", matches=1024)._repr_html_()
    assert "<table>" in compared
    assert "<svg" in compared
