"""Fields in words: what lies in a zone, as everybody, its owner or a stranger may read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pioche.engine.cards import RANKS
from pioche.engine.words import to_word

if TYPE_CHECKING:
    from pioche.engine.position import Field


def by_slot(row: list[int], numbers: list[int]) -> list[int]:
    """Card ids by slot number, -1 for a gap; slot 1 comes first."""
    spread = [-1] * max(numbers)
    for card, slot in zip(row, numbers, strict=True):
        if card >= 0:
            spread[slot - 1] = card
    return spread


def count(f: Field, row: Any) -> int:
    if f.kind == "rank_set":
        return int(row).bit_count()
    if f.kind == "ranks":
        return sum(row)
    return sum(1 for card in row if card >= 0)


def hidden(f: Field, row: Any) -> Any:
    """Somebody else's zone: as many unknown cards as it holds; a hidden number is simply unknown."""
    if f.kind == "rank_set" or (f.kind in ("ranks", "cards") and isinstance(row, list)):
        return [None] * count(f, row)
    return None


def known(f: Field, value: Any, masks: list[int], seat: int | None, seats: int, per_seat: bool) -> Any:
    """Card places: the face where the looker's bit stands, `?` for a card one does not see, None for a gap."""
    if isinstance(value, int):
        if value < 0:
            return None
        return to_word("card", value) if seat is not None and masks[value] >> seat & 1 else "?"
    rows = value[:seats] if per_seat else value
    return [known(f, item, masks, seat, seats, False) for item in rows]


def write(f: Field, value: Any) -> Any:
    if f.kind == "ranks" and isinstance(value[0], int):
        return [rank for rank in range(1, RANKS) for _ in range(value[rank])]
    if f.kind == "by_card":
        known = {card: [p for p in range(16) if seats >> p & 1] for card, seats in enumerate(value) if seats}
        return {to_word("card", card): seats for card, seats in known.items()}
    if isinstance(value, list):
        written = [write(f, item) for item in value]
        while f.kind == "cards" and written and written[-1] is None:
            written.pop()  # trailing empty places say nothing
        return written
    if f.kind in ("cards", "place"):
        return None if value < 0 else to_word("card" if f.kind == "cards" else "place", value)
    if f.kind == "seat":
        return None if value < 0 else value
    if f.kind in ("seats", "rank_set"):
        return [n for n in range(32) if value >> n & 1]
    return bool(value) if f.kind == "flag" else value
