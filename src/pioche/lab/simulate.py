"""Million-deal answers in seconds: many matches on all cores, with means and standard errors.

Match k is played from seed + k whoever plays it, and chunks are added up in order, so the result does not
depend on the number of workers.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np

from pioche import text
from pioche.engine.display import html_table
from pioche.engine.game import TALLYING, Game
from pioche.engine.verbs import TALLY
from pioche.errors import BadOption
from pioche.lab.random_matches import Batch

CHUNK = 4096
REFLEXES = ("reference", "novice", "average", "expert")  # players of games with a clock
Progress = Callable[[int, int], None]


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
        return math.sqrt(max(self.squares - self.total * self.total / self.n, 0.0) / (self.n - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / math.sqrt(self.n) if self.n else math.nan

    def as_json(self) -> dict[str, float]:
        return {"mean": self.mean, "se": self.error, "sd": self.deviation, "min": self.least, "max": self.most}


@dataclass(repr=False)
class Result:
    """What a simulation found. `lines(lang)` for people, `as_json()` for programs."""

    game: Game
    bots: str
    seed: int
    matches: int = 0
    decisions: Mean = field(default_factory=Mean)  # a match
    deals: Mean = field(default_factory=Mean)  # a match
    scores: list[Mean] = field(default_factory=list)  # by seat
    wins: list[Mean] = field(default_factory=list)  # by seat; a shared win counts in parts
    shared: Mean = field(default_factory=Mean)  # matches with more than one winner
    events: list[Mean] = field(default_factory=list)  # how often a kind of event happens in a match
    told: Any = None  # totals of the numbers each kind of event carries

    def add(self, batch: Batch) -> None:
        self.matches += len(batch.lengths)
        self.decisions.add(batch.lengths)
        self.deals.add(batch.deals)
        best = batch.standings == batch.standings.max(axis=1, keepdims=True)
        winners = best.sum(axis=1)
        self.shared.add((winners > 1).astype("i8"))
        for seat in range(self.game.seats):
            self.scores[seat].add(batch.scores[:, seat])
            self.wins[seat].add(best[:, seat] / winners)
        for kind, mean in enumerate(self.events):
            mean.add(batch.tallies[:, kind * TALLY])
        self.told += batch.tallies.sum(axis=0)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "bots": self.bots,
            "seed": self.seed,
            "matches": self.matches,
            "decisions": self.decisions.as_json(),
            "deals": self.deals.as_json(),
            "decisions_per_deal": self.decisions.total / self.deals.total if self.deals.total else math.nan,
            "seats": [
                {"seat": seat, "score": self.scores[seat].as_json(), "win": self.wins[seat].as_json()}
                for seat in range(self.game.seats)
            ],
            "shared_wins": self.shared.as_json(),
            "events": {event.name: self._event(kind) for kind, event in enumerate(self.game.rules.events.kinds)},
        }

    def _event(self, kind: int) -> dict[str, Any]:
        """How often a match, how often a deal, and the means of the numbers it carries."""
        mean, event = self.events[kind], self.game.rules.events[kind]
        counted: dict[str, Any] = {
            "per_match": mean.as_json(),
            "per_deal": mean.total / self.deals.total if self.deals.total else math.nan,
        }
        happened = int(self.told[kind * TALLY])
        for place, (name, what) in enumerate(event.fields):
            if not happened or what == "card":
                continue
            counted[name] = {"mean": int(self.told[kind * TALLY + 1 + place]) / happened}
            if what == "seats":  # the mean is the number of seats in the set
                share = int(self.told[kind * TALLY + 5 + place]) / happened
                counted[name] |= {"several": share, "several_se": math.sqrt(share * (1 - share) / happened)}
        return counted

    def __repr__(self) -> str:
        return f"<Result of {self.matches} matches of {self.game.id}, bots {self.bots}, seed {self.seed}>"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        seats = range(self.game.seats)
        body = [(seat, _plus_minus(self.scores[seat]), _percent(self.wins[seat])) for seat in seats]
        return f"<p>{escape(self.lines()[0])}</p>" + html_table(("seat", "score", "wins"), body)

    def lines(self, lang: str = "en") -> list[str]:
        """The result as text, a line each."""

        def say(key: str, **values: str) -> str:
            return text.fill(text.catalogue("lab", lang)[key], values, lang)

        matches = f"{self.matches:,}".replace(",", "\u202f")
        decisions, deals = (text.figure(_plus_minus(mean), lang) for mean in (self.decisions, self.deals))
        said = [
            say("head", game=self.game.title(lang), matches=matches, bots=self.bots),
            say("length", mean=decisions, deals=deals),
            say("columns"),
        ]
        for seat in range(self.game.seats):
            score, win = text.figure(_plus_minus(self.scores[seat]), lang), text.figure(_percent(self.wins[seat]), lang)
            said.append(say("row", seat=f"{seat + 1:>4}", score=f"{score:>20}", win=f"{win:>16}"))
        said.append(say("shared", share=text.figure(_percent(self.shared), lang)))
        return said


def _plus_minus(mean: Mean) -> str:
    """As many digits as the error justifies."""
    error = mean.error
    digits = 0 if not error or math.isnan(error) else max(0, 1 - math.floor(math.log10(error)))
    return f"{mean.mean:.{digits}f} ± {error:.{digits}f}"


def _percent(mean: Mean) -> str:
    return f"{100 * mean.mean:.2f} ± {100 * mean.error:.2f}\u202f%"


def simulate(
    game: Game,
    matches: int = 10_000,
    bots: str = "random",
    seed: int = 1,
    *,
    workers: int = 0,
    progress: Progress | None = None,
) -> Result:
    """Play many matches and say how they went. Games with a clock also know bots with reflexes: `reference`, or the
    levels `novice`, `average` and `expert`."""
    if bots != "random" and game.rules.timed and bots in REFLEXES:
        from pioche.lab.reflex_matches import simulate_reflex

        return simulate_reflex(game, matches, bots, seed, workers=workers, progress=progress)
    if bots != "random":
        there = "random" + (", " + ", ".join(REFLEXES) if game.rules.timed else "")
        raise BadOption(
            f"No bot for the lab is called {bots}; there is {there}.",
            f"Aucun robot du labo ne s'appelle {bots} ; il y a {there}.",
        )
    if matches < 1:
        raise BadOption("Simulate at least one match.", "Simulez au moins une rencontre.")
    kinds = len(game.rules.events)
    result = Result(game, bots, seed)
    result.scores = [Mean() for _ in range(game.seats)]
    result.wins = [Mean() for _ in range(game.seats)]
    result.events = [Mean() for _ in range(kinds)]
    result.told = np.zeros(kinds * TALLY, "i8")
    for batch in _chunks(game, matches, seed, workers or os.cpu_count() or 1):
        result.add(batch)
        if progress:
            progress(result.matches, matches)
    return result


def _chunks(game: Game, matches: int, seed: int, workers: int) -> Iterator[Batch]:
    """Chunks in order. The first is played alone: it compiles the game once for all."""

    def play(first: int) -> Batch:
        batch = Batch(game, TALLYING)
        batch.play(seed + first, min(CHUNK, matches - first))
        return batch

    yield play(0)
    starts = range(CHUNK, matches, CHUNK)
    with ThreadPoolExecutor(workers) as pool:
        for start in range(0, len(starts), 4 * workers):  # a few at a time: memory stays bounded
            yield from pool.map(play, starts[start : start + 4 * workers])
