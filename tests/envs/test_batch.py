"""A batch plays what plain tables play, whatever its size, and its copies are copies."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

import pioche
from pioche import BadOption
from pioche.envs.batches.batch import Batch
from tests.envs.lockstep import any_action, in_lockstep
from tests.strategies import GAMES

EVERYDAY = ("hawthorn", "pig")  # each has to be compiled
NAMES = [*GAMES, *pioche.presets()]


@pytest.mark.parametrize("name", EVERYDAY)
def test_a_batch_is_a_row_of_plain_tables(name: str) -> None:
    assert in_lockstep(pioche.load(name), 4, 250, seed=3) > 4


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_ten_thousand_deals_of_every_game_and_preset(name: str) -> None:
    game, deals, seed = pioche.load(name), 0, 0
    while deals < 10_000:
        deals += in_lockstep(game, 64, 4_000, seed)
        seed += 1000


def played(batch: Batch, steps: int) -> list[bytes]:
    """What becomes of the first tables when each table rolls its own dice."""
    dice, seen = [np.random.default_rng(int(seed)) for seed in batch.seeds], []
    for _ in range(steps):
        menus = [np.flatnonzero(row) for row in batch.mask]
        batch.step(np.array([roll.choice(menu) for roll, menu in zip(dice, menus, strict=True)]))
        seen.append(batch.tables[:4].tobytes() + batch.observation[:4].tobytes() + batch.rewards[:4].tobytes())
    return seen


def test_what_a_table_plays_depends_on_its_seed_alone() -> None:
    game = pioche.load("hawthorn", deals=1)
    alone = played(Batch(game, 4, 11), 40)
    assert alone == played(Batch(game, 64, 11, threads=1), 40)
    crowd = Batch(game, 2048, 11, threads=2)
    assert crowd._threads == 2
    assert alone == played(crowd, 40)


def test_a_seed_plays_the_same_in_another_process() -> None:
    program = (
        "import pioche, numpy as np, hashlib; b = pioche.batch('hawthorn', 16, 5); h = hashlib.sha256()\n"
        "for _ in range(50): b.step(b.mask.argmax(axis=1)); h.update(b.tables.tobytes() + b.observation.tobytes())\n"
        "print(h.hexdigest())"
    )
    one, other = (subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in "ab")
    assert one.stdout == other.stdout
    assert len(one.stdout) == 65


def test_a_saved_table_is_not_touched_by_playing_on() -> None:
    batch, dice = pioche.batch("hawthorn", 8, 2), np.random.default_rng(0)
    for _ in range(20):
        batch.step(any_action(batch, dice))
    saved, script = batch.save(), []
    seen, menu = batch.observation.copy(), batch.mask.copy()
    for _ in range(30):
        script.append(any_action(batch, dice))
        batch.step(script[-1])
    after = batch.tables.tobytes(), batch.observation.tobytes(), batch.rewards.tobytes()
    batch.restore(saved)
    assert np.array_equal(batch.observation, seen)
    assert np.array_equal(batch.mask, menu)
    for actions in script:
        batch.step(actions)
    assert (batch.tables.tobytes(), batch.observation.tobytes(), batch.rewards.tobytes()) == after


def test_one_saved_table_becomes_many() -> None:
    batch, other = pioche.batch("hawthorn", 4, 2), pioche.batch("hawthorn", 16, 9)
    before = other.tables[8:].tobytes()
    other.restore(batch.save(2), slice(0, 8))
    assert all(other.tables[i] == batch.tables[2] for i in range(8))
    assert np.array_equal(other.observation[3], batch.observation[2])
    assert other.tables[8:].tobytes() == before


def test_an_illegal_action_changes_nothing() -> None:
    batch = pioche.batch("hawthorn", 4, 2)
    before, actions = batch.tables.tobytes(), batch.mask.argmax(axis=1)
    actions[3] = batch.actions.index("pass")
    with pytest.raises(BadOption, match="from 0 to 21"):
        batch.step(np.full(4, -1))
    with pytest.raises(BadOption, match="Table 3: pass is not on the menu of seat 0"):
        batch.step(actions)
    assert batch.tables.tobytes() == before


def test_without_autoreset_a_table_stays_over() -> None:
    batch, dice = Batch(pioche.load("hawthorn", deals=1), 8, 2, autoreset=False), np.random.default_rng(0)
    for _ in range(200):
        batch.step(any_action(batch, dice))
    assert (batch.actor == -1).all()
    assert not batch.mask.any()
    assert not batch.rewards.any()


@pytest.mark.campaign  # experts inside a batch take twenty seconds to compile
def test_opponents_inside_the_batch_play_by_their_level() -> None:
    """Experts win more of a seat that plays at random than other such seats do."""
    game, ahead = pioche.load("hawthorn", deals=1), {}
    for level in ("random", "expert"):
        batch, dice = Batch(game, 256, 1, levels=["", level, level, level]), np.random.default_rng(0)
        ahead[level] = 0.0
        for _ in range(60):
            assert set(batch.actor) == {0}
            _, rewards, over = batch.step(any_action(batch, dice))
            ahead[level] -= float(rewards[:, 0].sum())
        assert over.any()
    assert ahead["expert"] > ahead["random"] + 256 * 10


def test_levels_are_named_or_refused() -> None:
    game = pioche.load("hawthorn")
    with pytest.raises(BadOption, match="No level is called genius"):
        Batch(game, 2, levels=["", "genius", "expert", "expert"])
    with pytest.raises(BadOption, match="for each of the 4 seats"):
        Batch(game, 2, levels=["", "random"])


def test_arrays_stay_where_they_are_and_are_shared_without_a_copy() -> None:
    batch = pioche.batch("hawthorn", 4, 2)
    shared = np.from_dlpack(batch.observation)
    batch.step(batch.mask.argmax(axis=1))
    assert np.shares_memory(shared, batch.observation)
    assert np.array_equal(shared, batch.observation)
    for array in (batch.observation, batch.mask, batch.rewards):
        assert array.ctypes.data % 64 == 0  # else JAX would make a copy
        assert array.flags.c_contiguous


def test_a_hundred_thousand_tables_of_hawthorn_take_less_than_200_megabytes() -> None:
    batch = pioche.batch("hawthorn", 100_000)
    arrays = (batch.rows, batch.book, batch.allowed, batch.chosen, batch._every, batch.observation, batch.rewards)
    assert sum(array.nbytes for array in arrays) < 200e6


@pytest.mark.parametrize("actions", [[0, 0], 0, [0.5, 0, 0], [True, True, True]])
def test_a_step_takes_a_whole_number_for_each_table(actions: object) -> None:
    batch = pioche.batch("hawthorn", 3, seed=5)
    before = batch.observation.copy()
    with pytest.raises(BadOption, match="takes 3 whole numbers"):
        batch.step(actions)
    assert np.array_equal(batch.observation, before)


def test_tables_of_another_game_or_size_are_refused() -> None:
    saved = pioche.batch("hawthorn", 1, seed=5).save()
    for other in (pioche.batch("pig", 1, seed=5), pioche.batch(pioche.load("hawthorn", seats=5), 1, seed=5)):
        with pytest.raises(BadOption, match="are not of"):
            other.restore(saved)


def test_a_batch_goes_to_another_process_as_it_is() -> None:
    batch = pioche.batch("hawthorn", 3, seed=5, levels=["", "expert", "random", "novice"])
    batch.step(batch.mask.argmax(1))
    other = pickle.loads(pickle.dumps(batch))
    assert np.array_equal(other.levels, batch.levels)
    for _ in range(100):
        batch.step(batch.mask.argmax(1))
        other.step(other.mask.argmax(1))
        assert np.array_equal(other.observation, batch.observation)
        assert np.array_equal(other.rewards, batch.rewards)
