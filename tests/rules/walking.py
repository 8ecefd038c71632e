"""Random matches of the games with a pot, and what must hold for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pioche
from pioche import Game, Table
from tests.rules.told import told, wandering

DECK = sorted(rank for rank in range(1, 11) for _ in range(rank))


def flat(zones: list[list[int]]) -> list[int]:
    """The cards of several zones together."""
    return [card for zone in zones for card in zone]


def happened(table: Table, kind: str, seat: int | None = None) -> list[dict[str, Any]]:
    """The events of one kind, without number and name."""
    return [{k: v for k, v in event.items() if k != "kind"} for event in told(table, kind, seat=seat)]


def walk(game: Game, seed: int) -> Iterator[tuple[Table, int, str]]:
    """A whole match by random decisions: the table before each of them, who decides, and what."""
    table = game.table(seed=seed)
    for seat, word in wandering(table, seed):
        yield table, seat, word


def check_round_trips(game: Game, seeds: range) -> None:
    """Record and written position lead back to the same table, in the middle of play and at the end."""
    for seed in seeds:
        count, table = 0, game.table(seed=seed)
        for table, _, _ in walk(game, seed):
            if count % 4 == 0:
                check_round_trip(table)
            count += 1
        check_round_trip(table)
        assert table.over
        assert count > 4


def check_round_trip(table: Table) -> None:
    again = pioche.Record.loads(table.record().dumps()).table()
    assert again.position() == table.position()
    assert again.history() == table.history()
    written = table.game.at(table.position())
    assert written.position() == table.position()
    for seat in range(table.game.seats):
        assert written.view(seat) == table.view(seat)
