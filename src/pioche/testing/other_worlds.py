"""Other worlds: the same table for all that a watcher may know, with other cards where it may not look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pioche import Illegal, Table
from pioche.engine.cards import RANKS
from pioche.engine.chance import seeded_below, seeded_pick
from pioche.engine.position import Field, Knowers
from pioche.engine.words import SIZES
from pioche.testing.steps import Step

Watcher = int | None  # a seat, or None for a spectator
CARD_KINDS = ("ranks", "rank_set", "cards")


class Impossible(Exception):
    """The same steps or the same chance cannot happen in the other world: nothing to compare."""


# -- what is hidden from a watcher -------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A place of hidden cards: a zone, a set of ranks, or a place for one card id."""

    field: str
    index: tuple[int, ...]
    kind: str  # ranks, rank_set, card

    def get(self, s: Any) -> Any:
        value = getattr(s, self.field)
        for k in self.index:
            value = value[k]
        return value

    def put(self, s: Any, value: int) -> None:
        """For a set of ranks, and for a card id."""
        if not self.index:
            setattr(s, self.field, value)
            return
        row = getattr(s, self.field)
        for k in self.index[:-1]:
            row = row[k]
        row[self.index[-1]] = value

    def ranks(self, s: Any) -> list[int]:
        """The ranks lying here, equal ones once for each card."""
        value = self.get(s)
        if self.kind == "rank_set":  # one with several cards stays as it is: another rank might make a pair
            return [rank for rank in range(1, RANKS) if value == 1 << rank]
        return [rank for rank in range(1, RANKS) for _ in range(value[rank])]

    def exchange(self, s: Any, out: int, into: int) -> None:
        if self.kind == "rank_set":
            self.put(s, 1 << into)
        else:
            row = self.get(s)
            row[out] -= 1
            row[into] += 1


def rank_places(table: Table, watcher: Watcher) -> list[Place]:
    """The hidden zones of a rank game, as the declaration has them."""
    found = []
    for f in table.rules.shape.fields.values():
        if f.kind not in ("ranks", "rank_set") or f.counted:
            continue
        depth = len(f.shape) - (f.kind == "ranks")
        if f.seen_by == "owner":
            found += [Place(f.name, (q,), f.kind) for q in range(table.game.seats) if q != watcher]
        elif f.seen_by == "nobody":
            found += [Place(f.name, (q,), f.kind) for q in range(f.shape[0])] if depth else [Place(f.name, (), f.kind)]
    return found


def every_id(table: Table) -> set[int]:
    """All card ids on the table."""
    fields = [f for f in table.rules.shape.fields.values() if f.kind == "cards"]
    return {card for f in fields for _, card in walk(getattr(table.s, f.name)) if card >= 0}


def hidden_ids(table: Table, watcher: Watcher) -> list[int]:
    """The cards the watcher does not see now, as the declaration has it."""
    fields = [f for f in table.rules.shape.fields.values() if f.kind == "cards"]
    lying = [(f, index, card) for f in fields for index, card in walk(getattr(table.s, f.name)) if card >= 0]
    seen = {card for f, index, card in lying if not is_hidden(table, f, index, card, watcher)}
    return sorted({card for _, _, card in lying} - seen)


def walk(value: Any, index: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    if isinstance(value, list):
        for k, item in enumerate(value):
            yield from walk(item, (*index, k))
    else:
        yield index, value


def is_hidden(table: Table, f: Field, index: tuple[int, ...], card: int, watcher: Watcher) -> bool:
    if isinstance(f.seen_by, Knowers):
        masks = [getattr(table.s, f.seen_by.field)[card]]
        if f.seen_by.aid and getattr(table.s, f.seen_by.aid):
            masks.append(getattr(table.s, f.seen_by.memory)[card])
        return watcher is None or not any(mask >> watcher & 1 for mask in masks)
    if f.seen_by == "on_top":
        pile = getattr(table.s, f.name)
        return index[0] + 1 < len(pile) and pile[index[0] + 1] >= 0
    return f.seen_by == "nobody" or (f.seen_by == "owner" and index[0] != watcher)


def relabel(table: Table, names: dict[int, int]) -> None:
    """Cards trade their identities everywhere: in every place, and wherever something is kept by card."""
    s = table.s
    for f in table.rules.shape.fields.values():
        value = getattr(s, f.name)
        if f.kind == "cards":
            for index, card in walk(value):
                if card in names:
                    Place(f.name, index, "card").put(s, names[card])
        elif f.kind == "by_card":
            back = {new: old for old, new in names.items()}
            setattr(s, f.name, [value[back.get(card, card)] for card in range(len(value))])
    table.engine.arrange(s)


def faces(table: Table, watcher: Watcher) -> dict[str, Any]:
    """The cards the watcher may see now, as the declaration has it."""
    fields, view = table.rules.shape.fields, table.rules.shape.view(table.s, watcher)
    return {name: value for name, value in view.items() if name not in fields or fields[name].kind in CARD_KINDS}


# -- chance on tape, steps by other names ------------------------------------------------------------

Recording = list[tuple[str, int]]


class Tape:
    """Records what chance does, or plays it again: numbers, ranks from a row of counts, cards from a pile."""

    def __init__(self, tape: Recording | None = None) -> None:
        self.tape: Recording = []
        self.rest = None if tape is None else list(tape)

    def _again(self, kind: str) -> int | None:
        """Return the next entry of the tape; None while recording."""
        if self.rest is None:
            return None
        if not self.rest or self.rest[0][0] != kind:
            raise Impossible
        return self.rest.pop(0)[1]

    def _keep(self, kind: str, value: int) -> int:
        self.tape.append((kind, value))
        return value

    def below(self, s: Any, n: int) -> int:
        k = self._again("below")
        if k is not None and k >= n:
            raise Impossible
        return self._keep("below", seeded_below(s, n) if k is None else k)

    def pick(self, s: Any, counts: list[int], total: int) -> int:
        rank = self._again("pick")
        if rank is not None and counts[rank] <= 0:
            raise Impossible
        return self._keep("pick", seeded_pick(s, counts, total) if rank is None else rank)

    def top(self, s: Any, zone: list[int], place: int) -> int:
        card = self._again("top")
        if card is not None and card not in zone:
            raise Impossible
        self._keep("top", zone[place] if card is None else card)
        return place if card is None else zone.index(card)

    def clone(self) -> Tape:
        other = Tape(self.rest)
        other.tape = list(self.tape)
        return other


def on_tape(table: Table, tape: Recording | None = None, names: dict[int, int] | None = None) -> Table:
    """A copy that records its chance, or that plays a tape again (its cards by other names)."""
    named = None if tape is None else [(kind, (names or {}).get(v, v) if kind == "top" else v) for kind, v in tape]
    other = table.clone()
    other.s.chance = Tape(named)
    return other


def by_other_names(table: Table, step: Step, names: dict[int, int]) -> Step:
    """The same step where cards have traded their identities."""
    if not step.word or not names:
        return step
    number = table.rules.actions.read(step.word)
    kind = table.rules.actions.of(number)
    packed = 0
    for what, value in zip(kind.kinds, kind.unpack(number), strict=True):
        packed = packed * SIZES[what] + (names.get(value, value) if what == "card" else value)
    return replace(step, word=kind.write(kind.base + packed))


def follow(table: Table, step: Step) -> None:
    try:
        step.do(table)
    except Illegal as refused:
        raise Impossible from refused
