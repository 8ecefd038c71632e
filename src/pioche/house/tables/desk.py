"""What is due to each caller: the welcome, the table, the news. Built from what the caller's watcher may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pioche import text
from pioche.engine.table import Table
from pioche.house.protocol import messages as p
from pioche.house.tables.streams import Watcher

if TYPE_CHECKING:
    from pioche.house.tables.reader import Caller
    from pioche.house.tables.room import Room
    from pioche.house.tables.state import Story

PIECE = 100  # events in one message
TAIL = 100  # events a fresh page gets when it does not ask for more
NOTHING = b"null"


@dataclass(frozen=True)
class Shown:
    """The table as one watcher may see it, once everything up to `n` is stored."""

    n: int
    view: bytes
    menu: bytes


BLANK = Shown(0, NOTHING, NOTHING)


class Desk:
    """Keeps, for each watcher somebody listens as, what may be shown now."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.shown: dict[Watcher, Shown] = {}
        self.delayed = BLANK  # for spectators who see everything a while later
        self._labels: dict[tuple[int, str], tuple[int, bytes]] = {}  # whose, action -> (names it was made with, choice)
        self._labels_of: Table | None = None
        self.time_is: tuple[float, bytes] | None = None  # the clock as it was last told, and when

    # -- what may be seen ------------------------------------------------------------------------

    def look(self, watchers: set[Watcher]) -> None:
        """Look at the table anew through these eyes."""
        story = self.room.story
        common = b"" if story.table is None else p.encode(in_common(story.table))
        self.shown = {watcher: self._shown(story, watcher, common) for watcher in watchers}

    def _shown(self, story: Story, watcher: Watcher, common: bytes) -> Shown:
        table = story.table
        n = len(story.streams.streams[watcher])
        if table is None:
            return Shown(n, NOTHING, NOTHING)
        own = table.view_of_own(watcher)
        menu = NOTHING
        if watcher is not None:
            words = own["legal"] if story.phase == "playing" else []
            menu = b"[" + b",".join(self._choice(story, table, word, watcher) for word in words) + b"]"
        return Shown(n, p.encode(own)[:-1] + b"," + common[1:], menu)

    def _choice(self, story: Story, table: Table, word: str, watcher: int) -> bytes:
        if self._labels_of is not table:
            self._labels, self._labels_of = {}, table
        version = len(story.streams.names)
        made = self._labels.get((watcher, word))
        if made is None or made[0] != version:
            names = story.streams.names[-1]
            labels = [text.action_label(table, word, lang, names, watcher) for lang in text.LANGUAGES]
            made = self._labels[watcher, word] = version, p.encode(p.Choice(word, labels[0], labels[1]))
        return made[1]

    def for_caller(self, caller: Caller) -> Shown:
        if caller.watcher is None and self.room.story.settings.spectators == "delayed":
            return self.delayed
        return self.shown.get(caller.watcher, BLANK)

    # -- what is due -----------------------------------------------------------------------------

    def due(self, caller: Caller) -> bytes | None:
        """The next message for a caller, if any: first the welcome, then the news, piece by piece, then the table."""
        if caller.greet:
            caller.greet = False
            return self._welcome(caller)
        if caller.news and (news := self._news(caller, self.for_caller(caller))) is not None:
            return news
        if self.room.info() is not caller.info_of:  # most news are about cards alone
            caller.info_of = self.room.info()
            info = self.info_for(caller)
            if info != caller.info:
                caller.info = info
                return b'{"t":"table",' + info[1:]
        return None

    def _news(self, caller: Caller, shown: Shown) -> bytes | None:
        last = min(shown.n, caller.n + PIECE)
        events = self.room.story.streams.encoded(caller.watcher, caller.n + 1, last)
        if caller.n < last:
            caller.n = last
        more = last < shown.n
        head = b'{"t":"news","events":[' + b",".join(events)
        if more:
            return head + b'],"view":null,"menu":null,"clock":null,"more":true}'
        caller.news = False
        menu = shown.menu if self.room.story.seat_of(caller.who) == caller.watcher is not None else NOTHING
        seen = shown.view + menu + (b"r" if self.room.match_clock.running else b"s")
        if not events and seen == caller.shown:
            return None
        caller.shown = seen
        clock = self._clock() if self.room.story.match else NOTHING
        return (
            head + b'],"view":' + shown.view + b',"menu":' + menu + b',"clock":' + clock + b',"more":false}'
        )

    def _clock(self) -> bytes:
        """The same for everybody, so it is written once for all who hear of a move."""
        now = self.room.loop.time()
        if self.time_is is None or self.time_is[0] != now:
            self.time_is = now, p.encode(self.room.keeper.clock())
        return self.time_is[1]

    def _welcome(self, caller: Caller) -> bytes:
        caller.info = self.info_for(caller)
        shown = self.for_caller(caller)
        rest = b',"stream":%s,"n":%d,"skipped":%d}' % (p.encode(caller.stream), shown.n, caller.skipped)
        return b'{"t":"welcome",' + caller.info[1:-1] + rest

    # -- the table itself ------------------------------------------------------------------------

    def info_for(self, caller: Caller) -> bytes:
        """{"you": ..., "table": ...}"""
        story = self.room.story
        person = story.people[caller.who]
        you = p.You(
            caller.who, person.name, story.seat_of(caller.who), caller.who == story.host, person.looks
        )
        return b'{"you":' + p.encode(you) + b',"table":' + self.room.info() + b"}"


def in_common(table: Table) -> dict[str, Any]:
    """What all see, but for the time of the last input: others could tell from it that somebody did something in
    secret. What time it is everybody hears anyway (`clock`)."""
    common = table.view_in_common()
    del common["clock"]
    return common


def seen(table: Table, watcher: Watcher) -> dict[str, Any]:
    """The table as this watcher is shown it."""
    return table.view_of_own(watcher) | in_common(table)


def table_info(story: Story, present: set[int]) -> p.TableInfo:
    """Everything about a table but the cards."""
    game = story.game
    seats = [
        p.SeatInfo(
            seat,
            story.name_of(seat),
            chair.who,
            chair.bot,
            chair.who in present,
            chair.away,
            chair.who is not None and story.people[chair.who].muted,
        )
        for seat, chair in enumerate(story.chairs)
    ]
    sitting = {chair.who for chair in story.chairs}
    people = [
        p.PersonInfo(who, person.name, person.muted, person.looks)
        for who, person in story.people.items()
        if who in present and who not in sitting
    ]
    title = p.Said(game.title("en"), game.title("fr"))
    return p.TableInfo(
        story.code,
        game.id,
        story.opened.preset,
        title,
        dict(game.options),
        story.settings,
        story.phase,
        story.match,
        seats,
        people,
        story.host,
        story.locked,
        story.opened.practice,
        len(people),
    )
