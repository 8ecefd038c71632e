"""The levels of a game without judgement: each move is tried a few times, and everybody plays any move after it.

That is weaker than judgement and takes longer, but it plays every declared game. It runs in plain Python, so a level that
answers at once has only a few playouts; `search` does the same by the hundred thousand on the compiled twin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.world_sampling import WorldSampler
from pioche.engine.game import Game
from pioche.engine.table import MENU_SIZE

MOVES_PER_DECISION = {"novice": 200, "regular": 600, "expert": 3000}  # moves a level may play in its head for one decision
RANDOM_MOVE_SHARES = {"novice": 0.5, "regular": 0.0, "expert": 0.0}  # how often it does not think at all
MAX_CHOICES = 24  # choices looked at, where there are more


class Lookahead:
    """Tries the moves in the same worlds with the same luck, as search does, and takes the best."""

    def __init__(self, game: Game, level: str, seed: int) -> None:
        self.game = game
        self.engine = judgement_engine(game)
        self.moves, self.hunches = MOVES_PER_DECISION[level], RANDOM_MOVE_SHARES[level]
        self.rng = Random(seed)
        self.menu = [0] * MENU_SIZE

    def choose(
        self, view: Mapping[str, Any], legal: Sequence[str], events: Sequence[Mapping[str, Any]], memory: Mapping[str, Any]
    ) -> str:
        if len(legal) == 1 or self.rng.random() < self.hunches:
            return self.rng.choice(legal)
        words = self.rng.sample(legal, min(len(legal), MAX_CHOICES))
        gained = [0.0] * len(words)
        worlds, played = WorldSampler(self.game, view, memory, undecided=True), 0
        while played < self.moves:
            world, luck = worlds.draw(self.rng), [self.rng.getrandbits(31) + 1, self.rng.getrandbits(31)]
            for k, word in enumerate(words):
                added = [0.0] * self.game.seats
                action = self.game.rules.actions.read(word)
                played += self.engine.play_out(world.clone(), view["seat"], action, self.menu, luck.copy(), added)
                gained[k] += added[view["seat"]]
        return words[gained.index(max(gained))]
