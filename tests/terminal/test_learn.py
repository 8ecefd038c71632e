"""`pioche learn`: the same first deals in a terminal, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pioche.engine.game import rulebooks
from pioche.lessons import Lesson, LessonRun, lesson_of
from pioche.terminal.cli import main
from pioche.terminal.play.learning import Lecture
from pioche.terminal.screen import Screen
from tests.terminal.running import pioche

GAMES = [rules.id for rules in rulebooks().values() if rules.text is None]


def lesson(game: str) -> Lesson:
    found = lesson_of(rulebooks()[game])
    assert found is not None
    return found


def answers(game: str) -> list[str]:
    """What a good pupil types: the move asked for, or nothing; at the end the first move offered."""
    taught = lesson(game)
    run = LessonRun(taught)
    while not run.free:
        for _ in run.do(run.step.ask):
            pass
    return [*(step.ask for step in taught.steps[:-1]), run.wanted()[0]]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_is_finished(
    game: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(answers(game))
    monkeypatch.setattr(Screen, "ask", lambda *_: next(typed))
    assert main(["learn", game, "--plain", "--lang", lang]) == 0
    said = capsys.readouterr().out
    for step in lesson(game).steps:
        assert getattr(step, lang) in said
    assert f"pioche play {game}" in said
    assert list(typed) == []


def test_another_move_is_refused_kindly(tmp_path: Path) -> None:
    ran = pioche("learn", "hawthorn", state=tmp_path, typed="choose:3\n4\nq\n")
    assert "Soon. For now, try this: Choose the 8 as your first card." in ran.stdout
    assert "Basile’s 2" in ran.stdout  # 4 was the 8, and the lesson went on
    assert "Until next time." in ran.stdout
    assert ran.returncode == 0
    assert list(tmp_path.iterdir()) == []  # nothing is kept


def test_rules_can_be_read_and_the_end_of_the_input_leaves(tmp_path: Path) -> None:
    ran = pioche("learn", "l’aubépine", "--lang", "fr", state=tmp_path, typed="r\n")
    assert "La première donne de L’Aubépine" in ran.stdout
    assert "À la prochaine." in ran.stdout


def test_a_long_menu_offers_what_the_last_choice_offers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lecture = Lecture(lesson("blackstone"), Screen("en", plain=True))
    typed = iter(answers("blackstone"))
    monkeypatch.setattr(Screen, "ask", lambda *_: next(typed))
    lecture.run()
    menu = capsys.readouterr().out.rpartition("At least two cards")[2]
    assert [line[:1] for line in menu.splitlines() if "[" in line] == ["1", "2", "3"]


def test_a_game_without_a_lesson_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("pioche.terminal.play.learning.lesson_of", lambda rules: None)
    assert main(["learn", "pairs"]) == 2
    assert "There is no lesson for Pairs." in capsys.readouterr().err
