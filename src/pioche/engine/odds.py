"""What may come of a move, counted exactly on what a seat can know.

Cards a seat has not seen are one bag, in whichever hand they are. Where more is hidden than such a count can
honour there are no odds: a hint must never know more than the player who asks for it.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pioche.engine.cards import RANKS
from pioche.engine.position import Field, Knowers, everyone, nobody, owner
from pioche.engine.table import Table

PATHS_PER_TURN = 10  # paths counted before other threads get their turn
MAX_PATHS = 2000  # beyond that a hint would keep people waiting
SAMPLES = 8
WHOLE_DECK = [0, *range(1, RANKS)]  # rank r is there r times

Changes = tuple[tuple[str, int], ...]  # coins and points: those that change, and by how much


@dataclass(frozen=True)
class Outcome:
    """One way a move can turn out: what the seat gains or loses, and what happens to it."""

    chance: Fraction
    changes: Changes
    events: frozenset[str]  # kinds of happenings that name the seat first


@dataclass(frozen=True)
class Odds:
    outcomes: tuple[Outcome, ...]
    cards: int  # how many cards the first draw may be; 0 when nothing is drawn or several are

    def chance(self, event: str) -> Fraction:
        """Return the probability that this happens to the seat."""
        return sum((o.chance for o in self.outcomes if event in o.events), Fraction(0))

    def mean(self, what: str) -> Fraction:
        """Return the mean gain of the seat."""
        return sum((o.chance * dict(o.changes).get(what, 0) for o in self.outcomes), Fraction(0))

    @property
    def certain(self) -> bool:
        """The gain or loss is the same whatever happens."""
        return len({o.changes for o in self.outcomes}) == 1


def odds(table: Table, seat: int, action: str) -> Odds | None:
    """The chances of a legal move, up to what its own cards bring; None when no fair count exists."""
    steps = counting(table, seat, action)
    while True:
        try:
            next(steps)
        except StopIteration as counted:
            return counted.value  # type: ignore[no-any-return]


def counting(table: Table, seat: int, action: str) -> Generator[None, None, Odds | None]:
    """The same, piece by piece; nothing may happen at the table in between."""
    bag = None
    if _secrets(table, seat):
        bag = unseen(table, seat)
        if bag is None:
            return None
    number = table.rules.actions.read(action)
    kind = table.rules.actions.of(number)
    draws = kind.unpack(number)[0] if kind.kinds == ("count",) else 1  # take:3 draws three cards
    walk = _Walk(max(draws, 1), table.rules.counting.matter)
    found: list[Outcome] = []
    for path in range(1, MAX_PATHS + 1):
        s = table.s.clone()
        s.chance = walk
        if bag is not None:
            s.deck, s.left, s.burned = list(bag), sum(bag), 0
        changes, events = _consequence(table, s, seat, number)
        found.append(Outcome(walk.weight(), changes, events))
        if not walk.next_path():
            return Odds(tuple(found), walk.first if draws <= 1 else 0)
        if path % PATHS_PER_TURN == 0:
            yield
    return None


def price(table: Table, seat: int, action: str) -> Changes | None:
    """Return what a move certainly brings the seat (coins paid are negative); None when that depends on luck.

    Where there are no odds it is what the move itself costs, before chance has a say: all that is hidden from
    the seat is dealt again a few times, and what stays the same is no secret.
    """
    counted = odds(table, seat, action)
    if counted is not None:
        return counted.outcomes[0].changes if counted.certain else None
    return price_alone(table, seat, action)


def price_alone(table: Table, seat: int, action: str) -> Changes | None:
    """The price of a move of which there are no odds."""
    number = table.rules.actions.read(action)
    seen = set()
    for sample in range(SAMPLES):
        s = table.s.clone()
        s.chance = _Walk(0, ())
        if not _scramble(table, s, seat, random.Random(sample)):
            return None
        seen.add(_consequence(table, s, seat, number)[0])
        if len(seen) > 1:
            return None
    return seen.pop() or None


def unseen(table: Table, seat: int) -> list[int] | None:
    """The cards of the Pairs deck this seat has not seen in this deal, by rank; None if that cannot be told."""
    counting = table.rules.counting
    if not counting.dealt or _secrets(table, seat) != "hands":
        return None
    turned = [0] * RANKS
    told = table.events(seat)
    start = max((k for k, event in enumerate(told) if event["kind"] == counting.dealt), default=-1)
    for event in told[start + 1 :]:
        if event["kind"] == "reshuffle":
            return None
        if event["kind"] in counting.turned_up:
            turned[event["rank"]] += 1
    view = table.view(seat)
    for rank in range(1, RANKS):
        lying = sum(pile.count(rank) for pile in view["pile"])
        turned[rank] = max(turned[rank], lying) + view["hand"][seat].count(rank)
    return [0] + [WHOLE_DECK[rank] - turned[rank] for rank in range(1, RANKS)]


# -- the engine room -------------------------------------------------------------------------------


class _EnoughSeen(Exception):
    """The move's own cards are out; what follows is another story."""


class _Walk:
    """A driver of chance that tries every way the first draws can turn out, and stops at the next one."""

    def __init__(self, draws: int, matter: tuple[int, ...]) -> None:
        self.draws, self.matter = draws, matter
        self.path: list[int] = []
        self.taken: list[tuple[int, list[tuple[int, int]]]] = []
        self.first = 0

    def _choose(self, ways: list[tuple[int, int]]) -> int:
        depth = len(self.taken)
        if depth == self.draws:
            raise _EnoughSeen
        choice = self.path[depth] if depth < len(self.path) else 0
        self.taken.append((choice, ways))
        return ways[choice][0]

    def below(self, s: Any, n: int) -> int:
        return self._choose([(k, 1) for k in range(n)])

    def pick(self, s: Any, counts: list[int], total: int) -> int:
        ways = [(rank, n) for rank, n in enumerate(counts) if n]
        if not self.taken:
            self.first = sum(n for _, n in ways)
        if self.matter:
            named = [(rank, n) for rank, n in ways if rank in self.matter]
            others = [(n, rank) for rank, n in ways if rank not in self.matter]
            ways = named + ([(max(others)[1], sum(n for n, _ in others))] if others else [])
        return self._choose(ways)

    def top(self, s: Any, zone: list[int], place: int) -> int:
        return self._choose([(k, 1) for k, card in enumerate(zone) if card >= 0])

    def clone(self) -> _Walk:
        return self

    def weight(self) -> Fraction:
        chance = Fraction(1)
        for choice, ways in self.taken:
            chance *= Fraction(ways[choice][1], sum(n for _, n in ways))
        return chance

    def next_path(self) -> bool:
        path = [choice for choice, _ in self.taken]
        while path:
            if path[-1] + 1 < len(self.taken[len(path) - 1][1]):
                path[-1] += 1
                self.path, self.taken = path, []
                return True
            path.pop()
        return False


def _consequence(table: Table, s: Any, seat: int, number: int) -> tuple[Changes, frozenset[str]]:
    """Carry out the move, without the deal that may follow, and return what it brings the seat."""
    before = _wealth(table, s, seat)
    with suppress(_EnoughSeen):
        table.engine.apply(s, seat, number)
    after = _wealth(table, s, seat)
    named = set()
    for kind, _, _, first, *_ in s.log:
        event = table.rules.events[kind]
        if first == seat and event.fields and event.fields[0][1] == "seat":
            named.add(event.name)
    return tuple((name, after[name] - before[name]) for name in after if after[name] != before[name]), frozenset(named)


def _wealth(table: Table, s: Any, seat: int) -> dict[str, int]:
    """Coins, wherever they lie in front of the seat, and points."""
    wealth: dict[str, int] = {}
    for f in table.rules.shape.fields.values():
        if f.inner or not f.shape or f.shape[0] != table.rules.shape.seats_range[1] or len(f.shape) > 1:
            continue
        if f.kind == "coins" and f.seen_by == everyone:
            wealth["purse"] = wealth.get("purse", 0) + getattr(s, f.name)[seat]
        elif f.name == "points":
            wealth["points"] = getattr(s, f.name)[seat]
    return wealth


def _hidden(table: Table, seat: int) -> Iterator[tuple[Field, int]]:
    """Return the fields hidden from the seat now, with the seat they belong to (-1: none)."""
    for f in table.rules.shape.fields.values():
        value = getattr(table.s, f.name)
        if f.inner or f.seen_by == everyone or f.name == "deck":
            continue
        if f.seen_by == owner:
            for q in range(table.game.seats):
                if q != seat and _holds(f, value[q]):
                    yield f, q
        elif _holds(f, value):
            yield f, -1


def _holds(f: Field, value: Any) -> bool:
    return any(_holds(f, item) for item in value) if isinstance(value, list) else value != f.empty


def _secrets(table: Table, seat: int) -> str:
    """Return the kind of secrets on the table: none, hands of the Pairs deck, or something else."""
    if table.rules.deck != "ranks":
        return "cards"
    kinds = set()
    for f, q in _hidden(table, seat):
        if f.name != "discard":  # known as long as all that went there was face up
            kinds.add("hands" if q >= 0 and f.kind == "ranks" else "other")
    return "other" if "other" in kinds else "hands" if kinds else ""


def _scramble(table: Table, s: Any, seat: int, dice: random.Random) -> bool:
    """Deal again everything the seat cannot see; return False when it lies in cards with a place of their own."""
    rows = [s.deck] if "deck" in table.rules.shape.fields else []
    for f, q in _hidden(table, seat):
        if isinstance(f.seen_by, Knowers) or f.kind not in ("ranks", "number", "coins"):
            return False
        value = getattr(s, f.name)
        if f.kind == "ranks":
            rows.append(value[q] if q >= 0 else value)
        elif q >= 0:
            value[q] = dice.randint(1, 10)
        elif f.seen_by == nobody:
            return False
    if any(row and isinstance(row[0], list) for row in rows):
        return False
    pool = [rank for row in rows for rank in range(1, RANKS) for _ in range(row[rank])]
    dice.shuffle(pool)
    for row in rows:
        count = sum(row)
        for rank in range(RANKS):
            row[rank] = 0
        for _ in range(count):
            row[pool.pop()] += 1
    return True
