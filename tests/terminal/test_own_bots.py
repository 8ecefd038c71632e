"""Learnt players and bots of one's own are played against in the terminal."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from pioche import Record
from pioche.terminal.cli import main

OWN = "class Last:\n    def __init__(self, game, seed): pass\n    def choose(self, view, legal, events, memory): return legal[-1]\n"


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "last_bots.py").write_text(OWN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PIOCHE_STATE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 2000))


@pytest.mark.parametrize("bots", ["learnt", "last_bots:Last"])
def test_a_match_against_them(bots: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "hawthorn", "--bots", bots, "--seed", "2", "--option", "deals=2", "--record", "match.jsonl"]) == 0
    assert capsys.readouterr().err == ""
    assert Record.open(tmp_path / "match.jsonl").table().over


@pytest.mark.parametrize(
    "arguments", [["pairs", "--bots", "learnt"], ["pig", "--bots", "last_bots:Last"], ["pairs", "--bots", "none:Here"]]
)
def test_who_is_not_there_is_refused_in_a_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *arguments]) == 2
    heard = capsys.readouterr()
    assert arguments[-1] in heard.err
    assert len(heard.err.splitlines()) == 1
