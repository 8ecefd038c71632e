"""What a simulation found: for people, for programs and for a notebook."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any

import numpy as np

from pioche import text
from pioche.engine.display import html_table
from pioche.engine.game import Game
from pioche.engine.verbs import TALLY
from pioche.lab.measures.batches import Measurements
from pioche.lab.measures.match_metrics import PACE, Pace, action_names, firsts, measured
from pioche.lab.measures.measured_play import (
    FACT_DEALS,
    FACT_DECISIONS,
    FACT_FORCED,
    FACT_KEPT,
    FACT_ORDERED,
    TENTHS,
    WHOLE_PLACE,
)  # fmt: skip
from pioche.lab.sums import QUANTILES, Mean, Ratio, Spread, percent, plus_minus

DRAMA = ("lead_changes", "suspense", "comebacks")
say = partial(text.say, "lab")


@dataclass(repr=False)
class Result:
    """The result of a simulation. `lines(lang)` for people, `as_json()` for programs."""

    game: Game
    bots: str
    seed: int
    pace: Pace = PACE
    matches: int = 0
    decisions: Mean = field(default_factory=Mean)  # a match
    deals: Mean = field(default_factory=Mean)  # a match
    minutes: Mean = field(default_factory=Mean)  # a match, at a human pace
    forced: Ratio = field(default_factory=Ratio)  # moves without a choice, of all decisions
    lead_changes: Mean = field(default_factory=Mean)
    suspense: Mean = field(default_factory=Mean)
    comebacks: Mean = field(default_factory=Mean)
    scores: list[Mean] = field(default_factory=list)  # by seat
    wins: list[Mean] = field(default_factory=list)  # by seat; a shared win counts in parts
    gains: list[Ratio] = field(default_factory=list)  # by turn order, a deal
    tops: list[Ratio] = field(default_factory=list)  # by turn order: who gained most in a deal
    kept: list[Mean] = field(default_factory=list)  # who leads after each tenth of a match wins it so often
    shared: Mean = field(default_factory=Mean)  # matches with more than one winner
    chosen: list[Ratio] = field(default_factory=list)  # by kind of action, of all decisions
    taken: list[Ratio] = field(default_factory=list)  # by kind of action, where it was one of several
    events: list[Mean] = field(default_factory=list)  # how often a kind of event happens in a match
    per_deal: list[Ratio] = field(default_factory=list)  # and in a deal
    told: dict[tuple[int, int], Ratio] = field(default_factory=dict)  # (kind, number): means of what events carry
    spreads: dict[str, Spread] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seats, actions, kinds = self.game.seats, len(self.game.actions.kinds), len(self.game.rules.events)
        self.scores, self.wins = [Mean() for _ in range(seats)], [Mean() for _ in range(seats)]
        self.gains, self.tops = [Ratio() for _ in range(seats)], [Ratio() for _ in range(seats)]
        self.kept = [Mean() for _ in range(TENTHS)]
        self.chosen, self.taken = [Ratio() for _ in range(actions)], [Ratio() for _ in range(actions)]
        self.events, self.per_deal = [Mean() for _ in range(kinds)], [Ratio() for _ in range(kinds)]
        self.told = {(kind, place): Ratio() for kind in range(kinds) for place in range(1, TALLY)}
        self.spreads = {name: Spread() for name in ("decisions", "deals", "minutes", "score", "margin")}

    def add(self, batch: Measurements) -> None:
        facts, tallies = batch.facts, batch.tallies
        self.matches += batch.matches
        for name, values in measured(self.game, batch, ("game",), self.pace).items():
            if name == "forced":
                self.forced.add(facts[:, FACT_FORCED], facts[:, FACT_DECISIONS])
            else:
                getattr(self, name).add(values)
            if name in self.spreads:
                self.spreads[name].add(np.round(values, 1) if name == "minutes" else values)
        self.spreads["score"].add(batch.scores)
        ranked = np.sort(batch.standings, axis=1)
        self.spreads["margin"].add(ranked[:, -1] - ranked[:, -2] if self.game.seats > 1 else ranked[:, -1])
        first = firsts(batch)
        for seat in range(self.game.seats):
            self.scores[seat].add(batch.scores[:, seat])
            self.wins[seat].add(first[:, seat])
            self.gains[seat].add(batch.gains[:, seat], facts[:, FACT_ORDERED])
            self.tops[seat].add(batch.tops[:, seat] / WHOLE_PLACE, facts[:, FACT_ORDERED])
        for tenth, mean in enumerate(self.kept):
            mean.add(facts[:, FACT_KEPT + tenth] / WHOLE_PLACE)
        for kind in range(len(self.chosen)):
            self.chosen[kind].add(batch.chosen[:, kind], facts[:, FACT_DECISIONS])
            self.taken[kind].add(batch.chosen[:, len(self.chosen) + kind], batch.offered[:, kind])
        for kind, event in enumerate(self.events):
            times = tallies[:, kind * TALLY]
            event.add(times)
            self.per_deal[kind].add(times, facts[:, FACT_DEALS])
            for place in range(1, TALLY):
                self.told[kind, place].add(tallies[:, kind * TALLY + place], times)

    # -- for programs ----------------------------------------------------------------------------

    @property
    def ordered(self) -> bool:
        """Return whether the game has a turn order."""
        return self.gains[0].below > 0

    def as_json(self) -> dict[str, Any]:
        seats = range(self.game.seats)
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "bots": self.bots,
            "seed": self.seed,
            "matches": self.matches,
            "decisions": self.decisions.as_json(),
            "deals": self.deals.as_json(),
            "minutes": self.minutes.as_json(),
            "decisions_per_deal": self.decisions.total / self.deals.total if self.deals.total else math.nan,
            "forced": self.forced.as_json(),
            **{name: getattr(self, name).as_json() for name in DRAMA},
            "leader_wins": [mean.as_json() for mean in self.kept],
            "seats": [{"seat": p, "score": self.scores[p].as_json(), "win": self.wins[p].as_json()} for p in seats],
            "orders": [
                {"order": p + 1, "gain": self.gains[p].as_json(), "top": self.tops[p].as_json()} for p in seats
            ] if self.ordered else [],
            "shared_wins": self.shared.as_json(),
            "actions": {
                name: {"share": self.chosen[kind].as_json()}
                | ({"taken": self.taken[kind].as_json()} if self.taken[kind].below else {})  # never beside another: not told
                for kind, name in enumerate(action_names(self.game))
                if self.chosen[kind].above
            },
            "events": {event.name: self._event(kind) for kind, event in enumerate(self.game.rules.events.kinds)},
            "distributions": {name: spread.as_json() for name, spread in self.spreads.items()},
        }  # fmt: skip

    def _event(self, kind: int) -> dict[str, Any]:
        """Return how often an event happens in a match and in a deal, and the means of its numbers."""
        per_deal, event = self.per_deal[kind], self.game.rules.events[kind]
        counted: dict[str, Any] = {
            "per_match": self.events[kind].as_json(), "per_deal": per_deal.mean, "per_deal_se": per_deal.error,
        }  # fmt: skip
        for place, (name, what) in enumerate(event.fields):
            if not self.events[kind].total or what == "card":
                continue
            counted[name] = self.told[kind, 1 + place].as_json()
            if what == "seats":  # the mean is the number of seats in the set
                several = self.told[kind, 5 + place]
                counted[name] |= {"several": several.mean, "several_se": several.error}
        return counted

    def __repr__(self) -> str:
        return f"<Result of {self.matches} matches of {self.game.id}, bots {self.bots}, seed {self.seed}>"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    # -- for people ------------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        lines = self.lines()
        seats = range(self.game.seats)
        body = [
            (p + 1, plus_minus(self.scores[p]), percent(self.wins[p]))
            + ((plus_minus(self.gains[p]), percent(self.tops[p])) if self.ordered else ())
            for p in seats
        ]
        head = ("seat, or turn", "score of the seat", "wins of the seat", "gain in that turn", "best in that turn")
        said = "".join(f"<p>{escape(line)}</p>" for line in lines[:4])
        return said + html_table(head if self.ordered else ("seat", *head[1:3]), body)

    def lines(self, lang: str = "en") -> list[str]:
        """The result as text, a line each."""

        def told(mean: Mean | Ratio) -> str:
            return text.localized(plus_minus(mean), lang)

        def share(mean: Mean | Ratio) -> str:
            return text.localized(percent(mean), lang)

        matches = text.thousands(self.matches)
        low, _, middle, _, high = (text.localized(f"{value:.3g}", lang) for value in self.spreads["minutes"].quantiles())
        said = [
            say("head", lang, game=self.game.title(lang), matches=matches, bots=self.bots),
            say("length", lang, mean=told(self.decisions), deals=told(self.deals)),
            say("minutes", lang, mean=told(self.minutes), low=low, middle=middle, high=high),
            say("drama", lang, forced=share(self.forced), changes=told(self.lead_changes), suspense=share(self.suspense),
                comebacks=share(self.comebacks)),
            say("columns", lang),
        ]  # fmt: skip
        for seat in range(self.game.seats):
            score, win = told(self.scores[seat]), share(self.wins[seat])
            said.append(say("row", lang, seat=f"{seat + 1:>4}", score=f"{score:>20}", win=f"{win:>16}"))
        if self.ordered:
            said.append(say("order_columns", lang))
            for order in range(self.game.seats):
                score, win = told(self.gains[order]), share(self.tops[order])
                said.append(say("row", lang, seat=f"{order + 1:>4}", score=f"{score:>20}", win=f"{win:>16}"))
        said.append(say("shared", lang, share=share(self.shared)))
        return [*said, *self._spread_lines(lang), text.catalogue("lab", lang)["errors"]]

    def _spread_lines(self, lang: str) -> list[str]:
        """Return a line for each distribution over the matches, with its quantiles."""
        words: Any = text.catalogue("lab", lang)["spreads"]
        parts = [f"{round(100 * part)}\u202f%" for part in QUANTILES]
        told = [[words["head"], *parts]]
        for name, spread in self.spreads.items():
            values = spread.quantiles()
            told.append([words[name], *(text.localized(f"{value:.1f}".removesuffix(".0"), lang) for value in values)])
        wide = max(len(row[0]) for row in told)
        return ["  ".join([row[0].ljust(wide), *(cell.rjust(8) for cell in row[1:])]) for row in told]
