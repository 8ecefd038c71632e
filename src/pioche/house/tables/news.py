"""Messages to readers: the welcome, the table, the news. Built only from what the watcher of a reader may know.

A reader is one open connection. It has no queue of news but a place in its stream and a mark that something is due. A
slow reader therefore gets several changes at once and costs no memory; one that takes nothing is cut and may resume.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

from msgspec import Raw

from pioche import text
from pioche.engine.table import Table
from pioche.house.operations import limits
from pioche.house.protocol import messages as p
from pioche.house.protocol.event_store import Watcher
from pioche.house.protocol.sentence_templates import (
    MAX_TEMPLATES,
    EventTemplates,
    TableTemplates,
    Template,
    forget_half,
    template_of,
    templates_for,
    without_number,
)
from pioche.house.protocol.sentences import said
from pioche.house.tables.services import ReaderConnection
from pioche.house.tables.state import TableState
from pioche.house.tables.table_info import BLANK, EMPTY, NOTHING, Moment, Run, Shown, as_told, table_info

MAX_EVENTS_PER_MESSAGE = 100
FRESH_PAGE_EVENTS = 100  # what a page without a number gets
MAX_FRAMES_AT_ONCE = 8  # given to a connection in one call
LABELS_KEPT, MENUS_KEPT, RUNS_KEPT = 1000, 40, 20  # encoded, to be sent again


class Reader:
    """One connection: it is sent the table as it is now, and every numbered event in between."""

    def __init__(self, who: int, session: str, connection: ReaderConnection) -> None:
        self.who, self.session, self.connection = who, session, connection
        self.watcher: Watcher = None
        self.stream = ""  # its full name, as last told
        self.n = 0  # the last number sent
        self.skipped = 0  # events a fresh page did not ask for
        self.greet = True  # a welcome is due
        self.news = True  # so is a look at the table
        self.info: tuple[p.You, Raw] | None = None  # the table as last told
        self.shown: tuple[Raw, Raw, Raw, bool] | None = None  # view, menu, ending and whether time runs, as last told
        self.outbox: deque[bytes] = deque()  # answers
        self.closed: tuple[int, str] | None = None
        self.blocked: float | None = None  # since when a byte waits to be taken
        self.ended = asyncio.Event()  # the good bye is written

    def follow(self, watcher: Watcher, stream: str) -> None:
        """Listen to another stream from now on."""
        self.watcher, self.stream, self.n, self.skipped, self.shown, self.greet = watcher, stream, 0, 0, None, True

    def answer(self, answer: p.Telling) -> None:
        """Queue an answer for the next flush; news that are due go first."""
        self.outbox.append(p.encode(answer))
        if len(self.outbox) > limits.MAX_OUTBOX_MESSAGES:
            self.outbox.clear()
            self.hang_up(p.SLOW, "slow", 0)

    def hang_up(self, code: int, reason: str, retry: int | None = None) -> None:
        """Say why, then close."""
        if self.closed is None:
            sentence = said("bye", reason)
            self.outbox.append(p.encode(p.Bye(reason, sentence.en, sentence.fr, retry)))
            self.closed = code, reason
            self.flush(None)

    def flush(self, due: Callable[[Reader], list[bytes]] | None) -> None:
        """Write what is due, then the answers, as long as the connection takes it. Fewer than the most
        at once are the last."""
        connection, outbox = self.connection, self.outbox
        while connection.takes_more:
            frames = due(self) if due is not None and self.closed is None else []
            while outbox and len(frames) < MAX_FRAMES_AT_ONCE:
                frames.append(outbox.popleft())
            if frames:
                connection.send_texts(frames)
            if len(frames) < MAX_FRAMES_AT_ONCE:
                self.blocked = None
                if self.closed is not None:
                    self.ended.set()
                return
        if self.blocked is None:
            self.blocked = asyncio.get_running_loop().time()


class Command(NamedTuple):
    """A command of a reader, and when its bytes were read."""

    reader: Reader
    wish: p.AnyCommand
    arrived: float


class News:
    """The messages of one table, by watcher."""

    def __init__(self, state: TableState, readers: Mapping[Reader, None], time: Callable[[TableState], p.Clock]) -> None:
        """`state`: of a table nobody has been told of. Nothing here keeps it: every method is handed it as it is now."""
        self.readers, self._time = readers, time
        self.shown: dict[Watcher, Shown] = {}
        self.public: Moment | None = None  # what spectators see later, where they see everything a while later
        fresh = table_info(TableState(state.opened), set())
        self.delayed = Moment(BLANK, fresh, Raw(p.encode(fresh)), False, NOTHING)  # what they see now
        self._info = NOTHING  # everything about the table but the cards
        self._info_of = -1  # the version of the seating it was made of
        self._clock: tuple[bool, Raw] | None = None  # does time run, and what is said about it
        self._labels: dict[tuple[int, int, str], Raw] = {}  # (version of the seating, seat, action) -> choice
        self._menus: dict[tuple[Any, ...], Raw] = {}  # (version of the seating, seat, actions) -> choices
        self._templates: dict[int, TableTemplates] = {}  # by list of names
        self._runs: dict[tuple[int, bytes], Run] = {}  # of this moment, by the number before them and their places

    # -- what may be seen ------------------------------------------------------------------------

    def look(self, state: TableState) -> None:
        """Render the table for every watcher that is read."""
        ending, shown = state.ending, {}
        table = state.table if ending is None or ending.over else ending.table
        common = {} if table is None else in_common(table)
        written = p.encode(common)[1:]
        for reader in self.readers:
            if (watcher := reader.watcher) not in shown:
                shown[watcher] = self._look(state, table, watcher, common, written)
        if state.settings.spectators == "delayed":
            self._keep_for_later(state, shown.get(None) or self._look(state, table, None, common, written))
            shown[None] = self.delayed.shown
        self.shown = shown

    def _keep_for_later(self, state: TableState, shown: Shown) -> None:
        """The table, its clocks and its people: spectators see it in a while, or at once before the first match."""
        info, clock = table_info(state, {reader.who for reader in self.readers}), self._time(state)
        moment = Moment(shown, info, Raw(p.encode(info)), clock.running, Raw(p.encode(clock)))
        if state.lags(None):
            self.public = moment
        else:
            self.delayed = moment

    def release(self, state: TableState, moment: Moment) -> None:
        """Show delayed spectators what was public a while ago."""
        self.delayed = moment
        self.shown[None] = moment.shown
        self.tell(state, due=True)

    def last(self, state: TableState, watcher: Watcher) -> int:
        """The last number this watcher may know of."""
        return self.delayed.shown.n if state.lags(watcher) else len(state.streams[watcher].places)

    def behind(self, state: TableState, watcher: Watcher) -> bool:
        """Is a match on, or was it a moment ago, as far as this watcher knows nothing of it yet?"""
        return state.lags(watcher) and not self.delayed.over(state.match)

    def begin_for(self, state: TableState, reader: Reader, since: int | None, stream: str) -> None:
        """Place a new reader after the last number it has; close the oldest of too many connections of one person."""
        same = [other for other in self.readers if other.who == reader.who]
        for other in same[: max(0, len(same) + 1 - limits.MAX_SOCKETS_PER_PERSON)]:
            other.hang_up(p.REPLACED, "replaced")
        told = self.last(state, reader.watcher)
        if since is None:
            reader.n = reader.skipped = max(0, told - FRESH_PAGE_EVENTS)
        else:
            reader.n = since if since <= told and stream in ("", reader.stream) else 0

    def later(self, state: TableState) -> p.TableInfo | None:
        """The table as spectators know it, where that is not how it is."""
        return self.delayed.info if state.lags(None) else None

    def info_for(self, state: TableState, watcher: Watcher) -> p.TableInfo:
        """Return the table as this watcher may know it, for requests without a connection."""
        if state.lags(watcher):
            return self.delayed.info
        return table_info(state, {reader.who for reader in self.readers})

    def _look(
        self, state: TableState, table: Table | None, watcher: Watcher, common: dict[str, Any], written: bytes
    ) -> Shown:
        """`common`: the part of the view that is the same for all, `written` once as its end."""
        n = len(state.streams[watcher].places)
        if table is None:
            return Shown(n, NOTHING, NOTHING, NOTHING)
        phase = state.phase
        own = table.view_of_own(watcher if phase != "over" else state.eyes(watcher))
        own |= facts_of(table, own | common, counted=state.settings.hints)
        menu = NOTHING if watcher is None else EMPTY
        if phase == "playing" and watcher is not None and own["legal"]:
            menu = self._menu(state, watcher, own["legal"])
        ending = NOTHING if state.ending is None else Raw(p.encode(as_told(state, watcher)))
        return Shown(n, Raw(p.encode(own)[:-1] + b"," + written), menu, ending)

    def _menu(self, state: TableState, seat: int, words: list[str]) -> Raw:
        """All the moves of a seat; many menus are the same again and again."""
        key = state.version, seat, *words
        menu = self._menus.get(key)
        if menu is None:
            if len(self._menus) >= MENUS_KEPT:
                self._menus.clear()
            menu = self._menus[key] = Raw(p.encode(list(map(self._choice, repeat(state), repeat(seat), words))))
        return menu

    def _choice(self, state: TableState, seat: int, word: str) -> Raw:
        """A move on a menu, in words for its seat."""
        whose = seat if ":" in word else -1  # a move without a place, a card or a seat reads the same to all
        key = state.version, whose, word
        made = self._labels.get(key)
        if made is None:
            if len(self._labels) >= LABELS_KEPT:
                self._labels.clear()
            table, names = state.table_of(state.match), state.names[-1]
            labels = [text.action_label(table, word, lang, names, seat) for lang in text.LANGUAGES]
            made = self._labels[key] = Raw(p.encode(p.Choice(word, labels[0], labels[1])))
        return made

    # -- telling ---------------------------------------------------------------------------------

    def tell(self, state: TableState, due: bool) -> None:
        """Write to everybody what is due and what was answered. `due`: there may be something new."""
        self._clock = None
        self._runs.clear()
        if self._info_of != state.version:
            self._write_info(state)
        due_now = partial(self._due, state)
        for reader in list(self.readers):
            if due:
                reader.news = True
            if due or reader.outbox:
                reader.flush(due_now)
        self._runs.clear()  # at once: the next table takes its memory while it is at hand

    def tell_rest(self, state: TableState, reader: Reader) -> None:
        """The line takes more again."""
        self._clock = None
        reader.flush(partial(self._due, state))

    def came_or_went(self) -> None:
        """The table is not as it was told: other people are there."""
        self._info_of = -1

    def _write_info(self, state: TableState) -> None:
        present = {reader.who for reader in self.readers}
        self._info, self._info_of = Raw(p.encode(table_info(state, present))), state.version

    def _public_info(self, state: TableState) -> Raw:
        return self.delayed.written if state.lags(None) else self._info

    def _due(self, state: TableState, reader: Reader) -> list[bytes]:
        """The next messages for a reader: first the welcome, then the news, piece by piece, then the table."""
        due: list[bytes] = []
        if reader.greet:
            reader.greet = False
            due.append(self._welcome(state, reader))
        while reader.news and len(due) < MAX_FRAMES_AT_ONCE:
            if (news := self._news(state, reader)) is not None:
                due.append(news)
        told, info = reader.info, self._info if reader.watcher is not None else self._public_info(state)
        if (told is None or told[1] is not info) and len(due) < MAX_FRAMES_AT_ONCE:  # most news are about cards alone
            before, reader.info = reader.info, (self._you(state, reader.who), info)
            if reader.info != before:
                due.append(p.encode(p.Table(*reader.info)))
        return due

    def _news(self, state: TableState, reader: Reader) -> bytes | None:
        watcher, before = reader.watcher, reader.n
        n, view, menu, ending = self.shown.get(watcher, BLANK)
        events = []
        if before < n:
            reader.n = last = min(n, before + MAX_EVENTS_PER_MESSAGE)
            events.append(self._events(state, watcher, before, last))
            if last < n:
                return p.encode(p.News(events, NOTHING, NOTHING, NOTHING, NOTHING, True))
        reader.news = False
        if self._clock is None:
            clock = self._time(state)
            self._clock = clock.running, Raw(p.encode(clock)) if state.match else NOTHING
        running, time = self._clock
        if watcher is None:
            if state.lags(None):
                running, time = self.delayed.running, self.delayed.clock
        elif state.people[reader.who].seat != watcher:
            menu = NOTHING
        seen = view, menu, ending, running
        if not events and seen == reader.shown:
            return None
        reader.shown = seen
        return p.encode(p.News(events, view, menu, time, ending))

    def _welcome(self, state: TableState, reader: Reader) -> bytes:
        reader.info = self._you(state, reader.who), self._info if reader.watcher is not None else self._public_info(state)
        n = self.shown.get(reader.watcher, BLANK).n
        return p.encode(p.Welcome(*reader.info, reader.stream, n, reader.skipped))

    def _you(self, state: TableState, who: int) -> p.You:
        person = state.people[who]
        return p.You(who, person.name, person.seat, who == state.host, person.looks)

    # -- events in words -------------------------------------------------------------------------

    def _events(self, state: TableState, watcher: Watcher, before: int, last: int) -> Raw:
        """Those after a number as this watcher reads them, in one piece with the commas between them. Most are told to
        all under the same numbers: they are written once, and once more for each seat they name (« vous »)."""
        places = state.streams[watcher].places[before:last]
        key = before, places.tobytes()
        run = self._runs.get(key)
        if run is None:
            if len(self._runs) >= RUNS_KEPT:
                self._runs.clear()
            run = self._runs[key] = self._run(state, before + 1, places)
        if watcher not in run.named:
            return run.whole
        pieces = run.pieces.copy()
        for at, piece in run.named[watcher]:
            pieces[at] = piece
        return Raw(b",".join(pieces))

    def _run(self, state: TableState, first: int, places: Sequence[int]) -> Run:
        """Encode events with their numbers and names. Their sentences are made once for all tables of a game with these
        options."""
        story, shown, end = state.event_store, self.shown, 0
        pieces: list[bytes] = []
        named: dict[Watcher, list[tuple[int, bytes]]] = {}
        for n, place in enumerate(places, first):
            logged = story.logged[place]
            if logged < 0:
                pieces.append(b'{"n":%d%b' % (n, self._said(state, place)))
                continue
            if place >= end:  # the first one, or there is another match, or another list of names
                at = bisect_right(story.since, place)
                end = story.since[at] if at < len(story.since) else len(story.logged)
                match, whose = story.valid[at - 1]
                table = state.table_of(match)
                if whose not in self._templates:
                    self._templates[whose] = templates_for(state.game, state.names[whose])
                marks, names, known = self._templates[whose]
                log, timed, listed = table.s.log, table.rules.timed, table.rules.listed_kinds
            entry = key = log[logged]  # without a clock it has no time, and what is alike is equal
            when: tuple[int, ...] = ()
            if timed or entry[0] in listed:
                key, when = self._alike(table, logged), (entry[2],) if timed else ()
            seats, words = known.get(key) or self._happening(table, entry, key, known)
            sentence, holes = words.get(None) or self._template(table, logged, marks, words, None)
            pieces.append(sentence % (n, match, *holes(names), *when))
            for seat in seats:
                if seat in shown:  # somebody reads what this seat may know
                    sentence, holes = words.get(seat) or self._template(table, logged, marks, words, seat)
                    named.setdefault(seat, []).append((n - first, sentence % (n, match, *holes(names), *when)))
        return Run(Raw(b",".join(pieces)), pieces, named)

    def _said(self, state: TableState, place: int) -> bytes:
        """Encode what the server or a person says, without its number."""
        told = state.told_at(place)
        event = p.Event(0, told.by, told.kind, told.match, dict(told.about), told.said.en, told.said.fr, told.at)
        return without_number(event)

    def _alike(self, table: Table, logged: int) -> tuple[Any, ...]:
        """Equal for happenings that read alike: all but the time, and those that are told along."""
        log = table.s.log
        key: tuple[Any, ...] = log[logged][0], log[logged][3:]
        if key[0] in table.rules.listed_kinds:
            run = text.told_with(table, logged)
            key += (None,) if run is None else tuple(log[other][3:] for other in run[1:])
        return key

    def _happening(
        self, table: Table, entry: tuple[int, ...], key: tuple[Any, ...], known: dict[Any, EventTemplates]
    ) -> EventTemplates:
        """One that was not told lately."""
        if len(known) >= MAX_TEMPLATES:
            forget_half(known)
        happening = known[key] = table.rules.events.kinds[entry[0]].seats_named(entry[3:]), {}
        return happening

    def _template(
        self, table: Table, logged: int, marks: list[str], words: dict[Watcher, Template], me: Watcher
    ) -> Template:
        event = worded(table, logged, text.told_with(table, logged), 0, 0, marks, me)
        words[me] = template_of(event, len(marks), table.rules.timed)
        return words[me]


def worded(table: Table, place: int, run: list[int] | None, n: int, match: int, names: list[str], me: Watcher) -> p.Event:
    """A happening of a game in the words of both languages. `run`: those told along with it (`text.told_with`)."""
    about, en, fr = table.event(n, table.s.log[place]), "", ""
    if run is not None:
        more = [table.event(0, table.s.log[other]) for other in run[1:]] if len(run) > 1 else ()
        en, fr = text.narrate(table, about, "en", names, me, more), text.narrate(table, about, "fr", names, me, more)
    kind, at = about.pop("kind"), about.pop("t", None)
    del about["n"]
    return p.Event(n, "game", kind, match, about, en, fr, at)


def in_common(table: Table) -> dict[str, Any]:
    """Return what all see, without the time of the last input, which would show that a secret action was taken. The time
    itself is in every message (`clock`)."""
    common = table.view_in_common()
    del common["clock"]
    return common


def facts_of(table: Table, view: dict[str, Any], counted: bool) -> dict[str, Any]:
    """Return what can be read off a view, under its name in the view; nothing where there is nothing."""
    facts = table.facts(view, counted=counted)
    return {"facts": facts} if facts else {}
