"""A lesson being played: the line of the moment, the move it asks for, and what the others then do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pioche import text
from pioche.errors import PiocheError
from pioche.lessons.lesson import ME, End, Lesson, Step

WAIT = "wait"


class NotAsked(PiocheError):
    """Another move than the one the lesson asks for. Nothing has happened."""


class LessonRun:
    """A lesson in progress: one learner at one table. Nothing of it is stored."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.table, self.at = lesson, lesson.table(), 0
        self.end: End | None = None  # what came of the last choice

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.at]

    @property
    def free(self) -> bool:
        """Whether the last choice is reached."""
        return self.at == len(self.lesson.steps) - 1

    def wanted(self) -> list[str]:
        """Return the moves that are allowed now; empty when the line is only to be read."""
        if self.free:
            legal = self.table.legal(ME)
            return [word for word in legal if word in self.step.offered] if self.step.offered else legal
        return [self.step.ask] if self.step.ask else []

    def do(self, word: str = "") -> Iterator[None]:
        """Make the move asked for (none: go on), then those of the others; yield after each, so that it can be shown.

        Raise NotAsked for any other move.
        """
        wanted = self.wanted()
        if word not in (wanted or [""]):
            raise self._not_now(wanted)
        then = self.step.then
        if self.free:
            self.end = self.step.end_of(word)
            then = self.end.then if self.end else ()
        return self._play(word, then)

    def _play(self, word: str, then: tuple[str, ...]) -> Iterator[None]:
        if word:
            self.table.act(ME, word)
            yield
        for move in then:
            self._move(move)
            yield
        if not self.free:
            self.at += 1

    def _move(self, move: str) -> None:
        who, what, *later = move.split()
        if who == WAIT or later:
            self.table.advance(self.table.s.clock + int(later[0] if later else what))
        if who != WAIT:
            self.table.act(int(who), what)

    def refusal(self, lang: str, wanted: list[str] | None = None) -> str:
        """Return the sentence that says which move is asked for."""
        wanted = self.wanted() if wanted is None else wanted
        if not wanted:
            return _word(lang, "read_first")
        labels = [text.action_label(self.table, word, lang, self.lesson.names, ME) for word in wanted]
        return _word(lang, "not_now", ask=text.listing(labels, lang, "or"))

    def _not_now(self, wanted: list[str]) -> NotAsked:
        return NotAsked(self.refusal("en", wanted), self.refusal("fr", wanted))

    def at_choice(self) -> LessonRun:
        """Copy the run at the last choice, so that several ends can be played."""
        other = LessonRun.__new__(LessonRun)
        other.lesson, other.table, other.at, other.end = self.lesson, self.table.clone(), self.at, None
        return other


def _word(lang: str, key: str, **values: Any) -> str:
    return text.fill(text.catalogue("lessons", lang)[key], values, lang)
