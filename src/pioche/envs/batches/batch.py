"""Many tables at once, for programs that learn: `pioche.batch("hawthorn", 4096, seed=1)`.

All tables lie in one structured array. One call opens them, or lets the seat that is asked at each of them act, in
compiled code and on all cores. What comes back lies in arrays that stay where they are and are written again at every step:

    actor         which seat is asked at each table, -1 where the match is over
    mask          which dense actions it may choose
    observation   what it may know, and nothing else
    rewards       what each seat's standing has gained since the last step
    over          whether a match has just ended
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from pioche.bots.common import playouts
from pioche.bots.judgement import judgement_module
from pioche.engine.game import COMPILED, Game
from pioche.envs.batches import batch_against, batch_ticks
from pioche.envs.core import batch_play
from pioche.envs.core.action_space import ActionSpace
from pioche.envs.core.batch_play import (
    BATCH_FROM_OUTSIDE,
    BATCH_LOOK,
    BATCH_OPEN,
    BATCH_STEP,
    BOOK_ACTOR,
    BOOK_COUNT,
    BOOK_OVER,
    BOOK_SEATS,
    BOOK_SEED,
    BOOK_STRAYS,
    BOOK_TICK,
    MENU_ROOM,
)
from pioche.envs.core.observations import observed
from pioche.errors import BadOption

if TYPE_CHECKING:
    from pioche.engine.table import Table

Array = Any  # a NumPy array
LEVEL_NAMES = ("random", "novice", "regular", "expert")
OUTSIDE = ""  # the name of a seat that is asked from outside
TICK_MS = 100  # milliseconds
TABLES_PER_THREAD = 512  # tables
ALIGNMENT_BYTES = 64  # bytes


@dataclass(frozen=True)
class Saved:
    """Some tables as they were: `Batch.save` makes it, `Batch.restore` takes it, in any batch of the same game."""

    tables: Array
    book: Array

    def __len__(self) -> int:
        return len(self.tables)


class Batch:
    """n tables of a game. Table i plays the match of `seed + i`; its next one that of `seeds[i]`, which is that number and
    a multiple of 2**32, whatever the other tables do. `game.table(seed=...)` opens the same match in plain Python.

    `levels` names who sits at the seats: "" is asked from outside, a level plays inside the batch. One name for each seat,
    or for every table a row of them. With `autoreset` a match that is over gives way to the next one in the same step.
    `tick` is what passes between two questions in a game with a clock, in milliseconds; 0 plays it without reflexes.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        *,
        levels: Sequence[Any] | None = None,
        autoreset: bool = True,
        tick: int = TICK_MS,
        threads: int = 0,
    ) -> None:
        if n < 1:
            raise BadOption("A batch has at least one table.", "Un lot a au moins une table.")
        if not 0 <= seed < 1 << 31:
            raise BadOption("The seed of a batch is a number from 0 to 2**31.", "La graine d’un lot va de 0 à 2**31.")
        self.game, self.n, self.autoreset = game, n, autoreset
        self.tick = tick if game.rules.against_the_clock(game.options) else 0
        self.actions = ActionSpace(game, ticks=bool(self.tick))
        self.names = observed(game.rules).names(game.seats)
        seats, shape = game.seats, game.rules.shape
        self.rows = np.zeros(n + 1, shape.dtype())
        shape.write_row(game.blank(), self.rows[0])
        self.book = np.zeros((n, BOOK_SEATS + 3 * seats), "i8")
        self.chosen = np.zeros(n, "i8")
        self.allowed = aligned((n, len(self.actions)), "u1")
        self.observation: Array = aligned((n, len(self.names)), "f4")
        self.rewards: Array = aligned((n, seats), "f4")
        self.levels = self.book[:, BOOK_SEATS + seats : BOOK_SEATS + 2 * seats]
        self.levels[:] = level_numbers(game, levels)
        if self.tick and (self.levels > 0).any():
            raise BadOption(
                "In ticks the seats of a batch are asked from outside, or play at random.",
                "Au rythme des tics, les places d’un lot sont demandées de l’extérieur, ou jouent au hasard.",
            )
        self.kernel = game.engine(COMPILED, _modules(game, bool((self.levels > 0).any()))).batch_run
        self._threads = max(1, min(threads or os.cpu_count() or 1, n // TABLES_PER_THREAD))
        self._rooms = [self._room() for _ in range(self._threads)]
        self._every = np.arange(n)
        self.reset(seed)

    def __reduce__(self) -> Any:
        """A copy in another process is a batch like this one with the same tables."""
        names = np.array([*LEVEL_NAMES, OUTSIDE])[self.levels]  # from outside is -1, the last
        settings = {"autoreset": self.autoreset, "tick": self.tick, "threads": self._threads}
        return _again, (self.game, self.n, self.seed, names, settings, self.save())

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch of {self.n} tables of {self.game.id}, {len(self.actions)} actions, {len(self.names)} entries>"

    def _room(self) -> Array:
        """Room for a menu, and the dense actions behind it."""
        return np.concatenate([np.zeros(MENU_ROOM, "i8"), self.actions.numbers, self.actions.looked_up()]).astype("i8")

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads)

    # -- the two calls --------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> tuple[Array, Array]:
        """Fresh matches at all tables: what the seats that are asked may know, and what they may do."""
        if seed is not None:
            self.seed = seed
        self.book[:, BOOK_SEED] = self.seed + self._every
        self.book[:, BOOK_OVER] = self.book[:, BOOK_STRAYS] = 0
        self.book[:, BOOK_TICK] = self.tick
        self._all(BATCH_OPEN)
        return self.observation, self.mask

    def step(self, actions: Array) -> tuple[Array, Array, Array]:
        """The seat that is asked at table i does `actions[i]`, a dense number. Returns observation, rewards and over; who is
        asked next and what it may do stand in `actor` and `mask`. Nothing happens when one of the actions is illegal."""
        chosen = np.asarray(actions)
        if chosen.shape != self.chosen.shape or chosen.dtype.kind not in "iu":
            raise BadOption(
                f"A step takes {self.n} whole numbers, one action a table; not {chosen.dtype} of shape {chosen.shape}.",
                f"Un pas prend {self.n} nombres entiers, une action par table ; pas {chosen.dtype} de forme {chosen.shape}.",
            )
        self.chosen[:] = chosen
        if not self.autoreset:
            self.chosen[self.actor < 0] = 0  # nobody is asked there
        if self.chosen.view("u8").max() >= len(self.actions):  # a number below 0 is a very large one
            last = len(self.actions) - 1
            raise BadOption(f"Actions are numbers from 0 to {last}.", f"Les actions vont de 0 à {last}.")
        allowed = self.allowed[self._every, self.chosen]
        if not allowed.all():
            self._refuse(np.flatnonzero((allowed == 0) & (self.actor >= 0)))
        self._all(BATCH_STEP)
        return self.observation, self.rewards, self.over

    def _refuse(self, wrong: Array) -> None:
        if len(wrong):
            i = int(wrong[0])
            word, seat = self.actions.names[int(self.chosen[i])], int(self.actor[i])
            raise BadOption(
                f"Table {i}: {word} is not on the menu of seat {seat}.",
                f"Table {i} : {word} n’est pas au menu de la place {seat}.",
            )

    def _all(self, todo: int) -> None:
        if self._threads == 1:
            self._part(todo, 0, 0, self.n)
            return
        cuts = [self.n * k // self._threads for k in range(self._threads + 1)]
        parts = [self._pool.submit(self._part, todo, k, cuts[k], cuts[k + 1]) for k in range(self._threads)]
        for part in parts:
            part.result()

    def _part(self, todo: int, k: int, first: int, last: int) -> None:
        self.kernel(*self.arguments(todo, k, first, last))

    def arguments(self, todo: int, k: int, first: int, last: int) -> tuple[Any, ...]:
        """Return what the kernel takes to treat the tables from `first` up to `last`, with the scratch room of thread k."""
        return (
            self.rows, self.book, self.chosen, first, last, todo, int(self.autoreset), self._rooms[k],
            len(self.actions), self.rewards, self.allowed, self.observation,
        )  # fmt: skip

    # -- what there is to see -------------------------------------------------------------------

    @property
    def tables(self) -> Array:
        """The tables as the rules see them, all that is secret included: a structured array."""
        return self.rows[1:]

    @cached_property
    def actor(self) -> Array:
        return self.book[:, BOOK_ACTOR]

    @cached_property
    def mask(self) -> Array:
        return self.allowed.view(np.bool_)

    @cached_property
    def counts(self) -> Array:
        """How many actions each seat that is asked may choose from."""
        return self.book[:, BOOK_COUNT]

    @property
    def over(self) -> Array:
        return self.book[:, BOOK_OVER].astype(np.bool_)

    @property
    def seeds(self) -> Array:
        """The seed of the match that each table plays now."""
        return self.book[:, BOOK_SEED].copy()

    @property
    def out_of_reach(self) -> int:
        """The number of menu entries so far that had no dense action: cards too far on in a layout."""
        return int(self.book[:, BOOK_STRAYS].sum())

    @property
    def standings(self) -> Array:
        """The standing of each seat, higher is better; after a match has ended, that of the next one."""
        return self.book[:, BOOK_SEATS : BOOK_SEATS + self.game.seats]

    def table(self, i: int) -> Table:
        """Table i in plain Python: for its words, its view as JSON, a look at it in a debugger."""
        from pioche.engine.table import Table

        return Table(self.game, self.game.rules.shape.read_row(self.rows[i + 1]))

    # -- copies ---------------------------------------------------------------------------------

    def save(self, which: Any = None) -> Saved:
        """Tables as they are now, all or those of an index; playing on does not touch the copy."""
        chosen = self._every if which is None else np.atleast_1d(self._every[which])
        return Saved(self.rows[1:][chosen].copy(), self.book[chosen].copy())

    def restore(self, saved: Saved, which: Any = None) -> None:
        """Put saved tables back, here or elsewhere; one saved table may become many."""
        chosen = self._every if which is None else np.atleast_1d(self._every[which])
        if saved.tables.dtype != self.rows.dtype or saved.book.shape[1:] != self.book.shape[1:]:
            raise BadOption(
                f"These tables are not of {self.game.id} with {self.game.seats} seats.",
                f"Ces tables ne sont pas de {self.game.id} à {self.game.seats} places.",
            )
        self.rows[1:][chosen] = saved.tables
        self.book[chosen] = saved.book
        self._all(BATCH_LOOK)


def _again(game: Game, n: int, seed: int, levels: Array, settings: dict[str, Any], saved: Saved) -> Batch:
    batch = Batch(game, n, seed, levels=levels, **settings)
    batch.restore(saved)
    return batch


def aligned(shape: tuple[int, int], dtype: str) -> Array:
    """Noughts that begin where every library can take them over without a copy: JAX wants a multiple of 64."""
    size = shape[0] * shape[1] * np.dtype(dtype).itemsize
    room = np.zeros(size + ALIGNMENT_BYTES, "u1")
    start = -room.ctypes.data % ALIGNMENT_BYTES
    return room[start : start + size].view(dtype).reshape(shape)


def level_numbers(game: Game, levels: Sequence[Any] | None) -> Array:
    """Return the level of each seat as the compiled engine numbers levels."""
    if levels is None:
        return np.full(game.seats, BATCH_FROM_OUTSIDE)
    known = {OUTSIDE: BATCH_FROM_OUTSIDE, **{name: number for number, name in enumerate(LEVEL_NAMES)}}
    try:
        found = np.vectorize(lambda one: known[one if isinstance(one, str) else OUTSIDE], otypes=["i8"])(np.array(levels))
    except KeyError as unknown:
        known_names = ", ".join(LEVEL_NAMES)
        raise BadOption(
            f"No level is called {unknown.args[0]}; there are {known_names}, and '' is asked from outside.",
            f"Aucun niveau ne s’appelle {unknown.args[0]} ; il y a {known_names}, et '' est demandé de l’extérieur.",
        ) from None
    if found.shape[-1] != game.seats:
        raise BadOption(
            f"Name a level for each of the {game.seats} seats.", f"Nommez un niveau pour chacune des {game.seats} places."
        )
    if (found > 0).any() and judgement_module(game.rules) is None:
        raise BadOption(
            f"{game.title('en')} has no judgement, so levels other than random cannot play inside a batch.",
            f"{game.title('fr')} n’a pas de jugement : seul random peut jouer dans un lot.",
        )
    return found


def _modules(game: Game, judged: bool) -> tuple[ModuleType, ...]:
    """Return the modules that a batch adds to the rules of a game."""
    found: list[ModuleType] = [batch_play]
    if game.rules.timed:
        found.append(batch_ticks)
    if judged:
        own = judgement_module(game.rules)
        found = [playouts, *([own] if own else []), *found, batch_against]
    return *found, observed(game.rules).module


def batch(game: Game | str, n: int, seed: int = 0, **how: Any) -> Batch:
    """n tables of a game, ready for their first decision. See `Batch`."""
    from pioche.engine.game import load

    return Batch(load(game) if isinstance(game, str) else game, n, seed, **how)
