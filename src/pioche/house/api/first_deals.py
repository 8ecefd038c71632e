"""Lessons over HTTP: the first deal of a game is played once in advance and sent whole to every learner.

A lesson therefore needs no table, no journal and no memory per learner.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache

from pioche import text
from pioche.engine.game import rulebooks
from pioche.engine.verbs import EVERYONE
from pioche.house.api.endpoint import Call
from pioche.house.protocol import lesson_bodies as b
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import Refusal, both
from pioche.house.tables.news import facts_of, in_common, worded
from pioche.lessons import ME, End, Lesson, LessonRun, Step, lesson_of
from pioche.lessons.faults import faults

NO_TABLE = "lesson"  # instead of the code of a table


async def lesson(call: Call) -> b.LessonInfo:
    """Return the lesson of a game. The first request plays it, in a thread so that the loop stays free."""
    name = call.part("game")
    return await asyncio.to_thread(lesson_info, name) if name in rulebooks() else _none()


@cache
def lesson_info(name: str) -> b.LessonInfo:
    """Play the lesson of a game and return all its steps.

    Refuse with 404 if the game has no lesson, or if a plugin's lesson cannot be played as it is written.
    """
    rules = rulebooks()[name]
    if rules.lesson is not None and faults(rules):
        return _none()
    found = lesson_of(rules)
    return _Recorder(found).all() if found is not None else _none()


def _none() -> b.LessonInfo:
    raise Refusal("no_lesson", status=404)


class _Recorder:
    """Plays a lesson and records the learner's news after each move."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.lesson_run = lesson, LessonRun(lesson)
        self.log_place = 0  # entries of the log that have been worded
        self.number = 0  # of the learner's last event

    def all(self) -> b.LessonInfo:
        run, first, steps = self.lesson_run, self._news(self.lesson_run), []
        while not run.free:
            step, no = run.step, both(run.refusal)
            after = self._after(run, step.ask)
            steps.append(b.LessonStep(_said(step), [step.ask] if step.ask else [], no, step.disaster, after))
        wanted = run.wanted()
        steps.append(b.LessonStep(_said(run.step), wanted, both(run.refusal), False, []))
        you = p.You(ME, "", ME, False)
        return b.LessonInfo(self._table(), you, first, steps, list(self._ends(wanted)))

    def _ends(self, wanted: list[str]) -> Iterator[b.LessonEnd]:
        """Play each move of the last choice, every time from the same position."""
        log_place, number = self.log_place, self.number
        for word in wanted:
            run = self.lesson_run.at_choice()
            self.log_place, self.number = log_place, number
            after = self._after(run, word)
            assert run.end is not None
            yield b.LessonEnd(word, _said(run.end), after)

    def _after(self, run: LessonRun, word: str) -> list[b.LessonNews]:
        return [self._news(run) for _ in run.do(word)]

    def _news(self, run: LessonRun) -> b.LessonNews:
        """Return the learner's events since the last call, and the table as the learner sees it now."""
        table, names, log = run.table, list(self.lesson.names), run.table.s.log
        events = []
        for place in range(self.log_place, len(log)):
            if log[place][1] in (EVERYONE, ME):
                self.number += 1
                events.append(worded(table, place, text.told_with(table, place), self.number, 1, names, ME))
        self.log_place = len(log)
        menu = [self._choice(run, word) for word in table.legal(ME)]
        clock = p.Clock(table.s.clock, False, []) if table.rules.timed else None
        view = table.view_of_own(ME) | in_common(table)
        return b.LessonNews(events, view | facts_of(table, view, counted=False), menu, clock)

    def _choice(self, run: LessonRun, word: str) -> p.Choice:
        en, fr = (text.action_label(run.table, word, lang, self.lesson.names, ME) for lang in text.LANGUAGES)
        return p.Choice(word, en, fr)

    def _table(self) -> p.TableInfo:
        game, guest = self.lesson.game, text.catalogue("house", "en")["guest"]
        seats = [
            p.SeatInfo(seat, name, bot="regular") if seat != ME else p.SeatInfo(ME, guest, ME)
            for seat, name in enumerate(self.lesson.names)
        ]
        settings = p.Settings(talk="off")
        return p.TableInfo(
            NO_TABLE, game.id, "", both(game.title), dict(game.options), settings, "playing", 1, seats, [], ME
        )


def _said(line: Step | End) -> p.Said:
    return p.Said(line.en, line.fr)
