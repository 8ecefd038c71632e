"""Tabular CFR and exploitability on a small game, with OpenSpiel's own algorithms.

python examples/solve_kuhn.py --rounds 300
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import pioche
from pioche.envs.adapters.openspiel_games import register

sys.path.insert(0, str(Path(__file__).parent))
import kuhn


def solve(rounds: int) -> tuple[float, float]:
    """How far the policy is from perfect after so many rounds, and what the first seat gets a deal."""
    pioche.register(kuhn.RULES)
    if "pioche_kuhn" not in pyspiel.registered_names():
        register("kuhn")
    game = pyspiel.load_game("pioche_kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
    return exploitability.exploitability(game, policy), value


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=300)
    far, value = solve(parser.parse_args().rounds)
    print(f"exploitability {far:.5f}, value of the first seat {value:.5f} (perfect play: {-1 / 18:.5f})")
