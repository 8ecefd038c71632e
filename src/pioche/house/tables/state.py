"""A table as its journal tells it: who sits where, what lies there, what was told. The fold, and nothing else.

No clock, no socket, no disk: the same entries give the same story, to the byte, on any machine and after any crash.
`manners` decides what may be added, `room` lives in real time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import Any, Literal

from pioche.engine.game import Game, load
from pioche.engine.record import Record, replay_line
from pioche.engine.table import Table
from pioche.engine.verbs import EVERYONE
from pioche.house.protocol.messages import Phase, Said
from pioche.house.protocol.sentences import both, said
from pioche.house.tables import journal as j
from pioche.house.tables.clocks import PACES, Pace
from pioche.house.tables.photo_finish import photo_finish
from pioche.house.tables.streams import Streams, Told, Watcher
from pioche.text import listing


@dataclass
class Chair:
    """One seat. With `who` and `bot` the bot only stands in."""

    who: int | None = None
    bot: str = ""
    bot_name: str = ""
    away: bool = False
    bank: int = 0
    misses: int = 0  # decisions in a row the clock had to make
    owner: int | None = None  # the last person who sat here: whose stream it is


@dataclass
class Person:
    who: int
    person: str
    name: str
    muted: bool = False
    looks: int | None = None  # over this seat's shoulder
    has_seen: set[int] = field(default_factory=set)  # seats whose cards they know in this match


@dataclass(frozen=True)
class Answer:
    """What a wish came to; said again to whoever wishes it again."""

    n: int
    late: bool = False


PIECE = 200  # entries, some ten milliseconds


class Story:
    """The state of a table, entry by entry."""

    def __init__(self, opened: j.Opened) -> None:
        self.opened = opened
        self.code = opened.code
        self.game: Game = load(opened.preset or opened.game, **opened.options)
        self.settings = opened.settings
        self.pace: Pace = PACES[opened.settings.pace]
        self.chairs = [Chair() for _ in range(self.game.seats)]
        self.people: dict[int, Person] = {}
        self.numbers: dict[str, int] = {}  # person -> who
        self.host = 1
        self.locked = False
        self.phase: Phase = "gathering"
        self.digest = ""  # of the invitation's secret
        self.streams = Streams(self.game.seats)
        self.records: list[Record] = []  # heads of the matches, without their lines
        self.answers: dict[tuple[int, str], Answer] = {}
        self.sitters: list[list[int | None]] = []  # who had each seat when a match began
        self.voices: list[int] = []  # who said each message
        self.leaving: dict[int, j.Kicked] = {}  # seats to be freed when the deal is over
        self.length = 1  # entries so far
        self._log = 0  # how much of the match's log has been told
        self._deal = 0  # the deal after the last line
        self._names()

    @classmethod
    def of(cls, bodies: list[bytes]) -> Story:
        *_, story = cls.unfolding(bodies)
        return story

    @classmethod
    def unfolding(cls, bodies: list[bytes]) -> Iterator[Story]:
        """The same in pieces: whoever has other tables to look after can do so in between."""
        first = j.read(bodies[0])
        if not isinstance(first, j.Opened):
            raise ValueError("a journal starts with its opening")
        story = cls(first)
        for k, body in enumerate(bodies[1:], 1):
            story.absorb(j.read(body))
            if k % PIECE == 0:
                yield story
        yield story

    # -- reading ---------------------------------------------------------------------------------

    @property
    def match(self) -> int:
        return len(self.records)

    @property
    def table(self) -> Table | None:
        return self.streams.tables[-1] if self.streams.tables else None

    def seat_of(self, who: int) -> int | None:
        for seat, chair in enumerate(self.chairs):
            if chair.who == who:
                return seat
        return None

    def watcher(self, who: int) -> Watcher:
        """Whose stream a person hears: their own seat's, one over whose shoulder they look, or the public one."""
        seat = self.seat_of(who)
        return seat if seat is not None else self.people[who].looks

    def name_of(self, seat: int) -> str:
        chair = self.chairs[seat]
        return self.people[chair.who].name if chair.who is not None else chair.bot_name

    def record(self, match: int) -> Record:
        """A match as a record of the engine."""
        head = self.records[match - 1]
        lines = [dict(line) for line in self.streams.tables[match - 1].moves]
        return Record(
            head.game, head.rules, head.options, head.seed, head.cards, head.position, list(head.names), lines
        )

    # -- the fold --------------------------------------------------------------------------------

    def absorb(self, entry: j.AnyEntry, done: bool = False) -> None:
        """Add an entry. `done`: the engine's table has already made this move."""
        if isinstance(entry, j.Line):
            self._line(entry, done)
        else:
            self._take(entry)
        self.length += 1
        if entry.id:
            stream = self.streams.streams[self.watcher(entry.who)]
            self.answers[entry.who, entry.id] = Answer(len(stream), isinstance(entry, j.Line) and entry.late)

    @singledispatchmethod
    def _take(self, entry: Any) -> None:
        raise TypeError(f"not an entry of a journal: {entry!r}")

    @_take.register
    def _(self, entry: j.Joined) -> None:
        who = len(self.people) + 1
        self.people[who] = Person(who, entry.person, entry.name)
        self.numbers[entry.person] = who

    @_take.register
    def _(self, entry: j.Sat) -> None:
        chair = self.chairs[entry.seat]
        person = self.people[entry.who]
        if chair.owner != entry.who and chair.owner is not None:
            self.streams.new_owner(entry.seat)
        chair.who, chair.owner, chair.bot, chair.away, chair.misses = entry.who, entry.who, "", False, 0
        person.looks = None
        person.has_seen.add(entry.seat)
        self._names()
        self._say("sat", entry.seat)

    @_take.register
    def _(self, entry: j.Stood) -> None:
        self._say("stood", entry.seat)
        self._free(entry.seat, entry.bot)

    @_take.register
    def _(self, entry: j.Kicked) -> None:
        if entry.later:
            self.leaving[entry.seat] = entry
            self._say("will_be_kicked", entry.seat)
        else:
            self._kick(entry)

    @_take.register
    def _(self, entry: j.BotSat) -> None:
        chair = self.chairs[entry.seat]
        chair.bot, chair.bot_name, chair.away = entry.bot, entry.name, False
        self._names()
        self._say("bot_sat", entry.seat, bot=entry.bot)

    @_take.register
    def _(self, entry: j.BotLeft) -> None:
        self._say("bot_left", entry.seat)
        self.chairs[entry.seat].bot = self.chairs[entry.seat].bot_name = ""
        self._names()

    @_take.register
    def _(self, entry: j.StandsIn) -> None:
        chair = self.chairs[entry.seat]
        chair.away, chair.bot = True, entry.bot
        self._say("stands_in" if entry.bot else "away", entry.seat)

    @_take.register
    def _(self, entry: j.CameBack) -> None:
        chair = self.chairs[entry.seat]
        chair.away, chair.bot, chair.misses = False, "", 0
        self._say("back", entry.seat)

    @_take.register
    def _(self, entry: j.Renamed) -> None:
        person = self.people[entry.who]
        old, person.name = person.name, entry.name
        self._names()
        self._tell("renamed", {"who": entry.who, "old": old, "name": entry.name})

    @_take.register
    def _(self, entry: j.Muted) -> None:
        self.people[entry.whom].muted = entry.on
        self._tell(
            "muted" if entry.on else "unmuted", {"who": entry.whom, "name": self.people[entry.whom].name}
        )

    @_take.register
    def _(self, entry: j.Locked) -> None:
        self.locked = entry.on
        self._tell("locked" if entry.on else "unlocked", {})

    @_take.register
    def _(self, entry: j.Hosted) -> None:
        self.host = entry.whom
        self._tell("host", {"who": entry.whom, "name": self.people[entry.whom].name})

    @_take.register
    def _(self, entry: j.Relinked) -> None:
        self.digest = entry.digest

    @_take.register
    def _(self, entry: j.Looking) -> None:
        person = self.people[entry.whom]
        person.looks = entry.seat if entry.on else None
        if entry.on:
            person.has_seen.add(entry.seat)
        about = {
            "who": entry.whom,
            "name": person.name,
            "seat": entry.seat,
            "other": self.name_of(entry.seat),
        }
        self._tell("looking" if entry.on else "not_looking", about)

    @_take.register
    def _(self, entry: j.Began) -> None:
        opened, game = self.opened, self.game
        seed = int(entry.seed)
        head = (game.id, game.rules.version, dict(game.options), seed, opened.cards, opened.position, entry.names)
        self.records.append(Record(*head))
        self.sitters.append([chair.who for chair in self.chairs])
        self.phase = "playing"
        about = {"match": entry.match, "promise": entry.promise, "names": list(entry.names)}
        if opened.position is None:
            table = game.table(seed, opened.cards)
        else:
            table = game.at(opened.position, seed=seed, cards=opened.cards)
        for line in opened.before:
            replay_line(table, line)
        self.streams.new_match(table)
        for seat, chair in enumerate(self.chairs):
            chair.bank, chair.misses = self.pace.bank, 0
            for person in self.people.values():
                if person.who == chair.who or person.looks == seat:
                    person.has_seen = {seat}
        for person in self.people.values():
            if self.seat_of(person.who) is None and person.looks is None:
                person.has_seen = set()
        self._tell("started", about, title=both(game.title))
        self._log = self.streams.happenings(0)
        self._deal = table.s.deal
        self._maybe_over()

    @_take.register
    def _(self, entry: j.Paused) -> None:
        self.phase = "paused"
        self._tell("paused", {"who": entry.who, "name": self.people[entry.who].name})

    @_take.register
    def _(self, entry: j.Resumed) -> None:
        self.phase = "playing"
        self._tell("resumed", {"who": entry.who, "name": self.people[entry.who].name})

    @_take.register
    def _(self, entry: j.Spoke) -> None:
        self.voices.append(entry.who)
        person, seat = self.people[entry.who], self.seat_of(entry.who)
        words = said("phrases", entry.phrase) if entry.phrase else Said(entry.text, entry.text)
        about = {
            "message": len(self.voices),
            "who": entry.who,
            "seat": seat,
            "name": person.name,
            "text": entry.text,
            "phrase": entry.phrase,
            "to": list(entry.to),
            "reply_to": entry.reply_to,
        }
        self._tell(
            "said", about, said("events", "said", name=person.name, text=words), by="talk", at=entry.at
        )

    # -- moves -----------------------------------------------------------------------------------

    def _line(self, entry: j.Line, done: bool) -> None:
        table = self.table
        assert table is not None
        if not done:
            replay_line(table, entry.line)
        if entry.seat >= 0:
            self._thought(entry)
        since, deals = self._log, self._deal
        self._log = self.streams.happenings(since)
        if table.rules.timed:
            finish = photo_finish(table, since)
            if finish is not None:
                self._tell(
                    "photo_finish",
                    finish.about,
                    finish.said([self.name_of(p) for p in range(self.game.seats)]),
                    at=finish.at,
                )
        self._maybe_over()
        if self.leaving and (self._deal != deals or table.over):
            for kicked in self.leaving.values():
                self._kick(kicked)
            self.leaving = {}
        self._deal = table.s.deal

    def _thought(self, entry: j.Line) -> None:
        """The decision of a seat: its spare time, and whether it made it itself."""
        chair = self.chairs[entry.seat]
        if entry.by == "clock":
            chair.misses += 1
            chair.bank = 0
            self._say("played_for", entry.seat, do=entry.line.get("do", ""))
        elif entry.by == "player":
            chair.misses = 0
            if self.pace.turn:
                chair.bank = max(0, chair.bank - max(0, entry.spent - self.pace.turn))

    def _maybe_over(self) -> None:
        table = self.table
        assert table is not None
        if not table.over or self.phase == "over":
            return
        self.phase = "over"
        scores, ranking = table.scores, table.ranking
        order = sorted(range(len(scores)), key=lambda p: (ranking[p], p))
        result = both(lambda lang: listing([f"{self.name_of(p)} {scores[p]}" for p in order], lang))
        self._tell("match_result", {"scores": scores, "ranking": ranking}, result=result)

    # -- helpers ---------------------------------------------------------------------------------

    def _kick(self, entry: j.Kicked) -> None:
        self._say("kicked", entry.seat)
        self._free(entry.seat, entry.bot)

    def _free(self, seat: int, bot: str) -> None:
        chair = self.chairs[seat]
        name = self.name_of(seat)
        chair.who, chair.away, chair.bot = None, False, bot
        chair.bot_name = name if bot else ""
        self._names()

    def _names(self) -> None:
        self.streams.rename([self.name_of(seat) for seat in range(self.game.seats)])

    def _say(self, kind: str, seat: int, **more: Any) -> None:
        self._tell(
            kind,
            {"seat": seat, "name": self.name_of(seat), "who": self.chairs[seat].who, **more},
            place=seat + 1,
        )

    def _tell(
        self,
        kind: str,
        about: dict[str, Any],
        sentence: Said | None = None,
        by: Literal["house", "talk"] = "house",
        at: int | None = None,
        **more: Any,
    ) -> None:
        names = len(self.streams.names) - 1
        sentence = sentence or said("events", kind, **{**about, **more})
        self.streams.tell(Told(EVERYONE, by, self.match, names, -1, kind, about, sentence, at))
