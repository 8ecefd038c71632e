"""A record that also says what was drawn and told, line by line: with it a single changed card is found.

`drawn` is every number chance gave: `[n, k]` is k of the numbers below n; `[n, k, rank, counts]` is a card taken unseen
from a row of n cards, of which there were `counts` of rank 1, 2, 3 ... `told` is every event with the seat that alone was
told it (`only`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pioche.engine.keystream import Stream
from pioche.engine.record import SHOWN, Record, do_again
from pioche.engine.table import Table


class Noted(Stream):
    """The stream of the cards; it notes what was drawn."""

    def __init__(self, seed: int, drawn: int = 0) -> None:
        super().__init__(seed, drawn)
        self.notes: list[list[Any]] = []

    def clone(self) -> Noted:
        other = super().clone()
        assert isinstance(other, Noted)
        other.notes = self.notes
        return other

    def below(self, s: Any, n: int) -> int:
        k = super().below(s, n)
        self.notes.append([n, k])
        return k

    def pick(self, s: Any, counts: list[int], total: int) -> int:
        row = list(counts[1:])
        rank = super().pick(s, counts, total)
        self.notes[-1] += [rank, row]
        return rank


def shown(record: Record) -> Record:
    """The record with what was drawn and told in every line. BadRecord when it does not replay."""
    steps = played(record)
    head = next(steps)
    moves = [
        {**{k: v for k, v in line.items() if k not in SHOWN}, **step} for line, step in zip(record.moves, steps, strict=True)
    ]
    return replace(record, moves=moves, shown=head)


def played(record: Record) -> Iterator[dict[str, Any]]:
    """Yield what is drawn and told at the beginning, then with each line."""
    table = record.table(upto=0, trusted=True, stream=Noted)
    told = 0
    for number in range(len(record.moves) + 1):
        if number:
            do_again(table, record.moves[number - 1], number)
        found: dict[str, Any] = {}
        notes = _notes(table)
        if notes:
            found["drawn"] = list(notes)
            notes.clear()
        events = table.history(told)
        told += len(events)
        if events:
            found["told"] = [{k: v for k, v in event.items() if k not in ("n", "t")} for event in events]
        yield found


def _notes(table: Table) -> list[list[Any]]:
    return table.s.chance.notes if isinstance(table.s.chance, Noted) else []
