"""Odds for paper, counted exactly from the decks: one small table for each game, as keys of words and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from pioche.engine.cards import FACES, PACK, SUITS, read_card

RANKS = range(1, 11)
DECK_SIZE = 55
Cell = int | Fraction | float  # a count, a chance, a mean


@dataclass(frozen=True)
class Table:
    """`key` names its words: a title, a head for each column, a note (text/*/print.toml, [chances.<key>])."""

    key: str
    rows: list[tuple[Cell, ...]]


def pairing(*shown: int) -> Fraction:
    """Return the chance that the next card of a fresh deck pairs with one of these, when no other card has been seen."""
    return Fraction(sum(rank - 1 for rank in shown), DECK_SIZE - len(shown))


def mean_cost(*shown: int) -> Fraction:
    """Return the mean cost of the next card where a pair costs its rank."""
    return Fraction(sum(rank * (rank - 1) for rank in shown), DECK_SIZE - len(shown))


@cache
def without_pair(cards: int) -> Fraction:
    """Return the chance that so many cards of a fresh deck are all of different ranks."""
    ways = [1] + [0] * 10
    for rank in RANKS:
        for k in range(10, 0, -1):
            ways[k] += rank * ways[k - 1]
    return Fraction(ways[cards], comb(DECK_SIZE, cards)) if cards <= 10 else Fraction(0)


def next_pairs(cards: int) -> Fraction:
    """The next card pairs, after so many cards without a pair, whichever they are."""
    return 1 - without_pair(cards + 1) / without_pair(cards)


def different_ranks(cards: int) -> dict[int, Fraction]:
    """How many different ranks a hand of so many cards holds."""
    ways = {(0, 0): 1}
    for rank in RANKS:
        grown: dict[tuple[int, int], int] = {}
        for (held, ranks), count in ways.items():
            for more in range(min(rank, cards - held) + 1):
                key = (held + more, ranks + (more > 0))
                grown[key] = grown.get(key, 0) + count * comb(rank, more)
        ways = grown
    return {ranks: Fraction(count, comb(DECK_SIZE, cards)) for (held, ranks), count in sorted(ways.items()) if held == cards}


def _hand(cards: int) -> Iterator[tuple[Cell, ...]]:
    yield from ((ranks, chance) for ranks, chance in different_ranks(cards).items())


def _at_least_one(rank: int, cards: int) -> Fraction:
    return 1 - Fraction(comb(DECK_SIZE - rank, cards), comb(DECK_SIZE, cards))


def _highest(rank: int, cards: int) -> Fraction:
    upto = rank * (rank + 1) // 2
    return Fraction(comb(upto, cards) - comb(upto - rank, cards), comb(DECK_SIZE, cards))


@cache
def target(rank: int) -> Fraction:
    """A rank is among the five targets: each new rank is found in proportion to its copies."""
    chances = {frozenset[int](): Fraction(1)}
    for _ in range(5):
        grown: dict[frozenset[int], Fraction] = {}
        for found, chance in chances.items():
            left = DECK_SIZE - sum(found)
            for new in RANKS:
                if new not in found:
                    grown[found | {new}] = grown.get(found | {new}, Fraction(0)) + chance * Fraction(new, left)
        chances = grown
    return sum((chance for found, chance in chances.items() if rank in found), Fraction(0))


def agnes_value(card: int) -> int:
    """Agnès R3: the ace 1, numbers as they are, courts 10, the king of hearts −1."""
    if card == read_card("K♥"):
        return -1
    return min(card % len(FACES) + 1, 10)


@cache
def agnes_total(cards: int, most: int) -> Fraction:
    """So many cards dealt from a pack are worth at most so much."""
    values = [agnes_value(card) for card in range(PACK)]
    low = sum(sum(hand) <= most for hand in combinations(values, cards))
    return Fraction(low, comb(PACK, cards))


def _no_second_stone(cards: int, stones: int) -> Fraction:
    """Taking so many of the 54 cards one has not seen, with `stones` black stones of one's own."""
    tens = 10 - stones
    safe = comb(54 - tens, cards)
    if not stones:
        safe += tens * comb(54 - tens, cards - 1)
    return Fraction(safe, comb(54, cards))


def _set_at_once(players: int) -> Fraction:
    return Fraction(players, comb(4 * players, 4))


def _no_pair_at_once(players: int) -> Fraction:
    return Fraction(comb(players, 4) * 4**4, comb(4 * players, 4))


def _forfeits(players: int) -> tuple[Cell, ...]:
    """Cards turned before the named one, and how many of them are no hearts, if a heart is named and if not."""
    others = len(SUITS) * players - 1
    return players, Fraction(others, 2), Fraction(others - players, 2), Fraction(others - players + 1, 2)


TABLES: dict[str, Callable[[], Table]] = {
    "pairs": lambda: Table("pairs", [(r, r, pairing(r), float(mean_cost(r))) for r in RANKS]),
    "hawthorn": lambda: Table("hand", list(_hand(5))),
    "port": lambda: Table("grow", [(k, next_pairs(k)) for k in range(2, 9)]),
    "starboard": lambda: Table("shared", [(k, next_pairs(k), without_pair(k) / without_pair(2)) for k in range(2, 9)]),
    "rocket": lambda: Table("rocket", [(r, Fraction(3 + r - 1, 54)) for r in RANKS if r != 3]),
    "blackstone": lambda: Table(
        "blackstone", [(k, 1 - _no_second_stone(k, 0), 1 - _no_second_stone(k, 1)) for k in range(1, 11)]
    ),
    "goblin_poker": lambda: Table("hand", list(_hand(6))),
    "sweep": lambda: Table("sweep", [(r, _at_least_one(r, 5), _highest(r, 5)) for r in RANKS]),
    "kitty": lambda: Table("kitty", [(r, _at_least_one(r, 12), float(Fraction(12 * r, DECK_SIZE))) for r in RANKS]),
    "venture": lambda: Table(
        "venture", [(r, _at_least_one(r, 13), Fraction(comb(DECK_SIZE - r, 13 - r), comb(DECK_SIZE, 13))) for r in RANKS]
    ),
    "five_cards": lambda: Table("five_cards", [(r, target(r)) for r in RANKS]),
    "pig": lambda: Table("dealt", [(n, 4 * n, _set_at_once(n), _no_pair_at_once(n)) for n in range(3, 11)]),
    "spoons": lambda: Table("dealt", [(n, 4 * n, _set_at_once(n), _no_pair_at_once(n)) for n in range(3, 11)]),
    "vatra": lambda: Table("vatra", [tuple(float(c) if k else c for k, c in enumerate(_forfeits(n))) for n in range(3, 9)]),
    "agnes": lambda: Table("agnes", [(k, *(agnes_total(k, most) for most in (5, 10, 20))) for k in range(1, 5)]),
}
