"""What a game says its events move is what they move: a page shows it before the next view comes.

An event may be followed by others that take cards away again, so not every step can be compared exactly; but nothing may
come to a place that no event brought there, and every declaration must explain some change to the card.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import pioche
from pioche.engine.rulebook import Move, Rulebook
from pioche.testing.steps import fresh, playing
from tests.strategies import GAMES, covering, spread

STEPS = 150
MOVING = [name for name in GAMES if pioche.load(name).rules.moves]
# What cannot be seen at rest: the target is emptied, or the source filled again, within the same step.
PASSING_TARGETS = {("venture", "bids")}
REFILLED_SOURCES = {("port", "deal"), ("venture", "fire"), ("sweep", "capture"), ("kitty", "award"), ("kitty", "give")}
RARE = {"tie_break"}
Place = tuple[str, int | None]


def place(written: str, event: dict[str, Any], position: dict[str, Any]) -> Place:
    zone, _, names = written.partition(".")
    if not names:
        return zone, None
    found = [event[name] if name in event else position[name] for name in names.split("|")]
    return zone, next(seat for seat in found if seat is not None)


def content(position: dict[str, Any], where: Place) -> Counter[Any]:
    zone, seat = where
    held = position[zone] if seat is None else position[zone][seat]
    return Counter({"coins": held}) if isinstance(held, int) else Counter(held)


def moved(move: Move, event: dict[str, Any]) -> Counter[Any]:
    if not move.card:
        return Counter({"coins": event[move.count]})
    rank = event[move.card]
    return Counter() if rank in move.unless else Counter({rank: int(event[move.count]) if move.count else 1})


class Watched:
    """The places a step touched, as its events say, beside how they are."""

    def __init__(self, rules: Rulebook, before: dict[str, Any], told: list[dict[str, Any]]) -> None:
        self.rules, self.before = rules, before
        self.now: dict[Place, Counter[Any]] = {}
        self.brought: dict[Place, set[str]] = {}
        self.took: dict[Place, set[str]] = {}
        self.covered: set[str] = set()  # kinds whose cards lay at their source before the step
        for event in told:
            for zone in rules.clears.get(event["kind"], ()):
                seats = range(len(before[zone])) if rules.shape.fields[zone].per_seat else (None,)
                self.now |= {(zone, seat): Counter() for seat in seats}
            if event["kind"] in rules.moves:
                self._follow(event, rules.moves[event["kind"]])

    def _follow(self, event: dict[str, Any], move: Move) -> None:
        cards, ends = moved(move, event), [place(end, event, self.before) for end in (move.source, move.target)]
        source, target = (self.now.setdefault(end, content(self.before, end)) for end in ends)
        if cards <= content(self.before, ends[0]):
            self.covered.add(event["kind"])
        source.subtract(cards)
        target.update(cards)
        if cards:
            self.took.setdefault(ends[0], set()).add(event["kind"])
            self.brought.setdefault(ends[1], set()).add(event["kind"])


@pytest.mark.parametrize("name", MOVING)
def test_events_move_what_the_game_says(name: str) -> None:
    rules = pioche.load(name).rules
    given: set[str] = set()
    taken: set[str] = set()
    covered: set[str] = set()
    for number, choice in enumerate(spread(covering(name), 12)):
        table, dice = fresh(name, choice, 70 + number), random.Random(number)
        before, n, deal = table.position(), len(table.history()), table.s.deal
        for _ in playing(table, dice, STEPS):
            after, told = table.position(), table.history(n)
            watched = Watched(rules, before, told)
            for where, kinds in watched.brought.items():
                if where[0] == "purse":
                    continue
                held, said = content(after, where), +watched.now[where]
                if table.s.deal == deal:
                    assert held <= said, (where, told)
                if held == said:
                    given |= kinds
            for where, kinds in watched.took.items():
                if content(after, where) == watched.now[where]:
                    taken |= kinds
            covered |= watched.covered
            before, n, deal = after, len(table.history()), table.s.deal
    wanted = set(rules.moves) - RARE
    assert given >= {kind for kind in wanted if (name, kind) not in PASSING_TARGETS}
    assert taken >= {kind for kind in wanted if (name, kind) not in REFILLED_SOURCES}
    assert covered >= wanted


@pytest.mark.parametrize("name", MOVING)
def test_a_move_is_made_of_names_there_are(name: str) -> None:
    rules = pioche.load(name).rules
    for kind, move in rules.moves.items():
        told = {field for field, _ in rules.events.named[kind].fields}
        assert {move.card, move.count} - {""} <= told
        for end in (move.source, move.target):
            zone, _, names = end.partition(".")
            assert rules.shape.fields[zone].per_seat == bool(names)
            assert all(name in told or rules.shape.fields[name].kind == "seat" for name in names.split("|") if names)
    for kind, zones in rules.clears.items():
        assert kind in rules.events.named
        assert set(zones) <= set(rules.shape.fields)


@pytest.mark.parametrize("name", [name for name in GAMES if pioche.load(name).rules.rounds])
def test_a_deal_has_the_rounds_the_game_says(name: str) -> None:
    seen = 0
    for number, choice in enumerate(spread(covering(name), 12) * 8):  # few deals of some games go to their last round
        game = pioche.load(name, **choice)
        assert game.rules.rounds
        option = game.rules.rounds.option
        said = game.rules.rounds.count[game.seats if option == "seats" else game.options[option] if option else ""]
        table, dice, last = fresh(name, choice, 90 + number), random.Random(number), 0
        for _ in playing(table, dice, 2000):
            if table.s.deal:
                break
            last = max(last, table.s.round)
        seen += last == said
        assert last <= said
    assert seen > 0
