"""Chance goes through three verbs: `below`, `pick` and `top`. Everything random in a game is one of them.

By default they turn the generator that lies in the record, the same in both engines. At a table another
driver may sit in `s.chance`: a script of forced cards (tests), an enumerator (exact odds), a committed
stream. The compiled twin knows the generator only and takes `seeded_...` for each verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from pioche.errors import TooMany

MASK = 0xFFFFFFFF
CHOICES_A_PATH = 10  # on average, when every outcome is walked through


def roll(g, n):
    """The next number below n of a generator g (two words of 32 bits: xoroshiro64*)."""
    a, b = g[0], g[1]
    r = (a * 0x9E3779BB) & MASK
    b ^= a
    g[0] = (((a << 26) | (a >> 6)) ^ b ^ (b << 9)) & MASK
    g[1] = ((b << 13) | (b >> 19)) & MASK
    return (r * n) >> 32


def sow(g, seed, stream):
    """Start a generator: seed and stream are mixed so that neighbours have nothing in common."""
    x = ((seed & MASK) ^ ((seed >> 32 & MASK) * 0x85EBCA6B & MASK)) & MASK
    y = (stream * 0x9E3779B9 + 0x7F4A7C15) & MASK
    for _ in range(4):
        x = (x + y) & MASK
        x = ((x ^ (x >> 16)) * 0x21F0AAAD) & MASK
        x = ((x ^ (x >> 15)) * 0x735A2D97) & MASK
        x ^= x >> 15
        y = (y ^ x) & MASK
        y = ((y ^ (y >> 16)) * 0x21F0AAAD) & MASK
        y = ((y ^ (y >> 15)) * 0x735A2D97) & MASK
        y ^= y >> 15
    g[0] = x
    g[1] = y | 1  # never both zero: the generator would stand still


def seeded_below(s, n):
    return roll(s.rng, n)


def seeded_pick(s, counts, total):
    """A rank, each card of the row equally likely."""
    k = roll(s.rng, total)
    rank = 1
    while k >= counts[rank]:
        k -= counts[rank]
        rank += 1
    return rank


def seeded_draw_from(s, counts, total):
    rank = seeded_pick(s, counts, total)
    counts[rank] -= 1
    return rank


def swift_draw_from(s, counts, total):
    """`draw_from` in the compiled twin: the same card, without a loop when the cards are few enough."""
    return drawn_at(counts, roll(s.rng, total)) if total < 128 else seeded_draw_from(s, counts, total)


def drawn_at(counts, k):
    """Take card k of a row of fewer than 128, laid out from low to high; see `compiled/compiler.py`."""


def seeded_top(s, zone, place):
    """Return the place of the next card in a face-down pile of card ids: on top in the compiled twin."""
    return place


def below(s, n):
    """A number from 0 to n-1, all equally likely."""
    return seeded_below(s, n) if s.chance is None else s.chance.below(s, n)


def pick(s, counts, total):
    """The rank of a card taken unseen from a row of counts holding `total` cards."""
    return seeded_pick(s, counts, total) if s.chance is None else s.chance.pick(s, counts, total)


def draw_from(s, counts, total):
    """A card taken unseen out of a row of counts holding `total` cards: its rank."""
    rank = pick(s, counts, total)
    counts[rank] -= 1
    return rank


def top(s, zone, place):
    """The place of the next card of a face-down pile whose top lies at `place`."""
    return place if s.chance is None else s.chance.top(s, zone, place)


class Driver(Protocol):
    """Another source of chance at a table."""

    def below(self, s: Any, n: int) -> int: ...
    def pick(self, s: Any, counts: list[int], total: int) -> int: ...
    def top(self, s: Any, zone: list[int], place: int) -> int: ...
    def clone(self) -> Driver: ...


class Script:
    """Forced cards: the next cards to leave any face-down deck, in order; then the generator goes on."""

    def __init__(self, cards: list[int], missing: Callable[[int], Exception] | None) -> None:
        self.cards = cards
        self.missing = missing  # makes the refusal for a card that is not there; None: it is passed over

    def below(self, s: Any, n: int) -> int:
        return int(seeded_below(s, n))

    def pick(self, s: Any, counts: list[int], total: int) -> int:
        card = self._next(lambda card: counts[card] > 0)
        return int(seeded_pick(s, counts, total)) if card is None else card

    def top(self, s: Any, zone: list[int], place: int) -> int:
        card = self._next(zone.__contains__)
        return place if card is None else zone.index(card)

    def _next(self, there: Callable[[int], bool]) -> int | None:
        while self.cards:
            card = self.cards.pop(0)
            if there(card):
                return card
            if self.missing is not None:
                raise self.missing(card)
        return None

    def clone(self) -> Script:
        return Script(list(self.cards), self.missing)


def pass_over(s: Any) -> None:
    """Skip forced cards that are not in the deck from now on: at a table nobody could mend them."""
    if isinstance(s.chance, Script):
        s.chance.missing = None


class Enumerator:
    """Walks through every outcome of chance: a path of choices made before, then first choices.

    `limit` bounds the paths, and with them all choices together: a single path may be long.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.left = CHOICES_A_PATH * limit
        self.path: list[int] = []
        self.taken: list[tuple[int, list[tuple[int, int]]]] = []  # (choice, [(outcome, weight)])

    def _choose(self, outcomes: list[tuple[int, int]]) -> int:
        depth = len(self.taken)
        self.left -= 1
        if self.left < 0:
            raise too_many(self.limit)
        choice = self.path[depth] if depth < len(self.path) else 0
        self.taken.append((choice, outcomes))
        return outcomes[choice][0]

    def below(self, s: Any, n: int) -> int:
        return self._choose([(k, 1) for k in range(n)])

    def pick(self, s: Any, counts: list[int], total: int) -> int:
        return self._choose([(rank, n) for rank, n in enumerate(counts) if n])

    def top(self, s: Any, zone: list[int], place: int) -> int:
        """Any card of the pile may lie on top, as far as anybody knows."""
        return self._choose([(k, 1) for k, card in enumerate(zone) if card >= 0])

    def clone(self) -> Enumerator:
        return self

    def weight(self) -> float:
        chance = 1.0
        for choice, outcomes in self.taken:
            chance *= outcomes[choice][1] / sum(weight for _, weight in outcomes)
        return chance

    def next_path(self) -> bool:
        """Move on to the next untried path; False when all have been walked."""
        path = [choice for choice, _ in self.taken]
        while path:
            if path[-1] + 1 < len(self.taken[len(path) - 1][1]):
                path[-1] += 1
                self.path, self.taken = path, []
                return True
            path.pop()
        return False


def outcomes(run: Callable[[Driver], Any], limit: int = 100_000) -> Iterator[tuple[float, Any]]:
    """Every way chance can turn out while `run` plays with the given driver, with its probability."""
    driver = Enumerator(limit)
    for _ in range(limit):
        result = run(driver)
        yield driver.weight(), result
        if not driver.next_path():
            return
    raise too_many(limit)


def too_many(limit: int) -> TooMany:
    return TooMany(
        f"Chance can go more than {limit} ways here: too many to count. Play clones of the table instead.",
        f"Le hasard a ici plus de {limit} issues\u00a0: trop pour les compter. Jouez plutôt des copies de la table.",
    )
