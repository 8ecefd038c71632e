"""The first deal of each game: a prepared deal in which each rule that matters is met once (docs/lessons.md).

`lesson.py` is what a lesson says, read from the data beside it or from a guest game; `lesson_run.py` plays it at a table;
`faults.py` finds what is wrong with one.
"""

from pioche.lessons.lesson import ME, NAMES, End, Lesson, Step, has_lesson, lesson_of
from pioche.lessons.lesson_run import LessonRun, NotAsked

__all__ = ["ME", "NAMES", "End", "Lesson", "NotAsked", "Step", "LessonRun", "has_lesson", "lesson_of"]
