"""A first deal as it goes over HTTP, whole: the learner's page plays it without asking again."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pioche.house.protocol.messages import Choice, Clock, Event, Said, TableInfo, You


class LessonNews(Struct, frozen=True):
    """What happened and how the table looks after it, as in `News`."""

    events: list[Event]
    view: dict[str, Any]
    menu: list[Choice]
    clock: Clock | None = None


class LessonStep(Struct, frozen=True):
    """A line and what it asks for. Any other move is answered with `no`."""

    said: Said
    ask: list[str]  # the moves let through; empty: the line is read, and one goes on
    no: Said
    disaster: bool  # what went wrong on purpose
    after: list[LessonNews]  # what comes of it, one by one; empty at the last choice, where `ends` says it


class LessonEnd(Struct, frozen=True):
    """What comes of one move of the last choice."""

    do: str
    said: Said
    after: list[LessonNews]


class LessonInfo(Struct, frozen=True):
    """A first deal: a table of its own, which is no match and is kept nowhere."""

    table: TableInfo
    you: You
    first: LessonNews
    steps: list[LessonStep]
    ends: list[LessonEnd]
