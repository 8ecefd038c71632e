"""What readers are told: the welcome, the table, the news. Built from what the reader's watcher may know, nothing else.

A reader is one open connection. It has no queue of news but a place in its stream and a mark that something is due. A
slow reader therefore gets several changes at once and costs no memory; one that takes nothing is cut and may resume.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from msgspec import Raw

from pioche import text
from pioche.engine.table import Table
from pioche.engine.words import SLOTS
from pioche.house.operations import limits
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import said
from pioche.house.tables.state import TableState, Told, Watcher
from pioche.house.tables.table_info import table_info

PIECE = 100  # events in one message
TAIL = 100  # events a fresh page gets when it does not ask for more
AT_ONCE = 8  # messages handed to the line in one piece
FRESH = 400  # worded events kept at hand
LATEST = 64  # by their place
NOTHING = Raw(b"null")
HEAD = len(b'{"n":0')


class Line(Protocol):
    """What a connection must be able to do."""

    takes_more: bool  # False: bytes wait to be taken
    racing: bool  # a race is on: no pings

    @property
    def rtt(self) -> int:
        """The round trip in milliseconds."""
        ...

    def say(self, texts: list[bytes]) -> None:
        """Messages, each in a frame of its own."""
        ...

    def race_ahead(self) -> None:
        """Measure round trips often."""
        ...

    def drop(self) -> None: ...


class Reader:
    """Whoever is at the other end hears the table as it is now, and every numbered event in between."""

    def __init__(self, who: int, session: str, line: Line) -> None:
        self.who, self.session, self.line = who, session, line
        self.watcher: Watcher = None
        self.stream = ""  # its full name, as last told
        self.n = 0  # the last number sent
        self.skipped = 0  # events a fresh page did not ask for
        self.greet = True  # a welcome is due
        self.news = True  # so is a look at the table
        self.info: tuple[p.You, Raw] | None = None  # the table as last told
        self.shown: tuple[Raw, Raw, bool] | None = None  # view, menu and whether time runs, as last told
        self.outbox: deque[bytes] = deque()  # answers
        self.closed: tuple[int, str] | None = None
        self.blocked: float | None = None  # since when a byte waits to be taken
        self.ended = asyncio.Event()  # the good bye is written

    def follow(self, watcher: Watcher, stream: str) -> None:
        """Listen to another stream from now on."""
        self.watcher, self.stream, self.n, self.skipped, self.shown, self.greet = watcher, stream, 0, 0, None, True

    def answer(self, answer: p.Telling) -> None:
        """What goes out with the next flush; the news that are due then go first."""
        self.outbox.append(p.encode(answer))
        if len(self.outbox) > limits.OUTBOX:
            self.outbox.clear()
            self.hang_up(p.SLOW, "slow", 0)

    def hang_up(self, code: int, reason: str, retry: int | None = None) -> None:
        """Say why, then close."""
        if self.closed is None:
            sentence = said("bye", reason)
            self.outbox.append(p.encode(p.Bye(reason, sentence.en, sentence.fr, retry)))
            self.closed = code, reason
            self.flush(None)

    def flush(self, due: Callable[[Reader], bytes | None] | None) -> None:
        """Write what is due, then the answers, as long as the line takes it. `due` gives the next message."""
        frames: list[bytes] = []
        while self.line.takes_more:
            data = due(self) if due is not None and self.closed is None else None
            if data is None and self.outbox:
                data = self.outbox.popleft()
            if data is None:
                if frames:
                    self.line.say(frames)
                self.blocked = None
                if self.closed is not None:
                    self.ended.set()
                return
            frames.append(data)
            if len(frames) == AT_ONCE:
                self.line.say(frames)
                frames = []
        if self.blocked is None:
            self.blocked = asyncio.get_running_loop().time()


class Shown(NamedTuple):
    """The table as one watcher may see it, once everything up to `n` is stored."""

    n: int
    view: Raw
    menu: Raw


BLANK = Shown(0, NOTHING, NOTHING)


class News:
    """What may be told about one table, to whom."""

    def __init__(self, state: TableState, readers: Mapping[Reader, None], time: Callable[[], p.Clock]) -> None:
        self.state, self.readers, self._time = state, readers, time
        self.shown: dict[Watcher, Shown] = {}
        self.public: Shown | None = None  # what spectators see later, where they see everything a while later
        self.delayed = BLANK  # what they see now
        self._info = NOTHING  # everything about the table but the cards
        self._info_of = -1  # the version of the seating it was made of
        self._clock: tuple[bool, Raw] | None = None  # does time run, and what is said about it
        self._labels: dict[tuple[int, int, int, str], Raw] = {}  # (match, list of names, seat, action) -> choice
        self._fresh: dict[Any, bytes] = {}  # what an event says to one watcher
        self._latest: dict[int, tuple[int, bytes]] = {}  # place -> the seats it is about, what all others read

    # -- what may be seen ------------------------------------------------------------------------

    def look(self) -> None:
        """Look at the table anew, through the eyes of everybody who reads."""
        table, shown = self.state.table, {}
        common = b"" if table is None else p.encode(in_common(table))
        for reader in self.readers:
            if reader.watcher not in shown:
                shown[reader.watcher] = self._look(table, reader.watcher, common)
        if self.state.settings.spectators == "delayed" and None in shown:
            self.public, shown[None] = shown[None], self.delayed
        self.shown = shown

    def release(self, shown: Shown) -> None:
        """What was public a while ago is shown to delayed spectators."""
        self.delayed = shown
        if None in self.shown:
            self.shown[None] = shown
        self.tell(due=True)

    def _look(self, table: Table | None, watcher: Watcher, common: bytes) -> Shown:
        """`common`: the part of the view that is the same for all, written once."""
        n = len(self.state.streams[watcher].places)
        if table is None:
            return Shown(n, NOTHING, NOTHING)
        own, menu = table.view_of_own(watcher), NOTHING
        if watcher is not None:
            words = own["legal"] if self.state.phase == "playing" else ()
            menu = Raw(p.encode([self._choice(watcher, word) for word in words]))
        return Shown(n, Raw(p.encode(own)[:-1] + b"," + common[1:]), menu)

    def _choice(self, seat: int, word: str) -> Raw:
        """A move on a menu, in words for its seat."""
        whose = seat if ":" in word else -1  # a move without a place, a card or a seat reads the same to all
        key = self.state.match, len(self.state.names), whose, word
        made = self._labels.get(key)
        if made is None:
            if len(self._labels) >= FRESH:
                self._labels.clear()
            table, names = self.state.tables[-1], self.state.names[-1]
            labels = [text.action_label(table, word, lang, names, seat) for lang in text.LANGUAGES]
            made = self._labels[key] = Raw(p.encode(p.Choice(word, labels[0], labels[1])))
        return made

    # -- telling ---------------------------------------------------------------------------------

    def tell(self, due: bool) -> None:
        """Write to everybody what is due and what was answered. `due`: there may be something new."""
        self._clock = None
        if self._info_of != self.state.version:
            self._write_info()
        for reader in list(self.readers):
            if due:
                reader.news = True
            if due or reader.outbox:
                reader.flush(self._next)

    def tell_rest(self, reader: Reader) -> None:
        """The line takes more again."""
        self._clock = None
        reader.flush(self._next)

    def came_or_went(self) -> None:
        """The table is not as it was told: other people are there."""
        self._info_of = -1

    def _write_info(self) -> None:
        present = {reader.who for reader in self.readers}
        self._info, self._info_of = Raw(p.encode(table_info(self.state, present))), self.state.version

    def _next(self, reader: Reader) -> bytes | None:
        """The next message for a reader, if any: first the welcome, then the news, piece by piece, then the table."""
        if reader.greet:
            reader.greet = False
            return self._welcome(reader)
        if reader.news and (news := self._news(reader)) is not None:
            return news
        if reader.info is None or reader.info[1] is not self._info:  # most news are about cards alone
            before, reader.info = reader.info, (self._you(reader.who), self._info)
            if reader.info != before:
                return p.encode(p.Table(*reader.info))
        return None

    def _news(self, reader: Reader) -> bytes | None:
        shown = self.shown.get(reader.watcher, BLANK)
        last = min(shown.n, reader.n + PIECE)
        places = self.state.streams[reader.watcher].places
        events = [Raw(self._event(n, places[n - 1], reader.watcher)) for n in range(reader.n + 1, last + 1)]
        reader.n = max(reader.n, last)
        if last < shown.n:
            return p.encode(p.News(events, NOTHING, NOTHING, NOTHING, True))
        reader.news = False
        if self._clock is None:
            clock = self._time()
            self._clock = clock.running, Raw(p.encode(clock)) if self.state.match else NOTHING
        running, time = self._clock
        own = reader.watcher is not None and self.state.people[reader.who].seat == reader.watcher
        menu = shown.menu if own else NOTHING
        seen = shown.view, menu, running
        if not events and seen == reader.shown:
            return None
        reader.shown = seen
        return p.encode(p.News(events, shown.view, menu, time))

    def _welcome(self, reader: Reader) -> bytes:
        reader.info = self._you(reader.who), self._info
        n = self.shown.get(reader.watcher, BLANK).n
        return p.encode(p.Welcome(*reader.info, reader.stream, n, reader.skipped))

    def _you(self, who: int) -> p.You:
        person = self.state.people[who]
        return p.You(who, person.name, person.seat, who == self.state.host, person.looks)

    # -- events in words -------------------------------------------------------------------------

    def _event(self, n: int, place: int, watcher: Watcher) -> bytes:
        """An event as this watcher reads it. Only the number differs from reader to reader, so it is put in front; all
        read the same words but the seats it is about (« vous »)."""
        latest = self._latest.get(place)
        if latest is None:
            if len(self._latest) >= LATEST:
                self._latest.clear()
            told = self.state.told[place]
            latest = self._latest[place] = self._seats_in(told), self._worded(told, place, None)
        rest = latest[1]
        if watcher is not None and latest[0] >> watcher & 1:
            rest = self._worded(self.state.told[place], place, watcher)
        return b'{"n":%d' % n + rest

    def _worded(self, told: Told, place: int, me: Watcher) -> bytes:
        """Everything but the number. Happenings that are alike in all they say are worded once."""
        key: Any = place
        if told.by == "game":
            table = self.state.tables[told.match - 1]
            kind, _, at, *about = table.s.log[told.place]
            run = text.told_with(table, told.place)
            others = [table.s.log[other][3:] for other in run[1:]] if run is not None and len(run) > 1 else ()
            key = told.match, told.names, me, kind, at if table.rules.timed else 0, run is None, *about, *others
        rest = self._fresh.get(key)
        if rest is None:
            if told.by == "game":
                event = worded(table, told.place, run, 0, told.match, self.state.names[told.names], me)
            else:
                words = told.said.en, told.said.fr
                event = p.Event(0, told.by, told.kind, told.match, dict(told.about), *words, told.at)
            if len(self._fresh) >= FRESH:
                self._fresh.clear()
            rest = self._fresh[key] = p.encode(event)[HEAD:]
        return rest

    def _seats_in(self, told: Told) -> int:
        """The seats an event names, as a set: they read « vous »."""
        if told.by != "game":
            return 0
        table, seats = self.state.tables[told.match - 1], 0
        kind, _, _, *about = table.s.log[told.place]
        for (_, what), value in zip(table.rules.events.kinds[kind].fields, about, strict=False):
            if what == "seats":
                seats |= value
            elif what in ("seat", "place") and value >= 0:
                seats |= 1 << (value // SLOTS if what == "place" else value)
        return seats


def worded(
    table: Table, place: int, run: list[int] | None, n: int, match: int, names: list[str], me: Watcher
) -> p.Event:
    """A happening of a game in the words of both languages. `run`: those told along with it (`text.told_with`)."""
    about, en, fr = table._event(n, table.s.log[place]), "", ""
    if run is not None:
        more = [table._event(0, table.s.log[other]) for other in run[1:]] if len(run) > 1 else ()
        en, fr = text.narrate(table, about, "en", names, me, more), text.narrate(table, about, "fr", names, me, more)
    kind, at = about.pop("kind"), about.pop("t", None)
    del about["n"]
    return p.Event(n, "game", kind, match, about, en, fr, at)


def in_common(table: Table) -> dict[str, Any]:
    """What all see, but for the time of the last input: others could tell from it that somebody did something in
    secret. What time it is everybody hears anyway (`clock`)."""
    common = table.view_in_common()
    del common["clock"]
    return common


def seen(table: Table, watcher: Watcher) -> dict[str, Any]:
    """The table as this watcher is shown it."""
    return table.view_of_own(watcher) | in_common(table)
