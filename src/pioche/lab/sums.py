"""Means, ratios and distributions with what is needed to tell how sure they are. All can be added to, part by part."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass
class Mean:
    """A mean with what is needed to tell how sure it is."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    least: float = math.inf
    most: float = -math.inf

    def add(self, values: Any) -> None:
        if len(values):
            exact = values.astype("f8")
            self.n += len(values)
            self.total += float(exact.sum())
            self.squares += float((exact * exact).sum())
            self.least = min(self.least, float(exact.min()))
            self.most = max(self.most, float(exact.max()))

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else math.nan

    @property
    def deviation(self) -> float:
        if self.n < 2:
            return math.nan
        if self.least == self.most:
            return 0.0  # not what rounding leaves of the squares
        return math.sqrt(max(self.squares - self.total * self.total / self.n, 0.0) / (self.n - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / math.sqrt(self.n) if self.n else math.nan

    def as_json(self) -> dict[str, float]:
        return {"mean": self.mean, "se": self.error, "sd": self.deviation, "min": self.least, "max": self.most}


@dataclass
class Ratio:
    """A sum divided by another, such as all pairs by all deals. Matches are the independent draws, so the error is that
    of a ratio of two means (the delta method), not that of as many independent deals."""

    n: int = 0
    above: float = 0.0
    below: float = 0.0
    above_squares: float = 0.0
    below_squares: float = 0.0
    products: float = 0.0

    def add(self, above: Any, below: Any) -> None:
        x, y = above.astype("f8"), below.astype("f8")
        self.n += len(x)
        self.above += float(x.sum())
        self.below += float(y.sum())
        self.above_squares += float((x * x).sum())
        self.below_squares += float((y * y).sum())
        self.products += float((x * y).sum())

    @property
    def mean(self) -> float:
        return self.above / self.below if self.below else math.nan

    @property
    def error(self) -> float:
        if self.n < 2 or not self.below:
            return math.nan
        r = self.mean
        residual = self.above_squares - 2 * r * self.products + r * r * self.below_squares
        return math.sqrt(max(residual, 0.0) * self.n / (self.n - 1)) / self.below

    def as_json(self) -> dict[str, float]:
        return {"mean": self.mean, "se": self.error}


@dataclass
class Spread:
    """Counts of each value."""

    counts: Counter[float] = field(default_factory=Counter)

    def add(self, values: Any) -> None:
        found, times = np.unique(values, return_counts=True)
        self.counts.update(dict(zip(found.tolist(), times.tolist(), strict=True)))

    def quantiles(self, at: Sequence[float] = QUANTILES) -> list[float]:
        """The least values that so large parts of all do not exceed."""
        n, found, seen = sum(self.counts.values()), [], 0
        steps = iter(sorted(self.counts.items()))
        value = math.nan
        for part in at:
            while seen < part * n:
                value, times = next(steps)
                seen += times
            found.append(value)
        return found

    def bars(self, most: int = 24) -> list[tuple[float, float, float]]:
        """Return the bars of a histogram: where each begins and ends, and its part of all values."""
        n, values = sum(self.counts.values()), sorted(self.counts)
        if not values:
            return []
        low, high = values[0], values[-1]
        steps = [b - a for a, b in pairwise(values)]
        wide = max((high - low) / most, min(steps, default=1.0)) or 1.0
        if all(float(value).is_integer() for value in values):
            wide = math.ceil(wide)
        parts: Counter[int] = Counter()
        for value, times in self.counts.items():
            parts[int((value - low) // wide)] += times
        return [(low + k * wide, low + (k + 1) * wide, parts[k] / n) for k in range(max(parts) + 1)]

    def as_json(self) -> dict[str, Any]:
        named = {f"p{round(100 * part):02}": value for part, value in zip(QUANTILES, self.quantiles(), strict=True)}
        return {**named, "bars": [{"from": a, "to": b, "share": share} for a, b, share in self.bars()]}


def plus_minus(mean: Mean | Ratio) -> str:
    """As many digits as the error justifies."""
    error = mean.error
    if math.isnan(error):  # one match says nothing of others
        return f"{mean.mean:zg} ± –"
    if not error:
        return f"{mean.mean:z.3f}".rstrip("0").rstrip(".") + " ± 0"
    digits = max(0, 1 - math.floor(math.log10(error)))
    return f"{mean.mean:z.{digits}f} ± {error:.{digits}f}"


def percent(mean: Mean | Ratio) -> str:
    give = "–" if math.isnan(mean.error) else f"{100 * mean.error:.2f}"
    return f"{100 * mean.mean:.2f} ± {give}\u202f%"


def json_text(found: Any) -> str:
    """Figures as JSON. What is no number, such as the error of a single match, is null."""
    return json.dumps(_without_nan(found), ensure_ascii=False, indent=2, allow_nan=False)


def _without_nan(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: _without_nan(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [_without_nan(value) for value in found]
    return None if isinstance(found, float) and not math.isfinite(found) else found
