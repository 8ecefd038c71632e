"""The other players at the table: names and bots.

A bot is given its seat's view and the legal actions, nothing else; it rolls dice of its own, so that who
plays never changes the cards.
"""

from __future__ import annotations

import random

from pioche import bots, text
from pioche.bots import Bot, make
from pioche.bots.reflex_bot import SKILLS, by_reflexes
from pioche.engine.game import Game
from pioche.engine.table import Table


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


def levels(game: Game) -> tuple[str, ...]:
    """The bots that play a game. Against the clock it takes reflexes."""
    return tuple(SKILLS) if by_reflexes(game) else bots.levels(game)


def usual(game: Game) -> str:
    """Return the bots that play unless others are asked for."""
    return bots.DEFAULT_LEVEL if bots.DEFAULT_LEVEL in levels(game) else levels(game)[0]


def players(level: str, table: Table, moves: int) -> list[Bot]:
    """A bot for every seat; against the clock they are not asked but act by themselves."""
    if by_reflexes(table.game):
        return []
    return [make(level, table.game, dice(table.seed, p, moves).getrandbits(32)) for p in range(table.game.seats)]
