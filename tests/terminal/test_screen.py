"""How tables look: on a real terminal, without colours, and read aloud."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche.terminal.board import sketch
from pioche.terminal.screen import Board, Screen
from tests.terminal.running import environment

pty = pytest.importorskip("pty")

COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-9][;m]|\x1b\[[0-9;]*9[0-7][;m]|\x1b\[[0-9;]*38;")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[()=>].?|\r")


@contextmanager
def terminal(state: Path, *arguments: str, **env: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The command on a terminal of its own: the process, and our end of the line."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "pioche", *arguments], stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True, env=environment(state, TERM="xterm-256color", **env), cwd=state,
    )  # fmt: skip
    os.close(theirs)
    try:
        yield running, ours
    finally:
        os.close(ours)
        running.wait(30)


def prompt(ours: int) -> bytes:
    """Everything up to the next prompt, or up to the end."""
    seen = b""
    while not re.search(rb"> (\x1b\[\?2004h)?$", seen):
        try:
            more = os.read(ours, 65536)
        except OSError:  # the other end is closed
            more = b""
        if not more:
            break
        seen += more
    return seen


def on_a_terminal(state: Path, arguments: list[str], typed: list[str], **env: str) -> str:
    """What a terminal receives while these answers are typed."""
    with terminal(state, *arguments, **env) as (running, ours):
        seen = prompt(ours)
        for answer in typed:
            os.write(ours, answer.encode() + b"\n")
            seen += prompt(ours)
        running.wait(30)
    assert running.returncode == 0
    return seen.decode(errors="replace")


def test_a_terminal_gets_colours_and_a_drawn_table(tmp_path: Path) -> None:
    seen = on_a_terminal(tmp_path, ["play", "pairs", "--seed", "3", "--lang", "fr"], ["h", "q"])

    assert COLOUR.search(seen)
    bare = CONTROL.sub("", seen)
    assert "▸ Alice (vous)" in bare
    assert "───" in bare
    assert "À vous de jouer." in bare
    assert re.search(r"2 +\S.*\+7 points +fold", bare)
    assert "Au revoir" in bare


@pytest.mark.parametrize(("arguments", "env", "boxes"), [([], {"NO_COLOR": "1"}, True), (["--plain"], {}, False)])
def test_colours_can_be_refused(arguments: list[str], env: dict[str, str], boxes: bool, tmp_path: Path) -> None:
    seen = on_a_terminal(tmp_path, ["play", "pairs", "--seed", "3", *arguments], ["q"], **env)

    assert not COLOUR.search(seen)
    assert boxes == ("───" in seen)
    assert "Alice (you" in seen


def test_rules_are_set_in_type_on_a_terminal(tmp_path: Path) -> None:
    seen = on_a_terminal(tmp_path, ["rules", "pairs"], [])

    assert "## " not in seen
    assert "losing_score" in seen


# -- boards --------------------------------------------------------------------------------------------------


def board(name: str, seat: int | None, lang: str = "en", **fields: object) -> Board:
    options = {"seats": 3}
    table = pioche.load(name, **options).at(fields)
    return sketch(table.rules, table.view(seat), ["Ada", "Bruno", "Chloé"], lang, "Title")


HAWTHORN: dict[str, Any] = {
    "phase": "hand_round", "turn": 1, "button": 2, "playing": [0, 1], "pile": [[4, 9], [6], []],
    "hand": [[1, 2, 9], [4, 4, 4], []], "pot": 7, "purse": [-1, -1, -5],
}  # fmt: skip


def test_whose_turn_it_is_and_who_is_out() -> None:
    drawn = board("hawthorn", 0, **HAWTHORN)

    assert [row.name for row in drawn.rows] == ["Ada (you)", "Bruno", "Chloé (button, out)"]
    assert [row.to_play for row in drawn.rows] == [False, True, False]
    assert [row.mine for row in drawn.rows] == [True, False, False]
    assert [row.quiet for row in drawn.rows] == [False, False, True]
    assert "hand round" in drawn.title
    assert "deal 1 of 10" in drawn.title


def test_the_one_who_looks_comes_first() -> None:
    assert [row.name.split()[0] for row in board("hawthorn", 1, **HAWTHORN).rows] == ["Bruno", "Chloé", "Ada"]
    assert [row.name.split()[0] for row in board("hawthorn", None, **HAWTHORN).rows] == ["Ada", "Bruno", "Chloé"]


def test_hidden_cards_are_backs_and_are_counted_aloud() -> None:
    drawn = board("hawthorn", 0, lang="fr", **HAWTHORN)
    place = next(k for k, label in enumerate(drawn.columns) if label == "Main")

    assert [row.cells[place].shown for row in drawn.rows] == ["1 2 9", "▮▮▮", "–"]
    assert [row.cells[place].said for row in drawn.rows] == ["1 2 9", "3 cartes cachées", "aucune"]


def test_nothing_is_shown_that_is_nothing() -> None:
    drawn = board("pairs", 0, phase="turn", turn=0, pile=[[3], [4], [5]])

    assert drawn.columns == ["Pile"]
    assert [label for label, _ in drawn.facts] == ["Deck", "Losing score"]


def test_a_column_that_repeats_another_is_left_out() -> None:
    drawn = board("pairs", 0, phase="turn", turn=0, pile=[[3], [4], [5]], points=[0, 2, 9], total=[0, 2, 9])

    assert len(drawn.columns) == 2


def test_read_aloud_every_player_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    Screen("en", plain=True).board(board("hawthorn", 0, **HAWTHORN))
    lines = capsys.readouterr().out.splitlines()

    assert len(lines) == 4
    assert lines[0].startswith("Title · deal 1 of 10 · hand round. ")
    assert "Pot 7." in lines[0]
    assert lines[2].startswith("Bruno (to play): ")
    assert "3 hidden cards" in lines[2]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", pioche.games())
def test_every_game_can_be_drawn_for_everybody(name: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = pioche.load(name).table(seed=3)
    names = [f"N{p}" for p in range(table.game.seats)]
    for seat in (None, 0, table.game.seats - 1):
        Screen(lang, plain=True).board(sketch(table.rules, table.view(seat), names, lang, name))
        lines = capsys.readouterr().out.splitlines()
        assert sum(line.startswith("N") for line in lines) == table.game.seats
        assert "None" not in "".join(lines)


def test_a_line_that_breaks_keeps_the_match(tmp_path: Path) -> None:
    with terminal(tmp_path, "play", "pairs", "--seed", "3", "--plain") as (running, ours):
        prompt(ours)
        os.write(ours, b"hit\n")
        prompt(ours)
        running.send_signal(signal.SIGHUP)

    (kept,) = tmp_path.iterdir()
    assert {"seat": 0, "do": "hit"} in pioche.Record.open(kept).moves


def drawn(name: str, **position: object) -> Board:
    options = position.pop("options", {})
    table = pioche.load(name, seats=3, **options).at(**position)  # type: ignore[arg-type]
    return sketch(table.rules, table.view(0), ["Ann", "Ben", "Cleo"], "en", name)


def test_lives_are_spelled_where_they_have_a_word() -> None:
    lost = {"phase": "between", "live": [0, 1, 2], "dealer": 0, "letters": [2, 0, 1]}
    for options, shown in (
        ({}, ["P-I", "", "P"]),
        ({"lives": "hog"}, ["2", "0", "1"]),
        ({"lives": "CARD"}, ["C-A", "", "C"]),
    ):
        board = drawn("pig", options=options, **lost)
        place = next(k for k in range(len(board.columns)) if [row.cells[k].shown for row in board.rows] == shown)
        assert board.columns[place]


def test_who_is_in_no_declared_set_is_out() -> None:
    board = drawn("port", phase="turn", turn=0, waiting=[0], playing=[0], locked=[2], pile=[[4], [9], [3]], button=0)
    assert [row.quiet for row in board.rows] == [False, True, False]
    assert "out" in board.rows[1].name
    assert not any(label in board.columns for label in ("Still in", "playing"))


def test_machinery_is_not_shown() -> None:
    for name in ("spoons", "vatra", "agnes"):
        table = pioche.load(name).table(1)
        board = sketch(table.rules, table.view(0), list("ABCD"), "en", name)
        hidden = {f.name for f in table.rules.shape.fields.values() if not f.shown}
        labels = {label for label, _ in board.facts} | set(board.columns)
        assert not labels & hidden
