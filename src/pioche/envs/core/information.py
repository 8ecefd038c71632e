"""What a seat may know at a plain table: as numbers, as JSON, in words, and as the key of its information state."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pioche.engine.game import Game
from pioche.envs.core.action_space import plain_observer
from pioche.envs.core.observations import observed

if TYPE_CHECKING:
    from pioche.engine.table import Table


def observation_names(game: Game) -> list[str]:
    """Return the meaning of each number of an observation."""
    return observed(game.rules).names(game.seats)


def observation(table: Table, seat: int) -> list[float]:
    """Return what a seat may know as numbers, the same as in `pioche.batch`."""
    o = [0.0] * len(observation_names(table.game))
    plain_observer(table.game).observe(table.s, seat, o)
    return [float(x) for x in o]


def as_json(table: Table, seat: int) -> dict[str, Any]:
    """The same as plain data: the view of the seat, and what a good memory adds."""
    return {"view": table.view(seat), "memory": table.memory(seat)}


@dataclass(frozen=True)
class InformationState:
    """All that a seat has been told and has done, in order; equal for tables that the seat cannot tell apart."""

    lines: tuple[str, ...]

    @property
    def key(self) -> str:
        """Short, equal for equal states, and the same in every process."""
        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()[:32]

    def __str__(self) -> str:
        return "\n".join(self.lines)


def information_state(table: Table, seat: int) -> InformationState:
    """Perfect recall: the game, what the seat was told, and what it did itself."""
    options = json.dumps(table.game.options, sort_keys=True)
    did = [line["do"] for line in table.moves if line.get("seat") == seat]
    told = [json.dumps(event, sort_keys=True, ensure_ascii=False) for event in table.events(seat)]
    return InformationState((f"{table.game.id} {options} {seat}", *told, f"did {' '.join(did)}"))
