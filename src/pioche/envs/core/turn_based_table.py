"""One plain table that asks its seats: what the adapters stand on. It can be copied at any moment.

Without a clock, the seats that may act are asked one after the other; several choose in secret at the same time. With a
clock the table goes in ticks, as `batch_ticks.py` says: all who may act are asked, then what they want is done in an order
drawn by lot, and time passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import numpy as np

from pioche.engine.chance import roll, sow
from pioche.engine.clock import MISSING
from pioche.engine.compiled.random_play import BOTS
from pioche.engine.game import Game
from pioche.engine.table import Table
from pioche.envs.core.action_space import ActionSpace
from pioche.envs.core.batch_play import BATCH_UNRANKED
from pioche.envs.core.information import observation
from pioche.errors import BadOption

Draw = Callable[[int], int]  # a number below another, by lot
TICK_MS = 100  # milliseconds


class TurnBasedTable:
    """A match at a plain table that asks one seat after the other, or all at once."""

    def __init__(self, game: Game, seed: int = 0, tick: int = TICK_MS, table: Table | None = None) -> None:
        self.game, self.seed = game, seed
        self.tick = tick if game.rules.against_the_clock(game.options) else 0
        self.space = space_of(game, bool(self.tick))
        self.dice = [0, 0]
        sow(self.dice, seed, BOTS)
        self.table = game.table(seed=seed) if table is None else table
        self.wanted: dict[int, int] = {}
        self.left: tuple[int, ...] = ()  # who is still to be asked in this tick
        self.settle()

    def clone(self) -> TurnBasedTable:
        """The same match, free to be played on."""
        other = object.__new__(TurnBasedTable)
        vars(other).update(vars(self))
        other.table, other.dice, other.wanted = copy(self.table), list(self.dice), dict(self.wanted)  # it tells all again
        return other

    def __deepcopy__(self, memo: Any) -> TurnBasedTable:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "space"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.space = space_of(self.game, bool(self.tick))

    # -- who is asked ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that may act now."""
        if self.over:
            return ()
        return self.left if self.tick else self.table.actors

    @property
    def actor(self) -> int:
        """The seat that is asked first; -1 when the match is over."""
        asked = self.asked
        return asked[0] if asked else -1

    def menu(self, seat: int) -> list[int]:
        """The dense actions of a seat, ascending."""
        if seat not in self.asked:
            return []
        found = {self.space.of(self.table.s, seat, number) for number in self.table.menu(seat)} - {-1}
        return sorted(found | ({0} if self.tick else set()))

    def mask(self, seat: int) -> Any:
        mask = np.zeros(len(self.space), "i1")
        mask[self.menu(seat)] = 1
        return mask

    def observation(self, seat: int) -> Any:
        return np.array(observation(self.table, seat), "f4")

    # -- what is done ---------------------------------------------------------------------------

    def do(self, dense: int, seat: int | None = None) -> None:
        """The seat that is asked, or another one that may act, does this. In ticks it happens when all were asked."""
        seat = self.actor if seat is None else seat
        if dense not in self.menu(seat):
            word = self.space.names[dense] if 0 <= dense < len(self.space) else str(dense)
            raise BadOption(f"{word} is not on the menu of seat {seat}.", f"{word} n’est pas au menu de la place {seat}.")
        number = self.space.at(self.table.s, seat, dense)
        if not self.tick:
            self.table.act(seat, number)
        else:
            self.wanted[seat] = number
            self.left = tuple(one for one in self.left if one != seat)
            if self.left:
                return
            self.tick_over(lambda n: int(roll(self.dice, n)))
        self.settle()

    def do_together(self, wishes: Mapping[int, int]) -> None:
        """Let all seats that are asked act at once; a seat without a legal wish gets the default of the rulebook for a
        time limit."""
        for seat in self.asked:
            if seat in self.asked:
                dense = wishes.get(seat, -1)
                self.do(dense if dense in self.menu(seat) else self.usual(seat), seat)

    def usual(self, seat: int) -> int:
        """Apply the default of a seat that does nothing."""
        menu = self.menu(seat)
        if self.tick:
            return 0
        number = self.table.engine.time_out(self.table.s, seat)
        dense = self.space.of(self.table.s, seat, number) if number >= 0 else -1
        return dense if dense in menu else menu[0]

    def tick_over(self, draw: Draw) -> None:
        """Do what all seats want, and let time pass."""
        table, waiting = self.table, sorted(seat for seat, number in self.wanted.items() if number >= 0)
        while waiting and not table.over:
            seat = waiting.pop(draw(len(waiting)))
            if self.wanted[seat] in table.menu(seat):
                table.engine.step(table.s, seat, self.wanted[seat])
                table.moves.append({"seat": seat, "do": self.game.actions.write(self.wanted[seat])})
        self.wanted = {}
        table.engine.pass_time(table.s, table.s.clock + self.tick, 1)

    def settle(self) -> None:
        """Until somebody is asked, or the match is over."""
        table = self.table
        while not table.over:
            if self.tick:
                table.s.since_open = MISSING  # what is done arrives at its time, nobody measures
                self.left = tuple(seat for seat in table.actors if table.menu(seat))
            if self.asked:
                return
            table.engine.wait(table.s)

    # -- results --------------------------------------------------------------------------------

    @property
    def standings(self) -> list[float]:
        """Return the standing of each seat, higher is better; 0 for a seat that is not ranked."""
        found = [self.table.engine.standing(self.table.s, p) for p in range(self.game.seats)]
        return [float(one) if one > BATCH_UNRANKED else 0.0 for one in found]


def space_of(game: Game, ticks: bool) -> ActionSpace:
    """Made once for a game."""
    kept: dict[bool, ActionSpace] = game.__dict__.setdefault("_action_spaces", {})
    if ticks not in kept:
        kept[ticks] = ActionSpace(game, ticks)
    return kept[ticks]
