"""Who sits at the table with a player: names and bots.

A bot is given its seat's view and the legal actions, nothing else; it rolls dice of its own, so that who
plays never changes the cards.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from pioche import text
from pioche.bots import LEVELS, Bot, make
from pioche.table import Table

REFLEXES = ("novice", "average", "expert")  # how quick bots are in games with a clock
RARE = frozenset({"call", "slam"})  # a wrong slam and a failed call cost dearly
ONCE_IN = 20
USUAL = {False: "regular", True: "average"}  # by whether the game has a clock


def seat_names(seats: int, me: int, mine: str, lang: str) -> list[str]:
    """Names in alphabetical order round the table; at the player's seat the player's own, if there is one."""
    names: list[str] = text.catalogue("terminal", lang)["names"].split()
    if mine:
        names = [name for name in names if name != mine]
        names[me] = mine
    return names[:seats]


def dice(seed: int, seat: int, moves: int = 0) -> random.Random:
    """The dice of one bot: the same for the same table, unknown to the cards."""
    return random.Random(f"bots {seed} {seat} {moves}")


def players(level: str, table: Table, moves: int) -> list[Bot]:
    """A bot for every seat; games with a clock plan by reflexes instead, and fall back on any move."""
    level = level if level in LEVELS else "random"
    return [make(level, table.game, dice(table.seed, p, moves).getrandbits(32)) for p in range(table.game.seats)]


def choose(view: Mapping[str, Any], legal: Sequence[str], rng: random.Random) -> str:
    """Any legal action, all equally likely, but for the few that nobody does without a reason."""
    tame = [word for word in legal if word.partition(":")[0] not in RARE]
    return rng.choice(tame if tame and rng.randrange(ONCE_IN) else legal)
