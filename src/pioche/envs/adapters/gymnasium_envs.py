"""Gymnasium: one seat against levels, a table or many at once.

    gymnasium.make("pioche/Hawthorn-v1", level="expert")
    gymnasium.make_vec("pioche/Hawthorn-v1", num_envs=1024, level="regular")

Observations hold the numbers of the seat and the mask of its actions; `info["action_mask"]` and `action_masks()` have the
mask once more. An action that is not on the menu is replaced by the first that is, and `info["illegal"]` says so. The
reward is what the seat's standing gains until it is asked again.
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from pioche.engine.game import Game, load
from pioche.envs.batches.batch import TICK_MS, Batch

MAX_SEED = 1 << 31


class _Tables:
    """A batch with one seat that is asked from outside."""

    def __init__(self, game: Game | str, n: int, seat: int, level: str, autoreset: bool, tick: int, **options: Any) -> None:
        self.game = load(game, **options) if isinstance(game, str) else game
        self.seat = seat
        clock = self.game.rules.against_the_clock(self.game.options) and tick
        level = level or ("random" if clock else "regular")
        levels = ["" if p == seat else level for p in range(self.game.seats)]
        self.batch = Batch(self.game, n, levels=levels, autoreset=autoreset, tick=tick)
        self.names = self.batch.names
        entries = spaces.Box(-np.inf, np.inf, (len(self.names),), np.float32)
        mask = spaces.Box(0, 1, (len(self.batch.actions),), np.int8)
        self.one_observation = spaces.Dict({"observation": entries, "action_mask": mask})
        self.one_action = spaces.Discrete(len(self.batch.actions))

    def allowed(self, actions: Any) -> tuple[Any, Any]:
        """Actions with what is not on the menu replaced, and where that was so."""
        batch = self.batch
        chosen = np.array(actions, "i8")
        wrong = ~batch.mask[np.arange(batch.n), chosen] & (batch.actor >= 0)
        chosen[wrong] = batch.mask[wrong].argmax(axis=1)
        return chosen, wrong


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One table. `seat` is that of the learner, `level` plays the others."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self, game: Game | str = "hawthorn", seat: int = 0, level: str = "", tick: int = TICK_MS,
        render_mode: str | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.tables = _Tables(game, 1, seat, level, False, tick, **options)
        self.render_mode = render_mode
        self.observation_space, self.action_space = self.tables.one_observation, self.tables.one_action

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        batch = self.tables.batch
        mask = batch.mask[0].astype(np.int8)
        return {"observation": batch.observation[0].copy(), "action_mask": mask}, {"action_mask": mask}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.tables.batch.reset(int(self.np_random.integers(MAX_SEED)))
        return self._seen()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        chosen, wrong = self.tables.allowed([action])
        batch = self.tables.batch
        batch.step(chosen)
        seen, info = self._seen()
        info["illegal"] = bool(wrong[0])
        return seen, float(batch.rewards[0, self.tables.seat]), bool(batch.actor[0] < 0), False, info

    def action_masks(self) -> Any:
        return self.tables.batch.mask[0].copy()

    def render(self) -> str | None:
        return repr(self.tables.batch.table(0)) if self.render_mode == "ansi" else None

    def save(self) -> Any:
        """The table as it is: `restore` puts it back."""
        return self.tables.batch.save()

    def restore(self, saved: Any) -> tuple[Any, dict[str, Any]]:
        self.tables.batch.restore(saved)
        return self._seen()


class SeatVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many tables in compiled code. A match that is over gives way to the next in the same step; after the end nobody is
    asked, so that the final observation is all noughts."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, num_envs: int = 1, game: Game | str = "hawthorn", seat: int = 0, level: str = "", tick: int = TICK_MS,
        render_mode: str | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.tables = _Tables(game, num_envs, seat, level, True, tick, **options)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space, self.single_action_space = self.tables.one_observation, self.tables.one_action
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        batch = self.tables.batch
        mask = batch.mask.astype(np.int8)
        return {"observation": batch.observation.copy(), "action_mask": mask}, {"action_mask": mask}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.tables.batch.reset(int(self.np_random.integers(MAX_SEED)))
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        chosen, wrong = self.tables.allowed(actions)
        batch, n = self.tables.batch, self.num_envs
        _, rewards, over = batch.step(chosen)
        seen, info = self._seen()
        info["illegal"] = wrong
        if over.any():
            final = np.empty(n, dtype=object)
            blank = {k: np.zeros(s.shape, s.dtype) for k, s in self.single_observation_space.items()}
            final[over] = [blank] * int(over.sum())
            info |= {"final_obs": final, "_final_obs": over, "final_info": {}, "_final_info": over}
        return seen, rewards[:, self.tables.seat].astype("f8"), over, np.zeros(n, bool), info
