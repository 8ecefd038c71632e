"""What has been told at a table, and to whom: one stream for every seat and one for spectators.

A stream is numbered from 1 without gaps. It is a function of the journal alone, so that a client can come back to
any number after anything, and two seats can never learn from their numbers that a third was told something.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from pioche import text
from pioche.engine.table import Table
from pioche.engine.verbs import EVERYONE
from pioche.engine.words import SLOTS
from pioche.house.protocol.messages import Event, Said, encode

Watcher = int | None  # a seat, or None for spectators
FRESH = 400  # encoded tellings kept at hand
LATEST = 64  # by their place
HEAD = b'{"n":0'


class Told(NamedTuple):
    """Something told. A happening of the game is kept as its place in the table's log and worded when needed."""

    audience: int
    by: Literal["game", "house", "talk"]
    match: int
    names: int  # which list of names was valid
    place: int  # in the log of the match; -1 for what the house or people say
    kind: str = ""
    about: Mapping[str, Any] = {}
    said: Said = Said("", "")
    at: int | None = None


class Stream:
    """The tellings one watcher has heard, by their place among all."""

    def __init__(self, generation: int) -> None:
        self.generation = generation
        self.places: list[int] = []
        self.of_match: list[int] = []  # numbers under which happenings of the present match were told

    def __len__(self) -> int:
        return len(self.places)

    def hear(self, place: int, game: bool) -> None:
        self.places.append(place)
        if game:
            self.of_match.append(len(self.places))

    def number_in_match(self, n: int) -> int:
        """How many happenings of the present match stand among the first n: what the engine calls `seen`."""
        return bisect_right(self.of_match, n)


class Streams:
    """All that was told at a table."""

    def __init__(self, seats: int) -> None:
        self.told: list[Told] = []
        self.tables: list[Table] = []  # of every match, the present one last
        self.names: list[list[str]] = [[""] * seats]
        self.streams: dict[Watcher, Stream] = {watcher: Stream(1) for watcher in (None, *range(seats))}
        self._fresh: dict[Any, bytes] = {}  # what a telling says to one reader
        self._latest: dict[int, tuple[int, bytes]] = {}  # place -> the seats it is about, what all others read

    def name(self, watcher: Watcher) -> str:
        stream = self.streams[watcher]
        return f"seat{watcher}.{stream.generation}" if watcher is not None else "public"

    def rename(self, names: list[str]) -> None:
        if names != self.names[-1]:
            self.names.append(names)
            for table in self.tables[-1:]:
                table.names = names

    def new_match(self, table: Table) -> None:
        self.tables.append(table)
        table.names = self.names[-1]
        for stream in self.streams.values():
            stream.of_match = []

    def new_owner(self, seat: int) -> None:
        """Somebody else sits there from now on: past matches of the seat are none of their business."""
        fresh = Stream(self.streams[seat].generation + 1)
        now = len(self.tables)
        for place, told in enumerate(self.told):
            if told.audience == EVERYONE or (told.audience == seat and told.match == now):
                fresh.hear(place, told.by == "game" and told.match == now)
        self.streams[seat] = fresh

    # -- telling ---------------------------------------------------------------------------------

    def tell(self, told: Told) -> None:
        place = len(self.told)
        self.told.append(told)
        game = told.by == "game"
        if told.audience == EVERYONE:
            for stream in self.streams.values():
                stream.hear(place, game)
        else:
            self.streams[told.audience].hear(place, game)

    def happenings(self, since: int) -> int:
        """Tell what the log of the present match has from `since` on; how long it is now."""
        log = self.tables[-1].s.log
        match, names = len(self.tables), len(self.names) - 1
        for place in range(since, len(log)):
            self.tell(Told(log[place][1], "game", match, names, place))
        return len(log)

    # -- reading ---------------------------------------------------------------------------------

    def encoded(self, watcher: Watcher, first: int, last: int) -> list[bytes]:
        """The events numbered first to last as JSON, as this watcher reads them."""
        places = self.streams[watcher].places
        return [b'{"n":%d' % n + self._rest(places[n - 1], watcher) for n in range(first, last + 1)]

    def _rest(self, place: int, watcher: Watcher) -> bytes:
        """Everything but the number; all read the same but those it is about."""
        latest = self._latest.get(place)
        if latest is None:
            told = self.told[place]
            about = self._seats_in(told) if told.by == "game" else 0
            if len(self._latest) >= LATEST:
                self._latest.clear()
            latest = self._latest[place] = about, self._said(told, place, None)
        if watcher is None or not latest[0] >> watcher & 1:
            return latest[1]
        return self._said(self.told[place], place, watcher)

    def _said(self, told: Told, place: int, me: Watcher) -> bytes:
        """Happenings that are alike in all they say are worded once."""
        key: Any = place
        if told.by == "game":
            table = self.tables[told.match - 1]
            kind, _, at, *about = table.s.log[told.place]
            run = text.told_with(table, told.place)
            rest_of_run = [table.s.log[place][3:] for place in (run or ())[1:]]
            key = told.match, told.names, me, kind, at if table.rules.timed else 0, run is None, *about, *rest_of_run
        rest = self._fresh.get(key)
        if rest is None:
            rest = encode(self.event(told, me))[len(HEAD) :]
            if len(self._fresh) >= FRESH:
                self._fresh.clear()
            self._fresh[key] = rest
        return rest

    def _seats_in(self, told: Told) -> int:
        """The seats an event names, as a set: they read « vous »."""
        kind, _, _, *about = self.tables[told.match - 1].s.log[told.place]
        seats = 0
        for (_, what), value in zip(self.tables[told.match - 1].rules.events[kind].fields, about, strict=False):
            if what == "seats":
                seats |= value
            elif what in ("seat", "place") and value >= 0:
                seats |= 1 << (value // SLOTS if what == "place" else value)
        return seats

    def event(self, told: Told, me: Watcher) -> Event:
        if told.by != "game":
            return Event(
                0, told.by, told.kind, told.match, dict(told.about), told.said.en, told.said.fr, told.at
            )
        return worded(self.tables[told.match - 1], told.place, 0, told.match, self.names[told.names], me)


def worded(table: Table, place: int, n: int, match: int, names: list[str], me: Watcher) -> Event:
    """A happening of a game in the words of both languages."""
    event = table._event(n, table.s.log[place])
    run = text.told_with(table, place)  # None: an earlier sentence tells it
    more = [table._event(0, table.s.log[other]) for other in (run or ())[1:]]
    sentences = ["" if run is None else text.narrate(table, event, lang, names, me, more) for lang in text.LANGUAGES]
    about = {k: v for k, v in event.items() if k not in ("n", "kind", "t")}
    return Event(n, "game", event["kind"], match, about, sentences[0], sentences[1], event.get("t"))
