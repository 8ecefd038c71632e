"""TR21-TR23: the seating with the fewest repeats, and among those the nearest to the plain cut.

The cost of a seating is a pair (A, B): A adds `weight[i][j]` over all pairs at a table, B adds `far[i][t]` over all
who sit at table t. A comes first, whatever B is, so both are one number: A * unit + B.

Up to `EXACT` people: an exact optimum, table by table over subsets; ties are drawn evenly. Beyond: tabu search over
exchanges of two people, from the plain cut. Whatever it returns cannot be bettered by an exchange. Nothing here looks at
a clock: the number of steps is fixed, so that the same seating is found on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from pioche.tournament.seating.chance import Chance

EXACT = 12
STEPS, FEWEST, MOST = 60_000, 300, 20_000  # of tabu search without news: STEPS by the number of people; and of all
STABLE = 40  # so many seatings are looked at when the next round could not do without repeats
GLANCE = 0.15  # of the usual effort, to see whether it could
NEVER = np.iinfo(np.int64).max // 4
Matrix = Sequence[Sequence[int]]
Tables = list[list[int]]


def optimum(weight: Matrix, sizes: Sequence[int], chance: Chance, more: bool = False, effort: float = 1.0) -> Tables:
    """Who sits at which table; people are numbered by their place in the order, and stand so at each table.

    `more` says that another round is planned: among many people, a seating is then preferred after which that round
    can do without repeats.
    """
    far = distances(sizes)
    if not any(any(row) for row in weight):
        return plain_cut(sizes)
    if sum(sizes) <= EXACT:
        return exact(weight, far, sizes, chance)
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


def _unit(far: Matrix) -> int:
    """More than B can ever be."""
    return sum(max(row) for row in far) + 1


# -- few people: exactly ---------------------------------------------------------------------------------------


def exact(weight: Matrix, far: Matrix, sizes: Sequence[int], chance: Chance) -> Tables:
    """The least cost of giving a set of people to the tables from t on, for every set that can be left; then back along
    the best choices, each seating of the least cost being drawn with the same chance."""
    n, unit = sum(sizes), _unit(far)
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


# -- many people: tabu search ----------------------------------------------------------------------------------


def searched(weight: Matrix, far: Matrix, sizes: Sequence[int], chance: Chance, more: bool, effort: float) -> Tables:
    """The best seating found; when more rounds follow and it would force a repeat upon the next one, the nearest other
    seating with as few repeats that forces fewer."""
    tabu = Tabu(weight, far, sizes, chance)
    tabu.run(effort)
    choices = tabu.stable()
    if not more:
        return choices[0]
    found, least = choices[0], -1
    for tables in choices[:STABLE]:
        forced = _repeats_next(weight, tables, sizes, chance, effort)
        if least < 0 or forced < least:
            found, least = tables, forced
        if least == 0:
            break
    return found


def _repeats_next(weight: Matrix, tables: Tables, sizes: Sequence[int], chance: Chance, effort: float) -> int:
    """The fewest repeats a next round of the same people would need, as far as a short search can tell."""
    met = [[int(cell > 0) for cell in row] for row in weight]
    for table in tables:
        for i, j in combinations(table, 2):
            met[i][j] = met[j][i] = 1
    tabu = Tabu(met, [[0] * len(sizes) for _ in met], sizes, chance)
    tabu.run(GLANCE * effort)
    return tabu.best // 2


class Tabu:
    """Always the best exchange of two people, even if it makes matters worse, but not soon back: who has just left a table
    may not return for a while, unless that gives the best seating so far."""

    def __init__(self, weight: Matrix, far: Matrix, sizes: Sequence[int], chance: Chance) -> None:
        self.sizes, self.chance = sizes, chance
        self.unit = _unit(far)
        self.heavy = np.array(weight, np.int64) * self.unit
        self.away = np.array(far, np.int64)
        self.at = np.repeat(np.arange(len(sizes)), sizes)  # the plain cut
        self.price = self.away.copy()  # price[i][t]: what i costs at table t, with those who sit there now
        for table in range(len(sizes)):
            self.price[:, table] += self.heavy[:, self.at == table].sum(axis=1)
        n = len(self.at)
        self.people = np.arange(n)
        self.forbidden = np.zeros((n, len(sizes)), np.int64)  # until which step i may not come back to a table
        own = self.price[self.people, self.at]
        self.now = self.best = int((own + self.away[self.people, self.at]).sum())  # twice the cost
        self.kept = [(self.best, self.at.copy())]

    def run(self, effort: float) -> None:
        patience = max(int(effort * max(STEPS // len(self.at), FEWEST)), 1)
        idle = step = 0
        while idle < patience and self.best and step < MOST:
            step += 1
            better = self._step(step)
            if better is None:
                break
            idle = 0 if better else idle + 1

    def _step(self, step: int) -> bool | None:
        """One exchange; was it the best seating so far? None when none is left. Of two who cost nothing where they sit, no
        exchange is a gain, so one of the two always has a repeat or sits away from the own block."""
        at, price, n = self.at, self.price, len(self.at)
        own = price[self.people, at]
        rows = np.flatnonzero(own)
        there = price[rows][:, at]  # what i would cost at the table of j
        back = price[:, at[rows]].T  # and j at the table of i
        gain = there + back - own[rows][:, None] - own[None, :] - 2 * self.heavy[rows]
        gain[at[rows][:, None] == at[None, :]] = NEVER
        if self.now < self.kept[-1][0] or len(self.kept) < STABLE:
            if int(gain.min()) >= 0:  # no exchange is a gain
                self._keep()
        barred = np.maximum(self.forbidden[rows][:, at], self.forbidden[:, at[rows]].T) > step
        barred &= self.now + 2 * gain >= self.best  # the best so far is always welcome
        gain[barred] = NEVER
        row, j = divmod(int(gain.argmin()), n)
        change = int(gain[row, j])
        if change >= NEVER:
            return None
        i = int(rows[row])
        a, b = int(at[i]), int(at[j])
        price[:, a] += self.heavy[:, j] - self.heavy[:, i]
        price[:, b] += self.heavy[:, i] - self.heavy[:, j]
        at[i], at[j] = b, a
        self.now += 2 * change
        self.forbidden[i, a] = self.forbidden[j, b] = step + 3 + self.chance.below(max(n // 6, 4))
        if self.now >= self.best:
            return False
        self.best = self.now
        if not self.best:
            self._keep()
        return True

    def _keep(self) -> None:
        """Remember a seating that no exchange betters, the cheapest first."""
        if not any(cost == self.now and bool((at == self.at).all()) for cost, at in self.kept):
            self.kept.append((self.now, self.at.copy()))
            self.kept.sort(key=lambda one: one[0])
            del self.kept[STABLE:]

    def stable(self) -> list[Tables]:
        """Seatings with the fewest repeats found that no exchange betters, the nearest to the plain cut first."""
        stable = [(cost, at) for cost, at in self.kept if cost // 2 // self.unit == self.kept[0][0] // 2 // self.unit]
        return [[[int(i) for i in self.people[at == table]] for table in range(len(self.sizes))] for _, at in stable]
