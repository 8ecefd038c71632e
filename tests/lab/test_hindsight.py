"""Hindsight: what it tells of a guest is what the guest really gains."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import pioche
from pioche.bots import make
from pioche.lab import arena
from pioche.lab.hindsight import Hindsight

SHORT: list[tuple[str, dict[str, Any], str]] = [
    ("hawthorn", {"deals": 1}, "novice"),  # secret hands, coins, a deck that is drawn from
    ("kitty", {}, "novice"),  # simultaneous bids, a whole match
    ("sweep", {}, "novice"),  # a deck in a fixed order
]


@pytest.mark.parametrize(("name", "options", "host"), SHORT)
def test_hindsight_tells_what_the_league_finds(name: str, options: dict[str, Any], host: str) -> None:
    """An expert visits weaker players: a hundred visits seen in hindsight, and twenty thousand as they happened. What the
    hosts have at their own table is known: a fair share of first places."""
    game = pioche.load(name, **options)
    seats = [1 << k % game.seats for k in range(100)]
    told = [arena._visit(arena.Job(game.id, dict(game.options), "expert", host, mine, k)) for k, mine in enumerate(seats)]
    gains = np.concatenate([visit.gains for visit in told])[:, 0]
    mine, standings, _ = arena._league(game, "expert", host, 10**6, arena._seated(game, seats * 200))
    best = standings == standings.max(axis=1, keepdims=True)
    found = (best / best.sum(axis=1, keepdims=True))[mine] - 1 / game.seats

    error = math.hypot(gains.std() / math.sqrt(len(gains)), found.std() / math.sqrt(len(found)))
    assert gains.mean() > 4 * error
    assert abs(gains.mean() - found.mean()) < 3 * error


def test_who_plays_like_the_hosts_gains_nothing() -> None:
    game = pioche.load("hawthorn", deals=1)
    table, hindsight, bot = game.table(seed=3), Hindsight(game, "regular", 3), make("regular", game, 4)
    looks = 0
    while not table.over:
        seat = table.actors[0]
        move = bot.choose(table.view(seat), table.legal(seat), [], table.memory(seat))
        hindsight.look(table, seat, move)
        table.act(seat, move)
        looks += 1

    assert looks > 4
    assert not hindsight.gained.any()


def test_to_look_changes_nothing_at_the_table() -> None:
    """Neither the cards to come: a whole match with somebody looking and without."""
    game = pioche.load("hawthorn", deals=1)
    levels = ["novice", "expert", "expert", "expert"]
    hindsight = Hindsight(game, "expert", 7)

    assert arena.play_match(game, levels, 7) == arena.play_match(game, levels, 7, hindsight)
    assert hindsight.gained[1] < 0
