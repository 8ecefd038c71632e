"""The environments pass the checkers of their own libraries: some games every day, all of them in `make campaign-envs`."""

from __future__ import annotations

import pickle
import subprocess
import sys
import types
import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import parallel_to_aec

import pioche
from pioche.envs import env_ids, register_gymnasium, register_openspiel, register_pettingzoo
from pioche.envs.adapters import pettingzoo_envs
from pioche.envs.batches.batch import Batch
from tests.strategies import GAMES

EVERYDAY = ("hawthorn", "kitty", "pig", "agnes")
COMPILED_EVERYDAY = ("hawthorn", "pig")  # these compile
ALL = sorted(env_ids().values())
IDS = {name: id for id, name in env_ids().items()}
everyday_and_campaign = pytest.mark.parametrize(
    "name", [*EVERYDAY, *(pytest.param(name, marks=pytest.mark.campaign) for name in ALL if name not in EVERYDAY)]
)
compiled_and_campaign = pytest.mark.parametrize(
    "name",
    [*COMPILED_EVERYDAY, *(pytest.param(name, marks=pytest.mark.campaign) for name in ALL if name not in COMPILED_EVERYDAY)],
)

# Matches that end soon, for what is walked through many times.
SHORT: dict[str, str] = {
    "pairs": "seats=2,losing_score=5", "hawthorn": "seats=2,deals=1", "port": "seats=2,deals=1",
    "starboard": "seats=2,deals=1", "rocket": "seats=2,rounds=1", "blackstone": "seats=2,deals=1",
    "goblin_poker": "seats=3,deals=1", "sweep": "seats=3", "kitty": "seats=3", "venture": "seats=3",
    "five_cards": "target_score=10", "pig": "seats=3,stalemate_rounds=1,max_voids=1,tick=2000",
    "spoons": "seats=3,stalemate_rounds=1,max_voids=1,tick=2000", "vatra": "seats=4,stalemate_rounds=1,max_voids=1,tick=2000",
    "agnes": "seats=2,rounds=1,lap_limit=5,tick=5000",
}  # fmt: skip


@pytest.fixture(autouse=True)
def registered() -> Any:
    register_gymnasium()
    register_pettingzoo()
    register_openspiel()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the checkers warn of spaces that are dictionaries or without bounds
        yield


@everyday_and_campaign
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    api_test(pettingzoo.make("aec", IDS[name]), num_cycles=50)
    parallel_api_test(pettingzoo.make("parallel", IDS[name]), num_cycles=50)
    seed_test(lambda: pettingzoo.make("aec", IDS[name]), num_cycles=30)
    parallel_seed_test(lambda: pettingzoo.make("parallel", IDS[name]), num_cycles=30)
    both = types.SimpleNamespace(
        parallel_env=lambda **how: pettingzoo_envs.parallel_env(name, **how),
        env=lambda **how: parallel_to_aec(pettingzoo_envs.parallel_env(name, **how)),
    )
    max_cycles_test(both)


def test_a_copy_of_an_environment_is_played_apart() -> None:
    env = pettingzoo_envs.raw_env("hawthorn", deals=1)
    env.reset(seed=3)
    for agent in env.agent_iter(6):
        env.step(int(env.observe(agent)["action_mask"].argmax()))
    other, kept = env.clone(), pickle.loads(pickle.dumps(env.match.table)).view(0)
    for agent in other.agent_iter(20):
        other.step(None if other.terminations[agent] else int(other.observe(agent)["action_mask"].argmax()))
    assert env.match.table.view(0) == kept
    assert len(other.match.table.moves) > len(env.match.table.moves)


def test_a_parallel_step_does_not_tell_secret_choices() -> None:
    """Until all have chosen, what the others see does not depend on the choice."""
    env = pettingzoo_envs.raw_env("hawthorn", deals=1)
    seen = []
    for choice in (0, -1):
        env.reset(seed=3)
        menu = np.flatnonzero(env.observe("seat_0")["action_mask"])
        env.step(int(menu[choice]))
        seen.append(env.observe("seat_1")["observation"])
    assert len(menu) > 1
    assert np.array_equal(*seen)


@compiled_and_campaign
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(gymnasium.make(IDS[name], level="random").unwrapped)
    many = gymnasium.make_vec(IDS[name], num_envs=8, level="random")
    first, _ = many.reset(seed=1)
    assert first in many.observation_space
    ended = 0
    for _ in range(300):
        seen, rewards, over, cut, info = many.step(many.action_space.sample())
        assert seen in many.observation_space
        assert rewards.shape == over.shape == cut.shape == (8,)
        assert over.any() == ("final_obs" in info)
        ended += over.sum()
    again, _ = many.reset(seed=1)
    assert all(np.array_equal(first[key], again[key]) for key in first)


@pytest.mark.parametrize(
    "first", ["import gymnasium, pioche.envs", "import pioche.envs, gymnasium; pioche.envs.register_gymnasium()"]
)
def test_gymnasium_is_told_of_the_games_in_a_new_process(first: str) -> None:
    """Gymnasium 1 looks through no entry points: what docs/research.md says must be enough."""
    lines = f"{first}\nprint(gymnasium.spec('pioche/Hawthorn-v1').id, len(gymnasium.registry))"
    said = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True).stdout.split()
    assert said[0] == "pioche/Hawthorn-v1"
    assert int(said[1]) >= len(IDS)


def test_a_seat_against_levels_is_asked_alone() -> None:
    env = gymnasium.make(IDS["hawthorn"], seat=2, level="random", deals=1).unwrapped
    env.reset(seed=1)
    total, over = 0.0, False
    while not over:
        assert env.tables.batch.actor[0] == 2
        _, reward, over, _, _ = env.step(int(env.action_masks().argmax()))
        total += reward
    assert total == env.tables.batch.table(0).scores[2]


@everyday_and_campaign
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    book = pioche.load(name).id
    options = SHORT[book] if name in SHORT else ",".join(
        part for part in SHORT[book].split(",") if pioche.presets()[name][1].get(part.split("=")[0]) is None
    )  # fmt: skip
    game = pyspiel.load_game(f"pioche_{name}({options})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_openspiel_has_chance_simultaneous_and_turn_nodes() -> None:
    state, kinds = pyspiel.load_game("pioche_hawthorn(seats=2,deals=1)").new_initial_state(), set()
    while not state.is_terminal():
        kinds.add(min(state.current_player(), 0))
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            state.apply_action(outcomes[0][0])
        elif state.is_simultaneous_node():
            state.apply_actions([state.legal_actions(p)[0] for p in range(2)])
        else:
            assert len(state.observation_tensor(0)) == len(Batch(pioche.load("hawthorn", seats=2), 1).names)
            state.apply_action(state.legal_actions()[0])
    assert kinds == {int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.SIMULTANEOUS), 0}
    assert sum(state.returns()) == pytest.approx(0)


def test_openspiel_plays_a_game_through() -> None:
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough("pioche_five_cards(target_score=10)", None, seed=1)
    assert "pioche_five_cards" in text
    assert "IsTerminal() = True" in text


def test_ids_name_every_game_and_preset() -> None:
    assert IDS["hawthorn"] == "pioche/Hawthorn-v1"
    assert set(IDS) == {*GAMES, *pioche.presets()}  # games of other packages may be registered later
    assert set(IDS.values()) <= set(gymnasium.registry)
    assert {f"pioche_{name}" for name in IDS} <= set(pyspiel.registered_names())
