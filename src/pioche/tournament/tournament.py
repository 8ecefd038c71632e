"""The tournament: settings and a log of actions, and the state they make. Nothing here reads a clock or a disk.

Every method is one action of the rulebook's section 4.1. It either appends one line to the log and changes the state, or
raises `Refused` and changes nothing. `by` says who acts (`organiser`, `referee`, `referee:Zoé`, `entrant:Zoé`, `house`),
`at` when, in whole seconds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pioche.tournament.actions as actions
import pioche.tournament.entry_shapes as entry_shapes
import pioche.tournament.finals as finals
import pioche.tournament.presence as presence
import pioche.tournament.results as results
import pioche.tournament.roles as roles
from pioche.errors import BadRecord
from pioche.tournament.finals import Placed
from pioche.tournament.model import Entrant, Round, State, Table
from pioche.tournament.refusals import refused
from pioche.tournament.seating.draft import Draft, cost_now, draft, draw_lots
from pioche.tournament.seating.explain import Seating, seating_of
from pioche.tournament.seating.lots import match_seed
from pioche.tournament.settings import Settings
from pioche.tournament.standings import Row, standings

FORMAT = 1
ORGANISER = roles.ORGANISER
Entry = dict[str, Any]
APPLY: Mapping[str, Callable[[State, Mapping[str, Any]], None]] = {
    "register": actions.register, "withdraw": actions.withdraw, "check_in": actions.check_in, "seat": actions.seat,
    "swap": actions.swap, "reseat": actions.reseat, "start": actions.start, "close": actions.close, "finish": actions.finish,
    "cancel": actions.cancel, "call": actions.call, "answer": actions.answer,
    "late": presence.late, "drop": presence.drop, "pause": presence.pause, "resume": presence.resume,
    "readmit": presence.readmit, "substitute": presence.substitute, "no_show": presence.no_show,
    "result": results.result, "confirm": results.confirm, "object": results.object_, "rule": results.rule,
    "lapse": results.lapse, "correct": results.correct, "penalty": results.penalty, "warn": results.warn,
    "forfeit": results.forfeit, "excuse": results.excuse, "disqualify": results.disqualify,
    "start_finals": finals.start_finals, "decline": finals.decline,
}  # fmt: skip


class Tournament:
    """`Tournament("agnes", seed=7, rounds=4)`: the options of section 7 by name, the others from the game's profile."""

    def __init__(self, game: str, *, by: str = ORGANISER, at: int | None = None, **options: Any) -> None:
        settings = Settings.of(game, options)
        self._log: list[Entry] = [
            {"n": 1, "at": at, "by": by, "do": "create", "format": FORMAT, "settings": settings.as_json()}
        ]
        self.state = State(settings)

    # -- the log ---------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[Entry]:
        """Every action as plain JSON data, the first one with the settings. A copy: it may be kept or changed."""
        return deepcopy(self._log)

    @property
    def entries(self) -> Sequence[Mapping[str, Any]]:
        """The log itself, without a copy: not to be changed."""
        return self._log

    @classmethod
    def replay(cls, log: Sequence[Mapping[str, Any]], verify: bool = False) -> Tournament:
        """Rebuild the tournament of a log. Seatings are read, not searched again; `verify` draws each one again (J6) and
        refuses a log whose seatings do not follow from it."""
        if not log or not isinstance(log[0], Mapping) or log[0].get("do") != "create" or log[0].get("format") != FORMAT:
            raise _bad_log(1)
        found = cls.__new__(cls)
        try:
            settings = dict(log[0]["settings"])
            found.state = State(Settings.of(settings.pop("game"), settings))
            found._log = [json.loads(json.dumps(log[0]))]
            for entry in log[1:]:
                if entry["n"] != len(found._log) + 1 or entry["do"] not in APPLY:
                    raise _bad_log(len(found._log) + 1)
                if verify and entry["do"] in ("seat", "reseat"):
                    found._verify(entry)
                found._apply(json.loads(json.dumps(entry)))
        except (KeyError, TypeError, ValueError, IndexError) as wrong:
            if isinstance(wrong, BadRecord):
                raise
            raise _bad_log(len(getattr(found, "_log", ())) + 1) from wrong
        return found

    def draft(self) -> Tournament:
        """Return a copy on which actions can be tried: they change nothing here. Lines of the log are shared."""
        other = object.__new__(Tournament)
        other.state, other._log = self.state.copy(), self._log[:]
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tournament) and self._log == other._log and self.state == other.state

    __hash__ = None  # type: ignore[assignment]

    def _do(self, action: str, by: str, at: int | None, **arguments: Any) -> None:
        """Append one action, or refuse it and change nothing."""
        told = {name: value for name, value in arguments.items() if value is not None}
        self._apply({"n": len(self._log) + 1, "at": at, "by": by, "do": action, **told})

    def take(self, entry: Mapping[str, Any]) -> None:
        """Append a line that the same tournament wrote elsewhere."""
        if entry["n"] != len(self._log) + 1 or entry["do"] not in APPLY:
            raise _bad_log(len(self._log) + 1)
        self._apply(json.loads(json.dumps(entry)))

    def _apply(self, entry: Entry) -> None:
        entry_shapes.check(entry)
        roles.check(self.state, entry)
        APPLY[entry["do"]](self.state, entry)
        self._log.append(entry)

    # -- entrants --------------------------------------------------------------------------------------------

    def register(
        self, name: str, *, club: str | None = None, rating: int | None = None, kind: str | None = None,
        by: str = ORGANISER, at: int | None = None,
    ) -> None:  # fmt: skip
        """TR3. `kind` is person or bot."""
        self._do("register", by, at, name=name, club=club, rating=rating, kind=kind)

    def withdraw(self, name: str, *, by: str = ORGANISER, at: int | None = None) -> None:
        self._do("withdraw", by, at, name=name)

    def check_in(self, name: str, *, consent: bool = False, by: str = ORGANISER, at: int | None = None) -> None:
        """TR71."""
        self._do("check_in", by, at, name=name, consent=consent or None)

    def late(
        self, name: str, *, club: str | None = None, rating: int | None = None, kind: str | None = None,
        consent: bool = False, by: str = ORGANISER, at: int | None = None,
    ) -> None:  # fmt: skip
        """TR70: add an entrant to a tournament that has begun."""
        self._do("late", by, at, name=name, club=club, rating=rating, kind=kind, consent=consent or None)

    def drop(self, name: str, *, reason: str | None = None, by: str = ORGANISER, at: int | None = None) -> None:
        """TR72, TR35."""
        self._do("drop", by, at, name=name, reason=reason)

    def pause(self, name: str, *, by: str = ORGANISER, at: int | None = None) -> None:
        """TR73."""
        self._do("pause", by, at, name=name)

    def resume(self, name: str, *, consent: bool = False, by: str = ORGANISER, at: int | None = None) -> None:
        self._do("resume", by, at, name=name, consent=consent or None)

    def readmit(self, name: str, *, by: str = ORGANISER, at: int | None = None) -> None:
        """TR74: the return of one who dropped out."""
        self._do("readmit", by, at, name=name)

    def substitute(self, name: str, new: str, *, by: str = ORGANISER, at: int | None = None) -> None:
        """TR75: another person takes over the place."""
        self._do("substitute", by, at, name=name, new=new)

    def no_show(self, name: str, *, beyond: Sequence[int] = (), by: str = ORGANISER, at: int | None = None) -> None:
        """TR34. `beyond` names the tables that have begun their second unit."""
        self._do("no_show", by, at, name=name, beyond=_plain(beyond) or None)

    # -- rounds ----------------------------------------------------------------------------------------------

    def seat(
        self, tables: Sequence[Sequence[str]] | None = None, *, fillers: Sequence[str] = (), effort: float = 1.0,
        by: str = ORGANISER, at: int | None = None,
    ) -> Seating:  # fmt: skip
        """TR10-TR24: seat the next round. `tables` with `pairing=manual`; `fillers` names volunteers (TR12); less `effort`
        searches less, where thousands of tournaments are simulated."""
        self._may_seat("seat", by, at, tables, fillers)
        number = actions.check_seat(self.state)
        self._do("seat", by, at, **self._drawn(number, 1, tables, fillers, effort))
        return seating_of(self.state, self.state.current)

    def reseat(
        self, tables: Sequence[Sequence[str]] | None = None, *, fillers: Sequence[str] = (), effort: float = 1.0,
        by: str = ORGANISER, at: int | None = None,
    ) -> Seating:  # fmt: skip
        """A new seating from what is known now."""
        self._may_seat("reseat", by, at, tables, fillers)
        before = actions.check_reseat(self.state)
        self._do("reseat", by, at, **self._drawn(before.number, before.seating + 1, tables, fillers, effort))
        return seating_of(self.state, self.state.current)

    def _may_seat(self, action: str, by: str, at: int | None, tables: Any, fillers: Any) -> None:
        """Refuse a seating as far as possible before the search begins."""
        entry_shapes.check({"do": action, "by": by, "at": at, "tables": tables, "fillers": fillers})
        roles.check(self.state, {"do": action, "by": by})

    def _drawn(
        self, number: int, attempt: int, tables: Sequence[Sequence[str]] | None, fillers: Sequence[str], effort: float = 1.0
    ) -> Entry:
        """The arguments of a seating, found on a copy: a refusal changes nothing."""
        state = deepcopy(self.state)
        lots = [state.name(one) for one in draw_lots(state)]
        actions.set_lots(state, lots)
        actions.fix_total(state)
        found: Draft = draft(state, number, attempt, tables, fillers, effort)
        state.fillers = found.fillers or state.fillers
        told: Entry = {"lots": lots} if lots else {}
        told |= {"tables": [[state.name(one) for one in table] for table in found.tables]}
        told |= {"byes": [state.name(one) for one in found.byes], "order": [state.name(one) for one in found.order]}
        told |= {"cost": list(found.cost)} | ({"effort": effort} if effort != 1 else {})
        return told | ({"fillers": found.fillers} if found.fillers else {})

    def _verify(self, entry: Mapping[str, Any]) -> None:
        number = len(self.state.qualifying) + (entry["do"] == "seat")
        attempt = 1 if entry["do"] == "seat" else self.state.current.seating + 1
        manual = entry["tables"] if self.state.settings.pairing == "manual" else None
        named = [name for name in entry.get("fillers", ()) if not name.startswith("filler ")]
        again = self._drawn(number, attempt, manual, named, entry.get("effort", 1.0))
        if any(again.get(key) != entry.get(key) for key in ("tables", "byes", "lots")):
            raise _bad_log(entry["n"])

    def swap(self, name: str, other: str, *, by: str = ORGANISER, at: int | None = None) -> Seating:
        """Two entrants change places before the start."""
        entry = {"n": 0, "by": by, "do": "swap", "name": name, "other": other, "cost": [0, 0]}
        entry_shapes.check(entry)
        roles.check(self.state, entry)
        state = replace(self.state, rounds=[*self.state.rounds[:-1], *deepcopy(self.state.rounds[-1:])])  # no other changes
        actions.swap(state, entry)
        self._do("swap", by, at, name=name, other=other, cost=list(cost_now(state)))
        return seating_of(self.state, self.state.current)

    def start(self, *, by: str = ORGANISER, at: int | None = None) -> None:
        self._do("start", by, at)

    def close(self, *, by: str = ORGANISER, at: int | None = None) -> None:
        self._do("close", by, at)

    # -- results ---------------------------------------------------------------------------------------------

    def result(
        self, table: int, raw: Sequence[int] | None = None, *, second: Sequence[int] | None = None, units: int | None = None,
        lines: Sequence[Sequence[int]] | None = None, by: str = ORGANISER, at: int | None = None,
    ) -> None:  # fmt: skip
        """TR31, TR32: propose a result: raw scores by seat, or for Agnès one line for each manche."""
        self._do("result", by, at, table=table, **_told(raw, second, units, lines))

    def confirm(self, table: int, name: str, *, by: str = ORGANISER, at: int | None = None) -> None:
        self._do("confirm", by, at, table=table, name=name)

    def object(self, table: int, name: str, reason: str = "", *, by: str = ORGANISER, at: int | None = None) -> None:
        """An objection leaves the result to the referee."""
        self._do("object", by, at, table=table, name=name, reason=reason)

    def rule(
        self, table: int, raw: Sequence[int] | None = None, *, second: Sequence[int] | None = None, units: int | None = None,
        lines: Sequence[Sequence[int]] | None = None, by: str = ORGANISER, at: int | None = None,
    ) -> None:  # fmt: skip
        """The referee makes a result final: the proposed one, or the one given."""
        self._do("rule", by, at, table=table, **_told(raw, second, units, lines))

    def lapse(self, *, at: int, by: str = "house") -> None:
        """TR32: what was proposed five minutes ago without objection is final."""
        self._do("lapse", by, at)

    # -- the referee -----------------------------------------------------------------------------------------

    def correct(
        self, round: int | str, table: int, raw: Sequence[int] | None = None, reason: str = "", *,
        second: Sequence[int] | None = None, units: int | None = None, lines: Sequence[Sequence[int]] | None = None,
        by: str = ORGANISER, at: int | None = None,
    ) -> None:  # fmt: skip
        """TR80."""
        self._do("correct", by, at, round=round, table=table, reason=reason, **_told(raw, second, units, lines))

    def forfeit(
        self, name: str, reason: str = "", *, round: int | str | None = None, by: str = ORGANISER, at: int | None = None
    ) -> None:
        """TR82: of the table in the round named, or in the last one."""
        self._do("forfeit", by, at, name=name, round=round, reason=reason)

    def excuse(
        self, name: str, reason: str = "", *, round: int | str | None = None, by: str = ORGANISER, at: int | None = None
    ) -> None:
        """TR35: a missed round instead of a forfeit."""
        self._do("excuse", by, at, name=name, round=round, reason=reason)

    def penalty(
        self, name: str, points: int | str | Fraction, reason: str = "", *, by: str = ORGANISER, at: int | None = None
    ) -> None:
        """TR81: points subtracted from the score."""
        try:
            exact = str(Fraction(str(points)))  # as it is written: 0.1 is a tenth
        except (ValueError, ZeroDivisionError):
            raise refused("penalty_positive", "TR81", points=points) from None
        self._do("penalty", by, at, name=name, points=exact, reason=reason)

    def warn(self, name: str, reason: str = "", *, by: str = ORGANISER, at: int | None = None) -> None:
        self._do("warn", by, at, name=name, reason=reason)

    def disqualify(self, name: str, reason: str = "", *, by: str = ORGANISER, at: int | None = None) -> None:
        """TR83."""
        self._do("disqualify", by, at, name=name, reason=reason)

    def call(self, name: str, reason: str = "", *, by: str = ORGANISER, at: int | None = None) -> None:
        """An entrant asks for the referee."""
        self._do("call", by, at, name=name, reason=reason)

    def answer(self, call: int, *, by: str = ORGANISER, at: int | None = None) -> None:
        """A call is settled; `call` is its number in the log."""
        self._do("answer", by, at, call=call)

    # -- finals and the end ----------------------------------------------------------------------------------

    def decline(self, name: str, *, by: str = ORGANISER, at: int | None = None) -> None:
        """TR60, TR65: a qualified entrant does not play the finals."""
        self._do("decline", by, at, name=name)

    def start_finals(self, *, by: str = ORGANISER, at: int | None = None) -> Seating:
        """TR60-TR63."""
        self._do("start_finals", by, at)
        return seating_of(self.state, self.state.current)

    def finish(self, *, by: str = ORGANISER, at: int | None = None) -> None:
        self._do("finish", by, at)

    def cancel(self, reason: str = "", *, by: str = ORGANISER, at: int | None = None) -> None:
        self._do("cancel", by, at, reason=reason)

    # -- looking ---------------------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        return self.state.settings

    @property
    def phase(self) -> str:
        """open, seated, playing, closed, finals, finished or cancelled."""
        return self.state.phase

    @property
    def round(self) -> int:
        """The number of the last round that was seated; 0 before round 1."""
        return self.state.rounds[-1].number if self.state.rounds else 0

    @property
    def rounds(self) -> int:
        """How many qualifying rounds there will be; 0 while TR66 has not decided."""
        return self.state.total or self.settings.rounds

    @property
    def entrants(self) -> list[Entrant]:
        """All entrants but those who withdrew before the start. Not to be changed."""
        return [one for one in self.state.entrants if one.status != "withdrawn"]

    def seating(self, round: int | str | None = None) -> Seating:
        """Return the seating of a round."""
        return seating_of(self.state, self.state.round(round))

    def tables(self, round: int | str | None = None) -> list[Table]:
        return self.state.round(round).live

    def standings(self) -> list[Row]:
        """TR50-TR53, best first. `provisional` says whether tables are still playing."""
        return standings(self.state)

    @property
    def provisional(self) -> bool:
        return any(one.state == "playing" for one in self.state.qualifying)

    def ranking(self) -> list[Placed]:
        """TR64."""
        return finals.ranking(self.state)

    def match_seed(self, table: int, round: int | str | None = None) -> int:
        """TR6."""
        one: Round = self.state.round(round)
        size = len(self.state.table(table, one.number).seats)
        return match_seed(self.settings.seed, one.number, table, size, bool(self.settings.duplicate))

    def round_ends(self, round: int | str | None = None) -> int | None:
        """TR33: from when on no new unit is started; None without a clock."""
        one = self.state.round(round)
        minutes = one.plan.minutes
        return one.started_at + 60 * minutes if one.started_at is not None and minutes else None


def _told(
    raw: Sequence[int] | None, second: Sequence[int] | None, units: int | None, lines: Sequence[Sequence[int]] | None
) -> Entry:
    found: Entry = {"raw": raw, "second": second, "units": units, "lines": lines}
    return {name: _plain(value) for name, value in found.items() if value is not None}


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def _bad_log(n: int) -> BadRecord:
    return BadRecord(
        f"The log of the tournament cannot be read: line {n} does not follow from the lines before it.",
        f"Le journal du tournoi est illisible\u00a0: la ligne {n} ne découle pas des précédentes.",
    )
