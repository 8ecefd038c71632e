"""Whole tournaments in the lab: which number of rounds, and which scoring, find the best player how often.

Players are a model of skill, or bots of the levels the compiled league knows. One tournament of R rounds tells about all
shorter ones as well: after each round the standings say who would have won there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

import numpy as np

from pioche.bots import LEVELS
from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.reflex_bot import SKILLS, has_reflexes
from pioche.engine.game import COMPILED, Game, load
from pioche.engine.table import MENU_SIZE
from pioche.errors import BadOption
from pioche.lab.paired_matches import COMPILED_LEVELS
from pioche.lab.reflex_matches import ReflexBatch
from pioche.lab.simulate import Mean
from pioche.tournament import Tournament
from pioche.tournament.model import Table
from pioche.tournament.refusals import say

PICTURES = ("png", "svg", "pdf")
SCORINGS = ("rank", "raw", "win")
SEATING_EFFORT = 0.05  # of the usual search for a seating: a tenth of a second for each round would be the whole time
Progress = Callable[[int, int], None]


class Players:
    """A model of entrants: a strength for each, and how a table of them ends."""

    strengths: list[float]
    levels: list[str]

    def draw(self, n: int, rng: Random) -> None:
        raise NotImplementedError

    def play(self, t: Tournament, table: Table, rng: Random) -> list[int]:
        raise NotImplementedError


class SkillModel(Players):
    """Every entrant has a skill; each unit of a match is won by one of the table with a probability that grows as e to
    the skill (Luce). A call fails now and then. A match carries about as much information as eight rounds of Agnès."""

    def __init__(self, spread: float, failed: float = 0.08) -> None:
        self.spread, self.failed = spread, failed

    def draw(self, n: int, rng: Random) -> None:
        self.strengths = [rng.gauss(0, self.spread) for _ in range(n)]
        self.levels = [""] * n

    def play(self, t: Tournament, table: Table, rng: Random) -> list[int]:
        skills = [self.strengths[number] if number >= 0 else 0.0 for number in table.seats]
        chances = [math.exp(skill) for skill in skills]
        points = [0] * len(chances)
        for _ in range(t.state.current.plan.units):
            points[rng.choices(range(len(chances)), chances)[0]] += 1
            if rng.random() < self.failed:
                points[rng.randrange(len(chances))] -= 1
        return points


class Bots(Players):
    """Levels of judgement, or of reflexes where the game has a clock; the levels are dealt out over the entrants in turn."""

    def __init__(self, game: str, levels: Sequence[str]) -> None:
        known = tuple(SKILLS) if has_reflexes(load(game)) else COMPILED_LEVELS
        if len(set(levels)) < 2 or any(level not in known for level in levels):
            names = ", ".join(known)
            raise BadOption(say("league.few_bots", "en", levels=names), say("league.few_bots", "fr", levels=names))
        self.order = [level for level in known if level in levels]
        self._batches: dict[int, tuple[Game, Any]] = {}

    def draw(self, n: int, rng: Random) -> None:
        """Draw a field: one entrant of the strongest level, the others of the lower ones in turn, so that there is one
        best player to find."""
        lower = self.order[:-1]
        self.levels = [self.order[-1], *(lower[i % len(lower)] for i in range(n - 1))]
        rng.shuffle(self.levels)
        self.strengths = [float(self.order.index(level)) for level in self.levels]

    def play(self, t: Tournament, table: Table, rng: Random) -> list[int]:
        plan, size = t.state.current.plan, len(table.seats)
        levels = [self.levels[number] if number >= 0 else self.order[0] for number in table.seats]
        seed = t.match_seed(table.number)
        if size not in self._batches:
            game = plan.profile.match(size, plan.units, plan.options)
            self._batches[size] = game, _reflexes(game, self.order) if has_reflexes(game) else None
        game, batch = self._batches[size]
        if batch is None:
            scores, standings = _judged(game, levels, seed)
        else:
            batch.play(seed, 1, np.array([[self.order.index(level) for level in levels]]))
            scores, standings = batch.scores[0].tolist(), batch.standings[0].tolist()
        return plan.profile.raw_of(scores, standings)


def _reflexes(game: Game, order: Sequence[str]) -> ReflexBatch:
    """Tables for skills that are numbered from the slowest; there are never more of them than seats."""
    skills = [SKILLS[level] for level in order]
    return ReflexBatch(game, [skills[seat % len(skills)] for seat in range(game.seats)])


def _judged(game: Game, levels: Sequence[str], seed: int) -> tuple[list[int], list[int]]:
    """Play one match in the compiled league."""
    rows = np.zeros(2, game.rules.shape.dtype())
    game.rules.shape.write_row(game.blank(), rows[0])
    seated = np.array([[LEVELS.index(level) for level in levels]])
    lengths, scores, standings = np.zeros(1, "i8"), np.zeros(seated.shape, "i8"), np.zeros(seated.shape, "i8")
    judgement_engine(game, COMPILED).league_matches(
        rows, 1, seed, 1, seated, np.zeros(2, "i8"), np.zeros(MENU_SIZE, "i8"), lengths, scores, standings
    )
    return scores[0].tolist(), standings[0].tolist()


# -- what was found ------------------------------------------------------------------------------------------------


@dataclass
class Found:
    """After so many rounds with this scoring: how often the best is first (a shared first place counts in parts), where he
    ends, and how much of the true order is found (1 all pairs, 0 as good as a lottery)."""

    scoring: str
    rounds: int
    first: Mean = field(default_factory=Mean)
    place: Mean = field(default_factory=Mean)
    order: Mean = field(default_factory=Mean)
    repeats: Mean = field(default_factory=Mean)

    def as_json(self) -> dict[str, Any]:
        told = {name: getattr(self, name).as_json() for name in ("first", "place", "order", "repeats")}
        return {"scoring": self.scoring, "rounds": self.rounds, **told}


@dataclass
class League:
    game: str
    entrants: int
    runs: int
    found: list[Found]
    means: dict[tuple[str, str], Mean] = field(default_factory=dict)  # (scoring, level) -> table scores

    def as_json(self) -> dict[str, Any]:
        means = [{"scoring": s, "level": level, **mean.as_json()} for (s, level), mean in self.means.items()]
        told = {"game": self.game, "entrants": self.entrants, "runs": self.runs}
        return {**told, "found": [one.as_json() for one in self.found], "levels": means}


def league(
    game: str, players: Players, entrants: int = 16, rounds: int = 8, scorings: Sequence[str] = SCORINGS, runs: int = 200,
    seed: int = 1, progress: Progress | None = None, **options: Any,
) -> League:  # fmt: skip
    """Play `runs` tournaments with each scoring, all from the one seed; the skills are the same for every scoring."""
    table = {(scoring, r): Found(scoring, r) for scoring in scorings for r in range(1, rounds + 1)}
    means: dict[tuple[str, str], Mean] = {}
    for run in range(runs):
        for place, scoring in enumerate(scorings):
            rng = Random(f"{seed}/{run}")
            players.draw(entrants, rng)
            _evening(game, players, entrants, rounds, scoring, seed * 1_000_003 + run, rng, table, means, options)
            if progress:
                progress(run * len(scorings) + place + 1, runs * len(scorings))
    return League(game, entrants, runs, list(table.values()), means)


def _evening(
    game: str, players: Players, entrants: int, rounds: int, scoring: str, seed: int, rng: Random,
    table: dict[tuple[str, int], Found], means: dict[tuple[str, str], Mean], options: dict[str, Any],
) -> None:  # fmt: skip
    t = Tournament(game, seed=seed, rounds=rounds, scoring=scoring, final="none", **options)
    for number in range(entrants):
        t.register(f"{number}", kind="bot")
        t.check_in(f"{number}")
    again = 0
    for r in range(1, rounds + 1):
        again += t.seat(effort=SEATING_EFFORT).cost[0]
        t.start()
        for seated in t.tables():
            t.result(seated.number, players.play(t, seated, rng))  # final at once: bots sign nothing
        t.close()
        _look(t, players, table[scoring, r], again)
    if any(players.levels):
        for row in t.standings():
            mean = means.setdefault((scoring, players.levels[row.number]), Mean())
            mean.add(np.array([float(cell.score) for cell in row.rounds if cell.kind == "table"]))


def _look(t: Tournament, players: Players, found: Found, again: int) -> None:
    rows = t.standings()
    best = max(range(len(rows)), key=players.strengths.__getitem__)
    mine = next(row for row in rows if row.number == best)
    sharing = sum(row.place == 1 for row in rows)
    found.first.add(np.array([1 / sharing if mine.place == 1 else 0.0]))
    found.place.add(np.array([float(mine.place)]))
    found.repeats.add(np.array([float(again)]))
    right = wrong = 0
    for one, other in combinations(rows, 2):
        truth = players.strengths[one.number] - players.strengths[other.number]
        if truth and one.place != other.place:
            right += (truth > 0) == (one.place < other.place)
            wrong += (truth > 0) != (one.place < other.place)
    found.order.add(np.array([(right - wrong) / max(right + wrong, 1)]))


def check_picture(path: str) -> None:
    """Refuse before anything is played if the picture cannot be drawn."""
    try:
        import matplotlib

        matplotlib.use("Agg")
    except ImportError as wrong:
        raise BadOption(say("league.no_plots", "en"), say("league.no_plots", "fr")) from wrong
    ending = path.lower().rpartition(".")[2]
    if ending not in PICTURES:
        told = {"file": path, "endings": ", ".join(f".{one}" for one in PICTURES)}
        raise BadOption(say("league.bad_picture", "en", **told), say("league.bad_picture", "fr", **told))


def picture(found: League, lang: str, path: str) -> None:
    """The chance of the best to win, by the number of rounds, with error bars of two standard errors. Needs matplotlib."""
    check_picture(path)
    from matplotlib import pyplot

    colours = {"rank": "#0b3b3c", "raw": "#b07a16", "win": "#b9371a"}
    figure, axes = pyplot.subplots(figsize=(8, 5))
    for shift, scoring in enumerate(dict.fromkeys(one.scoring for one in found.found)):
        rows = [one for one in found.found if one.scoring == scoring]
        x = [one.rounds + 0.06 * (shift - 1) for one in rows]
        y, errors = [100 * one.first.mean for one in rows], [200 * one.first.error for one in rows]
        axes.errorbar(x, y, yerr=errors, label=scoring, color=colours.get(scoring), marker="o", capsize=3)
    axes.set_title(say("league.picture_title", lang))
    axes.set_xlabel(say("league.picture_x", lang))
    axes.set_ylabel(say("league.picture_y", lang))
    axes.set_xticks(sorted({one.rounds for one in found.found}))
    axes.set_ylim(bottom=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.3)
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
