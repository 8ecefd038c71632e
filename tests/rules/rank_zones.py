"""Cards of a table in zones of ranks: all of them, those an event named, those a seat cannot see."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import chain
from typing import Any

from pioche import Table
from tests.rules.told import told, wandering

RANK_ZONES = ("ranks", "rank_set")


def together(zones: Iterable[list[int]]) -> list[int]:
    """The cards of several zones as one list."""
    return list(chain.from_iterable(zones))


def named(table: Table, kind: str) -> list[int]:
    """The cards of all events of a kind that count cards of a rank."""
    return together([e["rank"]] * e["count"] for e in told(table, kind))


def all_cards(table: Table) -> list[int]:
    """Every card on the table, whatever zone it lies in."""
    s = table.position()
    found: list[Any] = []
    for f in table.rules.shape.fields.values():
        if f.kind in RANK_ZONES:
            per_seat = len(f.shape) == (2 if f.kind == "ranks" else 1)
            found += together(s[f.name]) if per_seat else s[f.name]
    return sorted(found)


def shuffled_for(table: Table, seat: int | None, dice: random.Random) -> Table:
    """The same table as far as this seat (None: a spectator) can tell; all it cannot see is dealt anew."""
    s: dict[str, Any] = table.position()
    zones: list[list[int]] = [s["deck"]]
    for f in table.rules.shape.fields.values():
        if f.kind in RANK_ZONES and f.seen_by == "owner":
            zones += [zone for p, zone in enumerate(s[f.name]) if p != seat]
    pool = together(zones)
    dice.shuffle(pool)
    for zone in zones:
        zone[:] = sorted(pool.pop() for _ in zone)
    return table.game.at(s)


def check_secrecy(table: Table, seed: int, every: int = 5) -> int:
    """Play on; now and then deal anew what each seat cannot see: its view and its menu must not change."""
    changed, dice = 0, random.Random(seed)
    for step, _ in enumerate(wandering(table, seed)):
        if step % every:
            continue
        for seat in (None, *range(table.game.seats)):
            other = shuffled_for(table, seat, dice)
            assert other.view(seat) == table.view(seat)
            changed += other.position() != table.position()
    return changed
