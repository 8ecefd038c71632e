"""`pioche learn`: the first deal of a game, line by line; the same lesson the page plays."""

from __future__ import annotations

import time
from typing import Any

from pioche import text
from pioche.lessons import ME, Lesson, LessonRun, NotAsked, lesson_of
from pioche.terminal import refusal
from pioche.terminal.game_names import load_named
from pioche.terminal.play.menu import offered
from pioche.terminal.play.turn_based import SECONDS_BETWEEN_MOVES, Leave, Session
from pioche.terminal.screen import Screen


class Lecture(Session):
    """One learner. The others have a script instead of a head, and nothing is kept."""

    def __init__(self, lesson: Lesson, screen: Screen) -> None:
        self.lesson_run = LessonRun(lesson)
        self.table, self.me, self.screen, self.lang = self.lesson_run.table, ME, screen, screen.lang
        self.names = text.seat_names(self.table, self.lang, lesson.names)
        self.told, self.last, self.opening = 0, "", ""
        self.pace = SECONDS_BETWEEN_MOVES if screen.live else 0.0

    def run(self) -> None:
        self.news()
        while self.lesson_run.end is None:
            if self.lesson_run.wanted():
                self.decide()
            else:
                self.read()
        self.screen.say()
        self.draw()
        self.line(self.lesson_run.end.en, self.lesson_run.end.fr)

    def line(self, en: str, fr: str) -> None:
        self.screen.say("▲ " + (fr if self.lang == "fr" else en), "turn")

    def read(self) -> None:
        """A line without a move: any answer goes on."""
        self.screen.say()
        self.line(self.lesson_run.step.en, self.lesson_run.step.fr)
        while True:
            answer = self.screen.ask(self.screen.word("learn.next"))
            if answer is None:
                raise Leave
            if not answer or not self.command(answer, []):
                self.act("")
                return

    def decide(self) -> None:
        self.screen.say()
        self.draw()
        self.line(self.lesson_run.step.en, self.lesson_run.step.fr)
        moves = offered(self.table, self.me, self.lang, self.names)
        if self.lesson_run.free and self.lesson_run.step.offered:
            moves = [move for move in moves if move.word in self.lesson_run.wanted()]
        menu = self.show_menu(moves)
        while True:
            answer = self.screen.ask(self.screen.word("play.prompt"))
            if answer is None:
                raise Leave
            if not answer:
                menu = self.show_menu(moves)
            elif not self.command(answer, moves) and self.attempt(answer, moves, menu):
                return

    def act(self, word: str) -> bool:
        try:
            going = self.lesson_run.do(word)
        except NotAsked as kindly:
            self.refuse(kindly)
            return False
        for _ in going:
            if self.news() and self.pace:
                time.sleep(self.pace)
        return True


def learn(asked: Any, lang: str) -> int:
    """`pioche learn GAME`."""
    game = load_named(asked.game)
    lesson = lesson_of(game.rules)
    if lesson is None:
        raise refusal("learn.none", game=game.title("en"))
    screen = Screen(lang, asked.plain)
    screen.tell("learn.welcome", "title", game=lesson.game.title(lang))
    lecture = Lecture(lesson, screen)
    try:
        lecture.run()
    except Leave:
        screen.tell("learn.left")
        return 0
    screen.tell("learn.over", game=game.id)
    return 0
