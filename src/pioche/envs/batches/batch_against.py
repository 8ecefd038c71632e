"""Opponents by judgement inside a batch, in the subset."""

from __future__ import annotations

from pioche.bots.common.playouts import decide
from pioche.envs.core.batch_play import batch_run

__all__ = ["batch_answer", "batch_run"]


def batch_answer(s, p, level, moves, dice):
    """The move of an opponent at a level: random, novice, regular, expert."""
    return decide(s, p, level, moves, dice)
