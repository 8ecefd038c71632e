"""Who plays better: seat-balanced matches on paired seeds, on all cores.

Two levels of judgement share the seats of a table in every pattern and its mirror image, on the same cards, so that
neither luck nor place favours one. They play in the compiled twin, a thread a core, and in games with a clock against it,
each with its reflexes. Bots that think play at real tables, one process a core.

A bot that thinks is slow, and most of what happens to it is luck. So it visits a table of judgement, in each seat as often,
and its moves are compared with what its hosts would have done in its place (`move_evaluation.py`). Where all deals are
alike, such a visit is a single deal. The levels of a game without judgement think too, and meet each other at such tables.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np

from pioche.bots import LEVELS, make, warm_start
from pioche.bots import levels as levels_of
from pioche.bots.judgement import judgement_module
from pioche.bots.judgement_engine import judgement_engine
from pioche.bots.other_processes import can_be_fetched, fetch
from pioche.bots.reflex_bot import SKILLS, has_reflexes
from pioche.bots.world_check import why_not
from pioche.engine.game import COMPILED, Game
from pioche.engine.table import MENU_SIZE
from pioche.errors import BadOption, NeedsCompiler, PiocheError
from pioche.lab.move_evaluation import MoveEvaluation
from pioche.lab.paired_matches import COMPILED_LEVELS, Ladder, Matches, PairedMatches, Visits, in_order, ratings, unit
from pioche.lab.reflex_matches import ReflexBatch

Progress = Callable[[int, int], None]
PAIRS_PER_CHUNK = 256  # pairs a thread plays at a time


def patterns(seats: int, rng: Random) -> list[int]:
    """Return the seats that side A takes, as bits: an even share (one more or fewer where the number is odd) and its
    mirror."""
    chosen = rng.sample(range(seats), seats // 2)
    mine = sum(1 << p for p in chosen)
    return [mine, (1 << seats) - 1 - mine]


def duel(
    game: Game, a: str, b: str, pairs: int = 2000, seed: int = 1, minutes: float = math.inf, progress: Progress | None = None
) -> PairedMatches:
    """Play `pairs` pairs of matches between two levels, or as many as fit into the time."""
    table = one_deal(game) if _visiting(game, a, b) else game
    return matches(table, a, b, pairs, seed, minutes, progress).duel(a, b, int(table is not game))


def one_deal(game: Game) -> Game:
    """The same table for a single deal, where one is as good as another."""
    return Game(game.rules, {**game.options, "deals": 1}, game.preset) if unit(game)[1] > 1 else game


def compiled_levels(game: Game) -> tuple[str, ...]:
    """The levels that play in the compiled league: those that need not imagine anything."""
    return COMPILED_LEVELS if judgement_module(game.rules) else COMPILED_LEVELS[:1]


def bouts(levels: Sequence[str], compiled: Sequence[str] = COMPILED_LEVELS) -> list[tuple[str, str]]:
    """Every level of judgement against every lower one; any other bot against the best of them named before it, or else the
    first named at all; without judgement, against its neighbour."""
    found = []
    for high, a in enumerate(levels):
        below = [b for b in levels[:high] if b in compiled]
        if a in compiled:
            found += [(a, b) for b in below]
        else:
            hosts = below[-1:] or [b for b in levels if b in compiled][:1] or levels[max(high - 1, 0) : high]
            found += [(a, b) for b in hosts]
    return found


def ladder(
    game: Game, levels: Sequence[str], pairs: int = 2000, thinking_pairs: int = 50, seed: int = 1,
    minutes: float = math.inf, progress: Progress | None = None,
) -> Ladder:  # fmt: skip
    """All bouts of these levels; `minutes` limits each one with a bot that thinks."""
    there = rungs(game, levels)
    fights = bouts(there, compiled_levels(game))
    sizes = [2 * (pairs if _is_judged(game, a, b) else thinking_pairs) for a, b in fights]
    found, before = [], 0
    for (a, b), size in zip(fights, sizes, strict=True):

        def bar(done: int, _: int, before: int = before) -> None:
            if progress:
                progress(before + done, sum(sizes))

        found.append(duel(game, a, b, size // 2, seed, minutes, bar))
        before += size
    return Ladder(game, in_order(there), found, ratings(in_order(there), found))


def rungs(game: Game, levels: Sequence[str]) -> list[str]:
    """Return the levels that play this game. Against the clock only the three with reflexes do. Refuse a level that does
    not exist."""
    for level in levels:
        own = level.partition(":")[0]
        if own in LEVELS and own not in levels_of(game):
            cannot = why_not(game)
            if cannot is None:  # every level plays it, but one of them only with the compiler
                raise NeedsCompiler
            raise BadOption(cannot.en, cannot.fr)
    there = [level for level in levels if level in SKILLS] if has_reflexes(game) else list(levels)
    if len(there) < 2 or len(set(there)) < len(there):
        if len(there) < len(levels):
            names = ", ".join(SKILLS)
            raise BadOption(
                f"{game.title('en')} is a game of reflexes; name two of {names}.",
                f"{game.title('fr')} est un jeu de réflexes ; nommez-en deux parmi {names}.",
            )
        raise BadOption("A ladder needs two different bots or more.", "Une échelle demande au moins deux robots différents.")
    return there


# -- playing -------------------------------------------------------------------------------------------------


def matches(
    game: Game, a: str, b: str, pairs: int, seed: int = 1, minutes: float = math.inf, progress: Progress | None = None
) -> Matches:
    """Pairs of matches between two levels, on all cores, or as many visits. Pair or visit k is played from seed + k."""
    rng = Random(seed)
    seats = [patterns(game.seats, rng) for _ in range(pairs)]
    for level in (a, b):
        _must_exist(level, game)
    if _is_judged(game, a, b):
        play = _judged(game, a, b, seats, seed)
    elif _visiting(game, a, b):
        play = _at_tables(_visit, game, a, b, [1 << k % game.seats for k in range(2 * pairs)], seed, minutes)
    else:
        play = _at_tables(_mirrored, game, a, b, seats, seed, minutes)
    parts: list[Matches] = []
    done = 0
    for part in play:
        parts.append(part)
        done += len(part.mine)
        if progress:
            progress(done, 2 * pairs)
    return parts[0].joined(parts)


def _must_exist(level: str, game: Game) -> None:
    """Making a bot refuses it; here that is said before anything is played."""
    getattr(make(level, game, measured=True), "close", lambda: None)()


def _visiting(game: Game, a: str, b: str) -> bool:
    return a not in compiled_levels(game) and b in compiled_levels(game)


def _is_judged(game: Game, a: str, b: str) -> bool:
    return a in compiled_levels(game) and b in compiled_levels(game)


def _seated(game: Game, masks: Sequence[int]) -> Any:
    return np.array([[mask >> p & 1 for p in range(game.seats)] for mask in masks], bool)


def _judged(game: Game, a: str, b: str, seats: list[list[int]], seed: int) -> Iterator[Matches]:
    """Play in the compiled league. The first chunk is played alone, as it compiles the game for the others."""
    against = _race if has_reflexes(game) else _league

    def play(start: int) -> Matches:
        some = seats[start : start + PAIRS_PER_CHUNK]
        mirrored = [against(game, a, b, seed + start, _seated(game, [both[side] for both in some])) for side in (0, 1)]
        return Matches(*(np.stack(pair, axis=1).reshape(-1, game.seats) for pair in zip(*mirrored, strict=True)))

    yield play(0)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(play, range(PAIRS_PER_CHUNK, len(seats), PAIRS_PER_CHUNK))


def _league(game: Game, a: str, b: str, first: int, mine: Any) -> tuple[Any, Any, Any]:
    """Match k from seed first + k; side A sits where mine[k] says."""
    rows = np.zeros(2, game.rules.shape.dtype())
    game.rules.shape.write_row(game.blank(), rows[0])
    levels = np.where(mine, LEVELS.index(a), LEVELS.index(b))
    lengths, scores, standings = np.zeros(len(mine), "i8"), np.zeros(mine.shape, "i8"), np.zeros(mine.shape, "i8")
    judgement_engine(game, COMPILED).league_matches(
        rows, 1, first, len(mine), levels, np.zeros(2, "i8"), np.zeros(MENU_SIZE, "i8"), lengths, scores, standings
    )
    return mine, standings, scores


def _race(game: Game, a: str, b: str, first: int, mine: Any) -> tuple[Any, Any, Any]:
    """The same against the clock, each seat with the reflexes of its level."""
    skills = [SKILLS[a], SKILLS[b]]
    batch = ReflexBatch(game, [skills[0], *skills[1:] * (game.seats - 1)])
    order = sorted(set(skills))
    batch.play(first, len(mine), np.where(mine, order.index(skills[0]), order.index(skills[1])))
    return mine, batch.standings, batch.scores


# -- bots that think -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """Matches that one process plays: side A sits where the bits of `mine` say, in each of them."""

    game_id: str
    module: str
    options: dict[str, Any]
    a: str
    b: str
    mine: Any
    seed: int

    def game(self) -> Game:
        return fetch(self.game_id, self.module, **self.options)


def _at_tables(
    play: Callable[[Job], Matches], game: Game, a: str, b: str, seats: Sequence[Any], seed: int, minutes: float
) -> Iterator[Matches]:
    """Play at real tables, one process a core. When time is up no further job begins; results are taken in the order of
    the seeds, so that long matches count as much as short ones."""
    ready = (Job(game.id, game.rules.module, dict(game.options), a, b, mine, seed + k) for k, mine in enumerate(seats))
    if not can_be_fetched(game):
        raise PiocheError(
            f"Bots that think play in processes of their own, which do not find {game.title('en')}: put it into a module.",
            f"Les robots qui réfléchissent jouent dans d’autres processus, qui ne trouvent pas {game.title('fr')} : "
            "mettez-le dans un module.",
        )
    if any(level.startswith("search") for level in (a, b)):
        warm_start.compile_aside(game)  # once, not once in every process
    cores = os.cpu_count() or 1
    until = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        begun: deque[Future[Any]] = deque(pool.submit(_kindly, play, job) for job in islice(ready, 2 * cores))
        while begun:
            told = begun.popleft().result()
            if isinstance(told, tuple):
                raise PiocheError(*told)
            if time.monotonic() < until:
                begun += [pool.submit(_kindly, play, job) for job in islice(ready, 1)]
            yield told


def _kindly(play: Callable[[Job], Matches], job: Job) -> Matches | tuple[str, str]:
    """The matches of a job; or why not, in both languages: a refusal does not travel well between processes."""
    try:
        return play(job)
    except PiocheError as refused:
        return refused.en, refused.fr


def _mirrored(job: Job) -> Matches:
    """A pattern and its mirror image, on the same cards."""
    game = job.game()
    mine = _seated(game, job.mine)
    ends = [play_match(game, [job.a if ours else job.b for ours in row], job.seed) for row in mine]
    return Matches(mine, np.array([standings for standings, _ in ends]), np.array([scores for _, scores in ends]))


def _visit(job: Job) -> Visits:
    """A guest of side A among B's."""
    game = job.game()
    mine = _seated(game, [job.mine])
    evaluation = MoveEvaluation(game, job.b, job.seed)
    standings, scores = play_match(game, [job.a if ours else job.b for ours in mine[0]], job.seed, evaluation)
    return Visits(mine, np.array([standings]), np.array([scores]), np.array([evaluation.gained]))


def play_match(
    game: Game, levels: Sequence[str], seed: int, evaluation: MoveEvaluation | None = None
) -> tuple[list[int], list[int]]:
    """A match between bots at a real table, through the same door as people; standings and scores. Hindsight, if there is
    any, evaluates the moves of players of other levels."""
    table = game.table(seed=seed)
    seen = [0] * game.seats
    turns = Random(seed)
    with ExitStack() as room:
        bots = [make(level, game, seed * 64 + p, measured=True) for p, level in enumerate(levels)]
        for bot in bots:
            room.callback(getattr(bot, "close", lambda: None))  # programs are sent away, whatever happens
        while not table.over:
            if not table.actors:
                table.advance(table.next_timer[0])  # type: ignore[index]  # somebody waits for a timer
                continue
            p = turns.choice(table.actors)
            events = table.events(p, seen[p])
            seen[p] += len(events)
            move = bots[p].choose(table.view(p), table.legal(p), events, table.memory(p))
            if evaluation and levels[p] != evaluation.level:
                evaluation.look(table, p, move)
            table.act(p, move)
    return [table.engine.standing(table.s, p) for p in range(game.seats)], table.scores
