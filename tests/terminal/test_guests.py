"""Guest games are played to their end in the terminal, against every level that is offered."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pioche import Record
from pioche.engine.game import registered
from pioche.terminal.cli import main
from tests.guests import GUESTS, OFFERED


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("PIOCHE_STATE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 2000))
    with registered(*GUESTS.values(), alone=True):
        yield


@pytest.mark.parametrize(("name", "level"), OFFERED)
def test_a_match_against_a_level(name: str, level: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", name, "--bots", level, "--seed", "2", "--record", "match.jsonl"]) == 0
    assert capsys.readouterr().err == ""
    assert Record.open(tmp_path / "match.jsonl").table().over


@pytest.mark.parametrize("name", GUESTS)
def test_a_match_against_whoever_is_usual(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", name, "--seed", "2", "--lang", "fr", "--record", "match.jsonl"]) == 0
    assert capsys.readouterr().err == ""
    assert Record.open(tmp_path / "match.jsonl").table().over


@pytest.mark.parametrize("command", ["play", "arena"])
def test_a_level_that_does_not_exist_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    bots = "expert" if command == "play" else "novice,expert"

    assert main([command, "riddle", "--bots", bots]) == 2
    heard = capsys.readouterr()
    assert not heard.out
    assert "random" in heard.err
    assert len(heard.err.splitlines()) == 1
