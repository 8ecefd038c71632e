"""What is worth knowing of a match, as a number for each match. docs/metrics.md says each in words and as a formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pioche.engine.game import Game
from pioche.engine.verbs import TALLY
from pioche.lab.measures.batches import Measurements
from pioche.lab.measures.measured_play import (
    FACT_COMEBACK,
    FACT_DEALS,
    FACT_DECISIONS,
    FACT_FORCED,
    FACT_LEAD_CHANGES,
    FACT_MOMENTS,
    FACT_ORDERED,
    FACT_ROUNDS,
    FACT_TIME,
    FACT_TURNS,
    FACT_UNSETTLED,
    WHOLE_PLACE,
)  # fmt: skip

GAME = ("decisions", "deals", "minutes", "forced", "lead_changes", "suspense", "comebacks", "shared")
FAMILIES = ("game", "seat", "order", "action", "event")


@dataclass(frozen=True)
class Pace:
    """Seconds that people need: for a decision, for a move without a choice, and between two deals."""

    decision: float = 6.0
    forced: float = 2.0
    deal: float = 20.0


PACE = Pace()


def minutes(game: Game, batch: Measurements, pace: Pace = PACE) -> Any:
    """Estimate the minutes people would need. Simultaneous decisions take the time of one. Against the clock bots move as
    quickly as people; looking at the cards and the pauses between deals are added."""
    facts = batch.facts
    if facts[:, FACT_TIME].any():
        pause = int(game.options.get("look_ms") or 0) + int(game.options.get("pause_ms") or 0)
        return (facts[:, FACT_TIME] + facts[:, FACT_DEALS] * pause) / 60_000
    turns = facts[:, FACT_TURNS] + facts[:, FACT_ROUNDS]
    return (turns * pace.decision + facts[:, FACT_FORCED] * pace.forced + facts[:, FACT_DEALS] * pace.deal) / 60


def firsts(batch: Measurements) -> Any:
    """The part of the first place that every seat has."""
    best = batch.standings == batch.standings.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def measured(game: Game, batch: Measurements, families: tuple[str, ...] = FAMILIES, pace: Pace = PACE) -> dict[str, Any]:
    """Name -> a number for each match."""
    facts, found = batch.facts, {}
    with np.errstate(divide="ignore", invalid="ignore"):
        if "game" in families:
            best = batch.standings == batch.standings.max(axis=1, keepdims=True)
            found = {
                "decisions": facts[:, FACT_DECISIONS],
                "deals": facts[:, FACT_DEALS],
                "minutes": minutes(game, batch, pace),
                "forced": facts[:, FACT_FORCED] / np.maximum(facts[:, FACT_DECISIONS], 1),
                "lead_changes": facts[:, FACT_LEAD_CHANGES],
                "suspense": facts[:, FACT_UNSETTLED] / np.maximum(facts[:, FACT_MOMENTS], 1),
                "comebacks": facts[:, FACT_COMEBACK],
                "shared": best.sum(axis=1) > 1,
            }
        if "seat" in families:
            first = firsts(batch)
            found |= {f"seat{p + 1}.score": batch.scores[:, p] for p in range(game.seats)}
            found |= {f"seat{p + 1}.win": first[:, p] for p in range(game.seats)}
        ordered = facts[:, FACT_ORDERED]
        if "order" in families and ordered.any():
            deals = np.maximum(ordered, 1)
            found |= {f"order{p + 1}.gain": batch.gains[:, p] / deals for p in range(game.seats)}
            found |= {f"order{p + 1}.top": batch.tops[:, p] / (WHOLE_PLACE * deals) for p in range(game.seats)}
        if "action" in families:
            decisions = np.maximum(facts[:, FACT_DECISIONS], 1)
            for kind, name in enumerate(action_names(game)):
                found[f"action.{name}"] = batch.chosen[:, kind] / decisions
        if "event" in families:
            for kind, event in enumerate(game.rules.events.kinds):
                found[f"event.{event.name}"] = batch.tallies[:, kind * TALLY] / np.maximum(facts[:, FACT_DEALS], 1)
    return {name: np.asarray(values, "f8") for name, values in found.items()}


def family(metric: str) -> str:
    """Return the family of a metric: `seat2.win` belongs to seats."""
    head, dot, _ = metric.partition(".")
    return head.rstrip("0123456789") if dot else "game"


def action_names(game: Game) -> list[str]:
    """The kinds of actions by name; two of one name are told apart by what they carry."""
    names = [kind.name for kind in game.actions.kinds]
    return [kind.pattern if names.count(kind.name) > 1 else kind.name for kind in game.actions.kinds]
