"""What a player can read off the table: what a move costs, what there is to beat, how likely a loss is.

A rulebook computes its facts from a view and from nothing else but what a perfect memory adds to that view
(`Table.memory`), so that a fact cannot say more than its reader could work out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Fact:
    """One figure of a table, with what it is about.

    `name` says which sentence of the page it is for, `do` of which kind of move it is the price. `of` is a second figure of
    that sentence. `seat`, `rank` and `zone` say where it belongs: a place in the turn order to a seat, a price to the card
    that sets it, the mark of a stack to its zone.
    """

    n: float
    name: str = ""
    do: str = ""
    of: int = 0
    seat: int = -1
    rank: int = 0
    zone: str = ""
    counted: bool = False  # a chance that takes a perfect memory: only where the table allows hints

    def written(self) -> dict[str, Any]:
        """Return the fact as JSON data, without what it does not say."""
        return {name: value for name, value in asdict(self).items() if name == "n" or value != FIELDS[name].default}


FIELDS = Fact.__dataclass_fields__


def lowest_card(view: Mapping[str, Any], zone: str, seats: Collection[int]) -> tuple[int, int] | None:
    """Return the lowest rank in this zone of these seats and the first seat that has it, as (rank, seat)."""
    return min(((rank, p) for p, cards in enumerate(view[zone]) if p in seats for rank in cards), default=None)
