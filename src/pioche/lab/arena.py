"""Who plays better: seat-balanced matches on paired seeds, with confidence intervals.

Two sides share the seats of a table in every pattern and its mirror image, on the same cards, so that neither luck
nor place favours one. The levels of judgement play in the compiled twin; bots that think play at real tables,
one process a core.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

from pioche.bots import LEVELS, make
from pioche.game import Game, load
from pioche.table import MENU

Progress = Callable[[int, int], None]
JUDGED = LEVELS[:4]  # levels the compiled league knows by number
CHUNK = 512


@dataclass
class Duel:
    """What side A gained on side B: in first places and in score, per seat and match."""

    a: str
    b: str
    matches: int
    win: float
    win_error: float
    score: float
    score_error: float
    win_a: float  # mean share of first places of a seat of A
    win_b: float

    @property
    def z(self) -> float:
        """How many standard errors the difference of first places is from nought."""
        return self.win / self.win_error if self.win_error else math.inf if self.win else 0.0

    @property
    def score_z(self) -> float:
        return self.score / self.score_error if self.score_error else math.inf if self.score else 0.0

    @property
    def better(self) -> bool:
        """A is better with 95 % confidence, by first places or by score."""
        return max(self.z, self.score_z) > 1.96

    def as_json(self) -> dict[str, Any]:
        return {
            "a": self.a, "b": self.b, "matches": self.matches, "win_a": self.win_a, "win_b": self.win_b,
            "win": {"difference": self.win, "se": self.win_error, "z": self.z},
            "score": {"difference": self.score, "se": self.score_error, "z": self.score_z},
        }  # fmt: skip


def patterns(seats: int, rng: Random) -> list[int]:
    """Which seats side A takes, as bits: an even share (one more or fewer where the number is odd) and the mirror."""
    chosen = rng.sample(range(seats), seats // 2)
    mine = sum(1 << p for p in chosen)
    return [mine, (1 << seats) - 1 - mine]


def duel(
    game: Game, a: str, b: str, pairs: int = 2000, seed: int = 1, seconds: float = 1.0, progress: Progress | None = None
) -> Duel:
    """Play `pairs` pairs of matches between two levels."""
    rng = Random(seed)
    table = [patterns(game.seats, rng) for _ in range(pairs)]
    sides = [(seed + k, mine) for k, both in enumerate(table) for mine in both]
    wins: list[float] = []
    scores: list[float] = []
    first = [0.0, 0.0]
    results = _judged(game, a, b, sides) if a in JUDGED and b in JUDGED else _thinking(game, a, b, sides, seconds)
    last: tuple[float, float] | None = None
    for done, (mine, standings, points) in enumerate(results, 1):
        win, score, shares = _advantage(game, mine, standings, points)
        first[0] += shares[0]
        first[1] += shares[1]
        if last is None:
            last = win, score
        else:  # the mean over a pattern and its mirror is one observation
            wins.append((last[0] + win) / 2)
            scores.append((last[1] + score) / 2)
            last = None
        if progress:
            progress(done, len(sides))
    win, win_error = _mean(wins)
    score, score_error = _mean(scores)
    return Duel(a, b, len(sides), win, win_error, score, score_error, first[0] / len(sides), first[1] / len(sides))


def _advantage(
    game: Game, mine: int, standings: Sequence[int], points: Sequence[int]
) -> tuple[float, float, tuple[float, float]]:
    """Mean over A's seats less mean over B's: shares of the first place, and score."""
    best = max(standings)
    winners = sum(1 for value in standings if value == best)
    share: list[list[float]] = [[], []]
    score: list[list[float]] = [[], []]
    for p in range(game.seats):
        side = 0 if mine >> p & 1 else 1
        share[side].append((standings[p] == best) / winners)
        score[side].append(points[p])
    means = sum(share[0]) / len(share[0]), sum(share[1]) / len(share[1])
    return means[0] - means[1], sum(score[0]) / len(score[0]) - sum(score[1]) / len(score[1]), means


def _mean(values: list[float]) -> tuple[float, float]:
    n = len(values)
    mean = sum(values) / n
    spread = sum((value - mean) ** 2 for value in values) / (n - 1) if n > 1 else 0.0
    return mean, math.sqrt(spread / n)


Outcome = tuple[int, Sequence[int], Sequence[int]]


def _judged(game: Game, a: str, b: str, sides: list[tuple[int, int]]) -> Iterator[Outcome]:
    """In the compiled league, chunk by chunk."""
    import numpy as np

    engine, seats = game.engine("bots"), game.seats
    rows = np.zeros(2, game.rules.shape.dtype())
    game.rules.shape.write_row(game.blank(), rows[0])
    dice, menu = np.zeros(2, "i8"), np.zeros(MENU, "i8")
    for seed, mine in sides:
        levels = np.array([[LEVELS.index(a) if mine >> p & 1 else LEVELS.index(b) for p in range(seats)]], "i8")
        length, points, standings = np.zeros(1, "i8"), np.zeros((1, seats), "i8"), np.zeros((1, seats), "i8")
        engine.league_matches(rows, 1, seed, 1, levels, dice, menu, length, points, standings)
        yield mine, standings[0].tolist(), points[0].tolist()


def _thinking(game: Game, a: str, b: str, sides: list[tuple[int, int]], seconds: float) -> Iterator[Outcome]:
    """At tables, one process a core; the first result comes when the game is compiled."""
    jobs = [(game.id, game.options, a, b, seed, mine, seconds) for seed, mine in sides]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(_play, jobs)


def _play(job: tuple[str, dict[str, Any], str, str, int, int, float]) -> Outcome:
    game_id, options, a, b, seed, mine, seconds = job
    game = load(game_id, **options)
    table = game.table(seed=seed)
    bots = [make(a if mine >> p & 1 else b, game, seed * 64 + p, seconds) for p in range(game.seats)]
    seen = [0] * game.seats
    turns = Random(seed)
    while not table.over:
        if not table.actors:
            table.advance(table.next_timer[0])  # type: ignore[index]  # somebody waits for a timer
            continue
        p = turns.choice(table.actors)
        events = table.events(p, seen[p])
        seen[p] += len(events)
        table.act(p, bots[p].choose(table.view(p), table.legal(p), events, table.memory(p)))
    standings = [table.engine.standing(table.s, p) for p in range(game.seats)]
    return mine, standings, table.scores
