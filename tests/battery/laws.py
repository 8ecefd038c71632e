"""Laws of conservation, derived from a game's declaration.

*Cards.* In a rank game the zones together hold rank r exactly r times a deck. A card that is on its way is
sometimes held as a plain number (a secretly chosen rank); in a game with card ids every id lies in one
place only, and a deal keeps the ids it began with.
*Coins.* Purses, pot and whatever else holds coins add up to the same sum all match long.

Which number fields hold a card, and which coin fields count, is not asked of the game: a ledger tries every
reading and keeps those under which the law has held in every position seen. No reading left: the law is broken.
A wrong reading does not survive a few hundred positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from pioche.cards import RANKS
from pioche.position import Field, Shape
from pioche.rulebook import Rulebook

# Fields whose faces are copies of cards that lie elsewhere, by game, with the reason.
COPIES: dict[str, dict[str, str]] = {}

Reading = tuple[str, ...]


def subsets(names: list[str], most: int = 3) -> list[Reading]:
    return [those for n in range(min(most, len(names)) + 1) for those in combinations(names, n)]


def flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for item in value:
            yield from flat(item)
    else:
        yield value


def rows_of(f: Field, value: Any) -> list[Any]:
    """The zones a rank field consists of: one, or one a seat."""
    return value if len(f.shape) == (1 if f.kind == "rank_set" else 2) else [value]


def rank_counts(f: Field, value: Any) -> Counter[int]:
    found: Counter[int] = Counter()
    for row in rows_of(f, value):
        for rank in range(1, RANKS):
            found[rank] += row[rank] if f.kind == "ranks" else row >> rank & 1
    return found


class Ledger:
    """The books of one game, kept over every position it is shown."""

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules
        shape: Shape = rules.shape
        declared = [f for f in shape.fields.values() if f.name not in shape.options]
        copies = COPIES.get(rules.id, {})
        self.zones = [f for f in declared if f.kind in ("ranks", "rank_set") and f.name not in copies]
        self.places = [f for f in declared if f.kind == "cards" and f.name not in copies]
        held = [f.name for f in declared if f.kind == "number" and (f.seen_by != "everyone" or f.inner) and f.name != "rng"]
        purse = [f.name for f in declared if f.kind == "coins"]
        self.held = subsets([name for name in held if shape.fields[name].shape])
        self.coins = [those for those in subsets(purse, len(purse)) if {"purse", "pot"} & set(purse) <= set(those)]
        self.checked = 0

    def check(self, match: Match, s: Any) -> None:
        self.checked += 1
        if self.zones:
            self._check_ranks(s)
        if self.places:
            self._check_ids(match, s)
        if self.coins and self.coins != [()]:
            self._check_coins(match, s)

    def _check_ranks(self, s: Any) -> None:
        missing = {rank: rank * getattr(s, "decks", 1) for rank in range(1, RANKS)}
        for f in self.zones:
            for rank, n in rank_counts(f, getattr(s, f.name)).items():
                assert n >= 0, f"{self.rules.id}: {f.name} holds {n} cards of rank {rank}"
                missing[rank] -= n
        self.held = [those for those in self.held if self._hold(s, those) == +Counter(missing) and min(missing.values()) >= 0]
        assert self.held, f"{self.rules.id}: cards are lost or doubled, zones lack {missing}: {self.rules.shape.position(s)}"

    def _hold(self, s: Any, those: Reading) -> Counter[int]:
        return Counter(value for name in those for value in flat(getattr(s, name)) if value > 0)

    def _check_ids(self, match: Match, s: Any) -> None:
        lying = Counter(card for f in self.places for card in flat(getattr(s, f.name)) if card >= 0)
        twice = [card for card, n in lying.items() if n > 1]
        assert not twice, f"{self.rules.id}: cards {twice} lie in two places: {self.rules.shape.position(s)}"
        if match.deal != s.deal:
            match.deal, match.ids = s.deal, frozenset(lying)
        assert match.ids == frozenset(lying), f"{self.rules.id}: the deal began with other cards: {self.rules.shape.position(s)}"

    def _check_coins(self, match: Match, s: Any) -> None:
        sums = {those: sum(sum(flat(getattr(s, name))) for name in those) for those in self.coins}
        match.sums = match.sums or sums
        self.coins = [those for those in self.coins if sums[those] == match.sums[those]]
        assert self.coins, f"{self.rules.id}: coins are made or lost: {self.rules.shape.position(s)}"


class Match:
    """What stays the same within one match, and within one deal."""

    def __init__(self) -> None:
        self.deal = -1
        self.ids: frozenset[int] = frozenset()
        self.sums: dict[Reading, int] = {}
