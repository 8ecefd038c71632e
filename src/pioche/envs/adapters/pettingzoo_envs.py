"""PettingZoo: every seat is an agent, `seat_0`, `seat_1` and so on.

`env` asks one seat after the other (AEC), `parallel_env` all at once: there, who wants something that is not on the menu
does what the rulebook has done for somebody whose time is up. An observation holds the numbers of the seat and the mask of
its actions; `infos` has the mask once more, as some learners look there. Rewards are what a seat's standing gains.
"""

from __future__ import annotations

import copy
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from pioche.engine.game import Game, load
from pioche.envs.core.information import observation_names
from pioche.envs.core.turn_based_table import TICK_MS, TurnBasedTable, space_of

MAX_SEED = 1 << 31


class _Seats:
    """Spaces, seeds and copies, shared by both kinds."""

    def __init__(self, game: Game | str, max_cycles: int | None, tick: int, **options: Any) -> None:
        self.game = load(game, **options) if isinstance(game, str) else game
        self.max_cycles, self.tick = max_cycles, tick
        ticks = bool(tick) and self.game.rules.against_the_clock(self.game.options)
        self.space, self.names = space_of(self.game, ticks), observation_names(self.game)
        self.possible_agents = [f"seat_{p}" for p in range(self.game.seats)]
        self.agents: list[str] = []
        self.render_mode = None
        self.luck = np.random.default_rng()
        entries = spaces.Box(-np.inf, np.inf, (len(self.names),), np.float32)
        mask = spaces.Box(0, 1, (len(self.space),), np.int8)
        both = {"observation": entries, "action_mask": mask}
        self.observation_spaces = {agent: spaces.Dict(copy.deepcopy(both)) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.space)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def open(self, seed: int | None) -> None:
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self.match = TurnBasedTable(self.game, int(self.luck.integers(MAX_SEED)), self.tick)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        self.standings = [0.0] * self.game.seats

    def seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def look(self, agent: str) -> dict[str, Any]:
        seat = self.seat(agent)
        return {"observation": self.match.observation(seat), "action_mask": self.match.mask(seat)}

    def earned(self) -> dict[str, float]:
        """Return what each standing has gained since the last call."""
        now = self.match.standings
        gained = [a - b for a, b in zip(now, self.standings, strict=True)]
        self.standings = now
        return dict(zip(self.possible_agents, gained, strict=True))

    def clone(self) -> Any:
        """The same match, free to be played on."""
        return copy.deepcopy(self)

    def render(self) -> str:
        return repr(self.match.table)

    def close(self) -> None:
        pass


class SeatsEnv(_Seats, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The AEC environment: one seat after the other."""

    metadata: ClassVar[dict[str, Any]] = {"name": "pioche_v1", "render_modes": [], "is_parallelizable": False}

    def __init__(
        self, game: Game | str = "hawthorn", max_cycles: int | None = None, tick: int = TICK_MS, **options: Any
    ) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, game, max_cycles, tick, **options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.open(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        seat = max(self.match.actor, 0)
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"action_mask": self.match.mask(seat)}

    def observe(self, agent: str) -> dict[str, Any]:
        return self.look(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        self.match.do(int(action))
        self.cycles += 1
        self.rewards = self.earned()
        self._accumulate_rewards()
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._ask()


class SeatsParallelEnv(_Seats, ParallelEnv):  # type: ignore[misc]
    """All seats at once."""

    metadata: ClassVar[dict[str, Any]] = {"name": "pioche_v1", "render_modes": []}

    def __init__(
        self, game: Game | str = "hawthorn", max_cycles: int | None = None, tick: int = TICK_MS, **options: Any
    ) -> None:
        _Seats.__init__(self, game, max_cycles, tick, **options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self.open(seed)
        seen = {agent: self.look(agent) for agent in self.agents}
        return seen, self._infos(seen)

    def _infos(self, seen: dict[str, Any]) -> dict[str, Any]:
        asked = self.match.asked
        return {a: {"action_mask": s["action_mask"], "asked": self.seat(a) in asked} for a, s in seen.items()}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        self.match.do_together({self.seat(agent): int(action) for agent, action in actions.items()})
        self.cycles += 1
        over = self.match.over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        there = self.agents
        seen = {agent: self.look(agent) for agent in there}
        earned = self.earned()
        if over or cut:
            self.agents = []
        return (
            seen, {agent: earned[agent] for agent in there}, dict.fromkeys(there, over), dict.fromkeys(there, cut),
            self._infos(seen),
        )  # fmt: skip


def raw_env(game: Game | str = "hawthorn", **how: Any) -> SeatsEnv:
    """Turn by turn, without the wrappers: an illegal action raises BadOption and changes nothing."""
    return SeatsEnv(game, **how)


def env(game: Game | str = "hawthorn", **how: Any) -> Any:
    """Turn by turn, with the wrappers of PettingZoo's own games: an illegal action ends the match."""
    made = wrappers.TerminateIllegalWrapper(raw_env(game, **how), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def parallel_env(game: Game | str = "hawthorn", **how: Any) -> SeatsParallelEnv:
    return SeatsParallelEnv(game, **how)
