"""Laws of conservation, derived from a game's declaration.

*Cards.* In a rank game the zones together hold rank r exactly r times a deck. In a game with card ids every id lies
in one place only, and a deal keeps the ids it began with.
*Coins.* Purses, pot and whatever else lies open and holds coins add up to the same sum all match long. (A secret bet
is a promise: it is paid when it is turned up.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pioche.engine.cards import RANKS
from pioche.engine.position import Field
from pioche.engine.rulebook import Rulebook

# Fields whose faces are copies of cards that lie elsewhere, by game, with the reason. There are none.
COPIES: dict[str, dict[str, str]] = {}


def flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for item in value:
            yield from flat(item)
    else:
        yield value


def rank_counts(f: Field, value: Any) -> Counter[int]:
    """The cards of a rank field: of one zone, or of one a seat."""
    found: Counter[int] = Counter()
    for row in value if len(f.shape) == (1 if f.kind == "rank_set" else 2) else [value]:
        for rank in range(1, RANKS):
            found[rank] += row[rank] if f.kind == "ranks" else row >> rank & 1
            assert f.kind == "rank_set" or row[rank] >= 0, f"{f.name} holds {row[rank]} cards of rank {rank}"
    return found


class Ledger:
    """The books of one match."""

    def __init__(self, rules: Rulebook) -> None:
        copies = COPIES.get(rules.id, {})
        fields = [f for f in rules.shape.fields.values() if f.name not in copies]
        self.rules = rules
        self.zones = [f for f in fields if f.kind in ("ranks", "rank_set")]
        self.places = [f for f in fields if f.kind == "cards"]
        self.coins = [f for f in fields if f.kind == "coins" and f.seen_by == "everyone"]
        self.deal = -1
        self.ids: frozenset[int] = frozenset()
        self.sum: int | None = None

    def check(self, s: Any) -> None:
        if self.zones:
            found = sum((rank_counts(f, getattr(s, f.name)) for f in self.zones), Counter[int]())
            whole = {rank: rank * getattr(s, "decks", 1) for rank in range(1, RANKS)}
            assert found == whole, f"cards are lost or doubled: {found} in {self._where(s)}"
        if self.places:
            self._check_ids(s)
        coins = sum(sum(flat(getattr(s, f.name))) for f in self.coins)
        assert self.sum in (None, coins), f"coins are made or lost, {self.sum} then, {coins} now, in {self._where(s)}"
        self.sum = coins

    def _where(self, s: Any) -> str:
        return f"{self.rules.id}: {self.rules.shape.position(s)}"

    def _check_ids(self, s: Any) -> None:
        lying = Counter(card for f in self.places for card in flat(getattr(s, f.name)) if card >= 0)
        twice = [card for card, n in lying.items() if n > 1]
        assert not twice, f"cards {twice} lie in two places in {self._where(s)}"
        if self.deal != s.deal:
            self.deal, self.ids = s.deal, frozenset(lying)
        assert self.ids == frozenset(lying), f"the deal began with other cards in {self._where(s)}"
