"""What readers are told: the welcome, the table, the news. Built from what the reader's watcher may know, nothing else.

A reader is one open connection. It has no queue of news but a place in its stream and a mark that something is due. A
slow reader therefore gets several changes at once and costs no memory; one that takes nothing is cut and may resume.
"""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from operator import itemgetter
from typing import Any

from msgspec import Raw

from pioche import text
from pioche.engine.table import Table
from pioche.house.operations import limits
from pioche.house.protocol import messages as p
from pioche.house.protocol.sentences import said
from pioche.house.protocol.streams import Watcher
from pioche.house.protocol.voices import SENTENCES, Happening, Template, Voice, forget_half, voice_of
from pioche.house.tables.counted.endings import as_told
from pioche.house.tables.services import Line
from pioche.house.tables.state import TableState
from pioche.house.tables.table_info import BLANK, EMPTY, NOTHING, Moment, Run, Shown, table_info

PIECE = 100  # events in one message
TAIL = 100  # events a fresh page gets when it does not ask for more
AT_ONCE = 8  # messages handed to the line in one piece
FRESH, LATEST = 1000, 200  # worded choices kept at hand; worded events, by their place
HEAD = len(b'{"n":0')
HOLE = re.compile(rb"([AaBb])\xee\x80([\x80-\xbf])")  # a mark in UTF-8


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
        self.shown: tuple[Raw, Raw, Raw, bool] | None = None  # view, menu, ending and whether time runs, as last told
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

    def flush(self, due: Callable[[Reader], list[bytes]] | None) -> None:
        """Write what is due, then the answers, as long as the line takes it. Fewer than AT_ONCE messages are the last."""
        while self.line.takes_more:
            frames = due(self) if due is not None and self.closed is None else []
            while self.outbox and len(frames) < AT_ONCE:
                frames.append(self.outbox.popleft())
            if frames:
                self.line.say(frames)
            if len(frames) < AT_ONCE:
                self.blocked = None
                if self.closed is not None:
                    self.ended.set()
                return
        if self.blocked is None:
            self.blocked = asyncio.get_running_loop().time()


class News:
    """What may be told about one table, to whom."""

    def __init__(self, state: TableState, readers: Mapping[Reader, None], time: Callable[[], p.Clock]) -> None:
        self.state, self.readers, self._time = state, readers, time
        self.shown: dict[Watcher, Shown] = {}
        self.public: Moment | None = None  # what spectators see later, where they see everything a while later
        fresh = table_info(TableState(state.opened), set())
        self.delayed = Moment(BLANK, fresh, Raw(p.encode(fresh)), False, NOTHING)  # what they see now
        self._info = NOTHING  # everything about the table but the cards
        self._info_of = -1  # the version of the seating it was made of
        self._clock: tuple[bool, Raw] | None = None  # does time run, and what is said about it
        self._labels: dict[tuple[int, int, int, str], Raw] = {}  # (match, list of names, seat, action) -> choice
        self._voices: dict[int, Voice] = {}  # by list of names
        self._latest: dict[int, Happening] = {}  # by place
        self._alike: dict[Any, Happening] = {}  # those of a match
        self._alike_in = 0, 0  # which, and with which list of names
        self._runs: dict[tuple[int, ...], Run] = {}  # of this moment, by the number before them and their places

    # -- what may be seen ------------------------------------------------------------------------

    def look(self) -> None:
        """Look at the table anew, through the eyes of everybody who reads."""
        ending, shown = self.state.ending, {}
        table = self.state.table if ending is None or ending.over else ending.table
        common = b"" if table is None else b"," + p.encode(in_common(table))[1:]
        for watcher in {reader.watcher for reader in self.readers}:
            shown[watcher] = self._look(table, watcher, common)
        if self.state.settings.spectators == "delayed":
            self._keep_for_later(shown.get(None) or self._look(table, None, common))
            shown[None] = self.delayed.shown
        self.shown = shown

    def _keep_for_later(self, shown: Shown) -> None:
        """The table, its clocks and its people: spectators see it in a while, or at once before the first match."""
        info, clock = table_info(self.state, {reader.who for reader in self.readers}), self._time()
        moment = Moment(shown, info, Raw(p.encode(info)), clock.running, Raw(p.encode(clock)))
        if self.state.lags(None):
            self.public = moment
        else:
            self.delayed = moment

    def release(self, moment: Moment) -> None:
        """What was public a while ago is shown to delayed spectators."""
        self.delayed = moment
        self.shown[None] = moment.shown
        self.tell(due=True)

    def last(self, watcher: Watcher) -> int:
        """The last number this watcher may know of."""
        return self.delayed.shown.n if self.state.lags(watcher) else len(self.state.streams[watcher].places)

    def behind(self, watcher: Watcher) -> bool:
        """Is a match on, or was it a moment ago, as far as this watcher knows nothing of it yet?"""
        return self.state.lags(watcher) and not self.delayed.over(self.state.match)

    def begin_for(self, reader: Reader, since: int | None, stream: str) -> None:
        """Somebody comes, with the last number they have; the oldest of too many connections goes."""
        same = [other for other in self.readers if other.who == reader.who]
        for other in same[: max(0, len(same) + 1 - limits.SOCKETS_PER_PERSON)]:
            other.hang_up(p.REPLACED, "replaced")
        told = self.last(reader.watcher)
        if since is None:
            reader.n = reader.skipped = max(0, told - TAIL)
        else:
            reader.n = since if since <= told and stream in ("", reader.stream) else 0

    @property
    def later(self) -> p.TableInfo | None:
        """The table as spectators know it, where that is not how it is."""
        return self.delayed.info if self.state.lags(None) else None

    def info_for(self, watcher: Watcher) -> p.TableInfo:
        """The table as this watcher may know it, for whoever asks without a connection."""
        if self.state.lags(watcher):
            return self.delayed.info
        return table_info(self.state, {reader.who for reader in self.readers})

    def _look(self, table: Table | None, watcher: Watcher, common: bytes) -> Shown:
        """`common`: the end of the view, which is the same for all and written once."""
        state = self.state
        n, menu = len(state.streams[watcher].places), NOTHING
        if table is None:
            return Shown(n, NOTHING, NOTHING, NOTHING)
        own = table.view_of_own(watcher if state.phase != "over" else state.eyes(watcher))
        ending = NOTHING if state.ending is None else Raw(p.encode(as_told(state, watcher)))
        if watcher is not None:
            menu = EMPTY
            if state.phase == "playing" and own["legal"]:
                menu = Raw(p.encode(list(map(self._choice, repeat(watcher), own["legal"]))))
        return Shown(n, Raw(p.encode(own)[:-1] + common), menu, ending)

    def _choice(self, seat: int, word: str) -> Raw:
        """A move on a menu, in words for its seat."""
        whose = seat if ":" in word else -1  # a move without a place, a card or a seat reads the same to all
        key = self.state.match, len(self.state.names), whose, word
        made = self._labels.get(key)
        if made is None:
            if len(self._labels) >= FRESH:
                self._labels.clear()
            table, names = self.state.table_of(self.state.match), self.state.names[-1]
            labels = [text.action_label(table, word, lang, names, seat) for lang in text.LANGUAGES]
            made = self._labels[key] = Raw(p.encode(p.Choice(word, labels[0], labels[1])))
        return made

    # -- telling ---------------------------------------------------------------------------------

    def tell(self, due: bool) -> None:
        """Write to everybody what is due and what was answered. `due`: there may be something new."""
        self._clock = None
        self._runs.clear()
        if self._info_of != self.state.version:
            self._write_info()
        for reader in list(self.readers):
            if due:
                reader.news = True
            if due or reader.outbox:
                reader.flush(self._due)

    def tell_rest(self, reader: Reader) -> None:
        """The line takes more again."""
        self._clock = None
        reader.flush(self._due)

    def came_or_went(self) -> None:
        """The table is not as it was told: other people are there."""
        self._info_of = -1

    def _write_info(self) -> None:
        present = {reader.who for reader in self.readers}
        self._info, self._info_of = Raw(p.encode(table_info(self.state, present))), self.state.version

    @property
    def _public_info(self) -> Raw:
        return self.delayed.written if self.state.lags(None) else self._info

    def _due(self, reader: Reader) -> list[bytes]:
        """The next messages for a reader: first the welcome, then the news, piece by piece, then the table."""
        due: list[bytes] = []
        if reader.greet:
            reader.greet = False
            due.append(self._welcome(reader))
        while reader.news and len(due) < AT_ONCE:
            if (news := self._news(reader)) is not None:
                due.append(news)
        info = self._info if reader.watcher is not None else self._public_info
        if (reader.info is None or reader.info[1] is not info) and len(due) < AT_ONCE:  # most news are about cards alone
            before, reader.info = reader.info, (self._you(reader.who), info)
            if reader.info != before:
                due.append(p.encode(p.Table(*reader.info)))
        return due

    def _news(self, reader: Reader) -> bytes | None:
        watcher, before = reader.watcher, reader.n
        n, view, menu, ending = self.shown.get(watcher, BLANK)
        events = []
        if before < n:
            reader.n = last = min(n, before + PIECE)
            events.append(self._events(watcher, before, last))
            if last < n:
                return p.encode(p.News(events, NOTHING, NOTHING, NOTHING, NOTHING, True))
        reader.news = False
        if self._clock is None:
            clock = self._time()
            self._clock = clock.running, Raw(p.encode(clock)) if self.state.match else NOTHING
        running, time = self._clock
        if watcher is None and self.state.lags(None):
            running, time = self.delayed.running, self.delayed.clock
        if watcher is None or self.state.people[reader.who].seat != watcher:
            menu = NOTHING
        seen = view, menu, ending, running
        if not events and seen == reader.shown:
            return None
        reader.shown = seen
        return p.encode(p.News(events, view, menu, time, ending))

    def _welcome(self, reader: Reader) -> bytes:
        reader.info = self._you(reader.who), self._info if reader.watcher is not None else self._public_info
        n = self.shown.get(reader.watcher, BLANK).n
        return p.encode(p.Welcome(*reader.info, reader.stream, n, reader.skipped))

    def _you(self, who: int) -> p.You:
        person = self.state.people[who]
        return p.You(who, person.name, person.seat, who == self.state.host, person.looks)

    # -- events in words -------------------------------------------------------------------------

    def _events(self, watcher: Watcher, before: int, last: int) -> Raw:
        """Those after a number as this watcher reads them, in one piece with the commas between them. Most are told to
        all under the same numbers: they are written once, and once more for each seat they name (« vous »)."""
        places = self.state.streams[watcher].places[before:last]
        key = before, *places
        run = self._runs.get(key)
        if run is None:
            run = self._runs[key] = self._run(before + 1, places)
        if watcher not in run.named:
            return run.whole
        pieces = run.pieces.copy()
        for at in run.named[watcher]:
            pieces[at] = b'{"n":%d%b' % (before + 1 + at, self._worded(self._latest[places[at]], watcher))
        return Raw(b",".join(pieces))

    def _run(self, first: int, places: Sequence[int]) -> Run:
        known, pieces = self._latest, []
        named: dict[Watcher, list[int]] = {}
        if len(known) >= LATEST:
            for kept in (known, self._alike, self._runs):
                kept.clear()
        for n, place in enumerate(places, first):
            happening = known.get(place) or self._happening(place)
            pieces.append(b'{"n":%d%b' % (n, happening[2].get(None) or self._worded(happening, None)))
            for seat in happening[1]:
                named.setdefault(seat, []).append(n - first)
        return Run(Raw(b",".join(pieces)), pieces, named)

    def _happening(self, place: int) -> Happening:
        """What all tellings of it share. Those of a match that are alike in all they say are one, unless each has its own
        time; and they are put into words once, for all tables of the game with these options."""
        story = self.state.story
        logged = story.logged[place]
        if logged < 0:
            return self._latest.setdefault(place, (place, (), {}, {}, 0, 0))
        valid = story.valid[-1 if place >= story.since[-1] else bisect_right(story.since, place) - 1]
        if self._alike_in != valid:
            self._alike, self._alike_in = {}, valid
        table = self.state.table_of(valid[0])  # another one, where a match was shortened
        rules, log = table.rules, table.s.log
        key: tuple[Any, ...] = log[logged][0], log[logged][3:]
        if key[0] in rules.listed_kinds:
            run = text.told_with(table, logged)
            key += (None,) if run is None else tuple(log[other][3:] for other in run[1:])
        happening = self._alike.get(key)
        if happening is None:
            happening = self._first(place, key, *valid)
            if not rules.timed:
                self._alike[key] = happening
        self._latest[place] = happening
        return happening

    def _first(self, place: int, key: tuple[Any, ...], match: int, names: int) -> Happening:
        """One of which there was none alike."""
        known = (self._voices.get(names) or self._voice(names)).known
        if key not in known:
            if len(known) >= SENTENCES:
                forget_half(known)
            known[key] = self.state.game.rules.events.kinds[key[0]].seats_named(key[1]), {}
        return place, known[key][0], {}, known[key][1], match, names

    def _worded(self, happening: Happening, me: Watcher) -> bytes:
        """Everything but the number."""
        place, _, said, words, match, names = happening
        if me in said:
            return said[me]
        if not match:
            told = self.state.told_at(place)
            event = p.Event(0, told.by, told.kind, told.match, dict(told.about), told.said.en, told.said.fr, told.at)
            said[me] = p.encode(event)[HEAD:]
            return said[me]
        table, voice, template = self.state.table_of(match), self._voices[names], words.get(me)
        if template is None:
            logged = self.state.story.logged[place]
            event = worded(table, logged, text.told_with(table, logged), 0, 0, voice.marks, me)
            template = words[me] = with_holes(p.encode(event), len(voice.marks), table.rules.timed)
        kind, full, picked = template
        full = b'%b"match":%d%b' % (kind, match, full if picked is None else full % picked(voice.names))
        if table.rules.timed:
            full += b',"at":%d}' % table.s.log[self.state.story.logged[place]][2]
        said[me] = full
        return full

    def _voice(self, names: int) -> Voice:
        if names not in self._voices:
            self._voices[names] = voice_of(self.state.game, self.state.names[names])
        return self._voices[names]


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


def with_holes(event: bytes, seats: int, timed: bool) -> Template:
    """An event with the number 0 in a match 0, in two parts. A mark that got a capital stands for a name that gets one."""
    words = event[HEAD : event.rindex(b',"at":')] + (b"" if timed else b',"at":null}')
    kind, rest = words.split(b'"match":0', 1)
    holes: list[int] = []
    for letter, seat in HOLE.findall(rest):
        holes.append(seat[0] - 0x80 + (seats if letter.isupper() else 0))
    if not holes:
        return Template(kind, rest, None)
    return Template(kind, HOLE.sub(b"%b", rest.replace(b"%", b"%%")), itemgetter(*holes))
