"""Policies on dense numbers: anything that scores actions, by the batch.

A policy is called with observations (n, entries) and masks (n, actions), and answers either n dense actions or scores
(n, actions), of which an allowed one is taken: the best, or by lot with chances as `softmax` has them. `policy_from` makes
one of a function, of a network file (`.npz`), of an ONNX model (`.onnx`) or of a PyTorch model, exported (`.pt2`) or
scripted (`.pt`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pioche.engine.game import Game
from pioche.envs.batches.batch import Batch
from pioche.envs.core.information import observation_names
from pioche.envs.core.networks import MASKED, Network, read
from pioche.envs.core.turn_based_table import space_of
from pioche.errors import BadOption

Policy = Callable[[Any, Any], Any]


def policy_from(game: Game, source: Policy | Network | str | Path) -> Policy:
    """A policy of anything that can be one. Files of ONNX and PyTorch need `onnxruntime` or `torch`."""
    if isinstance(source, str | Path):
        file = Path(source)
        if not file.exists():
            raise BadOption(f"There is no file {file}.", f"Il n’y a pas de fichier {file}.")
        if file.suffix != ".npz":
            return _onnx(file) if file.suffix == ".onnx" else _torch(file)
        source = read(file)
    return _of_network(game, source) if isinstance(source, Network) else source


def _of_network(game: Game, network: Network) -> Policy:
    if network.game != game.id or list(network.actions) != space_of(game, False).names:
        en, fr = f"This network plays {network.game}", f"Ce réseau joue à {network.game}"
        raise BadOption(f"{en} with other options.", f"{fr} avec d’autres options.")
    if network.seats != game.seats:
        raise BadOption(
            f"This network plays {network.game} at {network.seats} seats.",
            f"Ce réseau joue à {network.game} à {network.seats} places.",
        )
    places = network.places(observation_names(game))
    return lambda seen, mask: network.scores(seen[:, places])


@cache
def _onnx(file: Path) -> Policy:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    first = session.get_inputs()[0].name
    return lambda seen, mask: session.run(None, {first: np.asarray(seen, "f4")})[0]


@cache
def _torch(file: Path) -> Policy:
    import torch

    exported = file.suffix == ".pt2"
    model = torch.export.load(file).module() if exported else torch.jit.load(str(file)).eval()

    def scores(seen: Any, mask: Any) -> Any:
        with torch.no_grad():
            return model(torch.as_tensor(np.asarray(seen, "f4"))).numpy()

    return scores


def chosen(answer: Any, mask: Any, dice: np.random.Generator | None) -> Any:
    """Dense actions from what a policy answers; with dice, scores are chances, else the best is taken."""
    answer = np.asarray(answer)
    if answer.ndim == 1:
        return answer.astype("i8")
    scores = np.where(mask, answer, MASKED)
    if dice is not None:
        scores = scores + dice.gumbel(size=scores.shape)
        scores[~np.asarray(mask, bool)] = 2 * MASKED
    return scores.argmax(axis=1)


@dataclass(frozen=True)
class Trial:
    """What a policy gained at one seat of a table of levels, in standing a match, against the mean of the others."""

    matches: int
    gain: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence."""
        return self.gain - 1.96 * self.error, self.gain + 1.96 * self.error


def evaluate(
    game: Game, policy: Policy | Network | str | Path, level: str = "expert", matches: int = 10_000, seed: int = 1,
    *, sampled: bool = True, tables: int = 1024, threads: int = 0,
) -> Trial:  # fmt: skip
    """A policy at each seat as often, levels at all others, in compiled code."""
    ask = policy_from(game, policy)
    seats = np.arange(tables) % game.seats
    levels = [["" if p == seat else level for p in range(game.seats)] for seat in seats]
    batch, dice = Batch(game, tables, seed, levels=levels, threads=threads), np.random.default_rng(seed)
    every, gained, ended = np.arange(tables), np.zeros((tables, game.seats)), np.zeros(tables, "i8")
    most = math.ceil(matches / tables)  # as many at every table: long matches count as often as short ones
    found: list[Any] = []
    while ended.min() < most:
        _, rewards, over = batch.step(chosen(ask(batch.observation, batch.mask), batch.mask, dice if sampled else None))
        gained += rewards
        counted = over & (ended < most)
        mine = gained[every, seats]
        others = (gained.sum(axis=1) - mine) / (game.seats - 1)
        found.append((mine - others)[counted])
        gained[over] = 0
        ended += over
    results = np.concatenate(found)
    return Trial(len(results), float(results.mean()), float(results.std(ddof=1) / math.sqrt(len(results))))
