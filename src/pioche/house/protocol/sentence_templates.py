"""Sentences that many tables share.

Most of what is told at a table was told at another one of the same game before, with other names. So a sentence is made
once, with a mark for each name, and kept with holes in their places. Grammar looks at the beginning of a name: the mark
begins with a letter that behaves alike, a vowel where the name takes « d’ », a small letter where it has one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pioche import text
from pioche.engine.game import Game
from pioche.engine.rulebook import Rulebook
from pioche.house.protocol import messages as p
from pioche.house.protocol.event_store import Watcher


class Template(NamedTuple):
    """A happening as a reader reads it, for the operator %: its number, that of the match, names, and the time in a game
    with a clock."""

    text: bytes
    names: Callable[[list[bytes]], Sequence[bytes]]  # picks out of `Voice.names` what goes into the holes


# The seats it names (they read « vous »), and what each of them reads, and (None) everybody else.
Happening = tuple[tuple[int, ...], dict[Watcher, Template]]


class Voice(NamedTuple):
    """How happenings are told at a table, with one of its lists of names."""

    marks: list[str]  # by seat
    names: list[bytes]  # what goes into the holes: names by seat, then the same with a capital
    known: dict[Any, Happening]


MARK = 0xE000  # the first of the characters nobody writes: one for each seat
VOICES = 16  # kinds of tables whose sentences are kept
SENTENCES = 3000  # of one kind; Pairs at a table of four has 2,400 in a minute of five hundred tables
_voices: dict[Any, tuple[Rulebook, dict[Any, Happening]]] = {}


def voice_of(game: Game, names: list[str]) -> Voice:
    marks = [_mark(seat, name) for seat, name in enumerate(names)]
    spelled = [*names, *(name[:1].upper() + name[1:] for name in names)]
    key = id(game.rules), repr(game.options), *marks  # a game that is registered again has other words
    if key not in _voices and len(_voices) >= VOICES:
        _voices.clear()
    _, known = _voices.setdefault(key, (game.rules, {}))  # which stays as long as its sentences: no other gets its number
    return Voice(marks, [p.encode(name)[1:-1] for name in spelled], known)


def forget_half(known: dict[Any, Any]) -> None:
    """Make room for new sentences. What is said often is soon there again; to forget all would be a break for everybody."""
    for key in list(known)[: len(known) // 2]:
        del known[key]


def _mark(seat: int, name: str) -> str:
    if not name:
        return ""  # « place 3 »
    letter = "a" if text.elides(name) else "b"
    return (letter.upper() if name[:1] == name[:1].upper() else letter) + chr(MARK + seat)
