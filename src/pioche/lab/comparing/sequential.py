"""Intervals one may look at as often as one likes, and which differences are real when many are looked at.

Looking again and again until something seems different finds a difference where there is none. So intervals here hold at
all times together: with the chance 1 - level the true mean is inside at every look (an asymptotic confidence sequence:
Robbins' normal mixture, as in Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Time-uniform central limit theory). They are
some 1.5 times as wide as intervals for one look, and one may stop whenever the answer is clear.

Looking at many metrics finds one that seems different as well. Holm's steps keep the chance of a single false one below the
level, however the metrics depend on each other. Who changes a rule because of one false difference has changed it for
nothing, so it is this chance that is kept, not the share of false ones among those found.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

NARROWEST_AT_OBSERVATIONS = 8192  # observations at which an interval is as narrow as this method allows
MIN_NONZERO_DIFFERENCES = 30  # differences other than nought, below which the normal law is no guide


@dataclass
class Differences:
    """Sums of paired differences, a column for each metric."""

    columns: int
    n: int = 0
    total: Any = field(init=False)
    squares: Any = field(init=False)
    others: Any = field(init=False)  # how many were not nought

    def __post_init__(self) -> None:
        self.total, self.squares = np.zeros(self.columns), np.zeros(self.columns)
        self.others = np.zeros(self.columns, "i8")

    def add(self, values: Any) -> None:
        self.n += len(values)
        self.total += values.sum(axis=0)
        self.squares += (values * values).sum(axis=0)
        self.others += (values != 0).sum(axis=0)

    @property
    def mean(self) -> Any:
        return self.total / max(self.n, 1)

    @property
    def variance(self) -> Any:
        if self.n < 2:
            return np.full(self.columns, np.inf)
        return np.maximum(self.squares - self.total * self.total / self.n, 0.0) / (self.n - 1)


def tuning(level: float) -> float:
    """The variance of the mixture with which an interval of this level is narrowest at `SHARPEST` observations."""
    wide = -2 * math.log(level)
    return (wide + math.log(wide) + 1) / NARROWEST_AT_OBSERVATIONS


def half_width(variance: Any, n: int, level: Any, rho: float) -> Any:
    """Of the interval that holds at all times with the chance 1 - level."""
    grown = n * rho + 1
    return np.sqrt(variance * 2 * grown / (n * n * rho) * np.log(np.sqrt(grown) / level))


def p_values(seen: Differences, rho: float) -> Any:
    """Return the probability of so large a mean at any time if the true one were 0. The interval at a level leaves 0
    outside exactly if this is below the level."""
    n, mean, variance = seen.n, seen.mean, seen.variance
    grown = n * rho + 1
    with np.errstate(divide="ignore", invalid="ignore"):
        evidence = n * n * rho * mean * mean / (2 * variance * grown) - math.log(grown) / 2
    evidence = np.where(mean == 0, -np.inf, np.where(variance == 0, np.inf, evidence))
    found = np.exp(-np.maximum(evidence, 0.0))
    return np.where(seen.others < MIN_NONZERO_DIFFERENCES, 1.0, found)


def holm(p: Any, level: float) -> tuple[Any, Any]:
    """Return which of many differences are real, and the level each of them was tested at (Holm)."""
    m = len(p)
    order, real, levels = np.argsort(p, kind="stable"), np.zeros(m, bool), np.zeros(m)
    for rank, place in enumerate(order):
        if p[place] > level / (m - rank):
            levels[order[rank:]] = level / (m - rank)
            break
        real[place], levels[place] = True, level / (m - rank)
    return real, levels
