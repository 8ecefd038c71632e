"""The libraries a user would otherwise pick, each driven the way its own users drive it.

A *decision* is a choice by a player, forced ones included; where players choose at once each of them
decides. Chance is never counted, here or for our own games. Every loop below picks its moves with the
cheapest call that is still uniform over the legal ones, so that the peer and not the loop is measured.
"""

from __future__ import annotations

import os
import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

from bench.race import Absent, Entrant, Run, playing

SPIEL_CPP, SPIEL_PYTHON = "OpenSpiel, C++ rollouts", "OpenSpiel, Python loop"
RLCARD, PETTINGZOO = "RLCard", "PettingZoo classic"

SPIEL_GAMES = ("goofspiel", "crazy_eights", "hearts", "leduc_poker", "blackjack")
RLCARD_GAMES = ("blackjack", "leduc-holdem", "limit-holdem", "uno")
PETTINGZOO_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "tictactoe_v3", "rps_v2")

PACKAGES = {"OpenSpiel": "open_spiel", "RLCard": "rlcard", "PettingZoo": "'pettingzoo[classic]'"}

ROLLOUTS = 200  # in one call, so that the way from Python into C++ costs nothing that could be seen
DEALS = 50  # different starting positions for the rollouts
PRECISION = 0.005  # wanted standard error of the mean length of a rollout, relative to it


def entrants(peers: Sequence[str] = ("openspiel", "rlcard", "pettingzoo")) -> list[Entrant]:
    """All games of the named peers."""
    groups: dict[str, list[tuple[str, tuple[str, ...], Callable[[str], Run]]]] = {
        "openspiel": [(SPIEL_CPP, SPIEL_GAMES, _spiel_rollouts), (SPIEL_PYTHON, SPIEL_GAMES, _spiel_loop)],
        "rlcard": [(RLCARD, RLCARD_GAMES, _rlcard)],
        "pettingzoo": [(PETTINGZOO, PETTINGZOO_GAMES, _pettingzoo)],
    }
    return [
        Entrant(group, game, partial(run, game)) for peer in peers for group, games, run in groups[peer] for game in games
    ]


@contextmanager
def _quiet() -> Iterator[None]:
    """Peers warn about their own insides on import and set-up; that is not news about our games."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _need(peer: str, module: str) -> Any:
    try:
        with _quiet():
            return import_module(module)
    except ImportError as error:
        raise Absent(peer, f"pip install {PACKAGES[peer]}") from error


# OpenSpiel


def _play_on(state: Any, players: int) -> int:
    """Random play from here to the end with OpenSpiel's Python calls; the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([random.choice(state.legal_actions(player)) for player in range(players)])
            decisions += players
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _spiel_loop(name: str) -> Run:
    game = _need("OpenSpiel", "pyspiel").load_game(name)
    players = game.num_players()
    return playing(lambda: _play_on(game.new_initial_state(), players))


def _dealt(game: Any) -> Any:
    """A position at its first decision: OpenSpiel's search crashes when asked about a chance node."""
    while True:
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        if not state.is_terminal():
            return state


def _mean_length(deals: Sequence[Any], players: int) -> float:
    """Mean decisions of a random game from these deals, every deal played equally often.

    The rollouts themselves cannot be counted from Python, but they play by the same law (uniform over
    legal actions, chance by its weights), so the mean of the Python loop is theirs up to `PRECISION`.
    """
    lengths: list[int] = []
    while True:
        lengths += [_play_on(deal.clone(), players) for deal in deals for _ in range(2)]
        mean = statistics.fmean(lengths)
        if statistics.stdev(lengths) / len(lengths) ** 0.5 <= PRECISION * mean:
            return mean


def _spiel_rollouts(name: str) -> Run:
    """OpenSpiel's own random playouts, in C++ from the first decision to the end of the game.

    The evaluator shows Python no method, so a search of one simulation carries it: that evaluates the
    position it is given by `ROLLOUTS` playouts, and expands nothing. The search demands turns, so
    Goofspiel goes through OpenSpiel's own converter. Dealing is left out of the time, in OpenSpiel's
    favour: our figures pay for it.
    """
    pyspiel = _need("OpenSpiel", "pyspiel")
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=16, solve=False, seed=1, verbose=False
    )
    deals = [_dealt(game) for _ in range(DEALS)]
    decisions_a_lap = ROLLOUTS * DEALS * _mean_length(deals, game.num_players())

    def run(seconds: float) -> tuple[int, float]:
        laps = 0
        start = now = time.process_time()
        while now - start < seconds:
            for deal in deals:
                bot.mcts_search(deal)
            laps += 1
            now = time.process_time()
        return round(laps * decisions_a_lap), now - start

    return run


# RLCard and PettingZoo


def _rlcard(name: str) -> Run:
    rlcard = _need("RLCard", "rlcard")
    with _quiet():
        env = rlcard.make(name, config={"seed": 1})

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return playing(play)


def _pettingzoo(name: str) -> Run:
    """Through `env()`, the documented door with its checks; a finished agent's steps count as time only."""
    module = _need("PettingZoo", f"pettingzoo.classic.{name}")
    with _quiet():
        env = module.env()
        env.reset(seed=1)

    def play() -> int:
        decisions = 0
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            if isinstance(observation, dict):
                action = random.choice(observation["action_mask"].nonzero()[0])
            else:  # rock-paper-scissors: everything is always allowed
                action = random.randrange(env.action_space(agent).n)
            env.step(action)
            decisions += 1
        return decisions

    return playing(play)
