"""Explanations of a seating in sentences: meetings it avoids, meetings it could not avoid, and entrants moved for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from pioche.tournament.model import Round, State
from pioche.tournament.refusals import say
from pioche.tournament.seating.optimum import MAX_EXACT_ENTRANTS

Reason = tuple[str, dict[str, Any]]


@dataclass
class Seating:
    """A seating: `tables` by seat, `byes`, and `cost` = (A, B) of TR21 and TR22. `explain(lang)` gives the reasons."""

    round: int
    tables: list[list[str]]
    byes: list[str]
    cost: tuple[int, int]
    number: int = 1  # the how many-th seating of this round
    changed: list[str] = field(default_factory=list)  # who sits elsewhere than in the seating before
    _reasons: Callable[[], list[Reason]] = field(default=list, repr=False, compare=False)

    def explain(self, lang: str = "en", name: str = "") -> list[str]:
        """Explain the seating, or only what concerns `name`, from what the tournament knows now."""
        told = [one for one in self._reasons() if not name or name in one[1].values()]
        return [say(f"explain.{key}", lang, **values) for key, values in told]

    def table_of(self, name: str) -> int | None:
        return next((place for place, table in enumerate(self.tables, 1) if name in table), None)


def seating_of(state: State, one: Round) -> Seating:
    tables = [[state.name(number) for number in table.seats] for table in one.tables]
    found = Seating(one.number, tables, [state.name(number) for number in one.byes], one.cost, one.seating)
    if one.before:
        old = {number: place for place, table in enumerate(one.before, 1) for number in table}
        now = {number: place for place, table in enumerate(one.planned, 1) for number in table}
        found.changed = [state.name(number) for number in now if now[number] != old.get(number)]
    found._reasons = lambda: _reasons(state, one)
    return found


def _reasons(state: State, one: Round) -> list[Reason]:
    if one.kind != "round":
        return [("finals", {})]
    settings = state.settings
    if settings.pairing == "manual":
        return [("manual", {})]
    told: list[Reason] = []
    blocks = _blocks(one)
    at: dict[int, Any] = {number: place for place, table in enumerate(one.planned, 1) for number in table}
    for a, b in reversed(one.exchanged):  # as it was drawn; what was done by hand is said as such
        at[a], at[b] = at.get(b), at.get(a)
    plain = all(at.get(number) == blocks[number] for number in one.order)
    free = True  # of repeats and clubs, as far as it can be
    if one.number == 1 and settings.round1 == "snake":
        told.append(("snake", {}))
        free = False
    elif settings.plain_last and one.number == state.total:
        told.append(("plain_last", {}))
        free = False
    else:
        told.append((_order_key(state, one) + ("" if plain else "_moved"), {}))
        if not plain:
            told += _avoided(state, one, blocks, at)
    told += [("exchanged", {"a": state.name(a), "b": state.name(b)}) for a, b in one.exchanged]
    told += _repeats(state, one) + (_clubs(state, one) if free else [])
    told += [("bye", {"name": state.name(number)}) for number in one.byes]
    return told


def _order_key(state: State, one: Round) -> str:
    return "lot" if one.number == 1 else "random" if state.settings.pairing == "random" else "standings"


def _blocks(one: Round) -> dict[int, int]:
    """Return the table of every entrant in the plain cut."""
    found: dict[int, int] = {}
    place = 0
    for number, table in enumerate(one.planned, 1):
        found |= dict.fromkeys(one.order[place : place + len(table)], number)
        place += len(table)
    return found


def met_in(state: State, one: int, other: int, before: int) -> list[int]:
    """The rounds in which two have met."""
    return [
        played.number
        for played, table in state.meetings(before)
        if one in table.seats and other in table.seats and one not in table.excused and other not in table.excused
    ]


def _avoided(state: State, one: Round, blocks: dict[int, int], at: dict[int, int]) -> list[Reason]:
    """Name the pairs the plain cut would have repeated or taken from one club, and the entrants who were moved for them."""
    told: list[Reason] = []
    explained: set[int] = set()
    for a, b in combinations(one.order, 2):
        if blocks[a] != blocks[b] or at.get(a) == at.get(b):
            continue
        rounds = met_in(state, a, b, one.number)
        names = {"a": state.name(a), "b": state.name(b)}
        if rounds:
            told.append(("met", {**names, "rounds": rounds, "count": len(rounds)}))
        elif one.number <= state.settings.avoid_club and _same_club(state, a, b):
            told.append(("club", {**names, "club": state.entrants[a].club}))
        else:
            continue
        explained |= {a, b}
    moved = [number for number in one.order if at.get(number, blocks[number]) != blocks[number] and number not in explained]
    room = [{"name": state.name(number), "table": at[number], "block": blocks[number]} for number in moved]
    return told + [("made_room", values) for values in room]


def _same_club(state: State, a: int, b: int) -> bool:
    return bool(state.entrants[a].club) and state.entrants[a].club == state.entrants[b].club


def _clubs(state: State, one: Round) -> list[Reason]:
    """Return the number of pairs of one club that meet although they should not."""
    if one.number > state.settings.avoid_club or one.exchanged:
        return []
    met = sum(_same_club(state, a, b) for table in one.planned for a, b in combinations(table, 2))
    return [("club_pairs", {"n": met})] if met else []


def _repeats(state: State, one: Round) -> list[Reason]:
    """Name the repeated meetings that could not be avoided."""
    told: list[Reason] = []
    for place, table in enumerate(one.planned, 1):
        for a, b in combinations(table, 2):
            rounds = met_in(state, a, b, one.number)
            if rounds:
                names = {"a": state.name(a), "b": state.name(b), "table": place}
                told.append(("again", {**names, "rounds": rounds, "count": len(rounds)}))
    told.sort(key=lambda item: item[1]["table"])
    if told and not one.exchanged and not (state.settings.plain_last and one.number == state.total):
        few = sum(map(len, one.planned)) <= MAX_EXACT_ENTRANTS
        told.append(("fewest_exact" if few else "fewest_found", {"repeats": len(told)}))
    elif not told and one.number > 1:
        told.append(("no_repeat", {}))
    return told
