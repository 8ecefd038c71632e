"""Every first deal is played through, with all its ends: a rule change that breaks one is noticed here."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche import text
from pioche.engine.game import rulebooks
from pioche.engine.rulebook import Rulebook
from pioche.lessons import ME, Lesson, LessonRun, NotAsked, lesson_of
from pioche.lessons.faults import faults
from pioche.lessons.lesson import FOLDER, _on_file
from pioche.rules import hawthorn
from tests.test_text import DOTS, STRAIGHT, UNIT, badly_set

GAMES = [rules.id for rules in rulebooks().values() if rules.text is None]
DOCS = Path(__file__).parents[2] / "docs" / "games"


def lesson(game: str) -> Lesson:
    found = lesson_of(rulebooks()[game])
    assert found is not None
    return found


def lines(game: str, lang: str) -> Iterator[str]:
    for step in lesson(game).steps:
        yield from (getattr(line, lang) for line in (step, *step.ends.values()))


def test_every_game_of_the_house_has_one_and_no_other_is_left_over() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{game}.toml" for game in GAMES)
    assert len(GAMES) == 15


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_played_to_all_its_ends(game: str) -> None:
    """All it asks for is legal, the others can do what it says they do, and what the lines count on comes to pass."""
    assert faults(rulebooks()[game]) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_it_names_stand_in_the_rulebook(game: str) -> None:
    book = (DOCS / f"{game}.md").read_text(encoding="utf-8")
    met = [rule for step in lesson(game).steps for rule in step.rules]
    assert len(set(met)) >= 6
    assert [rule for rule in met if not re.search(rf"\b{rule}\b", book)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_are_well_set(game: str) -> None:
    for said in lines(game, "fr"):
        assert not badly_set(said), said
        assert not any(wrong.search(said) for wrong in (STRAIGHT, DOTS, UNIT)), said
    for said in lines(game, "en"):
        assert not STRAIGHT.search(said), said
    for lang in text.LANGUAGES:
        for said in lines(game, lang):
            assert said[0] == said[0].upper(), said
            assert said[-1] in ".!?…", said


def test_another_move_is_refused_kindly_and_changes_nothing() -> None:
    run = LessonRun(lesson("hawthorn"))
    before = run.table.position()
    with pytest.raises(NotAsked) as refused:
        run.do("choose:3")
    assert refused.value.en == "Soon. For now, try this: Choose the 8 as your first card."
    assert refused.value.fr == "Bientôt. Pour l’instant, essayez ceci\u00a0: Choisir le 8 comme carte de départ."
    assert (run.table.position(), run.at) == (before, 0)
    for _ in run.do("choose:8"):
        pass
    with pytest.raises(NotAsked) as refused:
        run.do("hit")
    assert refused.value.en == "One moment: read the line first, then go on."


def test_only_what_is_offered_is_open_at_the_last_choice() -> None:
    run = LessonRun(lesson("blackstone"))
    while not run.free:
        for _ in run.do(run.step.ask):
            pass
    assert len(run.table.legal(ME)) > 40
    assert run.wanted() == ["take:2", "take:3", "pass"]
    with pytest.raises(NotAsked):
        run.do("take:9")


def test_one_end_does_not_spoil_another() -> None:
    run = LessonRun(lesson("port"))
    while not run.free:
        for _ in run.do(run.step.ask):
            pass
    won, lost = run.at_choice(), run.at_choice()
    for _ in lost.do("draw"):
        pass
    for _ in won.do("lock"):
        pass
    assert won.table.scores[ME] > 0 > lost.table.scores[ME]
    assert not run.table.over


# -- what a change of the rules does ---------------------------------------------------------------------


def changed(name: str, lesson: Mapping[str, Any] | None, **functions: Any) -> Rulebook:
    """Hawthorn with some of its rules written anew."""
    module = types.ModuleType(name)
    module.__dict__.update(deal=hawthorn.deal, **functions)
    for function in functions.values():
        function.__module__ = name
    sys.modules[name] = module
    made = hawthorn.RULES.variant(name, name, {"en": "Thorn", "fr": "Épine"}, lesson=lesson)
    module.__dict__["RULES"] = made
    return made


def lowest_in_play(s, seats):
    return 1


def test_a_changed_rule_breaks_the_lesson() -> None:
    """Another price of passing: the pot is no longer what the lines count on."""
    written = _on_file("hawthorn")
    assert faults(changed("thorn_as_it_was", written)) == []
    assert faults(changed("cheap_thorn", written, lowest_in_play=lowest_in_play)) == [
        "pass: purse is [-2, 12, -10], not [-3, 13, -10]"
    ]


def test_what_is_missing_or_illegal_is_named() -> None:
    written = _on_file("hawthorn") or {}
    first, *rest = written["steps"]
    wrong = {**written, "steps": [{**first, "ask": "choose:2"}, *rest]}
    assert faults(changed("thorn_2", wrong)) == [
        "line 1 asks for choose:2, which is not legal; legal: ['choose:3', 'choose:5', 'choose:7', 'choose:8', 'choose:10']"
    ]
    silent = {**written, "steps": [{**first, "told": ["pair"]}, *rest]}
    assert any("line 1: no pair is told" in fault for fault in faults(changed("thorn_3", silent)))
    english = {**written, "steps": [{key: first[key] for key in first if key != "fr"}, *rest]}
    assert faults(changed("thorn_4", english)) == ["The lesson of thorn_4: missing: fr (step 1)."]
    strange = {**written, "steps": [{**first, "asks": "hit"}, *rest]}
    assert faults(changed("thorn_5", strange)) == ["The lesson of thorn_5: unknown: asks (step 1)."]
    assert faults(changed("thorn_6", None)) == ["there is no lesson"]
    others = {**written, "steps": [{**first, "then": ["1 choose:10", "2 hit"]}, *rest]}
    assert "line 1" in faults(changed("thorn_7", others))[0]


def test_a_guest_brings_its_own() -> None:
    """`Rulebook(lesson=...)`: the same data as a file beside the games of the house."""
    written = {**(_on_file("hawthorn") or {})}
    guest = changed("guest_thorn", written)
    found = lesson_of(guest)
    assert found is not None
    assert (found.game.id, faults(guest)) == ("guest_thorn", [])
    assert lesson_of(changed("lonely_thorn", None)) is None
    assert pioche.load("hawthorn").rules.lesson is None  # its own stands in a file
