"""The state of a table, folded from its journal: who sits where, the cards, what was told.

No clock, no socket, no disk: the same entries give the same state, to the byte, on any machine and after any crash.
`commands` decides what may be added, `room` lives in real time, `news` puts what was told into words.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatchmethod
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

from pioche.engine.game import Game, load
from pioche.engine.record import Record, replay_line
from pioche.engine.table import Table
from pioche.engine.verbs import EVERYONE
from pioche.house.operations.limits import MAX_KEPT_ANSWERS, MAX_PAUSE_MS, PACES, Pace
from pioche.house.protocol.event_store import EventStore, PastMatches, StoredEvent, Stream, Watcher
from pioche.house.protocol.messages import Ack, Phase, Said
from pioche.house.protocol.sentences import both, said
from pioche.house.stores.unreadable import Unreadable
from pioche.house.tables import journal as j
from pioche.house.tables.deal_endings import MAX_DEALS_TOLD, DealEnd, what_decided
from pioche.house.tables.photo_finish import photo_finish
from pioche.house.tables.reaction_claims import Claims
from pioche.house.tables.seating import Seating
from pioche.house.tables.starting_position import StartingPosition, digest_of_events, promise_of, promises_of, shares_of
from pioche.text import listing

AUDIENCE = itemgetter(1)  # of an entry of the log


class TableState(Seating):
    """The state of a table, entry by entry."""

    def __init__(self, opened: j.Opened, position: StartingPosition | None = None) -> None:
        self.opened, self.code, self.starting_position = opened, opened.code, position or StartingPosition(opened)
        self.game: Game = self.starting_position.game
        super().__init__(self.game.seats)
        self.host = 0 if opened.tournament else 1  # there is no host where a tournament is played
        self.sealed = opened.sealed
        self.settings = opened.settings
        self.pace: Pace = PACES[opened.settings.pace]
        self.phase: Phase = "gathering"
        self.match = 0  # 1 is the first
        self.table: Table | None = None  # of the present match
        self.latest: Table | None = None  # of the present match or the last one, whatever its rules
        self.past = PastMatches()  # before it
        self.records: list[Record] = []  # heads of the matches, without their lines
        self.sitters: list[list[int | None]] = []  # who had each seat of a match: the last person there
        self.began: list[int] = []  # when each match began, in seconds since 1970
        self.results: dict[int, tuple[list[int], list[int]]] = {}  # scores and ranking of the matches that were played out
        self.paused_by = 0
        self.answers: dict[tuple[int, str], Ack] = {}  # sent again for the same command
        self.asked: dict[int, deque[str]] = {}  # by each person, the latest last
        self.voices: list[int] = []  # who said each message
        self.event_store = EventStore()
        self.names: list[list[str]] = [[""] * self.game.seats]  # every list of names that was valid, the present one last
        self.streams: dict[Watcher, Stream] = {watcher: Stream(1) for watcher in (None, *range(self.game.seats))}
        self.edition = digest_of_events(self.game.rules)  # part of the names of the streams
        self.length = 1  # entries so far
        self._log = 0  # how much of the match's log has been told
        self._deal = 0  # the deal of the match that is on
        self.ending: DealEnd | None = None  # the deal that is over, while people look at it
        self.deal_since = 0  # what was told in the present deal begins here
        self.start: list[int] = []  # scores before the first deal
        self.standings: list[tuple[list[int], list[int]]] = []  # scores and ranking after each deal of the match
        self.again: set[int] = set()  # seats that would like another match
        self.promised: j.Promised | None = None  # a match is about to begin: promises are fixed, shares are shown
        self._private: list[list[int]] = [[] for _ in self.chairs]  # places of what each seat alone was told in this match
        self.claims = Claims()  # what players said about their own time in this match
        self.around = 0  # entries that are no moves
        self.names_changed()

    @classmethod
    def of(cls, bodies: list[bytes]) -> TableState:
        """Unreadable when an entry is not one of ours, or does not fit."""
        k = 0
        try:
            first = j.read(bodies[0] if bodies else b"")
            if not isinstance(first, j.Opened):
                raise ValueError("a journal starts with its opening")
            state = cls(first)
            for k in range(1, len(bodies)):
                state.absorb(j.read(bodies[k]))
        except Exception as wrong:
            raise Unreadable.at(k, wrong) from wrong
        state.starting_position.get_ready()
        return state

    # -- reading ---------------------------------------------------------------------------------

    def watcher(self, who: int) -> Watcher:
        """Whose stream a person hears: their own seat's, one over whose shoulder they look, or the public one."""
        person = self.people[who]
        return person.seat if person.seat is not None else person.looks

    def stream_name(self, watcher: Watcher) -> str:
        return "public" if watcher is None else f"seat{watcher}.{self.streams[watcher].generation}"

    def may_watch(self, who: int) -> bool:
        """A table without spectators is open to look at only while no cards are played; the host may always stay."""
        open_to_all = not self.match_is_on or self.settings.spectators != "none"
        return not self.people[who].banned and (open_to_all or who == self.host or self.watcher(who) is not None)

    def lags(self, watcher: Watcher) -> bool:
        """Does this watcher learn everything a while later than it happens? Before the first match there is nothing to
        learn, and people want to see each other come."""
        return watcher is None and self.settings.spectators == "delayed" and self.match > 0

    def eyes(self, watcher: Watcher) -> Watcher:
        """Through whose eyes a watcher sees the table. The cards of a match that is over stay with those who held them:
        a person who takes the seat afterwards sees what all see."""
        if watcher is None or self.match_is_on or not self.sitters:
            return watcher
        return watcher if self.sitters[-1][watcher] == self.chairs[watcher].who else None

    @property
    def held(self) -> bool:
        """The next deal waits until people have seen the end of the last one."""
        return self.ending is not None and not self.ending.over

    @property
    def match_is_on(self) -> bool:
        return self.phase in ("playing", "paused")

    def record(self, match: int) -> Record:
        """A match as a record of the engine."""
        return replace(self.records[match - 1], moves=[dict(line) for line in self.table_of(match).moves])

    @property
    def told(self) -> int:
        return len(self.event_store.logged)

    def told_at(self, place: int) -> StoredEvent:
        logged = self.event_store.logged[place]
        if logged < 0:
            return self.event_store.said[place]
        match, names = self.event_store.valid[bisect_right(self.event_store.since, place) - 1]
        return StoredEvent(self.event_store.audience[place], "game", match, names, logged)

    def table_of(self, match: int) -> Table:
        """Return the engine's table of a match."""
        return self.latest if match == self.match and self.latest is not None else self.past.table(match)

    @property
    def ended(self) -> bool:
        """Nothing more can happen in the present match."""
        return self.phase == "over" or self.frozen

    # -- the fold --------------------------------------------------------------------------------

    def absorb(self, entry: j.AnyEntry, draft: Table | None = None) -> None:
        """Add an entry. `draft`: the engine's table after this line, if it was decided here; otherwise the line is
        played."""
        if isinstance(entry, j.Line):
            self._line(entry, draft)
        else:
            self.around += 1
            self._fold(entry)
        self.length += 1
        if entry.id:
            late = isinstance(entry, j.Line) and entry.late
            self.answers[entry.who, entry.id] = Ack(entry.id, len(self.streams[self.watcher(entry.who)].places), late)
            asked = self.asked.setdefault(entry.who, deque())
            asked.append(entry.id)
            if len(asked) > MAX_KEPT_ANSWERS:
                self.answers.pop((entry.who, asked.popleft()), None)

    @singledispatchmethod
    def _fold(self, entry: Any) -> None:
        """Fold an entry about people. What is registered below raises `version` itself where `TableInfo` changes."""
        self.fold_seating(entry)
        self.version += 1

    @_fold.register
    def _(self, entry: j.Began) -> None:
        opened, game = self.opened, self.game
        seed = int(entry.seed)
        head = (game.id, entry.rules, dict(game.options), seed, opened.cards, opened.position, list(entry.names))
        self.records.append(Record(*head, fair=promise_of(entry)))
        self.sitters.append([chair.who for chair in self.chairs])
        self.began.append(entry.at)
        self._enter("playing")
        self.promised = None
        about = {"match": entry.match, "promise": entry.promise, "names": list(entry.names), **shares_of(entry)}
        if not game.rules.plays(entry.rules):
            self._freeze(entry, Table(game, game.blank(), entry.rules), about)
            return
        table = self.starting_position.table(game, seed, entry.rules)
        self._lay(table)
        self.table, self._log, self.frozen = table, 0, False
        self._deal = table.s.deal
        table.keep_ends()
        self.again = set()
        before = table if opened.position is not None else Table(game, game.blank(entry.rules), entry.rules)
        self.ending, self.deal_since, self.start, self.standings = None, self.told, before.scores, []
        table.names = self.names[-1]
        self._forget_match()
        for chair in self.chairs:
            chair.bank, chair.misses = self.pace.bank, 0
        self.new_hands()
        self.tell("started", about, title=both(game.title))
        self.tell_log(table)
        if table.s.over:
            self._end(table)

    @_fold.register
    def _(self, entry: j.Promised) -> None:
        self.promised = entry
        names = [self.name_of(one.seat) for one in entry.shares]
        self.tell("promised", promises_of(entry), players=both(lambda lang: listing(names, lang)))

    def _lay(self, table: Table) -> None:
        """The match before this one is over: it is kept small from now on."""
        if self.latest is not None:
            self.past.add(self.latest)
        self.latest = table
        self.match += 1

    def _forget_match(self) -> None:
        """Another match begins."""
        self._private, self.claims = [[] for _ in self.chairs], Claims()
        for stream in self.streams.values():
            stream.of_match = array("I")

    def _freeze(self, entry: j.Began, table: Table, about: dict[str, Any]) -> None:
        """A match of rules we cannot play: whether it was over or not, people gather for a new one. Its lines are kept."""
        self._lay(table)
        self.table, self._log, self.frozen, self.ending = None, 0, True, None
        self._forget_match()
        self.new_hands()
        self.tell("started", about, title=both(self.game.title))
        self._enter("gathering")
        self.tell("earlier_rules", {"match": entry.match, "rules": entry.rules, "ours": self.game.rules.version})

    @_fold.register
    def _(self, entry: j.Paused) -> None:
        if self.frozen:
            return
        self._enter("paused")
        person = self.people[entry.who]
        person.pauses += 1
        self.paused_by = entry.who
        about: dict[str, Any] = {"who": entry.who, "name": person.name}
        if entry.who == self.host:
            self.tell("paused", about)
        else:
            about["minutes"] = MAX_PAUSE_MS // 60_000
            self.tell("paused", about, sentence=said("events", "paused_for", **about))

    @_fold.register
    def _(self, entry: j.Resumed) -> None:
        if self.frozen:
            return
        self._enter("playing")
        if entry.who:
            self.tell("resumed", {"who": entry.who, "name": self.people[entry.who].name})
        else:
            self.tell("pause_over", {})

    @_fold.register
    def _(self, entry: j.Shortened) -> None:
        """The same lines under other options: only the end of the match depends on them. Its record says so, too."""
        old, head = self.table, self.records[-1]
        if old is None:  # a match of other rules
            return
        self.game = load(self.game.id, **{**self.game.options, **entry.options})
        table = self.starting_position.table(self.game, head.seed, head.rules)
        table.keep_ends()
        for line in old.moves:
            replay_line(table, line)
        table.names, head.options = self.names[-1], dict(self.game.options)
        self.table = self.latest = table
        self.version += 1
        self.tell("shortened", {})

    @_fold.register
    def _(self, entry: j.Ready) -> None:
        if self.ending is not None:
            (self.ending.ready.add if entry.on else self.ending.ready.discard)(entry.seat)
            self.ending.slow |= not entry.on
            self.version += 1

    @_fold.register
    def _(self, entry: j.Again) -> None:
        self.again.add(entry.seat)
        self.version += 1
        self.tell_of(entry.seat, "again")

    @_fold.register
    def _(self, entry: j.Dealt) -> None:
        if self.held and self.table is not None:
            self.ending, self.deal_since = None, self.told
            self.tell_log(self.table)
            self.version += 1

    @_fold.register
    def _(self, entry: j.Released) -> None:
        self.sealed = False

    @_fold.register
    def _(self, entry: j.CalledOff) -> None:
        if self.phase != "over":
            self._enter("over")
            self.tell("called_off", {})

    @_fold.register
    def _(self, entry: j.Spoke) -> None:
        self.voices.append(entry.who)
        person = self.people[entry.who]
        words = said("phrases", entry.phrase) if entry.phrase else Said(entry.text, entry.text)
        about = {
            "message": len(self.voices),
            "who": entry.who,
            "seat": person.seat,
            "name": person.name,
            "text": entry.text,
            "phrase": entry.phrase,
            "to": list(entry.to),
            "reply_to": entry.reply_to,
        }
        sentence = said("events", "said", name=person.name, text=words)
        self.tell("said", about, sentence, entry.at, by="talk")

    def _enter(self, phase: Phase) -> None:
        self.phase = phase
        self.version += 1

    # -- moves -----------------------------------------------------------------------------------

    def _line(self, entry: j.Line, draft: Table | None) -> None:
        table = self.table
        if table is None:  # of a match under other rules
            self.table_of(self.match).moves.append(dict(entry.line))
            return
        if draft is not None:
            table.adopt(draft)
        else:
            replay_line(table, entry.line)
        if self.ending is not None:  # a journal of a version that went on at once
            self.ending, self.deal_since = None, self.told
        if entry.seat >= 0:
            self._decided(entry)
        elif entry.by == "host":
            seat = int(str(entry.line["do"]).partition(":")[2])
            about = {"who": entry.who, "name": self.people[entry.who].name, "seat": seat, "other": self.name_of(seat)}
            self.tell("penalty_given", about)
        since = self._log
        if table.s.deal == self._deal:
            self.tell_log(table)
        else:
            self._end_deal(table)
        if table.rules.timed:
            self.claims.note(entry)
            finish = photo_finish(table, since, self.claims)
            if finish is not None:
                names = self.names[-1]
                self.tell("photo_finish", finish.about, sentence=finish.said(names), at=finish.at)
        if table.s.over:
            self._end(table)
        if table.s.deal != self._deal or table.s.over:
            self._deal = table.s.deal
            if self.ending is None:
                self.deal_since = self.told
            if self.leaving:
                self.leave_now(bool(table.s.over))

    def _end_deal(self, table: Table) -> None:
        """The rules have gone on to the next deal, or ended the match: tell what belongs to the old one."""
        found = table.end_of_deal
        if found is None:
            self.tell_log(table)
            return
        position, told = found
        scores, ranking = position.scores, position.ranking
        before = self.standings[-1][0] if self.standings else self.start
        self.standings.append((scores, ranking))
        if self.settings.endings == "off":
            self.tell_log(table)
            return
        gained = [score - earlier for score, earlier in zip(scores, before, strict=True)]
        over = bool(table.s.over)
        self.ending = DealEnd(position, self.deal_since, scores, gained, ranking, over)
        self.tell_log(table, None if over else told)
        self.version += 1

    def _decided(self, entry: j.Line) -> None:
        """The decision of a seat: its spare time, and whether it made it itself."""
        chair = self.chairs[entry.seat]
        if entry.by == "clock":
            chair.misses += 1
            chair.bank = 0
            self.tell_of(entry.seat, "played_for", do=entry.line.get("do", ""))
        elif entry.by == "player":
            chair.misses = 0
            if self.pace.turn:
                chair.bank = max(0, chair.bank - max(0, entry.spent - self.pace.turn))

    def _end(self, table: Table) -> None:
        """The match is over; a line may follow all the same (T21)."""
        if self.phase == "over":
            return
        self._enter("over")
        scores, ranking = self.results[self.match] = table.scores, table.ranking
        order = sorted(range(len(scores)), key=lambda seat: (ranking[seat], seat))
        result = both(lambda lang: listing([f"{self.name_of(seat)} {scores[seat]}" for seat in order], lang))
        about: dict[str, Any] = {"scores": scores, "ranking": ranking}
        if 1 < len(self.standings) <= MAX_DEALS_TOLD:
            about["deals"] = [deal for deal, _ in self.standings]
        decided = what_decided(self.standings)
        if decided is not None:
            words = "decided" if decided["how"] == "throughout" else f"decided_{decided['how']}"
            self.tell("decided", decided, said("events", words, name=self.name_of(decided["seat"]), **decided))
        self.tell("match_result", about, result=result)

    # -- telling ---------------------------------------------------------------------------------

    def tell(
        self, kind: str, about: dict[str, Any], sentence: Said | None = None, at: int | None = None,
        by: Literal["house", "talk"] = "house", **more: Any,
    ) -> None:  # fmt: skip
        """The house, or somebody, says something to everybody."""
        sentence = sentence or said("events", kind, **{**about, **more})
        self.event_store.said[self.told] = StoredEvent(
            EVERYONE, by, self.match, len(self.names) - 1, -1, kind, about, sentence, at
        )
        self._tell_all(EVERYONE, (-1,))

    def tell_log(self, table: Table, until: int | None = None) -> None:
        """Tell what the log of the present match has that was not told; `until` how much of it."""
        log, start = table.s.log, self._log
        self._log = len(log) if until is None else until
        valid = self.match, len(self.names) - 1
        if not self.event_store.valid or self.event_store.valid[-1] != valid:
            self.event_store.since.append(self.told)
            self.event_store.valid.append(valid)
        for audience, run in groupby(log[start : self._log], AUDIENCE):
            after = start + len(list(run))
            self._tell_all(audience, range(start, after), of_match=table.rules.timed)
            start = after

    def _tell_all(self, audience: int, logged: Sequence[int], of_match: bool = False) -> None:
        """Several things to the same audience, one after the other. `of_match`: happenings of a game with a clock."""
        places = array("I", range(len(self.event_store.logged), len(self.event_store.logged) + len(logged)))
        self.event_store.logged.extend(logged)
        self.event_store.audience.extend((audience,) * len(logged))
        for stream in self.streams.values() if audience == EVERYONE else (self.streams[audience],):
            stream.places.extend(places)
            if of_match:
                stream.of_match.extend(range(len(stream.places) - len(places) + 1, len(stream.places) + 1))
        if audience != EVERYONE:
            self._private[audience] += places

    def rename(self, names: list[str]) -> None:
        if names != self.names[-1]:
            self.names.append(names)
            if self.table is not None:
                self.table.names = names

    def takes_part(self, seat: int, who: int) -> None:
        if self.match_is_on:
            self.sitters[-1][seat] = who

    def new_owner(self, seat: int) -> None:
        """Give the stream of a seat to another person. Past matches of the seat are not for them, nor the last one once
        it is over. A person who plays on in the middle of one knows what the seat knows."""
        private = self._private[seat] if self.match_is_on else []
        self.streams[seat] = self.streams[seat].for_another(self.streams[None], private, self.match)
