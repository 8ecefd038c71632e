"""Small networks as files: what was learnt elsewhere plays here with NumPy alone.

A file names the entries it looks at and the actions it scores, so that it fits any table of its game that has those
entries, and says how it was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pioche.errors import BadOption

MASKED = -1e9  # the score of an action that is not on the menu
FORMAT = 1


@dataclass(frozen=True)
class Network:
    """Dense layers with a rectifier between them: scores for all actions from some entries of an observation."""

    game: str
    entries: Sequence[str]
    actions: Sequence[str]
    layers: Sequence[tuple[Any, Any]]  # weights (in, out) and biases (out)
    made: str = ""  # the command that trained it

    @property
    def seats(self) -> int:
        """Return how many seats its entries describe: `[+3]` is the last of four."""
        return 1 + max((int(name.partition("[+")[2].partition("]")[0]) for name in self.entries if "[+" in name), default=0)

    def scores(self, seen: Any) -> Any:
        """Of observations with these entries, a row each."""
        x = np.asarray(seen, "f4")
        for k, (weights, biases) in enumerate(self.layers):
            x = x @ weights + biases
            if k + 1 < len(self.layers):
                x = np.maximum(x, 0.0)
        return x

    def places(self, names: Sequence[str]) -> Any:
        """Return the places of its entries among all those of a table. Raise BadOption when some are missing."""
        where = {name: k for k, name in enumerate(names)}
        missing = [name for name in self.entries if name not in where]
        if missing:
            raise BadOption(
                f"This network of {self.game} was made for another table: it looks at {missing[0]}.",
                f"Ce réseau de {self.game} a été fait pour une autre table : il regarde {missing[0]}.",
            )
        return np.array([where[name] for name in self.entries])


def keep(network: Network, file: Path | str) -> None:
    """Half as many digits are enough to play by."""
    arrays = {f"weights{k}": np.asarray(w, "f2") for k, (w, _) in enumerate(network.layers)}
    arrays |= {f"biases{k}": np.asarray(b, "f2") for k, (_, b) in enumerate(network.layers)}
    with open(file, "wb") as pen:
        np.savez_compressed(
            pen, allow_pickle=False, format=FORMAT, game=network.game, entries=list(network.entries),
            actions=list(network.actions), made=network.made, **arrays,
        )  # fmt: skip


def read(file: Path | str) -> Network:
    """A network from a file that `keep` has written."""
    with np.load(file, allow_pickle=False) as found:
        if int(found["format"]) != FORMAT:
            raise BadOption(f"{file} is a network of another format.", f"{file} est un réseau d’un autre format.")
        layers: list[tuple[Any, Any]] = []
        while f"weights{len(layers)}" in found:
            k = len(layers)
            layers.append((found[f"weights{k}"].astype("f4"), found[f"biases{k}"].astype("f4")))
        return Network(str(found["game"]), found["entries"].tolist(), found["actions"].tolist(), layers, str(found["made"]))
