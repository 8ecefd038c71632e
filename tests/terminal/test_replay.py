"""A record told in words, by the eyes of a seat, of a spectator, or of nobody who could be there."""

from __future__ import annotations

import io
import random
import re
import sys
from pathlib import Path

import pytest

import pioche
from pioche.terminal.cli import main
from tests.terminal.running import pioche as command

LANGUAGES = ("en", "fr")


def played(name: str, seed: int = 4, moves: int = 500, **options: object) -> pioche.Record:
    table = pioche.load(name, **options).table(seed=seed)
    dice = random.Random(seed)
    while not table.over and len(table.moves) < moves:
        seat = dice.choice(table.actors)
        table.act(seat, dice.choice(table.legal(seat)))
    record = table.record()
    record.names = ["Ada", "Bruno", "Chloé"][: table.game.seats]
    return record


@pytest.fixture
def hawthorn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LC_ALL", "C")
    path = tmp_path / "hawthorn.jsonl"
    played("hawthorn", seats=3, deals=2).save(path)
    return path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_whole_story_with_the_final_scores(lang: str, hawthorn: Path, tmp_path: Path) -> None:
    done = command("replay", str(hawthorn), "--lang", lang, state=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    table = pioche.replay(hawthorn)
    told = done.stdout
    for name, score in zip(("Ada", "Bruno", "Chloé"), table.scores, strict=True):
        assert re.search(rf"^{name} +{str(score).replace('-', '−')} +\d$", told, re.MULTILINE)
    numbers = [int(found) for found in re.findall(r"^ +(\d+)  \S", told, re.MULTILINE)]
    assert numbers == sorted(numbers)
    assert numbers[-1] == len(table.moves)


def test_a_spectator_hears_of_no_hand(hawthorn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = pioche.Record.open(hawthorn)
    told = pioche.text.runs(record.table().rules, record.table().history())  # a hand is one sentence
    private = [event for event, *_ in told if event["only"] is not None]
    lines = {}
    for how in ((), ("--seat", "2"), ("--all",)):
        assert main(["replay", str(hawthorn), *how]) == 0
        lines[how] = capsys.readouterr().out.splitlines()

    own = sum(event["only"] == 1 for event in private)
    assert own == 2
    assert len(lines[("--seat", "2")]) - len(lines[()]) == own
    assert len(lines[("--all",)]) - len(lines[()]) == len(private)
    assert sum("only Bruno sees this" in line for line in lines[("--all",)]) == own


def test_the_one_who_looks_is_you(hawthorn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["replay", str(hawthorn), "--seat", "2", "--lang", "fr"])
    told = capsys.readouterr().out

    assert "Bruno (vous" in told
    assert re.search(r"\d  Vous ", told)


def test_step_by_step_stops_when_asked(
    hawthorn: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\nq\n"))

    assert main(["replay", str(hawthorn), "--step"]) == 0
    assert capsys.readouterr().out.count("Enter for the next move") == 3


def test_an_unfinished_record_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pairs.jsonl"
    played("pairs", seats=2, moves=3).save(path)

    assert main(["replay", str(path), "--lang", "en"]) == 0
    assert "before the match does" in capsys.readouterr().out


def test_the_end_of_a_match_is_known_with_its_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pairs.jsonl"
    played("pairs", seats=2).save(path)

    main(["replay", str(path), "--lang", "fr"])
    assert "La partie est terminée." in capsys.readouterr().out


DAMAGE = {
    "cut in the middle": lambda text: text[:-20],
    "no record at all": lambda text: "Once upon a time\n",
    "empty": lambda text: "",
    "an illegal move": lambda text: text.replace('"do": "choose:', '"do": "hit:', 1),
    "a seat that is not there": lambda text: text.replace('"seat": 1', '"seat": 9', 1),
    "other rules": lambda text: text.replace('"rules": ', '"rules": 9', 1),
    "a game nobody knows": lambda text: text.replace('"game": "hawthorn"', '"game": "whist"', 1),
    "an impossible option": lambda text: text.replace('"ante": 1', '"ante": -1', 1),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_record_is_refused_in_one_sentence(
    damage: str, lang: str, hawthorn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = hawthorn.read_text(encoding="utf-8")
    assert written != DAMAGE[damage](written)
    hawthorn.write_text(DAMAGE[damage](written), encoding="utf-8")

    assert main(["replay", str(hawthorn), "--lang", lang]) == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    assert heard.err.count("\n") == 1
    assert heard.err.strip()


def test_a_seat_that_was_not_there_is_refused(hawthorn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(hawthorn), "--seat", "4", "--lang", "en"]) == 2
    assert capsys.readouterr().err == "There is no seat 4: seats are numbered from 1 to 3.\n"


def test_a_folder_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path), "--lang", "en"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
