"""Matches as tables: what is written is what was played, part by part, and other tools read it."""

from __future__ import annotations

import json

import numpy as np
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import pioche
from pioche import Record
from pioche.lab.data.table_files import COLUMNS, TableFile, write_records
from pioche.lab.simulate import simulate
from pioche.terminal.cli import main


def test_a_row_for_each_match_adds_up_to_the_figures(tmp_path):
    game = pioche.load("starboard", seats=3, deals=2)
    found = simulate(game, 1500, "expert", 5, out=tmp_path / "all.parquet")
    read = pq.read_table(tmp_path / "all.parquet")

    assert read.num_rows == 1500
    assert read.column("seed").to_pylist() == list(range(5, 1505))
    assert np.mean(read.column("decisions")) == pytest.approx(found.decisions.mean)
    assert np.mean(read.column("wins").to_pylist(), axis=0) == pytest.approx([one.mean for one in found.wins])
    assert read.column("players")[0].as_py() == ["expert"] * 3
    about = json.loads(read.schema.metadata[b"pioche"])
    assert (about["format"], about["game"], about["options"]["seats"], about["bots"]) == (1, "starboard", 3, "expert")


def test_it_is_written_part_by_part(tmp_path):
    simulate(pioche.load("starboard", seats=2, deals=1), 2500, out=tmp_path / "all.parquet")

    assert pq.ParquetFile(tmp_path / "all.parquet").num_row_groups == 3  # 1024 matches each, and the rest


@pytest.mark.parametrize(
    ("name", "bots"), [("hawthorn", "expert"), ("kitty", "expert,novice,novice,random"), ("pig", "reference")]
)
def test_decisions_are_those_of_the_records(name, bots, tmp_path):
    """What the seat saw, could do and did, at every decision; the same from the records of the same matches."""
    game = pioche.load(name, seats=4)
    for table in ("records", "decisions"):
        simulate(game, 3, bots, 7, out=tmp_path / f"{table}.parquet", table=table)
    decisions = pq.read_table(tmp_path / "decisions.parquet").to_pylist()
    records = [Record.loads(row["record"]) for row in pq.read_table(tmp_path / "records.parquet").to_pylist()]
    write_records(records, tmp_path / "again.parquet")
    again = pq.read_table(tmp_path / "again.parquet").to_pylist()

    assert len(decisions) > 20
    left_out = ("match", "player")
    assert [{k: v for k, v in row.items() if k not in left_out} for row in decisions] == [
        {k: v for k, v in row.items() if k not in left_out} for row in again
    ]
    for row in decisions:
        assert game.rules.timed or row["action"] in row["legal"]
        assert json.loads(row["view"])["actors"] is not None
    played = records[0].table()
    mine = [row for row in decisions if row["seed"] == 7]
    assert {row["seat"]: row["score"] for row in mine} == {row["seat"]: played.scores[row["seat"]] for row in mine}


def test_a_match_that_is_longer_than_the_room_is_written_whole(tmp_path, monkeypatch):
    game = pioche.load("hawthorn", seats=3, deals=2)
    simulate(game, 4, "expert", out=tmp_path / "whole.parquet", table="decisions")
    monkeypatch.setattr("pioche.lab.simulate.DECISIONS_KEPT_PER_MATCH", {"levels": 5})
    simulate(game, 4, "expert", out=tmp_path / "short.parquet", table="decisions")

    assert pq.read_table(tmp_path / "whole.parquet").equals(pq.read_table(tmp_path / "short.parquet"))


def test_csv_says_the_same_with_lists_as_json(tmp_path):
    game = pioche.load("starboard", seats=2, deals=1)
    for end in ("csv", "parquet"):
        simulate(game, 5, "expert", out=tmp_path / f"d.{end}", table="decisions")
    whole, plain = pq.read_table(tmp_path / "d.parquet").to_pylist(), pyarrow.csv.read_csv(tmp_path / "d.csv").to_pylist()

    assert [row["action"] for row in plain] == [row["action"] for row in whole]
    assert [json.loads(row["legal"]) for row in plain] == [row["legal"] for row in whole]
    assert [json.loads(row["view"]) for row in plain] == [json.loads(row["view"]) for row in whole]


def test_bots_of_ones_own_are_written_too(tmp_path):
    class Last:
        def __init__(self, game, seed):
            pass

        def choose(self, view, legal, events, memory):
            return legal[-1]

    simulate(
        pioche.load("starboard", seats=2, deals=1),
        3,
        [Last, "expert"],
        workers=1,
        out=tmp_path / "d.parquet",
        table="decisions",
    )
    rows = pq.read_table(tmp_path / "d.parquet").to_pylist()

    assert {row["action"] == row["legal"][-1] for row in rows if row["player"] == "Last"} == {True}


def test_nothing_is_left_of_a_file_that_was_cut_off(tmp_path):
    with pytest.raises(RuntimeError), TableFile(tmp_path / "m.parquet", "matches"):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_a_table(tmp_path, capsys):
    out = tmp_path / "m.parquet"
    assert (
        main(
            ["simulate", "pairs", "--matches", "50", "--bots", "expert", "--out", str(out), "--table", "decisions", "--json"]
        )
        == 0
    )
    assert json.loads(capsys.readouterr().out)["matches"] == 50
    assert pq.read_table(out).column_names == [name for name, _ in COLUMNS["decisions"]]


@pytest.mark.parametrize(
    "more", [["--out", "m.txt"], ["--out", "m.csv", "--table", "moves"], ["--out", "m.csv", "--figures"]]
)
def test_what_cannot_be_written_is_refused(more, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert main(["simulate", "pairs", "--matches", "5", *more]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_the_page_names_every_column():
    from pathlib import Path

    page = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
    for table, columns in COLUMNS.items():
        section = page.split(f"## `{table}`")[1].split("\n## ")[0]
        assert [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")] == [
            name for name, _ in columns
        ]
