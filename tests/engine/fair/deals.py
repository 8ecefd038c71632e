"""Matches with a deal of house and players, for tests of what their records prove."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import pioche
from pioche import Record
from pioche.engine.fair.shares import Deal, Part, house_promise, share_promise
from pioche.engine.fair.shown import shown
from pioche.testing.steps import playing


def secret(seed: object) -> str:
    """The same secret for the same words, on any machine."""
    return hashlib.sha256(f"a secret of {seed}".encode()).hexdigest()


def deal_of(name: str, seats: int, silent: tuple[int, ...] = ()) -> Deal:
    """A deal at which these first seats brought a share."""
    parts = []
    for seat in range(seats):
        share = secret((name, seat))
        parts.append(Part(seat, share_promise(name, seat, share), None if seat in silent else share))
    own = secret(name)
    return Deal(name, house_promise(name, own), own, parts)


def match(game: str, deal: Deal, steps: int = 60, **options: Any) -> Record:
    """A match under this deal, played by chance, as a house writes it."""
    table = pioche.load(game, **options).table(seed=deal.key)
    for _ in playing(table, random.Random(deal.name), steps):
        pass
    record = table.record()
    record.names, record.fair = [f"Seat {k}" for k in range(table.game.seats)], deal.written()
    return Record.loads(shown(record).dumps())


def flips(record: Record) -> list[tuple[str, str]]:
    """The record with one card changed, in every place a card or another number of chance stands: where, and the text."""
    lines = [json.loads(line) for line in record.dumps().splitlines()]
    found = []
    for number, line in enumerate(lines):
        for k, draw in enumerate(line.get("drawn", ())):
            for place in range(1, min(len(draw), 3)):  # the number, and the card it stands for
                value = draw[place]
                draw[place] = (value + 1) % draw[0] if place == 1 and draw[0] > 1 else value + 1
                found.append((f"line {number}, draw {k}, {place}", _text(lines)))
                draw[place] = value
        for k, event in enumerate(line.get("told", ())):
            for key in ("rank", "card"):
                if key in event:
                    value = event[key]
                    event[key] = value + 1 if isinstance(value, int) else ("8♥" if value != "8♥" else "9♥")
                    found.append((f"line {number}, event {k}", _text(lines)))
                    event[key] = value
    return found


def _text(lines: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
