"""Play settings against each other, on the same deals, until it is clear how they differ or a budget ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pioche.errors import BadOption
from pioche.lab.comparing.compared import Comparison
from pioche.lab.comparing.sequential import Differences, half_width, holm, p_values, tuning
from pioche.lab.comparing.sides import Setting
from pioche.lab.measures.batches import Job, numbered, play
from pioche.lab.measures.match_metrics import FAMILIES, PACE, Pace, measured
from pioche.lab.measures.work import MATCHES_PER_JOB, played
from pioche.lab.sums import Mean

SIGNIFICANCE_LEVEL = 0.05  # the chance that a comparison calls any difference real that is none
NEGLIGIBLE_DEVIATIONS = 0.05  # differences that do not matter, in standard deviations between matches
MAX_MATCHES, MAX_SECONDS = 100_000, 60.0
FIRST_LOOK_MATCHES = {"levels": 1024, "reflexes": 512, "tables": 128}  # matches before the first look
MATCHES_WITHOUT_DIFFERENCE = 10_000  # matches without any difference, after which there is none worth the name
LOOK_GROWTH = 1.5  # times as many at each further look
SIDE_SEED_OFFSET = 1 << 40  # between the seeds of sides that do not share their deals
METRIC_FAMILIES = {"game": ("game",), "all": FAMILIES, "usual": ("game", "order")} | {name: (name,) for name in FAMILIES[1:]}

Progress = Callable[[int, int], None]


def compare(
    sides: Sequence[Setting],
    by: str = "usual",
    *,
    matches: int = MAX_MATCHES,
    seconds: float = MAX_SECONDS,
    level: float = SIGNIFICANCE_LEVEL,
    negligible: float = NEGLIGIBLE_DEVIATIONS,
    common: bool = True,
    seed: int = 1,
    workers: int = 0,
    cluster: Any = None,
    pace: Pace = PACE,
    progress: Progress | None = None,
) -> Comparison:
    """Compare every other side with the first. Match k has the same seed on all sides, and every deal of it begins
    alike, unless `common` is False. Bounds of the budget: so many matches of each side, so many seconds."""
    if by not in METRIC_FAMILIES:
        names = ", ".join(METRIC_FAMILIES)
        raise BadOption(f"Compare by one of {names}.", f"Comparez par l’un de ceux-ci : {names}.")
    if not 0 < level < 1:
        raise BadOption("The level lies between 0 and 1.", "Le niveau est entre 0 et 1.")
    run = ComparisonRun(sides, METRIC_FAMILIES[by], pace, seed, common, workers, cluster)
    run.warm()
    until, done = time.monotonic() + seconds, 0
    upto = min(max(FIRST_LOOK_MATCHES[side.lineup.how] for side in sides), matches)
    while True:
        run.play(done, upto)
        done = upto
        found = run.verdicts(level, negligible)
        if progress:
            progress(matches if found.clear else done, matches)
        if found.clear or done >= matches or time.monotonic() >= until:
            break
        upto = min(int(done * LOOK_GROWTH), matches)
    return Comparison(by, list(sides), level, negligible, common, seed, done, run.names, run.means, found)


class Verdicts:
    """Of every metric for every side but the first: the difference, its interval, and what is known of it. Rows are sides,
    columns metrics."""

    def __init__(self, sums: list[Differences], spread: Any, level: float, negligible: float) -> None:
        m = sum(one.columns for one in sums)
        rho = tuning(level / m)
        p = np.concatenate([p_values(one, rho) for one in sums])
        real, levels = holm(p, level)
        shape = len(sums), sums[0].columns
        self.p, self.real, self.levels = p.reshape(shape), real.reshape(shape), levels.reshape(shape)
        self.mean = np.array([one.mean for one in sums])
        self.half = np.array([half_width(one.variance, one.n, self.levels[k], rho) for k, one in enumerate(sums)])
        small = (np.abs(self.mean) + self.half <= negligible * spread) & (self.half > 0)
        never = np.array([(one.others == 0) & ((one.n >= MATCHES_WITHOUT_DIFFERENCE) | (spread == 0)) for one in sums])
        self.others = np.array([one.others for one in sums])  # differences that were not nought
        self.alike = ~self.real & (small | never)

    @property
    def clear(self) -> bool:
        """Return whether every difference is either real or known to be negligible."""
        return bool((self.real | self.alike).all())


class ComparisonRun:
    """All sides as far as they have played."""

    def __init__(
        self, sides: Sequence[Setting], families: tuple[str, ...], pace: Pace, seed: int, common: bool, workers: int,
        cluster: Any,
    ) -> None:  # fmt: skip
        self.sides, self.families, self.pace, self.seed, self.common = sides, families, pace, seed, common
        self.workers, self.cluster = workers, cluster
        self.names: list[str] = []
        self.means: list[dict[str, Mean]] = []
        self.sums: list[Differences] = []

    def warm(self) -> None:
        """Compile what will be played: the seconds of the budget are for matches."""
        for side in self.sides:
            if self.cluster is None and side.lineup.how != "tables":
                play(numbered(side.game, side.lineup, self.seed, 1))

    def play(self, done: int, upto: int) -> None:
        """Matches done to upto of every side."""
        parts = [list(self._parts(k, side, done, upto)) for k, side in enumerate(self.sides)]
        if not self.names:
            known = [set(some[0]) for some in parts]
            self.names = [name for name in parts[0][0] if all(name in names for names in known)]
            self.means = [{name: Mean() for name in some[0]} for some in parts]
            self.sums = [Differences(len(self.names)) for _ in self.sides[1:]]
        columns = []
        for means, some in zip(self.means, parts, strict=True):
            values = {name: np.concatenate([part[name] for part in some]) for name in means}
            for name, mean in means.items():
                mean.add(values[name])
            columns.append(np.column_stack([values[name] for name in self.names]))
        for sums, others in zip(self.sums, columns[1:], strict=True):
            sums.add(others - columns[0])

    def _parts(self, k: int, side: Setting, done: int, upto: int) -> Any:
        size = MATCHES_PER_JOB[side.lineup.how]
        apart = 0 if self.common else k * SIDE_SEED_OFFSET

        def job(first: int) -> Job:
            seeds = np.arange(self.seed + first, self.seed + min(first + size, upto), dtype="i8") + apart
            return Job(side.game, side.lineup, seeds, seeds, self.common)

        for batch in played((job(first) for first in range(done, upto, size)), self.workers, self.cluster):
            yield measured(side.game, batch, self.families, self.pace)

    def verdicts(self, level: float, negligible: float) -> Verdicts:
        spread = np.array([self.means[0][name].deviation for name in self.names])
        return Verdicts(self.sums, spread, level, negligible)
