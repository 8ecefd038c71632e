"""What the tests of Agnès share: layouts written as in the rulebook, and what a table told."""

from __future__ import annotations

from typing import Any

import pioche
from pioche import Table
from pioche.engine.cards import read_card

GAP = "–"


def cards(written: str) -> list[str | None]:
    """`5♦ – K♣` is a layout with an empty slot 2."""
    return [None if word == GAP else word for word in written.split()]


def lying(
    turn: int, *layouts: str, stock: str = "", discard: str = "", options: dict[str, Any] | None = None, **more: Any
) -> Table:
    """A table in the middle of a round, seat A's layout first; the turn player is about to draw."""
    game = pioche.load("agnes", **({"seats": len(layouts), "rounds": 1} | (options or {})))
    return game.at(
        layout=[cards(layout) for layout in layouts], stock=cards(stock), discard=cards(discard), turn=turn, **more
    )


def do(table: Table, *moves: str) -> Table:
    """`do(table, "A draw", "A keep:3", "B pass")`"""
    for move in moves:
        seat, word = move.split()
        table.act(ord(seat) - ord("A"), word)
    return table


def layout(table: Table, seat: int) -> list[str | None]:
    """Slot by slot; a layout that ends in gaps is written up to its last card."""
    rows: list[list[str | None]] = table.position()["layout"]
    return rows[seat]


def events(table: Table, *kinds: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of these kinds, without number and time."""
    return [{k: v for k, v in e.items() if k not in ("n", "t")} for e in table.events(seat) if e["kind"] in kinds]


def kinds(table: Table, seat: int | None = None) -> list[str]:
    return [event["kind"] for event in table.events(seat)]


def total(layout: list[str | None]) -> int:
    """R3, R4, written out once more for the tests."""
    held = [read_card(card) % 52 for card in layout if card is not None]
    return sum(-1 if card == 25 else min(card % 13 + 1, 10) for card in held)
