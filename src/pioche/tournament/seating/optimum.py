"""TR21-TR23: the seating with the fewest repeats, and among those the nearest to the plain cut.

The cost of a seating is a pair (A, B): A adds `weight[i][j]` over all pairs at a table, B adds `far[i][t]` over all
who sit at table t. A comes first, whatever B is, so both are one number: A * unit + B.

Up to `MAX_EXACT_ENTRANTS` people: an exact optimum, table by table over subsets; ties are drawn evenly. Beyond: `tabu.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from pioche.tournament.seating.lots import Chance

MAX_EXACT_ENTRANTS = 12
Matrix = Sequence[Sequence[int]]
Tables = list[list[int]]


def optimum(weight: Matrix, sizes: Sequence[int], chance: Chance, more: bool = False, effort: float = 1.0) -> Tables:
    """Return the people at each table, in order; people are numbered by their place in the order of TR20.

    `more` says that another round is planned: among many people, a seating is then preferred after which that round
    can do without repeats.
    """
    far = distances(sizes)
    if not any(any(row) for row in weight):
        return plain_cut(sizes)
    if sum(sizes) <= MAX_EXACT_ENTRANTS:
        return exact(weight, far, sizes, chance)
    from pioche.tournament.seating.tabu import searched  # NumPy is wanted by large tournaments only

    return searched(weight, far, sizes, chance, more, effort)


def plain_cut(sizes: Sequence[int]) -> Tables:
    """TR20: the first so many to table 1, the next to table 2."""
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes))]
    return [list(range(end - size, end)) for end, size in zip(ends, sizes, strict=True)]


def distances(sizes: Sequence[int]) -> list[list[int]]:
    """TR22: far[i][t] is the square of the number of places between i and the block of table t."""
    n = sum(sizes)
    blocks = [(cut[0], cut[-1]) for cut in plain_cut(sizes)]
    return [[max(low - i, i - high, 0) ** 2 for low, high in blocks] for i in range(n)]


def cost(tables: Tables, weight: Matrix, far: Matrix) -> tuple[int, int]:
    """(A, B) of a seating."""
    repeats = sum(weight[i][j] for table in tables for i, j in combinations(table, 2))
    return repeats, sum(far[i][place] for place, table in enumerate(tables) for i in table)


def unit_of(far: Matrix) -> int:
    """Return a number larger than any B."""
    return sum(max(row) for row in far) + 1


# -- few people: exactly ---------------------------------------------------------------------------------------


def exact(weight: Matrix, far: Matrix, sizes: Sequence[int], chance: Chance) -> Tables:
    """The least cost of giving a set of people to the tables from t on, for every set that can be left; then back along
    the best choices, each seating of the least cost being drawn with the same chance."""
    n, unit = sum(sizes), unit_of(far)
    inner = {
        mask: unit * sum(weight[i][j] for i, j in combinations(members, 2))
        for size in set(sizes)
        for members in combinations(range(n), size)
        for mask in [sum(1 << i for i in members)]
    }
    known: dict[tuple[int, int], tuple[int, int]] = {(len(sizes), 0): (0, 1)}  # (table, left) -> (cost, in how many ways)

    def groups(table: int, left: int) -> list[tuple[int, int]]:
        people = [i for i in range(n) if left >> i & 1]
        found = []
        for members in combinations(people, sizes[table]):
            mask = sum(1 << i for i in members)
            found.append((mask, inner[mask] + sum(far[i][table] for i in members)))
        return found

    def least(table: int, left: int) -> tuple[int, int]:
        if (table, left) not in known:
            best, ways = -1, 0
            for mask, own in groups(table, left):
                rest, count = least(table + 1, left & ~mask)
                if best < 0 or own + rest < best:
                    best, ways = own + rest, 0
                if own + rest == best:
                    ways += count
            known[table, left] = best, ways
        return known[table, left]

    left, tables = (1 << n) - 1, []
    for table in range(len(sizes)):
        best, ways = least(table, left)
        drawn = chance.below(ways)
        for mask, own in groups(table, left):
            rest, count = least(table + 1, left & ~mask)
            if own + rest == best:
                drawn -= count
                if drawn < 0:
                    tables.append([i for i in range(n) if mask >> i & 1])
                    left &= ~mask
                    break
    return tables
