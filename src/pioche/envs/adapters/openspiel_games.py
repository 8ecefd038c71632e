"""OpenSpiel: every game and preset as a registered game, with chance nodes and simultaneous nodes where there are any.

    pioche.envs.register_openspiel()
    game = pyspiel.load_game("pioche_hawthorn(seats=2,deals=1)")

Every option is a parameter. Chance is explicit: each card that is drawn and each lot is a node with its outcomes. Where
several seats choose in secret the node is simultaneous. Information states are everything a seat was told and did;
observation tensors are those of `pioche.batch`. What a seat gets in the end is its standing less the mean of all, so that
all games are zero-sum. Games with a clock go in ticks, and who comes first within a tick is drawn by lot at a chance node.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from pioche.engine.game import Game, games, load, presets
from pioche.engine.table import Table
from pioche.envs.core.information import information_state, observation_names
from pioche.envs.core.turn_based_table import TICK_MS, TurnBasedTable, space_of

MOST_OUTCOMES = 4096
MAX_RETURN = 1e9  # no return is larger
MAX_GAME_LENGTH = 1_000_000
PREFIX = "pioche_"
SIMULTANEOUS = "all_choose"  # the verb by which rules let several seats choose


class _NeedsChance(Exception):
    """The rules draw a lot nobody has decided yet."""

    def __init__(self, weights: list[tuple[int, int]]) -> None:
        self.weights = weights


class _Decided:
    """A driver of chance: what was decided so far, in order; then it asks."""

    def __init__(self, path: list[int]) -> None:
        self.path, self.taken = path, 0

    def _next(self, weights: list[tuple[int, int]]) -> int:
        if len(weights) == 1:
            return weights[0][0]  # nothing to decide
        if self.taken == len(self.path):
            raise _NeedsChance(weights)
        self.taken += 1
        return self.path[self.taken - 1]

    def below(self, s: Any, n: int) -> int:
        return self._next([(k, 1) for k in range(n)])

    def pick(self, s: Any, counts: list[int], total: int) -> int:
        return self._next([(rank, n) for rank, n in enumerate(counts) if n])

    def top(self, s: Any, zone: list[int], place: int) -> int:
        return place  # a pile was shuffled before

    def clone(self) -> _Decided:
        return self


class PiocheGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its options."""

    def __init__(self, name: str, kind: Any, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        usual = load(name)  # an option that is not given may depend on others: it is left to the rulebook
        changed = {key: value for key, value in given.items() if key != "tick" and value != _parameter(usual.options[key])}
        self.rules_game = load(name, **changed)
        self.tick = int(given.get("tick", TICK_MS))
        ticks = bool(self.tick) and self.rules_game.rules.against_the_clock(self.rules_game.options)
        self.space = space_of(self.rules_game, ticks)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.space), max_chance_outcomes=MOST_OUTCOMES, num_players=self.rules_game.seats,
            min_utility=-MAX_RETURN, max_utility=MAX_RETURN, utility_sum=0.0, max_game_length=MAX_GAME_LENGTH,
        )  # fmt: skip
        super().__init__(kind, info, given)

    def new_initial_state(self, *_: Any) -> PiocheState:
        return PiocheState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PiocheObserver:
        return PiocheObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class PiocheState(pyspiel.State):  # type: ignore[misc]
    """A match, and what chance still has to decide of its last move."""

    def __init__(self, game: PiocheGame) -> None:
        super().__init__(game)
        self.game_now: Game = game.rules_game
        self.tick_ms = game.tick
        self.match: TurnBasedTable | None = None  # before the first card it is dealt out yet
        self.wishes: dict[int, int] | None = {}  # what is being done; None when somebody is asked
        self.path: list[int] = []
        self.weights: list[tuple[int, int]] = []
        self._try()

    # -- chance ---------------------------------------------------------------------------------

    def _try(self) -> None:
        """Play on with the random numbers decided so far; either it succeeds, or a chance node is needed."""
        assert self.wishes is not None
        driver = _Decided(self.path)
        try:
            done = self._opened(driver) if self.match is None else self._played(self.match.clone(), driver)
        except _NeedsChance as needs:
            self.weights = needs.weights
            return
        done.table.s.chance = None
        self.match, self.wishes, self.path, self.weights = done, None, [], []

    def _opened(self, driver: _Decided) -> TurnBasedTable:
        table = Table(self.game_now, self.game_now.blank())
        table.s.chance = driver
        table.engine.begin(table.s)
        return TurnBasedTable(self.game_now, 0, self.tick_ms, table)

    def _played(self, match: TurnBasedTable, driver: _Decided) -> TurnBasedTable:
        match.table.s.chance = driver
        for seat, dense in sorted((self.wishes or {}).items()):
            if match.tick:
                match.wanted[seat] = match.space.at(match.table.s, seat, dense)
            elif seat in match.asked:
                match.do(dense, seat)
        if match.tick:
            match.tick_over(lambda n: driver.below(None, n))
            match.settle()
        return match

    # -- OpenSpiel ------------------------------------------------------------------------------

    def current_player(self) -> int:
        if self.wishes is not None:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.match is not None
        if self.match.over:
            return int(pyspiel.PlayerId.TERMINAL)
        asked = self.match.asked
        return asked[0] if len(asked) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        return self.wishes is None and self.match is not None and self.match.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.match.menu(player) if self.wishes is None and self.match is not None else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        total = sum(weight for _, weight in self.weights)
        return [(outcome, weight / total) for outcome, weight in self.weights]

    def _apply_action(self, action: int) -> None:
        if self.wishes is not None:
            self.path = [*self.path, int(action)]
        else:
            assert self.match is not None
            self.wishes = {self.match.actor: int(action)}
        self._try()

    def _apply_actions(self, actions: list[int]) -> None:
        assert self.match is not None
        self.wishes = {seat: int(actions[seat]) for seat in self.match.asked}
        self._try()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance:{action}"
        return space_of(self.game_now, bool(self._ticks())).names[action]

    def _ticks(self) -> int:
        return self.tick_ms if self.game_now.rules.against_the_clock(self.game_now.options) else 0

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.game_now.seats
        assert self.match is not None
        standings = self.match.standings
        mean = sum(standings) / len(standings)
        return [one - mean for one in standings]

    def information_state(self, player: int) -> str:
        """Return what a seat was told and did; in the middle of a move, what it knew before."""
        return "" if self.match is None else str(information_state(self.match.table, player))

    def __str__(self) -> str:
        where = "the first cards" if self.match is None else repr(self.match.table)
        return f"{where} {self.wishes or ''} {self.path or ''}".strip()


class PiocheObserver:
    """Tensors as `pioche.batch` has them; with perfect recall, everything told so far as a string."""

    def __init__(self, game: PiocheGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observers of Pioche take no parameters: {params}")
        self.kind = kind
        self.entries = observation_names(game.rules_game)
        self.tensor = np.zeros(len(self.entries), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: PiocheState, player: int) -> None:
        self.tensor.fill(0)
        if state.match is not None:
            self.tensor[:] = state.match.observation(player)

    def string_from(self, state: PiocheState, player: int) -> str:
        if self.kind.perfect_recall:
            return state.information_state(player)
        self.set_from(state, player)
        shown = [f"{name} {value:g}" for name, value in zip(self.entries, self.tensor, strict=True) if value]
        return "\n".join([f"seat {player}", *shown])


# -- registration -----------------------------------------------------------------------------------


def register_games() -> None:
    for name in (*games(), *presets()):
        if f"{PREFIX}{name}" not in pyspiel.registered_names():
            register(name)


def register(name: str) -> None:
    """Offer one game or preset under its name, `pioche_` before it."""
    game = load(name)
    low, high = game.seat_range
    kind = pyspiel.GameType(
        short_name=f"{PREFIX}{name}",
        long_name=f"Pioche: {game.title('en')}",
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS if together(game) else pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={key: _parameter(value) for key, value in game.options.items()} | {"tick": TICK_MS},
    )

    class Named(PiocheGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, kind, params)

    pyspiel.register_game(kind, Named)


def together(game: Game) -> bool:
    """Return whether several seats may choose at the same time. Against the clock all may act."""
    if game.rules.timed:
        return True
    functions = vars(game.plain).values()
    return any(SIMULTANEOUS in getattr(one, "__code__", together.__code__).co_names for one in functions)


def _parameter(value: Any) -> Any:
    return value if isinstance(value, bool | int | str) else str(value)
