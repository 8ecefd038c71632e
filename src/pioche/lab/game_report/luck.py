"""How much of a result is luck, and how far levels are apart. docs/metrics.md has the formulas."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pioche.bots import LEVELS
from pioche.bots.judgement import judgement_module
from pioche.bots.reflex_bot import SKILLS, by_reflexes
from pioche.engine.game import Game
from pioche.lab.measures.batches import Job, Measurements
from pioche.lab.measures.match_metrics import firsts
from pioche.lab.measures.players import lineup
from pioche.lab.measures.work import MATCHES_PER_JOB, played
from pioche.lab.sums import Mean, Ratio

SEATED = ("novice", "regular", "expert")
OTHER_CARDS_SEED_OFFSET = 1 << 41  # between the seeds of a match and of the same match with other cards


@dataclass
class Luck:
    """`share` of luck in who wins, and how often a seat of each level wins; `worth` is by how much that is more than its
    fair share, from the lowest level to the highest."""

    share: Ratio = field(default_factory=Ratio)
    wins: dict[str, Ratio] = field(default_factory=lambda: {level: Ratio() for level in SEATED})
    worth: Mean = field(default_factory=Mean)

    def as_json(self) -> dict[str, Any]:
        return {
            "luck_share": self.share.as_json(), "wins": {level: one.as_json() for level, one in self.wins.items()},
            "skill_gap": self.worth.as_json(),
        }  # fmt: skip


def luck(game: Game, matches: int = 3000, seed: int = 1, *, workers: int = 0, cluster: Any = None) -> Luck | None:
    """Every seat gets a level by lot. Each match is played as it is, again with the same players and other cards, and again
    with the same cards and other players. None for a game whose levels are not written down."""
    racing = by_reflexes(game)
    if not racing and not judgement_module(game.rules):
        return None
    numbers = np.array([SKILLS[one] for one in SEATED] if racing else [LEVELS.index(one) for one in SEATED])
    rng = np.random.default_rng(seed)
    lots = [rng.integers(0, len(SEATED), (matches, game.seats)) for _ in range(2)]
    seeds = np.arange(seed, seed + matches, dtype="i8")
    as_it_is = _firsts(game, seeds, numbers[lots[0]], workers, cluster)
    other_cards = _firsts(game, seeds + OTHER_CARDS_SEED_OFFSET, numbers[lots[0]], workers, cluster)
    other_players = _firsts(game, seeds, numbers[lots[1]], workers, cluster)
    found = Luck()
    by_cards = ((as_it_is - other_cards) ** 2).sum(axis=1)
    by_players = ((as_it_is - other_players) ** 2).sum(axis=1)
    found.share.add(by_cards, by_cards + by_players)
    for place, level in enumerate(SEATED):
        there = lots[0] == place
        found.wins[level].add((as_it_is * there).sum(axis=1), there.sum(axis=1))
    low, high = lots[0] == 0, lots[0] == len(SEATED) - 1
    both = low.any(axis=1) & high.any(axis=1)
    gap = (as_it_is * high).sum(axis=1) / np.maximum(high.sum(axis=1), 1)
    found.worth.add((gap - (as_it_is * low).sum(axis=1) / np.maximum(low.sum(axis=1), 1))[both])
    return found


def _firsts(game: Game, seeds: Any, seated: Any, workers: int, cluster: Any) -> Any:
    players = lineup(game, "expert")
    size = MATCHES_PER_JOB[players.how]
    jobs = (
        Job(game, players, seeds[k : k + size], seeds[k : k + size], True, seated[k : k + size])
        for k in range(0, len(seeds), size)
    )
    return firsts(Measurements.joined(list(played(jobs, workers, cluster))))
