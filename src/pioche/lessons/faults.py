"""Checks of a lesson: it is played through to every end, and its length is measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pioche.engine.rulebook import Rulebook
from pioche.errors import PiocheError
from pioche.lessons.lesson import ME, OTHERWISE, End, Lesson, Step, lesson_of
from pioche.lessons.lesson_run import LessonRun

MAX_LINE_LETTERS = 170  # characters of one line
LESSON_SECONDS = (60, 120)  # how long a lesson takes
LETTERS_READ_A_SECOND = 13  # reading speed of a learner who also looks at the cards
SECONDS_TO_FIND_A_MOVE = 2.5  # to find the move that is asked for
SECONDS_TO_SEE_A_MOVE = 1.2  # to see the move of another player
MAX_LAST_MOVES = 16  # moves the last choice may have


def faults(rules: Rulebook) -> list[str]:
    """List what keeps a game's lesson from being played as it is written; empty when all is well."""
    try:
        lesson = lesson_of(rules)
        if lesson is None:
            return ["there is no lesson"]
        return _said(lesson) + _played(lesson)
    except PiocheError as broken:
        return [broken.en]


def seconds(lesson: Lesson, lang: str) -> float:
    """Estimate the seconds a learner needs who has never seen the game."""
    lines: list[Step | End] = [*lesson.steps]
    lines += list(lesson.steps[-1].ends.values())[:1]
    moves = sum(1 for step in lesson.steps if step.ask or step.ends)
    seen = sum(len(line.then) for line in lines)
    return (
        sum(len(getattr(line, lang)) for line in lines) / LETTERS_READ_A_SECOND
        + SECONDS_TO_FIND_A_MOVE * moves
        + SECONDS_TO_SEE_A_MOVE * seen
    )


def _said(lesson: Lesson) -> list[str]:
    """Check the lines: present, short enough, neither too few nor too many."""
    found: list[str] = []
    for k, step in enumerate(lesson.steps, 1):
        for line in (step, *step.ends.values()):
            found += [
                f"line {k} is too long in {lang}" for lang in ("en", "fr") if len(getattr(line, lang)) > MAX_LINE_LETTERS
            ]
    if sum(step.disaster for step in lesson.steps) != 1:
        found.append("a lesson has one disaster")
    if not lesson.steps[-1].ends:
        found.append("the last choice has no ends")
    for lang in ("en", "fr"):
        if not LESSON_SECONDS[0] <= seconds(lesson, lang) <= LESSON_SECONDS[1]:
            found.append(f"it takes {seconds(lesson, lang):.0f} seconds in {lang}")
    return found


def _played(lesson: Lesson) -> list[str]:
    run, found = LessonRun(lesson), list[str]()
    while not run.free:
        k, step, told = run.at + 1, run.step, len(run.table.s.log)
        if step.ask and step.ask not in run.table.legal(ME):
            return [*found, f"line {k} asks for {step.ask}, which is not legal; legal: {run.table.legal(ME)}"]
        try:
            for _ in run.do(step.ask):
                pass
        except (PiocheError, ValueError) as refused:
            return [*found, f"line {k}: {refused}"]
        found += _shown(run, step, told, f"line {k}")
    legal = run.wanted()
    found += [f"{word} is offered and not legal" for word in run.step.offered if word not in legal]
    if not 2 <= len(legal) <= MAX_LAST_MOVES:
        found.append(f"the last choice has {len(legal)} moves")
    named = {word.partition(":")[0] for word in legal} | set(legal) | {OTHERWISE}
    found += [f"{word} is no move of the last choice" for word in run.step.ends if word not in named]
    for word in legal:
        found += _ended(run.at_choice(), word)
    return found


def _ended(run: LessonRun, word: str) -> list[str]:
    told = len(run.table.s.log)
    try:
        for _ in run.do(word):
            pass
    except (PiocheError, ValueError) as refused:
        return [f"after {word}: {refused}"]
    return _shown(run, run.end, told, word) if run.end else [f"{word} has no end"]


def _shown(run: LessonRun, line: Step | End, told: int, where: str) -> list[str]:
    """List the events and fields that the line counts on and that did not come."""
    table = run.table
    kinds = {table.rules.events[entry[0]].name for entry in table.s.log[told:]}
    found = [f"{where}: no {kind} is told, only {sorted(kinds)}" for kind in line.told if kind not in kinds]
    view: Mapping[str, Any] = table.view(ME)
    for name, value in line.shows.items():
        if view.get(name) != value:
            found.append(f"{where}: {name} is {view.get(name)}, not {value}")
    return found
