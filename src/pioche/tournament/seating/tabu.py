"""TR23 for many people: tabu search over exchanges of two, from the plain cut.

No exchange of two improves a seating it returns. The number of steps is fixed and independent of time, so that every
machine finds the same seating.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from pioche.tournament.seating.lots import Chance
from pioche.tournament.seating.optimum import Matrix, Tables, unit_of

STEPS, FEWEST, MOST = 60_000, 300, 20_000  # of tabu search without news: STEPS by the number of people; and of all
SEATINGS_TRIED = 40  # so many seatings are looked at when the next round could not do without repeats
GLANCE, LONGEST_GLANCE = 9_000, 400  # steps without news, to see whether it could: by the number of people, and at most
NEVER = np.iinfo(np.int64).max // 4


def searched(weight: Matrix, far: Matrix, sizes: Sequence[int], chance: Chance, more: bool, effort: float) -> Tables:
    """The best seating found; when more rounds follow and it would force a repeat upon the next one, the nearest other
    seating with as few repeats that forces fewer."""
    tabu = Tabu(weight, far, sizes, chance)
    tabu.run(max(STEPS // len(far), FEWEST), effort)
    choices = tabu.stable()
    if not more:
        return choices[0]
    found, least = choices[0], -1
    for tables in choices[:SEATINGS_TRIED]:
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
    tabu.run(min(GLANCE // len(met), LONGEST_GLANCE), effort)
    return tabu.best // 2


class Tabu:
    """Always the best exchange of two people, even if it makes matters worse, but not soon back: who has just left a table
    may not return for a while, unless that gives the best seating so far."""

    def __init__(self, weight: Matrix, far: Matrix, sizes: Sequence[int], chance: Chance) -> None:
        self.sizes, self.chance = sizes, chance
        self.unit = unit_of(far)
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

    def run(self, patience: int, effort: float) -> None:
        """Take steps until so many in a row have found nothing better."""
        patience = max(int(effort * patience), 1)
        idle = step = 0
        while idle < patience and self.best and step < MOST:
            step += 1
            better = self._step(step)
            if better is None:
                break
            idle = 0 if better else idle + 1

    def _step(self, step: int) -> bool | None:
        """Make one exchange; return whether it gave the best seating so far, None if there is none to make.

        Of two entrants who cost nothing where they sit no exchange is a gain, so one of the two always has a repeat or sits
        away from their own block.
        """
        at, price, n = self.at, self.price, len(self.at)
        own = price[self.people, at]
        rows = np.flatnonzero(own)
        there = price[rows][:, at]  # what i would cost at the table of j
        back = price[:, at[rows]].T  # and j at the table of i
        gain = there + back - own[rows][:, None] - own[None, :] - 2 * self.heavy[rows]
        gain[at[rows][:, None] == at[None, :]] = NEVER
        if self.now < self.kept[-1][0] or len(self.kept) < SEATINGS_TRIED:
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
            del self.kept[SEATINGS_TRIED:]

    def stable(self) -> list[Tables]:
        """Seatings with the fewest repeats found that no exchange betters, the nearest to the plain cut first."""
        stable = [(cost, at) for cost, at in self.kept if cost // 2 // self.unit == self.kept[0][0] // 2 // self.unit]
        return [[[int(i) for i in self.people[at == table]] for table in range(len(self.sizes))] for _, at in stable]
