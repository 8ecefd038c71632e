"""The ids of all environments: every game and every preset under the naming conventions of each library.

Each library wants to be told once: `pioche.envs.register_gymnasium()`, `register_pettingzoo()`, `register_openspiel()`,
`register_text()`. Gymnasium is told by `import pioche.envs` already if it was loaded before.
"""

from __future__ import annotations

from functools import cache

from pioche.engine.game import games, presets

VERSION = 1


def env_names() -> dict[str, str]:
    """Name of an environment -> game or preset: Hawthorn, GoblinPoker, SoftKitty."""
    return {"".join(part.capitalize() for part in name.split("_")): name for name in (*games(), *presets())}


def env_ids() -> dict[str, str]:
    return {f"pioche/{shown}-v{VERSION}": name for shown, name in env_names().items()}


@cache
def register_gymnasium() -> None:
    """Register an environment for each game: one seat against levels; `gymnasium.make_vec` has many tables at once."""
    import gymnasium

    for id, name in env_ids().items():
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point="pioche.envs.adapters.gymnasium_envs:SeatEnv",
                vector_entry_point="pioche.envs.adapters.gymnasium_envs:SeatVectorEnv",
                kwargs={"game": name},
            )


@cache
def register_pettingzoo() -> None:
    """Turn by turn (`aec`) and all at once (`parallel`)."""
    import pettingzoo

    for id, name in env_ids().items():
        if id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", id, "pioche.envs.adapters.pettingzoo_envs:env", kwargs={"game": name})
            pettingzoo.register("parallel", id, "pioche.envs.adapters.pettingzoo_envs:parallel_env", kwargs={"game": name})


@cache
def register_openspiel() -> None:
    """`pyspiel.load_game("pioche_hawthorn(seats=2,deals=1)")`."""
    from pioche.envs.adapters.openspiel_games import register_games

    register_games()


@cache
def register_text() -> None:
    """`textarena.make("pioche/Hawthorn-v1")`: observation and action in words."""
    from textarena.envs.registration import ENV_REGISTRY, register

    from pioche.envs.adapters.textarena_envs import TextArenaEnv

    for id, name in env_ids().items():
        if id not in ENV_REGISTRY:
            register(id, TextArenaEnv, game=name)
