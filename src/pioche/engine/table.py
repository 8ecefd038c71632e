"""A match in progress: the only door through which moves reach the rules."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pioche import text
from pioche.engine.cards import read_card, read_rank
from pioche.engine.chance import Driver, Script, outcomes, sow
from pioche.engine.clock import MISSING, TIMERS, UNTIMED
from pioche.engine.keystream import KEY_BITS, Stream, is_key
from pioche.engine.match import ADMIT, DROP, REFUSE
from pioche.engine.verbs import EVERYONE
from pioche.engine.words import to_word
from pioche.engine.written.checking import lay_out
from pioche.errors import BadPosition, Illegal

if TYPE_CHECKING:
    from pioche.engine.game import Game
    from pioche.engine.record import Record

MENU = 8192  # no menu of any game is longer
REFEREE = -1


class _Menu(threading.local):
    """Where the rules write a menu: one for each thread, used again and again, as making it costs more than a move."""

    def __init__(self) -> None:
        self.moves = [0] * MENU


_menu = _Menu()


class Table:
    """Everything a player, a bot, a page or a test does with a match goes through here."""

    def __init__(self, game: Game, s: Any) -> None:
        self.game = game
        self.rules = game.rules
        self.engine = game.plain
        self.s = s
        self.seed = 0
        self.cards = ""
        self.start: dict[str, Any] | None = None  # the written position it began at
        self.names: Sequence[str] = ()  # who sits where, as refusals call them
        self.moves: list[dict[str, Any]] = []  # what has been done, as the record keeps it

    @classmethod
    def fresh(cls, game: Game, seed: int, cards: str) -> Table:
        table = cls(game, game.blank())
        table._shuffle_up(seed, cards)
        table.engine.begin(table.s)
        return table

    @classmethod
    def at(cls, game: Game, position: Mapping[str, Any], seed: int, cards: str) -> Table:
        table = cls(game, game.blank())
        table._shuffle_up(seed, cards)
        lay_out(table, position)
        table.start = dict(position)
        return table

    def _shuffle_up(self, seed: int, cards: str) -> None:
        if seed >> KEY_BITS > 0:
            raise BadPosition(f"A seed has at most {KEY_BITS} bits.", f"Une graine a au plus {KEY_BITS} bits.")
        self.seed, self.cards = seed, cards
        sow(self.s.rng, seed, 0)
        if cards.strip():
            self.s.chance = Script(self._read_cards(cards), self._missing)
        elif is_key(seed):
            self.s.chance = Stream(seed)

    def _read_cards(self, cards: str) -> list[int]:
        read = read_rank if self.rules.deck == "ranks" else read_card
        found = []
        for word in cards.replace(",", " ").replace("|", " ").split():
            try:
                found.append(read(word))
            except ValueError:
                raise BadPosition(f"{word} is not a card of this deck.", f"{word} n'est pas une carte de ce jeu.") from None
        return found

    def _missing(self, card: int) -> Exception:
        word = str(card) if self.rules.deck == "ranks" else to_word("card", card)
        return BadPosition(
            f"The next card is to be {word}, but no {word} is left in the deck.",
            f"La prochaine carte doit être {word}, mais il n'y a plus de {word} dans la pioche.",
        )

    # -- who may do what -------------------------------------------------------------------------

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(p for p in range(self.game.seats) if self.s.waiting >> p & 1)

    def actors_seen_by(self, seat: int | None) -> tuple[int, ...]:
        """The seats that may act now, as far as this seat (None: a spectator) may know: in a race it may be a
        secret who has already acted."""
        shape = self.rules.shape
        seen = shape.unveiled(self.s, shape.fields["waiting"], seat)
        return tuple(p for p in range(self.game.seats) if seen >> p & 1)

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
        action: str,
        *,
        at: int | None = None,
        seen: int | None = None,
        since_open: int | None = None,
        rtt: int | None = None,
    ) -> None:
        """A seat acts (None: the referee). Illegal says why not, in both languages, and changes nothing.

        Games with a clock: `at` is the arrival time in milliseconds, `seen` the number of the last event the
        player's screen had shown, `since_open` the player's own measure of the reaction, `rtt` the server's
        measure of the line.
        """
        if seat is not None and not 0 <= seat < self.game.seats:
            raise text.refusal(self, "no_such_seat", "", seat=str(seat))
        who = REFEREE if seat is None else seat
        try:
            number = self.rules.actions.read(action)
        except ValueError:
            number = -1
        if self.rules.timed:
            self._look_at_the_clock(who, number, at, seen, since_open, rtt)
        if number < 0 or number not in self.menu(who):
            answer = self.engine.unlisted(self.s, who, number)
            if answer != ADMIT and self.rules.timed:
                self.moves.append({"until": self.s.clock})  # nothing was done, but time has passed
            if answer == DROP:
                return
            if answer == REFUSE:
                raise self._why_not(who, action, number)
        self.engine.step(self.s, who, number)
        line: dict[str, Any] = {"seat": seat, "do": action if number < 0 else self.rules.actions.write(number)}
        if self.rules.timed:
            meta = (("at", at), ("seen", seen), ("since_open", since_open), ("rtt", rtt))
            line |= {k: v for k, v in meta if v is not None}
        self.moves.append(line)

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
            name, rule = self.rules.refusals[reason]
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
        """All that this seat (None: a spectator) may know, as plain JSON data."""
        shown: dict[str, Any] = {"game": self.game.id, "seat": seat, "options": dict(self.game.options)}
        shown |= self.rules.shape.view(self.s, seat)
        shown |= {"actors": list(self.actors_seen_by(seat)), "scores": list(self.scores)}
        if seat is not None:
            shown["legal"] = self.legal(seat)
        return shown

    def view_in_common(self) -> dict[str, Any]:
        """What all views of this moment have in common; `view_of_own` is the rest of one."""
        shown: dict[str, Any] = {"game": self.game.id, "options": dict(self.game.options)}
        shown |= self.rules.shape.common(self.s)
        shown["scores"] = list(self.scores)
        return shown

    def view_of_own(self, seat: int | None) -> dict[str, Any]:
        shown: dict[str, Any] = {"seat": seat, **self.rules.shape.own(self.s, seat)}
        shown["actors"] = list(self.actors_seen_by(seat))
        if seat is not None:
            shown["legal"] = self.legal(seat)
        return shown

    def memory(self, seat: int | None) -> dict[str, Any]:
        """What a seat that forgets nothing knows beyond its view: for bots, odds and memory aids."""
        return self.rules.shape.memory(self.s, seat)

    def events(self, seat: int | None, since: int = 0) -> list[dict[str, Any]]:
        """What this seat (None: a spectator) has been told, numbered from 1 without gaps; those after `since`."""
        told = [entry for entry in self.s.log if entry[1] in (EVERYONE, seat)]
        return [self._event(number, entry) for number, entry in enumerate(told[since:], since + 1)]

    def history(self) -> list[dict[str, Any]]:
        """Every event with its audience: for records and tests, never for a seat."""
        told = enumerate(self.s.log, 1)
        return [self._event(n, entry) | {"to": None if entry[1] == EVERYONE else entry[1]} for n, entry in told]

    def _event(self, number: int, entry: tuple[int, ...]) -> dict[str, Any]:
        kind = self.rules.events[entry[0]]
        told: dict[str, Any] = {"n": number, "kind": kind.name}
        if self.rules.timed:
            told["t"] = entry[2]
        for (name, what), value in zip(kind.fields, entry[3:], strict=False):
            told[name] = _word(what, value)
        return told

    def _number_of(self, seat: int, length: int) -> int:
        """How many of the first `length` happenings a seat was told."""
        return sum(1 for entry in self.s.log[:length] if entry[1] in (EVERYONE, seat))

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
        """The same match, free to be played on; its events are told afresh, its record is complete."""
        other = Table(self.game, self.s.clone())
        other.start, other.seed, other.cards, other.moves = self.start, self.seed, self.cards, list(self.moves)
        return other

    def outcomes(self, seat: int, action: str) -> list[tuple[float, Table]]:
        """Every way chance can turn out after an action, with its probability: exact odds, not an estimate."""
        number = self.rules.actions.read(action)
        if number not in self.menu(seat):
            raise self._why_not(seat, action, number)

        def run(driver: Driver) -> Table:
            other = self.clone()
            other.s.chance = driver
            other.engine.step(other.s, seat, number)
            return other

        return list(outcomes(run))

    def default_action(self, seat: int) -> str:
        """What is played for a seat whose time has run out, by the rulebook."""
        return self.rules.actions.write(self.engine.time_out(self.s, seat))


def _word(what: str, value: int) -> Any:
    if what in ("card", "place"):
        return None if value < 0 else to_word(what, value)
    if what == "seat":
        return None if value < 0 else value
    if what == "seats":
        return [p for p in range(32) if value >> p & 1]
    if "/" in what:
        return what.split("/")[value]
    return bool(value) if what == "flag" else value
