"""Which tables of a game are worth trying: few that meet every value of every option, or all pairs of values."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from typing import Any

import pioche
from pioche.engine.options import Option

MAX_EXHAUSTIVE_PRODUCTS = 3000  # products of options up to this size are walked completely
# Random players never finish some deals: these options bound a deal, and the battery keeps the bound low.
SHORT: dict[str, list[Any]] = {"stalemate_rounds": [1, 3], "max_voids": [1, 2]}

Choice = dict[str, Any]


def values(option: Option, seats: int) -> list[Any]:
    """The values worth trying: all of a short list, the ends and something between of a long one."""
    if option.id in SHORT:
        return list(SHORT[option.id])
    if option.kind == "switch":
        return [False, True]
    if option.kind == "choice":
        return list(option.values)
    if option.kind == "seat":
        return ["random", 0, seats - 1]
    if option.kind == "word":
        return ["a", *option.lives][:4]
    steps = (option.high - option.low) // option.step
    if steps <= 4:
        return [option.low + option.step * k for k in range(steps + 1)]
    return [None, option.low, option.low + option.step * (steps // 5), option.high]


def seat_counts(name: str) -> range:
    low, high = pioche.load(name).seat_range
    return range(low, high + 1)


def possible(name: str, choice: Choice) -> bool:
    """Return whether the rulebook allows this combination."""
    try:
        pioche.load(name, **choice)
    except pioche.BadOption:
        return False
    return True


def covering(name: str) -> list[Choice]:
    """A few tables in which every seat count and every worthwhile value of every option occurs at least once."""
    dice = random.Random(f"covering {name}")
    options = pioche.load(name).rules.options
    wanted = {option.id: values(option, min(seat_counts(name))) for option in options}
    for those in wanted.values():
        dice.shuffle(those)
    missing: set[tuple[str, Any]] = {(id, value) for id, those in wanted.items() for value in those}
    missing |= {("seats", seats) for seats in seat_counts(name)}
    rows: list[Choice] = [{}]  # the rulebook's own defaults come first
    for turn in range(max(len(seat_counts(name)), *map(len, wanted.values()), 1)):
        row = {"seats": seat_counts(name)[turn % len(seat_counts(name))]}
        for id, those in wanted.items():
            trial = row | {id: those[turn % len(those)]}
            if possible(name, trial):
                row = trial
        if possible(name, row):
            rows.append(row)
            missing -= set(row.items())
    for id, value in sorted(missing, key=str):  # what did not fit into any row gets one of its own
        rows += list(with_value(name, id, value, wanted))[:1]
    return rows


def with_value(name: str, id: str, value: Any, wanted: dict[str, list[Any]]) -> Iterator[Choice]:
    """Tables with one option fixed, the plainest first: the value alone, then beside one other option."""
    beside = [{}, *({other: v} for other, those in wanted.items() if other != id for v in those)]
    for more, seats in product(beside, [None, *seat_counts(name)] if id != "seats" else [value]):
        row = {"seats": seats, id: value} | more
        if possible(name, row):
            yield row


def pairwise(name: str) -> Iterator[Choice]:
    """For the campaign: the whole product where it is small, else every pair of values at every seat count."""
    options = pioche.load(name).rules.options
    for seats in seat_counts(name):
        wanted = {option.id: values(option, seats) for option in options}
        if prod(map(len, wanted.values())) <= MAX_EXHAUSTIVE_PRODUCTS:
            rows = ({"seats": seats} | row for row in product_of(wanted))
            yield from (row for row in rows if possible(name, row))
        else:
            yield from pairs_of(name, seats, wanted)


def product_of(wanted: dict[str, list[Any]]) -> Iterator[Choice]:
    for those in product(*wanted.values()):
        yield dict(zip(wanted, those, strict=True))


def pairs_of(name: str, seats: int, wanted: dict[str, list[Any]]) -> Iterator[Choice]:
    """Tables at which any two values meet that the rulebook allows together, as many at each as will go."""
    dice, left = random.Random(f"pairs {name} {seats}"), met(wanted)
    while left:
        row = {"seats": seats} | dict(min(left, key=str))
        left -= met({id: [row[id]] for id in wanted if id in row})
        if not possible(name, row):
            continue
        for id in dice.sample(list(wanted), len(wanted)):
            if id in row:
                continue
            news = Counter(b for pair in left for a, b in (pair, pair[::-1]) if b[0] == id and row.get(a[0], left) == a[1])
            for (_, value), _ in news.most_common():
                if possible(name, row | {id: value}):
                    row[id] = value
                    break
        left -= met({id: [row[id]] for id in wanted if id in row})
        yield row


def met(rows: dict[str, list[Any]]) -> set[tuple[tuple[str, Any], tuple[str, Any]]]:
    """Every two values of two options."""
    return {((one, a), (other, b)) for one, other in combinations(rows, 2) for a, b in product(rows[one], rows[other])}


def spread(tables: list[Choice], most: int) -> list[Choice]:
    """Some of the tables, from all over the list."""
    return [tables[k * len(tables) // most] for k in range(most)] if len(tables) > most else tables


def named(choice: Choice) -> str:
    """A table in a few words, for messages."""
    return " ".join(f"{k}={v}" for k, v in choice.items() if v is not None) or "defaults"
