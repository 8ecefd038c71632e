"""Names, titles and files from elsewhere: whatever they hold, a terminal shows it and obeys none of it."""

from __future__ import annotations

import ast
import io
import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import pioche
from pioche.errors import BadRecord
from pioche.terminal.board import sketch
from pioche.terminal.cli import main
from pioche.terminal.screen import Screen
from pioche.text.plain_letters import harmless, harmless_json, on_one_line
from pioche.tournament import Tournament

HOSTILE = [
    "\x1b]0;window title\x07",  # OSC 0
    "\x1b[2J\x1b[H",  # clear the screen
    "\x1b]52;c;cm0gLXJmIC8K\x07",  # OSC 52: the clipboard
    "\x9b2J\x9d0;title\x9c",  # the same as C1 controls
    "abc\u202ecba",  # right to left from here
    "\u2067x\u2066\u2069\u200f\u061c",
    "\b\b\b\r\x7f\x00\x0e",
    "line\nline\ttab\u2028line\x85line",
]
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The code of a command, and all it said; nothing of it is obeyed by a terminal."""
    code = main([*words, "--lang", "en"])
    heard = capsys.readouterr()
    both = heard.out + heard.err
    assert not OBEYED.search(both), [both[max(0, m.start() - 20) : m.end()] for m in OBEYED.finditer(both)]
    return code, both


# -- the functions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", HOSTILE)
def test_what_a_terminal_would_obey_is_shown(words: str) -> None:
    assert not OBEYED.search(harmless(words))
    assert not re.search("[\n\t]", on_one_line(words))
    assert json.loads(harmless_json(json.dumps(words, ensure_ascii=False))) == words


def test_ordinary_words_stay_as_they_are() -> None:
    for words in ("Gaëlle, 8♠ – «\u00a0oui\u202f!\u00a0»", "עברית العربية", "👩\u200d👧", "two\nlines\tand a tab"):
        assert harmless(words) == words
    assert harmless("\x1b[2J\x7f\u202e") == "␛[2J␡<U+202E>"


def test_the_terminal_prints_through_one_function() -> None:
    """A `print` elsewhere would be a way past it; what `rich` draws is cleaned in `Screen`."""
    folder = Path(pioche.__file__).parent / "terminal"
    for path in folder.rglob("*.py"):
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        printed = [call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id == "print"]
        assert len(printed) == (2 if path == folder / "__init__.py" else 0), (path, printed)


# -- records -----------------------------------------------------------------------------------------------


def record_of(names: Sequence[str], game: str = "pairs", **options: Any) -> pioche.Record:
    table = pioche.load(game, seats=len(names), **options).table(seed=2)
    dice = random.Random(1)
    for _ in range(25):
        if not table.over and table.actors:
            seat = dice.choice(table.actors)
            table.act(seat, dice.choice(table.legal(seat)))
    record = table.record()
    record.names = list(names)
    return record


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIOCHE_STATE", str(tmp_path))
    record_of(HOSTILE, games=20).save(tmp_path / "hostile.jsonl")
    return tmp_path / "hostile.jsonl"


@pytest.mark.parametrize("how", [(), ("--plain",), ("--all",), ("--seat", "2")])
def test_a_record_with_hostile_names_is_told(
    how: tuple[str, ...], hostile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = run(capsys, "replay", str(hostile), *how)
    assert code == 0
    assert "␛]0;window title␇" in told
    assert "line␊line␉tab" in told, "a name forges no line of its own"


def test_a_match_with_hostile_names_is_taken_up_again(
    hostile: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    code, told = run(capsys, "play", "--resume", str(hostile))
    assert code == 0
    assert "␛]52;c;" in told


def test_hostile_names_are_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(HOSTILE)
    record.fair = {"promise": "\x1b[2J", "deal": "\u202e", "shares": [], "house": "\x9b"}
    record.save(tmp_path / "fair.jsonl")
    assert run(capsys, "verify", str(tmp_path / "fair.jsonl"))[0] in (1, 2)


@pytest.mark.parametrize("place", ["game", "options", "do", "cards", "position", "path", "pioche"])
def test_refusals_of_records_are_harmless(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, bad = record_of(["A", "B"]), HOSTILE[0] + HOSTILE[4]
    head: dict[str, Any] = record.header()
    path = tmp_path / "bad.jsonl"
    if place == "do":
        record.moves[0]["do"] = bad
    elif place == "options":
        head["options"] = {bad: bad}
    elif place == "position":
        head["position"] = {bad: bad}
    elif place == "path":
        path = tmp_path / f"bad{HOSTILE[1]}{HOSTILE[4]}.jsonl"
    else:
        head[place] = bad
    path.write_text("".join(json.dumps(line) + "\n" for line in [head, *record.moves]), encoding="utf-8")
    told = run(capsys, "replay", str(path) + ("x" if place == "path" else ""))
    assert told[0] == 2
    assert told[1].count("\n") == 1


@pytest.mark.parametrize(
    "line",
    ["[" * 100_000, '{"pioche": ' * 100_000, "1" * 5000, '{"a": ' + "1" * 5000 + "}", "\x00" * 100, "null", '"\\ud800"'],
)
def test_what_is_no_record_is_refused_in_a_sentence(line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = record_of(["A", "B"]).dumps()
    endless = good.replace('"seed": 2', '"seed": 1e999', 1)
    for written in (line, endless, good + line + "\n"):
        (tmp_path / "odd.jsonl").write_text(written, encoding="utf-8")
        code, told = run(capsys, "replay", str(tmp_path / "odd.jsonl"))
        assert code == 2
        assert told.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="only some systems have a file that never ends")
def test_a_file_that_never_ends_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = run(capsys, "replay", "/dev/zero")
    assert (code, told.count("\n")) == (2, 1)
    assert "longer than any record" in told


def test_more_lines_than_any_match_has_are_refused_before_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(line: str) -> Any:
        raise AssertionError("a line was read")

    written = record_of(["A", "B"]).dumps() + '{"seat":0,"do":"nothing"}\n' * 1_000_001
    monkeypatch.setattr(json, "loads", read)
    with pytest.raises(BadRecord, match="1000000 lines"):
        pioche.Record.loads(written)


# -- tournaments and new games -----------------------------------------------------------------------------


def test_a_tournament_with_hostile_words_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    title, reason = HOSTILE[0], HOSTILE[4] + HOSTILE[2]
    t = Tournament("agnes", seed=1, rounds=1, title=title)
    for name in ("Ada", "Bea", "Cy", "Dan"):
        t.register(name, club=reason)
        t.check_in(name)
    t.seat()
    t.start()
    t.call("Ada", reason)
    t.warn("Bea", reason)
    t.penalty("Bea", 1, reason)
    Path("tournament.jsonl").write_text(
        "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in t.log), encoding="utf-8"
    )
    for verb in (
        "",
        "status",
        "standings",
        "seating",
        "log",
        "ranking",
        "standings --json",
        "ranking --json",
        "seating --why",
    ):
        code, told = run(capsys, "tournament", *verb.split())
        assert code == 0, verb
        if verb == "status":
            assert "␛]0;window title␇" in told
        if verb == "log":
            assert [json.loads(line) for line in told.splitlines()] == t.log, "JSON keeps its value"
    for words in (["add", HOSTILE[1]], ["swap", HOSTILE[1], "Ada"], ["penalty", "Ada", HOSTILE[0]], [HOSTILE[1]]):
        assert run(capsys, "tournament", *words)[0] == 2
    assert run(capsys, "tournament", "status", "--file", HOSTILE[0])[0] == 2
    assert run(capsys, "tournament", "new", "agnes", "--file", "t\x1b[2J.jsonl", "--title", title)[0] == 0


@pytest.mark.parametrize("words", HOSTILE)
def test_a_new_game_with_a_hostile_name_is_told_about(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "new", words)[0] == 2
    assert run(capsys, "new", "whist_two", "--title", words, "--out", words.replace("\x00", ""))[0] == 0


@pytest.mark.parametrize("words", HOSTILE)
def test_every_other_command_refuses_hostile_words_harmlessly(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        ["play"],
        ["rules"],
        ["learn"],
        ["simulate"],
        ["compare"],
        ["report"],
        ["odds"],
        ["print"],
        ["completion"],
    ):
        assert run(capsys, *command, words)[0] == 2
    assert run(capsys, words)[0] == 2
    assert run(capsys, "games", "--" + words)[0] == 2
    assert run(capsys, "help", words)[0] == 2


# -- on a terminal -----------------------------------------------------------------------------------------


def test_a_coloured_screen_shows_names_harmlessly(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, out = Screen("en"), io.StringIO()
    console = Console(file=out, force_terminal=True, width=200, highlight=False, markup=False, emoji=False)
    monkeypatch.setattr(screen, "console", console)
    table = pioche.load("pairs", seats=len(HOSTILE)).table(seed=1)
    screen.board(sketch(table.rules, table.view(None), HOSTILE, "en", HOSTILE[0]))
    for words in HOSTILE:
        screen.say(words, "news")
        screen.rule(words)
        screen.markdown(words)
        screen.menu([(words, words, words, words)])
        screen.grid([words, words], [[words, words]])
    drawn = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())  # the colours are ours
    assert not OBEYED.search(drawn), [drawn[max(0, m.start() - 20) : m.end()] for m in OBEYED.finditer(drawn)][:3]
    assert "␛]0;window title␇" in drawn


@pytest.mark.parametrize("foreign", HOSTILE)
def test_paths_in_sentences_of_the_server_are_shown(
    capsys: pytest.CaptureFixture[str], foreign: str, tmp_path: Path
) -> None:
    missing = tmp_path / f"house{foreign}.db".replace("\0", "")
    code, heard = run(capsys, "doctor", "--data", str(missing))
    assert code == 2
    assert heard.count("\n") == 1, "a name forges no line of its own"
