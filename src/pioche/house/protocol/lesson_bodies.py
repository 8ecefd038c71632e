"""A lesson over HTTP. It is sent whole: the learner's page plays it without further requests."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pioche.house.protocol.messages import Choice, Clock, Event, Said, TableInfo, You


class LessonNews(Struct, frozen=True):
    """Events and the table after them, as in `News`."""

    events: list[Event]
    view: dict[str, Any]
    menu: list[Choice]
    clock: Clock | None = None


class LessonStep(Struct, frozen=True):
    """A sentence for the learner and the moves it asks for. Any other move is answered with `no`."""

    said: Said
    ask: list[str]  # accepted moves; empty: the sentence is only read
    no: Said
    disaster: bool  # an intended bad outcome
    after: list[LessonNews]  # one by one; empty at the last choice, see `ends`


class LessonEnd(Struct, frozen=True):
    """The end of the lesson after one move of the last choice."""

    do: str
    said: Said
    after: list[LessonNews]


class LessonInfo(Struct, frozen=True):
    """A lesson: a prepared first deal at a table that is not stored."""

    table: TableInfo
    you: You
    first: LessonNews
    steps: list[LessonStep]
    ends: list[LessonEnd]
