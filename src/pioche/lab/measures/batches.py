"""Measured matches, some at a time: with the same figures in this process and in others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple, Self

import numpy as np

from pioche.bots.common.reflexes import MIND, PLANS
from pioche.bots.judgement_engine import bot_modules
from pioche.bots.reflex_bot import delay_tables, odds_tables, simulated
from pioche.engine.game import TALLYING, Engine, Game
from pioche.engine.table import MENU_SIZE
from pioche.engine.verbs import TALLY
from pioche.lab.measures import measured_play
from pioche.lab.measures.measured_play import FACTS, PATH_ROOM
from pioche.lab.measures.players import Lineup

PATHS = 4


class Measurements(NamedTuple):
    """Figures of some matches, a row for each.

    The columns of `facts` are named in `measured_play`, those of `gains` and `tops` are the places in the turn order of a
    deal, those of `chosen` and `offered` kinds of actions; `chosen` has them twice, all decisions and then those with a
    choice.
    """

    facts: Any
    scores: Any
    standings: Any
    gains: Any
    tops: Any
    chosen: Any
    offered: Any
    tallies: Any
    trace: Any

    @property
    def matches(self) -> int:
        return len(self.facts)

    @classmethod
    def room_for(cls, game: Game, n: int, room: int = 0) -> Self:
        seats, kinds = game.seats, len(game.actions.kinds)
        wide = (FACTS, seats, seats, seats, seats, 2 * kinds, kinds, TALLY * len(game.rules.events))
        trace = np.zeros((max(n * room, 1), 3), "i8")
        return cls(*[*(np.zeros((n, width), "i8") for width in wide), trace])

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        return cls(*map(np.concatenate, zip(*parts, strict=True)))


class MatchSeeds(NamedTuple):
    """Seeds and levels of the matches to play, a row for each: of its cards, of its players, and the level of each seat."""

    cards: Any
    luck: Any
    levels: Any


class Reflexes(NamedTuple):
    """The reaction times and error rates of the levels, and what the seats plan and remember while they play."""

    delays: Any
    odds: Any
    plans: Any
    minds: Any


class PlayBuffers(NamedTuple):
    """Scratch arrays of a kernel; `bases` are the first numbers of the kinds of actions."""

    dice: Any
    moves: Any
    bases: Any
    path: Any
    before: Any


@dataclass(frozen=True)
class Job:
    """Some matches to be played: match k has the cards of seed cards[k], and players who roll from seed luck[k].

    With `common`, every deal of a match begins with the same generator, whatever happened in the deals before: so two
    settings meet the same deals for longer. `seated` names the players of each match, if they are not the same in all.
    `room` decisions of each match are kept.
    """

    game: Game
    lineup: Lineup
    cards: Any
    luck: Any
    common: bool = False
    seated: Any = None
    room: int = 0


def numbered(game: Game, lineup: Lineup, first: int, n: int, **how: Any) -> Job:
    """Matches from seeds first, first + 1, ..."""
    seeds = np.arange(first, first + n, dtype="i8")
    return Job(game, lineup, seeds, seeds, **how)


def play(job: Job, engine: Engine = TALLYING) -> Measurements:
    """Play a job, in either engine."""
    if job.lineup.how == "tables":
        from pioche.lab.measures.at_tables import play_at_tables

        return play_at_tables(job)
    if job.lineup.how == "reflexes":
        return _race(job, engine)
    return _levels(job, engine)


def modules(game: Game, lineup: Lineup) -> tuple[ModuleType, ...]:
    """Return the modules that measured play adds to the rules of a game.

    Random moves of a game with a clock are made by any seat at any time: its judgement would offer only those that make
    sense.
    """
    if lineup.how == "reflexes":
        from pioche.lab.measures import measured_reflexes

        return *bot_modules(game.rules), measured_play, measured_reflexes
    aimless = game.rules.timed and all(name == "random" for name in lineup.seats)
    return (measured_play,) if aimless else (*bot_modules(game.rules), measured_play)


class ScratchBuffers:
    """Rows and buffers for one kernel call: lists for the plain engine, arrays for the compiled one."""

    def __init__(self, game: Game, engine: Engine) -> None:
        self.plain = not engine.compiled
        blank = game.blank()
        self.rows: Any = [blank, blank]
        if not self.plain:
            self.rows = np.zeros(2, game.rules.shape.dtype(TALLY * len(game.rules.events) if engine.tally else 0))
            game.rules.shape.write_row(blank, self.rows[0])
        self.menu = self.given([0] * MENU_SIZE)
        self.bases = self.given(list(game.actions))
        self.path = self.given([[0] * PATH_ROOM for _ in range(PATHS)])
        self.before = self.given([[0] * game.seats for _ in range(2)])

    def given(self, numbers: Any) -> Any:
        return numbers if self.plain else np.array(numbers, "i8")

    def for_play(self, dice: Any) -> PlayBuffers:
        return PlayBuffers(self.given(dice), self.menu, self.bases, self.path, self.before)

    def seeds(self, job: Job, levels: Any) -> MatchSeeds:
        return MatchSeeds(self.given(job.cards.tolist()), self.given(job.luck.tolist()), levels)


def _levels(job: Job, engine: Engine) -> Measurements:
    game, n = job.game, len(job.cards)
    found, scratch = Measurements.room_for(game, n, job.room), ScratchBuffers(game, engine)
    levels = np.array([job.lineup.numbers] * n) if job.seated is None else job.seated
    game.engine(engine, modules(game, job.lineup)).measured_matches(
        scratch.rows, 1, n, scratch.seeds(job, levels), int(job.common), scratch.for_play([0, 0]), found, job.room
    )
    return found


def _race(job: Job, engine: Engine) -> Measurements:
    game, n = simulated(job.game), len(job.cards)
    found, scratch = Measurements.room_for(game, n, job.room), ScratchBuffers(game, engine)
    skills = job.lineup.skills
    known = sorted({*skills, *(() if job.seated is None else job.seated.ravel().tolist())})
    levels = np.array([[known.index(one) for one in skills]] * n)
    if job.seated is not None:
        levels = np.searchsorted(known, job.seated)
    reflexes = Reflexes(
        scratch.given(delay_tables(known)),
        scratch.given(odds_tables(known)),
        scratch.given([[0] * 3 for _ in range(PLANS * game.seats)]),
        scratch.given([[0] * MIND for _ in range(game.seats)]),
    )
    buffers = scratch.for_play([[0, 0] for _ in range(game.seats + 1)])
    game.engine(engine, modules(game, job.lineup)).measured_races(
        scratch.rows, 1, n, scratch.seeds(job, levels), reflexes, buffers, found, job.room
    )
    return found
