"""The first deal of each game: a prepared deal in which each rule that matters is met once (docs/lessons.md).

`lesson.py` is what a lesson says, read from the data beside it or from a guest game; `walk.py` plays it at a table;
`faults.py` finds what is wrong with one.
"""

from pioche.lessons.lesson import ME, NAMES, End, Lesson, Step, has_lesson, lesson_of
from pioche.lessons.walk import NotAsked, Walk

__all__ = ["ME", "NAMES", "End", "Lesson", "NotAsked", "Step", "Walk", "has_lesson", "lesson_of"]
