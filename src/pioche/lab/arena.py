"""Who plays better: seat-balanced matches on paired seeds, with confidence intervals and a rating table.

Two sides share the seats of a table in every pattern and its mirror image, on the same cards, so that neither luck
nor place favours one. The levels of judgement play in the compiled twin, a thread a core; bots that think play at
real tables, one process a core.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np

from pioche.bots import LEVELS, make
from pioche.errors import BadOption
from pioche.game import Game, load
from pioche.table import MENU

Progress = Callable[[int, int], None]
JUDGED = LEVELS[:4]  # levels the compiled league knows by number
CHUNK = 256  # pairs a thread plays at a time
SURE = 1.96  # standard errors of a 95 % interval
RATED, BATCHES = 1000, 8  # matches of a duel that make ratings, and parts whose spread tells how sure these are


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
        return max(self.z, self.score_z) > SURE

    def as_json(self) -> dict[str, Any]:
        return {
            "a": self.a, "b": self.b, "matches": self.matches, "win_a": self.win_a, "win_b": self.win_b,
            "win": {"difference": self.win, "se": self.win_error, "z": self.z},
            "score": {"difference": self.score, "se": self.score_error, "z": self.score_z},
        }  # fmt: skip


@dataclass
class Rating:
    """Strength by Plackett and Luce: 400 points more are ten to one to finish ahead. The first level has 0."""

    level: str
    points: float
    error: float

    def as_json(self) -> dict[str, Any]:
        return {"level": self.level, "points": self.points, "se": self.error}


@dataclass
class Ladder:
    """All duels of some levels at one table, and the ratings they add up to."""

    game: Game
    levels: list[str]
    seconds: float
    duels: list[Duel]
    ratings: list[Rating]

    def duel(self, a: str, b: str) -> Duel:
        return next(duel for duel in self.duels if (duel.a, duel.b) == (a, b))

    def steps(self) -> list[Duel]:
        """Each level against the one below."""
        return [self.duel(a, b) for b, a in zip(self.levels, self.levels[1:], strict=False)]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game.id, "options": dict(self.game.options), "levels": self.levels, "seconds": self.seconds,
            "duels": [duel.as_json() for duel in self.duels],
            "ratings": [rating.as_json() for rating in self.ratings],
        }  # fmt: skip


@dataclass
class Matches:
    """How matches ended: row 2k and row 2k + 1 are a pattern of seats and its mirror image on the same cards."""

    mine: Any  # mine[k][p]: side A sat there
    standings: Any
    scores: Any

    @classmethod
    def joined(cls, parts: Sequence[Matches]) -> Matches:
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("mine", "standings", "scores")))

    def duel(self, a: str, b: str) -> Duel:
        best = self.standings == self.standings.max(axis=1, keepdims=True)
        first = self._sides(best / best.sum(axis=1, keepdims=True))
        score = self._sides(self.scores)
        win, win_error = _mean_of_pairs(first[0] - first[1])
        gain, gain_error = _mean_of_pairs(score[0] - score[1])
        wins = float(first[0].mean()), float(first[1].mean())
        return Duel(a, b, len(self.mine), win, win_error, gain, gain_error, *wins)

    def _sides(self, values: Any) -> tuple[Any, Any]:
        """The mean over A's seats and over B's, match by match."""
        theirs = ~self.mine
        return (values * self.mine).sum(axis=1) / self.mine.sum(axis=1), (values * theirs).sum(axis=1) / theirs.sum(axis=1)

    def rankings(self, a: int, b: int, rng: Random) -> list[tuple[int, ...]]:
        """Who came before whom, as numbers of levels; ties are broken by lot, since the model knows none."""
        found = []
        for mine, standings in zip(self.mine[:RATED].tolist(), self.standings[:RATED].tolist(), strict=True):
            order = sorted(range(len(mine)), key=lambda p: (-standings[p], rng.random()))
            found.append(tuple(a if mine[p] else b for p in order))
        return found


def _mean_of_pairs(values: Any) -> tuple[float, float]:
    """The mean over a pattern and its mirror is one observation. Returns the mean of all and its standard error."""
    pairs = (values[0::2] + values[1::2]) / 2
    return float(pairs.mean()), float(pairs.std(ddof=1) / math.sqrt(len(pairs))) if len(pairs) > 1 else 0.0


def patterns(seats: int, rng: Random) -> list[int]:
    """Which seats side A takes, as bits: an even share (one more or fewer where the number is odd) and the mirror."""
    chosen = rng.sample(range(seats), seats // 2)
    mine = sum(1 << p for p in chosen)
    return [mine, (1 << seats) - 1 - mine]


def duel(
    game: Game, a: str, b: str, pairs: int = 2000, seed: int = 1, seconds: float = 1.0, progress: Progress | None = None
) -> Duel:
    """Play `pairs` pairs of matches between two levels."""
    return matches(game, a, b, pairs, seed, seconds, progress).duel(a, b)


def ladder(
    game: Game, levels: Sequence[str], pairs: int = 2000, thinking_pairs: int = 50, seed: int = 1, seconds: float = 1.0,
    progress: Progress | None = None,
) -> Ladder:  # fmt: skip
    """Every level of judgement against every lower one, a bot that thinks against the one named before it."""
    if len(levels) < 2 or len(set(levels)) < len(levels):
        raise BadOption("A ladder needs two different bots or more.", "Une échelle demande au moins deux robots différents.")
    bouts = [
        (a, b)
        for high, a in enumerate(levels)
        for low, b in enumerate(levels[:high])
        if low == high - 1 or _is_judged(a, b)
    ]
    sizes = [pairs if _is_judged(a, b) else thinking_pairs for a, b in bouts]
    found, rankings, before = [], [], 0
    for (a, b), size in zip(bouts, sizes, strict=True):
        so_far = before

        def bar(done: int, _: int, so_far: int = so_far) -> None:
            if progress:
                progress(so_far + done, 2 * sum(sizes))

        played = matches(game, a, b, size, seed, seconds, bar)
        found.append(played.duel(a, b))
        rankings.append(played.rankings(levels.index(a), levels.index(b), Random(seed)))
        before += 2 * size
    return Ladder(game, list(levels), seconds, found, ratings(levels, rankings))


def ratings(levels: Sequence[str], rankings: Sequence[Sequence[tuple[int, ...]]]) -> list[Rating]:
    """Strengths that make the observed rankings likeliest; the duels' rankings come one list a duel."""
    try:
        import choix
    except ImportError:
        raise BadOption(
            "Ratings need the package choix: pip install pioche[arena].",
            "Les cotes demandent le paquet choix : pip install pioche[arena].",
        ) from None

    def points(data: list[tuple[int, ...]]) -> Any:
        strength = choix.ilsr_rankings(len(levels), data, alpha=1e-4)  # a little, for levels that never lost
        return (strength - strength[0]) * 400 / math.log(10)

    whole = points([ranking for part in rankings for ranking in part])
    parts = np.array([points([r for part in rankings for r in part[k::BATCHES]]) for k in range(BATCHES)])
    errors = parts.std(axis=0, ddof=1) / math.sqrt(BATCHES)
    return [Rating(level, float(whole[k]), float(errors[k])) for k, level in enumerate(levels)]


# -- playing -------------------------------------------------------------------------------------------------


def matches(
    game: Game, a: str, b: str, pairs: int, seed: int = 1, seconds: float = 1.0, progress: Progress | None = None
) -> Matches:
    """Pairs of matches between two levels, on all cores. Pair k is played from seed + k whoever plays it."""
    rng = Random(seed)
    seats = [patterns(game.seats, rng) for _ in range(pairs)]
    play = _judged(game, a, b, seats, seed) if _is_judged(a, b) else _thinking(game, a, b, seats, seed, seconds)
    parts, done = [], 0
    for part in play:
        parts.append(part)
        done += len(part.mine)
        if progress:
            progress(done, 2 * pairs)
    return Matches.joined(parts)


def _is_judged(a: str, b: str) -> bool:
    return a in JUDGED and b in JUDGED


def _seated(game: Game, masks: Sequence[int]) -> Any:
    return np.array([[mask >> p & 1 for p in range(game.seats)] for mask in masks], bool)


def _judged(game: Game, a: str, b: str, seats: list[list[int]], seed: int) -> Iterator[Matches]:
    """In the compiled league. The first chunk is played alone: it compiles the game once for all."""

    def play(start: int) -> Matches:
        some = seats[start : start + CHUNK]
        mirrored = [_league(game, a, b, seed + start, _seated(game, [both[side] for both in some])) for side in (0, 1)]
        return Matches(*(np.stack(pair, axis=1).reshape(-1, game.seats) for pair in zip(*mirrored, strict=True)))

    yield play(0)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(play, range(CHUNK, len(seats), CHUNK))


def _league(game: Game, a: str, b: str, first: int, mine: Any) -> tuple[Any, Any, Any]:
    """Match k from seed first + k; side A sits where mine[k] says."""
    rows = np.zeros(2, game.rules.shape.dtype())
    game.rules.shape.write_row(game.blank(), rows[0])
    levels = np.where(mine, LEVELS.index(a), LEVELS.index(b))
    lengths, scores, standings = np.zeros(len(mine), "i8"), np.zeros(mine.shape, "i8"), np.zeros(mine.shape, "i8")
    game.engine("bots").league_matches(
        rows, 1, first, len(mine), levels, np.zeros(2, "i8"), np.zeros(MENU, "i8"), lengths, scores, standings
    )
    return mine, standings, scores


def _thinking(game: Game, a: str, b: str, seats: list[list[int]], seed: int, seconds: float) -> Iterator[Matches]:
    """At tables, one process a core; the first result comes when the game is compiled."""
    jobs = [(game.id, game.options, a, b, seed + k, mine, seconds) for k, both in enumerate(seats) for mine in both]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for job, (standings, scores) in zip(jobs, pool.map(_play, jobs), strict=True):
            yield Matches(_seated(game, [job[5]]), np.array([standings]), np.array([scores]))


def _play(job: tuple[str, dict[str, Any], str, str, int, int, float]) -> tuple[list[int], list[int]]:
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
    return standings, table.scores
