"""A match in progress: the only door through which moves reach the rules."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pioche import text
from pioche.engine.cards import read_card, read_rank
from pioche.engine.chance import Driver, Script, outcomes, sow
from pioche.engine.clock import MISSING, TIMERS, UNTIMED
from pioche.engine.keystream import KEY_BITS, Stream, is_key
from pioche.engine.match import ADMIT, DROP, REFUSE
from pioche.engine.verbs import EVERYONE
from pioche.engine.words import Answer, to_word
from pioche.engine.written.checking import lay_out
from pioche.engine.written.reading import brief
from pioche.engine.written.trusted import lay_out_again
from pioche.engine.written.writing import members
from pioche.errors import BadPosition, Illegal

if TYPE_CHECKING:
    from pioche.engine.game import Game
    from pioche.engine.record import Record

MENU_SIZE = 8192  # no menu of any game is longer
MAX_OUTCOMES = 4000  # ways chance can go that are counted without being asked for more
REFEREE = -1


class _Menu(threading.local):
    """The list that rules write a menu into: one for each thread and reused, since making it costs more than a move."""

    def __init__(self) -> None:
        self.moves = [0] * MENU_SIZE


_menu = _Menu()


class Ended(NamedTuple):
    """A deal as it lay when it was over, before the next one was dealt."""

    s: Any
    told: int  # how much of the log there was


class LastDeal:
    """The end of the last deal of a match; the verb `deal_ended` writes it."""

    def __init__(self, end: Ended | None = None) -> None:
        self.end = end

    def keep(self, s: Any) -> None:
        self.end = Ended(s.clone(), len(s.log))


class Table:
    """The only access of players, bots, pages and tests to a match."""

    def __init__(self, game: Game, s: Any, version: int = 0) -> None:
        self.game = game
        self.rules = game.rules
        self.engine = game.plain
        self.s = s
        self.version = version or game.rules.version  # of the rules it is played under
        self.seed = 0
        self.cards = ""
        self.start: dict[str, Any] | None = None  # the written position it began at
        self.names: Sequence[str] = ()  # who sits where, as refusals call them
        self.moves: list[dict[str, Any]] = []  # what has been done, as the record keeps it
        self.cloned = 0  # how much of the log a clone has from the match it was made of
        self.event_index: dict[int | None, tuple[list[int], int]] = {}  # the places of each seat's events in the log

    @classmethod
    def fresh(cls, game: Game, seed: int, cards: str, version: int = 0, stream: type[Stream] = Stream) -> Table:
        table = cls(game, game.blank(version), version)
        table._shuffle_up(seed, cards, stream)
        table.engine.begin(table.s)
        return table

    @classmethod
    def at(
        cls, game: Game, position: Any, seed: int, cards: str, trusted: bool = False, version: int = 0,
        stream: type[Stream] = Stream,
    ) -> Table:  # fmt: skip
        table = cls(game, game.blank(version), version)
        table._shuffle_up(seed, cards, stream)
        (lay_out_again if trusted else lay_out)(table, position)
        table.start = dict(position)
        return table

    def _shuffle_up(self, seed: int, cards: str, stream: type[Stream] = Stream) -> None:
        if seed >> KEY_BITS > 0:
            raise BadPosition(f"A seed has at most {KEY_BITS} bits.", f"Une graine a au plus {KEY_BITS} bits.")
        self.seed, self.cards = seed, cards
        sow(self.s.rng, seed, 0)
        if cards.strip():
            self.s.chance = Script(self._read_cards(cards), self._missing)
        elif is_key(seed):
            self.s.chance = stream(seed)

    def _read_cards(self, cards: str) -> list[int]:
        (read, such), found = (read_rank, "7") if self.rules.deck == "ranks" else (read_card, "K♠"), []
        for word in cards.replace(",", " ").replace("|", " ").split():
            try:
                found.append(read(word))
            except ValueError:
                en = f"{word} is not a card of this deck; one is written {such}."
                raise BadPosition(en, f"{word} n’est pas une carte de ce jeu ; une carte s’écrit {such}.") from None
        return found

    def _missing(self, card: int) -> Exception:
        word = str(card) if self.rules.deck == "ranks" else to_word("card", card)
        return BadPosition(
            f"The next card is to be {word}, but no {word} is left in the deck.",
            f"La prochaine carte doit être {word}, mais il n'y a plus de {word} dans la pioche.",
        )

    def __repr__(self) -> str:
        now = "over" if self.over else f"{self.position()['phase']}, seats to act: {list(self.actors)}"
        return f"<Table of {self.game.id}, {self.game.seats} seats, deal {self.s.deal + 1}, {now}, scores {self.scores}>"

    def _repr_html_(self) -> str:
        from pioche.engine.display import table_html

        return table_html(self)

    # -- who may do what -------------------------------------------------------------------------

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(members(self.s.waiting))

    def actors_seen_by(self, seat: int | None) -> tuple[int, ...]:
        """The seats that may act now, as far as this seat (None: a spectator) may know: in a race it may be a
        secret who has already acted."""
        shape = self.rules.shape
        return tuple(members(shape.unveiled(self.s, shape.fields["waiting"], seat)))

    def menu(self, seat: int) -> list[int]:
        """The legal actions of a seat as the rules number them."""
        if seat != REFEREE and not (0 <= seat < self.game.seats and self.s.waiting >> seat & 1):
            return []
        moves: list[int] = _menu.moves
        moves[0] = 0
        if seat == REFEREE:
            self.engine.referee(self.s, moves)
        else:
            self.engine.legal(self.s, seat, moves)
        return moves[1 : moves[0] + 1]

    def legal(self, seat: int) -> list[str]:
        """The legal actions of a seat, in words, in a stable order."""
        return [self.rules.actions.write(action) for action in self.menu(seat)]

    def act(
        self,
        seat: int | None,
        action: str | int,
        *,
        at: int | None = None,
        seen: int | None = None,
        since_open: int | None = None,
        rtt: int | None = None,
    ) -> Answer:
        """A seat acts (None: the referee), by word or by the number `game.actions` has for it, and learns what became
        of it. Illegal says why not, in both languages, and changes nothing.

        Games with a clock: `at` is the arrival time in milliseconds, `seen` the number of the last event the
        player's screen had shown, `since_open` the player's own measure of the reaction, `rtt` the server's
        measure of the line.
        """
        if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.game.seats):
            raise text.refusal(self, "no_such_seat", "", seat=brief(seat))
        who = REFEREE if seat is None else seat
        number = self.rules.actions.number(action)
        word = brief(action) if number < 0 else self.rules.actions.write(number)
        if self.rules.timed:
            self._look_at_the_clock(who, number, at, seen, since_open, rtt)
        before, waiting = len(self.s.log), self.s.waiting
        if number < 0 or number not in self.menu(who):
            answer = self.engine.unlisted(self.s, who, number)
            if answer != ADMIT and self.rules.timed:
                self.moves.append({"until": self.s.clock})  # nothing was done, but time has passed
            if answer == DROP:
                return Answer.IGNORED
            if answer == REFUSE:
                raise self._why_not(who, word, number)
        self.engine.step(self.s, who, number)
        line: dict[str, Any] = {"seat": seat, "do": word}
        if self.rules.timed:
            meta = (("at", at), ("seen", seen), ("since_open", since_open), ("rtt", rtt))
            line |= {k: v for k, v in meta if v is not None}
        self.moves.append(line)
        return self._became(who, before, waiting) if self.rules.timed else Answer.DONE

    def _became(self, seat: int, before: int, waiting: int) -> Answer:
        """Return what a signal led to, by what was told of it: IGNORED when nothing was told and nothing changed."""
        for entry in self.s.log[before:]:
            said = self.rules.answers.get(self.rules.events[entry[0]].name)
            if said is not None and seat == (entry[3] if entry[1] == EVERYONE else entry[1]):
                return Answer(said)
        return Answer.IGNORED if len(self.s.log) == before and self.s.waiting == waiting else Answer.DONE

    def _why_not(self, seat: int, word: str, number: int) -> Illegal:
        if self.s.over:
            return text.refusal(self, "match_over", "")
        if seat == REFEREE:
            return text.refusal(self, "no_referee", "", word=word)
        if number < 0:
            return text.refusal(self, "unknown_action", "", seat=seat, word=word)
        if not self.s.waiting >> seat & 1:
            return text.refusal(self, "not_your_turn", "", seat=seat)
        reason = self.engine.why_not(self.s, seat, number)
        if reason >= 0:
            name, rule = self.rules.refusal(reason)
            return text.refusal(self, name, rule, seat=seat, word=word)
        return text.refusal(self, "not_now", "", seat=seat, word=word)

    # -- time ------------------------------------------------------------------------------------

    def advance(self, at: int) -> None:
        """Let time pass: fire every timer due at or before `at`."""
        self._check_time(at)
        self.engine.pass_time(self.s, at, 1)
        self.moves.append({"advance": at})

    def until(self, at: int) -> None:
        """Let time pass up to an action arriving at `at`: who acts exactly on a deadline is in time (T4)."""
        self._check_time(at)
        self.engine.pass_time(self.s, at, 0)

    @property
    def next_timer(self) -> tuple[int, str] | None:
        """The earliest pending timer as (time, kind)."""
        if not self.rules.timed:
            return None
        kind = self.engine.next_timer(self.s)
        if kind < 0:
            return None
        return self.engine.timer_time(self.s, kind), TIMERS[min(kind, len(TIMERS) - 1)]

    def _check_time(self, at: int) -> None:
        if not self.rules.timed:
            raise Illegal("This game has no clock.", "Ce jeu se joue sans horloge.", reason="no_clock")
        if at < self.s.clock:
            raise Illegal(
                f"Time runs forward only: it is {self.s.clock} ms, not {at}.",
                f"Le temps ne recule pas : il est {self.s.clock} ms, pas {at}.",
                "T2",
                "time_runs_forward",
            )

    def _look_at_the_clock(
        self, seat: int, number: int, at: int | None, seen: int | None, since_open: int | None, rtt: int | None
    ) -> None:
        s = self.s
        self.until(s.clock if at is None else at)
        needed = self.engine.must_have_seen(s, number, len(s.log))
        s.shown = int(seen is None or seen >= self._number_of(seat, s.opening if needed < 0 else needed))
        s.since_open = since_open if since_open is not None else UNTIMED if at is None else MISSING
        s.rtt = 0 if rtt is None else rtt

    # -- what a seat may know --------------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return all that this seat (None: a spectator) may know, as plain JSON data."""
        shown: dict[str, Any] = {"game": self.game.id, "seat": seat, "options": dict(self.game.options)}
        shown |= self.rules.shape.view(self.s, seat)
        shown |= {"actors": list(self.actors_seen_by(seat)), "scores": list(self.scores)}
        if seat is not None:
            shown["legal"] = self.legal(seat)
        return shown

    def view_in_common(self) -> dict[str, Any]:
        """Return what all views of this moment have in common; `view_of_own` is the rest of one."""
        shown: dict[str, Any] = {"game": self.game.id, "options": dict(self.game.options)}
        shown |= self.rules.shape.common(self.s, None)
        shown["scores"] = list(self.scores)
        return shown

    def view_of_own(self, seat: int | None) -> dict[str, Any]:
        shape, s = self.rules.shape, self.s
        shown: dict[str, Any] = {"seat": seat, **shape.own(s, seat)}
        if seat is not None:
            shown["legal"] = self.legal(seat) if s.waiting >> seat & 1 else []
        return shown

    def keep_ends(self) -> None:
        """Keep how the last deal ended from now on: the rules deal the next one in the same step."""
        self.s.last_deal = LastDeal()

    @property
    def end_of_deal(self) -> tuple[Table, int] | None:
        """The last deal as it lay when it was over, and how much of the log there was by then. Nothing can be done
        there. None before the first end, and at a table that does not keep ends."""
        end = self.s.last_deal.end if self.s.last_deal is not None else None
        if end is None:
            return None
        return Table(self.game, end.s, self.version), end.told

    def memory(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat with a perfect memory knows beyond its view: for bots, odds and memory aids."""
        return self.rules.shape.memory(self.s, seat)

    def facts(self, view: Mapping[str, Any], *, counted: bool = True) -> list[dict[str, Any]]:
        """Return what can be read off a view of this moment (`Table.view`), as plain JSON data; nothing once the match is
        over. `counted`: also the chances that take a perfect memory."""
        if self.rules.facts is None or self.over:
            return []
        found = self.rules.facts(view, self.memory(view["seat"]))
        return [fact.written() for fact in found if counted or not fact.counted]

    def events(self, seat: int | None, since: int = 0) -> list[dict[str, Any]]:
        """Return what this seat (None: a spectator) has been told after `since`, numbered from 1 without gaps."""
        told, since = self.event_places(seat), max(since, 0, self._before(seat))
        return [self.event(n, self.s.log[place]) for n, place in enumerate(told[since:], since + 1)]

    def history(self, since: int = 0) -> list[dict[str, Any]]:
        """Every event after `since` with its audience in `only` (None: everybody): for records and tests, never for a
        seat."""
        since = max(since, self.cloned)
        told = enumerate(self.s.log[since:], since + 1)
        return [self.event(n, entry) | {"only": None if entry[1] == EVERYONE else entry[1]} for n, entry in told]

    def event(self, number: int, entry: tuple[int, ...]) -> dict[str, Any]:
        """Return an entry of the log as JSON data, under the number a seat knows it by."""
        time = {"t": entry[2]} if self.rules.timed else {}
        kind = self.rules.events.kinds[entry[0]]
        return {"n": number, "kind": kind.name, **time, **kind.write(entry[3:])}

    def _number_of(self, seat: int | None, length: int) -> int:
        """Return how many of the first `length` happenings a seat was told."""
        return bisect_left(self.event_places(seat), length)

    def _before(self, seat: int | None) -> int:
        """Return how many of them were told in the match this is a clone of."""
        return self._number_of(seat, self.cloned) if self.cloned else 0

    def event_places(self, seat: int | None) -> list[int]:
        """Return the places in the log of the events this seat (None: a spectator) has been told. The list is cached; do not
        change it."""
        log, (told, looked) = self.s.log, self.event_index.get(seat, ([], 0))
        if looked > len(log):  # another position was put on this table
            told, looked = [], 0
        if looked < len(log):
            told += [place for place in range(looked, len(log)) if log[place][1] in (EVERYONE, seat)]
            self.event_index[seat] = told, len(log)
        return told

    def position(self) -> dict[str, Any]:
        """The whole truth, in the rulebook's words."""
        return self.rules.shape.position(self.s)

    # -- results ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self.s.over)

    @property
    def scores(self) -> list[int]:
        """Purses or points by seat."""
        return [self.engine.score(self.s, p) for p in range(self.game.seats)]

    @property
    def ranking(self) -> list[int]:
        """The place of every seat, 1 is best; equal results share a place."""
        standings = [self.engine.standing(self.s, p) for p in range(self.game.seats)]
        return [1 + sum(other > mine for other in standings) for mine in standings]

    # -- copies ----------------------------------------------------------------------------------

    def record(self) -> Record:
        from pioche.engine.record import Record

        return Record.of(self)

    def clone(self) -> Table:
        """The same match, free to be played on. It tells what happens from now on, numbered as the match would, and
        its record is complete."""
        other = Table(self.game, self.s.clone(), self.version)
        other.start, other.seed, other.cards, other.moves = self.start, self.seed, self.cards, list(self.moves)
        other.s.log, other.s.opening, other.cloned = list(self.s.log), self.s.opening, len(self.s.log)
        other.names = self.names
        return other

    def draft(self) -> Table:
        """Return a copy on which a move can be tried; its moves touch nothing here. `adopt` makes what became of it the
        match. Where no clock is, the copy has only what it adds itself to the log and to the moves: they may be long."""
        other: Table = object.__new__(Table)  # field by field: a copy of `vars` makes each access to both of them slower
        other.game, other.rules, other.engine, other.version = self.game, self.rules, self.engine, self.version
        other.seed, other.cards, other.start, other.names = self.seed, self.cards, self.start, self.names
        other.cloned = self.cloned
        s = other.s = self.s.clone()
        if self.rules.timed:  # a signal looks up what its seat had been told
            s.log, other.moves, s.opening = self.s.log[:], self.moves[:], self.s.opening
            other.event_index = {seat: (list(told), looked) for seat, (told, looked) in self.event_index.items()}
        else:
            other.moves, other.event_index = [], {}
        if self.s.last_deal is not None:
            s.last_deal = LastDeal(self.s.last_deal.end)
        return other

    def adopt(self, draft: Table) -> None:
        """Go on from a draft of this table. The events told so far are the same, so their places are kept."""
        before, s = self.s, draft.s
        self.s = s
        if self.rules.timed:
            self.moves = draft.moves
            return
        self.moves += draft.moves
        if s.last_deal is not None and s.last_deal.end is not before.last_deal.end:
            s.last_deal.end = s.last_deal.end._replace(told=len(before.log) + s.last_deal.end.told)
        before.log += s.log
        s.log = before.log

    def __deepcopy__(self, memo: Any) -> Table:
        other = self.clone()
        other.cloned = self.cloned
        return other

    def __copy__(self) -> Table:
        return self.__deepcopy__(None)

    def __getstate__(self) -> dict[str, Any]:
        fields = {name: getattr(self.s, name) for name in (*self.rules.shape.fields, "opening")}
        fields["log"] = list(self.s.log)
        chance = self.s.chance.cards if isinstance(self.s.chance, Script) else self.s.chance
        kept = {k: v for k, v in vars(self).items() if k not in ("s", "rules", "engine", "event_index")}
        return {"kept": kept, "fields": fields, "chance": chance}

    def __setstate__(self, state: dict[str, Any]) -> None:
        game: Game = state["kept"]["game"]
        self.__init__(game, game.blank())  # type: ignore[misc]
        vars(self).update(state["kept"])
        for name, value in state["fields"].items():
            setattr(self.s, name, value)
        chance = state["chance"]
        self.s.chance = Script(chance, self._missing) if isinstance(chance, list) else chance

    def outcomes(self, seat: int, action: str | int, most: int = MAX_OUTCOMES) -> list[tuple[float, Table]]:
        """Every way chance can turn out after an action, with its probability: exact odds, not an estimate. Ways that
        lead to the same position are one. TooMany when chance can go more than `most` ways."""
        number = self.rules.actions.number(action)
        if number not in self.menu(seat):
            raise self._why_not(seat, str(action), number)

        def run(driver: Driver) -> Any:
            s = self.s.clone()
            s.chance = driver
            self.engine.step(s, seat, number)
            return s

        found: dict[Any, tuple[float, Any]] = {}
        for chance, s in outcomes(run, most):
            key = self.rules.shape.key(s)
            before, first = found.get(key, (0.0, s))
            found[key] = before + chance, first
        return [(chance, self._after(s)) for chance, s in found.values()]

    def _after(self, s: Any) -> Table:
        """A clone of this table at what an action has made of it."""
        other = self.clone()
        s.opening = other.cloned + s.opening if s.opening else self.s.opening
        s.log, s.chance = other.s.log + s.log, other.s.chance
        other.s = s
        return other

    def default_action(self, seat: int) -> str:
        """Return the action the rulebook plays for a seat whose time has run out."""
        return self.rules.actions.write(self.engine.time_out(self.s, seat))
