"""Bots that are not levels: your own functions, classes and models, and players that were learnt.

What `make` understands beside the levels:

    my_bots:Careful          a class or function of yours, called with the game and a seed; it gives a bot
    my_bots:careful_policy   a function marked with `pioche.bots.own_bots.policy`: observations and masks in, actions out
    player.npz, .onnx, .pt2, .pt   a model that scores dense actions
    learnt                   a model that comes with Pioche
    python3 my_bot.py        a program that speaks JSON lines (`programs.py`)
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pioche.engine.game import Game
from pioche.errors import BadOption, PiocheError

if TYPE_CHECKING:
    from pioche.envs.batches.policies import Policy

LEARNT = "learnt"
NAMED = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
FILES = (".npz", ".onnx", ".pt2", ".pt")
MODELS = Path(__file__).parent / "learnt"
Known = Mapping[str, Any]


class PolicyBot:
    """A policy on dense numbers as a bot. What its seat knows becomes a position, and that an observation."""

    def __init__(self, game: Game, policy: Policy, seed: int, sampled: bool = True) -> None:
        import numpy as np

        self.game, self.policy = game, policy
        self.rng = Random(seed)
        self.dice = np.random.default_rng(seed) if sampled else None

    def choose(self, view: Known, legal: Sequence[str], events: Sequence[Known], memory: Known) -> str:
        if len(legal) == 1:
            return legal[0]
        import numpy as np

        from pioche.bots.world_sampling import WorldSampler
        from pioche.engine.table import Table
        from pioche.envs.core.turn_based_table import space_of
        from pioche.envs.batches.policies import chosen
        from pioche.envs.core.information import observation

        space, seat, s = space_of(self.game, False), view["seat"], WorldSampler(self.game, view, memory).draw(self.rng)
        dense = {space.of(s, seat, self.game.actions.read(word)): word for word in legal}
        mask = np.zeros((1, len(space)), bool)
        mask[0, [number for number in dense if number >= 0]] = True
        seen = np.array([observation(Table(self.game, s), seat)], "f4")
        answer = int(chosen(self.policy(seen, mask), mask, self.dice)[0])
        if answer not in dense:
            en, fr = f"The policy wants {answer}, which is", f"La politique veut {answer}, qui n’est"
            raise PiocheError(f"{en} not on the menu.", f"{fr} pas au menu.")
        return dense[answer]


class FunctionBot:
    """A function of view, menu, events and memory as a bot."""

    def __init__(self, function: Callable[..., str]) -> None:
        self.function = function

    def choose(self, view: Known, legal: Sequence[str], events: Sequence[Known], memory: Known) -> str:
        return self.function(view, legal, events, memory)


def policy(function: Callable[..., Any]) -> Callable[..., Any]:
    """Marks a function as a policy on dense numbers, for `my_bots:function`."""
    function.is_policy = True  # type: ignore[attr-defined]
    return function


def is_own(name: str) -> bool:
    """Return whether this is a name of such a bot; it need not exist."""
    return is_policy_file(name) or (NAMED.fullmatch(name) is not None and not name.startswith("search:"))


def is_policy_file(name: str) -> bool:
    return name.endswith(FILES) and " " not in name


def learnt_games() -> list[str]:
    """The games somebody has learnt: their models come with Pioche."""
    return sorted(file.stem for file in MODELS.glob("*.npz"))


def learnt_file(game: Game) -> Path | None:
    """The model that comes with Pioche for a game; it is made for one number of seats and the usual options."""
    file = MODELS / f"{game.id}.npz"
    return file if file.exists() else None


def has_learnt(game: Game) -> bool:
    """Return whether there is a learnt player for this game and its options."""
    file = learnt_file(game)
    if file is None:
        return False
    from pioche.envs.core.networks import read

    return read(file).seats == game.seats


def how_learnt(game: Game) -> str:
    """The command that trained the model of a game, and how much it has seen."""
    from pioche.envs.core.networks import read

    file = learnt_file(game)
    return read(file).made if file else ""


def make_own(name: str, game: Game, seed: int) -> Any:
    """A bot by one of these names."""
    from pioche.envs.batches.policies import policy_from

    if name == LEARNT:
        file = learnt_file(game)
        if file is None:
            en, fr = game.title("en"), game.title("fr")
            raise BadOption(f"Nobody has learnt {en} yet.", f"Personne n’a encore appris à jouer à {fr}.")
        if not has_learnt(game):  # made for another number of seats
            from pioche.bots.bot import make

            return make("expert", game, seed)
        return PolicyBot(game, policy_from(game, file), seed)
    if is_policy_file(name):
        return PolicyBot(game, policy_from(game, name), seed)
    module, _, what = name.partition(":")
    try:
        found = getattr(_module(module), what)
    except (ImportError, AttributeError) as missing:
        en, fr = f"No bot is found at {name}: {missing}.", f"Aucun robot ne se trouve à {name} : {missing}."
        raise PiocheError(en, fr) from None
    return as_bot(found, game, seed)


def _module(name: str) -> ModuleType:
    """A module that is installed, or lies in the folder one is in."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        here = os.getcwd()
        if missing.name != name.partition(".")[0] or here in sys.path:
            raise
        sys.path.append(here)  # other processes are started with the same path
        return importlib.import_module(name)


def as_bot(given: Any, game: Game, seed: int) -> Any:
    """A bot of a class, of a function that makes one, of a policy, or of something that is one already."""
    if getattr(given, "is_policy", False):
        return PolicyBot(game, given, seed)
    if hasattr(given, "choose") and not isinstance(given, type):
        return given
    made = given(game, seed)
    return made if hasattr(made, "choose") else FunctionBot(made)
