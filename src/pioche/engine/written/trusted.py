"""Puts a position on the table that was accepted when its match began, by this version or an earlier one.

A stored match must always be told again, also where later versions would refuse its position: nothing is checked here.
Only stored matches come this way. Whatever a person writes passes `checking`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pioche.engine.cards import RANKS, read_rank
from pioche.engine.words import from_word
from pioche.engine.written.checking import derive
from pioche.errors import BadPosition

if TYPE_CHECKING:
    from pioche.engine.position import Field, Shape
    from pioche.engine.table import Table


def lay_out_again(table: Table, position: Mapping[str, Any]) -> None:
    """As `lay_out` does, with no question asked."""
    shape, s = table.rules.shape, table.s
    for name, value in position.items():
        f = shape.fields.get(name)
        if f is None or f.inner or name == "seats":
            continue  # the field of an earlier version; the seats are the game's
        try:
            shape.read(s, name, value)
        except BadPosition:  # out of bounds that were not there when it was accepted
            _put(shape, s, f, value)
    derive(table, position)


def _put(shape: Shape, s: Any, f: Field, value: Any) -> None:
    if f.slots:
        rows, numbers = getattr(s, f.name), getattr(s, f.slots)
        for p, row in enumerate(value):
            held = [(card, slot) for slot, card in enumerate(row, 1) if card is not None]
            rows[p] = _read(f, [card for card, _ in held], f.shape[1:])
            numbers[p] = [slot for _, slot in held] + [0] * (f.shape[1] - len(held))
    elif f.per_seat:
        for p, row in enumerate(value):
            getattr(s, f.name)[p] = _read(f, row, f.shape[1:])
    else:
        setattr(s, f.name, _read(f, value[::-1] if f.face_down else value, f.shape))
    if f.size and f.kind == "cards" and len(f.shape) == 1:
        setattr(s, f.size, sum(1 for card in getattr(s, f.name) if card >= 0))


def _read(f: Field, value: Any, shape: tuple[int, ...]) -> Any:
    if f.kind == "ranks" and len(shape) == 1:
        counts = [read_rank(rank) for rank in value]
        return [counts.count(rank) for rank in range(RANKS)]
    if f.kind == "by_card":
        row = [0] * shape[0]
        for card, seats in value.items():
            row[from_word("card", card)] = sum(1 << int(p) for p in set(seats))
        return row
    if shape:
        items = [_read(f, item, shape[1:]) for item in value]
        return items + [[f.empty] * shape[1] if len(shape) > 1 else f.empty for _ in range(shape[0] - len(items))]
    if f.kind in ("cards", "place"):
        return -1 if value is None else from_word("card" if f.kind == "cards" else "place", value)
    if f.kind == "seat":
        return -1 if value is None else int(value)
    if f.kind in ("seats", "rank_set"):
        return sum(1 << (read_rank(n) if f.kind == "rank_set" else int(n)) for n in value)
    return int(value)
