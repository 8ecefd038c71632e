"""Environments beside other environments: steps a second with mask and observation, on one core.

    python -m bench.envs --seconds 1

Ours are batches of 4096 tables under a random policy chosen in NumPy, and one compiled table stepped from Python. Beside
them OpenSpiel's Python loop with tensor and mask, PettingZoo classic, RLCard, and Pgx on this processor, at batch sizes
its own users take. Time is processor time of this process. *Environment* leaves out what the policy costs, for Pgx too.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.peers import _quiet
from bench.race import stay_on_one_core

RESULTS = Path(__file__).parent / "results"
TABLES = 4096
SPIEL_GAMES = ("leduc_poker", "crazy_eights", "goofspiel", "kuhn_poker", "hearts")
PETTINGZOO_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "tictactoe_v3")
RLCARD_GAMES = ("leduc-holdem", "limit-holdem", "uno")
PGX_SIZES = (1024, 4096, 16384)
Row = dict[str, Any]


def clock() -> float:
    return time.process_time()


def ours(name: str, seconds: float) -> Row:
    """A batch under a random policy in NumPy."""
    import numpy as np

    import pioche

    batch, dice = pioche.batch(name, TABLES, 1, threads=1), np.random.default_rng(0)
    steps, inside, began = 0, 0.0, 0.0
    for lap in range(1 << 30):
        if lap == 20:
            began, inside, steps = clock(), 0.0, 0
        k = (dice.random(TABLES) * batch.counts).astype("i2")
        actions = (np.cumsum(batch.mask, axis=1, dtype="i2") <= k[:, None]).sum(axis=1)
        now = clock()
        batch.step(actions)
        inside += clock() - now
        steps += TABLES
        if lap > 20 and clock() - began > seconds:
            break
    return {"who": "Pioche, batch", "game": name, "environment": steps / inside, "with policy": steps / (clock() - began)}


def one_of_ours(name: str, seconds: float) -> Row:
    """One compiled table, stepped from Python."""
    import pioche
    from pioche.envs.batches.one_table import OneTable

    table, steps, luck = OneTable(pioche.load(name), 1), 0, random.random
    began = clock()
    while clock() - began < seconds:
        for _ in range(200):
            menu = table.mask.nonzero()[0]
            table.step(int(menu[int(luck() * len(menu))]))
        steps += 200
    return {"who": "Pioche, one table", "game": name, "with policy": steps / (clock() - began)}


def openspiel(name: str, seconds: float) -> Row:
    """The loop of its own examples: tensor, mask, an action; chance is played and not counted."""
    import pyspiel

    given = {"goofspiel": "goofspiel(players=4,imp_info=True)"}
    game, steps, began = pyspiel.load_game(given.get(name, name)), 0, clock()
    tensor = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"
    players = game.num_players()
    while clock() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            elif state.is_simultaneous_node():
                chosen = []
                for player in range(players):
                    getattr(state, tensor)(player)
                    state.legal_actions_mask(player)
                    chosen.append(random.choice(state.legal_actions(player)))
                state.apply_actions(chosen)
                steps += players
            else:
                player = state.current_player()
                getattr(state, tensor)(player)
                state.legal_actions_mask(player)
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
    return {"who": "OpenSpiel, Python loop", "game": name, "with policy": steps / (clock() - began)}


def pettingzoo(name: str, seconds: float) -> Row:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").env()
    steps, began = 0, clock()
    while clock() - began < seconds:
        env.reset()
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            menu = seen["action_mask"].nonzero()[0]
            env.step(int(menu[int(random.random() * len(menu))]))
            steps += 1
    return {"who": "PettingZoo classic", "game": name, "with policy": steps / (clock() - began)}


def rlcard(name: str, seconds: float) -> Row:
    from rlcard import make

    env, steps, began = make(name), 0, clock()
    while clock() - began < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
    return {"who": "RLCard", "game": name, "with policy": steps / (clock() - began)}


def pgx(size: int, seconds: float) -> Row:
    """Leduc on this processor, compiled by JAX; a random legal action is drawn in JAX as well, apart from the step."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make("leduc_holdem")
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    @jax.jit  # type: ignore[untyped-decorator]
    def chosen(state: Any, key: Any) -> Any:
        key, one, two = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        return jax.random.categorical(one, logits, axis=1), jax.random.split(two, size), key

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
    steps, inside, began = 0, 0.0, 0.0
    for lap in range(1 << 30):
        if lap == 10:
            began, inside, steps = clock(), 0.0, 0
        action, keys, key = jax.block_until_ready(chosen(state, key))
        now = clock()
        state = jax.block_until_ready(step(state, action, keys))
        inside += clock() - now
        steps += size
        if lap > 10 and clock() - began > seconds:
            break
    took = clock() - began
    row = {"who": "Pgx, JAX on one core", "game": f"leduc_holdem, batch {size}"}
    return row | {"environment": steps / inside, "with policy": steps / took}


def memory() -> Row:
    """What 100,000 tables of Hawthorn need, observation and mask included."""
    import pioche

    batch = pioche.batch("hawthorn", 100_000)
    arrays = (batch.rows, batch.book, batch.allowed, batch.chosen, batch._every, batch.observation, batch.rewards)
    return {"tables": 100_000, "game": "hawthorn", "bytes": sum(array.nbytes for array in arrays)}


def measured(seconds: float) -> tuple[list[Row], list[str]]:
    from pioche.engine.game import games, load

    turn_based = [name for name in games() if not load(name).rules.timed]
    tasks: list[tuple[Callable[..., Row], Any]] = [
        *((ours, name) for name in turn_based), *((one_of_ours, name) for name in turn_based),
        *((openspiel, name) for name in SPIEL_GAMES), *((pettingzoo, name) for name in PETTINGZOO_GAMES),
        *((rlcard, name) for name in RLCARD_GAMES), *((pgx, size) for size in PGX_SIZES),
    ]  # fmt: skip
    rows, missing = [], []
    for run, what in tasks:
        try:
            with _quiet():
                rows.append(run(what, seconds))
            print(rows[-1], file=sys.stderr)
        except ImportError as absent:
            missing.append(f"{run.__name__} {what}: {absent}")
        except Exception as trouble:  # a peer at fault must not hide the others
            missing.append(f"{run.__name__} {what}: {type(trouble).__name__}: {str(trouble)[:80]}")
    return rows, missing


def middle(rows: Sequence[Row], who: str, what: str = "with policy") -> float:
    found = [row[what] for row in rows if row["who"] == who]
    return statistics.median(found) if found else float("nan")


def page(rows: Sequence[Row], missing: Sequence[str], room: Row, seconds: float) -> str:
    spiel = middle(rows, "OpenSpiel, Python loop")
    inside, outside = middle(rows, "Pioche, batch", "environment"), middle(rows, "Pioche, batch")
    one = middle(rows, "Pioche, one table")
    leduc = max((row["environment"] for row in rows if row["who"].startswith("Pgx")), default=float("nan"))
    goals = [
        ("batch, environment, against OpenSpiel's loop (medians)", inside / spiel, 20),
        ("batch with the policy in NumPy, against the same", outside / spiel, 10),
        ("batch, environment, against Pgx's Leduc at its best size", inside / leduc, 2),
        ("one table from Python, against OpenSpiel's loop", one / spiel, 3),
    ]
    lines = [
        "# Environments", "",
        f"Steps a second on one core with mask and observation, {seconds:g} s each: `python -m bench.envs`.",
        f"Batches have {TABLES} tables; a random policy is chosen in NumPy. *Environment* is without the policy's own time.",
        "", "| what | times | wanted |", "|---|---:|---:|",
        *(f"| {name} | {times:.1f} | {wanted} |" for name, times, wanted in goals),
        "", f"{room['tables']:,} tables of Hawthorn with observations and masks take {room['bytes'] / 1e6:.0f} MB.", "",
        "| who | game | environment | with policy |", "|---|---|---:|---:|",
        *(f"| {r['who']} | {r['game']} | {_figure(r.get('environment'))} | {_figure(r['with policy'])} |" for r in rows),
    ]  # fmt: skip
    if missing:
        lines += ["", "Not measured:", "", *(f"- {line}" for line in missing)]
    return "\n".join(lines) + "\n"


def _figure(steps: float | None) -> str:
    return "" if steps is None else f"{steps:,.0f}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.envs", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--out", type=Path, default=RESULTS)
    asked = parser.parse_args(argv)
    stay_on_one_core()
    rows, missing = measured(asked.seconds)
    room = memory()
    (asked.out / "envs.json").write_text(
        json.dumps({"rows": rows, "missing": missing, "memory": room, "seconds": asked.seconds}, indent=1) + "\n"
    )
    (asked.out / "envs.md").write_text(page(rows, missing, room, asked.seconds), encoding="utf-8")
    print(page(rows, missing, room, asked.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
