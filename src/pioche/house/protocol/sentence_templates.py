"""Templates of encoded events, shared by all tables of a game.

Most events have occurred at another table of the same game before, with other names. So the sentences of an event are
made once, with a mark in place of each name, and the encoded event becomes a template for the operator `%`. Grammar
depends on the first letter of a name, so a mark begins with a letter of the same kind: a vowel where the name takes
« d’ », a small letter where the name begins with one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from pioche import text
from pioche.engine.game import Game
from pioche.engine.rulebook import Rulebook
from pioche.house.protocol import messages as p
from pioche.house.protocol.event_store import Watcher

FIRST_MARK = 0xE000  # private code points, one for each seat: names cannot contain them
MARK = re.compile(rb"([AaBb])\xee\x80([\x80-\xbf])")  # a mark in UTF-8
NUMBER = len(b'{"n":0')  # bytes of an event with the number 0 that are replaced by another number
MAX_CACHES = 16  # kinds of tables (game, options, beginnings of names) whose templates are kept
MAX_TEMPLATES = 3000  # of one kind; Pairs at a table of four has 2,400 in a minute of five hundred tables


class Template(NamedTuple):
    """An encoded event for one watcher: `text % (number, match, *names, time)`, with a time in games with a clock only."""

    text: bytes
    names: Callable[[list[bytes]], Sequence[bytes]]  # picks the names that go into `text` from `TableTemplates.names`


# The seats an event names (it addresses them as « vous »), and its template for each of them and for all others (None).
EventTemplates = tuple[tuple[int, ...], dict[Watcher, Template]]


class TableTemplates(NamedTuple):
    """The templates of a kind of table, with the marks and names of one table."""

    marks: list[str]  # by seat, in the place of names
    names: list[bytes]  # encoded: names by seat, then the same with a capital
    known: dict[Any, EventTemplates]  # by event, shared with other tables


_caches: dict[Any, tuple[Rulebook, dict[Any, EventTemplates]]] = {}


def templates_for(game: Game, names: list[str]) -> TableTemplates:
    """Return the templates shared by tables of this game, options and kinds of names."""
    marks = [_mark(seat, name) for seat, name in enumerate(names)]
    spelled = [*names, *(name[:1].upper() + name[1:] for name in names)]
    key = id(game.rules), repr(game.options), *marks  # a game that is registered again has other sentences
    if key not in _caches and len(_caches) >= MAX_CACHES:
        _caches.clear()
    _, known = _caches.setdefault(key, (game.rules, {}))  # keeps the rules alive, so that their id is not used again
    return TableTemplates(marks, [p.encode(name)[1:-1] for name in spelled], known)


def clear() -> None:
    """Forget all templates."""
    _caches.clear()


def forget_half(known: dict[Any, Any]) -> None:
    """Drop the older half of the templates. Dropping all of them would slow every table down."""
    for key in list(known)[: len(known) // 2]:
        del known[key]


def template_of(event: p.Event, seats: int, timed: bool) -> Template:
    """Make a template from an event with the number 0 in a match 0, whose sentences have marks in place of names. A capital
    mark stands for a name with a capital."""
    written = p.encode(event)
    head, rest = written[NUMBER : written.rindex(b',"at":')].replace(b"%", b"%%").split(b'"match":0', 1)
    places = [seat[0] - 0x80 + (seats if letter.isupper() else 0) for letter, seat in MARK.findall(rest)]
    rest = MARK.sub(b"%b", rest) + (b',"at":%d}' if timed else b',"at":null}')
    one = slice(places[0], places[0] + 1) if places else slice(0)  # so that the result is a sequence for any number
    return Template(b'{"n":%d' + head + b'"match":%d' + rest, itemgetter(*places) if len(places) > 1 else itemgetter(one))


def without_number(event: p.Event) -> bytes:
    """Encode an event with the number 0 and cut off the beginning with the number."""
    return p.encode(event)[NUMBER:]


def _mark(seat: int, name: str) -> str:
    if not name:
        return ""  # the sentence names the seat by its number instead
    letter = "a" if text.elides(name) else "b"
    return (letter.upper() if name[:1] == name[:1].upper() else letter) + chr(FIRST_MARK + seat)
