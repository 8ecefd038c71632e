"""Every game is played to its end in the terminal, at its smallest, its usual and its largest table."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import pioche
from pioche import Record
from pioche.terminal.cli import main
from tests.strategies import GAMES
from tests.terminal.test_live import at_table

TABLES = [
    (name, seats)
    for name in GAMES
    for seats in sorted({*pioche.load(name).seat_range, pioche.load(name).seats})
]  # fmt: skip
TIMED = [pair for pair in TABLES if pioche.load(pair[0]).rules.timed]


@pytest.mark.parametrize(("name", "seats"), [pair for pair in TABLES if pair not in TIMED])
def test_a_match_in_lines(
    name: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIOCHE_STATE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 20_000))
    lang = "en" if seats % 2 else "fr"
    arguments = ["play", name, "--seats", str(seats), "--seed", "2", "--lang", lang, "--record", "match.jsonl"]

    assert main(arguments) == 0
    heard = capsys.readouterr()
    assert heard.err == ""
    assert "match.jsonl" in heard.out
    table = Record.open(tmp_path / "match.jsonl").table()
    assert table.over
    assert table.game.seats == seats


LONG = pytest.mark.campaign  # twenty-five players to be beaten one after another


@pytest.mark.parametrize(("name", "seats"), [pytest.param(*pair, marks=LONG if pair[1] > 13 else ()) for pair in TIMED])
def test_a_match_against_the_clock(name: str, seats: int) -> None:
    """By somebody who presses the space bar twice a second, on a clock that only moves when nobody has anything to do."""
    more = {"rounds": 1} if name == "agnes" else {"stock": True} if seats == 2 else {}
    game = pioche.load(name, seats=seats, **more)
    live = at_table(game, *((500 * k, " ") for k in range(1, 4000)))
    live.play()

    assert live.table.over
