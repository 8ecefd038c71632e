"""What paired matches say: who is better, how sure that is, and the ratings it adds up to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from random import Random
from typing import Any, Self

import numpy as np

from pioche.bots import LEVELS, seconds_of
from pioche.engine import match
from pioche.engine.game import Game, load

STANDARD_ERRORS_95 = 1.96  # standard errors of a 95 % interval
STUDENT_T_95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)  # the same from 2, 3, ... pairs (Student)
MIN_MATCHES_FOR_EVEN = 1000  # matches that say something when they cannot tell two bots apart
MATCHES_TO_RATE, RATING_PARTS = (
    1000,
    8,
)  # matches of a duel that make ratings, and parts whose spread tells how sure these are
RATINGS_PACKAGE = "choix"
COMPILED_LEVELS = LEVELS[:4]  # levels the compiled league knows by number, where the game has judgement

Orders = tuple[Mapping[str, int], ...]  # how often the sides finished in an order like "abba", part by part


@dataclass
class PairedMatches:
    """The result of matches between two sides on mirrored seats: what side A gained on side B in first places and in
    score, per seat and match. More is always better."""

    a: str
    b: str
    matches: int
    win: float
    win_error: float
    score: float
    score_error: float
    win_a: float  # mean share of first places of a seat of A, as far as it can be told
    win_b: float
    orders: Orders = ()
    ranked: bool = True  # is it the score that ranks seats? In Pairs there is one loser, and points are only on the way
    deals: int = 0  # of one match, where they were not as many as usual

    @property
    def z(self) -> float:
        """The difference of first places in standard errors."""
        return self.win / self.win_error if self.win_error else math.inf if self.win else 0.0

    @property
    def score_z(self) -> float:
        return self.score / self.score_error if self.score_error else math.inf if self.score else 0.0

    @property
    def shares(self) -> tuple[float, float] | None:
        """The shares of first places whose difference is told. Hindsight finds a difference alone; where chance leads it
        beyond what the shares leave room for, there are none to be told."""
        return (self.win_a, self.win_b) if abs(self.win_a - self.win_b - self.win) < 1e-9 else None

    @property
    def sure(self) -> float:
        """Standard errors of a 95 % interval, from so many pairs (or, to be careful, half as many visits)."""
        free = max(self.matches // 2 - 1, 1)
        return STUDENT_T_95[free - 1] if free <= len(STUDENT_T_95) else STANDARD_ERRORS_95 + 2.4 / free + 2.8 / free**2

    @property
    def verdict(self) -> str:
        """`better` when A gains with 95 % confidence by first places or by the score that ranks, and by neither loses so;
        `even` when many matches cannot tell, `open` when there were few. Who is first in a single deal of many says
        little: there only the score counts."""
        proofs = [self.score_z] if self.deals else [self.z, self.score_z] if self.ranked else [self.z]
        gains, loses = max(proofs) > self.sure, min(proofs) < -self.sure
        undecided = "even" if self.matches >= MIN_MATCHES_FOR_EVEN else "open"
        return "mixed" if gains and loses else "better" if gains else "worse" if loses else undecided

    def told(self, deals: int) -> str:
        """The difference of the results and its 95 % interval, for one deal of usually so many."""
        share = self.deals or deals
        return _give_or_take(self.score / share, self.sure * self.score_error / share, 2)

    def told_first(self) -> str:
        """The same of the first places, in per cent."""
        return _give_or_take(100 * self.win, 100 * self.sure * self.win_error, 1)

    def as_json(self) -> dict[str, Any]:
        return {
            "a": self.a, "b": self.b, "matches": self.matches, "win_a": self.win_a, "win_b": self.win_b,
            "win": {"difference": self.win, "se": self.win_error},
            "score": {"difference": self.score, "se": self.score_error},
            "ranked": self.ranked, "deals": self.deals, "verdict": self.verdict,
            "orders": [dict(part) for part in self.orders],
        }  # fmt: skip

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> PairedMatches:
        win, score = found["win"], found["score"]
        return cls(
            found["a"], found["b"], found["matches"], win["difference"], win["se"], score["difference"], score["se"],
            found["win_a"], found["win_b"], tuple(found["orders"]), found["ranked"], found.get("deals", 0),
        )  # fmt: skip


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
    """The duels of some levels at one table, and the ratings they add up to."""

    game: Game
    levels: list[str]
    duels: list[PairedMatches]
    ratings: list[Rating] = field(default_factory=list)

    def steps(self) -> list[PairedMatches]:
        """Each level against the nearest below that it has met."""
        found = []
        for high, level in enumerate(self.levels):
            met = [d for b in reversed(self.levels[:high]) for d in self.duels if (d.a, d.b) == (level, b)]
            found += met[:1]
        return found

    def and_then(self, other: Ladder) -> Ladder:
        """Both ladders in one; what was measured again is the other's."""
        again = {(duel.a, duel.b) for duel in other.duels}
        duels = [duel for duel in self.duels if (duel.a, duel.b) not in again] + other.duels
        levels = in_order([*self.levels, *other.levels])
        return Ladder(self.game, levels, duels, ratings(levels, duels))

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game.preset or self.game.id, "options": dict(self.game.options), "levels": self.levels,
            "duels": [duel.as_json() for duel in self.duels],
            "ratings": [rating.as_json() for rating in self.ratings],
        }  # fmt: skip

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Ladder:
        rated = [Rating(rating["level"], rating["points"], rating["se"]) for rating in found["ratings"]]
        game = load(found["game"], **found["options"])
        return cls(game, list(found["levels"]), [PairedMatches.from_json(duel) for duel in found["duels"]], rated)


def in_order(levels: Sequence[str]) -> list[str]:
    """Return each level once, from the weakest to the strongest: own levels, then search by its time, then guests."""

    def place(level: str) -> tuple[int, float]:
        own = LEVELS.index(level.partition(":")[0]) if level.partition(":")[0] in LEVELS else len(LEVELS)
        return own, seconds_of(level)

    return sorted(dict.fromkeys(levels), key=place)


@dataclass
class Matches:
    """Results of matches: rows 2k and 2k + 1 are a pattern of seats and its mirror image on the same cards."""

    mine: Any  # mine[k][p]: side A sat there
    standings: Any
    scores: Any

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        return cls(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(cls)))

    def duel(self, a: str, b: str, deals: int = 0) -> PairedMatches:
        best = self.standings == self.standings.max(axis=1, keepdims=True)
        first, rest, win, win_error = self._compared(best / best.sum(axis=1, keepdims=True))
        _, _, gain, gain_error = self._compared(self.scores * self.direction)
        return PairedMatches(
            a, b, len(self.mine), win, win_error, gain, gain_error, first, rest, self.orders(Random(1)), self.ranked, deals
        )  # fmt: skip

    @property
    def ranked(self) -> bool:
        """Return whether the score ranks the seats."""
        results = self.scores[:MATCHES_TO_RATE] * self.direction
        return bool((_who_is_ahead(self.standings[:MATCHES_TO_RATE]) == _who_is_ahead(results)).all())

    @property
    def direction(self) -> int:
        """Return +1 where points are good, -1 where they are bad, as in Pairs; the ranking tells."""
        rank, score = (a - a.mean(axis=1, keepdims=True) for a in (self.standings, self.scores))
        return -1 if float((rank * score).sum()) < 0 else 1

    def _compared(self, values: Any) -> tuple[float, float, float, float]:
        """The mean of A's seats and of B's, their difference and its standard error. What a pattern and its mirror image
        say together is one observation."""
        ours, theirs = _mean_where(self.mine, values), _mean_where(~self.mine, values)
        gains = ours - theirs
        return float(ours.mean()), float(theirs.mean()), *_mean_and_error((gains[0::2] + gains[1::2]) / 2)

    def orders(self, rng: Random) -> Orders:
        """Return which side came before which; ties are broken at random, since the model of the ratings has none."""
        parts: list[Counter[str]] = [Counter() for _ in range(RATING_PARTS)]
        rows = zip(self.mine[:MATCHES_TO_RATE].tolist(), self.standings[:MATCHES_TO_RATE].tolist(), strict=True)
        for k, (mine, standings) in enumerate(rows):
            order = sorted(range(len(mine)), key=lambda p: (-standings[p], rng.random()))
            parts[k // 2 % RATING_PARTS]["".join("a" if mine[p] else "b" for p in order)] += 1
        return tuple(dict(sorted(part.items())) for part in parts)


@dataclass
class Visits(Matches):
    """A guest of side A sits among B's. What counts is what it gained on one of them in its place, in first places and in
    score, as hindsight tells; what they win at their own table is known, since they are all alike."""

    gains: Any

    def duel(self, a: str, b: str, deals: int = 0) -> PairedMatches:
        win, win_error = _mean_and_error(self.gains[:, 0])
        gain, gain_error = _mean_and_error(self.gains[:, 1] * self.direction)
        usual = 1 / self.mine.shape[1]
        share = min(max(usual + win, 0.0), 1.0)
        return PairedMatches(
            a, b, len(self.mine), win, win_error, gain, gain_error, share, usual, self.orders(Random(1)), self.ranked, deals
        )  # fmt: skip


def _give_or_take(mean: float, spread: float, places: int) -> str:
    """Format a mean and its error, with more decimals where the error would round to zero."""
    if 0 < spread < 10.0**-places:
        places = math.ceil(-math.log10(spread))
    return f"{mean:+.{places}f} ± {spread:.{places}f}"


def _mean_where(mask: Any, values: Any) -> Any:
    return (values * mask).sum(axis=1) / mask.sum(axis=1)


def _mean_and_error(observed: Any) -> tuple[float, float]:
    n = len(observed)
    return float(observed.mean()), float(observed.std(ddof=1) / math.sqrt(n)) if n > 1 else 0.0


def _who_is_ahead(values: Any) -> Any:
    """For each two seats of each match: 1, 0 or -1."""
    return np.sign(values[:, :, None] - values[:, None, :])


def can_rate() -> bool:
    return find_spec(RATINGS_PACKAGE) is not None


def ratings(levels: Sequence[str], duels: Sequence[PairedMatches]) -> list[Rating]:
    """Return the strengths that make the observed orders likeliest, for levels that played whole matches: the order after
    a single deal is mostly luck. None where the package that finds them is not installed."""
    whole = [duel for duel in duels if not duel.deals]
    levels = [level for level in levels if any(level in (duel.a, duel.b) for duel in whole)]
    if not levels or not can_rate():
        return []
    import choix

    def points(parts: Sequence[int]) -> Any:
        data = [
            tuple(levels.index(duel.a if side == "a" else duel.b) for side in order)
            for duel in whole
            for part in parts
            for order, times in (duel.orders[part] if duel.orders else {}).items()
            for _ in range(times)
        ]
        strength = choix.ilsr_rankings(len(levels), data, alpha=1e-3)  # a little, for levels that never lost
        return (strength - strength[0]) * 400 / math.log(10)

    rated = points(range(RATING_PARTS))
    without = np.array(
        [points([j for j in range(RATING_PARTS) if j != k]) for k in range(RATING_PARTS)]
    )  # each part left out once
    errors = np.sqrt((RATING_PARTS - 1) * without.var(axis=0))
    return [Rating(level, float(rated[k]), float(errors[k])) for k, level in enumerate(levels)]


def unit(game: Game) -> tuple[bool, int]:
    """Return whether results are coins, and the number of deals where that is fixed."""
    coins = scores_are_coins(game)
    by_default = game.plain.match_over.__code__ is match.match_over.__code__
    fixed = by_default or (coins and game.rules.in_force("deals", game.options))
    return coins, int(game.options["deals"]) if fixed and "deals" in game.options else 1


def scores_are_coins(game: Game) -> bool:
    """Return whether the purse is the score at this table: in some games an option decides."""
    if "purse" not in game.rules.shape.fields:
        return False
    s = game.blank()
    s.purse = [5 + p for p in range(len(s.purse))]
    return all(game.plain.score(s, p) == s.purse[p] for p in range(game.seats))
