"""A batch and plain tables side by side, move for move."""

from __future__ import annotations

from typing import Any

import numpy as np

from pioche import Game, Table
from pioche.engine.chance import roll, sow
from pioche.engine.clock import MISSING
from pioche.engine.compiled.random_play import BOTS
from pioche.envs.batches.batch import Batch
from pioche.envs.core.action_space import plain_observer


def any_action(batch: Batch, dice: np.random.Generator) -> Any:
    """One action of every menu, all equally likely."""
    k = (dice.random(batch.n) * batch.counts).astype("i8")
    return (np.cumsum(batch.mask, axis=1, dtype="i8") <= k[:, None]).sum(axis=1)


def seen_by(table: Table, seat: int, entries: int) -> list[float]:
    """The observation of a seat at a plain table."""
    o: list[float] = [0.0] * entries
    plain_observer(table.game).observe(table.s, seat, o)
    return o


class Ticking:
    """A game with a clock in ticks, at a plain table: told once more in ordinary Python."""

    def __init__(self, game: Game, seed: int, tick: int) -> None:
        self.game, self.tick = game, tick
        self.dice = [0, 0]
        sow(self.dice, seed, BOTS)
        self.table = game.table(seed=seed)
        self.wanted: dict[int, int] = {}
        self.asked: list[int] = []
        self._ask()

    @property
    def actor(self) -> int:
        return -1 if self.table.over else self.asked[0]

    def do(self, number: int) -> None:
        seat = self.asked.pop(0)
        if number >= 0:
            self.wanted[seat] = number
        if not self.asked:
            self._tick()
            self._ask()

    def _ask(self) -> None:
        table = self.table
        table.s.since_open = MISSING
        while not table.over:
            self.asked = [seat for seat in table.actors if table.menu(seat)]
            if self.asked:
                return
            table.engine.wait(table.s)

    def _tick(self) -> None:
        table, left = self.table, sorted(self.wanted)
        while left and not table.over:
            seat = left.pop(roll(self.dice, len(left)))
            if self.wanted[seat] in table.menu(seat):
                table.engine.step(table.s, seat, self.wanted[seat])
        self.wanted = {}
        table.engine.pass_time(table.s, table.s.clock + self.tick, 1)


class Turning:
    """A game without a clock at a plain table: the first of those who may act is asked."""

    def __init__(self, game: Game, seed: int) -> None:
        self.table = game.table(seed=seed)
        self._wait()

    @property
    def actor(self) -> int:
        return -1 if self.table.over else self.table.actors[0]

    def do(self, number: int) -> None:
        self.table.engine.step(self.table.s, self.actor, number)
        self._wait()

    def _wait(self) -> None:
        while not self.table.over and not self.table.actors:
            self.table.engine.wait(self.table.s)


def opened(batch: Batch, i: int) -> Ticking | Turning:
    seed = int(batch.seeds[i])
    return Ticking(batch.game, seed, batch.tick) if batch.tick else Turning(batch.game, seed)


def compare(batch: Batch, i: int, one: Ticking | Turning) -> None:
    """Table i of the batch is the plain one: position, who is asked, menu, observation."""
    assert batch.actor[i] == one.actor
    assert not batch.game.rules.shape.same(one.table.s, batch.tables[i])
    space, s = batch.actions, one.table.s
    menu = {space.of(s, one.actor, number) for number in one.table.menu(one.actor)} - {-1}
    assert set(np.flatnonzero(batch.mask[i])) == menu | ({0} if batch.tick else set())
    assert batch.counts[i] == batch.mask[i].sum()
    assert batch.observation[i].tolist() == [np.float32(x) for x in seen_by(one.table, one.actor, len(batch.names))]


def in_lockstep(game: Game, n: int, steps: int, seed: int) -> int:
    """Play so many steps at random on both sides; returns how many deals were played. Rewards add up to standings."""
    batch, dice = Batch(game, n, seed), np.random.default_rng(seed)
    plain = [opened(batch, i) for i in range(n)]
    earned, deals = np.zeros((n, game.seats)), 0
    blank = [game.plain.standing(game.blank(), p) for p in range(game.seats)]
    for _ in range(steps):
        for i, one in enumerate(plain):
            compare(batch, i, one)
        actions = any_action(batch, dice)
        for i, one in enumerate(plain):
            one.do(batch.actions.at(one.table.s, one.actor, int(actions[i])))
        _, rewards, over = batch.step(actions)
        earned += rewards
        for i, one in enumerate(plain):
            assert over[i] == one.table.over
            if over[i]:
                standings = [one.table.engine.standing(one.table.s, p) for p in range(game.seats)]
                ranked = [p for p in range(game.seats) if standings[p] > -(1 << 40)]
                assert [earned[i][p] for p in ranked] == [standings[p] - blank[p] for p in ranked]
                deals += one.table.s.deal
                earned[i] = 0
                plain[i] = opened(batch, i)
    return deals + sum(one.table.s.deal for one in plain)
